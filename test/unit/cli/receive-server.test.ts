import { once } from "node:events";
import { chmodSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ConnectionLimit } from "../../../src/cli/receive/connection-limit.ts";
import { startServer } from "../../../src/cli/receive/server.ts";
import { Journal } from "../../../src/journal/index.ts";
import { createAuthority } from "../../../src/sandbox/certificates.ts";
import { atTheEnd } from "../../harness/at-the-end.ts";
import { callbackEvent } from "../../harness/callback-event.ts";
import { newFolder, startCertorder } from "../../harness/cli/cli.ts";

const authority = createAuthority();
const tls = authority.issue(["localhost"]);

type Options = Partial<Parameters<typeof startServer>[0]>;

/** A tenth of the usual ones. */
const shortTimes = { requestMs: 1_000, handshakeMs: 500, endMs: 2_500 };

async function start(options: Options = {}) {
  const logged: [string, object][] = [];
  const server = await startServer({
    host: "127.0.0.1",
    port: 0,
    tls,
    accessKey: "right-key",
    onEvent: () => {},
    log: (event, details) => logged.push([event, details]),
    ...options,
  });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= server.close());
  atTheEnd(close);
  return { ...server, logged, close };
}

/** A connection from an address of this machine. Its errors show as its end. */
function tcp(port: number, from = "127.0.0.1"): Socket {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from }).on("error", () => {});
  atTheEnd(() => socket.destroy());
  return socket;
}

function secure(port: number, from?: string): Socket {
  const ca = authority.pem;
  return connectTls({ socket: tcp(port, from), ca, servername: "localhost" }).on("error", () => {});
}

