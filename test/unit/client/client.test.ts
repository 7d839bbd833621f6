import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { ClientEvent, ClientOptions } from "../../../src/client/index.ts";
import { CertOrderClient } from "../../../src/client/index.ts";
import { type CertOrderError, InvalidRequestError, reissueOperation } from "../../../src/contract/index.ts";
import {
  Journal,
  knowing,
  knowingNothing,
  MemoryStore,
  type OrderIntent,
  requestDigest,
} from "../../../src/journal/index.ts";
import { version } from "../../../src/version.ts";
import { clientFor } from "../../harness/faults/calls.ts";
import { plainPort, withFaultyService } from "../../harness/faults/faulty-service.ts";
import { silent } from "../../harness/faults/scripts.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { HookedStore } from "../journal/hooked-store.ts";
import { failure, made, request, service, serving, tooFast } from "./serving.ts";

afterEach(() => void vi.unstubAllEnvs());

const keys = { authKey: "auth-key-1", keyId: "key-1" };

const ofType = (type: ClientEvent["type"], events: readonly ClientEvent[]) =>
  events.filter((event) => event.type === type);

/** A client without a journal, and what it reports. */
function unjournaled(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const events: ClientEvent[] = [];
  const onEvent = (event: ClientEvent) => void events.push(event);
  const journal: "none" = "none";
  return { events, client: new CertOrderClient({ baseUrl, ...keys, env: {}, onEvent, ...options, journal }) };
}

/** A client with a journal, what it reports, and `send` as an interface calls it. */
function journaled(baseUrl: string, journal = newJournal(), options: Partial<ClientOptions> = {}) {
  const events: ClientEvent[] = [];
  const onEvent = (event: ClientEvent) => void events.push(event);
  const client = new CertOrderClient({ baseUrl, ...keys, env: {}, onEvent, ...options, journal });
  /** A reissue as an interface asks for it. */
  const send = (intent: Partial<OrderIntent>, more: object = {}) =>
    client.send(
      reissueOperation,
      { order_id: "order-1", sign_hash: "sha256", csr_from: "sign-cloud-csc", ...more },
      { intent },
    );
  return { events, client, journal, send };
}

const newJournal = () => new Journal({ store: new MemoryStore() });
const key = { idempotencyKey: "ticket-7" };

describe("The set-up of a client", () => {
  test("All problems are reported together", () => {
    expect(() => unjournaled("ftp://service.example", { keyId: "" })).toThrow(
      expect.objectContaining({
        code: "invalid_setting",
        outcome: "not-sent",
        message: expect.stringMatching(/^The client cannot be set up: .*https.* keyId is missing/),
      }),
    );
  });

  const times = "a number of milliseconds above 0 and up to 86400000";
  test.each([
    [["timeoutMs", "connectTimeoutMs", "responseTimeoutMs"], times, [Infinity, NaN, 3e9, 0, -1, "60000"]],
    [["maxTries"], "a whole number from 1 to 100", [0, 101, 1.5, Infinity]],
  ])("%j must be %s, because a timer with another one would end at once", (names, range, wrong) => {
    for (const name of names)
      for (const value of wrong)
        expect(() => unjournaled("https://service.example", { [name]: value })).toThrow(
          `The client cannot be set up: ${name} must be ${range}.`,
        );
  });

  test.each([undefined, null, "off", {}])("is refused with the journal %o", (journal) => {
    const options = { baseUrl: "https://service.example", ...keys, journal: journal as never };
    expect(() => new CertOrderClient(options)).toThrow(/^The client cannot be set up: journal is missing\./);
  });

  test("The service has one spelling of its address and name", () => {
    const service = (baseUrl: string, name?: string) =>
      unjournaled(baseUrl, { service: name }).client.service;
    const unnamed = { name: undefined, address: "https://service.example" };
    for (const name of [undefined, "", " "])
      expect(service("https://service.example//", name)).toEqual(unnamed);
    expect(service("HTTPS://service.EXAMPLE/Api/", " Prod//One//\n")).toEqual({
      name: "prod//one",
      address: "https://service.example/api",
    });
  });

  test("reads the environment as every other interface does", async () => {
    const { seen, url } = await service(made("cert-1"));
    const folder = newFolder("journal-");
    const env = {
      CERTORDER_BASE_URL: url,
      CERTORDER_AUTH_KEY: "auth-key-1",
      CERTORDER_KEY_ID: "key-1",
      CERTORDER_JOURNAL_DIR: folder,
      CERTORDER_SERVICE: "prod",
    };
    await CertOrderClient.fromEnvironment(env).reissue("order-1", request, key);
    expect(await new Journal({ dir: folder }).attempts()).toMatchObject([{ service: "prod", address: url }]);
    expect(seen).toHaveLength(1);
    const wrong = (more: object) => () => CertOrderClient.fromEnvironment({ ...env, ...more });
    expect(wrong({ CERTORDER_JOURNAL: "none" })).toThrow("idempotency keys need a journal");
    expect(wrong({ CERTORDER_BASE_URL: "" })).toThrow("baseUrl is missing");

    const problems: string[] = [];
    const onProblem = ({ code }: CertOrderError) => void problems.push(code);
    const lax = { ...env, CERTORDER_JOURNAL_DIR: "/proc/certorder", CERTORDER_JOURNAL: "best-effort" };
    await CertOrderClient.fromEnvironment(lax, { onProblem }).reissue("order-1", request, key);
    expect(problems).toEqual(["journal_unavailable"]);
  });
});

