import type { Fault, Sandbox } from "../../../src/sandbox/index.ts";
import type { OperationName } from "../../harness/faults/calls.ts";
import type { Sample } from "./measure.ts";

/** What the process with the service can be asked for. */
export interface Service {
  /** Fills what is meant to fill up, so that whatever still grows afterwards is not. */
  fill(): Promise<void>;
  /** Opens a new sandbox for reissues, at the port of the one before, so that a client can outlive it. */
  open(port: number): Promise<OpenedService>;
  order(faults: readonly OrderedFault[]): Promise<void>;
  /** What has happened since it was asked last. */
  tell(): Promise<ServiceMessage>;
  /** Closes the sandbox for reissues, and says what is left of it. */
  close(): Promise<Sample>;
}

export interface OpenedService {
  readonly places: Readonly<Record<OperationName, Place>>;
  readonly callbackUrl: string;
}

/** How a sandbox is reached. */
export type Place = Pick<Sandbox, "url" | "httpsUrl" | "caPem" | "credentials">;

export interface OrderedFault {
  /** Each operation has a sandbox of its own. */
  readonly operation: OperationName;
  readonly fault: Fault;
}

export interface ServiceMessage {
  readonly seen: readonly SeenRequest[];
  readonly effects: readonly Effect[];
}

/** A request as the service saw it. */
export interface SeenRequest {
  /** The order, or the address of the callback. Absent when the request was not read. */
  readonly name: string | undefined;
  readonly fault: string | undefined;
  readonly status: number | undefined;
  readonly carriedOut: boolean;
}

/** Something that really happened: a reissue in the ledger, or a callback that arrived. */
export interface Effect {
  readonly name: string;
  readonly certificateId?: string;
}
