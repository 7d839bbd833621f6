import type { FaultKind } from "./faults.ts";
import type { JsonMembers } from "./request-body.ts";

/** A request to the service whose head was read. Members about the answer are added later. */
export interface SeenRequest {
  readonly seq: number;
  readonly at: string;
  readonly operation: "reissue" | "callback-test" | "other";
  readonly method: string;
  /** As it came, without the query. */
  readonly path: string;
  readonly orderId?: string | undefined;
  /** Only of existing accounts: a secret in the wrong header must not be stored. */
  readonly keyId?: string | undefined;
  /** The members of the body that the contract knows, with secrets replaced. */
  readonly body?: JsonMembers | undefined;
  /** The fault that spoiled it. */
  readonly fault?: FaultKind | undefined;
  /** Absent as long as no status was sent. */
  readonly status?: number | undefined;
  /** The code of the answer, also if a fault kept it from arriving. */
  readonly code?: string | undefined;
  readonly certificateId?: string | undefined;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** How many requests are kept. Enough for tests, and a limit for a sandbox that runs for weeks. */
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