describe("A request", () => {
  test("has both keys, and asks for an answer that can be read", async () => {
    const { seen, url } = await service(made("cert-1"));
    await unjournaled(`${url}/api/`).client.reissue("order-1", { ...request, validityDays: 90 });
    expect(seen).toMatchObject([{ method: "POST", url: expect.stringMatching(/^\/api\/.*order-1/) }]);
    expect(seen[0]?.headers).toMatchObject({
      accept: "application/json",
      "accept-encoding": "identity",
      "content-type": "application/json",
      "user-agent": expect.stringContaining(`certorder/${version}`),
    });
    expect(Object.values(seen[0]?.headers ?? {})).toEqual(expect.arrayContaining(["auth-key-1", "key-1"]));
    expect(JSON.parse(seen[0]?.body ?? "")).toMatchObject({ certificate: { validity_days: 90 } });
  });

  test("has no body and no content type if there is nothing to send", async () => {
    const { seen, url } = await service({});
    const result = await unjournaled(url).client.testCallback();
    expect(result).toEqual({
      outcome: "done",
      verdict: "pass",
      httpStatus: 200,
      tries: 1,
      durationMs: expect.any(Number),
    });
    expect(seen).toMatchObject([{ body: "" }]);
    expect(seen[0]?.headers).not.toHaveProperty("content-type");
  });

  test("uses the proxy of the environment, or of the given environment", async () => {
    const { url } = await service({});
    vi.stubEnv("HTTPS_PROXY", "ftp://nothing");
    vi.stubEnv("https_proxy", "");
    const away = { baseUrl: "https://service.example.test", maxTries: 1, timeoutMs: 2_000 };
    const codeWith = async (env: ClientOptions["env"]) =>
      (await failure(unjournaled(away.baseUrl, { ...away, env }).client.testCallback())).code;
    expect(await codeWith(undefined)).toBe("proxy_failed");
    expect(await codeWith({ HTTPS_PROXY: url })).toBe("proxy_failed");
    expect(await codeWith({ NO_PROXY: "*" })).not.toBe("proxy_failed");
  });

  test("A wrong request is not sent, and all that is wrong is reported", async () => {
    const { seen, url } = await service(made("cert-1"));
    const { client, events } = unjournaled(url);
    const error = await failure(client.reissue("order-1", { signHash: "", validityDays: 0 }));
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error.message).toMatch(/^The reissue of order order-1 was not sent: .*validityDays/);
    expect((await failure(client.testCallback({ url: "http://example.com" }))).message).toMatch(
      /^The callback test was not sent: /,
    );
    expect(seen).toEqual([]);
    expect(events).toEqual([]);
  });

  test.each(["", " \n", "two\nlines", 7, null])("is not sent with the key %j", async (wrong) => {
    const { seen, url } = await service(made("cert-1"));
    for (const { client } of [unjournaled(url), journaled(url)]) {
      const error = await failure(client.reissue("order-1", request, { idempotencyKey: wrong as string }));
      expect(error).toMatchObject({
        code: "invalid_request",
        outcome: "not-sent",
        issues: [{ severity: "error", field: "idempotencyKey", rule: "name" }],
      });
    }
    expect(seen).toEqual([]);
  });

  test("needs an idempotency key with a journal, for the compiler and at run time", async () => {
    const { seen, url } = await service(made("cert-1"));
    const { client } = journaled(url);
    const missing = { message: expect.stringContaining("idempotencyKey is missing."), outcome: "not-sent" };
    // @ts-expect-error the key is required
    expect(await failure(client.reissue("order-1", request))).toMatchObject(missing);
    // @ts-expect-error the key is required
    expect(await failure(client.reissue("order-1", request, { triggers: {} }))).toMatchObject(missing);
    const either: CertOrderClient = client;
    // @ts-expect-error a client that may have a journal needs it, too
    expect(await failure(either.reissue("order-1", request))).toMatchObject(missing);
    expect(seen).toEqual([]);
    await unjournaled(url).client.reissue("order-1", request);
    expect(seen).toHaveLength(1);
    // @ts-expect-error without a journal a key would promise nothing
    expect(await failure(unjournaled(url).client.reissue("order-1", request, key))).toMatchObject({
      message: expect.stringContaining("idempotencyKey needs a journal."),
      outcome: "not-sent",
    });
    expect(seen).toHaveLength(1);
  });

  test("sends its warnings to the listener of the call, or else of the client", async () => {
    const { url } = await service(made("cert-1"));
    const { client, events } = unjournaled(url);
    const doubtful = { ...request, validityDays: 900 };
    const heard: ClientEvent[] = [];
    await client.reissue("order-1", doubtful, { onEvent: (event) => void heard.push(event) });
    expect(events).toEqual([]);
    const warning = { type: "warning", issue: { severity: "warning", field: "validityDays" } };
    expect(ofType("warning", heard)).toMatchObject([warning]);
    await client.reissue("order-1", doubtful);
    expect(ofType("warning", events)).toEqual(ofType("warning", heard));
    const onEvent = () => {
      throw new Error("deaf");
    };
    for (const listener of [onEvent, undefined])
      expect(await unjournaled(url, { onEvent: listener }).client.reissue("order-1", doubtful)).toMatchObject(
        { outcome: "done" },
      );
  });
});

