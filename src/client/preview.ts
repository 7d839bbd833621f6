import { dayMs, type Values } from "../contract/index.ts";
import { ageStart, BlockedError, type Decision, type Journal, type ServiceRef } from "../journal/index.ts";
import type { ReissueOptions } from "./calls.ts";
import { readAndDecide } from "./recorded-reissue.ts";

/** Decides as a reissue does, and writes nothing. */
export async function previewReissue(
  journal: Journal,
  values: Values,
  options: Pick<ReissueOptions, "idempotencyKey" | "maxAgeMs"> & { readonly service: ServiceRef },
): Promise<Decision> {
  return (await readAndDecide(journal, values, options, { isPreview: true })).decision;
}

/**
 * Whether a reissue is due, for a caller whose request may not be complete yet: the CSR of a renewal is made when it is needed. So a
 * certificate that is young enough, or that the key led to, counts whatever request made it. Throws what blocks any request, so
 * that it is noticed before the certificate expires. `now` is the journal's time.
 */
export function isDue(decision: Decision, now: Date): boolean {
  if (decision.kind !== "blocked") return decision.kind === "send";
  const { blocked } = decision;
  if (blocked.reason === "key-used") return false;
  // A time that is further ahead is a mistake.
  const hasAge =
    blocked.reason === "too-young" && Date.parse(ageStart(blocked.attempt) ?? "") < now.getTime() + dayMs;
  if (hasAge) return false;
  throw new BlockedError(blocked);
}
