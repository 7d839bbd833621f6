import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { ClientEvent, ClientOptions } from "../../src/client/index.ts";
import { CertOrderClient, InvalidRequestError } from "../../src/client/index.ts";
import { CertOrderError } from "../../src/contract/index.ts";
import { Journal, MemoryShelf, whatIsAsked } from "../../src/journal/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { version } from "../../src/version.ts";

afterEach(() => void vi.unstubAllEnvs());

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Happens after the request was heard and before it is answered. */
  readonly meanwhile?: () => void;
}
interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const made = (id: string): Reply => ({ body: { code: "success", data: { certificate: { id } } } });
const tooFast: Reply = { status: 429, headers: { "retry-after": "0" } };
const request = { signHash: "sha256", csrFrom: "sign-cloud-csc" };

/** A service that gives these answers, one after the other, and the last one for ever. Null: it hangs up instead. */
async function service(...replies: readonly (Reply | null)[]) {
  const seen: Seen[] = [];
  const left = [...replies];
  const server = createServer(async (incoming, response) => {
    let body = "";
    for await (const chunk of incoming) body += chunk;
    const { method, url, headers } = incoming;
    seen.push({ method, url, headers, body });
    const reply = (left.length > 1 ? left.shift() : left[0]) ?? null;
    reply?.meanwhile?.();
    if (reply === null) incoming.socket.destroy();
    else response.writeHead(reply.status ?? 200, reply.headers).end(JSON.stringify(reply.body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const events: ClientEvent[] = [];
  const onEvent = (event: ClientEvent) => void events.push(event);
  const keys = { authKey: "auth-key-1", keyId: "key-1" };
  return { events, client: new CertOrderClient({ baseUrl, ...keys, env: {}, onEvent, ...options }) };
}

const kept = () => new Journal({ shelf: new MemoryShelf() });

/** What a call that fails throws. */
async function failureOf(call: Promise<unknown>): Promise<CertOrderError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (CertOrderError.is(error)) return error;
  throw error ?? new Error("It did not fail.");
}

describe("a client", () => {
  test("is not set up with what cannot work, and says all of it", () => {
    expect(() => clientOf("ftp://service.example", { keyId: "" })).toThrow(
      expect.objectContaining({
        ...{ code: "invalid_setting", outcome: "not-sent" },
        message: expect.stringMatching(/^The client cannot be set up: .*https.* keyId is missing/),
      }),
    );
  });

  test("knows the service by one spelling of its address and name", () => {
    const placeOf = (baseUrl: string, name?: string) => clientOf(baseUrl, { service: name }).client.place;
    expect(placeOf("https://service.example//")).toEqual({
      name: undefined,
      address: "https://service.example",
    });
    expect(placeOf("HTTPS://service.EXAMPLE/Api/", " Prod//One//\n")).toEqual({
      ...{ name: "prod//one", address: "https://service.example/api" },
    });
  });
});

describe("what is sent", () => {
  test("is the request, with both keys, and nothing that the answer could be lost by", async () => {
    const { seen, url } = await service(made("cert-1"));
    await clientOf(`${url}/api/`).client.reissue("order-1", { ...request, validityDays: 90 });
    expect(seen).toMatchObject([{ method: "POST", url: expect.stringMatching(/^\/api\/.*order-1/) }]);
    expect(seen[0]?.headers).toMatchObject({
      ...{ accept: "application/json", "accept-encoding": "identity", "content-type": "application/json" },
      "user-agent": expect.stringContaining(`certorder/${version}`),
    });
    expect(Object.values(seen[0]?.headers ?? {})).toEqual(expect.arrayContaining(["auth-key-1", "key-1"]));
    expect(JSON.parse(seen[0]?.body ?? "")).toMatchObject({ certificate: { validity_days: 90 } });
  });

  test("has no body, and does not speak of one, where there is nothing to say", async () => {
    const { seen, url } = await service({});
    const result = await clientOf(url).client.testCallback();
    expect(result).toEqual({
      ...{ outcome: "done", verdict: "pass", httpStatus: 200, attempts: 1 },
      durationMs: expect.any(Number),
    });
    expect(Number.isInteger(result.durationMs) && result.durationMs >= 0).toBe(true);
    expect(result.durationMs).toBeLessThan(60_000);
    expect(seen).toMatchObject([{ body: "" }]);
    expect(seen[0]?.headers).not.toHaveProperty("content-type");
  });

  test("goes by the proxy that the environment names, or the one that was given in its place", async () => {
    const { url } = await service({});
    vi.stubEnv("HTTPS_PROXY", "ftp://nothing");
    vi.stubEnv("https_proxy", "");
    const away = { baseUrl: "https://service.example.test", maxAttempts: 1, timeoutMs: 2_000 };
    const codeWith = async (env: ClientOptions["env"]) =>
      (await failureOf(clientOf(away.baseUrl, { ...away, env }).client.testCallback())).code;
    expect(await codeWith(undefined)).toBe("proxy_failed");
    expect(await codeWith({ HTTPS_PROXY: url })).toBe("proxy_failed");
    expect(await codeWith({ NO_PROXY: "*" })).not.toBe("proxy_failed");
  });

  test("goes to whom the given authorities vouch for, call after call, and to nobody else", async () => {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const { keyId, authKey } = sandbox.credentials;
    const over = (ca?: string) =>
      clientOf(sandbox.httpsUrl, { keyId, authKey, ca, maxAttempts: 1, service: randomUUID() }).client;
    const trusting = over(sandbox.caPem);
    for (let time = 0; time < 2; time++)
      expect(await failureOf(trusting.reissue("no-such-order", request))).toMatchObject({
        outcome: "rejected",
      });
    expect(await failureOf(over().reissue("no-such-order", request))).toMatchObject({
      ...{ outcome: "not-sent", code: "tls_untrusted" },
    });
  });

  test("is nothing where the request is not right, which is told with all that is wrong", async () => {
    const { seen, url } = await service(made("cert-1"));
    const { client, events } = clientOf(url);
    const failure = await failureOf(client.reissue("order-1", { signHash: "", validityDays: 0 }));
    expect(failure).toBeInstanceOf(InvalidRequestError);
    expect(failure.message).toMatch(/^The reissue of order order-1 was not sent: .*validityDays/);
    expect((await failureOf(client.testCallback({ url: "http://example.com" }))).message).toMatch(
      /^The callback test was not sent: /,
    );
    expect(seen).toEqual([]);
    expect(events).toEqual([]);
  });

  test("is nothing under a name that is none", async () => {
    const { seen, url } = await service(made("cert-1"));
    const { client } = clientOf(url);
    for (const wish of ["", " \n", "two\nlines", 7 as never, null as never]) {
      const failure = await failureOf(client.reissue("order-1", request, { wish }));
      expect(failure).toMatchObject({
        ...{ code: "invalid_request", outcome: "not-sent", message: expect.stringContaining("wish") },
        issues: [{ severity: "error", field: "wish", rule: "name" }],
      });
    }
    expect(seen).toEqual([]);
  });

  test("is told of what is doubtful about it: to the call's listener, or else the client's", async () => {
    const { url } = await service(made("cert-1"));
    const { client, events } = clientOf(url);
    const doubtful = { ...request, validityDays: 900 };
    const told: ClientEvent[] = [];
    await client.reissue("order-1", doubtful, { onEvent: (event) => void told.push(event) });
    expect(events).toEqual([]);
    expect(told).toMatchObject([{ type: "warning", issue: { severity: "warning", field: "validity_days" } }]);
    await client.reissue("order-1", doubtful);
    expect(events).toEqual(told);
    const deaf = clientOf(url, {
      onEvent: () => {
        throw new Error("deaf");
      },
    });
    expect(await deaf.client.reissue("order-1", doubtful)).toMatchObject({ outcome: "done" });
    await expect(clientOf(url, { onEvent: undefined }).client.reissue("order-1", doubtful)).resolves.toEqual(
      expect.anything(),
    );
  });
});

describe("a reissue", () => {
  test("that is done has its certificate, and what is written down about it", async () => {
    const { url } = await service(made("cert-1"));
    const journal = kept();
    const { client } = clientOf(url, { journal, timeoutMs: 300_000 });
    const began = Date.now();
    const options = { triggers: { turn: "1" }, wish: "ticket 7" };
    const result = await client.reissue("order-1", { ...request, validityDays: 90 }, options);
    const [written] = await journal.attempts();
    expect(result).toEqual({
      ...{ outcome: "done", orderId: "order-1", certificateId: "cert-1", httpStatus: 200, attempts: 1 },
      ...{ attemptId: written?.attemptId, answered: undefined },
    });
    const asked = { sign_hash: "sha256", csr_from: "sign-cloud-csc", validity_days: 90 };
    expect(written).toMatchObject({
      ...{ name: "ticket 7", what: whatIsAsked("order-1", asked, { turn: "1" }), validityDays: 90 },
      ...{ state: "done", certificateId: "cert-1", unshown: false, address: url, service: url },
    });
    // Nobody waits longer than for the whole call.
    expect(Date.parse(written?.until ?? "") - began).toBeGreaterThanOrEqual(300_000);
    expect(Date.parse(written?.until ?? "") - began).toBeLessThan(400_000);
  });

  test("that is asked for again under its name is answered, and not sent", async () => {
    const { seen, url } = await service(made("cert-1"), made("cert-2"));
    const { client } = clientOf(url, { journal: kept() });
    const first = await client.reissue("order-1", request, { wish: "x" });
    const again = await client.reissue("order-1", request, { wish: "x" });
    expect(again).toEqual({
      ...{ outcome: "done", orderId: "order-1", certificateId: "cert-1", attemptId: first.attemptId },
      ...{ httpStatus: undefined, attempts: 0 },
      answered: expect.objectContaining({ attemptId: first.attemptId, name: "x" }),
    });
    expect(seen).toHaveLength(1);
  });

  test("is answered also where somebody was quicker while it was connecting", async () => {
    const { seen, url } = await service(made("cert-1"), made("cert-2"));
    const shelf = new MemoryShelf();
    const { client: quick } = clientOf(url, { journal: new Journal({ shelf }) });
    class Overtaken extends Journal {
      override async begin(...args: Parameters<Journal["begin"]>) {
        const entry = await super.begin(...args);
        await quick.reissue("order-1", request, { wish: "x" });
        return entry;
      }
    }
    const { client } = clientOf(url, { journal: new Overtaken({ shelf }) });
    const result = await client.reissue("order-1", request, { wish: "x" });
    expect(result).toMatchObject({ certificateId: "cert-1", answered: { name: "x" } });
    expect(seen).toHaveLength(1);
  });

  test("without a name holds its order back until its result is acknowledged", async () => {
    const { seen, url } = await service(made("cert-1"), made("cert-2"));
    const journal = kept();
    const { client, events } = clientOf(url, { journal });
    const { attemptId } = await client.reissue("order-1", request);
    expect(await failureOf(client.reissue("order-1", request))).toMatchObject({
      ...{ code: "unacknowledged_result", outcome: "not-sent" },
    });
    expect(events).toEqual([]);
    await journal.acknowledge(attemptId);
    expect(await client.reissue("order-1", request)).toMatchObject({ certificateId: "cert-2" });
    expect(seen).toHaveLength(2);
  });

  test("that is declared is answered by the same, unless one more is asked for", async () => {
    const { seen, url } = await service(made("cert-1"), made("cert-2"));
    const journal = kept();
    const { client } = clientOf(url, { journal });
    const declared = { again: false };
    await client.reissue("order-1", request, { declared, held: {} });
    expect(await journal.attempts()).toMatchObject([{ unshown: false }]);
    expect(await client.reissue("order-1", request, { declared })).toMatchObject({
      answered: { certificateId: "cert-1" },
    });
    const [stored] = await journal.attempts();
    if (!stored) throw new Error("Nothing was written down.");
    const newer = { ...stored, attemptId: "s1", certificateId: "cert-9", sentAt: "" };
    expect(
      await client.reissue("order-1", request, { declared: { again: false, stored: [newer] } }),
    ).toMatchObject({ answered: { certificateId: "cert-9" } });
    expect(await client.reissue("order-1", request, { declared: { again: true } })).toMatchObject({
      ...{ certificateId: "cert-2", answered: undefined },
    });
    expect(seen).toHaveLength(2);
  });

  test("on top of what is not the newest is refused, unless it is only left over where it is declared", async () => {
    const { seen, url } = await service(made("cert-1"));
    const { client } = clientOf(url, { journal: kept() });
    await client.reissue("order-1", request, { wish: "1" });
    const anew = "an-older-one";
    expect(await failureOf(client.reissue("order-1", request, { anew }))).toMatchObject({
      code: "reissued_since",
    });
    expect(await client.reissue("order-1", request, { anew, declared: { again: false } })).toMatchObject({
      answered: { certificateId: "cert-1" },
    });
    expect(seen).toHaveLength(1);
  });

  test("is sent on top of what is held, was there by then, or is named, and of nothing else", async () => {
    const { url } = await service(made("cert-1"), made("cert-2"), made("cert-3"), made("cert-4"));
    const journal = kept();
    const { client } = clientOf(url, { journal });
    const { attemptId } = await client.reissue("order-1", request, { wish: "1" });
    const other = { ...request, validityDays: 90 };
    const since = { code: "reissued_since" };
    expect(await failureOf(client.reissue("order-1", other, { wish: "2", held: {} }))).toMatchObject(since);
    const heldBefore = new Date(Date.now() - 60_000);
    expect(await failureOf(client.reissue("order-1", other, { wish: "2", heldBefore }))).toMatchObject(since);
    const held = { certificateId: "cert-1" };
    await client.reissue("order-1", other, { wish: "2", held });
    expect(
      await failureOf(client.reissue("order-1", request, { wish: "3", held: {}, anew: attemptId })),
    ).toMatchObject(since);
    const anew = (await journal.attempts()).at(-1)?.attemptId;
    expect(await client.reissue("order-1", request, { wish: "3", held: {}, anew })).toMatchObject({
      certificateId: "cert-3",
    });
  });

  test("of which nobody knows what became keeps what the answer named", async () => {
    const named = { status: 202, body: { data: { certificate: { id: "cert-7" } } } };
    const { url } = await service(named);
    const journal = kept();
    const failure = await failureOf(clientOf(url, { journal }).client.reissue("order-1", request));
    const [written] = await journal.attempts();
    expect(failure).toMatchObject({
      ...{ outcome: "unknown", certificateId: "cert-7", attemptId: written?.attemptId, httpStatus: 202 },
    });
    expect(failure.remedy).toContain(`journal.resolve("${written?.attemptId}`);
    expect(written).toMatchObject({ state: "unknown", certificateId: "cert-7" });
  });

  test("that a mistake of ours ends is not taken for one that had no effect", async () => {
    const { url } = await service(tooFast);
    const ends: string[] = [];
    class Strange extends Journal {
      override async begin(...args: Parameters<Journal["begin"]>) {
        const entry = await super.begin(...args);
        const pause = () => {
          throw Object.assign(new TypeError("a mistake"), { outcome: "rejected" });
        };
        const settle = async (outcome: string) => void ends.push(outcome);
        return { ...entry, pause, settle };
      }
    }
    const { client } = clientOf(url, { journal: new Strange({ shelf: new MemoryShelf() }) });
    await expect(client.reissue("order-1", request)).rejects.toThrow("a mistake");
    expect(ends).toEqual(["unknown"]);
  });
});

describe("without a journal", () => {
  test("a result counts as arrived: whoever called has it", async () => {
    const { seen, url } = await service(made("cert-1"), made("cert-2"));
    const { client } = clientOf(url);
    for (const certificateId of ["cert-1", "cert-2"])
      expect(await client.reissue("order-1", request)).toMatchObject({ certificateId });
    expect(seen).toHaveLength(2);
  });

  test("this process still remembers what is open, for every client of the same service and no other", async () => {
    const [one, other] = [await service(null), await service(made("cert-2"))];
    const failure = await failureOf(clientOf(one.url).client.reissue("order-1", request));
    expect(failure).toMatchObject({ outcome: "unknown" });
    expect(failure.remedy).not.toContain("certorder journal");
    expect(await failureOf(clientOf(`${one.url}/`).client.reissue("order-1", request))).toMatchObject({
      ...{ code: "unresolved_attempt", outcome: "not-sent" },
    });
    expect(await clientOf(other.url).client.reissue("order-1", request)).toMatchObject({ outcome: "done" });
    expect(one.seen).toHaveLength(1);
  });
});

describe("what was refused as too fast", () => {
  test("is tried three times unless told otherwise, and each time is told", async () => {
    const { seen, url } = await service(tooFast);
    const journal = kept();
    const { client, events } = clientOf(url, { journal });
    const failure = await failureOf(client.reissue("order-1", request));
    expect(failure).toMatchObject({ outcome: "rejected", attempts: 3, httpStatus: 429, retryAfterMs: 0 });
    expect(seen).toHaveLength(3);
    expect(events).toMatchObject([
      { type: "retry", attempt: 1, maxAttempts: 3, reason: { outcome: "rejected", attempts: 1 } },
      { type: "retry", attempt: 2, maxAttempts: 3, waitMs: expect.any(Number) },
    ]);
    expect(await journal.attempts()).toMatchObject([{ state: "rejected", fate: "void" }]);
  });

  test("for longer than there is time is given up at once, and says how long", async () => {
    const { seen, url } = await service({ ...tooFast, headers: { "retry-after": "100" } });
    // In a process that has been there for long: time is counted from when this call began.
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + 1_000_000);
    onTestFinished(() => clock.mockRestore());
    const { client, events } = clientOf(url, { timeoutMs: 60_000 });
    const failure = await failureOf(client.reissue("order-1", request));
    expect(failure).toMatchObject({ outcome: "rejected", attempts: 1, retryAfterMs: 100_000 });
    expect(events).toEqual([]);
    expect(seen).toHaveLength(1);
  });

  test("is done when its turn comes", async () => {
    const { url } = await service(tooFast, made("cert-1"));
    const { client, events } = clientOf(url, { maxAttempts: 2 });
    expect(await client.reissue("order-1", request)).toMatchObject({ attempts: 2, certificateId: "cert-1" });
    expect(events).toHaveLength(1);
  });

  test("does not hold its order back while it waits, and a journal that cannot say so is reported", async () => {
    const { url } = await service(tooFast, made("cert-1"));
    class Burning extends Journal {
      override async begin(...args: Parameters<Journal["begin"]>) {
        const pause = () => Promise.reject(new Error("disk on fire"));
        return { ...(await super.begin(...args)), pause };
      }
    }
    const { client, events } = clientOf(url, { journal: new Burning({ shelf: new MemoryShelf() }) });
    expect(await client.reissue("order-1", request)).toMatchObject({ outcome: "done" });
    expect(events).toMatchObject([
      { type: "journal", error: { message: "disk on fire" } },
      { type: "retry" },
    ]);
    const deaf = clientOf(url, {
      ...{ journal: new Burning({ shelf: new MemoryShelf() }), onEvent: undefined },
    });
    expect(await deaf.client.reissue("order-1", request)).toMatchObject({ outcome: "done" });
  });

  test("is given up at once when the caller does, and was refused all the same", async () => {
    const { seen, url } = await service({ ...tooFast, headers: { "retry-after": "50" } });
    const stop = new AbortController();
    const { client } = clientOf(url, { onEvent: () => setTimeout(() => stop.abort(), 10) });
    const began = performance.now();
    const failure = await failureOf(client.testCallback({}, { stopSignal: stop.signal }));
    expect(failure).toMatchObject({ outcome: "rejected", attempts: 1, retryAfterMs: 50_000 });
    expect(performance.now() - began).toBeLessThan(9_000);
    expect(seen).toHaveLength(1);
  });

  test("is not tried again once the caller has given up, and nobody is told that it will be", async () => {
    const stop = new AbortController();
    const { seen, url } = await service({ ...tooFast, meanwhile: () => stop.abort() });
    const { client, events } = clientOf(url);
    const failure = await failureOf(client.reissue("order-1", request, { stopSignal: stop.signal }));
    expect(failure).toMatchObject({ outcome: "rejected", attempts: 1 });
    expect(events).toEqual([]);
    expect(seen).toHaveLength(1);
  });
});

describe("a call", () => {
  test("that is over leaves nothing behind at the signals of its caller", async () => {
    const { url } = await service({});
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    await clientOf(url).client.testCallback({}, { signal, stopSignal: signal });
    expect(added).toHaveBeenCalled();
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
  });

  test("ends when its caller says so", async () => {
    const { seen, url } = await service(made("cert-1"));
    const signal = AbortSignal.abort();
    const failure = await failureOf(clientOf(url).client.reissue("order-1", request, { signal }));
    expect(failure).toMatchObject({ outcome: "not-sent", code: "aborted" });
    expect(seen).toEqual([]);
  });

  test("has an unknown outcome when that is after it was sent", async () => {
    const end = new AbortController();
    const { url } = await service({ meanwhile: () => end.abort(), ...made("cert-1") });
    const failure = await failureOf(clientOf(url).client.reissue("order-1", request, { signal: end.signal }));
    expect(failure).toMatchObject({ outcome: "unknown", code: "aborted" });
  });
});

test("an answer that hands a secret back does not give it away", async () => {
  const echo = { status: 400, body: { code: "bad", message: "auth-key-1 and PIN-4711-0815 are wrong" } };
  const { url } = await service(echo);
  const { client } = clientOf(url);
  const failure = await failureOf(client.reissue("order-1", { ...request, signKeyPin: "PIN-4711-0815" }));
  expect(failure).toMatchObject({ outcome: "rejected", code: "bad" });
  expect(failure.message).toContain("The service said: ");
  for (const secret of ["auth-key-1", "PIN-4711-0815"]) expect(failure.message).not.toContain(secret);
  const handedBack = await service(made("auth-key-1"));
  expect(await failureOf(clientOf(handedBack.url).client.reissue("order-1", request))).toMatchObject({
    ...{ outcome: "done-unread", code: "certificate_id_missing" },
  });
});