describe("The listener of a client", () => {
  const duration = expect.any(Number);

  test("hears of each try that it is sent, and then answered", async () => {
    const { url } = await service({ ...tooFast, meanwhile: () => sleep(60) }, made("cert-1"));
    const { client, events, journal } = journaled(url);
    await client.reissue("order-1", request, key);
    const [first, second] = await journal.attempts();
    const about = { operation: "reissue", orderId: "order-1" };
    const tries = [
      { ...about, tryNumber: 1, attemptId: first?.attemptId },
      { ...about, tryNumber: 2, attemptId: second?.attemptId },
    ] as const;
    expect(events).toEqual([
      { type: "sent", ...tries[0], connectMs: duration },
      { type: "answered", ...tries[0], httpStatus: 429, outcome: "rejected", durationMs: duration },
      expect.objectContaining({ type: "retry", tryNumber: 1 }),
      { type: "sent", ...tries[1], connectMs: duration },
      { type: "answered", ...tries[1], httpStatus: 200, outcome: "done", durationMs: duration },
    ]);
    const [answered] = ofType("answered", events) as { durationMs: number }[];
    expect(answered?.durationMs).toBeGreaterThanOrEqual(59);
  });

  test("hears that a request was sent, and that no answer came", async () => {
    const { url } = await service(null);
    const { client, events } = unjournaled(url);
    await failure(client.testCallback());
    const about = { operation: "callback-test", orderId: undefined, attemptId: undefined, tryNumber: 1 };
    expect(events).toEqual([
      { type: "sent", ...about, connectMs: duration },
      { type: "unanswered", ...about, outcome: "unknown", code: "connection_lost", durationMs: duration },
    ]);
  });
});

