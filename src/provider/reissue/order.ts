import type { Resolution } from "../../contract/index.ts";
import type {
  Attempt,
  ImportStatement,
  KnownLatest,
  OrderHistory,
  OrderSnapshot,
  StateRecord,
} from "../../journal/index.ts";
import { importedAttemptId, isOpen, knowing, knowingNothing, mergeHistory } from "../../journal/index.ts";
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
  { certificate_id, certificate_history, issued_at }: ReissueState,
  request: ImportedRequest = {},
) {
  return {
    ...request,
    certificateId: String(certificate_id),
    previous: certificate_history?.[0],
    issuedAt: issued_at ?? undefined,
  };
}

export function gatherKnowledge(provider: ProviderData, orderId: string, state: ReissueState | null) {
  const own = state && state.last_outcome !== "imported" ? [provider.run.toRecord(state)] : [];
  return {
    resolutions: provider.resolutions.get(orderId) ?? [],
    records: [...own, ...storedRecords(provider, orderId, state)],
  };
}

/** What stored objects know. An import that is not adopted yet is a statement about the order, and no record of it. */
export function storedRecords(
  { run }: ProviderData,
  orderId: string,
  state: ReissueState | null,
): readonly StateRecord[] {
  if (state?.last_outcome !== "imported") return run.records(orderId);
  const imported = importedAttemptId(orderId, String(state.certificate_id));
  return run.records(orderId).map(({ attempts, earlier }) => ({
    attempts: attempts.filter(({ attemptId }) => attemptId !== imported),
    earlier,
  }));
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
 * The attempt that an entry of `resolve` would overwrite unseen: by now it has another result than in the state that this plan was made
 * from. A refresh brings that result into the state, and the next plan shows it.
 */
export function findOvertaken(
  prior: ReissueState,
  { resolutions }: ProviderData,
  { orderId, inJournal, leftOver }: OrderSnapshot,
): Attempt | undefined {
  const record = toStateRecord(prior);
  const entries = (resolutions.get(orderId) ?? []).filter((entry) => !leftOver.includes(entry));
  return mergeHistory(inJournal, [record]).attempts.find((attempt) => {
    const stored = record.attempts.find(({ attemptId }) => attemptId === attempt.attemptId);
    const entry = entries.find(({ attemptId }) => attemptId === attempt.attemptId);
    if (!stored || !entry || isOpen(attempt)) return false;
    const result = findResult(attempt);
    return result !== findResult(stored) && result !== entry.certificateId;
  });
}

/** The certificate that an attempt made. Null: it made none. Undefined: that is not known. */
function findResult({ status, certificateId }: Attempt): string | null | undefined {
  return status === "void" ? null : status === "succeeded" ? certificateId : undefined;
}

/** The entries of `resolve` that an apply has to write: the journal does not have them, or only the state has their result. */
export function findUnwrittenResolutions(
  provider: ProviderData,
  { orderId, inJournal, merged, resolutions }: OrderSnapshot,
): readonly Resolution[] {
  const find = (attempts: readonly Attempt[], id: string) =>
    attempts.find(({ attemptId }) => attemptId === id);
  return (provider.resolutions.get(orderId) ?? []).filter((entry) => {
    if (resolutions.includes(entry)) return true;
    const [before, now] = [find(inJournal, entry.attemptId), find(merged, entry.attemptId)];
    return before && now && isOpen(before) && findResult(now) === entry.certificateId;
  });
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
