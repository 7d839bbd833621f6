import type { IncomingMessage, RequestListener } from "node:http";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { Journal, MemoryStore } from "../../../src/journal/index.ts";
import type { CallbackEvent, EventContext, ReceiverOptions, Refusal } from "../../../src/receiver/index.ts";
import { fetchReceiver, nodeReceiver } from "../../../src/receiver/index.ts";
import { callbackEvent } from "../../harness/callback-event.ts";
import { claim, resourceIntent } from "../../harness/journal/intents.ts";
import { HookedStore } from "../journal/hooked-store.ts";

const event = callbackEvent();

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Sends a callback to a receiver and says which status came back. */
type Send = (sent?: Sent) => Promise<{ status: number; allow: string | null }>;

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

const goodHeaders = { "content-type": "application/json", "x-cc-callback-auth": "right-key" };

/** Both kinds of receiver, to be tested alike. */
const kinds: Record<string, (options: ReceiverOptions) => Promise<Send>> = {
  async "node:http"(options) {
    const port = await serve(nodeReceiver(options));
    return ({ method = "POST", headers = {}, body = JSON.stringify(event) } = {}) =>
      new Promise((resolve, reject) => {
        const outgoing = request(
          { port, host: "127.0.0.1", method, headers: { ...goodHeaders, ...headers }, agent: false },
          (response: IncomingMessage) => {
            response.resume();
            resolve({ status: response.statusCode ?? 0, allow: response.headers.allow ?? null });
          },
        );
        outgoing.on("error", reject);
        outgoing.end(method === "GET" ? undefined : Buffer.from(body));
      });
  },
  async fetch(options) {
    const receive = fetchReceiver(options);
    return async ({ method = "POST", headers = {}, body = JSON.stringify(event) } = {}) => {
      const incoming = new Request("https://callback.example.test/", {
        method,
        headers: { ...goodHeaders, ...headers },
        ...(method !== "GET" && { body: Buffer.from(body) }),
      });
      const response = await receive(incoming);
      return { status: response.status, allow: response.headers.get("allow") };
    };
  },
};

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