describe("A reissue with a journal", () => {
  test("is recorded with its request, key, deadline and outcome", async () => {
    const { url } = await service(made("cert-1"));
    const { client, journal } = journaled(url, newJournal(), { timeoutMs: 300_000 });
    const began = Date.now();
    const options = { triggers: { turn: "1" }, ...key };
    const result = await client.reissue("order-1", { ...request, validityDays: 90 }, options);
    const [written] = await journal.attempts();
    expect(result).toEqual({
      outcome: "done",
      orderId: "order-1",
      certificateId: "cert-1",
      httpStatus: 200,
      tries: 1,
      attemptId: written?.attemptId,
      alreadyDone: false,
      earlierAttempt: undefined,
    });
    const values = { sign_hash: "sha256", csr_from: "sign-cloud-csc", validity_days: 90 };
    expect(written).toMatchObject({
      ...key,
      requestDigest: requestDigest("order-1", values, { turn: "1" }),
      validityDays: 90,
      lastEvent: "done",
      certificateId: "cert-1",
      address: url,
      service: url,
    });
    const deadline = Date.parse(written?.deadline ?? "") - began;
    expect(deadline).toBeGreaterThanOrEqual(300_000);
    expect(deadline).toBeLessThan(400_000);
  });

  test("The same key again is answered, and not sent", async () => {
    const { seen, url } = await service(made("cert-1"), made("cert-2"));
    const { client } = journaled(url);
    const first = await client.reissue("order-1", request, key);
    expect(await client.reissue("order-1", request, key)).toEqual({
      outcome: "done",
      orderId: "order-1",
      certificateId: "cert-1",
      attemptId: first.attemptId,
      httpStatus: undefined,
      tries: 0,
      alreadyDone: true,
      earlierAttempt: expect.objectContaining({ attemptId: first.attemptId, ...key }),
    });
    expect(seen).toHaveLength(1);
  });

  test("Another key is one more reissue; the used key for another request is blocked", async () => {
    const { seen, url } = await service(made("cert-1"), made("cert-2"));
    const { client } = journaled(url);
    await client.reissue("order-1", request, key);
    expect(await client.reissue("order-1", request, { idempotencyKey: "ticket-8" })).toMatchObject({
      certificateId: "cert-2",
    });
    expect(await failure(client.reissue("order-1", { ...request, validityDays: 9 }, key))).toMatchObject({
      name: "BlockedError",
      code: "idempotency_key_used",
      outcome: "not-sent",
    });
    expect(seen).toHaveLength(2);
  });

  test("A rival with the same key is quicker while this one connects: its certificate is the answer", async () => {
    const { seen, url } = await service(made("cert-1"), made("cert-2"));
    const store = new MemoryStore();
    const quick = journaled(url, new Journal({ store })).client;
    class Overtaken extends Journal {
      override async claim(...args: Parameters<Journal["claim"]>) {
        await quick.reissue("order-1", request, key);
        return super.claim(...args);
      }
    }
    const { client } = journaled(url, new Overtaken({ store }));
    const result = await client.reissue("order-1", request, key);
    expect(result).toMatchObject({ certificateId: "cert-1", earlierAttempt: key });
    expect(seen).toHaveLength(1);
  });

  test("A key that is answered by another one's certificate is recorded before the answer is returned", async () => {
    const { seen, url } = await service(made("cert-1"), made("cert-2"));
    const { client, journal, send } = journaled(url);
    await client.reissue("order-1", request, { idempotencyKey: "ticket-1" });
    const intent = { knownLatest: knowingNothing, force: false };
    const values = { order_id: "order-1", sign_hash: "sha256", csr_from: "sign-cloud-csc" };
    expect(await client.send(reissueOperation, values, { ...key, intent })).toMatchObject({
      earlierAttempt: { certificateId: "cert-1" },
    });
    expect(await journal.attempts()).toMatchObject([{ answered: [{ key: "ticket-7" }] }]);
    await send({}, { validity_days: 9 });
    expect(await failure(client.reissue("order-1", request, key))).toMatchObject({
      code: "idempotency_key_used",
    });
    expect(seen).toHaveLength(2);
  });

  test("An interface says what it knows and whether it forces one more", async () => {
    const { seen, url } = await service(made("cert-1"), made("cert-2"), made("cert-3"));
    const { journal, send } = journaled(url);
    const creating = { knownLatest: knowingNothing, force: false };
    const first = await send(creating);
    expect(await send(creating)).toMatchObject({ earlierAttempt: { certificateId: "cert-1" } });
    expect(await failure(send(creating, { validity_days: 9 }))).toMatchObject({ code: "reissued_since" });
    const known = { knownLatest: knowing({ certificateId: "cert-1" }), force: false };
    await send({ ...known, run: "run-1" }, { validity_days: 9 });
    expect((await journal.attempts()).at(-1)).toMatchObject({ replaced: "cert-1", run: "run-1" });
    const witnesses = [
      {
        attempts: [{ ...(await journal.attempts())[0], attemptId: "s1", certificateId: "c-9" }],
        earlier: ["cert-2"],
      },
    ];
    expect(await send({ ...creating, witnesses: witnesses as never })).toMatchObject({
      certificateId: "c-9",
    });
    expect(first.attemptId).toBeDefined();
    expect(seen).toHaveLength(2);
  });

  test("Uses the given snapshot instead of reading again", async () => {
    const { url } = await service(made("cert-1"), made("cert-2"));
    const { client, journal } = journaled(url);
    const snapshot = await journal.snapshot("order-1", client.service);
    await client.reissue("order-1", request, key);
    // What finished since is not known to the caller. The claim sees it, and answers.
    const values = { order_id: "order-1", sign_hash: "sha256", csr_from: "sign-cloud-csc" };
    expect(
      await client.send(reissueOperation, values, { idempotencyKey: "ticket-8", snapshot }),
    ).toMatchObject({
      earlierAttempt: { certificateId: "cert-1" },
    });
  });

  test("Supersede names the latest attempt, and no other", async () => {
    const { seen, url } = await service(made("cert-1"), made("cert-2"));
    const { client } = journaled(url);
    const { attemptId = "" } = await client.reissue("order-1", request, key);
    const next = { idempotencyKey: "ticket-8" };
    expect(await failure(client.reissue("order-1", request, { ...next, supersede: "older" }))).toMatchObject({
      code: "reissued_since",
    });
    expect(await client.reissue("order-1", request, { ...next, supersede: attemptId })).toMatchObject({
      certificateId: "cert-2",
    });
    expect(seen).toHaveLength(2);
  });

  test("An unknown outcome keeps the certificate that the answer named, and shows how to resolve it", async () => {
    const { url } = await service({ status: 202, body: { data: { certificate: { id: "cert-7" } } } });
    const { client, journal } = journaled(url);
    const error = await failure(client.reissue("order-1", request, key));
    const [written] = await journal.attempts();
    expect(error).toMatchObject({
      outcome: "unknown",
      certificateId: "cert-7",
      attemptId: written?.attemptId,
      httpStatus: 202,
    });
    expect(error.remedy).toContain(
      `\n\n    await client.journal.resolve("order-1", "${written?.attemptId}", "cert-7")`,
    );
    expect(written).toMatchObject({ lastEvent: "unknown", certificateId: "cert-7" });
    expect(await failure(client.reissue("order-1", request, key))).toMatchObject({
      code: "unresolved_attempt",
    });
  });

  test.each([
    ["The deadline", { options: { timeoutMs: 50 }, code: "deadline_exceeded" }],
    ["The caller's signal", { call: { signal: AbortSignal.timeout(50) }, code: "aborted" }],
    ["The caller's stopSignal", { call: { stopSignal: AbortSignal.timeout(50) }, code: "aborted" }],
  ])("%s ends a reissue whose journal does not answer, and nothing is sent", async (_, how) => {
    const { options, call, code } = { options: {}, call: {}, ...how };
    const { seen, url } = await service(made("cert-1"));
    const store = new HookedStore();
    store.beforeRead = () => new Promise(() => {});
    const { client } = journaled(url, new Journal({ store }), options);
    const error = await failure(client.reissue("order-1", request, { ...key, ...call }));
    expect(error).toMatchObject({ outcome: "not-sent", code });
    expect(error.message).toContain("the journal did not answer");
    expect(seen).toEqual([]);
  });

  test("A mistake of ours after the request was sent leaves an unknown outcome", async () => {
    const { url } = await service(tooFast);
    const { client, journal } = journaled(url);
    const random = vi.spyOn(Math, "random").mockImplementation(() => {
      throw new TypeError("a mistake");
    });
    onTestFinished(() => random.mockRestore());
    await expect(client.reissue("order-1", request, key)).rejects.toThrow("a mistake");
    expect(await journal.attempts()).toMatchObject([{ lastEvent: "unknown" }]);
  });
});

