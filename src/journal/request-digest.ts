import { hash } from "node:crypto";
import { comparableName, type Field, isAbsent, reissueFields, type Values } from "../contract/index.ts";
import { csrBytes } from "../csr/index.ts";

/** The fields whose change makes another request. */
export const requestParts: readonly (readonly [string, Field])[] = Object.entries<Field>(
  reissueFields,
).filter(([, field]) => field.place !== "path" && !field.excludedFromDigest);

/** The arguments that make up a request. */
export const digestParts: readonly string[] = [...requestParts.map(([name]) => name), "triggers"];

/**
 * Equal digests mean the same request. The text has a digest of each part, computed with the order id: without it, a
 * part with few possible values could be guessed. Spelling and secrets are not part of it.
 */
export function requestDigest(
  orderId: string,
  values: Values,
  triggers: Readonly<Record<string, string>> | null = {},
): string {
  const parts = requestParts.map(([name, field]) => [name, canonical(name, field, values[name])] as const);
  return [...parts, ["triggers", sortedTriggers(triggers ?? {})] as const]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}:${digest([orderId, name, value])}`)
    .join(" ");
}

/** The parts in which two requests differ. */
export function differingParts(one: string | undefined, other: string | undefined): string[] {
  const part = (digest: string | undefined, name: string) =>
    digest?.split(" ").find((candidate) => candidate.startsWith(`${name}:`));
  return digestParts.filter((name) => part(one, name) !== part(other, name));
}

/** Whether two requests are known, and equal but for their triggers. */
export function differOnlyInTriggers(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one === other || differingParts(one, other).join() === "triggers";
}

/** Whether a request has all the parts of another one, and perhaps more. Triggers do not count. */
export function addsTo(known: string, stated: string): boolean {
  const parts = stated.split(" ");
  return known.split(" ").every((part) => part.startsWith("triggers:") || parts.includes(part));
}

/** The value in one spelling. Undefined: it means the same as no value. */
export function canonical(name: string, { kind, default: standard }: Field, value: unknown): unknown {
  // An empty text, an empty list, a false flag and the service's default mean the same as no value.
  if (isAbsent(value) || value === "" || value === false || value === standard) return undefined;
  if (kind === "strings") {
    const names = new Set((value as readonly string[]).map(comparableName));
    return names.size === 0 ? undefined : [...names].sort();
  }
  if (name === "common_name") return comparableName(String(value));
  // SHA256 and sha256 are one algorithm.
  if (name === "sign_hash") return String(value).toLowerCase();
  return name === "csr" ? canonicalCsr(String(value)) : value;
}

/** PEM and base64 are spellings of the same bytes. */
function canonicalCsr(text: string): string {
  try {
    return Buffer.from(csrBytes(text)).toString("base64");
  } catch {
    return text.replace(/\s/g, "");
  }
}

export function sortedTriggers(triggers: Readonly<Record<string, string>>): [string, string][] | undefined {
  const entries = Object.entries(triggers);
  return entries.length === 0 ? undefined : entries.sort(([a], [b]) => (a < b ? -1 : 1));
}

function digest(parts: readonly unknown[]): string {
  return hash("sha256", JSON.stringify(parts)).slice(0, 16);
}
