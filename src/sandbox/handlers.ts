import type { Operation } from "../contract/index.ts";
import {
  callbackTestOperation,
  isAbsent,
  isRecord,
  parseJson,
  reissueOperation,
  successCode,
} from "../contract/index.ts";
import { type Account, hasKey, mayTestCallbacks } from "./accounts.ts";
import {
  type Answers,
  refusal,
  refusalAnswer,
  type ServiceAnswer,
  type ServiceRefusal,
  successAnswer,
} from "./answers.ts";
import { testCallback } from "./callback-test.ts";
import type { Clock } from "./clock.ts";
import type { Issuer } from "./issuing.ts";
import { decodeSegment } from "./paths.ts";
import type { RateLimit } from "./rate-limit.ts";
import { decideReissue } from "./reissue.ts";
import { readBody } from "./request-body.ts";
import type { CallbackSender } from "./send-callback.ts";
import type { Store } from "./store.ts";

export interface Service {
  readonly store: Store;
  readonly answers: Answers;
  /** By operation. */
  readonly rateLimits: { readonly [operation in Route["operation"]]: RateLimit | undefined };
  readonly sender: CallbackSender;
  readonly issuer: Issuer;
  readonly clock: Clock;
}

/** A request of a known operation, with its whole body. */
export interface Call {
  readonly route: Route;
  readonly keyId: string | undefined;
  readonly authKey: string | undefined;
  readonly contentType: string | undefined;
  readonly body: Buffer;
}

export type Route =
  | { readonly operation: "reissue"; readonly orderId: string }
  | { readonly operation: "callback-test" };

export function findRoute(method: string, path: string): Route | ServiceRefusal {
  for (const operation of [reissueOperation, callbackTestOperation]) {
    const match = pattern(operation).exec(path);
    if (!match) continue;
    if (method !== operation.method)
      return refusal("method_not_allowed", `This path takes ${operation.method} only.`);
    if (operation.name === "callback-test") return { operation: operation.name };
    const orderId = decodeSegment(match[1] ?? "");
    if (orderId !== undefined) return { operation: operation.name, orderId };
  }
  return refusal("not_found", "There is no such path.");
}

function pattern({ path }: Operation): RegExp {
  return new RegExp(`^${path.replace(/\{[^}]+\}/, "([^/]+)")}$`);
}

const wrongKeys = "X-CC-Key-ID and X-CC-Auth-Key must both be given and belong together.";

/** Carries out a call. Checks in the order of a real service: authentication, permission, request. */
export async function answerCall(service: Service, call: Call): Promise<ServiceAnswer> {
  const account = authenticated(service.store, call);
  if (!account) return refuse(service, refusal("unauthorized", wrongKeys));
  return call.route.operation === "reissue"
    ? answerReissue(service, account, call.route.orderId, call)
    : answerCallbackTest(service, account, call);
}

function authenticated(store: Store, { keyId, authKey }: Call): Account | undefined {
  if (keyId === undefined || authKey === undefined) return undefined;
  const account = store.account(keyId);
  return account && hasKey(account, authKey) ? account : undefined;
}

function answerReissue(service: Service, account: Account, orderId: string, call: Call): ServiceAnswer {
  const { store, answers, issuer, clock } = service;
  const tooFast = findTooFast(service, account, "reissue");
  if (tooFast) return refuse(service, tooFast);
  const json = parseBody(call);
  const body = readBody(reissueOperation, json);
  if (body.refusal) return refuse(service, body.refusal);
  const order = store.order(orderId);
  if (!order) return refuse(service, refusal("order_not_found", "There is no such order."));

  const hasCertificate = isRecord(json) && !isAbsent(json.certificate);
  const decision = decideReissue(order, { values: body.values, hasCertificate }, answers);
  if (decision.refusal) return refuse(service, decision.refusal);
  const entry = store.reissue(decision.reissued, account.keyId, clock.now());
  issuer.issue(account, entry);
  const { certificateId } = entry;
  return successAnswer({ data: { certificate: { id: certificateId } }, code: successCode }, certificateId);
}

async function answerCallbackTest(service: Service, account: Account, call: Call): Promise<ServiceAnswer> {
  const { answers, sender } = service;
  if (!mayTestCallbacks(account.kind))
    return refuse(service, refusal("permission_denied", "This kind of credential may not test callbacks."));
  const tooFast = findTooFast(service, account, "callback-test");
  if (tooFast) return refuse(service, tooFast);

  const body = readBody(callbackTestOperation, call.body.length === 0 ? {} : parseBody(call));
  if (body.refusal) return refuse(service, body.refusal);
  const failure = await testCallback(account, body.values, answers, sender);
  return failure ? refuse(service, failure) : successAnswer(answers.callbackTestBody());
}

/** Counts the request. Undefined if the account may send it now. */
function findTooFast(
  { rateLimits, clock }: Service,
  { keyId }: Account,
  operation: Route["operation"],
): ServiceRefusal | undefined {
  const retryAfterMs = rateLimits[operation]?.take(keyId, clock.now()) ?? 0;
  if (retryAfterMs <= 0) return undefined;
  const what = operation === "reissue" ? "reissues" : "callback tests";
  return { code: "request_too_fast", message: `Too many ${what}.`, retryAfterMs };
}

/** Undefined if the body is not JSON, or not sent as JSON. */
function parseBody({ contentType, body }: Call): unknown {
  return /^application\/json\s*(;|$)/i.test(contentType ?? "") ? parseJson(body) : undefined;
}

function refuse({ answers, clock }: Service, refusal: ServiceRefusal): ServiceAnswer {
  return refusalAnswer(answers, refusal, clock.machineTime());
}
