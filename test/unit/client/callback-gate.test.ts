import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CallbackGate, CallbackRequiredError } from "../../../src/client/callback-gate.ts";
import type { ClientEvent, ClientOptions } from "../../../src/client/index.ts";
import { CertOrderClient, RejectedError } from "../../../src/client/index.ts";
import type { FailureReason, KnownCode } from "../../../src/contract/index.ts";
import {
  callbackCodes,
  failures,
  libraryDialect,
  NotSentError,
  render,
} from "../../../src/contract/index.ts";
import { Journal, MemoryStore } from "../../../src/journal/index.ts";
import { failure, made, type Reply, request, service, tooFast } from "./serving.ts";

afterEach(() => void vi.useRealTimers());

const passed: Reply = { body: { code: "success" } };
const failed: Reply = { status: 400, body: { code: "callback_send_error" } };
const reissued = made("c-1");
const tested = { requireCallback: true, idempotencyKey: "T-1" };
const failureOf = failure<CallbackRequiredError>;

/** A client of a service that gives these answers, and the requests that the service received: PUT is a callback test. */
async function clientOf(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const { seen, url: baseUrl } = await service(...replies);
  const journal = new Journal(new MemoryStore());
  const client = new CertOrderClient({ baseUrl, authKey: "key", keyId: "id", env: {}, ...options, journal });
  const reissue = (more: object = {}) => client.reissue("o-1", request, { ...tested, ...more });
  return { client, reissue, seen: () => seen.map(({ method }) => method).join(" ") };
}

describe("A reissue that requires the callback", () => {
  test("tests the callback first, and is sent if the test passes; a retry needs no other test", async () => {
    const { reissue, seen } = await clientOf([passed, tooFast, reissued]);
    expect(await reissue()).toMatchObject({ outcome: "done", certificateId: "c-1" });
    expect(await reissue()).toMatchObject({ certificateId: "c-1", alreadyDone: true });
    expect(seen()).toBe("PUT POST POST");
  });

  test("is not sent if the test fails, and the error has verdict, code, reason and remedy", async () => {
    const { client, reissue, seen } = await clientOf([failed, reissued]);
    const error = await failureOf(reissue());
    expect(error).toBeInstanceOf(CallbackRequiredError);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      name: "CallbackRequiredError",
      outcome: "not-sent",
      verdict: "fail",
      code: "callback_send_error",
      tries: 0,
      message: expect.stringMatching(
        /^The reissue of order o-1 was not sent, because the callback has to pass a test right before it\. The callback test failed: callback_send_error/,
      ),
      remedy: expect.stringContaining("Try it from outside your network"),
    });
    expect(error.cause).toBeInstanceOf(RejectedError);
    expect(seen()).toBe("PUT");
    // Nothing blocks the order.
    expect(await client.journal.attempts()).toEqual([]);
    await reissue({ requireCallback: false });
  });

  test.each<[string, Reply]>([
    ["broken", { status: 500, body: { code: "broken" } }],
    ["permission_denied", { status: 403, body: { code: "permission_denied" } }],
    ["other", { body: { code: "other", data: 1 } }],
    ["response_unusable", { body: { code: 500 } }],
  ])("is not sent if the test has no verdict: %s", async (code, reply) => {
    const { reissue, seen } = await clientOf([reply, reissued]);
    const error = await failureOf(reissue());
    expect(error).toMatchObject({ outcome: "not-sent", verdict: "unknown", code });
    if (code === "response_unusable") expect(error.message).toContain(JSON.stringify(reply.body));
    expect(seen()).toBe("PUT");
  });

  test("waits out the rate limit of the tests, however often", async () => {
    const tries: unknown[] = [];
    const onEvent = (event: ClientEvent) =>
      void (event.type === "retry" && tries.push([event.tryNumber, event.maxTries]));
    const replies = [tooFast, tooFast, tooFast, passed, reissued];
    const { reissue, seen } = await clientOf(replies, { maxTries: 1, onEvent });
    await reissue();
    expect(seen()).toBe("PUT PUT PUT PUT POST");
    expect(tries).toEqual([1, 2, 3].map((number) => [number, undefined]));
  });

  test("The test ends in time for the reissue to get its answer", async () => {
    // It would fit into the whole time, but not into the part of it that the test may take.
    const slow = { ...tooFast, headers: { "retry-after": "1" } };
    vi.spyOn(Math, "random").mockReturnValue(0.999);
    const { reissue, seen } = await clientOf([slow], { timeoutMs: 1_400 });
    expect(await failureOf(reissue())).toMatchObject({ verdict: "unknown", code: "http_429" });
    expect(seen()).toBe("PUT");
  });

  test("All reissues of a client share one test", async () => {
    const { client, seen } = await clientOf([passed, reissued]);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => client.reissue(`o-${index}`, request, tested)),
    );
    expect(seen()).toBe(`PUT${" POST".repeat(30)}`);
  });

  test("needs no test right after a test of the saved callback passed", async () => {
    const { client, reissue, seen } = await clientOf([passed, reissued]);
    await client.testCallback({});
    await reissue();
    expect(seen()).toBe("PUT POST");
  });

  test("runs its own test after one that failed, or was of another callback", async () => {
    const { client, reissue, seen } = await clientOf([failed, passed, passed, reissued]);
    await failureOf(client.testCallback());
    await client.testCallback({ url: "https://example.com/other", accessKey: "k" });
    await reissue();
    expect(seen()).toBe("PUT PUT PUT POST");
  });

  test("is not sent if it is cancelled during the test", async () => {
    const { reissue, seen } = await clientOf([{ ...tooFast, headers: { "retry-after": "30" } }]);
    const error = await failureOf(reissue({ stopSignal: AbortSignal.timeout(100) }));
    expect(error).toMatchObject({ outcome: "not-sent", verdict: "unknown", code: "aborted" });
    expect(error.message).toContain("The callback test did not end: it was cancelled.");
    expect(seen()).toBe("PUT");
  });
});

