import type { FaultKind } from "./faults.ts";
import type { JsonObject } from "./request-body.ts";

/** A request to the service whose head was read. What was answered is filled in when it was. */
export interface SeenRequest {
  readonly seq: number;
  readonly at: string;
  readonly operation: "reissue" | "callback-test" | "other";
  readonly method: string;
  /** As it came, without the query. */
  readonly path: string;
  readonly orderId?: string | undefined;
  /** Only of accounts that exist: a secret in the wrong header is not to be remembered. */
  readonly keyId?: string | undefined;
  /** What it asked for: the members that the contract knows, secrets replaced. */
  readonly body?: JsonObject | undefined;
  /** The fault that spoiled it. */
  readonly fault?: FaultKind | undefined;
  /** Absent as long as no status was sent. */
  readonly status?: number | undefined;
  /** The word of the answer, also of one that a fault kept from arriving. */
  readonly code?: string | undefined;
  readonly certificateId?: string | undefined;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Enough for any test, and a bound for a sandbox that runs for weeks. */
const remembered = 10_000;

export class RequestLog {
  readonly #seen: SeenRequest[] = [];
  #count = 0;

  get seen(): readonly SeenRequest[] {
    return this.#seen;
  }

  begin(request: Omit<SeenRequest, "seq">): Writable<SeenRequest> {
    const seen = { seq: ++this.#count, ...request };
    this.#seen.push(seen);
    if (this.#seen.length > remembered) this.#seen.shift();
    return seen;
  }
}
