import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type {
  AskedReissueOptions,
  ClientEvent,
  ClientOptions,
  ReissueOptions,
} from "../../../src/client/index.ts";
import { CertOrderClient } from "../../../src/client/index.ts";
import { InvalidInputError } from "../../../src/contract/index.ts";
import {
  Journal,
  knowing,
  knowingNothing,
  MemoryStore,
  type OrderIntent,
  requestDigest,
} from "../../../src/journal/index.ts";
import { version } from "../../../src/version.ts";
import { clientFor, ofTypes } from "../../harness/faults/calls.ts";
import { plainPort, withFaultyService } from "../../harness/faults/faulty-service.ts";
import { silent } from "../../harness/faults/scripts.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { HookedStore } from "../journal/hooked-store.ts";
import { failure, made, type Reply, request, service, serving, tooFast } from "./serving.ts";

const keys = { authKey: "auth-key-1", keyId: "key-1" };
const key = { idempotencyKey: "ticket-7" };
const day = 86_400_000;
const values = { order_id: "order-1", sign_hash: "sha256", csr_from: "sign-cloud-csc" };

/** A client without a journal, and what it reports. */
function unjournaled(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const events: ClientEvent[] = [];
  const onEvent = (event: ClientEvent) => void events.push(event);
  const journal: "none" = "none";
  const client = new CertOrderClient({ baseUrl, ...keys, env: {}, onEvent, ...options, journal });
  return { events, client, reissue: (more: ReissueOptions = {}) => client.reissue("order-1", request, more) };
}

/** The same with a journal, and `send` as an interface calls it. */
function journaled(
  baseUrl: string,
  { journal = new Journal(new MemoryStore()), ...options }: Partial<ClientOptions<Journal>> = {},
) {
  const events: ClientEvent[] = [];
  const onEvent = (event: ClientEvent) => void events.push(event);
  const client = new CertOrderClient({ baseUrl, ...keys, env: {}, onEvent, ...options, journal });
  const reissue = (more: Omit<ReissueOptions, "maxAgeMs"> = {}, changed: object = {}) =>
    client.reissue("order-1", { ...request, ...changed }, { ...key, ...more } as AskedReissueOptions);
  const renew = (maxAgeMs: number, changed: object = {}) =>
    client.reissue("order-1", { ...request, ...changed }, { maxAgeMs });
  const send = (intent: Partial<OrderIntent>, more: object = {}) =>
    client.sendReissue({ ...values, ...more }, { intent });
  return { events, client, journal, reissue, renew, send };
}

