import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { CallbackEvent } from "../../../src/contract/index.ts";
import { nodeReceiver } from "../../../src/receiver/index.ts";
import { createAuthority } from "../../../src/sandbox/certificates.ts";
import {
  type KeyAndCertificate,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from "../../../src/sandbox/index.ts";
import { startTcpServer } from "../../harness/faults/tcp-server.ts";
import { onLoopback } from "../../harness/on-loopback.ts";
import { answerCode, callbackTestRequest, sendRequest } from "../../harness/sandbox/raw-client.ts";

const plentiful = { requests: 1000, perSeconds: 1 };
const toLoopback: SandboxOptions = {
  httpsPort: false,
  allowPrivateCallbacks: true,
  rateLimit: plentiful,
  resolve: async () => [{ address: "127.0.0.1", family: 4 }],
};

async function sandboxWith(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ ...toLoopback, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** The port of a server with this certificate. */
async function serving(certificate: KeyAndCertificate, handle: RequestListener = answerWith(200)) {
  const server = createServer(certificate, handle);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return onLoopback(server);
}

/** The port of a server that speaks no TLS. */
async function servingTcp(serve: (socket: Socket) => void) {
  const server = await startTcpServer(serve);
  onTestFinished(() => server.close());
  return server.port;
}

async function receiving(sandbox: Sandbox, handle?: RequestListener): Promise<string> {
  const port = await serving(sandbox.issueCertificate(["cb.example.test"]), handle);
  return `https://cb.example.test:${port}`;
}

const answerWith =
  (status: number): RequestListener =>
  (_, response) =>
    void response.writeHead(status).end();

function expiredCertificate(authority: ReturnType<typeof createAuthority>) {
  vi.useFakeTimers({ now: Date.now() - 3 * 365 * 86_400_000, toFake: ["Date"] });
  const certificate = authority.issue(["cb.example.test"]);
  vi.useRealTimers();
  return certificate;
}

async function callbackCode(sandbox: Sandbox, url: string, key = "callback-key"): Promise<string> {
  return await answerCode(sandbox, callbackTestRequest({ url, access_key: key }));
}

describe("A callback", () => {
  test("reaches a receiver of ours, which authenticates it and reads the event", async () => {
    const sandbox = await sandboxWith();
    const events: CallbackEvent[] = [];
    const receiver = nodeReceiver({
      accessKey: "callback-key-ü",
      onEvent: (event) => void events.push(event),
    });
    const url = `${await receiving(sandbox, receiver)}/hook`;
    expect(await callbackCode(sandbox, url, "callback-key-ü")).toBe("success");
    expect(events).toEqual([
      {
        action_type: "order",
        action_id: "order:issued",
        order_id: expect.any(String),
        order_status: "issued",
        cert_id: expect.any(String),
        message: expect.any(String),
        more: {},
      },
    ]);
    expect(await callbackCode(sandbox, url, "wrong")).toBe("callback_response_not_200");
  });

  test("goes to the path and query of the address, as a POST of JSON", async () => {
    const sandbox = await sandboxWith();
    const seen: unknown[] = [];
    const url = await receiving(sandbox, (request, response) => {
      seen.push([request.method, request.url, request.headers["content-type"], request.headers.host]);
      response.end("a body that is not needed");
    });
    expect(await callbackCode(sandbox, `${url}/a/b?c=d`)).toBe("success");
    expect(seen).toEqual([["POST", "/a/b?c=d", "application/json", new URL(url).host]]);
  });

  test("can carry something else than the key, as an option says", async () => {
    const sandbox = await sandboxWith({ answers: { callbackAuth: (key) => `Bearer ${key}` } });
    const receiver = nodeReceiver({ check: (auth) => auth === "Bearer callback-key", onEvent: () => {} });
    expect(await callbackCode(sandbox, `${await receiving(sandbox, receiver)}/`)).toBe("success");
  });

  test("fails when the name is not resolved, or the request not answered, for too long", async () => {
    const sandbox = await sandboxWith({ callbackTimeoutMs: 150 });
    const deaf = await receiving(sandbox, () => {});
    expect(await callbackCode(sandbox, `${deaf}/`)).toBe("callback_send_error");
    const lost = await sandboxWith({ callbackTimeoutMs: 150, resolve: () => new Promise(() => {}) });
    const { json } = await sendRequest(
      lost,
      callbackTestRequest({ url: "https://cb.example.test/", access_key: "k" }),
    );
    expect(json).toEqual({
      code: "callback_send_error",
      message: "The callback address did not answer within 0.15 s.",
    });
  });

  test("that failed has a message for each cause, in the answer and in the log", async () => {
    const log: string[] = [];
    const own = createAuthority();
    const sandbox = await sandboxWith({
      callbackTimeoutMs: 2_000,
      extraCa: own.pem,
      log: (line) => log.push(line),
      resolve: async (name) => {
        if (name.startsWith("gone.")) throw Object.assign(new Error(), { code: "ENOTFOUND" });
        return [{ address: "127.0.0.1", family: 4 }];
      },
    });
    const certificate = own.issue(["cb.example.test"]);
    const answering = (status: number) => serving(certificate, answerWith(status));
    const [ok, moved, denied, broken] = await Promise.all([200, 302, 401, 500].map(answering));
    const stranger = await serving(createAuthority().issue(["cb.example.test"]));
    const expired = await serving(expiredCertificate(own));
    const silent = await servingTcp(() => {});
    const hangsUp = await servingTcp((socket) => socket.destroy());
    const noTls = await servingTcp((socket) => socket.end("220 mail.example.test\r\n"));
    const noHttp = await serving(certificate, ({ socket }) => socket.end("nonsense\r\n\r\n"));
    const cases: [host: string, port: number | undefined, message: RegExp][] = [
      ["gone", ok, /name of the callback address could not be resolved \(ENOTFOUND\)/],
      ["cb", 1, /refused the connection: nothing listens on this port \(ECONNREFUSED\)/],
      ["other", ok, /certificate is for another name/],
      ["cb", stranger, /certificate is not trusted/],
      ["cb", expired, /certificate has expired/],
      ["cb", silent, /did not answer within 2 s/],
      ["cb", hangsUp, /closed the connection before an answer came/],
      ["cb", noTls, /does not speak TLS/],
      ["cb", noHttp, /answer of the callback address is not/],
      ["cb", moved, /answered 302, not 200\. Redirects are not followed/],
      ["cb", denied, /answered 401, not 200\. It may not accept the authentication key/],
      ["cb", broken, /answered 500, not 200\.$/],
    ];
    for (const [host, port, message] of cases) {
      const url = `https://${host}.example.test:${port}/`;
      const { json } = await sendRequest(sandbox, callbackTestRequest({ url, access_key: "callback-key" }));
      expect(json.message).toMatch(message);
      expect(log.at(-1)).toContain(`${json.code}: ${json.message}`);
      expect(log.at(-1)).not.toContain("callback-key");
    }
    expect(new Set(log).size).toBe(cases.length);
  });

  test("passes when the answer is 200 and its body is endless", async () => {
    const sandbox = await sandboxWith();
    const url = await receiving(sandbox, (_, response) => {
      const more = () => {
        while (response.writable && response.write("x".repeat(65_536)));
      };
      response.on("drain", more).on("error", () => {});
      more();
    });
    expect(await callbackCode(sandbox, `${url}/`)).toBe("success");
  });

  test("does not go through a proxy", async () => {
    let visits = 0;
    const proxy = await servingTcp((socket) => {
      visits++;
      socket.destroy();
    });
    for (const name of ["HTTPS_PROXY", "https_proxy"]) vi.stubEnv(name, `http://127.0.0.1:${proxy}`);
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    onTestFinished(() => void vi.unstubAllEnvs());
    const sandbox = await sandboxWith();
    expect(await callbackCode(sandbox, `${await receiving(sandbox)}/`)).toBe("success");
    expect(visits).toBe(0);
  });

  test("whose key cannot be a header fails as not sendable", async () => {
    const sandbox = await sandboxWith();
    expect(await callbackCode(sandbox, "https://cb.example.test:1/", "line\nbreak")).toBe(
      "callback_send_error",
    );
  });
});

describe("A callback to a private address", () => {
  let sandbox: Sandbox;
  let open: Sandbox;
  const resolved: Record<string, string[]> = {
    "private.example.test": ["10.1.2.3"],
    "mixed.example.test": ["93.184.216.34", "127.0.0.1"],
    "six.example.test": ["fd00::1"],
    "metadata.example.test": ["169.254.169.254"],
  };
  beforeAll(async () => {
    const options: SandboxOptions = {
      httpsPort: false,
      rateLimit: plentiful,
      callbackTimeoutMs: 50,
      resolve: async (name) =>
        (resolved[name] ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    };
    sandbox = await startSandbox(options);
    open = await startSandbox({ ...options, allowPrivateCallbacks: true });
  });
  afterAll(() => Promise.all([sandbox.close(), open.close()]));

  const spellings =
    `127.0.0.1 127.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 127.0.0.1. １２７.０.０.１
    127。0。0。1 10.0.0.1 192.168.1.1 172.16.0.1 100.64.0.1 [::1] [0:0:0:0:0:0:0:1]
    [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::10.0.0.1] [64:ff9b::a00:1]
    [2002:7f00:1::] [fd00::1] private.example.test PRIVATE.example.test mixed.example.test
    six.example.test`.split(/\s+/);
  for (const host of spellings)
    test(`is refused as ${host}`, async () => {
      expect(await callbackCode(sandbox, `https://${host}/`)).toBe("callback_private_domain");
    });

  const neverAllowed =
    `169.254.169.254 2852039166 0xa9fea9fe [::ffff:169.254.169.254] [64:ff9b::169.254.169.254]
    [2002:a9fe:a9fe::1] [fe80::1] [fd00:ec2::254] 100.100.100.200 0.0.0.0 0 [::] 224.0.0.1
    255.255.255.255 metadata.example.test`.split(/\s+/);
  for (const host of neverAllowed)
    test(`is refused as ${host}, even where private addresses are allowed`, async () => {
      expect(await callbackCode(sandbox, `https://${host}/`)).toBe("callback_private_domain");
      expect(await callbackCode(open, `https://${host}/`)).toBe("callback_private_domain");
    });

  test("goes there if that is allowed", async () => {
    expect(await callbackCode(open, "https://127.0.0.1:1/")).toBe("callback_send_error");
    expect(await callbackCode(open, "https://[::1]:1/")).toBe("callback_send_error");
  });
});

test("A name is asked for once: a second answer cannot lead the callback astray", async () => {
  let asked = 0;
  const sandbox = await sandboxWith({
    resolve: async () => [{ address: asked++ === 0 ? "127.0.0.1" : "169.254.169.254", family: 4 }],
  });
  expect(await callbackCode(sandbox, `${await receiving(sandbox)}/`)).toBe("success");
  expect(asked).toBe(1);
});

test("Only the address that the sandbox forwards to is called without TLS", async () => {
  const port = await servingTcp((socket) => void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
  const forwardTo = `http://127.0.0.1:${port}/callbacks`;
  const sandbox = await sandboxWith({ forwardTo, allowPrivateCallbacks: false });
  const code = (url: string) => answerCode(sandbox, callbackTestRequest({ url, access_key: "k" }));
  expect(await code(forwardTo)).toBe("success");
  expect(await code(`http://127.0.0.1:${port}/other`)).toBe("callback_url_not_https");
  expect(await code(`https://127.0.0.1:${port}/callbacks`)).toBe("callback_private_domain");
  for (const elsewhere of [
    "https://localhost/",
    "http://a.example.test/",
    "http://u@localhost/",
    "localhost:3000",
  ])
    await expect(startSandbox({ forwardTo: elsewhere })).rejects.toThrow("address of this machine");
  // A state file may have kept the address of a program.
  const later = await sandboxWith({ allowPrivateCallbacks: true });
  later.saveCallback("demo", { url: forwardTo, accessKey: "k" });
  const reply = await sendRequest(later, {
    method: "POST",
    path: "/_sandbox/callbacks",
    body: '{"orderId":"order-ssl-1"}',
  });
  expect(reply.json.code).toBe("callback_url_not_https");
});
