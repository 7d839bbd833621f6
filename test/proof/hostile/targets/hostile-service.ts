import type { ClientEvent } from "../../../../src/client/index.ts";
import { outcomes } from "../../../../src/contract/index.ts";
import { call, clientFor, type OperationName } from "../../../harness/faults/calls.ts";
import { everythingPrintable, findCanaries } from "../../../harness/faults/canaries.ts";
import { newMemoryJournal, serviceAt } from "../../../harness/faults/faulty-service.ts";
import { type Connection, isOfRequest, startRawServer } from "../../../harness/faults/raw-server.ts";

type Reply = (visit: Connection) => void;

/** A service that reads a whole request and then sends the bytes that a target made, possibly without an end. */
export async function startHostileService({ timeoutMs = 60_000 } = {}) {
  let next: Reply = (visit) => visit.end();
  const server = await startRawServer(async (visit) => {
    await visit.request();
    next(visit);
  });
  const stage = serviceAt(server, `http://localhost:${server.port}`);

  /** Makes a call and holds its end against everything that is true of any call that was sent. */
  async function answer(operation: OperationName, reply: Reply) {
    next = reply;
    const before = server.heard.length;
    const stop = new AbortController();
    // A rate limit would be waited out, and the same answer would come again. Nothing else may be repeated.
    const onEvent = (event: ClientEvent) => {
      if (event.type === "retry" && event.reason.outcome === "rejected") stop.abort();
    };
    // What the answer before has left open would block the order.
    const journal = newMemoryJournal();
    const { client } = clientFor(stage, { onEvent, journal, timeoutMs });
    const ending = await call(operation, client, stage, { stopSignal: stop.signal });
    const requests = server.heard.slice(before).filter(isOfRequest).length;
    if (requests > 1 || ending.tries > 1) throw new Error(`${requests} requests`);
    if (!(ending.outcome in outcomes) || ending.outcome === "not-sent")
      throw new Error(`${ending.outcome} after ${requests} requests`);
    const told = findCanaries(everythingPrintable(ending.error));
    if (told.length > 0) throw new Error(`the error tells ${told}`);
    return ending;
  }
  return { answer, close: () => server.close() };
}