/** Both, with a service that gives these answers. */
async function withJournal(
  replies: readonly (Reply | null)[],
  options: Partial<ClientOptions<Journal>> = {},
) {
  const { seen, url } = await service(...replies);
  return { seen, url, ...journaled(url, options) };
}
async function withoutJournal(replies: readonly (Reply | null)[], options: Partial<ClientOptions> = {}) {
  const { seen, url } = await service(...replies);
  return { seen, url, ...unjournaled(url, options) };
}

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
    ["timeoutMs", times, [Infinity, NaN, 3e9, 0, -1, "60000"]],
    ["maxTries", "a whole number from 1 to 100", [0, 101, 1.5, Infinity]],
  ])("%s must be %s, because a timer with another one would end at once", (name, range, wrong) => {
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
    const spelled = (baseUrl: string, name?: string) =>
      unjournaled(baseUrl, { service: name }).client.service;
    for (const name of [undefined, "", " "])
      expect(spelled("https://service.example//", name)).toEqual({ address: "https://service.example" });
    const named = { name: "prod//one", address: "https://service.example/api" };
    expect(spelled("HTTPS://service.EXAMPLE/Api/", " Prod//One//\n")).toEqual(named);
  });

  test("reads the environment as every other interface does", async () => {
    const { seen, url } = await service(made("cert-1"));
    const folder = newJournal();
    const env = {
      CERTORDER_BASE_URL: url,
      CERTORDER_AUTH_KEY: "auth-key-1",
      CERTORDER_KEY_ID: "key-1",
      CERTORDER_JOURNAL: folder,
      CERTORDER_SERVICE: "prod",
    };
    await CertOrderClient.fromEnvironment(env).reissue("order-1", request, key);
    expect(await new Journal(folder).attempts()).toMatchObject([{ service: "prod", address: url }]);
    expect(seen).toHaveLength(1);
    const wrong = (more: object) => () => CertOrderClient.fromEnvironment({ ...env, ...more });
    expect(wrong({ CERTORDER_JOURNAL: "none" })).toThrow("idempotency keys need a journal");
    expect(wrong({ CERTORDER_BASE_URL: "" })).toThrow("baseUrl is missing");

    // An unmounted volume must not forget the key.
    const volume = newFolder("volume-");
    const unmounted = CertOrderClient.fromEnvironment({ ...env, CERTORDER_JOURNAL: volume });
    await expect(unmounted.reissue("order-1", request, key)).rejects.toMatchObject({
      code: "journal_not_found",
      outcome: "not-sent",
    });
    expect(seen).toHaveLength(1);
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
    const { seen, client } = await withoutJournal([{}]);
    const durationMs = expect.any(Number);
    const passed = {
      outcome: "done",
      verdict: "pass",
      message: "The callback answered.",
      httpStatus: 200,
      tries: 1,
      durationMs,
    };
    expect(await client.testCallback()).toEqual(passed);
    expect(seen).toMatchObject([{ body: "" }]);
    expect(seen[0]?.headers).not.toHaveProperty("content-type");
  });

  test("uses the proxy of the environment, or of the given environment", async () => {
    const { url } = await service({});
    vi.stubEnv("HTTPS_PROXY", "ftp://nothing");
    vi.stubEnv("https_proxy", "");
    const codeWith = async (env: ClientOptions["env"]) => {
      const options = { maxTries: 1, timeoutMs: 2_000, env };
      const { client } = unjournaled("https://service.example.test", options);
      return (await failure(client.testCallback())).code;
    };
    expect(await codeWith(undefined)).toBe("proxy_failed");
    expect(await codeWith({ HTTPS_PROXY: url })).toBe("proxy_failed");
    expect(await codeWith({ NO_PROXY: "*" })).not.toBe("proxy_failed");
  });

  test("A wrong request is not sent, and all that is wrong is reported", async () => {
    const { seen, client, events } = await withoutJournal([made("cert-1")]);
    const error = await failure(client.reissue("order-1", { signHash: "", validityDays: 0 }));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error.message).toMatch(/^The reissue of order order-1 was not sent: .*validityDays/);
    const { message } = await failure(client.testCallback({ url: "http://example.com" }));
    expect(message).toMatch(/^The callback test was not sent: /);
    expect([...seen, ...events]).toEqual([]);
  });

  test.each(["", " \n", "two\nlines", 7, null])("is not sent with the key %j", async (wrong) => {
    const { seen, url } = await service(made("cert-1"));
    for (const { reissue } of [unjournaled(url), journaled(url)])
      expect(await failure(reissue({ idempotencyKey: wrong as string }))).toMatchObject({
        code: "invalid_request",
        outcome: "not-sent",
        problems: [{ severity: "error", field: "idempotencyKey" }],
      });
    expect(seen).toEqual([]);
  });

  test("needs an idempotency key or an age with a journal, for the compiler and at run time", async () => {
    const { seen, url, client } = await withJournal([made("cert-1")]);
    const missing = {
      message: expect.stringContaining("A reissue needs idempotencyKey or maxAgeMs"),
      outcome: "not-sent",
    };
    // @ts-expect-error one of them is required
    expect(await failure(client.reissue("order-1", request))).toMatchObject(missing);
    // @ts-expect-error one of them is required
    expect(await failure(client.reissue("order-1", request, { triggers: {} }))).toMatchObject(missing);
    const either: CertOrderClient = client;
    // @ts-expect-error a client that may have a journal needs it, too
    expect(await failure(either.reissue("order-1", request))).toMatchObject(missing);
    // @ts-expect-error without a journal a key would promise nothing
    expect(await failure(unjournaled(url).client.reissue("order-1", request, key))).toMatchObject({
      message: expect.stringContaining("idempotencyKey needs a journal"),
      outcome: "not-sent",
    });
    // @ts-expect-error without a journal there is no attempt to supersede
    const superseding = unjournaled(url).client.reissue("order-1", request, { supersede: "0123456789ab" });
    expect(await failure(superseding)).toMatchObject({ message: expect.stringContaining("supersede needs") });
    // @ts-expect-error without a journal the age of the latest certificate is not known
    const renewing = unjournaled(url).client.reissue("order-1", request, { maxAgeMs: day });
    expect(await failure(renewing)).toMatchObject({ message: expect.stringContaining("maxAgeMs needs") });
    expect(seen).toEqual([]);
    await unjournaled(url).client.reissue("order-1", request);
    expect(seen).toHaveLength(1);
  });
});

