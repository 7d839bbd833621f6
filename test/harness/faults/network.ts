import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { rawService, serviceAt } from "./faulty-service.ts";
import { answer, success } from "./http-text.ts";
import type { Connection, Script } from "./raw-server.ts";
import { startRawServer } from "./raw-server.ts";
import { cutAnswer, foreignAnswer, type Row, rowsWith, type Table } from "./row.ts";

/** For peers that never get on. Others have the client's usual patience. */
const impatient = { responseTimeoutMs: 500 };
const served = (script: Script) => () => rawService(script);

/** Carries the request out, then does the rest. */
const after = (rest: (visit: Connection) => void | Promise<void>) =>
  served(async (visit) => {
    await visit.carryOut();
    await rest(visit);
  });
const answering = (...parts: (string | Buffer)[]) =>
  after((visit) => {
    for (const part of parts) visit.write(part);
  });
/** Lets the client read what came before, so that a reset does not overtake it. */
const writeThenReset = (data: string | Buffer) =>
  after(async (visit) => {
    visit.write(data);
    await wait(50);
    visit.reset();
  });

const head = (extra = "") => `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${extra}\r\n`;
const half = success.slice(0, 30);
const goOn = "HTTP/1.1 100 Continue\r\n\r\n";
const lengthOfAll = `content-length: ${success.length}\r\n`;

const beforeSending: readonly Row[] = [
  ...rowsWith({ both: "not-sent connection_refused" })({
    "no server listens": async () => {
      const server = await startRawServer(() => {});
      await server.close();
      return { ...serviceAt(server, `http://127.0.0.1:${server.port}`), close: async () => {} };
    },
  }),
  ...rowsWith({ both: "not-sent dns_failed" })({
    "the name of the service is unknown": async () => {
      const server = await startRawServer(() => {});
      // Too long a label to be a name, so that no name server has to be asked.
      return serviceAt(server, `https://${"x".repeat(64)}.invalid`);
    },
  }),
];

const beforeTheAnswer: readonly Row[] = [
  ...rowsWith({ both: "unknown connection_lost", journal: false })({
    "the connection is closed as soon as it stands": served((visit) => visit.end()),
  }),
  ...rowsWith({ both: "unknown response_timeout", options: impatient })({
    "the connection is accepted and never read": served(() => {}),
  }),
  ...rowsWith({ both: "unknown connection_lost" })({
    "the connection is closed after the head of the request": served(async (visit) => {
      await visit.head();
      visit.end();
    }),
    "the connection is reset after the head of the request": served(async (visit) => {
      await visit.head();
      visit.reset();
    }),
  }),
  ...rowsWith({ both: "unknown connection_lost", happens: true })({
    "the connection is closed after the whole request": after((visit) => visit.end()),
    "the connection is reset after the whole request": after((visit) => visit.reset()),
  }),
  ...rowsWith({ both: "unknown response_timeout", happens: true, options: impatient })({
    "no answer comes": after(() => {}),
  }),
  ...rowsWith({ both: "unknown deadline_exceeded", happens: true, options: { timeoutMs: 2_000 } })({
    "no answer comes before the deadline of the whole call": after(() => {}),
  }),
];