for (const [kind, start] of Object.entries(kinds))
  describe(`A receiver for ${kind}`, () => {
    async function receiver(options: Partial<ReceiverOptions> = {}) {
      const events: CallbackEvent[] = [];
      const refused: Refusal[] = [];
      const send = await start({
        accessKey: "right-key",
        onEvent: (received) => void events.push(received),
        onRefused: (refusal) => refused.push(refusal),
        ...options,
      });
      return { send, events, refused };
    }

    test("hands over the event and answers 200", async () => {
      const { send, events, refused } = await receiver();
      expect((await send()).status).toBe(200);
      expect(events).toEqual([{ ...event, more: {} }]);
      expect(refused).toEqual([]);
    });

    test("answers only after the event was handled", async () => {
      let taken = false;
      const { send } = await receiver({
        async onEvent() {
          await new Promise((resolve) => setImmediate(resolve));
          taken = true;
        },
      });
      await send();
      expect(taken).toBe(true);
    });

    test("keeps members that it does not know apart from the others", async () => {
      const { send, events } = await receiver();
      expect((await send({ body: JSON.stringify({ ...event, new_field: { a: 1 } }) })).status).toBe(200);
      expect(events).toEqual([{ ...event, more: { new_field: { a: 1 } } }]);
    });

    test("records an issued certificate before it answers, each once", async () => {
      const journal = new Journal({ store: new MemoryStore() });
      const contexts: EventContext[] = [];
      const { send } = await receiver({
        journal,
        name: "r1",
        onEvent: (_, context) => void contexts.push(context),
      });
      expect((await send()).status).toBe(200);
      await claim(journal, resourceIntent());
      for (const _ of [1, 2]) expect((await send()).status).toBe(200);
      expect((await send({ body: JSON.stringify({ ...event, action_id: "order:revoked" }) })).status).toBe(
        200,
      );
      expect(contexts).toEqual([
        { recorded: "unknown-order", mayBeTest: true },
        { recorded: "recorded", mayBeTest: false },
        { recorded: "known", mayBeTest: false },
        { recorded: undefined, mayBeTest: false },
      ]);
      const { issued } = await journal.history("order-1");
      expect(issued).toMatchObject([{ certificateId: "cert-1", receiver: "r1", isPending: false }]);
    });

    test("registers with its journal, and records one callback of many at once", async () => {
      const store = new HookedStore();
      const journal = new Journal({ store });
      await claim(journal, resourceIntent());
      let recorded = 0;
      store.afterAppend = ({ event }) => void (event === "issued" && recorded++);
      const { send } = await receiver({ journal, name: "r1" });
      const statuses = await Promise.all(Array.from({ length: 20 }, () => send()));
      expect(statuses.every(({ status }) => status === 200)).toBe(true);
      expect(recorded).toBe(1);
      expect(await journal.receivers()).toEqual(["r1"]);
    });

    test("answers 503 if the journal cannot be written, so that the service may send it again", async () => {
      const store = new HookedStore();
      store.beforeAppend = ({ event }) => {
        if (event === "issued") throw new Error("disk full");
      };
      const journal = new Journal({ store });
      await claim(journal, resourceIntent());
      const handled: unknown[] = [];
      const { send, refused } = await receiver({ journal, onEvent: (event) => void handled.push(event) });
      expect((await send()).status).toBe(503);
      expect(refused).toMatchObject([{ reason: "journal_failed", status: 503 }]);
      expect(handled).toEqual([]);
    });

    test.each(["order_id", "cert_id"])("refuses an event whose %s cannot be an id", async (field) => {
      const journal = new Journal({ store: new MemoryStore() });
      const { send, refused } = await receiver({ journal });
      for (const id of ["", "a\nb", " "])
        expect((await send({ body: JSON.stringify({ ...event, [field]: id }) })).status).toBe(422);
      expect(refused).toMatchObject([{ field }, { field }, { field }]);
    });

    test("accepts each of several keys, and keys beyond ASCII", async () => {
      const { send } = await receiver({ accessKey: ["old-key", "neuer-schlüssel-キー"] });
      const asHeader = (key: string) => ({
        headers: { "x-cc-callback-auth": Buffer.from(key, "utf8").toString("latin1") },
      });
      expect((await send(asHeader("old-key"))).status).toBe(200);
      expect((await send(asHeader("neuer-schlüssel-キー"))).status).toBe(200);
      expect((await send(asHeader("neuer-schlüssel"))).status).toBe(401);
    });

    test("can have a check of its own, which sees the header and the body", async () => {
      const seen: unknown[] = [];
      const { send } = await receiver({
        accessKey: undefined,
        check: async (auth, body) => {
          seen.push([auth, Buffer.from(body).toString()]);
          return auth === "signed";
        },
      });
      expect((await send({ headers: { "x-cc-callback-auth": "signed" } })).status).toBe(200);
      expect((await send()).status).toBe(401);
      expect(seen[0]).toEqual(["signed", JSON.stringify(event)]);
    });

    const without = (name: keyof CallbackEvent) => JSON.stringify({ ...event, [name]: undefined });
    const refusals: Record<string, [Sent, Refusal]> = {
      "a GET": [{ method: "GET" }, { reason: "wrong_method", status: 405 }],
      "a PUT": [{ method: "PUT" }, { reason: "wrong_method", status: 405 }],
      "an empty authentication": [
        { headers: { "x-cc-callback-auth": "" } },
        { reason: "missing_auth", status: 401 },
      ],
      "a wrong key": [
        { headers: { "x-cc-callback-auth": "right-kez" } },
        { reason: "unauthorized", status: 401 },
      ],
      "a key that begins right": [
        { headers: { "x-cc-callback-auth": "right-key-and-more" } },
        { reason: "unauthorized", status: 401 },
      ],
      "a body of another type": [
        { headers: { "content-type": "text/plain" } },
        { reason: "not_json", status: 415 },
      ],
      "a body that is not JSON": [{ body: "{" }, { reason: "not_json", status: 415 }],
      "a body that is not UTF-8": [
        { body: Buffer.from('{"message":"\xff"}', "latin1") },
        { reason: "not_json", status: 415 },
      ],
      "no body": [{ body: "" }, { reason: "not_json", status: 415 }],
      "a body over 64 KiB": [
        { body: JSON.stringify({ ...event, message: "x".repeat(65_536) }) },
        { reason: "too_large", status: 413 },
      ],
      "a list": [{ body: "[]" }, { reason: "invalid_event", status: 422, field: "(body)" }],
      "an event without cert_id": [
        { body: without("cert_id") },
        { reason: "invalid_event", status: 422, field: "cert_id" },
      ],
      "an event whose order_id is a number": [
        { body: JSON.stringify({ ...event, order_id: 7 }) },
        { reason: "invalid_event", status: 422, field: "order_id" },
      ],
    };
    for (const [what, [sent, refusal]] of Object.entries(refusals))
      test(`refuses ${what} as ${refusal.reason}`, async () => {
        const { send, events, refused } = await receiver();
        const { status, allow } = await send(sent);
        expect([status, allow]).toEqual([refusal.status, refusal.status === 405 ? "POST" : null]);
        expect(refused).toEqual([refusal]);
        expect(events).toEqual([]);
      });

    test("accepts a body of exactly the allowed size", async () => {
      const body = JSON.stringify(event);
      const { send } = await receiver({ maxBodyBytes: Buffer.byteLength(body) });
      expect((await send({ body })).status).toBe(200);
      expect((await send({ body: `${body} ` })).status).toBe(413);
    });

    test("answers 500 if the event could not be handled, and hands over the error", async () => {
      const error = new Error("the queue is full");
      for (const onEvent of [
        () => Promise.reject(error),
        () => {
          throw error;
        },
      ]) {
        const { send, refused } = await receiver({ onEvent });
        expect((await send()).status).toBe(500);
        expect(refused).toEqual([{ reason: "handler_failed", status: 500, error }]);
      }
    });

    test("answers 503 if handling the event takes too long", async () => {
      const { send, refused } = await receiver({ onEvent: () => new Promise(() => {}), timeoutMs: 20 });
      expect((await send()).status).toBe(503);
      expect(refused).toEqual([{ reason: "handler_timeout", status: 503 }]);
    });

    test("answers 500 if the check itself fails", async () => {
      const error = new Error("no connection to the key store");
      const { send, refused } = await receiver({ check: () => Promise.reject(error) });
      expect((await send()).status).toBe(500);
      expect(refused).toEqual([{ reason: "check_failed", status: 500, error }]);
    });

    test("A listener that throws does not disturb it", async () => {
      const { send } = await receiver({
        onRefused() {
          throw new Error("a bug elsewhere");
        },
      });
      expect((await send({ body: "{" })).status).toBe(415);
    });

    test("never shows a key, whatever is sent", async () => {
      const { send, refused } = await receiver({ accessKey: ["canary-key-1", "canary-key-2"] });
      await send({ headers: { "x-cc-callback-auth": "canary-presented" } });
      await send({ body: "canary-body", headers: { "x-cc-callback-auth": "canary-key-1" } });
      expect(refused).toHaveLength(2);
      expect(JSON.stringify(refused)).not.toContain("canary");
    });

    test("accepts no body but an event, and answers each", async () => {
      const { send, events } = await receiver();
      await fc.assert(
        fc.asyncProperty(fc.json(), async (body) => {
          expect((await send({ body })).status).toBe(422);
        }),
        { numRuns: 50 },
      );
      expect(events).toEqual([]);
    });
  });

