/** The client of the certificate order service: `new CertOrderClient(…)`. */
export { CallbackRequiredError } from "./callback-gate.ts";
export { checkRequest } from "./check.ts";
export type {
  CallbackTestResult,
  CallOptions,
  ReissueCallOptions,
  ReissueOptions,
  ReissueResult,
} from "./client.ts";
export { alreadyDone, CertOrderClient } from "./client.ts";
export {
  DoneUnreadError,
  InvalidRequestError,
  NotSentError,
  RejectedError,
  UnknownOutcomeError,
} from "./errors.ts";
export { failures } from "./failure-codes.ts";
export type { ClientEvent, ClientOptions } from "./options.ts";
export { clientOptions } from "./options.ts";
export { requestLines, shownRequest } from "./request.ts";
export { presentable, redactor } from "./text.ts";
export { userAgent } from "./user-agent.ts";
export { callbackVerdict } from "./verdict.ts";
