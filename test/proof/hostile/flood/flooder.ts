/** Opens thousands of connections to one server and misuses them, in a process of its own, since files are limited. */
import type { Socket } from "node:net";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";

export interface Flood {
  readonly port: number;
  readonly isTls: boolean;
  readonly connections: number;
  /** A genuine request, as text. */
  readonly request: string;
  /** The part of a request for whose end the server waits longest. */
  readonly patientWith: "head" | "body";
  readonly largestBody: number;
}

/**
 * `crowd`: every connection holds a genuine request that is not finished. `flood`: every connection is
 * misused, and replaced when the server ends it.
 */
export type Order = { readonly crowd: Flood } | { readonly flood: Flood } | "finish" | "hush";

export interface Progress {
  readonly open: number;
  /** Genuine requests that were answered with HTTP 200. */
  readonly answered: number;
}

let open = 0;
let answered = 0;
let hushed = false;
let finished = false;
/** What is left to say on connections that say it slowly. */
const slow = new Map<Socket, Buffer>();
/** What completes the requests of a crowd. */
const waiting = new Map<Socket, string>();

process.on("message", (order: Order) => {
  if (order === "hush") hushed = true;
  else if (order === "finish") finish();
  else if ("crowd" in order) for (let left = order.crowd.connections; left > 0; left--) join(order.crowd);
  else for (let index = 0; index < order.flood.connections; index++) misuse(order.flood, index);
});
process.on("disconnect", () => process.exit());
setInterval(() => process.send?.({ open, answered } satisfies Progress), 200);

/** A byte now and then, on every slow connection. */
setInterval(() => {
  if (hushed) return;
  for (const [socket, left] of slow) {
    socket.write(left.subarray(0, 1));
    slow.set(socket, left.subarray(1));
  }
}, 4_000);

function connected({ port }: Flood, ready: (socket: Socket) => void, closed: () => void): Socket {
  const socket = connect({ port, host: "127.0.0.1" }, () => {
    open++;
    socket.on("close", () => open--);
    ready(socket);
  });
  socket
    .on("error", () => {})
    .on("close", () => {
      slow.delete(socket);
      waiting.delete(socket);
      closed();
    });
  return socket;
}

function finish(): void {
  finished = true;
  for (const [socket, rest] of waiting) socket.write(rest);
}

/** Takes part in the crowd. A client that is sent away for waiting too long comes back and asks at once, as do latecomers. */
function join(flood: Flood, isBack = false): void {
  let received = "";
  const { request } = flood;
  const stop = flood.patientWith === "head" ? request.indexOf("\r\n\r\n") : request.length - 1;
  const socket = connected(
    flood,
    () => {
      const sent = isBack || finished ? request.length : stop;
      socket.write(request.slice(0, sent));
      if (sent < request.length) waiting.set(socket, request.slice(sent));
    },
    () => {
      if (received.startsWith("HTTP/1.1 200 ")) answered++;
      else join(flood, true);
    },
  );
  socket.setEncoding("latin1").on("data", (text) => {
    received += text;
  });
}

function misuse(flood: Flood, index: number): void {
  const again = () => {
    if (!hushed) setTimeout(() => misuse(flood, index), 500);
  };
  const socket = connected(
    flood,
    () => {
      if (flood.isTls) misuseTls(flood, index, socket);
      else misuseHttp(flood, index, socket);
    },
    again,
  );
  socket.resume();
}

/** Some say nothing, most speak slowly, and a few say too much. */
function misuseHttp(flood: Flood, index: number, socket: Socket): void {
  const { request, patientWith, largestBody } = flood;
  const head = request.slice(0, request.indexOf("\r\n\r\n"));
  const withBody = (length: number) => head.replace(/content-length: \d+/, `content-length: ${length}`);
  // Most are slow in that for which they are borne longest, so that there are many at once.
  const slowHeads = patientWith === "head" ? 850 : 80;
  const kind = index % 1_000;
  if (kind < 20) return;
  if (kind < 20 + slowHeads) slow.set(socket, Buffer.from(request));
  else if (kind < 988) {
    socket.write(`${withBody(largestBody)}\r\n\r\n{`);
    slow.set(socket, Buffer.alloc(1_000, " "));
  } else if (kind < 998) socket.write(`${withBody(largestBody)}\r\n\r\n${" ".repeat(largestBody - 1)}`);
  else if (kind < 999) socket.write(`${head}\r\n${`x-padding: ${"x".repeat(1_000)}\r\n`.repeat(1_000)}`);
  else pour(socket, `${withBody(2 ** 40)}\r\n\r\n`);
}

/** A body without an end, as fast as it is taken. */
function pour(socket: Socket, head: string): void {
  const chunk = Buffer.alloc(65_536, " ");
  const more = () => {
    while (!hushed && socket.writable && socket.write(chunk)) {}
  };
  socket.on("drain", more).write(head);
  more();
}

/** Handshakes that are begun and not finished, and on a few connections the same as without TLS. */
function misuseTls(flood: Flood, index: number, socket: Socket): void {
  const kind = index % 50;
  if (kind < 10) return;
  if (kind < 49) {
    // The head of a record of 512 bytes, of which one comes now and then.
    socket.write(Buffer.from("1603010200010001fc0303", "hex"));
    slow.set(socket, Buffer.alloc(400));
    return;
  }
  const tls = connectTls({ socket, rejectUnauthorized: false, servername: "localhost" }, () =>
    misuseHttp(flood, Math.floor(index / 50), tls),
  );
  tls
    .on("error", () => {})
    .on("close", () => slow.delete(tls))
    .resume();
}