describe("An age", () => {
  test("excludes a key, for the compiler and at run time", async () => {
    const { seen, client } = await withJournal([made("cert-1")]);
    // @ts-expect-error a renewal has no key
    const both = client.reissue("order-1", request, { ...key, maxAgeMs: 60 * day });
    expect(await failure(both)).toMatchObject({
      message: expect.stringContaining("Both maxAgeMs and idempotencyKey are given."),
      code: "invalid_request",
      outcome: "not-sent",
    });
    const superseding = client.reissue("order-1", request, { maxAgeMs: 60 * day, supersede: "a" });
    expect(await failure(superseding)).toMatchObject({ code: "invalid_request" });
    expect(seen).toEqual([]);
  });

  test.each([0, -1, day - 1, NaN, "60d", null])("of %o is refused", async (wrong) => {
    const { seen, renew } = await withJournal([made("cert-1")]);
    expect(await failure(renew(wrong as number))).toMatchObject({
      message: expect.stringContaining("maxAgeMs is less than a day."),
      problems: [{ severity: "error", field: "maxAgeMs" }],
    });
    expect(seen).toEqual([]);
  });

  test("must be below the validity, so that a certificate is renewed before it expires", async () => {
    const { seen, renew } = await withJournal([made("cert-1")]);
    expect(await failure(renew(90 * day, { validityDays: 90 }))).toMatchObject({
      message: expect.stringContaining("maxAgeMs is not below validityDays (90 days)"),
    });
    // The journal has no certificate yet, so the next check refuses it.
    expect(await failure(renew(90 * day - 1, { validityDays: 90 }))).toMatchObject({
      code: "not_in_journal",
    });
    expect(seen).toEqual([]);
  });
});

describe("An imported certificate", () => {
  test("is the order's latest, and is renewed once it is older than the age", async () => {
    const { seen, client, journal, renew } = await withJournal([made("cert-2")]);
    const attempt = await client.importCertificate("order-1", "cert-1", { issuedAt: "2020-01-01" });
    expect(attempt).toMatchObject({
      certificateId: "cert-1",
      isImported: true,
      issuedAt: "2020-01-01T00:00:00.000Z",
      requestDigest: undefined,
    });
    expect(seen).toEqual([]);
    expect(await renew(60 * day)).toMatchObject({ certificateId: "cert-2", alreadyDone: false });
    expect(await renew(60 * day)).toMatchObject({ certificateId: "cert-2", alreadyDone: true });
    expect((await journal.attempts()).at(-1)).toMatchObject({ previous: "cert-1" });
    expect(seen).toHaveLength(1);
  });

  test("answers a renewal if the import states the same request and a recent time", async () => {
    const { seen, client, renew } = await withJournal([made("cert-2")]);
    const issuedAt = new Date(Date.now() - day).toISOString();
    await client.importCertificate("order-1", "cert-1", { issuedAt });
    expect(await failure(renew(60 * day))).toMatchObject({ code: "recently_reissued" });
    await client.importCertificate("order-1", "cert-1", { issuedAt, request });
    expect(await renew(60 * day)).toMatchObject({ certificateId: "cert-1", alreadyDone: true, tries: 0 });
    expect(await failure(renew(60 * day, { validityDays: 90 }))).toMatchObject({ code: "recently_reissued" });
    expect(seen).toEqual([]);
  });

  test("An import is refused without a journal, with a wrong date or id, and behind a reissue", async () => {
    const { url, client, reissue } = await withJournal([made("cert-2"), made("cert-3")]);
    const importing = (id: string, options = {}) => failure(client.importCertificate("order-1", id, options));
    const refused = "The certificate was not imported";
    const bare: CertOrderClient = unjournaled(url).client;
    expect(await failure(bare.importCertificate("order-1", "cert-1"))).toMatchObject({
      message: expect.stringContaining(`${refused}: There is no journal`),
    });
    expect(await importing("cert-1", { issuedAt: "1.11.2026" })).toMatchObject({
      message: `${refused}: issuedAt is not a date.`,
    });
    expect(await importing("cert-1", { issuedAt: "2999-01-01" })).toMatchObject({
      message: `${refused}: issuedAt is in the future.`,
    });
    expect(await importing("")).toMatchObject({ message: expect.stringContaining(refused) });
    await reissue();
    await reissue({ idempotencyKey: "ticket-8" });
    expect(await importing("cert-2")).toMatchObject({ code: "import_refused", outcome: "not-sent" });
    expect(await importing("cert-2", { asLatest: true })).toMatchObject({ code: "import_refused" });
    expect(await client.importCertificate("order-1", "cert-2", { bringsBack: true })).toMatchObject({
      certificateId: "cert-2",
      isImported: true,
    });
  });
});

