/** certorder as a library: the client, its errors and the types of requests. */
import "./needs-node.ts";

export type {
  AnsweredEvent,
  AskedReissueOptions,
  CallbackTestResult,
  CallOptions,
  ClientEvent,
  ClientOptions,
  ImportOptions,
  ReissueOptions,
  ReissueResult,
  RequestRef,
  RetryEvent,
  SentEvent,
  UnansweredEvent,
  UnrecordedEvent,
  WarningEvent,
} from "./client/index.ts";
export {
  CallbackRequiredError,
  CertOrderClient,
  callbackVerdict,
  DoneUnreadError,
  RejectedError,
  UnknownOutcomeError,
} from "./client/index.ts";
export type {
  CallbackCode,
  CallbackEvent,
  CallbackTestRequest,
  CallbackVerdict,
  ErrorCode,
  FailureCode,
  InputProblem,
  JournalCode,
  Outcome,
  ReissueRequest,
  RequestCode,
} from "./contract/index.ts";
export {
  CertOrderError,
  InvalidInputError,
  NotSentError,
  outcomes,
} from "./contract/index.ts";
export type { Attempt, Blocked, SenderWord } from "./journal/index.ts";
export { BlockedError, Journal } from "./journal/index.ts";
