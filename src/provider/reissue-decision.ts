import { reissueFields } from "../contract/index.ts";
import type { Planned } from "../plugin/index.ts";
import { isKnown } from "../plugin/index.ts";
import { sameNames } from "./names.ts";
import type { Reissue, ReissueState } from "./reissue-schema.ts";
import { isToBeAdopted } from "./reissue-schema.ts";

/** What a plan does about the certificate, and why. */
export type Decision =
  | { readonly kind: "reissue"; readonly reasons: readonly string[] }
  /** The certificate is there already; the configuration is taken to describe it. */
  | { readonly kind: "adopt" }
  | { readonly kind: "keep" };

/** The arguments a change of which is another request. */
const asking = Object.entries(reissueFields)
  .filter(([, field]) => !("accompanies" in field))
  .map(([name]) => name as keyof typeof reissueFields);

export function decide(prior: ReissueState | null, planned: Planned<Reissue>, isStored: boolean): Decision {
  if (prior === null) return { kind: "reissue", reasons: [isStored ? "it is replaced" : "it is created"] };
  if (isToBeAdopted(prior)) return { kind: "adopt" };
  const changed = asking.filter((name) => !isSame(name, prior[name], planned[name]));
  const reasons = [
    ...(changed.length > 0 ? [`${changed.join(", ")} ${changed.length > 1 ? "change" : "changes"}`] : []),
    ...(isSame("triggers", prior.triggers, planned.triggers) ? [] : ["triggers change"]),
    // The stored flag decides, never the clock: a plan is made twice and has to come out the same.
    ...(prior.renewal_due && planned.renew_before_days !== null ? ["its renewal is due"] : []),
  ];
  return reasons.length > 0 ? { kind: "reissue", reasons } : { kind: "keep" };
}

function isSame(name: string, before: unknown, after: unknown): boolean {
  if (!isKnown(after)) return false;
  // Another spelling of the same names is no other request.
  if (name === "common_name" && before !== null && after !== null)
    return sameNames([String(before)], [String(after)]);
  // Nor are other line breaks the content of another CSR.
  if (name === "csr") return withoutBlanks(before) === withoutBlanks(after);
  if (name === "dns_names") return sameNames((before as string[]) ?? [], (after as string[]) ?? []);
  if (name === "triggers") return sortedJson(before) === sortedJson(after);
  return before === after;
}

function sortedJson(map: unknown): string {
  return JSON.stringify(Object.entries(map ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function withoutBlanks(text: unknown): string | null {
  return typeof text === "string" ? text.replace(/\s+/g, "") : null;
}