const inTheHead: readonly Row[] = [
  ...rowsWith({ both: "unknown connection_lost", happens: true })({
    "the connection is closed in the status line": after((visit) => visit.end("HTTP/1.1 20")),
    "the connection is reset in the status line": writeThenReset("HTTP/1.1 20"),
    "the connection is closed in the headers": after((visit) =>
      visit.end("HTTP/1.1 200 OK\r\ncontent-type: applic"),
    ),
    "the connection is reset in the headers": writeThenReset("HTTP/1.1 200 OK\r\ncontent-type: applic"),
    "the protocol is switched without being asked": answering(
      "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n",
    ),
    "the connection is closed after an unexpected 100": after((visit) => visit.end(goOn)),
    "the connection is closed in the middle of a 100": after((visit) => visit.end(goOn.slice(0, 15))),
    "the connection is reset after a 100": writeThenReset(goOn),
  }),
  ...rowsWith({ both: "unknown response_timeout", happens: true, options: impatient })({
    "the headers never end": answering("HTTP/1.1 200 OK\r\ncontent-type: applic"),
    "nothing follows a 100": answering(goOn),
    "provisional answers never end": after(async (visit) => {
      while (!visit.gone) {
        visit.write("HTTP/1.1 102 Processing\r\n\r\n");
        await wait(10);
      }
    }),
  }),
  ...rowsWith({ both: "unknown response_invalid", happens: true })({
    "the headers are larger than 16 KiB": answering(
      head(`x-padding: ${"x".repeat(20_000)}\r\n${lengthOfAll}`),
      success,
    ),
    "the answer is not HTTP": answering("\x00\x01\x02 220 this is not HTTP\r\n\r\n"),
    "the answer is another protocol's greeting": answering("SSH-2.0-OpenSSH_9.9\r\n"),
    "the answer has no head": after((visit) => visit.end(success)),
    "the answer has two different lengths": answering(head(`content-length: 5\r\n${lengthOfAll}`), success),
    "the answer has both a length and chunks": answering(
      head(`${lengthOfAll}transfer-encoding: chunked\r\n`),
      success,
    ),
    "the answer has a negative length": answering(head("content-length: -1\r\n"), success),
    "a 100 has headers that never end": after(async (visit) => {
      visit.write("HTTP/1.1 100 Continue\r\n");
      while (!visit.gone) {
        visit.write(`x-padding: ${"x".repeat(1_000)}\r\n`);
        await wait(1);
      }
    }),
    "the head of a 100 is not valid HTTP": answering(
      "HTTP/1.1 100 Continue\nx: y\r\n\r\n",
      answer(200, success),
    ),
  }),
  ...rowsWith({ both: "unknown http_999", happens: true })({
    "the answer's status is none that exists": answering(answer(999, success)),
  }),
];

const inTheBody: readonly Row[] = [
  ...rowsWith({ both: "done-unread response_cut", happens: true })({
    "the connection is closed in the body": after((visit) => visit.end(head(lengthOfAll) + half)),
    "the connection is reset in the body": writeThenReset(head(lengthOfAll) + half),
    "the connection is closed in a chunk": after((visit) =>
      visit.end(`${head("transfer-encoding: chunked\r\n")}ff\r\n${half}`),
    ),
    "the connection is closed before the last chunk": after((visit) =>
      visit.end(`${head("transfer-encoding: chunked\r\n")}${success.length.toString(16)}\r\n${success}\r\n`),
    ),
  }),
  ...rowsWith({ happens: true, ...cutAnswer })({
    "a chunk has no size": answering(head("transfer-encoding: chunked\r\n"), `zz\r\n${success}`),
    "the connection is closed before the body": after((visit) => visit.end(head(lengthOfAll))),
  }),
  ...rowsWith(cutAnswer)({
    "the connection is closed in the body of a refusal": served(async (visit) => {
      await visit.request();
      visit.end(`${head(lengthOfAll)}{"code":"invalid_parameters","mess`);
    }),
  }),
  ...rowsWith({ both: "done-unread response_timeout", happens: true, options: impatient })({
    "the body never ends": answering(head(lengthOfAll), half),
  }),
  ...rowsWith({ both: "done-unread deadline_exceeded", happens: true, options: { timeoutMs: 2_000 } })({
    "the deadline of the whole call passes in the body": answering(head(lengthOfAll), half),
  }),
  ...rowsWith({
    both: "unknown response_too_large",
    happens: true,
  })({
    "the body is larger than 1 MiB and never ends": after(async (visit) => {
      visit.write(head());
      while (!visit.gone) {
        visit.write("x".repeat(65_536));
        await wait(1);
      }
    }),
  }),
  ...rowsWith({ both: "done-unread response_unreadable", happens: true })({
    "the body says less than it should, and ends": answering(head("content-length: 30\r\n"), success),
    "a body without a length is cut": after((visit) => visit.end(`HTTP/1.0 200 OK\r\n\r\n${half}`)),
  }),
  ...rowsWith({ happens: true, ...foreignAnswer })({
    "the body is compressed although that was declined": answering(
      answer(200, gzipSync(success), { "content-encoding": "gzip" }),
    ),
    "the body is in UTF-16": answering(answer(200, Buffer.from(`\ufeff${success}`, "utf16le"))),
  }),
  ...rowsWith({ both: "rejected http_400" })({
    "a refusal is reset in its body": served(async (visit) => {
      await visit.request();
      visit.write("HTTP/1.1 400 Bad Request\r\ncontent-length: 99\r\n\r\n{");
      await wait(50);
      visit.reset();
    }),
  }),
  ...rowsWith({ both: "rejected http_413" })({
    "a refusal comes before the body was read, and the connection is closed": served(async (visit) => {
      await visit.head();
      visit.end(answer(413));
    }),
  }),
  ...rowsWith({ both: "unknown http_500", happens: true })({
    "an internal error has a body larger than 1 MiB": answering(answer(500, "x".repeat(2_000_000))),
  }),
];

