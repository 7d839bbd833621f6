import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ClientEvent } from "../../../src/client/index.ts";
import { Journal } from "../../../src/journal/index.ts";
import { call, clientFor, type OperationName, operations } from "../../harness/faults/calls.ts";
import type { FaultyService } from "../../harness/faults/faulty-service.ts";
import { plainPort, rawService, sandboxService } from "../../harness/faults/faulty-service.ts";
import { answer, success } from "../../harness/faults/http-text.ts";
import { proxied } from "../../harness/faults/proxy.ts";
import { eventually } from "../../harness/faults/raw-server.ts";
import { type Expected, expectedVerdict } from "../../harness/faults/row.ts";
import { afterCarryingOut, polite } from "../../harness/faults/scripts.ts";
import { HookedStore } from "../journal/hooked-store.ts";

const resources = () =>
  process.getActiveResourcesInfo().filter((name) => /Timeout|TCPSocket|TLS|GetAddrInfo/.test(name)).length;
let before = 0;
beforeAll(() => {
  before = resources();
});
afterEach(async () => {
  expect(await eventually(() => resources() <= before)).toBe(true);
});

/** Where a call stands when it is cancelled, and the outcome that it has to have. */
interface Phase {
  readonly name: string;
  service(reached: () => void): Promise<FaultyService>;
  /** Outcome and code after `signal`, and after `stopSignal`. */
  readonly aborted: Expected;
  readonly stopped: Expected;
  readonly happens?: true;
  readonly journal?: (reached: () => void) => Journal;
  readonly cancelsOnRetry?: true;
  readonly only?: OperationName;
  /** The reissue ends while the journal is read. */
  readonly isUntried?: true;
}

const notSent = { aborted: "not-sent aborted", stopped: "not-sent aborted" } as const;

const phases: readonly Phase[] = [
  {
    name: "before it begins",
    service: async (reached) => {
      reached();
      return rawService(polite);
    },
    isUntried: true,
    ...notSent,
  },
  { name: "in the TLS handshake", service: plainPort, ...notSent },
  {
    name: "while a proxy is asked for a tunnel",
    service: (reached) => proxied(() => ({ onConnect: reached })),
    ...notSent,
  },
  {
    name: "while the journal is written",
    only: "reissue",
    service: () => rawService(polite),
    journal(reached) {
      const store = new HookedStore();
      store.beforeAppend = () => {
        reached();
        return wait(50);
      };
      return new Journal(store);
    },
    ...notSent,
  },
  {
    name: "after it was sent",
    service: (reached) =>
      rawService(
        afterCarryingOut(async (visit) => {
          reached();
          await wait(100);
          visit.write(answer(200, success));
        }),
      ),
    aborted: "unknown aborted",
    stopped: "done",
    happens: true,
  },
  {
    name: "in the body of the answer",
    service: (reached) =>
      rawService(
        afterCarryingOut(async (visit) => {
          const all = answer(200, success);
          visit.write(all.subarray(0, -10));
          // In one wait, however long, a busy machine may not get round to reading what has come.
          for (let turn = 0; turn < 10; turn++) await wait(5);
          reached();
          await wait(50);
          visit.write(all.subarray(-10));
        }),
      ),
    aborted: "done-unread aborted",
    stopped: "done",
    happens: true,
  },
  {
    name: "while it waits to be tried again after a rate limit",
    service: () =>
      sandboxService({ fault: { kind: "status", status: 429, headers: { "retry-after": "60" } } }),
    cancelsOnRetry: true,
    aborted: "rejected http_429",
    stopped: "rejected http_429",
  },
  {
    name: "while it waits to be tried again after a refused connection",
    service: () => plainPort((visit) => visit.end("no TLS here")),
    cancelsOnRetry: true,
    aborted: "not-sent connect_failed",
    stopped: "not-sent connect_failed",
  },
];

describe.each(phases)("A call that is cancelled $name", (phase) => {
  const callers = operations.filter((operation) => (phase.only ?? operation) === operation);
  test.each(
    callers.flatMap((operation) => (["aborted", "stopped"] as const).map((how) => ({ operation, how }))),
  )("ends at once with what is known ($operation, $how)", async ({ operation, how }) => {
    const cancel = new AbortController();
    const reached = () => cancel.abort();
    const service = await phase.service(reached);
    const onEvent = ({ type }: ClientEvent) =>
      void (type === "retry" && phase.cancelsOnRetry && setTimeout(reached, 10));
    const journal = phase.journal?.(reached);
    const { client } = clientFor(service, { ...(journal && { journal }), onEvent });
    const options = how === "aborted" ? { signal: cancel.signal } : { stopSignal: cancel.signal };

    const { outcome, error, tries } = await call(operation, client, service, options);
    const verdict = error ? `${outcome} ${error.code}` : outcome;
    expect(verdict).toBe(expectedVerdict({ both: phase[how] }, operation));
    expect(tries).toBe(phase.isUntried && operation === "reissue" ? 0 : 1);
    expect(await eventually(() => service.open() === 0)).toBe(true);
    expect(service.carriedOut()).toBe(phase.happens ? 1 : 0);
    // Nothing that cannot have happened blocks the order.
    if (client.journal !== "none" && !phase.happens)
      expect((await client.journal.attempts()).map(({ status }) => status)).not.toContain("open");
    await service.close();
  });
});
