import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { CertOrderError } from "../../../src/contract/index.ts";
import { Journal, MemoryStore } from "../../../src/journal/index.ts";
import { call, clientFor, ofTypes } from "../../harness/faults/calls.ts";
import { rawService, sandboxService, withFaultyService } from "../../harness/faults/faulty-service.ts";
import { answer, success } from "../../harness/faults/http-text.ts";
import type { Script } from "../../harness/faults/raw-server.ts";
import { eventually } from "../../harness/faults/raw-server.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { RecordingJournal } from "./recording.ts";

const polite: Script = async (visit) => {
  await visit.carryOut();
  visit.write(answer(200, success));
};

describe("A request that the journal records", () => {
  test("is recorded after the connection stands and before the first byte", async () => {
    let requestsBefore: number | undefined;
    const stage = await withFaultyService({ onTestFinished }, rawService(polite, "https"));
    const journal = new RecordingJournal({
      async claim() {
        await wait(50);
        requestsBefore = stage.requests();
        expect(stage.open()).toBe(1);
      },
    });
    const { client } = clientFor(stage, { journal });
    expect(await call("reissue", client, stage)).toMatchObject({ outcome: "done", attemptId: "a1" });
    expect(requestsBefore).toBe(0);
    expect(journal.recorded).toEqual(["sent", "done cert-9"]);
  });

  test("A connection that never stood is not recorded", async () => {
    const stage = await withFaultyService(
      { onTestFinished },
      rawService((visit) => visit.end("no TLS here")),
    );
    const journal = new RecordingJournal();
    const { client } = clientFor(stage, {
      journal,
      baseUrl: stage.options.baseUrl.replace("http:", "https:"),
      maxTries: 1,
    });
    expect((await call("reissue", client, stage)).outcome).toBe("not-sent");
    expect(journal.recorded).toEqual([]);
  });

  test("Every try is recorded", async () => {
    const stage = await withFaultyService(
      { onTestFinished },
      sandboxService({ fault: { kind: "status", status: 429, headers: { "retry-after": "0" } } }),
    );
    const journal = new RecordingJournal();
    const { client } = clientFor(stage, { journal });
    expect(await call("reissue", client, stage)).toMatchObject({ outcome: "done", tries: 2 });
    expect(journal.recorded).toEqual(["sent", "rejected", "sent", expect.stringMatching(/^done cert-/)]);
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
  ])("is not sent if the journal %s", async (_, claim, code) => {
    const stage = await withFaultyService({ onTestFinished }, rawService(polite));
    const journal = new RecordingJournal({ claim });
    const { client } = clientFor(stage, { journal });
    const ending = await call("reissue", client, stage);
    expect(ending).toMatchObject({ outcome: "not-sent", error: { code } });
    expect(journal.recorded).toEqual(["sent"]);
    expect(stage.requests()).toBe(0);
    expect(await eventually(() => stage.open() === 0)).toBe(true);
  });

  test("No connection is made if the journal cannot be read", async () => {
    const stage = await withFaultyService({ onTestFinished }, rawService(polite));
    class Burning extends Journal {
      override snapshot() {
        return Promise.reject(new Error("disk on fire"));
      }
    }
    const { client } = clientFor(stage, { journal: new Burning({ store: new MemoryStore() }) });
    expect(await call("reissue", client, stage)).toMatchObject({
      outcome: "not-sent",
      error: { code: "journal_failed", cause: expect.objectContaining({ message: "disk on fire" }) },
    });
    expect(stage.requests() + stage.open()).toBe(0);
  });

  test.each(["http", "https"] as const)(
    "A peer that hangs up over %s while the journal is written gets no request, and no second connection",
    async (scheme) => {
      let visits = 0;
      let hangUp = () => {};
      const stage = await withFaultyService(
        { onTestFinished },
        rawService((visit) => {
          visits++;
          hangUp = () => visit.end();
        }, scheme),
      );
      const claim = async () => {
        hangUp();
        // During one long wait a busy machine may not notice it.
        for (let turn = 0; turn < 10; turn++) await wait(10);
      };
      const journal = new RecordingJournal({ claim });
      const { client } = clientFor(stage, { journal, maxTries: 1 });
      expect(await call("reissue", client, stage)).toMatchObject({
        outcome: "not-sent",
        error: { code: "connect_failed" },
      });
      expect(visits).toBe(1);
      expect(journal.recorded).toEqual(["sent", "not-sent"]);
      expect(stage.requests()).toBe(0);
    },
  );
});

