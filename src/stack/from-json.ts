import { type DeclaredValues, isAbsent, valueFromText } from "../contract/index.ts";
import {
  countMembers,
  findAddresses,
  findPace,
  holdsNumberToken,
  literalText,
  type NamedTexts,
  type Pace,
  withLocals,
} from "./expressions.ts";
import { type BlockKind, type Element, knownArguments } from "./model.ts";
import { type ClearSecret, findClearSecret } from "./secrets.ts";

/** Further members for the blocks, which the JSON does not have. */
export interface Origin {
  readonly title?: string;
  readonly literalSecrets?: Element["literalSecrets"];
  /** The values come from a program, where numbers and booleans are not text. */
  readonly isTyped?: boolean;
}

type Block = Readonly<Record<string, unknown>>;

/** Reads our blocks from synthesized JSON of any language. */
export function readElements(json: unknown): Element[] {
  return readParts([{ json }]);
}

/** Reads our blocks from the JSON of the parts of a stack. */
export function readParts<O extends Origin>(
  parts: readonly { readonly json: unknown; readonly origin?: O }[],
): (Element & O)[] {
  const roots = parts.map(({ json }) => firstBlock(json));
  const locals = Object.fromEntries(roots.flatMap((root) => listEntries(root.locals)));
  const named = Object.fromEntries([
    ...Object.entries(locals).map(([name, value]) => [`local.${name}`, value]),
    ...roots
      .flatMap(({ variable }) => listEntries(variable))
      .map(([name, variable]) => [`var.${name}`, firstBlock(variable).default]),
  ]);
  const blocks = parts.flatMap(({ json, origin }) => findBlocks(json).map((found) => ({ ...found, origin })));
  const byAddress = new Map(blocks.map((found) => [found.address, found]));
  return blocks.flatMap(({ address, type, block, origin }) => {
    const kind = kinds[type];
    if (kind === undefined) return [];
    const element = toElement(kind, address, withLocals(block, locals) as Block, named, origin);
    const cycle = kind === "callback" ? findCycle(address, byAddress) : undefined;
    return [Object.assign(element, origin, cycle && { cycle })];
  });
}