describe("A person's confirmation", () => {
  test("is asked for before anything is recorded, and shows the latest attempt", async () => {
    const { seen, client, journal, reissue } = await withJournal([made("cert-1"), made("cert-2")]);
    await reissue();
    const confirm = vi.fn(async () => {
      expect(await journal.attempts()).toHaveLength(1);
    });
    expect(await client.sendReissue(values, { confirm })).toMatchObject({ certificateId: "cert-2" });
    expect(confirm.mock.calls).toMatchObject([[{ certificateId: "cert-1" }]]);
    expect(seen).toHaveLength(2);
  });

  test("A no sends and records nothing", async () => {
    const { seen, client, journal } = await withJournal([made("cert-1")]);
    const no = new Error("no");
    await expect(client.sendReissue(values, { confirm: () => Promise.reject(no) })).rejects.toBe(no);
    expect(await journal.attempts()).toEqual([]);
    expect(seen).toEqual([]);
  });
});

describe("The listener", () => {
  const duration = expect.any(Number);

  test("of the call hears warnings, or else that of the client", async () => {
    const { url, client, events } = await withoutJournal([made("cert-1")]);
    const doubtful = { ...request, validityDays: 900 };
    const heard: ClientEvent[] = [];
    await client.reissue("order-1", doubtful, { onEvent: (event) => void heard.push(event) });
    expect(events).toEqual([]);
    const warning = { type: "warning", problem: { severity: "warning", field: "validityDays" } };
    expect(ofTypes(heard, "warning")).toMatchObject([warning]);
    await client.reissue("order-1", doubtful);
    expect(ofTypes(events, "warning")).toEqual(ofTypes(heard, "warning"));
    const deaf = () => {
      throw new Error("deaf");
    };
    for (const onEvent of [deaf, undefined])
      expect(await unjournaled(url, { onEvent }).reissue()).toMatchObject({ outcome: "done" });
  });

  test("hears of each try that it is sent, and then answered", async () => {
    const slow = { ...tooFast, meanwhile: () => sleep(60) };
    const { events, journal, reissue } = await withJournal([slow, made("cert-1")]);
    await reissue();
    const about = { operation: "reissue", orderId: "order-1" };
    const [first, second] = (await journal.attempts()).map(({ attemptId }, index) => ({
      ...about,
      attemptId,
      tryNumber: index + 1,
    }));
    expect(events).toEqual([
      { type: "sent", ...first, connectMs: duration },
      { type: "answered", ...first, httpStatus: 429, outcome: "rejected", durationMs: duration },
      expect.objectContaining({ type: "retry", tryNumber: 1 }),
      { type: "sent", ...second, connectMs: duration },
      { type: "answered", ...second, httpStatus: 200, outcome: "done", durationMs: duration },
    ]);
    const [answered] = ofTypes(events, "answered") as { durationMs: number }[];
    expect(answered?.durationMs).toBeGreaterThanOrEqual(59);
  });
});

