import type {
  CertOrderError,
  Environment,
  InputProblem,
  Operation,
  Outcome,
  Settings,
} from "../contract/index.ts";
import { checkAuthorities, InvalidInputError } from "../contract/index.ts";
import { readFileText } from "../file-text.ts";
import type { Journal } from "../journal/index.ts";

/** How to reach the service, and where to record reissues. */
export interface ClientOptions<J extends Journal | "none" = Journal | "none"> {
  /** Base address of the service. HTTPS, or plain HTTP to this machine itself. */
  readonly baseUrl: string;
  /** The API key's secret. */
  readonly authKey: string;
  /** The id of the API key. */
  readonly keyId: string;
  /** Keeps a reissue from being sent twice. With `"none"`, each call of `reissue` may send one more. */
  readonly journal: J;
  /** Time for a whole call, waits and retries included. An answer gets half of it, a connection at most 10 s. Default: 120 s. */
  readonly timeoutMs?: number | undefined;
  /** The service's name. It stays the same when the address changes. Default: the address. */
  readonly service?: string | undefined;
  /** How often a request is tried that was not sent, or was refused as too fast. Default: 3. */
  readonly maxTries?: number | undefined;
  /** PEM certificates of authorities to trust beside the usual ones. */
  readonly ca?: string | undefined;
  /** Called for each thing that happens in a call. What it throws is ignored. */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
  /** Where the proxy variables are read. Default: the environment of the process. */
  readonly env?: Environment | undefined;
}

/** What happens in a call. After `sent` comes `answered` or `unanswered`, once for each try. */
export type ClientEvent =
  | WarningEvent
  | SentEvent
  | AnsweredEvent
  | UnansweredEvent
  | RetryEvent
  | UnrecordedEvent;

/** Hears the events of a call. */
export type Notify = (event: ClientEvent) => void;

/** The request looks doubtful, for example beside its CSR, and is sent all the same. */
export interface WarningEvent {
  readonly type: "warning";
  readonly problem: InputProblem;
}

/** Which request an event is about. */
export interface RequestRef {
  readonly operation: Operation["name"];
  /** The order of a reissue. */
  readonly orderId: string | undefined;
  /** The attempt's id in the journal. Undefined for a callback test, and without a journal. */
  readonly attemptId: string | undefined;
  /** The number of this try; 1 for the first. */
  readonly tryNumber: number;
}

/** The connection is ready, the journal has recorded the attempt, and the request is on its way. */
export interface SentEvent extends RequestRef {
  readonly type: "sent";
  /** Time for the connection and the journal. */
  readonly connectMs: number;
}

/** An answer came. */
export interface AnsweredEvent extends RequestRef {
  readonly type: "answered";
  readonly httpStatus: number;
  readonly outcome: Outcome;
  /** From sending until the whole answer was read. */
  readonly durationMs: number;
}

/** No answer came. With the outcome `not-sent`, there was no `sent` before it. */
export interface UnansweredEvent extends RequestRef {
  readonly type: "unanswered";
  readonly outcome: Outcome;
  /** The cause, such as `connect_failed`. */
  readonly code: string;
  /** From sending until the end, or from the start of the try if nothing was sent. */
  readonly durationMs: number;
}

/** The request is tried again after a wait. */
export interface RetryEvent {
  readonly type: "retry";
  /** The try that failed; 1 for the first. */
  readonly tryNumber: number;
  /** Undefined: the rate limit of a callback test is waited out, however often. */
  readonly maxTries: number | undefined;
  readonly reason: CertOrderError;
  readonly waitMs: number;
}

/** The outcome is known but could not be recorded. The attempt blocks its order until the next call of this process records it, or a person resolves it. */
export interface UnrecordedEvent {
  readonly type: "unrecorded";
  readonly error: Error;
  readonly attemptId: string;
  readonly orderId: string;
  readonly certificateId?: string | undefined;
}

/** The contract's settings as options of the client. Reads the file of certificate authorities. */
export function clientOptions(settings: Settings): Omit<ClientOptions, "journal"> {
  return {
    baseUrl: settings.base_url,
    service: settings.service,
    authKey: settings.auth_key,
    keyId: settings.key_id,
    timeoutMs: settings.timeout_seconds * 1000,
    maxTries: settings.max_tries,
    ca: settings.ca_file === undefined ? undefined : readAuthorities(settings.ca_file),
  };
}

function readAuthorities(file: string): string {
  const read = readFileText(file);
  const problems = checkAuthorities(file, read);
  if (!("text" in read) || problems.length > 0)
    throw new InvalidInputError("The client cannot be set up", problems);
  return read.text;
}