test("A client without a journal may send with each call, even after an unknown outcome", async () => {
  const { seen, url } = await service(made("cert-1"), null, made("cert-2"));
  const { client } = unjournaled(url);
  const unrecorded = { attemptId: undefined, alreadyDone: false, earlierAttempt: undefined };
  expect(await client.reissue("order-1", request)).toMatchObject({ certificateId: "cert-1", ...unrecorded });
  const error = await failure(client.reissue("order-1", request));
  expect(error).toMatchObject({ outcome: "unknown", attemptId: undefined });
  expect(error.remedy).not.toContain("resolve");
  expect(await client.reissue("order-1", request)).toMatchObject({ certificateId: "cert-2", ...unrecorded });
  expect(seen).toHaveLength(3);
});

describe("A request that was refused as too fast", () => {
  test("is tried three times by default, and each try is an attempt of its own", async () => {
    const { seen, url } = await service(tooFast);
    const { client, events, journal } = journaled(url);
    const error = await failure(client.reissue("order-1", request, key));
    expect(error).toMatchObject({ outcome: "rejected", tries: 3, httpStatus: 429, retryAfterMs: 0 });
    expect(seen).toHaveLength(3);
    expect(ofType("retry", events)).toMatchObject([
      { type: "retry", tryNumber: 1, maxTries: 3, reason: { outcome: "rejected", tries: 1 } },
      { type: "retry", tryNumber: 2, maxTries: 3, waitMs: expect.any(Number) },
    ]);
    const rejected = { lastEvent: "rejected", status: "void" };
    expect(await journal.attempts()).toMatchObject([rejected, rejected, rejected]);
  });

  test("is given up at once if the wait is longer than the time left", async () => {
    const { seen, url } = await service({ ...tooFast, headers: { "retry-after": "100" } });
    // The process is old. Time is counted from the beginning of the call.
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + 1_000_000);
    onTestFinished(() => clock.mockRestore());
    const { client, events } = unjournaled(url, { timeoutMs: 60_000 });
    const error = await failure(client.reissue("order-1", request));
    expect(error).toMatchObject({ outcome: "rejected", tries: 1, retryAfterMs: 100_000 });
    expect(ofType("retry", events)).toEqual([]);
    expect(seen).toHaveLength(1);
  });

  test("is not tried again once the caller has stopped, and no retry is reported", async () => {
    const stop = new AbortController();
    const { seen, url } = await service({ ...tooFast, meanwhile: () => stop.abort() });
    const { client, events } = unjournaled(url);
    const error = await failure(client.reissue("order-1", request, { stopSignal: stop.signal }));
    expect(error).toMatchObject({ outcome: "rejected", tries: 1 });
    expect(ofType("retry", events)).toEqual([]);
    expect(seen).toHaveLength(1);
  });
});

