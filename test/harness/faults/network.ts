import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { serviceAt } from "./faulty-service.ts";
import { answer, success } from "./http-text.ts";
import { startRawServer } from "./raw-server.ts";
import { rowsWith, scriptsWith, type Table } from "./row.ts";
import { afterCarryingOut, afterRequest, answering, closingAfter, polite, silent } from "./scripts.ts";

/** Lets the client read what came before, so that a reset does not overtake it. */
const resettingAfter = (data: string) =>
  afterCarryingOut(async (visit) => {
    visit.write(data);
    await wait(50);
    visit.reset();
  });
const endless = (first: string, data: string) =>
  afterCarryingOut(async (visit) => {
    visit.write(first);
    while (!visit.gone) {
      visit.write(data);
      await wait(1);
    }
  });

const whole = answer(200, success);
const head = (extra = "") => `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${extra}\r\n`;
const half = success.slice(0, 30);
const goOn = "HTTP/1.1 100 Continue\r\n\r\n";
const lengthOfAll = `content-length: ${success.length}\r\n`;
const inChunks = "transfer-encoding: chunked\r\n";
const padding = (length: number) => `x-padding: ${"x".repeat(length)}\r\n`;

const happens = true;
/** For peers that never get on: half of it is for the answer. Others have the client's usual patience. */
const options = { timeoutMs: 4_000 };

const beforeSending = [
  ...rowsWith({ both: "not-sent connect_failed", reason: "connection-refused" })({
    "no server listens": async () => {
      const server = await startRawServer(silent);
      await server.close();
      // Another program may have taken the freed port. No program has this one.
      return { ...serviceAt(server, "http://127.0.0.1:1"), close: async () => {} };
    },
  }),
  ...rowsWith({ both: "not-sent connect_failed", reason: "dns-failed" })({
    // Too long a label to be a name, so that no name server has to be asked.
    "the name of the service is unknown": async () =>
      serviceAt(await startRawServer(silent), `https://${"x".repeat(64)}.invalid`),
  }),
];

const beforeTheAnswer = [
  ...scriptsWith({ both: "unknown connection_lost", journal: false })({
    "the connection is closed as soon as it stands": (visit) => visit.end(),
  }),
  ...scriptsWith({ both: "unknown connection_lost" })({
    "the connection is closed after the head of the request": (visit) => visit.head().then(() => visit.end()),
    "the connection is reset after the head of the request": (visit) => visit.head().then(visit.reset),
  }),
  ...scriptsWith({ both: "unknown connection_lost", happens })({
    "the connection is closed after the whole request": closingAfter(),
    "the connection is reset after the whole request": afterCarryingOut((visit) => visit.reset()),
  }),
  ...scriptsWith({ both: "unknown deadline_exceeded", reason: "response-timeout", options })({
    "the connection is accepted and never read": silent,
  }),
  ...scriptsWith({ both: "unknown deadline_exceeded", reason: "response-timeout", happens, options })({
    "no answer comes": answering(),
  }),
];

const inTheHead = [
  ...scriptsWith({ both: "unknown connection_lost", happens })({
    "the connection is closed in the status line": closingAfter("HTTP/1.1 20"),
    "the connection is reset in the headers": resettingAfter(head().slice(0, 30)),
    "the protocol is switched without being asked": answering(
      "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n",
    ),
    "the connection is closed after an unexpected 100": closingAfter(goOn),
    "the connection is closed in the middle of a 100": closingAfter(goOn.slice(0, 15)),
    "the connection is reset after a 100": resettingAfter(goOn),
  }),
  ...scriptsWith({ both: "unknown deadline_exceeded", reason: "response-timeout", happens, options })({
    "the headers never end": answering(head().slice(0, 30)),
    "nothing follows a 100": answering(goOn),
    "provisional answers never end": endless("", "HTTP/1.1 102 Processing\r\n\r\n"),
  }),
  ...scriptsWith({ both: "unknown response_unusable", reason: "response-invalid", happens })({
    "the headers are larger than 16 KiB": answering(head(padding(20_000) + lengthOfAll), success),
    "the answer is another protocol's greeting": answering("SSH-2.0-OpenSSH_9.9\r\n"),
    "the answer has no head": closingAfter(success),
    "the answer has two different lengths": answering(head(`content-length: 5\r\n${lengthOfAll}`), success),
    "the answer has both a length and chunks": answering(head(lengthOfAll + inChunks), success),
    "a 100 has headers that never end": endless("HTTP/1.1 100 Continue\r\n", padding(1_000)),
    "the head of a 100 is not valid HTTP": answering("HTTP/1.1 100 Continue\nx: y\r\n\r\n", whole),
  }),
  ...scriptsWith({ both: "unknown http_999", happens })({
    "the answer's status is none that exists": answering(answer(999, success)),
  }),
];

