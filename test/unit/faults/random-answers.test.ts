import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { outcomes } from "../../../src/contract/index.ts";
import { abortOnRetry, call, clientFor, operations } from "../../harness/faults/calls.ts";
import { everythingPrintable, findCanaries } from "../../harness/faults/canaries.ts";
import { newMemoryJournal, rawService, withFaultyService } from "../../harness/faults/faulty-service.ts";
import { answer, success } from "../../harness/faults/http-text.ts";

/** Bytes that come close to an answer, and bytes that do not. */
const status = fc.oneof(
  fc.integer({ min: 100, max: 999 }),
  fc.constantFrom(200, 201, 204, 302, 400, 429, 500, 503),
);
const word = fc.oneof(fc.constantFrom("success", "request_too_fast", "SUCCESS", ""), fc.string());
const likeSuccess = fc.record(
  {
    code: fc.oneof(word, fc.jsonValue()),
    data: fc.oneof(
      fc.jsonValue(),
      fc.record({ certificate: fc.oneof(fc.jsonValue(), fc.record({ id: fc.oneof(word, fc.jsonValue()) })) }),
    ),
  },
  { requiredKeys: [] },
);
const body = fc.oneof(
  likeSuccess.map((value) => JSON.stringify(value)),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.string({ unit: "binary" }),
  fc.nat(success.length).map((length) => success.slice(0, length)),
);
const headers = fc.dictionary(
  fc.constantFrom("content-type", "retry-after", "location", "content-encoding", "connection", "x-other"),
  fc.oneof(
    fc.constantFrom("0", "99999999999999999999", "gzip", "close", "Sun, 99 Nov 2026 99:99:99 GMT"),
    fc.string(),
  ),
);
const wellFormed = fc
  .tuple(status, body, headers)
  .map(([code, text, fields]) => answer(code, text, asHeaders(fields)));
const truncated = fc
  .tuple(wellFormed, fc.nat())
  .map(([bytes, at]) => bytes.subarray(0, at % (bytes.length + 1)));
const mutated = fc
  .tuple(wellFormed, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 5 }))
  .map(([bytes, changes]) => {
    const copy = Buffer.from(bytes);
    for (const [at, byte] of changes) copy[at % copy.length] = byte;
    return copy;
  });
const noise = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const answers = fc.oneof(wellFormed, truncated, mutated, noise);

/** Header values that can be written at all; what is wrong beyond that is the parser's business. */
function asHeaders(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value.replace(/[^\x20-\x7e]/g, "?")]),
  );
}

describe("A random answer of a service", () => {
  test.each(operations)(
    "gives a %s an outcome; the request is sent once, and no secret is shown",
    async (operation) => {
      const unhandled: unknown[] = [];
      const note = (reason: unknown) => unhandled.push(reason);
      process.on("unhandledRejection", note);
      onTestFinished(() => void process.off("unhandledRejection", note));
      let reply: Buffer = Buffer.alloc(0);
      const stage = await withFaultyService(
        { onTestFinished },
        rawService(async (visit) => {
          await visit.request();
          visit.end(reply);
        }),
      );
      await fc.assert(
        fc.asyncProperty(answers, async (bytes) => {
          reply = bytes;
          const before = stage.requests();
          // A rate limit would be waited out, and the same answer would come again.
          const stop = new AbortController();
          // An open attempt of the answer before would block the order.
          const journal = newMemoryJournal();
          const { client } = clientFor(stage, { onEvent: abortOnRetry(stop), journal });
          const ending = await call(operation, client, stage, { stopSignal: stop.signal });
          expect(Object.keys(outcomes)).toContain(ending.outcome);
          expect(ending.outcome).not.toBe("not-sent");
          expect(ending.tries).toBe(1);
          expect(stage.requests() - before).toBe(1);
          expect(findCanaries(everythingPrintable(ending.error))).toEqual([]);
        }),
        { numRuns: 200 },
      );
      expect(unhandled).toEqual([]);
    },
  );
});
