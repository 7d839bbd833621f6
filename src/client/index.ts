/** The client of the certificate order service: `new CertOrderClient(…)`. */
export { CallbackRequiredError } from "./callback-gate.ts";
export type {
  AskedReissueOptions,
  CallbackTestResult,
  CallOptions,
  ImportOptions,
  ReissueOptions,
  ReissueResult,
} from "./calls.ts";
export { resultOfEarlier } from "./calls.ts";
export { CertOrderClient } from "./client.ts";
export { serviceUrl } from "./connection.ts";
export {
  callbackVerdict,
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
export { isDue, previewReissue } from "./preview.ts";
export { presentable, redactor } from "./redact.ts";
export { checkRequest, requestLines, shownRequest, userAgent } from "./request.ts";
