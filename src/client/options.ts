import type { CertOrderError, Environment, Issue, Settings } from "../contract/index.ts";
import { checkAuthorities } from "../contract/index.ts";
import { readFileText } from "../file-text.ts";
import type { Journal } from "../journal/index.ts";
import { InvalidRequestError } from "./errors.ts";

export interface ClientOptions<J extends Journal | "none" = Journal | "none"> {
  /** Base address of the service. HTTPS, or plain HTTP to this machine itself. */
  readonly baseUrl: string;
  readonly authKey: string;
  readonly keyId: string;
  /** Keeps a reissue from being sent twice. With `"none"`, each call of `reissue` may send one more. */
  readonly journal: J;
  /** Time for a whole call, waits and retries included. Default: 120 s. */
  readonly timeoutMs?: number | undefined;
  /** Time for one connection to be ready. Default: 10 s. */
  readonly connectTimeoutMs?: number | undefined;
  /** Time from sending until the whole answer is read. Default: 60 s. */
  readonly responseTimeoutMs?: number | undefined;
  /** The service's name. It stays the same when the address changes. Default: the address. */
  readonly service?: string | undefined;
  /** How often a request that was not sent is tried. Default: 3. */
  readonly maxTries?: number | undefined;
  /** PEM certificates of authorities to trust beside the usual ones. */
  readonly ca?: string | undefined;
  /** Gets warnings and retries. */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
  /** Where the proxy variables are read. Default: the environment of the process. */
  readonly env?: Environment | undefined;
}

export type ClientEvent =
  | { readonly type: "warning"; readonly issue: Issue }
  | {
      readonly type: "retry";
      /** The try that failed; 1 for the first. */
      readonly tries: number;
      readonly maxTries: number;
      readonly reason: CertOrderError;
      readonly waitMs: number;
    }
  /** The outcome is known but could not be recorded. The attempt stays open in the journal and blocks its order. */
  | {
      readonly type: "journal";
      readonly error: Error;
      readonly attemptId: string;
      readonly orderId: string;
      readonly certificateId?: string | undefined;
    };

/** The contract's settings as options of the client. Reads the file of certificate authorities. */
export function clientOptions(settings: Settings): Omit<ClientOptions, "journal"> {
  return {
    baseUrl: settings.base_url,
    service: settings.service,
    authKey: settings.auth_key,
    keyId: settings.key_id,
    timeoutMs: settings.timeout_seconds * 1000,
    connectTimeoutMs: settings.connect_timeout_seconds * 1000,
    responseTimeoutMs: settings.response_timeout_seconds * 1000,
    maxTries: settings.max_tries,
    ca: settings.ca_file === undefined ? undefined : readAuthorities(settings.ca_file),
  };
}

function readAuthorities(file: string): string {
  const read = readFileText(file);
  const issues = checkAuthorities(file, read);
  if (!("text" in read) || issues.length > 0)
    throw new InvalidRequestError("The client cannot be set up", issues);
  return read.text;
}
