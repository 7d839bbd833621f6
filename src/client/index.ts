/** The client of the certificate order service: `new CertOrderClient(…)`. */
export { CallbackRequiredError } from "./callback-gate.ts";
export { checkRequest } from "./check.ts";
export type {
  CallbackTestResult,
  CallOptions,
  ReissueOptions,
  ReissueResult,
} from "./client.ts";
export { CertOrderClient, resultOfEarlier } from "./client.ts";
export {
  DoneUnreadError,
  RejectedError,
  UnknownOutcomeError,
} from "./errors.ts";
export type {
  AnsweredEvent,
  ClientEvent,
  ClientOptions,
  RequestRef,
  RetryEvent,
  SentEvent,
  UnansweredEvent,
  UnrecordedEvent,
  WarningEvent,
} from "./options.ts";
export { clientOptions } from "./options.ts";
export { requestLines, shownRequest } from "./request.ts";
export { presentable, redactor } from "./text.ts";
export { userAgent } from "./user-agent.ts";
export { callbackVerdict } from "./verdict.ts";