describe("The gate", () => {
  const failing = (code: KnownCode, failure?: FailureReason) =>
    new NotSentError("It failed.", { code, failure, remedy: "Correct it." });
  const refused = (code: string) => new RejectedError("It failed.", { code, remedy: "Mend it." });
  const broken = refused("callback_send_error");
  /** A gate whose tests end like this, the last one for ever, and a caller of it. */
  const gateOf = (...results: readonly (Error | undefined)[]) => {
    const test = vi.fn(async () => {
      const result = results[Math.min(test.mock.calls.length, results.length) - 1];
      if (result) throw result;
    });
    return { test, pass: passing(new CallbackGate(test)) };
  };
  const passing =
    (gate: CallbackGate) =>
    (timeoutMs = 1_000, signals: { readonly signal?: AbortSignal } = {}) =>
      gate.pass("It", timeoutMs, { onEvent: () => {}, ...signals });

  test("A verdict stands for a minute from its end, and no longer", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { pass, test } = gateOf(undefined, broken, undefined);
    await pass();
    vi.advanceTimersByTime(59_999);
    await pass();
    expect(test).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    for (const _ of [1, 2]) expect(await failureOf(pass())).toMatchObject({ verdict: "fail" });
    expect(test).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(60_000);
    await pass();
  });

  test("A caller that gives up does not fail the others: they run a test of their own", async () => {
    let tests = 0;
    const pass = passing(
      new CallbackGate(async (_, { signal }) => {
        tests += 1;
        if (tests > 1) return;
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        throw failing("aborted", "aborted");
      }),
    );
    const impatient = new AbortController();
    const first = failureOf(pass(60_000, { signal: impatient.signal }));
    const others = [pass(60_000), pass(60_000)];
    impatient.abort();
    expect(await first).toMatchObject({ verdict: "unknown", code: "aborted" });
    expect((await first).message).not.toContain("ago");
    await Promise.all(others);
    expect(tests).toBe(2);
  });

  test("A test that ran out of time is a verdict for the others, too", async () => {
    const { pass, test } = gateOf(failing("deadline_exceeded"));
    for (const _ of [1, 2, 3]) expect(await failureOf(pass())).toMatchObject({ verdict: "unknown" });
    expect(test).toHaveBeenCalledTimes(1);
  });

  test("throws a mistake of ours and forgets it, and names the age of a verdict from before", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { pass } = gateOf(new TypeError("ours"), broken);
    vi.advanceTimersByTime(5_000);
    await expect(pass()).rejects.toThrow("ours");
    for (const [ms, ending] of [
      [0, "before it. It failed."],
      [999, "before it. It failed."],
      [1, " That was 1 s ago; a verdict counts for a minute."],
      [30_900, " That was 31 s ago; a verdict counts for a minute."],
      // Another test, of which this is the result.
      [28_100, "before it. It failed."],
    ] as const) {
      vi.advanceTimersByTime(ms);
      expect((await failureOf(pass())).message.endsWith(ending), `${ms} ms later`).toBe(true);
    }
  });

  const unexplained = "See why the service could not test the callback.";
  test.each([
    [refused("callback_not_configured"), callbackCodes.callback_not_configured.remedyOfSaved],
    [refused("callback_send_error"), callbackCodes.callback_send_error.remedy],
    [refused("internal"), unexplained],
    [failing("connect_failed", "dns-failed"), failures["dns-failed"].remedy],
    [failing("permission_denied"), unexplained],
  ])("names a remedy that fits a reissue: %o", async (failure, remedy) => {
    const error = await failureOf(gateOf(failure).pass());
    expect(error.remedy).toBe(`${render(remedy, libraryDialect)} Then ask for the reissue again.`);
  });

  test("A caller waits no longer than its own time, and the test goes on for the others", async () => {
    const pass = passing(new CallbackGate(() => sleep(300)));
    const patient = pass(10_000);
    const error = await failureOf(pass(50));
    expect(error).toMatchObject({ verdict: "unknown", code: "deadline_exceeded" });
    expect(error.message).toContain("the time for the whole operation ran out");
    await patient;
  });

  test("A caller that was cancelled before does not wait", async () => {
    const pass = passing(new CallbackGate(() => new Promise(() => {})));
    for (const _ of [1, 2])
      expect(await failureOf(pass(1_000, { signal: AbortSignal.abort() }))).toMatchObject({
        code: "aborted",
      });
  });

  test("leaves no timer behind", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await gateOf(undefined).pass(60_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});
