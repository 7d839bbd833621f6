import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Sandbox } from "../../../src/sandbox/index.ts";

interface RawResult {
  readonly text: string;
  /** `end`: the other side closed in good order. Otherwise the error's code, such as ECONNRESET. */
  readonly ending: string;
}

export const csrText = "a signing request";

export const goodReissue = {
  certificate: { sign_hash: "sha256", common_name: "www.example.com", csr: csrText },
};

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request as text. By default a good reissue of `order-ssl-1` by the demo account. */
export function requestText(base: string, request: RawRequest = {}): string {
  const { method = "POST", path = "/openapi/v3/orders/order-ssl-1/reissue" } = request;
  const body = request.body ?? JSON.stringify(goodReissue);
  const headers = {
    host: new URL(base).host,
    "x-cc-key-id": "demo",
    "x-cc-auth-key": "sandbox-demo-auth-key",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
    ...request.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** Sends `text` on a fresh connection and collects what comes until it ends, or until `enough` has been seen. */
export function sendRaw(
  base: string,
  text: string | Uint8Array,
  { ca, enough }: { ca?: string | undefined; enough?: (text: string) => boolean } = {},
): Promise<RawResult> {
  const { port, protocol } = new URL(base);
  return new Promise((resolve) => {
    const socket =
      protocol === "https:"
        ? connectTls({ host: "127.0.0.1", port: Number(port), ca, servername: "localhost" })
        : connect(Number(port), "127.0.0.1");
    let received = "";
    socket.setEncoding("latin1");
    socket.on(protocol === "https:" ? "secureConnect" : "connect", () => socket.write(text));
    socket.on("data", (chunk) => {
      received += chunk;
      if (enough?.(received)) {
        resolve({ text: received, ending: "enough" });
        socket.destroy();
      }
    });
    socket.on("end", () => resolve({ text: received, ending: "end" }));
    socket.on("error", (error: NodeJS.ErrnoException) =>
      resolve({ text: received, ending: error.code ?? error.message }),
    );
  });
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
  readonly json: any;
}

export async function sendRequest(sandbox: Sandbox, request: RawRequest = {}): Promise<Reply> {
  const { text } = await sendRaw(sandbox.url, requestText(sandbox.url, request));
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const body = Buffer.from(rest.join("\r\n\r\n"), "latin1").toString("utf8");
  return {
    status: Number(statusLine.split(" ")[1]),
    headers: new Headers(lines.map((line) => line.split(": ", 2) as [string, string])),
    text: body,
    get json() {
      return body === "" ? undefined : JSON.parse(body);
    },
  };
}

export async function answerCode(sandbox: Sandbox, request?: RawRequest): Promise<string> {
  return (await sendRequest(sandbox, request)).json.code;
}

export function reissueRequest(orderId: string, body: unknown): RawRequest {
  return { path: `/openapi/v3/orders/${orderId}/reissue`, body: JSON.stringify(body) };
}

export function callbackTestRequest(
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): RawRequest {
  return {
    method: "PUT",
    path: "/openapi/v3/account/callback/test",
    body: body === undefined ? "" : JSON.stringify(body),
    headers,
  };
}
