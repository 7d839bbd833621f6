import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { formatLine } from "../../src/journal/attempt.ts";
import { Journal } from "../../src/journal/index.ts";
import { orderFile } from "../../src/journal/place.ts";
import { newFolder } from "../new-folder.ts";

let folder: string;
beforeEach(() => {
  folder = join(newFolder("journal-"), "journal");
});
const askedAt = (askedAtMs: number) => ({
  service: "https://service.example/",
  orderId: "order-1",
  askId: "ask-1",
  askedAtMs,
});
const tick = () => new Promise((resolve) => setTimeout(resolve, 2));

/** A reissue by a process of its own, from its beginning to its acknowledged end. */
async function reissue(askedAtMs: number): Promise<void> {
  const journal = new Journal({ folder });
  const entry = await journal.open(askedAt(askedAtMs));
  await entry.sending();
  await entry.settle("done", "cert-1");
  await journal.acknowledge(entry.attemptId);
}

const busy = { code: "order_busy", outcome: "not-sent" };

describe("of reissues that were asked for at the same time only one is sent", () => {
  test("also when the other one began and ended while this one was connecting", async () => {
    const asked = Date.now() - 1000;
    const entry = await new Journal({ folder }).open(askedAt(asked));
    await reissue(asked);
    await expect(entry.sending()).rejects.toMatchObject(busy);
    await entry.settle("not-sent");
    // Nothing is left of it that would hold the order back.
    await tick();
    await expect(reissue(Date.now())).resolves.toBeUndefined();
  });

  test("also when the other one ended while this one waited to be tried again", async () => {
    const asked = Date.now() - 1000;
    const entry = await new Journal({ folder }).open(askedAt(asked));
    await entry.sending();
    await entry.settle("rejected");
    await reissue(asked);
    await expect(entry.sending()).rejects.toMatchObject(busy);
  });

  test("also when the other one was on its way already when this one was asked for", async () => {
    const journal = new Journal({ folder });
    const first = await journal.open(askedAt(Date.now()));
    await first.sending();
    await tick();
    const asked = Date.now();
    await tick();
    await first.settle("done", "cert-1");
    await journal.acknowledge(first.attemptId);
    await expect(new Journal({ folder }).open(askedAt(asked))).rejects.toMatchObject(busy);
  });

  test("and it is the moment of the success that counts", async () => {
    const [service, order, attempt] = ["https://service.example/", "order-1", "a1"];
    const at = "2026-11-15T12:00:00.000Z";
    const later = "2026-11-15T12:00:05.000Z";
    mkdirSync(folder);
    writeFileSync(
      orderFile(folder, service, order),
      [
        formatLine({ event: "sent", attempt, at, service, order, ask: "ask", process: "host/1/2" }),
        formatLine({ event: "done", attempt, at: later, certificate: "cert-1" }),
        formatLine({ event: "acknowledged", attempt, at: later }),
      ].join(""),
    );
    const journal = new Journal({ folder });
    await expect(journal.open(askedAt(Date.parse(later) - 1))).rejects.toMatchObject(busy);
    await expect(journal.open(askedAt(Date.parse(later)))).resolves.toBeDefined();
  });

  test("but one that is asked for after the other has ended is another wish", async () => {
    await reissue(Date.now());
    await tick();
    await reissue(Date.now());
    expect(await new Journal({ folder }).attempts()).toHaveLength(2);
  });
});

describe("giving up while the journal is being written", () => {
  test("leaves nothing behind that holds the order back", async () => {
    const journal = new Journal({ folder });
    const entry = await journal.open(askedAt(Date.now()));
    const sending = entry.sending();
    await entry.settle("not-sent");
    await sending;
    expect(await journal.attempts()).toMatchObject([{ state: "not-sent", closed: true }]);
    await expect(journal.open(askedAt(Date.now()))).resolves.toBeDefined();
  });
});

test("however the steps of several processes interleave, one order is never being sent twice at once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3), { minLength: 4, maxLength: 24 }), async (turns) => {
      folder = join(newFolder("journal-"), "journal");
      const asked = Date.now() - 1000;
      let happened = 0;
      const processes = Array.from({ length: 4 }, () => steps(asked, () => happened++));
      // Whose turn it is takes one step; those that are refused have come to their end.
      for (const turn of turns) await processes[turn]?.next().catch(() => {});
      for (const left of processes) for await (const _ of left);
      expect(happened).toBe(1);
    }),
    { numRuns: 60 },
  );
});

/** What a process does for a reissue, step by step. */
async function* steps(askedAtMs: number, send: () => void): AsyncGenerator<undefined> {
  const journal = new Journal({ folder });
  try {
    const entry = await journal.open(askedAt(askedAtMs));
    yield;
    try {
      await entry.sending();
    } catch {
      yield;
      await entry.settle("not-sent");
      return;
    }
    yield;
    send();
    yield;
    await entry.settle("done", "cert-1");
    yield;
    await journal.acknowledge(entry.attemptId);
  } catch {
    // Refused before anything was written.
  }
}