/** The shortest way from a block back to itself, over the blocks that it waits for. */
function findCycle(start: string, blocks: ReadonlyMap<string, TypedBlock>): string[] | undefined {
  const ways = new Map([[start, [start]]]);
  // The map grows meanwhile, and the loop visits what is added.
  for (const [address, way] of ways) {
    const { block = {}, provider = [] } = blocks.get(address) ?? {};
    for (const next of findDependencies(block).concat(provider)) {
      if (next === start) return [...way, start];
      if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  }
  return undefined;
}

function findBlocks(json: unknown): TypedBlock[] {
  const [root = {}] = toBlocks(json);
  return [
    ...providers(root),
    ...labelled(root.resource, ""),
    ...labelled(root.data, "data."),
    ...listEntries(root.check).flatMap(([, check]) =>
      toBlocks(check).flatMap(({ data }) => labelled(data, "data.")),
    ),
    ...listEntries(root.module).map(([name, module]) => ({
      address: `module.${name}`,
      type: "module",
      block: firstBlock(module),
    })),
    ...listEntries(root.locals).map(([name, value]) => ({
      address: `local.${name}`,
      type: "local",
      block: { value },
    })),
  ];
}

const kinds: Readonly<Record<string, BlockKind>> = {
  certorder: "provider",
  certorder_reissue: "reissue",
  certorder_callback_check: "callback",
  "data.certorder_callback_test": "callback",
};

interface TypedBlock {
  readonly address: string;
  readonly type: string;
  readonly block: Block;
  readonly provider?: string;
}

function providers(root: Block): TypedBlock[] {
  return listEntries(root.provider).flatMap(([type, list]) =>
    toBlocks(list).map((block) => ({
      address: block.alias === undefined ? type : `${type}.${String(block.alias)}`,
      type,
      block,
    })),
  );
}

function labelled(byType: unknown, prefix: string): TypedBlock[] {
  return listEntries(byType).flatMap(([type, byName]) =>
    listEntries(byName).flatMap(([name, list]) =>
      toBlocks(list).map((block) => ({
        address: `${prefix}${type}.${name}`,
        type: prefix + type,
        block,
        provider: effectiveProvider(block.provider, type.split("_", 1)[0]),
      })),
    ),
  );
}

function toElement(
  kind: BlockKind,
  address: string,
  block: Block,
  named: NamedTexts,
  { title = blockTitle(address, block), isTyped = false }: Origin = {},
): Element {
  const values = readValues(block, kind, isTyped, named);
  return {
    kind,
    address,
    constructPath: readConstructPath(block),
    title,
    ...values,
    literalSecrets: "doubted",
    dependsOn: kind === "reissue" ? findDependencies(block) : [],
    ...(kind === "provider"
      ? { alias: block.alias === undefined ? undefined : String(block.alias) }
      : {
          provider: effectiveProvider(block.provider),
          isRepeated: block.count !== undefined || block.for_each !== undefined,
          instances: countInstances(values.known.values.count, block.for_each),
          ...(typeof block.order_id === "string" && { orderId: block.order_id }),
        }),
  };
}

function countInstances(count: unknown, each: unknown): number | undefined {
  if (typeof count === "number") return count;
  if (typeof each === "string") return countMembers(each);
  return isBlock(each) ? Object.keys(each).length : undefined;
}

/** The addresses that a block depends on, and some texts that only look like addresses. */
function findDependencies(block: Block): string[] {
  const named = Array.isArray(block.depends_on) ? block.depends_on.map(stripReference) : [];
  return [...new Set([...named, ...findAddresses(block)])];
}

function blockTitle(address: string, block: Block): string {
  const path = readConstructPath(block);
  return path === undefined ? address : `${address} (${path})`;
}

/** Without the name "Default", which does not show in an address. */
function readConstructPath(block: Block): string | undefined {
  const { path } = firstBlock(firstBlock(block["//"]).metadata);
  return typeof path === "string" ? path.replace(/\/Default$/, "") : undefined;
}

function readValues(
  block: Block,
  kind: BlockKind,
  isTyped: boolean,
  named: NamedTexts,
): Pick<Element, "known" | "clearSecrets" | "numberTokens" | "changing"> {
  const values: Record<string, unknown> = {};
  const clearSecrets: Record<string, ClearSecret> = {};
  const unknownNames = new Set<string>();
  const partial = new Set<string>();
  const numberTokens: string[] = [];
  const changing: Record<string, Pace> = {};
  for (const name in knownArguments[kind]) {
    const argument = knownArguments[kind][name];
    const value = block[name];
    if (!argument || isAbsent(value)) continue;
    if (Array.isArray(value) ? value.some(holdsNumberToken) : holdsNumberToken(value))
      numberTokens.push(name);
    const pace = findPace(value);
    if (pace) changing[name] = pace;
    if (typeof value === "string") {
      const clear = argument.sensitive ? findClearSecret(name, value, named) : undefined;
      if (clear) clearSecrets[name] = clear;
      const text = literalText(value);
      if (text === undefined) unknownNames.add(name);
      else {
        // Terraform accepts numbers and booleans as text too.
        const { kind } = argument;
        const isText = isTyped || (kind !== "integer" && kind !== "boolean");
        values[name] = isText ? text : valueFromText({ kind }, text);
      }
    } else if (typeof value === "object") {
      const members = Object.entries(value).map(
        ([key, member]) => [key, typeof member === "string" ? literalText(member) : member] as const,
      );
      const known = members.filter(([, member]) => member !== undefined);
      if (known.length < members.length) partial.add(name);
      values[name] = Array.isArray(value) ? known.map(([, member]) => member) : Object.fromEntries(known);
    } else values[name] = value;
  }
  return {
    known: { values, unknownNames, partial } satisfies DeclaredValues,
    clearSecrets,
    numberTokens,
    changing,
  };
}

/** The provider of a block. One that names none has the default provider. */
export function effectiveProvider(written: unknown, standard = "certorder"): string {
  return isAbsent(written) ? standard : stripReference(written);
}

/** An address without the expression around it, and without an index: a block that waits for one instance waits for all. */
function stripReference(address: unknown): string {
  return String(address)
    .replace(/^\$\{(.*)\}$/s, "$1")
    .replace(/\[.*/s, "");
}

function firstBlock(value: unknown): Block {
  return toBlocks(value)[0] ?? {};
}

/** In the place of a list there may be a single block. */
function toBlocks(value: unknown): Block[] {
  if (Array.isArray(value)) return value.filter(isBlock);
  return isBlock(value) ? [value] : [];
}

function isBlock(value: unknown): value is Block {
  return typeof value === "object" && value !== null;
}

function listEntries(value: unknown): [string, unknown][] {
  return toBlocks(value).flatMap((block) => Object.entries(block));
}
