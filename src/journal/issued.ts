import { setTimeout as sleep } from "node:timers/promises";
import { startTimer } from "../waiting.ts";
import type { IssuedCertificate, OrderHistory } from "./attempt.ts";
import { findEvidence } from "./evidence.ts";
import { isOpen, latestAttempt } from "./rules.ts";

/** What a wait for a callback came to. */
export type WaitResult =
  | { readonly kind: "issued"; readonly callback: IssuedCertificate }
  | { readonly kind: "timed-out" }
  /** The journal has no reissue of this order that may be issued. */
  | { readonly kind: "no-reissue" };

/** What to wait for, and how long. */
export interface WaitOptions {
  /** The order that was reissued. */
  readonly orderId: string;
  /** Default: the certificate of the order's open attempt, else its latest one. */
  readonly certificateId?: string | undefined;
  /** How long to wait at most. */
  readonly timeoutMs: number;
  /** Ends the wait: it throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

const pollIntervalMs = 1_000;

/** Reads the order's log again and again. */
export async function waitUntilIssued(
  read: (orderId: string) => Promise<OrderHistory>,
  { orderId, certificateId, timeoutMs, signal }: WaitOptions,
): Promise<WaitResult> {
  signal?.throwIfAborted();
  const { promise: timedOut, resolve, reject } = Promise.withResolvers<WaitResult>();
  const stopTimer = startTimer(timeoutMs, () => resolve({ kind: "timed-out" }));
  const onAbort = () => reject(signal?.reason);
  signal?.addEventListener("abort", onAbort);
  let failure: unknown;
  const look = async () => {
    try {
      const history = await read(orderId);
      failure = undefined;
      return findResult(history, certificateId);
    } catch (error) {
      // A store may come back before the time is over.
      failure = error;
      return undefined;
    }
  };
  try {
    for (;;) {
      // The timer of the wait keeps the process alive.
      const pause = () => sleep(pollIntervalMs, undefined, { ref: false });
      const result = (await Promise.race([look(), timedOut])) ?? (await Promise.race([pause(), timedOut]));
      if (result?.kind === "timed-out" && failure !== undefined) throw failure;
      if (result) return result;
    }
  } finally {
    stopTimer();
    signal?.removeEventListener("abort", onAbort);
  }
}

function findResult(history: OrderHistory, certificateId: string | undefined): WaitResult | undefined {
  const callback = findCallback(history, certificateId);
  if (callback) return { kind: "issued", callback };
  const isVoid = history.attempts.every(({ status }) => status === "void");
  return isVoid ? { kind: "no-reissue" } : undefined;
}

function findCallback(
  { attempts, issued }: OrderHistory,
  certificateId: string | undefined,
): IssuedCertificate | undefined {
  const open = certificateId === undefined ? attempts.find(isOpen) : undefined;
  if (open) {
    const evidence = findEvidence(open, attempts);
    return evidence.length === 1 ? evidence[0] : undefined;
  }
  const wanted = certificateId ?? latestAttempt(attempts)?.certificateId;
  return issued.find((callback) => callback.certificateId === wanted);
}
