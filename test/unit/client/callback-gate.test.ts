import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CallbackGate, CallbackRequiredError } from "../../../src/client/callback-gate.ts";
import type { ClientEvent, ClientOptions } from "../../../src/client/index.ts";
import { CertOrderClient, RejectedError } from "../../../src/client/index.ts";
import { NotSentError } from "../../../src/contract/index.ts";
import { Journal, MemoryStore } from "../../../src/journal/index.ts";
import { failure, serving } from "./serving.ts";

afterEach(() => void vi.useRealTimers());

const request = { signHash: "sha256", csrFrom: "sign-cloud-csc" };
const passed = { status: 200, body: { code: "success" } };
const failed = { status: 400, body: { code: "callback_send_error" } };
const tooFast = { status: 400, headers: { "retry-after": "0" }, body: { code: "request_too_fast" } };

type Reply = { readonly status: number; readonly headers?: Record<string, string>; readonly body: object };

/** A service whose callback tests end like this, one after the other, the last one again and again. Every reissue succeeds. */
async function service(tests: readonly Reply[], reissues: readonly Reply[] = []) {
  const seen: string[] = [];
  const left = { PUT: [...tests], POST: [...reissues] };
  const { url } = await serving(async (incoming, response) => {
    for await (const _ of incoming);
    const method = incoming.method as "PUT" | "POST";
    seen.push(method);
    const made = { status: 200, body: { code: "success", data: { certificate: { id: "c-1" } } } };
    const replies = left[method];
    const reply = (method === "PUT" && replies.length === 1 ? replies[0] : replies.shift()) ?? made;
    response.writeHead(reply.status, "headers" in reply ? reply.headers : {}).end(JSON.stringify(reply.body));
  });
  return { seen, url };
}

function newClient(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const journal = new Journal({ store: new MemoryStore() });
  return new CertOrderClient({ baseUrl, authKey: "key", keyId: "id", env: {}, ...options, journal });
}

const tested = { requireCallback: true, idempotencyKey: "T-1" };

const failureOf = failure<CallbackRequiredError>;

