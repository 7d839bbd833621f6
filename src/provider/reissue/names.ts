import { comparableName } from "../../contract/index.ts";

/** The names of a certificate, as far as they are known. */
export interface Names {
  readonly common_name: string | null;
  readonly dns_names: readonly string[] | null;
}

/** All names in the form in which they compare. */
export function allNames({ common_name, dns_names }: Names): Set<string> {
  return new Set([...(common_name === null ? [] : [common_name]), ...(dns_names ?? [])].map(comparableName));
}

/** Names that the certificate has now and would no longer have. */
export function droppedNames(before: Names, after: Names): string[] {
  const kept = allNames(after);
  return [...allNames(before)].filter((name) => !kept.has(name)).sort();
}

export function sameNames(a: readonly string[], b: readonly string[]): boolean {
  const left = new Set(a.map(comparableName));
  const right = new Set(b.map(comparableName));
  return left.size === right.size && [...left].every((name) => right.has(name));
}
