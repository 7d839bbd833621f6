import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import type { FailureReason } from "../contract/index.ts";
import { isUntrusted } from "../contract/index.ts";

/** One request over one fresh connection. This file is the only one that knows undici. */
export interface Sending {
  readonly method: "POST" | "PUT";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly proxy: URL | undefined;
  /** Trusts further authorities beside the default ones. Undefined: only those. */
  readonly trust: import("node:tls").SecureContext | undefined;
  readonly connectTimeoutMs: number;
  readonly responseTimeoutMs: number;
  /** Called when the connection is ready, before the first byte is sent. If it throws or returns false, nothing is sent. */
  readonly beforeSend: (() => Promise<boolean>) | undefined;
  /** Called as soon as the request is on its way. */
  readonly onSent: () => void;
  /** Ends the exchange wherever it is. Its reason is a `FailureReason`. */
  readonly signal: AbortSignal;
  /** Ends the exchange only if nothing was sent yet. Fires also when `signal` does. */
  readonly stopSignal: AbortSignal;
}

export type Exchange = HttpResponse | NoResponse;

interface HttpResponse {
  readonly hasResponse: true;
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly body: string;
  /** Why the body is not all of the answer. */
  readonly broken: FailureReason | undefined;
}

interface NoResponse {
  readonly hasResponse: false;
  /** False only if it is certain that no byte of the request left this process. */
  readonly sent: boolean;
  readonly reason: FailureReason;
  /** The code of undici or the system, such as ECONNREFUSED. */
  readonly detail: string;
  /** What `beforeSend` threw. */
  readonly refusedBy?: unknown;
}

const largestBody = 1024 * 1024;

/** Created once: a stack trace for each request would take longer than the rest of this file. */
const ended = new Error("The exchange has ended.");

/**
 * Loaded at the first request: it takes longer to load than everything else in this package together. By its file, because Bun
 * has a module `undici` of its own, which cannot do this.
 */
let undici: Promise<typeof import("undici")> | undefined;

export async function exchange(sending: Sending): Promise<Exchange> {
  undici ??= import("undici/index.js");
  const library = await undici;
  if (sending.stopSignal.aborted)
    return {
      hasResponse: false,
      sent: false,
      reason: sending.stopSignal.reason as FailureReason,
      detail: "",
    };

  return new Promise<Exchange>((resolve) => {
    let sent = false;
    let over = false;
    let head: { status: number; header: HttpResponse["header"] } | undefined;
    let length = Number.NaN;
    let size = 0;
    const chunks: Buffer[] = [];
    const sockets: Socket[] = [];

    const finish = (result: Exchange) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      sending.signal.removeEventListener("abort", onEnd);
      sending.stopSignal.removeEventListener("abort", onStop);
      resolve(result);
      // undici would wait much longer for a proxy that never answers.
      dispatcher?.destroy(ended, () => {});
      // undici does not end a connection that is still being made.
      for (const socket of sockets) socket.destroy();
    };
    const answered = (to: typeof head & object, broken?: FailureReason): Exchange => ({
      hasResponse: true,
      ...to,
      body: Buffer.concat(chunks).toString(),
      broken,
    });
    const fail = (reason: FailureReason, detail: string, refusedBy?: unknown) =>
      finish(
        head
          ? answered(head, reason)
          : { hasResponse: false, sent, reason, detail, ...(refusedBy !== undefined && { refusedBy }) },
      );
    const onEnd = () => fail(sending.signal.reason as FailureReason, "");
    const onStop = () => {
      if (!sent) fail(sending.stopSignal.reason as FailureReason, "");
    };
    const startTimer = (ms: number, reason: FailureReason) =>
      setTimeout(() => fail(reason, `after ${ms} ms`), ms);
    let timer = startTimer(sending.connectTimeoutMs, "connect-timeout");
    sending.signal.addEventListener("abort", onEnd);
    sending.stopSignal.addEventListener("abort", onStop);

    /** Keeps a list of the connections, so that none outlives the exchange. */
    const tracked =
      (connect: Connector): Connector =>
      (options, callback) => {
        const socket = connect(options, callback) as Socket;
        sockets.push(socket);
        if (over) socket.destroy();
      };
    const agreed = async () => (await sending.beforeSend?.()) ?? true;
    let handedOver = false;
    /** Gives a ready connection to undici only after `beforeSend` has agreed. */
    const gated =
      (connect: Connector): Connector =>
      (options, callback) => {
        // undici dropped the first connection before it wrote, for example because the peer spoke first. It gets no second one.
        if (handedOver) return callback(hungUp(), null);
        connect(options, (error, socket) => {
          if (error || !socket) return callback(error, socket);
          // `beforeSend` may take longer than connecting may. The deadline of the whole call still applies.
          clearTimeout(timer);
          agreed().then(
            (maySend) => {
              if (over) socket.destroy();
              else if (!maySend) fail("deadline-exceeded", "");
              // The peer hung up in the meantime. Nothing was sent, and undici would just connect again.
              else if (socket.destroyed) callback(socket.errored ?? hungUp(), null);
              else {
                handedOver = true;
                callback(null, withoutInterimAnswers(socket));
              }
            },
            (refusal: unknown) => {
              socket.destroy();
              fail("aborted", "refused before sending", refusal);
            },
          );
        });
      };

    let dispatcher: Dispatcher | undefined;
    try {
      dispatcher = open(library, sending, { tracked, gated });
      dispatcher.dispatch(
        {
          origin: sending.url.origin,
          path: sending.url.pathname,
          method: sending.method,
          headers: sending.headers,
          body: sending.body ?? null,
          // Our own timers are exact; undici's tick once a second.
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        {
          // undici calls this when the connection is ready, immediately before it writes the head. A proxy's CONNECT
          // has its own handler. Before this call no byte was sent; after it, some may have been.
          onRequestStart(controller) {
            if (over) return controller.abort(new Error("abandoned"));
            sent = true;
            timer = startTimer(sending.responseTimeoutMs, "response-timeout");
            // Only after undici has written the head.
            queueMicrotask(sending.onSent);
          },
          onResponseStart(_controller, status, headers) {
            if (status < 200) return;
            head = { status, header: (name) => [headers[name]].flat()[0] };
            length = Number(head.header("content-length") ?? Number.NaN);
          },
          onResponseData(controller, chunk) {
            size += chunk.length;
            if (size > largestBody) return fail("response-too-large", `over ${largestBody} bytes`);
            chunks.push(chunk);
            if (size !== length || !head) return;
            // The answer is complete. At its own end, undici would spend a fifth of the whole call on the stack trace of an error.
            controller.pause();
            finish(answered(head));
          },
          onResponseEnd() {
            if (head) finish(answered(head));
            else fail("response-invalid", "no final answer");
          },
          onResponseError(_controller, error) {
            const code = errorCode(error);
            if (head) fail("response-cut", code);
            else fail(sent ? failureAfterSending(code) : failureBeforeSending(code, sending.proxy), code);
          },
        },
      );
    } catch (error) {
      fail("connect-failed", errorCode(error));
    }
  });
}

