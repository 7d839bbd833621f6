import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ClientEvent } from "../../../src/client/index.ts";
import type { Journal } from "../../../src/journal/index.ts";
import type { CallResult, OperationName } from "../../harness/faults/calls.ts";
import { call, clientFor, operations } from "../../harness/faults/calls.ts";
import type { FaultyService } from "../../harness/faults/faulty-service.ts";
import { rawService, sandboxService, serviceAt } from "../../harness/faults/faulty-service.ts";
import { answer, success } from "../../harness/faults/http-text.ts";
import { startProxy } from "../../harness/faults/proxy-server.ts";
import type { Script } from "../../harness/faults/raw-server.ts";
import { eventually, startRawServer } from "../../harness/faults/raw-server.ts";
import { type Expected, expectedVerdict } from "../../harness/faults/row.ts";
import { RecordingJournal } from "./recording.ts";

const polite: Script = async (visit) => {
  await visit.carryOut();
  visit.write(answer(200, success));
};

/** Sockets and timers of this process. */
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
  stage(reached: () => void): Promise<FaultyService>;
  /** Outcome and code after `signal`, and after `stopSignal`. */
  readonly aborted: Expected;
  readonly stopped: Expected;
  readonly carriedOut: { readonly aborted: number; readonly stopped: number };
  readonly journal?: (reached: () => void) => Journal;
  /** Hears that it is about to be tried again. */
  readonly onRetry?: (reached: () => void) => void;
  readonly only?: OperationName;
  /** The reissue ends while the journal is read. */
  readonly isUntried?: true;
}

const never = { aborted: 0, stopped: 0 };
const once = { aborted: 1, stopped: 1 };
const notSent = { aborted: "not-sent aborted", stopped: "not-sent aborted", carriedOut: never } as const;

async function hungHandshake(reached: () => void): Promise<FaultyService> {
  const server = await startRawServer(reached);
  return serviceAt(server, `https://localhost:${server.port}`);
}

async function hungProxy(reached: () => void): Promise<FaultyService> {
  const service = await startRawServer(polite);
  const proxy = await startProxy({ onConnect: reached });
  const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
  return {
    ...serviceAt(service, "https://service.example.test", { env }),
    open: () => proxy.open,
    close: async () => void (await Promise.all([service.close(), proxy.close()])),
  };
}

const phases: readonly Phase[] = [
  {
    name: "before it begins",
    stage: async (reached) => {
      reached();
      return rawService(polite);
    },
    isUntried: true,
    ...notSent,
  },
  { name: "in the TLS handshake", stage: hungHandshake, ...notSent },
  { name: "while a proxy is asked for a tunnel", stage: hungProxy, ...notSent },
  {
    name: "while the journal is written",
    only: "reissue",
    stage: () => rawService(polite),
    journal: (reached) =>
      new RecordingJournal({
        async claim() {
          reached();
          await wait(50);
        },
      }),
    ...notSent,
  },
  {
    name: "after it was sent",
    stage: (reached) =>
      rawService(async (visit) => {
        await visit.carryOut();
        reached();
        await wait(100);
        visit.write(answer(200, success));
      }),
    aborted: "unknown aborted",
    stopped: "done",
    carriedOut: once,
  },
  {
    name: "in the body of the answer",
    stage: (reached) =>
      rawService(async (visit) => {
        await visit.carryOut();
        const all = answer(200, success);
        visit.write(all.subarray(0, -10));
        // In one wait, however long, a busy machine may not get round to reading what has come.
        for (let turn = 0; turn < 10; turn++) await wait(5);
        reached();
        await wait(50);
        visit.write(all.subarray(-10));
      }),
    aborted: "done-unread aborted",
    stopped: "done",
    carriedOut: once,
  },
  {
    name: "while it waits to be tried again after a rate limit",
    stage: () => sandboxService({ fault: { kind: "status", status: 429, headers: { "retry-after": "60" } } }),
    onRetry: (reached) => setTimeout(reached, 10),
    aborted: "rejected http_429",
    stopped: "rejected http_429",
    carriedOut: never,
  },
  {
    name: "while it waits to be tried again after a refused connection",
    stage: async () => {
      const server = await startRawServer((visit) => visit.end("no TLS here"));
      return serviceAt(server, `https://localhost:${server.port}`);
    },
    onRetry: (reached) => setTimeout(reached, 10),
    aborted: "not-sent tls_failed",
    stopped: "not-sent tls_failed",
    carriedOut: never,
  },
];

describe.each(phases)("A call that is cancelled $name", (phase) => {
  const callers = operations.filter((operation) => (phase.only ?? operation) === operation);
  const cases = callers.flatMap((operation) => [
    { operation, how: "aborted" as const },
    { operation, how: "stopped" as const },
  ]);

  test.each(cases)("ends at once with what is known ($operation, $how)", async (row) => {
    const { operation, how } = row;
    const cancel = new AbortController();
    const reached = () => cancel.abort();
    const stage = await phase.stage(reached);
    const onEvent = ({ type }: ClientEvent) => void (type === "retry" && phase.onRetry?.(reached));
    const journal = phase.journal?.(reached);
    const { client } = clientFor(stage, { ...(journal && { journal }), onEvent });
    const options = how === "aborted" ? { signal: cancel.signal } : { stopSignal: cancel.signal };

    const ending = await call(operation, client, stage, options);
    expect(inWords(ending)).toBe(expectedVerdict({ both: phase[how] }, operation));
    expect(ending.tries).toBe(phase.isUntried && operation === "reissue" ? 0 : 1);
    expect(await eventually(() => stage.open() === 0)).toBe(true);
    expect(stage.carriedOut()).toBe(phase.carriedOut[how]);
    await stage.close();
  });
});

function inWords(ending: CallResult): string {
  return [ending.outcome, ending.error?.code].filter(Boolean).join(" ");
}
