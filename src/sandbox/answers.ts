import { type CallbackCode, successCode } from "../contract/index.ts";

/**
 * Everything that the service's specification leaves open. The real service may differ. A program that relies on one
 * of these choices relies on the sandbox, so an option can change each of them, and the client is tested with
 * several.
 */
export interface Answers {
  /** HTTP status of a refusal. */
  status(code: ServiceCode): number;
  /** The code in a refusal, unless renamed. */
  word(code: ServiceCode): string;
  /** JSON body of a refusal; undefined for none. */
  refusalBody(word: string, message: string): unknown;
  /** JSON body of a callback test that passed; undefined for none. */
  callbackTestBody(): unknown;
  /** The form of Retry-After. */
  readonly retryAfter: "seconds" | "date" | "none";
  /** What `X-CC-Callback-Auth` carries. */
  callbackAuth(accessKey: string): string;
  /** What happens to the alternative names of the current certificate if a reissue leaves `dns_names` out. */
  readonly omittedDnsNames: "kept" | "removed";
}

/** Codes that the specification does not define, with their HTTP status: those of the reissue, and those of any HTTP service. */
const ownCodes = {
  /** One of the two authentication headers is missing or wrong. */
  unauthorized: 401,
  /** No such path. */
  not_found: 404,
  method_not_allowed: 405,
  /** The body is too large. */
  request_too_large: 413,
  /** The Host header does not name the sandbox. */
  misdirected_request: 421,
  /** The sandbox itself failed. */
  internal_error: 500,
  /** A fault was set up that answers before the request is carried out. */
  service_unavailable: 503,

  order_not_found: 404,
  certificate_required: 400,
  sign_hash_required: 400,
  common_name_required: 400,
  csr_required: 400,
  /** The CSR is a private key. */
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

/** Written out in the API reference. @inline */
type OwnCode = keyof typeof ownCodes;

/** A code that the service answers with. */
export type ServiceCode = CallbackCode | OwnCode;

const statuses: Readonly<Record<ServiceCode, number>> = { ...callbackStatuses, ...ownCodes };

/** How the sandbox answers unless you say otherwise. */
export const defaultAnswers: Answers = {
  status: (code) => statuses[code],
  word: (code) => code,
  refusalBody: (code, message) => ({ code, message }),
  callbackTestBody: () => ({ code: successCode }),
  retryAfter: "seconds",
  callbackAuth: (accessKey) => accessKey,
  omittedDnsNames: "kept",
};

/** Habits of other services, to test a client's tolerance. Each lists what differs from the default. */
export const answerPresets = {
  plain: {},
  /** HTTP 200 for every answer; only the code differs. */
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
  /** Only a status, no body. */
  mute: { refusalBody: () => undefined, callbackTestBody: () => ({}), retryAfter: "none" },
  /** Codes that are not documented. */
  "strange-words": { word: (code) => `E_${code.toUpperCase()}` },
} as const satisfies Record<string, Partial<Answers>>;

/** The name of a preset of answers. @useDeclaredType */
export type AnswerPreset = keyof typeof answerPresets;

export interface ServiceRefusal {
  readonly code: ServiceCode;
  /** For people. Never contains a value of the request. */
  readonly message: string;
  /** How long to wait before asking again. */
  readonly retryAfterMs?: number | undefined;
}

export function refusal(code: ServiceCode, message: string): ServiceRefusal {
  return { code, message };
}

export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The code and, of a refusal, the message, for the log. */
  readonly code: string;
  readonly message?: string;
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
  return { ...answer, headers: { ...answer.headers, ...wait }, code: word, message };
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