type Connect = Extract<import("undici").Client.Options["connect"], (...args: never[]) => unknown>;
type Connector = (...args: Parameters<Connect>) => unknown;
type Wrap = (connect: Connector) => Connector;

/**
 * A dispatcher for one request. HTTP/1.1 only, because undici repeats requests over HTTP/2 by itself. With a new
 * connection (`pipelining: 0`), because the peer may close a kept one at the moment of sending.
 */
function open(
  { Client, ProxyAgent, buildConnector }: typeof import("undici"),
  sending: Sending,
  { tracked, gated }: { readonly tracked: Wrap; readonly gated: Wrap },
): Dispatcher {
  const plain = { allowH2: false, pipelining: 0 } as const;
  // Our own timer covers all phases of connecting. undici's timer does not, so it is off. Certificates are always
  // checked: NODE_TLS_REJECT_UNAUTHORIZED=0 would give the keys away.
  const tls = {
    timeout: 0,
    allowH2: false,
    rejectUnauthorized: true,
    ...(sending.trust && { secureContext: sending.trust }),
  };
  if (!sending.proxy)
    return new Client(sending.url.origin, {
      ...plain,
      connect: gated(tracked(buildConnector(tls))),
    });
  return new ProxyAgent({
    ...plain,
    uri: sending.proxy.href,
    requestTls: tls,
    proxyTls: tls,
    clientFactory: (origin, options) => {
      const { connect } = options as { connect: Connector };
      return new Client(origin, { ...options, ...plain, connect: tracked(connect) });
    },
    factory: (origin, options) => {
      const { connect } = options as { connect: Connector };
      return new Client(origin, { ...options, ...plain, connect: gated(connect) });
    },
  });
}

/** Heads of interim answers. A 101 is not one: after it, the connection uses another protocol. */
const interimHeads = /^(?:HTTP\/1\.\d 1(?!01)\d\d(?: [^\r\n]*)?\r\n(?:[^\r\n]+\r\n)*\r\n)+/;
const interimStart = /^HTTP\/1\.\d 1(?!01)\d\d[ \r]/;
/** The beginning of an interim answer, to compare with one that has arrived in part. */
const interimExample = "HTTP/1.1 100 ";
const statusAt = "HTTP/1.1 ".length;
/** undici has the same limit. */
const largestHead = 16 * 1024;

/**
 * Removes interim answers, such as an unsolicited `100 Continue`, from what undici reads. HTTP says to skip them, but
 * undici hangs up at a 100. From the final answer on, everything passes unchanged.
 */
function withoutInterimAnswers(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  let begun = "";
  let isFinal = false;
  socket.read = (size?: number) => {
    for (;;) {
      const chunk: Buffer | null = read(size);
      if (isFinal || chunk === null) return chunk;
      // The first digit of the status tells most final answers.
      if (begun === "" && chunk.length > statusAt && chunk[statusAt] !== 0x31) {
        isFinal = true;
        return chunk;
      }
      begun = (begun + chunk.toString("latin1")).replace(interimHeads, "");
      const mayBeInterim = interimStart.test(begun + interimExample.slice(begun.length));
      if (mayBeInterim && !begun.includes("\r\n\r\n") && begun.length < largestHead) continue;
      isFinal = true;
      return Buffer.from(begun, "latin1");
    }
  };
  return socket;
}

function hungUp(): Error {
  return Object.assign(new Error("the peer hung up"), { code: "ECONNRESET" });
}

function errorCode(error: unknown): string {
  const { code, name, cause, errors } = error as Partial<
    Record<"code" | "name" | "cause" | "errors", unknown>
  >;
  if (typeof code === "string") return code;
  // If several addresses were tried, each failure is inside.
  const inner = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  return inner ? errorCode(inner) : typeof name === "string" ? name : "Error";
}

function failureBeforeSending(code: string, proxy: URL | undefined): FailureReason {
  if (isUntrusted(code)) return "tls-untrusted";
  if (proxy) return "proxy-failed";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "ENODATA") return "dns-failed";
  if (code === "ECONNREFUSED") return "connection-refused";
  if (code === "ETIMEDOUT" || code === "UND_ERR_CONNECT_TIMEOUT") return "connect-timeout";
  if (code === "EPROTO" || code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_")) return "tls-failed";
  return "connect-failed";
}

function failureAfterSending(code: string): FailureReason {
  return /^HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_/.test(code)
    ? "response-invalid"
    : "connection-lost";
}
