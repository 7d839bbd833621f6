import type { CertOrderError, KnownCode, Operation, Text, Values } from "../contract/index.ts";
import {
  callbackCodes,
  callbackTestOperation,
  failures,
  fieldRef,
  isCallbackCode,
  isEndedHere,
  NotSentError,
  outcomes,
  text,
  waysToResolve,
} from "../contract/index.ts";
import type { Classified } from "./classify.ts";
import { DoneUnreadError, RejectedError, UnknownOutcomeError } from "./errors.ts";
import type { Redact } from "./redact.ts";
import { presentable } from "./redact.ts";

export type Failed = Exclude<Classified, { outcome: "done" }>;

/** The operation as it appears in a sentence. */
export function describeOperation(operation: Operation, values: Values): string {
  return operation.name === callbackTestOperation.name
    ? "The callback test"
    : `The reissue of order ${values.order_id}`;
}

/** The error for a failed request: what happened, why, what is known about its effect, and what to do. */
export function toError(
  failed: Failed,
  context: {
    readonly subject: string;
    readonly operation: Operation;
    readonly tries: number;
    readonly retryAfterMs: number | undefined;
    readonly attemptId: string | undefined;
    readonly orderId: string;
    readonly redact: Redact;
  },
): CertOrderError {
  const { subject, operation, tries, retryAfterMs, attemptId, orderId, redact } = context;
  const isTest = operation.name === callbackTestOperation.name;
  const { reason } = failed;
  // Our own codes are not redacted: a secret such as 404 must not hide http_404.
  const isOurWord = reason !== undefined || failed.code === `http_${failed.status}`;
  const code = isOurWord ? failed.code : presentable(failed.code, redact);
  // A page of another server has no code of the service.
  const isElsewhere =
    failed.code === `http_${failed.status}` && /^(3..|404|405)$/.test(String(failed.status));
  const own = reason && failures[reason];
  const remedy = isElsewhere ? failures["response-unreadable"].remedy : own?.remedy;
  const known = isTest && isCallbackCode(code) ? callbackCodes[code] : undefined;
  // A callback test has two answers, that of the callback and that of the service. This is the service's.
  const from = isTest ? "the service answered " : "";
  const status = failed.status === undefined ? "" : ` (${from}HTTP ${failed.status})`;
  const message = presentable(failed.serviceMessage, redact);
  const quoted = message === "" ? "" : ` The service said: ${message}`;
  const seconds = Math.ceil((retryAfterMs ?? 0) / 1000);
  const wait =
    seconds === 0 ? "" : ` The service asks to wait ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  // An answer without a message is quoted as a whole. Beside a known code it says nothing more.
  const isWholeAnswer = /^[[{]/.test(message);
  const named =
    failed.certificateId === undefined ? "" : ` The answer names certificate ${failed.certificateId}.`;
  const because = own ? `${own.what}${failed.detail && ` (${presentable(failed.detail, redact)})`}` : code;
  const details = { code, failure: reason, httpStatus: failed.status, tries };
  // Without a journal there is nothing to resolve.
  const resolve = (happened: boolean) =>
    attemptId === undefined
      ? []
      : waysToResolve({ attemptId, orderId, happened, certificateId: failed.certificateId });

  switch (failed.outcome) {
    case "not-sent":
      return new NotSentError(`${subject} was not sent: ${because}.`, {
        ...details,
        code: code as KnownCode,
        remedy: remedy ?? outcomes["not-sent"].next,
      });
    case "rejected":
      return new RejectedError(
        known
          ? `${subject} ${known.verdict === "fail" ? "failed" : "was refused"}: ${code}. ${known.cause}${wait}${isWholeAnswer ? "" : quoted}`
          : `${subject} was refused: ${code}${status}.${wait}${quoted}`,
        {
          ...details,
          retryAfterMs,
          isRateLimited: failed.isRateLimited,
          remedy: known?.remedy ?? remedy ?? refusalRemedy(failed),
        },
      );
    case "unknown":
      return new UnknownOutcomeError(
        `${subject} was sent, and its outcome is unknown: ${because}${status}.${named}${quoted}`,
        {
          ...details,
          attemptId,
          certificateId: failed.certificateId,
          remedy: isTest
            ? text`${failed.status === undefined ? "Run" : remedy ? text`${remedy} Then run` : "Wait, then run"} the test again.`
            : // A reissue that may have happened must not be run again.
              text`${remedy && failed.status !== undefined && !isEndedHere(reason) ? text`${remedy} ` : ""}${outcomes.unknown.next}`,
          waysOut: isTest ? [] : resolve(false),
        },
      );
    case "done-unread":
      return new DoneUnreadError(
        `${subject} was carried out, but its answer is lost: ${because}${status}.${quoted}`,
        {
          ...details,
          attemptId,
          remedy: outcomes["done-unread"].next,
          waysOut: resolve(true),
        },
      );
  }
}

function refusalRemedy({ isRateLimited, status }: Failed): Text {
  if (isRateLimited) return "Wait, then run it again.";
  const isKeyRefused = status === 401 || status === 403;
  return isKeyRefused
    ? text`Check ${fieldRef("key_id")} and ${fieldRef("auth_key")}, and what this key may do. Then run it again.`
    : outcomes.rejected.next;
}
