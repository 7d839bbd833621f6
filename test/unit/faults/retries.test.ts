import { describe, test } from "vitest";
import type { ClientEvent, ClientOptions } from "../../../src/client/index.ts";
import { call, clientFor, operations } from "../../harness/faults/calls.ts";
import { everythingPrintable, findCanaries } from "../../harness/faults/canaries.ts";
import type { FaultyService } from "../../harness/faults/faulty-service.ts";
import {
  rawService,
  sandboxService,
  serviceAt,
  withFaultyService,
} from "../../harness/faults/faulty-service.ts";
import { answer, success } from "../../harness/faults/http-text.ts";
import type { Script } from "../../harness/faults/raw-server.ts";
import { startRawServer } from "../../harness/faults/raw-server.ts";

const retriesAmong = (events: readonly ClientEvent[]) => events.filter((event) => event.type === "retry");

/** Refuses so many times for coming too fast, then does its work. */
function busy(times: number, headers: () => Record<string, string> = () => ({})): Script {
  let left = times;
  return async (visit) => {
    await visit.request();
    if (left-- > 0) visit.write(answer(429, '{"code":"request_too_fast"}', headers()));
    else {
      await visit.carryOut();
      visit.write(answer(200, success));
    }
  };
}

describe.concurrent.each(operations)("A rate limit for a %s", (operation) => {
  test("is waited out: the request is sent again, and carried out once", async (context) => {
    const { expect } = context;
    const stage = await withFaultyService(context, rawService(busy(2, () => ({ "retry-after": "0" }))));
    const { client, events } = clientFor(stage, { maxTries: 3 });
    expect(await call(operation, client, stage)).toMatchObject({ outcome: "done", tries: 3 });
    expect(stage.carriedOut()).toBe(1);
    expect(stage.requests()).toBe(3);
    const retries = retriesAmong(events);
    expect(retries.map(({ tryNumber }) => tryNumber)).toEqual([1, 2]);
    for (const { reason } of retries)
      expect(reason).toMatchObject({ outcome: "rejected", code: "request_too_fast", retryAfterMs: 0 });
  });

  for (const maxTries of [1, 2])
    test(`is met ${maxTries} times and no more, also by a service that acts and refuses`, async (context) => {
      const { expect } = context;
      const acting: Script = async (visit) => {
        await visit.carryOut();
        visit.write(answer(429, "", { "retry-after": "0" }));
      };
      const stage = await withFaultyService(context, rawService(acting));
      const { client, events } = clientFor(stage, { maxTries });
      const ending = await call(operation, client, stage);
      expect(ending).toMatchObject({ outcome: "rejected", tries: maxTries });
      expect(stage.requests()).toBe(maxTries);
      expect(retriesAmong(events)).toHaveLength(maxTries - 1);
    });
});

describe.concurrent.each(operations)("A %s that was not sent", (operation) => {
  const unreachable = async (script: Script) => {
    const server = await startRawServer(script);
    return serviceAt(server, `https://localhost:${server.port}`);
  };

  test("is tried as often as allowed, with growing waits that differ", async (context) => {
    const { expect } = context;
    const stage = await withFaultyService(
      context,
      unreachable((visit) => visit.end("no TLS here")),
    );
    const { client, events } = clientFor(stage, { maxTries: 3 });
    expect(await call(operation, client, stage)).toMatchObject({ outcome: "not-sent", tries: 3 });
    const retries = retriesAmong(events);
    expect(retries).toMatchObject([
      { tryNumber: 1, maxTries: 3, reason: { outcome: "not-sent", tries: 1 } },
      { tryNumber: 2, maxTries: 3, reason: { outcome: "not-sent", tries: 2 } },
    ]);
    const [first = 0, second = 0] = retries.map(({ waitMs }) => waitMs);
    expect(first).toBeGreaterThanOrEqual(250);
    expect(first).toBeLessThanOrEqual(500);
    expect(second).toBeGreaterThanOrEqual(500);
    expect(second).toBeLessThanOrEqual(1_000);
    expect(findCanaries(events.map(everythingPrintable).join("\n"))).toEqual([]);
  });

  test("is not tried beyond the deadline, which covers the waits", async (context) => {
    const { expect } = context;
    const stage = await withFaultyService(
      context,
      unreachable((visit) => visit.end("no TLS here")),
    );
    const { client } = clientFor(stage, { maxTries: 100, timeoutMs: 1_200 });
    const started = performance.now();
    const ending = await call(operation, client, stage);
    expect(ending.outcome).toBe("not-sent");
    expect(ending.tries).toBeLessThan(6);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test("is carried out once if a later try reaches the service", async (context) => {
    const { expect } = context;
    const stage = await withFaultyService(
      context,
      sandboxService({ scheme: "https", fault: { kind: "refuse", times: 2 } }),
    );
    const { client } = clientFor(stage);
    expect(await call(operation, client, stage)).toMatchObject({ outcome: "done", tries: 3 });
    expect(stage.carriedOut()).toBe(1);
    expect(stage.requests()).toBe(1);
  });
});

describe.concurrent.each(operations)("The deadline of a %s", (operation) => {
  const silent: Script = () => {};
  const handshake = async () => {
    const server = await startRawServer(silent);
    return serviceAt(server, `https://localhost:${server.port}`);
  };
  const cases: readonly [string, () => Promise<FaultyService>, Partial<ClientOptions>, string][] = [
    ["a hung handshake", handshake, {}, "not-sent"],
    ["hung handshakes, one after the other", handshake, { connectTimeoutMs: 100, maxTries: 99 }, "not-sent"],
    // Time enough for a busy machine to have sent the request by then.
    ["an answer that does not come", () => rawService(silent), { timeoutMs: 3_000 }, "unknown"],
  ];
  for (const [what, stageOf, options, outcome] of cases)
    test(`ends ${what}`, async (context) => {
      const { expect } = context;
      const stage = await withFaultyService(context, stageOf());
      const { client } = clientFor(stage, { timeoutMs: 700, ...options });
      expect((await call(operation, client, stage)).outcome).toBe(outcome);
    });
});