describe("A journal that fails after the answer", () => {
  const fullDisk = () => Promise.reject(new Error("disk full"));

  test("does not change a success, and is reported", async () => {
    const stage = await withFaultyService({ onTestFinished }, rawService(polite));
    const { client, events } = clientFor(stage, {
      journal: new RecordingJournal({ recordOutcome: fullDisk }),
    });
    expect(await call("reissue", client, stage)).toMatchObject({
      outcome: "done",
      certificateId: "cert-9",
      attemptId: "a1",
    });
    expect(ofTypes(events, "unrecorded")).toMatchObject([
      {
        type: "unrecorded",
        error: new Error("disk full"),
        attemptId: "a1",
        orderId: "order-canary",
        certificateId: "cert-9",
      },
    ]);
  });

  test("does not change a failure, and is reported", async () => {
    const stage = await withFaultyService(
      { onTestFinished },
      rawService(async (visit) => {
        await visit.carryOut();
        visit.end();
      }),
    );
    const { client, events } = clientFor(stage, {
      journal: new RecordingJournal({ recordOutcome: fullDisk }),
    });
    expect((await call("reissue", client, stage)).outcome).toBe("unknown");
    expect(ofTypes(events, "unrecorded")).toMatchObject([
      { type: "unrecorded", error: new Error("disk full"), attemptId: "a1", orderId: "order-canary" },
    ]);
  });

  test("does not change a success if the listener throws, too", async () => {
    const stage = await withFaultyService({ onTestFinished }, rawService(polite));
    const journal = new RecordingJournal({ recordOutcome: fullDisk });
    const onEvent = () => {
      throw new Error("broken listener");
    };
    const { client } = clientFor(stage, { journal, onEvent });
    expect(await call("reissue", client, stage)).toMatchObject({ outcome: "done", certificateId: "cert-9" });
    expect(journal.recorded).toEqual(["sent", "done cert-9"]);
  });
});

describe("A call that ends while `sent` is being recorded", () => {
  test("leaves the order free, because nothing was sent", async () => {
    const stage = await withFaultyService({ onTestFinished }, rawService(polite));
    const abort = new AbortController();
    class Aborting extends Journal {
      override claim(...args: Parameters<Journal["claim"]>) {
        const claiming = super.claim(...args);
        abort.abort();
        return claiming;
      }
    }
    const folder = newFolder("certorder-faults-");
    const [journal, real] = [new Aborting({ dir: folder }), new Journal({ dir: folder })];
    const { client } = clientFor(stage, { journal });
    const ending = await call("reissue", client, stage, { signal: abort.signal });
    expect(ending).toMatchObject({ outcome: "not-sent", error: { code: "aborted" } });
    expect(stage.requests()).toBe(0);
    expect(await real.attempts()).toMatchObject([{ lastEvent: "not-sent", status: "void" }]);

    const again = await call("reissue", clientFor(stage, { journal: real }).client, stage);
    expect(again.outcome).toBe("done");
  });

  test("ends at its deadline if the journal never answers", async () => {
    const stage = await withFaultyService({ onTestFinished }, rawService(polite));
    const journal = new RecordingJournal({ claim: () => new Promise(() => {}) });
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
  test("One is sent, the other is blocked", async () => {
    const stage = await withFaultyService(
      { onTestFinished },
      rawService(async (visit) => {
        await visit.carryOut();
        await wait(100);
        visit.write(answer(200, success));
      }),
    );
    const { client } = clientFor(stage, { journal: new Journal({ dir: newFolder("certorder-faults-") }) });
    const endings = await Promise.all([call("reissue", client, stage), call("reissue", client, stage)]);
    expect(endings.map(({ outcome }) => outcome).sort()).toEqual(["done", "not-sent"]);
    expect(stage.carriedOut()).toBe(1);
  });
});