function request(body: object = callbackEvent(), auth = "right-key"): string {
  const text = JSON.stringify(body);
  return `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nx-cc-callback-auth: ${auth}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** Also if the connection ends with an error. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve));

/** The next answer on a connection, or "" if it ends without one. */
async function answer(socket: Socket): Promise<string> {
  const ended = closed(socket).then(() => "");
  return Promise.race([ended, once(socket, "data").then(([data]) => String(data))]);
}

const isOpen = async (socket: Socket) =>
  Promise.race([closed(socket).then(() => false), sleep(300).then(() => true)]);

describe("A connection that sends slowly, or nothing, is closed", () => {
  const drip = (first: string, more: string) => (socket: Socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(more), 50);
    socket.on("close", () => clearInterval(timer));
  };
  test.concurrent.each<[string, (port: number) => Socket, (socket: Socket) => void]>([
    ["no handshake", tcp, () => {}],
    ["nothing after the handshake", secure, () => {}],
    ["a slow head", secure, drip("POST / HTTP/1.1\r\n", "a")],
    ["a slow body", secure, drip(request().slice(0, -50), " ")],
    ["empty lines after a refused request", secure, drip(request({}, "wrong"), "\r\n")],
    ["empty lines after the health page", secure, drip("GET /health HTTP/1.1\r\nhost: a\r\n\r\n", "\r\n")],
  ])("%s", async (_, open, begin) => {
    const { port } = await start({ health: async () => ({}), times: shortTimes });
    const socket = open(port).resume();
    begin(socket);
    // By the usual times it would be open for longer.
    expect(await Promise.race([closed(socket).then(() => "closed"), sleep(4_900)])).toBe("closed");
  });
});

test.each([
  ["no HTTP", "hello\r\n\r\n", 400],
  ["a head that is too large", `POST / HTTP/1.1\r\nhost: a\r\nx: ${"y".repeat(30_000)}\r\n\r\n`, 431],
  ["an expectation", request().replace("\r\n", "\r\nexpect: magic\r\n"), 417],
])(
  "A request that Node refuses is reported with its status and its IPv4 address: %s",
  async (_, text, status) => {
    const onMalformed = vi.fn();
    const { port } = await start({ onMalformed, host: undefined });
    const socket = secure(port);
    socket.write(text);
    expect(await answer(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(onMalformed.mock.calls).toEqual([[status, "127.0.0.1"]]);
  },
);

test("A sender that goes away in the middle of a head is not reported", async () => {
  const onMalformed = vi.fn();
  const { port } = await start({ tls: undefined, onMalformed });
  const socket = tcp(port);
  socket.write("POST / HTTP/1.1\r\nhost");
  await sleep(50);
  socket.resetAndDestroy();
  const other = tcp(port);
  other.write(request());
  expect(await answer(other)).toMatch(/^HTTP\/1\.1 200 /);
  expect(onMalformed).not.toHaveBeenCalled();
});

describe("A sender cannot take all connections", () => {
  test("An address has at most 50, and others are not kept out", async () => {
    const { port, logged } = await start({ host: undefined });
    const first = Array.from({ length: 50 }, () => tcp(port));
    await Promise.all(first.map((socket) => once(socket, "connect")));
    for (const _ of [1, 2]) await closed(tcp(port));
    expect(await isOpen(tcp(port, "127.0.0.2"))).toBe(true);
    first[0]?.destroy();
    await sleep(100);
    expect(await isOpen(tcp(port))).toBe(true);
    expect(logged).toEqual([["connections_refused", { refused_so_far: 1, source: "127.0.0.1" }]]);
  });

  test("A trusted proxy has as many as it needs", async () => {
    const { port, logged } = await start({ tls: undefined, hasTrustedProxy: true });
    const sockets = Array.from({ length: 200 }, () => tcp(port));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    for (const socket of sockets) socket.write(request());
    const answers = await Promise.all(sockets.map(answer));
    expect(answers.filter((text) => text.startsWith("HTTP/1.1 200 "))).toHaveLength(200);
    expect(logged).toEqual([]);
  });

  test.each([
    ["500 from ten addresses", 500, 10],
    ["1,200 from four addresses", 1_200, 4],
  ])("Idle connections do not hold up a callback: %s", async (_, count, addresses) => {
    const { port } = await start();
    const idle = Array.from({ length: count }, (_, index) => tcp(port, `127.0.1.${1 + (index % addresses)}`));
    await Promise.all(idle.map((socket) => Promise.race([once(socket, "connect"), closed(socket)])));
    await sleep(200);
    const socket = secure(port);
    socket.write(request());
    expect(await answer(socket)).toMatch(/^HTTP\/1\.1 200 /);
    // It did not wait until their time was over. How long it takes is in the bench.
    const held = idle.filter(({ destroyed }) => !destroyed);
    expect(held.length).toBeGreaterThanOrEqual(Math.min(count, addresses * 50));
    for (const socket of idle) socket.destroy();
  });

  test("The limits count an IPv6 network as one sender, and all senders together", async () => {
    const logged: object[] = [];
    const server = createServer();
    new ConnectionLimit(2, (_, details) => logged.push(details)).guard(server, 3);
    const admitted = (remoteAddress: string) => {
      const destroy = vi.fn();
      server.emit("connection", { remoteAddress, destroy, on() {} });
      return destroy.mock.calls.length === 0;
    };
    expect(
      ["2001:db8::1", "2001:db8:0:0:1::", "2001:db8::2", "2001:db8:0:1::1", "::1"].map(admitted),
    ).toEqual([true, true, false, true, true]);
    expect(["::ffff:192.0.2.1", "::ffff:192.0.2.2"].map(admitted)).toEqual([true, true]);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const open = ["127.0.0.2", "127.0.0.3", "127.0.0.4"].map((from) => tcp(port, from));
    await Promise.all(open.map((socket) => once(socket, "connect")));
    await closed(tcp(port, "127.0.0.5"));
    expect(logged).toHaveLength(1);
    for (const socket of open) socket.destroy();
    server.close();
  });
});

describe("A server that ends", () => {
  test.each([
    ["HTTPS", tls, secure],
    ["HTTP", undefined, tcp],
  ])("answers what it has read, and what arrives in that moment, over %s", async (_, tls, open) => {
    const { promise: isHandled, resolve: handle } = Promise.withResolvers<void>();
    let handled = 0;
    const onEvent = () => (++handled > 1 ? isHandled : undefined);
    const { port, close } = await start({ tls, onEvent });
    const [kept, slow, half] = [open(port), open(port), open(port)] as const;
    kept.write(request());
    expect(await answer(kept)).toMatch(/connection: keep-alive/i);
    slow.write(request());
    await vi.waitFor(() => expect(handled).toBe(2));
    half.write(request().slice(0, 30));
    await sleep(100);
    // The server has not read these yet.
    kept.write(request());
    half.write(request().slice(30));
    const ended = close();
    const answers = Promise.all([kept, slow, half].map(answer));
    await sleep(1_500);
    handle();
    for (const text of await answers) expect(text).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close/is);
    await ended;
    expect(handled).toBe(4);
  });

  test("closes silent connections at once, and takes no new one", async () => {
    const { port, close } = await start();
    const [shaking, silent, kept] = [tcp(port), secure(port), secure(port)];
    await once(silent, "secureConnect");
    kept.write(request());
    expect(await answer(kept)).toMatch(/^HTTP\/1\.1 200 /);
    const hungUp = Promise.all([shaking, silent, kept].map((socket) => closed(socket.resume())));
    const began = performance.now();
    const ended = close();
    expect(await isOpen(tcp(port))).toBe(false);
    await Promise.all([ended, hungUp]);
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});

describe("The health page", () => {
  test("is computed once for all who ask within five seconds, also if it fails", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    let times = 0;
    const health = async () => {
      await sleep(50);
      if (++times === 1) throw new Error("The journal is gone.");
      return { status: "ok" };
    };
    const { url, healthUrl } = await start({ tls: undefined, health });
    expect(healthUrl).toBe(`${url}/health`);
    const statuses = async () => Promise.all([1, 2, 3].map(async () => (await fetch(healthUrl)).status));
    expect([...(await statuses()), ...(await statuses())]).toEqual(Array(6).fill(503));
    expect(times).toBe(1);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(await statuses()).toEqual([503, 503, 503]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await statuses()).toEqual([200, 200, 200]);
    expect(times).toBe(2);
  });

  test("has details on a port of its own, and is then not on the port of the callbacks", async () => {
    const options = { health: async () => ({ status: "ok", recorded: 1 }), healthPort: 0 };
    const details = { pending: ["order-1"] };
    const { url, healthUrl, close } = await start({
      ...options,
      tls: undefined,
      healthDetails: async () => details,
    });
    expect(new URL(healthUrl).port).not.toBe(new URL(url).port);
    expect((await fetch(`${url}/health`)).status).toBe(405);
    expect((await fetch(new URL("/", healthUrl))).status).toBe(404);
    const page = await fetch(healthUrl);
    expect([page.status, await page.json()]).toEqual([200, { status: "ok", recorded: 1, ...details }]);
    await close();
    await expect(fetch(healthUrl)).rejects.toThrow();
  });

  test("says on a port of its own why callbacks cannot be received", async () => {
    const { healthUrl } = await start({
      health: () => Promise.reject(new Error("The journal is gone.")),
      healthDetails: async () => ({ pending: ["order-1"] }),
      healthPort: 0,
    });
    const page = await fetch(healthUrl);
    const body = { status: "failing", error: "The journal is gone.", pending: ["order-1"] };
    expect([page.status, await page.json()]).toEqual([503, body]);
  });
});

describe.concurrent("A server whose journal does not answer", () => {
  test("keeps a connection on which the next request came before the answer", async () => {
    let times = 0;
    const record = async () => {
      if (++times === 2) await sleep(1_500);
      return "recorded" as const;
    };
    const journal = { callbacks: { addReceiver: async () => {}, record } };
    const { port } = await start({ journal, times: shortTimes });
    const socket = secure(port);
    socket.write(request() + request());
    for (const _ of [1, 2]) expect(await answer(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("ends after its time", async () => {
    const { promise: isRecording, resolve } = Promise.withResolvers<void>();
    const record = () => {
      resolve();
      return new Promise<never>(() => {});
    };
    const journal = { callbacks: { addReceiver: async () => {}, record } };
    const { port, close } = await start({ journal, times: shortTimes });
    const socket = secure(port);
    socket.write(request());
    await isRecording;
    const began = performance.now();
    await close();
    const ms = performance.now() - began;
    expect(ms).toBeGreaterThan(2_400);
    expect(ms).toBeLessThan(20_000);
    expect(await answer(socket)).toBe("");
  });
});

describe.concurrent("certorder receive", () => {
  const goodKey = "an-access-key-that-is-long";

  /** A receiver without TLS, with keys in a file. */
  async function newReceiver(keys: string, ...flags: string[]) {
    const folder = newFolder();
    const path = (name: string) => join(folder, name);
    await new Journal(path("journal")).init();
    const save = (text: string) => writeFileSync(path("key"), text, { mode: 0o600 });
    save(keys);
    const place = ["--port", "0", "--journal", path("journal"), "--access-key-file", path("key")];
    const run = async () => {
      const started = startCertorder(["receive", ...place, ...flags]);
      atTheEnd(() => started.child.kill("SIGKILL"));
      let text = "";
      started.child.stdout.on("data", (chunk: Buffer) => (text += chunk));
      await started.prints('"listening"');
      const lines = () =>
        text
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as Record<string, unknown>);
      const of = (name: string) => lines().filter(({ event }) => event === name);
      const url = String(lines()[0]?.url);
      const send = async (key: string, headers: Record<string, string> = {}) => {
        const { status } = await fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json", "x-cc-callback-auth": key, ...headers },
          body: JSON.stringify(callbackEvent()),
        });
        return status;
      };
      return { ...started, lines, of, send };
    };
    return { path, save, run };
  }

  test("A new access key is used without a restart; a file that is empty, gone or binary changes nothing", async () => {
    const { path, save, run } = await newReceiver("first-access-key-1\n");
    const { of, send } = await run();
    const wait = { timeout: 15_000, interval: 100 };
    const problems = () => of("access_key_not_reloaded").map(({ error }) => error);
    save("");
    await vi.waitFor(() => expect(problems()).toEqual(["The file has no key."]), wait);
    rmSync(path("key"));
    await vi.waitFor(() => expect(problems()).toEqual(["The file has no key.", "ENOENT"]), wait);
    save("first-access-key-1\nsecond\0key\n");
    await vi.waitFor(() => expect(problems().at(-1)).toBe("The file is not a text file with keys."), wait);
    expect(await send("first-access-key-1")).toBe(200);
    writeFileSync(path("new"), "first-access-key-1\nsecond-access-key\n");
    renameSync(path("new"), path("key"));
    await vi.waitFor(() => expect(of("access_key_reloaded")).toHaveLength(1), wait);
    expect([await send("first-access-key-1"), await send("second-access-key")]).toEqual([200, 200]);
    save("second-access-key");
    await vi.waitFor(() => expect(of("access_key_reloaded")).toHaveLength(2), wait);
    expect([await send("first-access-key-1"), await send("second-access-key")]).toEqual([401, 200]);
    expect(problems()).toHaveLength(3);
  });

  test("A short key and a file that others may read are told at the start, and again after a change", async () => {
    const careful = await (await newReceiver(goodKey)).run();
    expect(await careful.send(goodKey)).toBe(200);
    expect(careful.of("warning")).toEqual([]);
    const { path, save, run } = await newReceiver("k");
    chmodSync(path("key"), 0o644);
    const { of, send } = await run();
    expect(await send("k")).toBe(200);
    const told = [
      "An access key has fewer than 16 characters. Use a longer one: a short key can be guessed.",
      `Other users of this machine may read ${path("key")}. Run: chmod o-r ${path("key")}`,
    ];
    const warnings = () => of("warning").map(({ message }) => message);
    expect(warnings()).toEqual(told);
    save("k\nl");
    await vi.waitFor(() => expect(warnings()).toEqual([...told, ...told]), { timeout: 15_000 });
  });

  test("The log says where a callback came from", async () => {
    const { run } = await newReceiver(goodKey, "--trusted-proxy", "--host", "0.0.0.0");
    const { of, send } = await run();
    await send(goodKey, { "x-forwarded-for": `203.0.113.7, ${"x".repeat(300)}` });
    await send("wrong", { "x-forwarded-for": "evil\u009b" });
    await send("wrong");
    const forwarded_for = `203.0.113.7, ${"x".repeat(187)}`;
    expect(of("unknown_order")).toMatchObject([{ source: "127.0.0.1", forwarded_for }]);
    const refused = { reason: "unauthorized", source: "127.0.0.1" };
    expect(of("refused")).toMatchObject([{ ...refused, forwarded_for: "evil\u009b" }, refused]);
    expect(of("refused")[1]).not.toHaveProperty("forwarded_for");
  });
});
