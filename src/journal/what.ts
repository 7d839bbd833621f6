import { createHash } from "node:crypto";
import { comparableName, type Field, isAbsent, reissueFields, type Values } from "../contract/index.ts";
import { csrBytes } from "../csr/index.ts";

/** The fields a change of which asks for something else. */
const asking: readonly (readonly [string, Field])[] = Object.entries<Field>(reissueFields).filter(
  ([, field]) => field.place !== "path" && !field.accompanies,
);

/** Names of the arguments that make up what is asked for. */
export const partsOfWhat: readonly string[] = [...asking.map(([name]) => name), "triggers"];

/**
 * What a reissue asks for, in a form in which equal wishes are equal texts: a digest of each part that is there, bound to
 * the order so that a digest of few possible values says nothing by itself. No spelling and no secret is part of it.
 */
export function whatIsAsked(
  orderId: string,
  values: Values,
  triggers: Readonly<Record<string, string>> | null = {},
): string {
  const parts = asking.map(([name, { kind }]) => [name, canonical(name, kind, values[name])] as const);
  return [...parts, ["triggers", sorted(triggers ?? {})] as const]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}:${digest([orderId, name, value])}`)
    .join(" ");
}

/** The parts in which two differ. */
export function differences(one: string | undefined, other: string | undefined): string[] {
  const part = (what: string | undefined, name: string) =>
    what?.split(" ").find((candidate) => candidate.startsWith(`${name}:`));
  return partsOfWhat.filter((name) => part(one, name) !== part(other, name));
}

/** A value without what does not matter about it. Undefined: the same as if it were not there. */
function canonical(name: string, kind: Field["kind"], value: unknown): unknown {
  // An empty text, an empty list and a flag that is not set say the same as nothing.
  if (isAbsent(value) || value === "" || value === false) return undefined;
  if (kind === "strings") {
    const names = new Set((value as readonly string[]).map(comparableName));
    return names.size === 0 ? undefined : [...names].sort();
  }
  if (name === "common_name") return comparableName(String(value));
  return name === "csr" ? csrOf(String(value)) : value;
}

/** PEM, base64 and other headers are spellings of the same bytes. */
function csrOf(text: string): string {
  try {
    return Buffer.from(csrBytes(text)).toString("base64");
  } catch {
    return text.replace(/\s/g, "");
  }
}

function sorted(triggers: Readonly<Record<string, string>>): unknown {
  const entries = Object.entries(triggers);
  return entries.length === 0 ? undefined : entries.sort(([a], [b]) => (a < b ? -1 : 1));
}

function digest(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}