describe("A reissue with a journal", () => {
  test("is recorded with its request, key, deadline and outcome", async () => {
    const { url, journal, reissue } = await withJournal([made("cert-1")], { timeoutMs: 300_000 });
    const began = Date.now();
    const result = await reissue({ triggers: { turn: "1" } }, { validityDays: 90 });
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
      unusedKey: undefined,
    });
    expect(written).toMatchObject({
      ...key,
      requestDigest: requestDigest("order-1", { ...values, validity_days: 90 }, { turn: "1" }),
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

  test("is sent once for each key, and once more on top of the latest attempt only", async () => {
    const { seen, reissue } = await withJournal([made("cert-1"), made("cert-2")]);
    const { attemptId } = await reissue();
    expect(await reissue()).toEqual({
      outcome: "done",
      orderId: "order-1",
      certificateId: "cert-1",
      attemptId,
      httpStatus: undefined,
      tries: 0,
      alreadyDone: true,
      earlierAttempt: expect.objectContaining({ attemptId, ...key }),
      unusedKey: `${key.idempotencyKey}-2`,
    });
    expect(await failure(reissue({}, { validityDays: 9 }))).toMatchObject({
      name: "BlockedError",
      code: "idempotency_key_used",
      outcome: "not-sent",
    });
    const next = { idempotencyKey: "ticket-8" };
    expect(await failure(reissue({ ...next, supersede: "older" }))).toMatchObject({ code: "reissued_since" });
    expect(seen).toHaveLength(1);
    expect(await reissue({ ...next, supersede: attemptId })).toMatchObject({ certificateId: "cert-2" });
    expect(seen).toHaveLength(2);
  });

  const creating = { knownLatest: knowingNothing, force: false };

  test("An interface says what it knows and whether it forces one more", async () => {
    const { seen, journal, send } = await withJournal([made("cert-1"), made("cert-2")]);
    await send(creating);
    expect(await send(creating)).toMatchObject({ earlierAttempt: { certificateId: "cert-1" } });
    expect(await failure(send(creating, { validity_days: 9 }))).toMatchObject({ code: "reissued_since" });
    const known = { knownLatest: knowing({ certificateId: "cert-1" }), force: false };
    await send(known, { validity_days: 9 });
    expect((await journal.attempts())[1]).toMatchObject({ previous: "cert-1" });
    expect(seen).toHaveLength(2);
  });

  test("uses the given snapshot instead of reading again", async () => {
    const { client, journal, reissue } = await withJournal([made("cert-1"), made("cert-2")]);
    const snapshot = await journal.snapshot("order-1", client.service);
    await reissue();
    // What finished since is not known to the caller. The claim sees it, and answers.
    const options = { idempotencyKey: "ticket-8", snapshot };
    const answer = await client.sendReissue(values, options);
    expect(answer).toMatchObject({ earlierAttempt: { certificateId: "cert-1" } });
  });

  test("An unknown outcome keeps the certificate that the answer named, and blocks the order", async () => {
    const { journal, reissue } = await withJournal([{ ...made("cert-7"), status: 202 }]);
    const error = await failure(reissue());
    const [{ attemptId, ...written } = {}] = await journal.attempts();
    expect(error).toMatchObject({ outcome: "unknown", certificateId: "cert-7", attemptId, httpStatus: 202 });
    expect(error.remedy).toContain(
      `\n\n    await client.journal.resolve({ orderId: "order-1", attemptId: "${attemptId}", certificateId: "cert-7" })`,
    );
    expect(written).toMatchObject({ lastEvent: "unknown", certificateId: "cert-7" });
    expect(await failure(reissue())).toMatchObject({ code: "unresolved_attempt" });
  });

  test.each([
    ["The deadline", { timeoutMs: 50 }, () => ({}), "deadline_exceeded"],
    ["The caller's signal", {}, () => ({ signal: AbortSignal.timeout(50) }), "aborted"],
    ["The caller's stopSignal", {}, () => ({ stopSignal: AbortSignal.timeout(50) }), "aborted"],
  ])("%s ends a reissue whose journal is silent, and nothing is sent", async (_, options, call, code) => {
    const store = new HookedStore();
    store.beforeRead = () => new Promise(() => {});
    const journal = new Journal(store);
    const { seen, reissue } = await withJournal([made("cert-1")], { journal, ...options });
    const error = await failure(reissue(call()));
    expect(error).toMatchObject({ outcome: "not-sent", code });
    expect(error.message).toContain("the journal did not answer");
    expect(seen).toEqual([]);
  });

  test("A mistake of ours after the request was sent leaves an unknown outcome", async () => {
    const { journal, reissue } = await withJournal([tooFast]);
    const random = vi.spyOn(Math, "random").mockImplementation(() => {
      throw new TypeError("a mistake");
    });
    onTestFinished(() => random.mockRestore());
    await expect(reissue()).rejects.toThrow("a mistake");
    expect(await journal.attempts()).toMatchObject([{ lastEvent: "unknown" }]);
  });
});

test("A client without a journal may send with each call, even after an unknown outcome", async () => {
  const { seen, reissue } = await withoutJournal([made("cert-1"), null, made("cert-2")]);
  const unrecorded = { attemptId: undefined, alreadyDone: false, earlierAttempt: undefined };
  expect(await reissue()).toMatchObject({ certificateId: "cert-1", ...unrecorded });
  const error = await failure(reissue());
  expect(error).toMatchObject({ outcome: "unknown", attemptId: undefined });
  expect(error.remedy).not.toContain("resolve");
  expect(await reissue()).toMatchObject({ certificateId: "cert-2", ...unrecorded });
  expect(seen).toHaveLength(3);
});

describe("A request that was refused as too fast", () => {
  test("is tried three times by default, and each try is an attempt of its own", async () => {
    const { seen, events, journal, reissue } = await withJournal([tooFast]);
    const refused = { outcome: "rejected", tries: 3, httpStatus: 429, retryAfterMs: 0 };
    expect(await failure(reissue())).toMatchObject(refused);
    expect(seen).toHaveLength(3);
    expect(ofTypes(events, "retry")).toMatchObject([
      { tryNumber: 1, maxTries: 3, reason: { outcome: "rejected", tries: 1 } },
      { tryNumber: 2, maxTries: 3, waitMs: expect.any(Number) },
    ]);
    const rejected = { lastEvent: "rejected", status: "void" };
    expect(await journal.attempts()).toMatchObject([rejected, rejected, rejected]);
  });

  test("is given up at once if the wait is longer than the time left", async () => {
    // The process is old. Time is counted from the beginning of the call.
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + 1_000_000);
    onTestFinished(() => clock.mockRestore());
    const reply = { ...tooFast, headers: { "retry-after": "100" } };
    const { seen, events, reissue } = await withoutJournal([reply], { timeoutMs: 60_000 });
    const refused = { outcome: "rejected", tries: 1, retryAfterMs: 100_000 };
    expect(await failure(reissue())).toMatchObject(refused);
    expect(ofTypes(events, "retry")).toEqual([]);
    expect(seen).toHaveLength(1);
  });

  test("is not tried again once the caller has stopped, and no retry is reported", async () => {
    const stop = new AbortController();
    const reply = { ...tooFast, meanwhile: () => stop.abort() };
    const { seen, events, reissue } = await withoutJournal([reply]);
    const error = await failure(reissue({ stopSignal: stop.signal }));
    expect(error).toMatchObject({ outcome: "rejected", tries: 1 });
    expect(ofTypes(events, "retry")).toEqual([]);
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
    const certificates = (await Promise.all(reissues)).map(({ certificateId }) => certificateId);
    expect(certificates).toEqual(orders.map((orderId) => `cert-of-${orderId}`));
    await Promise.all(tests);
  });

  test("ends at its deadline, which covers all tries and waits", async () => {
    const faulty = await withFaultyService({ onTestFinished }, plainPort(silent));
    const { client } = clientFor(faulty, { maxTries: 99, timeoutMs: 4_000 });
    const error = await failure(client.testCallback());
    // The first connection gets half of the time. The second one does not get its half.
    expect(error).toMatchObject({ outcome: "not-sent", code: "deadline_exceeded", tries: 2 });
  });
});

test("A secret in an answer is not shown", async () => {
  const body = { code: "bad", message: "auth-key-1 and PIN-4711-0815 are wrong" };
  const { client, reissue } = await withoutJournal([{ status: 400, body }, made("auth-key-1")]);
  const error = await failure(client.reissue("order-1", { ...request, signKeyPin: "PIN-4711-0815" }));
  expect(error).toMatchObject({ outcome: "rejected", code: "bad" });
  expect(error.message).toContain("The service said: ");
  for (const secret of ["auth-key-1", "PIN-4711-0815"]) expect(error.message).not.toContain(secret);
  const handedBack = { outcome: "done-unread", code: "certificate_id_missing" };
  expect(await failure(reissue())).toMatchObject(handedBack);
});
