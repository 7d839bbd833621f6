import type { KnownValues } from "../contract/index.ts";
import { isAbsent, valueFromText } from "../contract/index.ts";
import { findAddresses, holdsNumberToken, literalText } from "./expressions.ts";
import {
  countMembers,
  type Element,
  type Import,
  type Kind,
  knownArguments,
  type Stack,
  type Waiting,
} from "./model.ts";

export interface JsonElement extends Element {
  /** Such as `certorder_reissue.www`. */
  readonly address: string;
  /** The path of its construct, if the file has it. */
  readonly constructPath?: string | undefined;
}

/** Further members for the blocks, which the JSON does not have. */
export interface Origin {
  readonly title?: string;
  readonly literalSecrets?: Element["literalSecrets"];
  /** The values come from a program, where numbers and booleans are not text. */
  readonly isTyped?: boolean;
}

type Block = Readonly<Record<string, unknown>>;

/** Reads a stack, or a part of one, from synthesized JSON of any language. */
export function stackFromJson<O extends Origin>(json: unknown, origin?: O): Stack<JsonElement & O> {
  const [root = {}] = toBlocks(json);
  const imports = toBlocks(root.import);
  const blocks = [
    ...providers(root),
    ...labelled(root.resource, ""),
    ...labelled(root.data, "data."),
    ...listEntries(root.check).flatMap(([, check]) =>
      toBlocks(check).flatMap(({ data }) => labelled(data, "data.")),
    ),
  ];
  const elements = new Map(
    blocks.flatMap(({ address, type, block }) => {
      const kind = kinds[type];
      if (kind === undefined) return [];
      const imported = imports.filter(({ to }) => bare(to) === address).map(toImport);
      return [[block, Object.assign(toElement(kind, address, block, imported, origin), origin)] as const];
    }),
  );
  const waiting: Waiting<JsonElement & O>[] = [...blocks, ...modules(root), ...locals(root)].flatMap(
    ({ address, block }) => {
      const dependsOn = [...findDependencies(address, block)];
      if (dependsOn.length === 0) return [];
      const title = origin?.title ?? blockTitle(address, block);
      return [{ address, title, dependsOn, element: elements.get(block) }];
    },
  );
  return { elements: [...elements.values()], waiting };
}

const kinds: Readonly<Record<string, Kind>> = {
  certorder: "provider",
  certorder_reissue: "reissue",
  certorder_callback_check: "callback",
  "data.certorder_callback_test": "callback",
};

interface Placed {
  readonly address: string;
  readonly block: Block;
}

interface Typed extends Placed {
  readonly type: string;
}

function providers(root: Block): Typed[] {
  return listEntries(root.provider).flatMap(([type, list]) =>
    toBlocks(list).map((block) => ({
      address: block.alias === undefined ? type : `${type}.${String(block.alias)}`,
      type,
      block,
    })),
  );
}

function labelled(byType: unknown, prefix: string): Typed[] {
  return listEntries(byType).flatMap(([type, byName]) =>
    listEntries(byName).flatMap(([name, list]) =>
      toBlocks(list).map((block) => ({ address: `${prefix}${type}.${name}`, type: prefix + type, block })),
    ),
  );
}

function modules(root: Block): Placed[] {
  return listEntries(root.module).flatMap(([name, list]) =>
    toBlocks(list).map((block) => ({ address: `module.${name}`, block })),
  );
}

function locals(root: Block): Placed[] {
  return listEntries(root.locals).map(([name, value]) => ({ address: `local.${name}`, block: { value } }));
}

/** The addresses that a block depends on, and some texts that only look like addresses. */
function findDependencies(address: string, block: Block): Set<string> {
  const named = bareAddresses(block.depends_on);
  if (address.startsWith("module.")) return new Set(named);
  const triggers = toBlocks(block.lifecycle).flatMap((one) => bareAddresses(one.replace_triggered_by));
  const ofProvider = /^(?:data\.)?([^_.]+)_/.exec(address)?.[1];
  const provider = block.provider === undefined ? ofProvider : bare(block.provider);
  return new Set([
    ...named,
    ...triggers.map((trigger) => /(?:data\.)?[^.]+\.[^.]+/.exec(trigger)?.[0] ?? trigger),
    ...(provider === undefined ? [] : [provider]),
    ...findAddresses(block),
  ]);
}

function bareAddresses(value: unknown): string[] {
  return Array.isArray(value) ? value.map(bare) : [];
}

function toImport({ to, id }: Block): Import {
  return { id: String(id), hasIndex: unwrapped(to).includes("[") };
}

function toElement(
  kind: Kind,
  address: string,
  block: Block,
  imports: readonly Import[],
  { title = blockTitle(address, block), isTyped = false }: Origin = {},
): JsonElement {
  const values = readValues(block, kind, isTyped);
  return {
    kind,
    address,
    constructPath: readConstructPath(block),
    title,
    ...values,
    literalSecrets: "doubted",
    ...(kind === "provider"
      ? { alias: block.alias === undefined ? undefined : String(block.alias) }
      : {
          provider: block.provider === undefined ? undefined : bare(block.provider),
          count:
            block.for_each === undefined
              ? readCount(block.count, values.known)
              : countMembers(block.for_each),
          hasForEach: block.for_each !== undefined,
          ...(typeof block.order_id === "string" && { orderId: block.order_id }),
          imports,
        }),
  };
}

function readCount(given: unknown, { values: { count } }: KnownValues): Element["count"] {
  if (given === undefined) return undefined;
  return Number.isInteger(count) ? (count as number) : "unknown";
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
  kind: Kind,
  isTyped: boolean,
): Pick<Element, "known" | "literals" | "numberTokens"> {
  const values: Record<string, unknown> = {};
  const literals: Record<string, string> = {};
  const unknownNames = new Set<string>();
  const partial = new Set<string>();
  const numberTokens: string[] = [];
  for (const name in knownArguments[kind]) {
    const argument = knownArguments[kind][name];
    const value = block[name];
    if (!argument || isAbsent(value)) continue;
    if (Array.isArray(value) ? value.some(holdsNumberToken) : holdsNumberToken(value))
      numberTokens.push(name);
    if (typeof value === "string") {
      const text = literalText(value);
      if (text === undefined) unknownNames.add(name);
      else {
        if (argument.sensitive) literals[name] = text;
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
  return { known: { values, unknownNames, partial } satisfies KnownValues, literals, numberTokens };
}

/** An address without the expression around it. */
function unwrapped(address: unknown): string {
  return String(address).replace(/^\$\{(.*)\}$/s, "$1");
}

/** An address without an index: a block that waits for one instance waits for all. */
function bare(address: unknown): string {
  return unwrapped(address).replace(/\[.*/s, "");
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
