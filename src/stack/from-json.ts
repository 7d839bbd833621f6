import type { Field, KnownValues } from "../contract/index.ts";
import { callbackTestFields, reissueFields, valueFromText } from "../contract/index.ts";
import {
  checkedNames,
  type Element,
  type Kind,
  membersOf,
  type Stack,
  secretNames,
  type Waiting,
} from "./model.ts";

export interface JsonElement extends Element {
  /** Such as `certorder_reissue.www`. */
  readonly address: string;
  /** The path of the construct that it was synthesized from, if the file tells. */
  readonly constructPath?: string | undefined;
}

type Block = Readonly<Record<string, unknown>>;

/** A stack by its synthesized JSON, whichever language it was written in. */
export function stackFromJson(json: unknown): Stack<JsonElement> {
  const root = blockOf(json);
  const imported = new Set(listOf(root.import).map(({ to }) => unwrapped(to)));
  const blocks = [
    ...providers(root),
    ...labelled(root.resource, ""),
    ...labelled(root.data, "data."),
    ...Object.values(blockOf(root.check)).flatMap((check) => labelled(blockOf(check).data, "data.")),
  ];
  const modules = named(root.module).map(([name, block]) => ({ address: `module.${name}`, block }));
  const elements = new Map(
    blocks.flatMap(({ address, type, block }) => {
      const kind = kinds[type];
      return kind === undefined ? [] : [[block, elementOf(kind, address, block, imported)] as const];
    }),
  );
  const waiting: Waiting<JsonElement>[] = [...blocks, ...modules].flatMap(({ address, block }) => {
    const dependsOn = Array.isArray(block.depends_on) ? block.depends_on.map(bare) : [];
    if (dependsOn.length === 0) return [];
    return [{ address, title: titleOf(address, block), dependsOn, element: elements.get(block) }];
  });
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
  readonly type: string;
  readonly block: Block;
}

function providers(root: Block): Placed[] {
  return listOf(blockOf(root.provider).certorder).map((block) => ({
    address: block.alias === undefined ? "certorder" : `certorder.${String(block.alias)}`,
    type: "certorder",
    block,
  }));
}

function labelled(byType: unknown, prefix: string): Placed[] {
  return Object.entries(blockOf(byType)).flatMap(([type, byName]) =>
    named(byName).map(([name, block]) => ({
      address: `${prefix}${type}.${name}`,
      type: prefix + type,
      block,
    })),
  );
}

function elementOf(kind: Kind, address: string, block: Block, imported: ReadonlySet<string>): JsonElement {
  return {
    kind,
    address,
    constructPath: pathOf(block),
    title: titleOf(address, block),
    ...valuesIn(block, checkedNames[kind], secretNames[kind]),
    literalSecrets: "doubted",
    ...(kind === "provider"
      ? { alias: block.alias === undefined ? undefined : String(block.alias) }
      : {
          provider: block.provider === undefined ? undefined : bare(block.provider),
          count: block.for_each === undefined ? countOf(block.count) : membersOf(block.for_each),
          hasForEach: block.for_each !== undefined,
          isImported: imported.has(address),
        }),
  };
}

function countOf(count: unknown): Element["count"] {
  if (count === undefined) return undefined;
  const number = Number(count);
  return Number.isNaN(number) ? "open" : number;
}

function titleOf(address: string, block: Block): string {
  const path = pathOf(block);
  return path === undefined ? address : `${address} (${path})`;
}

/** Without the name that constructs give to what they are made of, and that leaves no trace in an address. */
function pathOf(block: Block): string | undefined {
  const { path } = blockOf(blockOf(block["//"]).metadata);
  return typeof path === "string" ? path.replace(/\/Default$/, "") : undefined;
}

function valuesIn(
  block: Block,
  names: readonly string[],
  secrets: readonly string[],
): Pick<Element, "known" | "literals"> {
  const values: Record<string, unknown> = {};
  const literals: Record<string, string> = {};
  const open = new Set<string>();
  const partial = new Set<string>();
  for (const name of names) {
    const value = block[name];
    if (value === undefined || value === null) continue;
    if (typeof value === "string") {
      const text = textOf(value);
      if (text === undefined) open.add(name);
      else {
        if (secrets.includes(name)) literals[name] = text;
        values[name] = asDeclared(name, text);
      }
    } else if (typeof value === "object") {
      const members = Object.entries(value).map(
        ([key, member]) => [key, typeof member === "string" ? textOf(member) : member] as const,
      );
      const known = members.filter(([, member]) => member !== undefined);
      if (known.length < members.length) partial.add(name);
      values[name] = Array.isArray(value) ? known.map(([, member]) => member) : Object.fromEntries(known);
    } else values[name] = value;
  }
  return { known: { values, open, partial } satisfies KnownValues, literals };
}

const fields: Readonly<Record<string, Field>> = { ...reissueFields, ...callbackTestFields };

/** Terraform takes a number or a boolean as text, too. */
function asDeclared(name: string, text: string): unknown {
  const field = fields[name];
  return field?.kind === "integer" || field?.kind === "boolean" ? valueFromText(field, text) : text;
}

/** What a text says, if it stands there: nothing is known of one that holds an expression. */
function textOf(text: string): string | undefined {
  const [, base64] = /^\$\{base64decode\("([\w+/=]*)"\)\}$/.exec(text) ?? [];
  if (base64 !== undefined) return Buffer.from(base64, "base64").toString();
  // A doubled sign stands for itself; one alone begins an expression, and what more of them do is left to Terraform.
  const isPlain = [...text.matchAll(/(\$+|%+)\{/g)].every(([, signs]) => signs?.length === 2);
  return isPlain ? text.replace(/([$%])\1(?=\{)/g, "$1") : undefined;
}

/** An address, whether or not it stands in an expression. */
function unwrapped(address: unknown): string {
  return String(address).replace(/^\$\{(.*)\}$/s, "$1");
}

/** One without an index: what waits for one of many waits for all. */
function bare(address: unknown): string {
  return unwrapped(address).replace(/\[.*$/s, "");
}

function blockOf(value: unknown): Block {
  return typeof value === "object" && value !== null ? (value as Block) : {};
}

/** Where several blocks may stand, there may be one without a list around it. */
function listOf(value: unknown): Block[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map(blockOf);
}

function named(byName: unknown): [string, Block][] {
  return Object.entries(blockOf(byName)).flatMap(([name, block]) =>
    listOf(block).map((one): [string, Block] => [name, one]),
  );
}
