import { gzipSync } from "node:zlib";
import { operations } from "../../../harness/faults/calls.ts";
import { answer, success } from "../../../harness/faults/http-text.ts";
import type { Random } from "../../../harness/random.ts";
import { mutatedBytes } from "../fuzz/bytes.ts";
import type { Target } from "../fuzz/target.ts";
import { startHostileService } from "./hostile-service.ts";

const text = (lines: readonly string[], body = "") => Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
const chunked = `5;a=b\r\n${success.slice(0, 5)}\r\n${(success.length - 5).toString(16)}\r\n${success.slice(5)}\r\n0\r\nx: y\r\n\r\n`;

/** Whole answers in every form that HTTP/1.1 has. */
const answers = [
  answer(200, success),
  answer(200, success, { "content-type": "application/json; charset=utf-8", connection: "keep-alive" }),
  answer(200, gzipSync(success), { "content-encoding": "gzip" }),
  answer(429, "", { "retry-after": "Fri, 31 Dec 1999 23:59:59 GMT" }),
  answer(302, "", { location: "http://localhost:1/" }),
  text(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], chunked),
  text(["HTTP/1.1 200 OK", "Transfer-Encoding: gzip, chunked"], chunked),
  text(["HTTP/1.0 200 OK"], success),
  text(["HTTP/1.1 204 No Content"]),
  text(["HTTP/1.1 101 Switching Protocols", "Upgrade: h2c", "Connection: Upgrade"], "PRI * HTTP/2.0"),
  Buffer.concat([text(["HTTP/1.1 100 Continue"]), text(["HTTP/1.1 103 Early Hints"]), answer(200, success)]),
  Buffer.concat([answer(500, "no"), answer(200, success)]),
];
const words = [
  "\r\n",
  "\r\n\r\n",
  "\n",
  "HTTP/1.1 200 OK\r\n",
  "HTTP/1.1 100 Continue\r\n\r\n",
  "Content-Length: 5\r\n",
  "Content-Length: -1\r\n",
  "Content-Length: 99999999999999999999\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Transfer-Encoding: identity, xchunked\r\n",
  "Connection: close\r\n",
  "Trailer: x\r\n",
  "Set-Cookie: a=b\r\n",
  " folded\r\n",
  "ffffffffffffffff\r\n",
  "0\r\n\r\n",
  "\0",
  `x-long: ${"y".repeat(20_000)}\r\n`,
];

/** The client, with bytes that are nearly an answer: in pieces, cut off, and sometimes without an end. */
export const target: Target = {
  // Answers without an end are waited for; meanwhile others are tried.
  lanes: 8,
  async open() {
    const service = await startHostileService({ timeoutMs: 4_000 });
    return {
      async attack(random) {
        const bytes = hostileAnswer(random);
        const cut = random.below(bytes.length + 1);
        const ending = random.pick(["end", "end", "end", "end", "end", "reset", "stay"]);
        await service.answer(random.pick(operations), (visit) => {
          visit.write(bytes.subarray(0, cut));
          setImmediate(() => {
            if (ending === "end") return visit.end(bytes.subarray(cut));
            visit.write(bytes.subarray(cut));
            if (ending === "reset") setImmediate(() => visit.reset());
          });
        });
      },
      close: service.close,
    };
  },
};

function hostileAnswer(random: Random): Buffer {
  const bytes = random.pick(answers);
  if (random.below(2) === 0) return mutatedBytes(random, bytes, words);
  const lines = bytes.toString("latin1").split("\r\n");
  for (let changes = 1 + random.below(4); changes > 0; changes--) {
    const at = random.below(lines.length);
    const line = random.pick([...words.map((word) => word.trimEnd()), ...lines]);
    lines.splice(at, random.below(2), ...Array<string>(random.below(100) === 0 ? 2_000 : 1).fill(line));
  }
  return Buffer.from(lines.join("\r\n"), "latin1");
}