const inTheBody = [
  ...scriptsWith({ both: "done-unread response_unusable", reason: "response-cut", happens })({
    "the connection is closed in the body": closingAfter(head(lengthOfAll) + half),
    "the connection is reset in the body": resettingAfter(head(lengthOfAll) + half),
    "the connection is closed in a chunk": closingAfter(`${head(inChunks)}ff\r\n${half}`),
    "the connection is closed before the last chunk": closingAfter(
      `${head(inChunks)}${success.length.toString(16)}\r\n${success}\r\n`,
    ),
  }),
  ...scriptsWith({ both: "unknown response_unusable", reason: "response-cut", happens })({
    "a chunk has no size": answering(head(inChunks), `zz\r\n${success}`),
    "the connection is closed before the body": closingAfter(head(lengthOfAll)),
  }),
  ...scriptsWith({ both: "unknown response_unusable", reason: "response-cut" })({
    "the connection is closed in the body of a refusal": afterRequest((visit) =>
      visit.end(`${head(lengthOfAll)}{"code":"invalid_parameters","mess`),
    ),
  }),
  ...scriptsWith({ both: "done-unread deadline_exceeded", reason: "response-timeout", happens, options })({
    "the body never ends": answering(head(lengthOfAll), half),
  }),
  ...scriptsWith({ both: "unknown response_unusable", reason: "response-too-large", happens })({
    "the body is larger than 1 MiB and never ends": endless(head(), "x".repeat(65_536)),
  }),
  ...scriptsWith({ both: "done-unread response_unusable", reason: "response-unreadable", happens })({
    "the body says less than it should, and ends": answering(head("content-length: 30\r\n"), success),
    "a body without a length is cut": closingAfter(`HTTP/1.0 200 OK\r\n\r\n${half}`),
  }),
  ...scriptsWith({ both: "unknown response_unusable", reason: "response-unreadable", happens })({
    "the body is compressed although that was declined": answering(
      answer(200, gzipSync(success), { "content-encoding": "gzip" }),
    ),
    "the body is in UTF-16": answering(answer(200, Buffer.from(`\ufeff${success}`, "utf16le"))),
  }),
  ...scriptsWith({ both: "rejected http_400" })({
    "a refusal is reset in its body": afterRequest(async (visit) => {
      visit.write("HTTP/1.1 400 Bad Request\r\ncontent-length: 99\r\n\r\n{");
      await wait(50);
      visit.reset();
    }),
  }),
  ...scriptsWith({ both: "rejected http_413" })({
    "a refusal comes before the body was read, and the connection is closed": (visit) =>
      visit.head().then(() => visit.end(answer(413))),
  }),
  ...scriptsWith({ both: "unknown http_500", happens })({
    "an internal error has a body larger than 1 MiB": answering(answer(500, "x".repeat(2_000_000))),
  }),
];

const harmless = scriptsWith({ both: "done", happens })({
  "the answer comes byte by byte": afterCarryingOut(async (visit) => {
    for (const byte of whole) {
      visit.write(Buffer.from([byte]));
      await wait(1);
    }
  }),
  "bytes follow the answer": answering(whole, "and more"),
  "a second answer follows the first": answering(Buffer.concat([whole, answer(500)])),
  "provisional answers come first": answering(
    "HTTP/1.1 102 Processing\r\n\r\n",
    "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n",
    whole,
  ),
  "a 100 comes first without being asked for": answering(goOn, whole),
  "a 100 comes before the request was read": (visit) => {
    visit.write(goOn);
    return polite(visit);
  },
  "the answer ends with the connection": closingAfter(`HTTP/1.0 200 OK\r\n\r\n${success}`),
  "the answer has no reason phrase and strange capitals": answering(
    `HTTP/1.1 200\r\nCONTENT-LENGTH:${success.length}\r\n\r\n${success}`,
  ),
  "the answer offers to keep the connection": answering(
    answer(200, success, { connection: "keep-alive", "keep-alive": "timeout=60" }),
  ),
});

export const networkFaults: readonly Table[] = [
  { title: "Before anything is sent", rows: beforeSending },
  { title: "After sending, before an answer", rows: beforeTheAnswer },
  { title: "In the head of the answer", rows: inTheHead },
  { title: "In the body of the answer", rows: inTheBody },
  { title: "Unusual, but valid answers", rows: harmless },
];
