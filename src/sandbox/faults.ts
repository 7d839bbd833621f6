import { validateHeaderName, validateHeaderValue } from "node:http";
import * as read from "./untrusted.ts";

/**
 * The kinds of faults (see `FaultKind`), and whether the request is carried out first by default. A fault that is not carried out
 * spoils a refusal (503), so that no success is reported that did not happen. Exceptions: `wrong-content-type` and
 * `status` answer as they are set up.
 */
const faultKinds = {
  refuse: false,
  "reset-before-reading": false,
  hang: false,
  "reset-after-processing": true,
  "close-after-processing": true,
  "cut-headers": true,
  "half-a-body": true,
  "empty-body": true,
  "invalid-json": true,
  "huge-body": true,
  "slow-bytes": true,
  garbage: true,
  "wrong-content-type": true,
  "no-certificate-id": true,
  status: false,
} as const;

/**
 * What goes wrong with a request. Unless it says otherwise, the request is carried out first. `effect` changes that.
 *
 * - `refuse`: the next connection is reset as soon as it is made. Nothing is carried out.
 * - `reset-before-reading`: the head of the request is read, then the connection is reset. Nothing is carried out.
 * - `hang`: the request is read and never answered. Nothing is carried out.
 * - `reset-after-processing`: the connection is reset instead of an answer.
 * - `close-after-processing`: the connection is closed in order, without an answer, as a proxy does.
 * - `cut-headers`: the answer stops in the middle of its head.
 * - `half-a-body`: the answer stops in the middle of its body.
 * - `empty-body`: the answer has a body of no bytes.
 * - `invalid-json`: the answer is complete, and its JSON is not.
 * - `huge-body`: the answer is padded to `bytes` (default 8 MiB).
 * - `slow-bytes`: the body comes byte by byte, one every `everyMs` (default 200).
 * - `garbage`: the answer is not HTTP.
 * - `wrong-content-type`: the answer is a web page with status 200.
 * - `no-certificate-id`: the answer reports success, without the certificate's id.
 * - `status`: the answer has the given `status`, `headers` and `body`. It is carried out first only if the status is below 300.
 *
 * @useDeclaredType
 */
export type FaultKind = keyof typeof faultKinds;
/** The operation that a fault is for. */
export type FaultyOperation = "reissue" | "callback-test";

/** A fault to set up. */
export interface Fault {
  /** What goes wrong. */
  readonly kind: FaultKind;
  /** Only requests of this operation count. Default: both. A refused connection has no operation. */
  readonly operation?: FaultyOperation | undefined;
  /** How many requests to leave alone first. Default: 0. */
  readonly after?: number | undefined;
  /** How many requests to spoil then. Default: 1. */
  readonly times?: number | undefined;
  /** Whether the request is carried out. Default: depends on the kind. */
  readonly effect?: boolean | undefined;
  /** The HTTP status of a `status` fault. */
  readonly status?: number | undefined;
  /** The headers of a `status` fault. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The body of a `status` fault. */
  readonly body?: string | undefined;
  /** The length of a `huge-body`. */
  readonly bytes?: number | undefined;
  /** The time between two bytes of `slow-bytes`, in milliseconds. */
  readonly everyMs?: number | undefined;
}

export function hasEffect(fault: Fault): boolean {
  if (fault.effect !== undefined) return fault.effect;
  return fault.kind === "status" ? (fault.status ?? 500) < 300 : faultKinds[fault.kind];
}

/** The faults that have not happened yet. */
export class FaultPlan {
  #armed: { readonly fault: Fault; skip: number; left: number }[] = [];

  get pending(): readonly Fault[] {
    return this.#armed.map(({ fault }) => fault);
  }

  add(fault: Fault): void {
    check(fault);
    this.#armed.push({ fault, skip: fault.after ?? 0, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#armed = [];
  }

  forConnection(): Fault | undefined {
    return this.#take((fault) => fault.kind === "refuse");
  }

  forRequest(operation: FaultyOperation): Fault | undefined {
    return this.#take((fault) => fault.kind !== "refuse" && (fault.operation ?? operation) === operation);
  }

  /** The first fault that is due. Every fault counts the requests that match it, also if another fault takes the request. */
  #take(concerns: (fault: Fault) => boolean): Fault | undefined {
    let taken: Fault | undefined;
    for (const armed of this.#armed.filter(({ fault }) => concerns(fault))) {
      if (armed.skip > 0) armed.skip--;
      else if (!taken) {
        taken = armed.fault;
        armed.left--;
      }
    }
    this.#armed = this.#armed.filter(({ left }) => left > 0);
    return taken;
  }
}

const readMembers = read.object<Fault>({
  kind: read.choice(Object.keys(faultKinds) as FaultKind[]),
  operation: read.optional(read.choice(["reissue", "callback-test"])),
  after: read.optional(read.count),
  times: read.optional(read.count),
  effect: read.optional(read.boolean),
  status: read.optional(read.count),
  headers: read.optional(read.stringsByName),
  body: read.optional(read.string),
  bytes: read.optional(read.count),
  everyMs: read.optional(read.count),
});

export function readFault(value: unknown): Fault {
  const fault = readMembers(value, "fault");
  check(fault);
  return fault;
}

/** Checks a fault when it is set up, not when it happens. */
function check(fault: Fault): void {
  if (!Object.hasOwn(faultKinds, fault.kind))
    throw new read.Malformed(`fault.kind must be one of ${Object.keys(faultKinds).join(", ")}.`);
  if (fault.times === 0) throw new read.Malformed("fault.times must be 1 or more.");
  if (fault.kind === "refuse" && (fault.operation !== undefined || fault.effect === true))
    throw new read.Malformed("A refused connection has neither operation nor effect.");
  if (fault.kind === "status" && !(fault.status !== undefined && fault.status >= 200 && fault.status <= 599))
    throw new read.Malformed("fault.status must be a status from 200 to 599.");
  for (const [name, text] of Object.entries(fault.headers ?? {}))
    try {
      validateHeaderName(name);
      validateHeaderValue(name, text);
    } catch {
      throw new read.Malformed("fault.headers must hold valid HTTP headers.");
    }
}
