import { parseDuration } from "../../contract/index.ts";
import type { OrderHistory, WaitResult } from "../../journal/index.ts";
import { findCallback } from "../../journal/index.ts";
import type { ApplyAnswer, Diagnostic, PlanAnswer, Planned } from "../../plugin/index.ts";
import { UNKNOWN, warning } from "../../plugin/index.ts";
import { codedError } from "../diagnostics.ts";
import type { ProviderData } from "../provider-data.ts";
import type { Reissue, ReissueState } from "./schema.ts";

// `wait_until_issued` and `issued_event_at`: the callback about the certificate.

/** Plans `issued_event_at`, when the rest is planned. A certificate without a callback shows as a change: the apply waits. */
export async function planIssued(
  provider: ProviderData,
  prior: ReissueState | null,
  { wait_until_issued: wait }: Planned<Reissue>,
  answer: PlanAnswer<Reissue> & { readonly diagnostics: readonly Diagnostic[] },
): Promise<typeof answer> {
  const { planned, diagnostics } = answer;
  if (!planned) return answer;
  const isSame = prior !== null && planned.certificate_id === prior.certificate_id;
  const known = isSame ? prior.issued_event_at : null;
  const isAwaited = wait !== null && known === null && planned.certificate_id !== null;
  // An unreadable journal does not stop a plan without changes.
  const checked = isAwaited ? await checkReceiver(provider).catch(() => undefined) : undefined;
  const isWaitPlanned = checked !== undefined;
  return {
    ...answer,
    planned: { ...planned, issued_event_at: isWaitPlanned ? UNKNOWN : known },
    diagnostics: [...diagnostics, ...(checked ?? [])],
  };
}

/** Without a receiver, a wait could not end. */
async function checkReceiver({ journal, isRecorded, run }: ProviderData): Promise<Diagnostic[]> {
  if (!run.markSeen("receiver")) return [];
  if (isRecorded && (await journal.callbacks.receivers()).length > 0) return [];
  const why = isRecorded ? `${journal.title} has no receiver` : "There is no journal";
  return [
    codedError(
      "no_receiver",
      "No receiver writes to the journal",
      `${why}, so the callback that wait_until_issued waits for would never be recorded. Start certorder receive with the same journal, or remove wait_until_issued.`,
      "wait_until_issued",
    ),
  ];
}

/** Waits after an apply. The certificate is in the state whatever comes. */
export async function waitUntilIssued(
  { journal }: ProviderData,
  wait: unknown,
  answer: ApplyAnswer<Reissue>,
  signal: AbortSignal,
): Promise<ApplyAnswer<Reissue>> {
  const { state, diagnostics = [] } = answer;
  if (!state || typeof state.certificate_id !== "string" || state.open_attempt_id !== null) return answer;
  const timeoutMs = typeof wait === "string" ? parseDuration(wait) : undefined;
  if (timeoutMs === undefined || state.issued_event_at) return answer;
  const { order_id: orderId, certificate_id: certificateId } = state;
  const waited = await journal.callbacks
    .waitUntilIssued({ orderId: String(orderId), certificateId, timeoutMs, signal })
    .catch((failure: Error) => (signal.aborted ? interrupted : failure));
  if (!(waited instanceof Error) && waited.kind === "issued")
    return { ...answer, state: { ...state, issued_event_at: waited.callback.at } };
  const late = warning(
    `Order ${orderId}: the certificate is not known to be issued`,
    `Certificate ${certificateId} was reissued, and it is in the state. ${explainWait(waited, wait)} The next apply waits again.`,
  );
  return { ...answer, diagnostics: [...diagnostics, late] };
}

const interrupted = new Error("The wait was interrupted.");

function explainWait(waited: Error | WaitResult, wait: unknown): string {
  if (waited instanceof Error) return waited.message;
  return waited.kind === "no-reissue"
    ? "The journal has no reissue of this order, so a callback about it is not recorded."
    : `No callback about it came within ${wait}.`;
}

/** The callback about the stored certificate, if there is one by now. */
export async function findIssuedEvent(
  { order_id, certificate_id, issued_event_at }: ReissueState,
  { attempts }: OrderHistory,
  { journal }: ProviderData,
): Promise<string | null> {
  if (certificate_id === null || issued_event_at !== null) return issued_event_at;
  const { issued } = await journal.callbacks.read(String(order_id));
  return findCallback(attempts, issued, certificate_id)?.at ?? null;
}