describe("A reissue that requires the callback", () => {
  test("tests the callback first, and is sent if the test passes", async () => {
    const { seen, url } = await service([passed]);
    const result = await newClient(url).reissue("o-1", request, tested);
    expect(result).toMatchObject({ outcome: "done", certificateId: "c-1" });
    expect(seen).toEqual(["PUT", "POST"]);
  });

  test.each([{ code: 500 }, { success: false }, { error: "maintenance" }, []])(
    "sends nothing after a test whose answer is not a success: %j",
    async (body) => {
      const { seen, url } = await service([{ status: 200, body }]);
      const error = await failureOf(newClient(url).reissue("o-1", request, tested));
      expect(error).toMatchObject({ outcome: "not-sent", verdict: "unknown", code: "response_unreadable" });
      expect(error.message).toContain(JSON.stringify(body));
      expect(seen).toEqual(["PUT"]);
    },
  );

  test("The callback is not tested without requireCallback", async () => {
    const { seen, url } = await service([failed]);
    await newClient(url).reissue("o-1", request, { ...tested, requireCallback: false });
    expect(seen).toEqual(["POST"]);
  });

  test("is not sent if the test fails, and the error has verdict, code, reason and remedy", async () => {
    const { seen, url } = await service([failed]);
    const client = newClient(url);
    const error = await failureOf(client.reissue("o-1", request, tested));
    expect(error).toBeInstanceOf(CallbackRequiredError);
    expect(error).toBeInstanceOf(NotSentError);
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
    expect(seen).toEqual(["PUT"]);
    // Nothing blocks the order.
    expect(await client.journal.attempts()).toEqual([]);
    await client.reissue("o-1", request, { idempotencyKey: "T-2" });
  });

  test.each([
    ["a code that says nothing about it", { status: 500, body: { code: "broken" } }],
    ["a key that may not test", { status: 403, body: { code: "permission_denied" } }],
    ["an answer that cannot be read", { status: 200, body: { code: "other", data: 1 } }],
  ])("is not sent if the test has no verdict: %s", async (_, reply) => {
    const { seen, url } = await service([reply]);
    const error = await failureOf(newClient(url).reissue("o-1", request, tested));
    expect(error).toMatchObject({ outcome: "not-sent", verdict: "unknown" });
    expect(seen).toEqual(["PUT"]);
  });

  test("waits out the rate limit of the tests, however often", async () => {
    const { seen, url } = await service([tooFast, tooFast, tooFast, passed]);
    const tries: unknown[] = [];
    const onEvent = (event: ClientEvent) =>
      void (event.type === "retry" && tries.push([event.tryNumber, event.maxTries]));
    await newClient(url, { maxTries: 1, onEvent }).reissue("o-1", request, tested);
    expect(seen).toEqual(["PUT", "PUT", "PUT", "PUT", "POST"]);
    expect(tries).toEqual([1, 2, 3].map((number) => [number, undefined]));
  }, 20_000);

  test("The test ends in time for the reissue to get its answer", async () => {
    // It would fit into the whole time, but not into the part of it that the test may take.
    const { seen, url } = await service([{ ...tooFast, headers: { "retry-after": "1" } }]);
    const client = newClient(url, { timeoutMs: 1_300 });
    const error = await failureOf(client.reissue("o-1", request, tested));
    expect(error).toMatchObject({ outcome: "not-sent", verdict: "unknown", code: "request_too_fast" });
    expect(seen).toEqual(["PUT"]);
  });

  test("A request that is already done is answered without a test", async () => {
    const { seen, url } = await service([passed, failed]);
    const client = newClient(url);
    const { certificateId } = await client.reissue("o-1", request, tested);
    expect(await client.reissue("o-1", request, tested)).toMatchObject({
      certificateId,
      alreadyDone: true,
    });
    expect(seen).toEqual(["PUT", "POST"]);
  });

  test("All reissues of a client share one test", async () => {
    const { seen, url } = await service([passed]);
    const client = newClient(url);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => client.reissue(`o-${index}`, request, tested)),
    );
    expect(seen.filter((method) => method === "PUT")).toHaveLength(1);
    expect(seen.filter((method) => method === "POST")).toHaveLength(30);
  });

  test("needs no test right after a test of the saved callback passed", async () => {
    const { seen, url } = await service([passed]);
    const client = newClient(url);
    await client.testCallback({ url: "https://example.com/other", accessKey: "k" });
    await client.reissue("o-1", request, tested);
    await client.testCallback();
    expect(seen).toEqual(["PUT", "PUT", "POST", "PUT"]);

    const another = newClient(url);
    await another.testCallback({});
    await another.reissue("o-2", request, tested);
    expect(seen.slice(4)).toEqual(["PUT", "POST"]);
  });

  test("runs its own test after a test of the saved callback failed", async () => {
    const { seen, url } = await service([failed, passed]);
    const client = newClient(url);
    await failureOf(client.testCallback());
    await client.reissue("o-1", request, tested);
    expect(seen).toEqual(["PUT", "PUT", "POST"]);
  });

  test("A retry needs no other test while the verdict is fresh", async () => {
    const { seen, url } = await service([passed], [tooFast]);
    await newClient(url).reissue("o-1", request, tested);
    expect(seen).toEqual(["PUT", "POST", "POST"]);
  });

  test("is not sent if it is cancelled during the test", async () => {
    const { seen, url } = await service([{ ...tooFast, headers: { "retry-after": "30" } }]);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    const options = { ...tested, stopSignal: stop.signal };
    const error = await failureOf(newClient(url).reissue("o-1", request, options));
    expect(error).toMatchObject({ outcome: "not-sent", verdict: "unknown", code: "aborted" });
    expect(error.message).toContain("The callback test did not end: it was cancelled.");
    expect(seen).toEqual(["PUT"]);
  });
});

