import type { CallbackVerdict, ReissueRequest } from "../contract/index.ts";
import type { Attempt, OrderIntent, OrderSnapshot } from "../journal/index.ts";
import type { ClientEvent } from "./options.ts";

/** Options of both operations. */
export interface CallOptions {
  /** Ends the call wherever it is. A request that was sent by then has an unknown outcome. */
  readonly signal?: AbortSignal | undefined;
  /** Ends connecting, waiting and retrying, but never a request that was sent: its answer is awaited. */
  readonly stopSignal?: AbortSignal | undefined;
  /** Called for each thing that happens in this call. Default: the client's `onEvent`. */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
}

/** Options of a reissue. */
export interface ReissueOptions extends CallOptions {
  /**
   * With a journal, this or `maxAgeMs` is needed. A key that led to a certificate is never sent again: the call returns that
   * certificate, or throws `idempotency_key_used` if the request differs or the order has a newer one. After `rejected` or
   * `not-sent`, the same key may be used again. Use a ticket or a commit, never a time.
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * A renewal: reissue if the order's latest certificate is older than this, at least a day. If it is younger, the call returns it,
   * or throws `recently_reissued` if another request made it.
   */
  readonly maxAgeMs?: number | undefined;
  /** Reasons for this reissue beside its request. They are part of the request digest. */
  readonly triggers?: Readonly<Record<string, string>> | undefined;
  /** The latest attempt of the order, to reissue once more on top of it. */
  readonly supersede?: string | undefined;
  /**
   * Test the account's saved callback right before the reissue is sent, and send it only if the test passes. Else a
   * `CallbackRequiredError` has the verdict. Reissues of one client share a verdict for up to a minute. Default: false.
   */
  readonly requireCallback?: boolean | undefined;
}

/** Options of a reissue with a journal: exactly one way to ask. */
export type AskedReissueOptions = ReissueOptions &
  (
    | { readonly idempotencyKey: string; readonly maxAgeMs?: undefined }
    | { readonly idempotencyKey?: undefined; readonly maxAgeMs: number }
  );

/** Options of a callback test that the other interfaces pass. @internal */
export interface SendTestOptions extends CallOptions {
  /** Time for this call. Default: the client's. */
  readonly timeoutMs?: number | undefined;
  /** Waits for as long as a rate limit lasts, whatever `maxTries` is. */
  readonly waitsOutRateLimits?: boolean | undefined;
}

/** What is known about a certificate that is imported. What is left out equals nothing. */
export interface ImportOptions {
  /** The request that made it. */
  readonly request?: ReissueRequest | undefined;
  /** The triggers of that request. */
  readonly triggers?: Readonly<Record<string, string>> | undefined;
  /** When it was issued: a day such as `2026-11-01`, or a time in RFC 3339. `maxAgeMs` counts from it. */
  readonly issuedAt?: string | undefined;
  /** The journal has another latest certificate, and this one is newer. */
  readonly asLatest?: boolean | undefined;
  /** The order was reissued after this certificate, and it is the one to use again. */
  readonly bringsBack?: boolean | undefined;
  /** An earlier import stated a wrong request, and `request` is the right one. */
  readonly corrects?: boolean | undefined;
}

/** Options that the other interfaces pass. @internal */
export interface SendOptions extends ReissueOptions {
  /**
   * What the interface knows about the order, and whether it forces one more reissue. Default: the caller knows the
   * latest attempt at the start of the call, and forces one more.
   */
  readonly intent?:
    | Partial<Pick<OrderIntent, "knownLatest" | "force" | "records" | "resolutions" | "imported">>
    | undefined;
  /** The order's snapshot, if this call has read it already. */
  readonly snapshot?: OrderSnapshot | undefined;
  /** Called if the journal allows the reissue, before anything is recorded or sent. Throws if the person says no. */
  readonly confirm?: ((latest: Attempt | undefined) => Promise<void>) | undefined;
  /** Called before each try but the first. Must return when the signal fires. The call then ends with the error of its last try. */
  readonly beforeRetry?: ((signal: AbortSignal) => Promise<void>) | undefined;
}

/** A reissue that succeeded, now or earlier. */
export interface ReissueResult {
  readonly outcome: "done";
  /** The order that was reissued. */
  readonly orderId: string;
  /** The new certificate, or the one that an earlier attempt made. */
  readonly certificateId: string;
  /** The attempt's id in the journal. Undefined without a journal. */
  readonly attemptId: string | undefined;
  /** Nothing was sent: an earlier attempt made the certificate. */
  readonly alreadyDone: boolean;
  /** The attempt that made the certificate, if nothing was sent. */
  readonly earlierAttempt: Attempt | undefined;
  /** If nothing was sent for a key: a key for one more reissue, which was not used yet. */
  readonly unusedKey: string | undefined;
  /** The status of the answer. Undefined if nothing was sent. */
  readonly httpStatus: number | undefined;
  /** How often the request was tried; 0 if nothing was sent. */
  readonly tries: number;
}

/** The callback answered 200. */
export interface CallbackTestResult {
  readonly outcome: "done";
  readonly verdict: Extract<CallbackVerdict, "pass">;
  /** What the service's answer says: it may be empty. */
  readonly message: string;
  /** The status of the service's answer. */
  readonly httpStatus: number;
  /** How often the request was tried. */
  readonly tries: number;
  /** The time for the whole call, retries included. */
  readonly durationMs: number;
}

/** The result of a reissue that needs no request: this attempt made its certificate. */
export function resultOfEarlier(attempt: Attempt, unusedKey?: string): ReissueResult {
  const { orderId, certificateId = "", attemptId } = attempt;
  const unsent = { alreadyDone: true, earlierAttempt: attempt, unusedKey, httpStatus: undefined, tries: 0 };
  return { outcome: "done", orderId, certificateId, attemptId, ...unsent };
}

/** The result of a reissue that was sent now. */
export function resultOfSent(
  orderId: string,
  sent: { readonly certificateId: string; readonly status: number; readonly tries: number },
  attemptId?: string,
): ReissueResult {
  const { certificateId, status: httpStatus, tries } = sent;
  const sentNow = { alreadyDone: false, earlierAttempt: undefined, unusedKey: undefined };
  return { outcome: "done", orderId, certificateId, attemptId, ...sentNow, httpStatus, tries };
}
