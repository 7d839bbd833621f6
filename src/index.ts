/** certorder as a library: the client, its errors and the types of requests. */
import "./needs-node.ts";

export type {
  CallbackTestResult,
  CallOptions,
  ClientEvent,
  ClientOptions,
  ReissueCallOptions,
  ReissueOptions,
  ReissueResult,
} from "./client/index.ts";
export {
  CallbackRequiredError,
  CertOrderClient,
  callbackVerdict,
  DoneUnreadError,
  InvalidRequestError,
  NotSentError,
  RejectedError,
  UnknownOutcomeError,
} from "./client/index.ts";
export type {
  CallbackCode,
  CallbackEvent,
  CallbackTestRequest,
  CallbackVerdict,
  Issue,
  Outcome,
  ReissueRequest,
} from "./contract/index.ts";
export { CertOrderError, callbackCodes, outcomes } from "./contract/index.ts";
export type { Blocked } from "./journal/index.ts";
export { BlockedError } from "./journal/index.ts";