test("A receiver without a key is refused when it is made", () => {
  for (const accessKey of [undefined, "", " ", [], ["key", ""]])
    for (const make of [nodeReceiver, fetchReceiver])
      expect(() => make({ accessKey, onEvent: () => {} })).toThrow(TypeError);
});

describe("A receiver for node:http", () => {
  async function half(options: Partial<ReceiverOptions>) {
    const refused: Refusal[] = [];
    let heard: (() => void) | undefined;
    const refusal = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const port = await serve(
      nodeReceiver({
        accessKey: "right-key",
        onEvent: () => {},
        onRefused(reason) {
          refused.push(reason);
          heard?.();
        },
        ...options,
      }),
    );
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    const lines = Object.entries({ ...goodHeaders, host: "a", "content-length": "100" });
    socket.write(`POST / HTTP/1.1\r\n${lines.map((line) => `${line.join(": ")}\r\n`).join("")}\r\n{"half`);
    return { socket, refused, refusal };
  }

  test("gives up on a body that does not come, and closes the connection", async () => {
    const { socket, refused } = await half({ timeoutMs: 20 });
    let text = "";
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(refused).toEqual([{ reason: "timeout", status: 408 }]);
  });

  test("reports a sender that hangs up in the middle", async () => {
    const { socket, refused, refusal } = await half({});
    socket.on("connect", () => socket.destroy());
    await refusal;
    expect(refused).toEqual([{ reason: "incomplete", status: 400 }]);
  });

  test("refuses a callback without authentication", async () => {
    const refused: Refusal[] = [];
    const port = await serve(
      nodeReceiver({ accessKey: "k", onEvent: () => {}, onRefused: (refusal) => refused.push(refusal) }),
    );
    const response = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: "{}" });
    expect(response.status).toBe(401);
    expect(refused).toEqual([{ reason: "missing_auth", status: 401 }]);
  });
});