describe("The gate", () => {
  const failing = (code: string) => new NotSentError("It failed.", { code, remedy: "Correct it." });
  const broken = new RejectedError("It failed.", { code: "callback_send_error", remedy: "Mend it." });
  /** A test of which each call ends like this, the last one for ever. */
  const gateOf = (...results: readonly (Error | undefined)[]) => {
    const test = vi.fn(async () => {
      const result = results[Math.min(test.mock.calls.length, results.length) - 1];
      if (result) throw result;
    });
    return { test, gate: new CallbackGate(test) };
  };
  const noListener = { onEvent: () => {} };
  const forEver = () => new Promise<never>(() => {});

  test("A verdict stands for a minute from its end, and no longer", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { gate, test } = gateOf(undefined, broken, undefined);
    await gate.pass("It", 1_000, noListener);
    vi.advanceTimersByTime(59_999);
    await gate.pass("It", 1_000, noListener);
    expect(test).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(await failureOf(gate.pass("It", 1_000, noListener))).toMatchObject({ verdict: "fail" });
    expect(await failureOf(gate.pass("It", 1_000, noListener))).toMatchObject({ verdict: "fail" });
    expect(test).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(60_000);
    await gate.pass("It", 1_000, noListener);
  });

  test("A caller that gives up does not fail the others: they run a test of their own", async () => {
    let tests = 0;
    const gate = new CallbackGate(async (_, { signal }) => {
      tests += 1;
      if (tests > 1) return;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      throw failing("aborted");
    });
    const impatient = new AbortController();
    const first = failureOf(gate.pass("It", 60_000, { ...noListener, signal: impatient.signal }));
    const others = [gate.pass("It", 60_000, noListener), gate.pass("It", 60_000, noListener)];
    impatient.abort();
    expect(await first).toMatchObject({ verdict: "unknown", code: "aborted" });
    expect((await first).message).not.toContain("ago");
    await Promise.all(others);
    expect(tests).toBe(2);
  });

  test("A test that ran out of time is a verdict for the others, too", async () => {
    const { gate, test } = gateOf(failing("deadline_exceeded"));
    for (let times = 0; times < 3; times++)
      expect(await failureOf(gate.pass("It", 1_000, noListener))).toMatchObject({ verdict: "unknown" });
    expect(test).toHaveBeenCalledTimes(1);
  });

  test("An error names the age of a verdict from before", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    vi.advanceTimersByTime(5_000);
    const { gate } = gateOf(new TypeError("ours"), broken);
    await expect(gate.pass("It", 1_000, noListener)).rejects.toThrow("ours");
    for (const ms of [0, 999]) {
      vi.advanceTimersByTime(ms);
      expect((await failureOf(gate.pass("It", 1_000, noListener))).message).toMatch(
        /before it\. It failed\.$/,
      );
    }
    vi.advanceTimersByTime(1);
    expect((await failureOf(gate.pass("It", 1_000, noListener))).message).toContain(" That was 1 s ago;");
    vi.advanceTimersByTime(30_900);
    expect((await failureOf(gate.pass("It", 1_000, noListener))).message).toContain(
      " That was 31 s ago; a verdict counts for a minute.",
    );
    // Another test, of which this is the result.
    vi.advanceTimersByTime(28_100);
    expect((await failureOf(gate.pass("It", 1_000, noListener))).message).toMatch(/It failed\.$/);
  });

  test.each([
    [
      new RejectedError("", { code: "callback_not_configured", remedy: "" }),
      "Save a callback configuration in the account.",
    ],
    [
      new RejectedError("", { code: "permission_denied", remedy: "" }),
      "Use a standard API key of the account.",
    ],
    [
      new RejectedError("", { code: "invalid_parameters", remedy: "" }),
      "Look at the callback configuration that is saved in the account.",
    ],
    [
      new RejectedError("", { code: "callback_private_domain", remedy: "" }),
      "Use a name that resolves to a public address, in every view of your DNS that the service may see. Try it from outside your network: nslookup NAME.",
    ],
    [failing("dns_failed"), "Check the host name in baseUrl and this machine's DNS."],
    [failing("permission_denied"), "See why the service could not test the callback."],
    [
      new RejectedError("", { code: "internal", remedy: "" }),
      "See why the service could not test the callback.",
    ],
  ])("names a remedy that fits a reissue: %o", async (failure, remedy) => {
    const error = await failureOf(gateOf(failure).gate.pass("It", 1_000, noListener));
    expect(error.remedy).toBe(`${remedy} Then ask for the reissue again.`);
  });

  test("A caller waits no longer than its own time, and the test goes on for the others", async () => {
    const gate = new CallbackGate(() => sleep(300));
    const patient = gate.pass("It", 10_000, noListener);
    const error = await failureOf(gate.pass("It", 50, noListener));
    expect(error).toMatchObject({ verdict: "unknown", code: "deadline_exceeded" });
    expect(error.message).toContain("the time for the whole operation ran out");
    await patient;
  });

  test("A caller that was cancelled before does not wait", async () => {
    const gate = new CallbackGate(forEver);
    const given = { ...noListener, signal: AbortSignal.abort() };
    for (let times = 0; times < 2; times++)
      expect(await failureOf(gate.pass("It", 1_000, given))).toMatchObject({ code: "aborted" });
  });

  test("leaves no timer behind", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await gateOf(undefined).gate.pass("It", 60_000, noListener);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("throws a mistake of ours, and forgets it", async () => {
    const { gate } = gateOf(new TypeError("ours"), undefined);
    await expect(gate.pass("It", 1_000, noListener)).rejects.toThrow("ours");
    await gate.pass("It", 1_000, noListener);
  });
});
