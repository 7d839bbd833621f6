import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import type { JournalEntry, ReissueJournal } from "../../src/contract/index.ts";
import { CertOrderError } from "../../src/contract/index.ts";
import { Journal } from "../../src/journal/index.ts";
import { call, clientFor } from "./calls.ts";
import { answer, success } from "./http-text.ts";
import type { Script } from "./raw-server.ts";
import { eventually } from "./raw-server.ts";
import { during, rawStage, sandboxStage } from "./stage.ts";

const polite: Script = async (visit) => {
  await visit.carryOut();
  visit.write(answer(200, success));
};

/** A journal that writes down what it is told, and fails or waits where a test wants it to. */
function recording(entry: Partial<Pick<JournalEntry, "sending" | "settle">> = {}) {
  const told: string[] = [];
  const journal: ReissueJournal = {
    open: async () => ({
      attemptId: "a1",
      async sending() {
        told.push("sending");
        await entry.sending?.();
      },
      async settle(outcome, certificateId) {
        told.push([outcome, certificateId].filter(Boolean).join(" "));
        await entry.settle?.(outcome, certificateId);
      },
    }),
  };
  return { journal, told };
}

async function realJournal(): Promise<Journal> {
  const folder = await mkdtemp(join(tmpdir(), "certorder-faults-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return new Journal({ folder });
}

describe("Before anything is sent, the journal", () => {
  test("is told after the connection stands and before the first byte leaves", async () => {
    let requestsWhenTold: number | undefined;
    const stage = await during({ onTestFinished }, rawStage(polite, "https"));
    const { journal, told } = recording({
      async sending() {
        await wait(50);
        requestsWhenTold = stage.requests();
        expect(stage.open()).toBe(1);
      },
    });
    const { client } = clientFor(stage, { journal });
    expect(await call("reissue", client, stage)).toMatchObject({ outcome: "done", attemptId: "a1" });
    expect(requestsWhenTold).toBe(0);
    expect(told).toEqual(["sending", "done cert-9"]);
  });

  test("is not told of a connection that never stood", async () => {
    const stage = await during(
      { onTestFinished },
      rawStage((visit) => visit.end("no TLS here")),
    );
    const { journal, told } = recording();
    const { client } = clientFor(stage, {
      journal,
      baseUrl: stage.options.baseUrl.replace("http:", "https:"),
      maxAttempts: 1,
    });
    expect((await call("reissue", client, stage)).outcome).toBe("not-sent");
    expect(told).toEqual(["not-sent"]);
  });

  test("is told again of every try", async () => {
    const stage = await during(
      { onTestFinished },
      sandboxStage({ fault: { kind: "status", status: 429, headers: { "retry-after": "0" } } }),
    );
    const { journal, told } = recording();
    const { client } = clientFor(stage, { journal });
    expect(await call("reissue", client, stage)).toMatchObject({ outcome: "done", attempts: 2 });
    expect(told).toEqual(["sending", "rejected", "sending", expect.stringMatching(/^done cert-/)]);
  });

  const refusal = new CertOrderError("No.", { code: "order_busy", outcome: "not-sent", remedy: "Wait." });
  test.each([
    ["refuses", () => Promise.reject(refusal), "order_busy"],
    ["fails", () => Promise.reject(new Error("disk on fire")), "journal_failed"],
    [
      "throws",
      () => {
        throw new Error("disk on fire");
      },
      "journal_failed",
    ],
  ])("keeps the request from being sent when it %s", async (_, sending, code) => {
    const stage = await during({ onTestFinished }, rawStage(polite));
    const told: string[] = [];
    const journal: ReissueJournal = {
      open: async () => ({
        attemptId: "a1",
        sending,
        settle: async (outcome) => void told.push(outcome),
      }),
    };
    const { client } = clientFor(stage, { journal });
    const ending = await call("reissue", client, stage);
    expect(ending).toMatchObject({ outcome: "not-sent", error: { code } });
    expect(told).toEqual(["not-sent"]);
    expect(stage.requests()).toBe(0);
    expect(await eventually(() => stage.open() === 0)).toBe(true);
  });

  test("keeps even the connection from being made when it cannot be opened", async () => {
    const stage = await during({ onTestFinished }, rawStage(polite));
    const journal: ReissueJournal = { open: () => Promise.reject(new Error("disk on fire")) };
    const { client } = clientFor(stage, { journal });
    expect(await call("reissue", client, stage)).toMatchObject({
      outcome: "not-sent",
      error: { code: "journal_failed", cause: expect.objectContaining({ message: "disk on fire" }) },
    });
    expect(stage.requests() + stage.open()).toBe(0);
  });

  test.each(["http", "https"] as const)(
    "a peer that hangs up over %s while the journal is written was sent nothing, and is not connected to again",
    async (scheme) => {
      let visits = 0;
      let hangUp = () => {};
      const stage = await during(
        { onTestFinished },
        rawStage((visit) => {
          visits++;
          hangUp = () => visit.end();
        }, scheme),
      );
      const sending = async () => {
        hangUp();
        // In one wait, however long, a busy machine may not get round to noticing it.
        for (let turn = 0; turn < 10; turn++) await wait(10);
      };
      const { journal, told } = recording({ sending });
      const { client } = clientFor(stage, { journal, maxAttempts: 1 });
      expect(await call("reissue", client, stage)).toMatchObject({
        outcome: "not-sent",
        error: { code: "connect_failed" },
      });
      expect(visits).toBe(1);
      expect(told).toEqual(["sending", "not-sent"]);
      expect(stage.requests()).toBe(0);
    },
  );
});

describe("After the answer", () => {
  const fullDisk = () => Promise.reject(new Error("disk full"));

  test("a journal that fails takes nothing away from a success, and is reported", async () => {
    const stage = await during({ onTestFinished }, rawStage(polite));
    const { client, events } = clientFor(stage, { journal: recording({ settle: fullDisk }).journal });
    expect(await call("reissue", client, stage)).toMatchObject({
      outcome: "done",
      certificateId: "cert-9",
      attemptId: "a1",
    });
    expect(events).toEqual([{ type: "journal", error: new Error("disk full") }]);
  });

  test("a journal that fails does not change a failure, and is reported", async () => {
    const stage = await during(
      { onTestFinished },
      rawStage(async (visit) => {
        await visit.carryOut();
        visit.end();
      }),
    );
    const { client, events } = clientFor(stage, { journal: recording({ settle: fullDisk }).journal });
    expect((await call("reissue", client, stage)).outcome).toBe("unknown");
    expect(events).toEqual([{ type: "journal", error: new Error("disk full") }]);
  });

  test("a listener that throws takes nothing away from a success", async () => {
    const stage = await during({ onTestFinished }, rawStage(polite));
    const { journal, told } = recording({ settle: fullDisk });
    const onEvent = () => {
      throw new Error("broken listener");
    };
    const { client } = clientFor(stage, { journal, onEvent });
    expect(await call("reissue", client, stage)).toMatchObject({ outcome: "done", certificateId: "cert-9" });
    expect(told).toEqual(["sending", "done cert-9"]);
  });
});

describe("A call that ends while its line is being written", () => {
  test("leaves the order free, because nothing was sent", async () => {
    const stage = await during({ onTestFinished }, rawStage(polite));
    const real = await realJournal();
    const abort = new AbortController();
    const journal: ReissueJournal = {
      async open(ask) {
        const entry = await real.open(ask);
        return {
          ...entry,
          sending() {
            const writing = entry.sending();
            abort.abort();
            return writing;
          },
        };
      },
    };
    const { client } = clientFor(stage, { journal });
    const ending = await call("reissue", client, stage, { signal: abort.signal });
    expect(ending).toMatchObject({ outcome: "not-sent", error: { code: "aborted" } });
    expect(stage.requests()).toBe(0);
    expect(await real.attempts()).toEqual([expect.objectContaining({ state: "not-sent", closed: true })]);

    const again = await call("reissue", clientFor(stage, { journal: real }).client, stage);
    expect(again.outcome).toBe("done");
  });

  test("ends also when that line is never written", async () => {
    const stage = await during({ onTestFinished }, rawStage(polite));
    const { journal } = recording({ sending: () => new Promise(() => {}) });
    const { client } = clientFor(stage, { journal, timeoutMs: 200 });
    expect(await call("reissue", client, stage)).toMatchObject({
      outcome: "not-sent",
      error: { code: "deadline_exceeded" },
    });
    expect(stage.requests()).toBe(0);
    expect(await eventually(() => stage.open() === 0)).toBe(true);
  });
});

describe("Two reissues of one order at once", () => {
  test("are one reissue: the other is not sent", async () => {
    const stage = await during(
      { onTestFinished },
      rawStage(async (visit) => {
        await visit.carryOut();
        await wait(100);
        visit.write(answer(200, success));
      }),
    );
    const { client } = clientFor(stage, { journal: await realJournal() });
    const endings = await Promise.all([call("reissue", client, stage), call("reissue", client, stage)]);
    expect(endings.map(({ outcome }) => outcome).sort()).toEqual(["done", "not-sent"]);
    expect(stage.carriedOut()).toBe(1);
  });
});
