import { createServer } from "node:http";
import { connect } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Journal, MemoryStore } from "../../../src/journal/index.ts";
import type {
  CallbackEvent,
  EventContext,
  ReceivedEvent,
  ReceiverJournal,
  ReceiverOptions,
  Refusal,
} from "../../../src/receiver/index.ts";
import { fetchReceiver, nodeReceiver } from "../../../src/receiver/index.ts";
import { callbackEvent } from "../../harness/callback-event.ts";
import { encodings } from "../../harness/faults/canaries.ts";
import { claim, resourceIntent } from "../../harness/journal/intents.ts";
import { onLoopback } from "../../harness/on-loopback.ts";
import { HookedStore } from "../journal/hooked-store.ts";

const event = callbackEvent();
const headers = { "content-type": "application/json", "x-cc-callback-auth": "right-key" };

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | object;
}

/** A callback as it is sent: an event, unless something else is given. */
function callback({ method = "POST", headers: changed = {}, body = event }: Sent = {}): RequestInit {
  const content = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return { method, headers: { ...headers, ...changed }, ...(method !== "GET" && { body: content }) };
}

const auth = (key: string): Sent => ({ headers: { "x-cc-callback-auth": key } });

function receiver(options: Partial<ReceiverOptions> = {}) {
  const events: CallbackEvent[] = [];
  const refused: Refusal[] = [];
  const receive = fetchReceiver({
    accessKey: "right-key",
    onEvent: (received) => void events.push(received),
    onRefused: (refusal) => refused.push(refusal),
    ...options,
  });
  const send = (sent?: Sent) => receive(new Request("https://callback.example.test/", callback(sent)));
  return { send, events, refused, status: async (sent?: Sent) => (await send(sent)).status };
}

