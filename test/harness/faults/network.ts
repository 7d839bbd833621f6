import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { answer, success } from "./http-text.ts";
import type { Script, Visit } from "./raw-server.ts";
import { startRawServer } from "./raw-server.ts";
import { type Row, somethingElse, type Table } from "./row.ts";
import { rawStage, stageAt } from "./stage.ts";

/** For peers that never get on. Others have the client's usual patience. */
const impatient = { responseTimeoutMs: 500 };
const served = (script: Script) => () => rawStage(script);

/** Carries the request out, then goes on as told. */
const after = (rest: (visit: Visit) => void | Promise<void>) =>
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
  {
    when: "nobody listens",
    async stage() {
      const server = await startRawServer(() => {});
      await server.close();
      return { ...stageAt(server, `http://127.0.0.1:${server.port}`), close: async () => {} };
    },
    both: "not-sent connection_refused",
  },
  {
    when: "the name of the service is unknown",
    async stage() {
      const server = await startRawServer(() => {});
      // Too long a label to be a name, so that no name server has to be asked.
      return stageAt(server, `https://${"x".repeat(64)}.invalid`);
    },
    both: "not-sent dns_failed",
  },
];

const beforeTheAnswer: readonly Row[] = [
  {
    when: "the connection is closed as soon as it stands",
    stage: served((visit) => visit.end()),
    both: "unknown connection_lost",
    journal: false,
  },
  {
    when: "the connection is accepted and never read",
    stage: served(() => {}),
    options: impatient,
    both: "unknown response_timeout",
  },
  {
    when: "the connection is closed after the head of the request",
    stage: served(async (visit) => {
      await visit.head();
      visit.end();
    }),
    both: "unknown connection_lost",
  },
  {
    when: "the connection is reset after the head of the request",
    stage: served(async (visit) => {
      await visit.head();
      visit.reset();
    }),
    both: "unknown connection_lost",
  },
  {
    when: "the connection is closed after the whole request",
    stage: after((visit) => visit.end()),
    happens: true,
    both: "unknown connection_lost",
  },
  {
    when: "the connection is reset after the whole request",
    stage: after((visit) => visit.reset()),
    happens: true,
    both: "unknown connection_lost",
  },
  {
    when: "no answer comes",
    stage: after(() => {}),
    happens: true,
    options: impatient,
    both: "unknown response_timeout",
  },
  {
    when: "no answer comes before the deadline of the whole call",
    stage: after(() => {}),
    happens: true,
    options: { timeoutMs: 2_000 },
    both: "unknown deadline_exceeded",
  },
];

