/**
 * Opens thousands of connections to one server and misuses them, in a process of its own, since files are limited. A connection that
 * the server ends is replaced, until the message `hush`; the connections end with the channel to the parent process.
 */
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

export interface Flood {
  readonly port: number;
  readonly isTls: boolean;
  readonly connections: number;
  readonly request: string;
  /** The part of a request for whose end the server waits longest. */
  readonly patientWith: "head" | "body";
  readonly largestBody: number;
}

const flood = JSON.parse(process.argv[2] ?? "") as Flood;
let hushed = false;
/** What is left to say on connections that say it slowly. */
const slow = new Map<Socket, Buffer>();

for (let index = 0; index < flood.connections; index++) misuse(index);
process.on("message", () => {
  hushed = true;
});
process.on("disconnect", () => process.exit());

/** A byte now and then, on every slow connection. */
setInterval(() => {
  if (hushed) return;
  for (const [socket, left] of slow) {
    socket.write(left.subarray(0, 1));
    slow.set(socket, left.subarray(1));
  }
}, 4_000);

function misuse(index: number): void {
  const socket = connect({ port: flood.port, host: "127.0.0.1" }, () => {
    if (flood.isTls) misuseTls(index, socket);
    else misuseHttp(index, socket);
  });
  socket.on("error", () => {}).resume();
  socket.on("close", () => {
    slow.delete(socket);
    if (!hushed) setTimeout(() => misuse(index), 500);
  });
}

/** Some say nothing, most speak slowly, and a few say too much. */
function misuseHttp(index: number, socket: Socket): void {
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

function pour(socket: Socket, head: string): void {
  const chunk = Buffer.alloc(65_536, " ");
  const more = () => {
    while (!hushed && socket.writable && socket.write(chunk)) {}
  };
  socket.on("drain", more).write(head);
  more();
}

/** Handshakes that are begun and not finished, and on a few connections the same as without TLS. */
function misuseTls(index: number, socket: Socket): void {
  const kind = index % 50;
  if (kind < 10) return;
  if (kind < 49) {
    // The head of a record of 512 bytes, of which one comes now and then.
    socket.write(Buffer.from("1603010200010001fc0303", "hex"));
    slow.set(socket, Buffer.alloc(400));
    return;
  }
  const tls = connectTls({ socket, rejectUnauthorized: false, servername: "localhost" }, () =>
    misuseHttp(Math.floor(index / 50), tls),
  );
  tls
    .on("error", () => {})
    .on("close", () => slow.delete(tls))
    .resume();
}
