import type { CallbackCode } from "../contract/index.ts";
import { successCode } from "../contract/index.ts";

/**
 * What the service's specification leaves open, settled here and nowhere else. None of it is known about the real
 * service. A program that relies on one of these choices relies on the sandbox, so each can be changed by an option and
 * the client is tested against several of them.
 */
export interface Answers {
  /** HTTP status of a refusal. */
  status(code: ServiceCode): number;
  /** The word that a refusal carries, which is the code itself unless renamed. */
  word(code: ServiceCode): string;
  /** JSON body of a refusal; undefined for none. */
  refusalBody(word: string, message: string): unknown;
  /** JSON body of a callback test that passed; undefined for none. */
  callbackTestBody(): unknown;
  /** How an answer that asks for patience says how long. */
  readonly retryAfter: "seconds" | "date" | "none";
  /** What `X-CC-Callback-Auth` carries. */
  callbackAuth(accessKey: string): string;
  /** What becomes of the alternative names of the current certificate when a reissue leaves `dns_names` out. */
  readonly omittedDnsNames: "kept" | "removed";
}

/**
 * Codes that the specification does not give: those of the reissue, and those of any HTTP service. With each goes the
 * status that it is answered with.
 */
const ownCodes = {
  /** One of the two authentication headers is missing or wrong. */
  unauthorized: 401,
  /** No such path. */
  not_found: 404,
  method_not_allowed: 405,
  /** The body is larger than any request needs to be. */
  request_too_large: 413,
  /** The Host header names something else than the sandbox. */
  misdirected_request: 421,
  /** The sandbox itself failed. */
  internal_error: 500,
  /** An ordered fault answers before anything is done. */
  service_unavailable: 503,

  order_not_found: 404,
  certificate_required: 400,
  sign_hash_required: 400,
  common_name_required: 400,
  csr_required: 400,
  /** A private key where the signing request belongs. */
  csr_is_private_key: 400,
  /** `csr_from` asks for a cloud-held key, and the order has none. */
  cloud_key_not_available: 400,
  sign_key_pin_required: 400,
  sign_key_pin_wrong: 403,
  dns_names_not_changeable: 400,
  domain_removal_not_acknowledged: 409,
  revocation_not_acknowledged: 409,
  dcv_scope_not_supported: 400,
} as const satisfies Record<string, number>;

const callbackStatuses = {
  request_too_fast: 429,
  invalid_parameters: 400,
  invalid_callback_url: 400,
  callback_url_not_https: 400,
  callback_not_configured: 400,
  callback_send_error: 400,
  callback_response_not_200: 400,
  callback_private_domain: 400,
  permission_denied: 403,
} as const satisfies Record<CallbackCode, number>;

/** @useDeclaredType */
export type ServiceCode = CallbackCode | keyof typeof ownCodes;

const statuses: Readonly<Record<ServiceCode, number>> = { ...callbackStatuses, ...ownCodes };

export const defaultAnswers: Answers = {
  status: (code) => statuses[code],
  word: (code) => code,
  refusalBody: (code, message) => ({ code, message }),
  callbackTestBody: () => ({ code: successCode }),
  retryAfter: "seconds",
  callbackAuth: (accessKey) => accessKey,
  omittedDnsNames: "kept",
};

/** Other services' habits, to try a client's tolerance with. Each lists only what differs from the default. */
export const answerPresets = {
  /** As above. */
  plain: {},
  /** HTTP 200 for everything that reached the service; only the code tells. */
  "always-200": {
    status: () => 200,
    refusalBody: (code, msg) => ({ data: null, code, msg }),
    callbackTestBody: () => ({ data: null, code: successCode, msg: "ok" }),
    retryAfter: "none",
  },
  /** The code one level down. */
  nested: {
    refusalBody: (code, message) => ({ error: { code, message } }),
    callbackTestBody: () => ({ data: { result: true }, code: successCode }),
    retryAfter: "date",
  },
  /** A list of errors under status 422, and nothing at all when a callback test passes. */
  list: {
    status: (code) => (statuses[code] === 400 ? 422 : statuses[code]),
    refusalBody: (code, detail) => ({ errors: [{ code, detail }] }),
    callbackTestBody: () => undefined,
  },
  /** Only a status, not a word. */
  mute: { refusalBody: () => undefined, callbackTestBody: () => ({}), retryAfter: "none" },
  /** Codes that no documentation has. */
  "strange-words": { word: (code) => `E_${code.toUpperCase()}` },
} as const satisfies Record<string, Partial<Answers>>;

export type AnswerPreset = keyof typeof answerPresets;

/** Something the service says no to. */
export interface ServiceRefusal {
  readonly code: ServiceCode;
  /** For people. Never contains a value of the request. */
  readonly message: string;
  /** How long to wait before asking again. */
  readonly retryAfterMs?: number | undefined;
}

/** An answer as it will go on the wire. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The word for people who read along. */
  readonly code: string;
  readonly certificateId?: string | undefined;
}

export function successAnswer(body: unknown, certificateId?: string): ServiceAnswer {
  return { ...json(200, body), code: successCode, certificateId };
}

export function refusalAnswer(answers: Answers, refusal: ServiceRefusal, now: Date): ServiceAnswer {
  const { code, message, retryAfterMs } = refusal;
  const word = answers.word(code);
  const answer = json(answers.status(code), answers.refusalBody(word, message));
  const wait = retryAfterMs === undefined ? {} : retryAfterHeader(answers, retryAfterMs, now);
  return { ...answer, headers: { ...answer.headers, ...wait }, code: word };
}

function json(status: number, body: unknown): Pick<ServiceAnswer, "status" | "headers" | "body"> {
  return body === undefined
    ? { status, headers: {}, body: "" }
    : { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

function retryAfterHeader(answers: Answers, waitMs: number, now: Date): Record<string, string> {
  switch (answers.retryAfter) {
    case "none":
      return {};
    case "seconds":
      return { "retry-after": String(Math.ceil(waitMs / 1000)) };
    case "date":
      return { "retry-after": new Date(now.getTime() + waitMs + 999).toUTCString() };
  }
}