const inTheHead: readonly Row[] = [
  {
    when: "the connection is closed in the status line",
    stage: after((visit) => visit.end("HTTP/1.1 20")),
    happens: true,
    both: "unknown connection_lost",
  },
  {
    when: "the connection is reset in the status line",
    stage: writeThenReset("HTTP/1.1 20"),
    happens: true,
    both: "unknown connection_lost",
  },
  {
    when: "the connection is closed in the headers",
    stage: after((visit) => visit.end("HTTP/1.1 200 OK\r\ncontent-type: applic")),
    happens: true,
    both: "unknown connection_lost",
  },
  {
    when: "the connection is reset in the headers",
    stage: writeThenReset("HTTP/1.1 200 OK\r\ncontent-type: applic"),
    happens: true,
    both: "unknown connection_lost",
  },
  {
    when: "the headers never end",
    stage: answering("HTTP/1.1 200 OK\r\ncontent-type: applic"),
    happens: true,
    options: impatient,
    both: "unknown response_timeout",
  },
  {
    when: "the headers are larger than 16 KiB",
    stage: answering(head(`x-padding: ${"x".repeat(20_000)}\r\n${lengthOfAll}`), success),
    happens: true,
    both: "unknown response_invalid",
  },
  {
    when: "the answer is not HTTP",
    stage: answering("\x00\x01\x02 220 this is not HTTP\r\n\r\n"),
    happens: true,
    both: "unknown response_invalid",
  },
  {
    when: "the answer is another protocol's greeting",
    stage: answering("SSH-2.0-OpenSSH_9.9\r\n"),
    happens: true,
    both: "unknown response_invalid",
  },
  {
    when: "the answer has no head",
    stage: after((visit) => visit.end(success)),
    happens: true,
    both: "unknown response_invalid",
  },
  {
    when: "the answer has two different lengths",
    stage: answering(head(`content-length: 5\r\n${lengthOfAll}`), success),
    happens: true,
    both: "unknown response_invalid",
  },
  {
    when: "the answer has both a length and chunks",
    stage: answering(head(`${lengthOfAll}transfer-encoding: chunked\r\n`), success),
    happens: true,
    both: "unknown response_invalid",
  },
  {
    when: "the answer has a negative length",
    stage: answering(head("content-length: -1\r\n"), success),
    happens: true,
    both: "unknown response_invalid",
  },
  {
    when: "the answer's status is none that exists",
    stage: answering(answer(999, success)),
    happens: true,
    both: "unknown http_999",
  },
  {
    when: "the protocol is switched without being asked",
    stage: answering("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n"),
    happens: true,
    both: "unknown connection_lost",
  },
  {
    when: "the connection is closed after a 100 that nobody asked for",
    stage: after((visit) => visit.end(goOn)),
    happens: true,
    both: "unknown connection_lost",
  },
  {
    when: "the connection is closed in the middle of a 100",
    stage: after((visit) => visit.end(goOn.slice(0, 15))),
    happens: true,
    both: "unknown connection_lost",
  },
  {
    when: "the connection is reset after a 100",
    stage: writeThenReset(goOn),
    happens: true,
    both: "unknown connection_lost",
  },
  {
    when: "nothing follows a 100",
    stage: answering(goOn),
    happens: true,
    options: impatient,
    both: "unknown response_timeout",
  },
  {
    when: "a 100 has headers that never end",
    stage: after(async (visit) => {
      visit.write("HTTP/1.1 100 Continue\r\n");
      while (!visit.gone) {
        visit.write(`x-padding: ${"x".repeat(1_000)}\r\n`);
        await wait(1);
      }
    }),
    happens: true,
    both: "unknown response_invalid",
  },
  {
    when: "the head of a 100 is not valid HTTP",
    stage: answering("HTTP/1.1 100 Continue\nx: y\r\n\r\n", answer(200, success)),
    happens: true,
    both: "unknown response_invalid",
  },
  {
    when: "provisional answers never end",
    stage: after(async (visit) => {
      while (!visit.gone) {
        visit.write("HTTP/1.1 102 Processing\r\n\r\n");
        await wait(10);
      }
    }),
    happens: true,
    options: impatient,
    both: "unknown response_timeout",
  },
];

const inTheBody: readonly Row[] = [
  {
    when: "the connection is closed in the body",
    stage: after((visit) => visit.end(head(lengthOfAll) + half)),
    happens: true,
    both: "done-unread response_cut",
  },
  {
    when: "the connection is reset in the body",
    stage: writeThenReset(head(lengthOfAll) + half),
    happens: true,
    both: "done-unread response_cut",
  },
  {
    when: "the connection is closed in a chunk",
    stage: after((visit) => visit.end(`${head("transfer-encoding: chunked\r\n")}ff\r\n${half}`)),
    happens: true,
    both: "done-unread response_cut",
  },
  {
    when: "the connection is closed before the last chunk",
    stage: after((visit) =>
      visit.end(`${head("transfer-encoding: chunked\r\n")}${success.length.toString(16)}\r\n${success}\r\n`),
    ),
    happens: true,
    both: "done-unread response_cut",
  },
  {
    when: "a chunk has no size",
    stage: answering(head("transfer-encoding: chunked\r\n"), `zz\r\n${success}`),
    happens: true,
    both: "done-unread response_cut",
  },
  {
    when: "the body never ends",
    stage: answering(head(lengthOfAll), half),
    happens: true,
    options: impatient,
    both: "done-unread response_timeout",
  },
  {
    when: "the deadline of the whole call passes in the body",
    stage: answering(head(lengthOfAll), half),
    happens: true,
    options: { timeoutMs: 2_000 },
    both: "done-unread deadline_exceeded",
  },
  {
    when: "the body is larger than 1 MiB and never ends",
    stage: after(async (visit) => {
      visit.write(head());
      while (!visit.gone) {
        visit.write("x".repeat(65_536));
        await wait(1);
      }
    }),
    happens: true,
    reissue: "unknown response_too_large",
    callbackTest: "done-unread response_too_large",
  },
  {
    when: "the body says less than it should, and ends",
    stage: answering(head("content-length: 30\r\n"), success),
    happens: true,
    both: "done-unread response_unreadable",
  },
  {
    when: "a body without a length is cut",
    stage: after((visit) => visit.end(`HTTP/1.0 200 OK\r\n\r\n${half}`)),
    happens: true,
    both: "done-unread response_unreadable",
  },
  {
    when: "the body is compressed although that was declined",
    stage: answering(answer(200, gzipSync(success), { "content-encoding": "gzip" })),
    happens: true,
    ...somethingElse,
  },
  {
    when: "the body is in UTF-16",
    stage: answering(answer(200, Buffer.from(`\ufeff${success}`, "utf16le"))),
    happens: true,
    ...somethingElse,
  },
  {
    when: "a refusal is reset in its body",
    stage: served(async (visit) => {
      await visit.request();
      visit.write("HTTP/1.1 400 Bad Request\r\ncontent-length: 99\r\n\r\n{");
      await wait(50);
      visit.reset();
    }),
    both: "rejected http_400",
  },
  {
    when: "a refusal comes before the body was read, and the connection is closed",
    stage: served(async (visit) => {
      await visit.head();
      visit.end(answer(413));
    }),
    both: "rejected http_413",
  },
  {
    when: "an internal error has a body larger than 1 MiB",
    stage: answering(answer(500, "x".repeat(2_000_000))),
    happens: true,
    both: "unknown http_500",
  },
];

