import type { FailureReason, Operation, Outcome } from "../contract/index.ts";
import {
  describePass,
  failures,
  isCallbackCode,
  isSuccess,
  parseJson,
  reissueOperation,
  successCode,
} from "../contract/index.ts";
import { redactor } from "./redact.ts";
import type { Exchange } from "./transport.ts";

/** What an exchange means for the request. */
export type Classified =
  | {
      readonly outcome: "done";
      readonly kind: "reissued";
      readonly status: number;
      readonly certificateId: string;
    }
  | {
      readonly outcome: "done";
      readonly kind: "callback-passed";
      readonly status: number;
      readonly message: string;
    }
  | {
      readonly outcome: Exclude<Outcome, "done">;
      /** The service's code, else our own, else `http_STATUS`. */
      readonly code: string;
      /** The code is ours: why no answer came, or none that could be used. */
      readonly reason: FailureReason | undefined;
      readonly status: number | undefined;
      readonly isRateLimited: boolean;
      /** The service's message, not yet cleaned for display. */
      readonly serviceMessage: string;
      readonly detail: string;
      /** The certificate in an answer that does not say clearly whether the reissue happened. */
      readonly certificateId?: string | undefined;
    };

/** Text in an answer that announces success. */
const announcement = new RegExp(`"code"\\s*:\\s*"${successCode}"|"certificate"\\s*:`, "i");
/** Statuses of a 4xx answer after which the request may still have been, or be, carried out. */
const undecided: ReadonlySet<number> = new Set([408, 425, 499]);

/** Decides the outcome of a request. An echoed secret in the place of the certificate id is not an id. */
export function classify(
  operation: Operation,
  exchange: Exchange,
  secretsSent: () => readonly string[] = () => [],
): Classified {
  if (!exchange.hasResponse) {
    const { reason, detail, sent } = exchange;
    return unanswered(sent ? "unknown" : "not-sent", reason, { detail });
  }
  const { status, body, broken } = exchange;
  const isReissue = operation.name === reissueOperation.name;
  const answer = broken ? undefined : parseObject(body);
  const code = answer && findCode(answer);
  const certificateId = isReissue && answer ? readCertificateId(answer, secretsSent) : undefined;
  const serviceMessage = (answer && findMessage(answer)) ?? body;
  // A portal's page has status 200 too, and so may an answer that breaks off before it says what happened.
  const isAnnounced = isReissue && announcement.test(body);
  const ours = (reason: FailureReason) =>
    unanswered(isAnnounced ? "done-unread" : "unknown", reason, { status, serviceMessage });

  // Only a 200 announces that a reissue is done. Another 2xx, such as "accepted", leaves it open.
  if (status === 200 || (!isReissue && status >= 200 && status <= 299)) {
    if (broken) return ours(broken);
    const message = isReissue ? undefined : describePass(body, exchange.header("content-type"));
    if (message !== undefined) return { outcome: "done", kind: "callback-passed", status, message };
    // If the answer has a certificate id, only its top-level code can contradict it. A nested code is about something else.
    const verdict = certificateId !== undefined ? answer && findCode(answer, 1) : code;
    if (verdict !== undefined && !isSuccess(verdict))
      // A refusal has no data. An answer with data may come from a reissue that happened.
      return failed(isReissue && answer && hasData(answer) ? "unknown" : "rejected", verdict, {
        status,
        serviceMessage,
        certificateId,
      });
    // Quotes the whole answer: any part of it may be the one that matters.
    if (!isReissue) return unanswered("unknown", "response-unreadable", { status, serviceMessage: body });
    if (certificateId !== undefined) return { outcome: "done", kind: "reissued", status, certificateId };
    return ours(answer && isAnnounced ? "certificate-id-missing" : "response-unreadable");
  }

  const word = code === undefined || isSuccess(code) ? undefined : code;
  const refused = status >= 400 && status <= 499 && !undecided.has(status);
  // A callback test that failed may have any status, if its code is a known one. Another code of a service that is down says nothing
  // about the callback, and a reissue that failed inside the service may still have happened.
  const saysWhy = !isReissue && status >= 400 && isCallbackCode(word ?? "");
  return failed(refused || saysWhy ? "rejected" : "unknown", word ?? `http_${status}`, {
    status,
    serviceMessage,
    certificateId,
  });
}

/** No answer came, or none that could be used. */
function unanswered(
  outcome: Exclude<Outcome, "done">,
  reason: FailureReason,
  rest: { status?: number; serviceMessage?: string; detail?: string },
): Classified {
  return failed(outcome, failures[reason].code, { ...rest, reason });
}

function failed(
  outcome: Exclude<Outcome, "done">,
  code: string,
  rest: {
    status?: number;
    serviceMessage?: string;
    detail?: string;
    certificateId?: string | undefined;
    reason?: FailureReason;
  },
): Classified {
  const isRateLimited = outcome === "rejected" && (rest.status === 429 || code === "request_too_fast");
  return {
    outcome,
    code,
    reason: rest.reason,
    status: rest.status,
    isRateLimited,
    serviceMessage: rest.serviceMessage ?? "",
    detail: rest.detail ?? "",
    // A refused request made no certificate, even if the answer names one.
    certificateId: outcome === "unknown" ? rest.certificateId : undefined,
  };
}

function parseObject(body: string): object | undefined {
  const value = parseJson(body);
  return typeof value === "object" && value !== null ? value : undefined;
}

/** Ids and codes are printed, stored and put into URLs, so only printable ASCII is accepted. */
const plainWord = /^[\x21-\x7e]{1,256}$/;

/** The outermost `code`: the specification does not define the shape of an error answer. */
function findCode(answer: object, deepest = 4): string | undefined {
  let level: object[] = [answer];
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    for (const { code } of level as { code?: unknown }[])
      if (typeof code === "string" && plainWord.test(code)) return code;
    level = level
      .flatMap((value) => Object.values(value))
      .filter((value) => typeof value === "object" && value !== null);
  }
  return undefined;
}

/** The message for people, from one of the usual members. */
function findMessage(answer: object, deepest = 2): string | undefined {
  const { message, msg, error } = answer as Record<string, unknown>;
  const inner =
    deepest > 1 && typeof error === "object" && error !== null ? findMessage(error, deepest - 1) : undefined;
  return [message, msg, inner].find((text) => typeof text === "string" && text !== "") as string | undefined;
}

/** Whether the answer has `data` that is not empty. */
function hasData(answer: object): boolean {
  const { data } = answer as { data?: unknown };
  if (data === undefined || data === null || data === "") return false;
  return typeof data !== "object" || Object.keys(data).length > 0;
}

/** A secret shorter than this may be part of an id by chance. */
const tellingLength = 8;

function readCertificateId(answer: object, secretsSent: () => readonly string[]): string | undefined {
  const id = (answer as { data?: { certificate?: { id?: unknown } | null } | null }).data?.certificate?.id;
  if (typeof id !== "string" || !plainWord.test(id)) return undefined;
  const redact = redactor(secretsSent().filter((secret) => secret.length >= tellingLength));
  return redact(id) === id ? id : undefined;
}