describe("A receiver", () => {
  test("hands over the event, with unknown members apart, and answers 200", async () => {
    const { status, events, refused } = receiver();
    expect(await status()).toBe(200);
    expect(await status({ body: { ...event, new_field: { a: 1 } } })).toBe(200);
    expect(events).toEqual([
      { ...event, more: {} },
      { ...event, more: { new_field: { a: 1 } } },
    ]);
    expect(refused).toEqual([]);
  });

  test("answers only after the event was handled", async () => {
    let taken = false;
    const onEvent = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      taken = true;
    };
    await receiver({ onEvent }).send();
    expect(taken).toBe(true);
  });

  test("records an issued certificate before it answers, each once", async () => {
    const journal = new Journal(new MemoryStore());
    const contexts: EventContext[] = [];
    const onEvent: ReceiverOptions["onEvent"] = (_, context) => void contexts.push(context);
    const { status } = receiver({ journal, name: "r1", onEvent });
    expect(await status()).toBe(200);
    await claim(journal, resourceIntent());
    for (const _ of [1, 2]) expect(await status()).toBe(200);
    expect(await status({ body: { ...event, action_id: "order:revoked" } })).toBe(200);
    expect(contexts).toEqual([
      { recorded: "unknown-order", mayBeTest: true },
      { recorded: "recorded", mayBeTest: false },
      { recorded: "known", mayBeTest: false },
      { recorded: undefined, mayBeTest: false },
    ]);
    const { issued } = await journal.callbacks.read("order-1");
    expect(issued).toMatchObject([{ certificateId: "cert-1", receiver: "r1" }]);
  });

  test("registers with its journal, and records one callback of many at once", async () => {
    const store = new HookedStore();
    const journal = new Journal(store);
    await claim(journal, resourceIntent());
    let recorded = 0;
    store.afterAppend = ({ event }) => void (event === "issued" && recorded++);
    const { status } = receiver({ journal, name: "r1" });
    const statuses = await Promise.all(Array.from({ length: 20 }, () => status()));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(recorded).toBe(1);
    expect(await journal.callbacks.receivers()).toEqual(["r1"]);
  });

  test("accepts each of several keys, and keys beyond ASCII", async () => {
    const { status } = receiver({ accessKey: ["old-key", "neuer-schlüssel-キー"] });
    const statusOf = (key: string) =>
      status({ headers: { "x-cc-callback-auth": Buffer.from(key, "utf8").toString("latin1") } });
    expect(await statusOf("old-key")).toBe(200);
    expect(await statusOf("neuer-schlüssel-キー")).toBe(200);
    expect(await statusOf("neuer-schlüssel")).toBe(401);
  });

  test("asks a function for the keys of each callback", async () => {
    let keys: string | string[] = "old-key";
    const { status, refused } = receiver({ accessKey: () => keys });
    const statusOf = (key: string) => status({ headers: { "x-cc-callback-auth": key } });
    expect([await statusOf("old-key"), await statusOf("new-key")]).toEqual([200, 401]);
    keys = ["new-key"];
    expect([await statusOf("old-key"), await statusOf("new-key")]).toEqual([401, 200]);
    keys = [];
    expect(await statusOf("new-key")).toBe(500);
    expect(refused.at(-1)).toMatchObject({ reason: "check_failed", error: expect.any(TypeError) });
  });

  test("says what a proxy says about the sender, cut", async () => {
    const { status, refused } = receiver();
    const address = "203.0.113.7, ";
    await status({ headers: { "x-forwarded-for": address.repeat(1_000) }, body: "{" });
    expect(refused).toMatchObject([{ forwardedFor: address.repeat(16).slice(0, 200), source: undefined }]);
  });

  test("can have a check of its own, which sees the header and the body", async () => {
    const seen: unknown[] = [];
    const check: ReceiverOptions["check"] = async (auth, body) => {
      seen.push([auth, Buffer.from(body).toString()]);
      return auth === "signed";
    };
    const { status } = receiver({ accessKey: undefined, check });
    expect(await status({ headers: { "x-cc-callback-auth": "signed" } })).toBe(200);
    expect(await status()).toBe(401);
    expect(seen[0]).toEqual(["signed", JSON.stringify(event)]);
  });

  test.each<[string, Sent, Refusal]>([
    ["a GET", { method: "GET" }, { reason: "wrong_method", status: 405 }],
    ["a PUT", { method: "PUT" }, { reason: "wrong_method", status: 405 }],
    ["an empty authentication", auth(""), { reason: "missing_auth", status: 401 }],
    ["a wrong key", auth("right-kez"), { reason: "unauthorized", status: 401 }],
    ["a key that begins right", auth("right-key-and-more"), { reason: "unauthorized", status: 401 }],
    [
      "a body of another type",
      { headers: { "content-type": "text/plain" } },
      { reason: "not_json", status: 415 },
    ],
    ["a body that is not JSON", { body: "{" }, { reason: "not_json", status: 415 }],
    [
      "a body that is not UTF-8",
      { body: Buffer.from('"\xff"', "latin1") },
      { reason: "not_json", status: 415 },
    ],
    ["no body", { body: "" }, { reason: "not_json", status: 415 }],
    ["a body over 64 KiB", { body: "x".repeat(65_537) }, { reason: "too_large", status: 413 }],
    ["a list", { body: [] }, { reason: "invalid_event", status: 422, field: "(body)" }],
    [
      "an event without cert_id",
      { body: { ...event, cert_id: undefined } },
      { reason: "invalid_event", status: 422, field: "cert_id" },
    ],
    [
      "an event whose order_id is a number",
      { body: { ...event, order_id: 7 } },
      { reason: "invalid_event", status: 422, field: "order_id" },
    ],
    [
      "an event without an action",
      { body: { ...event, action_id: undefined } },
      { reason: "invalid_event", status: 422, field: "action_id" },
    ],
  ])("refuses %s", async (_, sent, refusal) => {
    const { send, events, refused } = receiver();
    const response = await send(sent);
    expect(response.status).toBe(refusal.status);
    expect(response.headers.get("allow")).toBe(refusal.status === 405 ? "POST" : null);
    expect(refused).toEqual([refusal]);
    expect(events).toEqual([]);
  });

  test.each(["order_id", "cert_id"])("does not record an event whose %s cannot be an id", async (field) => {
    const { status, refused } = receiver({ journal: new Journal(new MemoryStore()) });
    for (const id of ["", "a\nb", " ", "x".repeat(257), "x".repeat(60_000)])
      expect(await status({ body: { ...event, [field]: id } })).toBe(422);
    expect(refused).toMatchObject(Array(5).fill({ field }));
    expect(await status({ body: { ...event, [field]: "x".repeat(256) } })).toBe(200);
  });

  test("requires only what it uses, and keeps the rest as it came", async () => {
    const journal = new Journal(new MemoryStore());
    await claim(journal, resourceIntent());
    const contexts: EventContext[] = [];
    const events: ReceivedEvent[] = [];
    const onEvent: ReceiverOptions["onEvent"] = (received, context) => {
      events.push(received);
      contexts.push(context);
    };
    const { status } = receiver({ journal, name: "r1", onEvent });
    const { action_id, order_id, cert_id } = event;
    for (const body of [
      { action_id, order_id, cert_id },
      { action_id, order_id, cert_id, order_status: null, message: 7 },
      { ...event, order_status: "pending", cert_id: undefined },
      { action_id: "order:revoked" },
      { action_id: "order:revoked", order_id: {}, cert_id: null, order_status: 5 },
    ])
      expect(await status({ body })).toBe(200);
    expect(contexts.map(({ recorded }) => recorded)).toEqual([
      "recorded",
      "known",
      undefined,
      undefined,
      undefined,
    ]);
    expect(events[1]).toEqual({ action_id, order_id, cert_id, more: { order_status: null, message: 7 } });
    expect(events[4]).toEqual({
      action_id: "order:revoked",
      more: { order_id: {}, cert_id: null, order_status: 5 },
    });
  });

  test("waits a minute for the journal, which has waits of its own", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { promise, resolve } = Promise.withResolvers<"recorded">();
    const slow = receiver({ journal: { callbacks: { addReceiver, record: () => promise } }, timeoutMs: 20 });
    const answered = slow.status();
    await vi.advanceTimersByTimeAsync(59_000);
    resolve("recorded");
    expect(await answered).toBe(200);
    const stuck = receiver({ journal: { callbacks: { addReceiver, record: never } }, timeoutMs: 20 });
    const refused = stuck.status();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await refused).toBe(503);
    expect(stuck.refused).toEqual([{ reason: "journal_unavailable", status: 503 }]);
  });

  test("accepts a body of exactly the allowed size", async () => {
    const body = JSON.stringify(event);
    const { status } = receiver({ maxBodyBytes: Buffer.byteLength(body) });
    expect(await status({ body })).toBe(200);
    expect(await status({ body: `${body} ` })).toBe(413);
  });

  const error = new Error("the queue is full");
  const never = () => new Promise<never>(() => {});
  const failing = () => {
    throw error;
  };
  const addReceiver = async () => {};
  test.each<[Partial<ReceiverOptions>, Refusal]>([
    [{ check: () => Promise.reject(error) }, { reason: "check_failed", status: 500, error }],
    [{ check: never }, { reason: "check_failed", status: 500 }],
    [
      { journal: { callbacks: { addReceiver, record: failing } } },
      { reason: "journal_unavailable", status: 503, error },
    ],
    [{ onEvent: () => Promise.reject(error) }, { reason: "handler_failed", status: 500, error }],
    [{ onEvent: failing }, { reason: "handler_failed", status: 500, error }],
    [{ onEvent: never }, { reason: "handler_timeout", status: 503 }],
  ])("does not answer 200 if a step fails or takes too long: %o", async (options, refusal) => {
    const { status, events, refused } = receiver({ timeoutMs: 20, ...options });
    expect(await status()).toBe(refusal.status);
    expect(refused).toEqual([refusal]);
    expect(events).toEqual([]);
  });

  test("registers when it is made, and again after that failed", async () => {
    let times = 0;
    const callbacks: ReceiverJournal["callbacks"] = {
      addReceiver: () => (times++ < 2 ? Promise.reject(error) : Promise.resolve()),
      record: async () => "recorded",
    };
    const { status } = receiver({ journal: { callbacks } });
    await vi.waitFor(() => expect(times).toBe(1));
    expect([await status(), await status(), await status()]).toEqual([503, 200, 200]);
    expect(times).toBe(3);
  });

  test("A listener that throws does not disturb it", async () => {
    expect(await receiver({ onRefused: failing }).status({ body: "{" })).toBe(415);
  });

  test("never shows a key, whatever is sent, and repeats nothing of it", async () => {
    const { send, refused } = receiver({ accessKey: ["canary-key-1", "canary-key-2"] });
    const presented = Object.values(encodings).map((encode) => encode("canary-key-1"));
    for (const key of ["canary-presented", ...presented])
      for (const body of ["canary-body", "{}", { action_type: "canary-key-2" }]) {
        const response = await send({ ...auth(key), body });
        const shown = [[...response.headers], await response.text(), refused];
        expect(JSON.stringify(shown)).not.toContain("canary");
      }
    expect(refused).toHaveLength(3 * (1 + presented.length));
  });

  test.each<Partial<ReceiverOptions>>([
    ...[undefined, "", " ", [], ["key", ""]].map((accessKey) => ({ accessKey, onEvent: () => {} })),
    { accessKey: "key" },
    { accessKey: "key", onEvent: () => {}, timeoutMs: 0 },
  ])("is refused when it is made with %o", (options) => {
    for (const make of [nodeReceiver, fetchReceiver]) expect(() => make(options)).toThrow(TypeError);
  });
});