const harmless: readonly Row[] = [
  ...rowsWith({ both: "done", happens: true })({
    "the answer comes byte by byte": after(async (visit) => {
      for (const byte of answer(200, success)) {
        visit.write(Buffer.from([byte]));
        await wait(1);
      }
    }),
    "bytes follow the answer": answering(answer(200, success), "and more"),
    "a second answer follows the first": answering(Buffer.concat([answer(200, success), answer(500)])),
    "provisional answers come first": answering(
      "HTTP/1.1 102 Processing\r\n\r\n",
      "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n",
      answer(200, success),
    ),
    "a 100 comes first without being asked for": answering(goOn, answer(200, success)),
    "a 100 comes in one piece with the answer": answering(
      Buffer.concat([Buffer.from(goOn), answer(200, success)]),
    ),
    "a 100 comes before the request was read": served(async (visit) => {
      visit.write(goOn);
      await visit.carryOut();
      visit.write(answer(200, success));
    }),
    "several 100 come first, with and without headers, and then byte by byte with the answer": after(
      async (visit) => {
        visit.write(`${goOn}HTTP/1.1 100\r\nconnection: close\r\n\r\n`);
        for (const byte of Buffer.concat([
          Buffer.from(`HTTP/1.0 100 \r\n\r\n${goOn}`),
          answer(200, success),
        ])) {
          visit.write(Buffer.from([byte]));
          await wait(1);
        }
      },
    ),
    "early hints and then a 100 come first": answering(
      "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\nlink: </y>\r\n\r\n",
      goOn,
      answer(200, success),
    ),
    "the body looks like a 100": answering(
      answer(200, success.replace("cert-9", 'cert-9","x":"HTTP/1.1 100 ')),
    ),
    "the answer is in HTTP/1.0 and ends with the connection": after((visit) =>
      visit.end(`HTTP/1.0 200 OK\r\n\r\n${success}`),
    ),
    "the answer has no reason phrase and strange capitals": answering(
      `HTTP/1.1 200\r\nCONTENT-LENGTH:${success.length}\r\n\r\n${success}`,
    ),
    "the body begins with a byte order mark": answering(answer(200, `\ufeff${success}`)),
    "the answer offers to keep the connection": answering(
      answer(200, success, { connection: "keep-alive", "keep-alive": "timeout=60" }),
    ),
  }),
];

/** What can go wrong on the way to the service and back. */
export const networkFaults: readonly Table[] = [
  { title: "Before anything is sent", rows: beforeSending },
  { title: "After sending, before an answer", rows: beforeTheAnswer },
  { title: "In the head of the answer", rows: inTheHead },
  { title: "In the body of the answer", rows: inTheBody },
  { title: "Unusual, but valid answers", rows: harmless },
];
