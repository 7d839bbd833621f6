import type {
  Attempt,
  ImportStatement,
  KnownLatest,
  OrderHistory,
  OrderSnapshot,
} from "../../journal/index.ts";
import { isOpen, knowing, knowingNothing } from "../../journal/index.ts";
import type { ProviderData } from "../provider-data.ts";
import type { ReissueState } from "./schema.ts";
import { toStateRecord } from "./stored.ts";

// What plan, refresh and apply know about an order.

/** Reads what journal, `resolve` and states know about an order. */
export async function readOrderSnapshot(
  provider: ProviderData,
  orderId: string,
  prior: ReissueState | null,
  {
    read,
    request,
  }: { readonly read?: OrderHistory | undefined; readonly request?: ImportedRequest | undefined } = {},
): Promise<OrderSnapshot> {
  const { journal, run, service } = provider;
  const history = read ?? (await run.history(journal, orderId));
  const imported = prior?.last_outcome === "imported" ? importStatement(prior, request) : undefined;
  const knowledge = { ...gatherKnowledge(provider, orderId, prior), imported };
  return journal.snapshot(orderId, service, knowledge, history);
}

/** What the configuration says about an import. Without it, nothing is known about its request. */
type ImportedRequest = Pick<ImportStatement, "requestDigest" | "validityDays">;

/** An import that is in the state, and not adopted yet: a person states that it is the latest. */
function importStatement(
  { certificate_id, previous_certificate_id, issued_at }: ReissueState,
  request: ImportedRequest = {},
) {
  return {
    ...request,
    certificateId: String(certificate_id),
    previous: previous_certificate_id ?? undefined,
    issuedAt: issued_at ?? undefined,
  };
}

export function gatherKnowledge(
  { run, resolutions }: ProviderData,
  orderId: string,
  state: ReissueState | null,
) {
  return {
    resolutions: resolutions.get(orderId) ?? [],
    records: [...(state === null ? [] : [toStateRecord(state)]), ...run.records(orderId)],
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

/**
 * The attempt that an entry of `resolve` would overwrite unseen: it has another result than the state that this plan was made from.
 * A refresh brings that result into the state, and the next plan shows it.
 */
export function findOvertaken(
  prior: ReissueState,
  { resolutions }: ProviderData,
  { orderId, inJournal, leftOver }: OrderSnapshot,
): Attempt | undefined {
  const attemptId = prior.open_attempt_id ?? prior.attempt_id;
  const attempt = inJournal.find((one) => one.attemptId === attemptId);
  if (!attempt) return undefined;
  const result = attempt.status === "succeeded" ? attempt.certificateId : null;
  const isAsStored = prior.open_attempt_id === null ? result === prior.certificate_id : isOpen(attempt);
  const isStated = (resolutions.get(orderId) ?? []).some(
    (entry) => entry.attemptId === attemptId && entry.certificateId !== result && !leftOver.includes(entry),
  );
  return !isAsStored && isStated ? attempt : undefined;
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