const harmless: readonly Row[] = [
  {
    when: "the answer comes byte by byte",
    stage: after(async (visit) => {
      for (const byte of answer(200, success)) {
        visit.write(Buffer.from([byte]));
        await wait(1);
      }
    }),
    happens: true,
    both: "done",
  },
  {
    when: "bytes follow the answer",
    stage: answering(answer(200, success), "and more"),
    happens: true,
    both: "done",
  },
  {
    when: "a second answer follows the first",
    stage: answering(Buffer.concat([answer(200, success), answer(500)])),
    happens: true,
    both: "done",
  },
  {
    when: "provisional answers come first",
    stage: answering(
      "HTTP/1.1 102 Processing\r\n\r\n",
      "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n",
      answer(200, success),
    ),
    happens: true,
    both: "done",
  },
  {
    when: "a 100 comes first that nobody asked for",
    stage: answering(goOn, answer(200, success)),
    happens: true,
    both: "done",
  },
  {
    when: "a 100 comes in one piece with the answer",
    stage: answering(Buffer.concat([Buffer.from(goOn), answer(200, success)])),
    happens: true,
    both: "done",
  },
  {
    when: "a 100 comes before the request was read",
    stage: served(async (visit) => {
      visit.write(goOn);
      await visit.carryOut();
      visit.write(answer(200, success));
    }),
    happens: true,
    both: "done",
  },
  {
    when: "several 100 come first, with and without headers, and then byte by byte with the answer",
    stage: after(async (visit) => {
      visit.write(`${goOn}HTTP/1.1 100\r\nconnection: close\r\n\r\n`);
      for (const byte of Buffer.concat([Buffer.from(`HTTP/1.0 100 \r\n\r\n${goOn}`), answer(200, success)])) {
        visit.write(Buffer.from([byte]));
        await wait(1);
      }
    }),
    happens: true,
    both: "done",
  },
  {
    when: "early hints and then a 100 come first",
    stage: answering(
      "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\nlink: </y>\r\n\r\n",
      goOn,
      answer(200, success),
    ),
    happens: true,
    both: "done",
  },
  {
    when: "the body looks like a 100",
    stage: answering(answer(200, success.replace("cert-9", 'cert-9","x":"HTTP/1.1 100 '))),
    happens: true,
    both: "done",
  },
  {
    when: "the answer is in HTTP/1.0 and ends with the connection",
    stage: after((visit) => visit.end(`HTTP/1.0 200 OK\r\n\r\n${success}`)),
    happens: true,
    both: "done",
  },
  {
    when: "the answer has no reason phrase and strange capitals",
    stage: answering(`HTTP/1.1 200\r\nCONTENT-LENGTH:${success.length}\r\n\r\n${success}`),
    happens: true,
    both: "done",
  },
  {
    when: "the body begins with a byte order mark",
    stage: answering(answer(200, `\ufeff${success}`)),
    happens: true,
    both: "done",
  },
  {
    when: "the answer offers to keep the connection",
    stage: answering(answer(200, success, { connection: "keep-alive", "keep-alive": "timeout=60" })),
    happens: true,
    both: "done",
  },
];

/** What can go wrong on the way to the service and back. */
export const networkFaults: readonly Table[] = [
  { title: "Before anything is sent", rows: beforeSending },
  { title: "After sending, before an answer", rows: beforeTheAnswer },
  { title: "In the head of the answer", rows: inTheHead },
  { title: "In the body of the answer", rows: inTheBody },
  { title: "What looks odd and is not", rows: harmless },
];