describe("A receiver for node:http", () => {
  async function served(options: Partial<ReceiverOptions> = {}) {
    const events: CallbackEvent[] = [];
    const { promise: refusal, resolve: onRefused } = Promise.withResolvers<Refusal>();
    const onEvent = (received: CallbackEvent) => void events.push(received);
    const server = createServer(nodeReceiver({ accessKey: "right-key", onEvent, onRefused, ...options }));
    const port = await onLoopback(server);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return {
      port,
      events,
      refusal,
      send: (sent?: Sent) => fetch(`http://127.0.0.1:${port}`, callback(sent)),
    };
  }

  /** A connection on which only half of a body comes. */
  function sendHalf(port: number) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    const lines = Object.entries({ ...headers, host: "a", "content-length": "100" });
    socket.write(`POST / HTTP/1.1\r\n${lines.map((line) => `${line.join(": ")}\r\n`).join("")}\r\n{"half`);
    return socket;
  }

  test("hands over the event and answers 200", async () => {
    const { send, events } = await served();
    expect((await send()).status).toBe(200);
    expect(events).toEqual([{ ...event, more: {} }]);
  });

  test("refuses another method, and names the one that it takes", async () => {
    const { send, refusal } = await served();
    const response = await send({ method: "GET" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    expect(await refusal).toEqual({ reason: "wrong_method", status: 405, source: "127.0.0.1" });
  });

  test("keeps the connection of an accepted callback only", async () => {
    const { send } = await served();
    const kept = async (sent?: Sent) => (await send(sent)).headers.get("connection");
    expect([await kept(), await kept(auth("wrong")), await kept({ body: [] })]).toEqual([
      "keep-alive",
      "close",
      "close",
    ]);
  });

  test("refuses a callback without authentication", async () => {
    const { port, refusal } = await served();
    const response = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: "{}" });
    expect(response.status).toBe(401);
    expect(await refusal).toEqual({ reason: "missing_auth", status: 401, source: "127.0.0.1" });
  });

  test("gives up on a body that does not come, and closes the connection", async () => {
    const { port, refusal } = await served({ timeoutMs: 20 });
    let text = "";
    for await (const chunk of sendHalf(port)) text += chunk;
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(await refusal).toEqual({ reason: "timeout", status: 408, source: "127.0.0.1" });
  });

  test("reports a sender that hangs up in the middle", async () => {
    const { port, refusal } = await served();
    const socket = sendHalf(port);
    socket.on("connect", () => socket.destroy());
    expect(await refusal).toEqual({ reason: "incomplete", status: 400, source: "127.0.0.1" });
  });
});
