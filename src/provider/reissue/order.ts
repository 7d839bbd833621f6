import type { KnownLatest, OrderHistory, OrderSnapshot } from "../../journal/index.ts";
import { knowing, knowingNothing } from "../../journal/index.ts";
import type { ProviderData } from "../provider-data.ts";
import type { ReissueState } from "./schema.ts";
import { toWitness } from "./stored.ts";

// What plan, refresh and apply know about an order.

/** Reads what journal, `resolve` and states know about an order. */
export async function readOrderSnapshot(
  provider: ProviderData,
  orderId: string,
  prior: ReissueState | null,
  read?: OrderHistory,
): Promise<OrderSnapshot> {
  const { journal, run, service } = provider;
  const history = read ?? (await run.history(journal, orderId));
  return journal.snapshot(orderId, service, gatherKnowledge(provider, orderId, prior), history);
}

export function gatherKnowledge(
  { run, resolutions }: ProviderData,
  orderId: string,
  state: ReissueState | null,
) {
  return {
    resolutions: resolutions.get(orderId) ?? [],
    witnesses: [...(state === null ? [] : [toWitness(state)]), ...run.witnesses(orderId)],
  };
}

/** What the resource knows as the latest, and whether it forces one more. */
export function buildIntent(
  provider: ProviderData,
  snapshot: OrderSnapshot,
  current: ReissueState | null,
  force: boolean,
) {
  return {
    knownLatest: current ? toKnownLatest(current) : knowingNothing,
    force,
    supersede: findSupersede(provider, snapshot),
  };
}

/** The attempt that `supersede` names. An entry that was left in a configuration names an older one by then, and does nothing. */
export function findSupersede(
  { supersedes }: ProviderData,
  { orderId, latest }: OrderSnapshot,
): string | undefined {
  const named = supersedes.get(orderId);
  return named === latest?.attemptId ? named : undefined;
}

export function toKnownLatest({ attempt_id, certificate_id }: ReissueState): KnownLatest {
  return knowing({ attemptId: attempt_id ?? undefined, certificateId: certificate_id ?? undefined });
}

/** The stored flag decides, not the clock: the core plans twice and needs the same result. */
export function isRenewalPlanned(
  prior: ReissueState | null,
  current: ReissueState | null,
  { renew_before_days }: { readonly renew_before_days: unknown },
): boolean {
  // An attempt that was resolved with another certificate has renewed it.
  const isSame = current?.certificate_id === prior?.certificate_id;
  return isSame && current?.renewal_due === true && renew_before_days !== null;
}