describe("A call", () => {
  test("gets its own answer among 200 calls at once", async () => {
    const url = await serving(async (incoming, response) => {
      for await (const _ of incoming);
      const id = incoming.url?.split("/").at(-2);
      response.end(incoming.method === "PUT" ? "{}" : JSON.stringify(made(`cert-of-${id}`).body));
    });
    const { client } = journaled(url);
    const orders = Array.from({ length: 100 }, (_, n) => `order-${n}`);
    const reissues = orders.map((orderId) => client.reissue(orderId, request, key));
    const tests = orders.map(() => client.testCallback());
    expect((await Promise.all(reissues)).map(({ certificateId }) => certificateId)).toEqual(
      orders.map((orderId) => `cert-of-${orderId}`),
    );
    await Promise.all(tests);
  });

  test("leaves no listener on the signals of its caller", async () => {
    const { url } = await service({});
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    await unjournaled(url).client.testCallback({}, { signal, stopSignal: signal });
    expect(added).toHaveBeenCalled();
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
  });

  test("ends at its deadline, which covers all tries and waits", async () => {
    const stage = await withFaultyService({ onTestFinished }, plainPort(silent));
    const { client } = clientFor(stage, { connectTimeoutMs: 100, maxTries: 99, timeoutMs: 700 });
    const began = performance.now();
    const error = await failure(client.testCallback());
    expect(error.outcome).toBe("not-sent");
    expect(error.tries).toBeLessThan(6);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

test("A secret in an answer is not shown", async () => {
  const echo = { status: 400, body: { code: "bad", message: "auth-key-1 and PIN-4711-0815 are wrong" } };
  const { url } = await service(echo);
  const { client } = unjournaled(url);
  const error = await failure(client.reissue("order-1", { ...request, signKeyPin: "PIN-4711-0815" }));
  expect(error).toMatchObject({ outcome: "rejected", code: "bad" });
  expect(error.message).toContain("The service said: ");
  for (const secret of ["auth-key-1", "PIN-4711-0815"]) expect(error.message).not.toContain(secret);
  const handedBack = await service(made("auth-key-1"));
  expect(await failure(unjournaled(handedBack.url).client.reissue("order-1", request))).toMatchObject({
    outcome: "done-unread",
    code: "certificate_id_missing",
  });
});
