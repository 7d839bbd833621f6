import type { ClientEvent } from "../../../../src/client/index.ts";
import { outcomes } from "../../../../src/contract/index.ts";
import { Journal, MemoryStore } from "../../../../src/journal/index.ts";
import type { CallResult, OperationName } from "../../../harness/faults/calls.ts";
import { call, clientFor } from "../../../harness/faults/calls.ts";
import { everythingPrintable, findCanaries } from "../../../harness/faults/canaries.ts";
import type { FaultyService } from "../../../harness/faults/faulty-service.ts";
import { serviceAt } from "../../../harness/faults/faulty-service.ts";
import type { Connection, RawServer } from "../../../harness/faults/raw-server.ts";
import { isOfRequest, startRawServer } from "../../../harness/faults/raw-server.ts";
import { WrongAnswer } from "../fuzz/target.ts";

/** A service that reads a whole request and then sends the bytes that a target made, and the calls to it. */
export class HostileService {
  readonly #server: RawServer;
  readonly #stage: FaultyService;
  readonly #next: { reply: (visit: Connection) => void };

  private constructor(server: RawServer, next: { reply: (visit: Connection) => void }) {
    this.#server = server;
    this.#stage = serviceAt(server, `http://localhost:${server.port}`);
    this.#next = next;
  }

  static async start(): Promise<HostileService> {
    const next = { reply: (visit: Connection) => visit.end() };
    const server = await startRawServer(async (visit) => {
      await visit.request();
      next.reply(visit);
    });
    return new HostileService(server, next);
  }

  /** Makes a call and holds its end against everything that is true of any call that was sent. */
  async answer(operation: OperationName, reply: (visit: Connection) => void): Promise<CallResult> {
    this.#next.reply = reply;
    const before = this.#server.heard.length;
    const stop = new AbortController();
    // A rate limit would be waited out, and the same answer would come again. Nothing else may be repeated.
    const onEvent = (event: ClientEvent) => {
      if (event.type === "retry" && event.reason.outcome === "rejected") stop.abort();
    };
    // What the answer before has left open would block the order.
    const journal = new Journal({ store: new MemoryStore() });
    // Only an answer that does not end takes as long as this.
    const { client } = clientFor(this.#stage, { onEvent, journal, responseTimeoutMs: 500 });
    const ending = await call(operation, client, this.#stage, {
      idempotencyKey: "a ticket",
      stopSignal: stop.signal,
    });
    const requests = this.#server.heard.slice(before).filter(isOfRequest).length;
    if (requests > 1 || ending.tries > 1) throw new WrongAnswer("second request", `${requests} requests`);
    if (!(ending.outcome in outcomes) || ending.outcome === "not-sent")
      throw new WrongAnswer("wrong answer", `${ending.outcome} after ${requests} requests`);
    const told = findCanaries(everythingPrintable(ending.error));
    if (told.length > 0) throw new WrongAnswer("wrong answer", `the error tells ${told}`);
    return ending;
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}

/** Bodies that a service may answer with, and that are changed from there. */
export const bodies = [
  { code: "success", data: { certificate: { id: "cert-9" } } },
  { code: "success" },
  { code: "pending", data: { certificate: { id: "cert-9" } } },
  { code: "accepted", data: { order: { status: "processing" } } },
  { code: "revocation_not_acknowledged", message: "Say that you know." },
  { data: null, code: "request_too_fast", msg: "Too fast." },
  { error: { code: "callback_send_error", message: "No." } },
  { errors: [{ code: "invalid_parameters", detail: "No." }] },
];

export const statuses = [200, 200, 200, 201, 202, 204, 302, 400, 401, 408, 409, 425, 429, 499, 500, 503, 599];
