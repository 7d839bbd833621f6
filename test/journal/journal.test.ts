import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Outcome } from "../../src/contract/index.ts";
import { formatLine } from "../../src/journal/attempt.ts";
import { Journal } from "../../src/journal/index.ts";
import { orderFile } from "../../src/journal/place.ts";
import { thisProcess } from "../../src/journal/process.ts";
import { newFolder } from "../new-folder.ts";

let folder: string;
let journal: Journal;
const ask = {
  service: "https://service.example/",
  orderId: "order-1",
  askId: "ask-1",
  askedAtMs: Date.now(),
};
const later = () => ({ ...ask, askedAtMs: Date.now() + 60_000 });
const fileOf = (orderId: string) => orderFile(folder, ask.service, orderId);

beforeEach(() => {
  folder = join(newFolder("journal-"), "deep", "journal");
  journal = new Journal({ folder });
});

describe("the journal", () => {
  test("remembers an attempt before it is sent, in files that nobody else can read", async () => {
    const entry = await journal.open(ask);
    expect(existsSync(folder)).toBe(false);
    await entry.sending();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(fileOf("order-1")).mode & 0o777).toBe(0o600);
    expect(await journal.attempts()).toMatchObject([{ orderId: "order-1", state: "sent", closed: false }]);
  });

  test("says nothing of an attempt that never got as far as sending", async () => {
    const entry = await journal.open(ask);
    await entry.settle("not-sent");
    expect(await journal.attempts()).toEqual([]);
  });

  test.each(["unknown", "done", "done-unread"] as const)(
    "holds an order back after %s, also in another process",
    async (outcome) => {
      const entry = await journal.open(ask);
      await entry.sending();
      await entry.settle(outcome, "cert-1");
      await expect(new Journal({ folder }).open(later())).rejects.toMatchObject({
        outcome: "not-sent",
        attempt: { attemptId: entry.attemptId, state: outcome },
        remedy: expect.stringContaining(entry.attemptId),
      });
      await expect(new Journal({ folder }).open({ ...later(), orderId: "order-2" })).resolves.toBeDefined();
      await expect(
        new Journal({ folder }).open({ ...later(), service: "https://other.example/" }),
      ).resolves.toBeDefined();
    },
  );

  test.each(["rejected", "not-sent"] as const)("lets an order go after %s", async (outcome) => {
    const entry = await journal.open(ask);
    await entry.sending();
    await entry.settle(outcome);
    await expect(journal.open(later())).resolves.toBeDefined();
  });

  test("lets an order go once its result is acknowledged", async () => {
    const entry = await journal.open(ask);
    await entry.sending();
    await entry.settle("done", "cert-1");
    await journal.acknowledge(entry.attemptId);
    await expect(journal.open(later())).resolves.toBeDefined();
  });

  test("does not tell the order's name by its file to those who compare names without case", () => {
    expect(fileOf("Order")).not.toBe(fileOf("order"));
    expect(fileOf("Order").toLowerCase()).not.toBe(fileOf("order").toLowerCase());
    expect(fileOf("../../etc/passwd").startsWith(`${folder}/-etc-passwd-`)).toBe(true);
  });

  test("of two attempts that reach the point of sending together, one goes on", async () => {
    const entries = await Promise.all(Array.from({ length: 20 }, () => new Journal({ folder }).open(ask)));
    const sending = await Promise.allSettled(entries.map((entry) => entry.sending()));
    expect(sending.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of sending)
      if (result.status === "rejected")
        expect(result.reason).toMatchObject({ code: "order_busy", outcome: "not-sent" });
    // The others say that they were not sent, so only the one that was is left to settle.
    await Promise.all(
      entries.map((entry, i) => entry.settle(sending[i]?.status === "fulfilled" ? "rejected" : "not-sent")),
    );
    await expect(journal.open(later())).resolves.toBeDefined();
  });

  test("refuses what was asked for while another reissue of the order ran, even if that is over", async () => {
    const askedBefore = { ...ask, askedAtMs: Date.now() - 1000 };
    const entry = await journal.open(askedBefore);
    await entry.sending();
    await entry.settle("done", "cert-1");
    await journal.acknowledge(entry.attemptId);
    await expect(journal.open(askedBefore)).rejects.toMatchObject({ code: "order_busy" });
    await expect(journal.open(later())).resolves.toBeDefined();
  });
});

describe("looking into the journal", () => {
  const settled = async (orderId: string, outcome: Outcome) => {
    const entry = await journal.open({ ...ask, orderId });
    await entry.sending();
    await entry.settle(outcome, "cert-1");
    return entry.attemptId;
  };

  test("shows every order's attempts, or those of one, and nothing where there is no journal", async () => {
    expect(await journal.attempts()).toEqual([]);
    const ids = [await settled("order-1", "rejected"), await settled("order-2", "rejected")];
    writeFileSync(join(folder, "notes.txt"), "not a journal");
    expect((await journal.attempts()).map(({ attemptId }) => attemptId)).toEqual(ids);
    const { service } = ask;
    const ofOne = await journal.attempts({ service, orderId: "order-2" });
    expect(ofOne.map(({ orderId }) => orderId)).toEqual(["order-2"]);
    expect(await journal.attempts({ service, orderId: "order-3" })).toEqual([]);
  });

  test("shows the order of a file that is damaged all through, by what its name tells", async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(fileOf("Order 1/2"), "damage\n");
    expect(await journal.attempts()).toMatchObject([{ orderId: "order-1-2", state: "unreadable" }]);
    const confusing = "a-0123456789abcdef-z";
    writeFileSync(fileOf(confusing), "damage\n");
    expect((await journal.attempts()).map(({ orderId }) => orderId)).toEqual([confusing, "order-1-2"]);
  });

  test("finds an attempt also in a file that it has not seen before", async () => {
    await settled("order-1", "rejected");
    const attemptId = await settled("order-2", "done");
    await new Journal({ folder }).acknowledge(attemptId);
    expect(await journal.attempts({ service: ask.service, orderId: "order-2" })).toMatchObject([
      { attemptId, acknowledged: true },
    ]);
  });

  test("knows the process, the request and the certificate", async () => {
    const entry = await journal.open(ask);
    await entry.sending();
    await entry.settle("done", "cert-1");
    expect(await journal.attempts()).toEqual([
      expect.objectContaining({
        attemptId: entry.attemptId,
        service: ask.service,
        askId: ask.askId,
        process: thisProcess(),
        certificateId: "cert-1",
      }),
    ]);
    expect(entry.attemptId).toMatch(/^[0-9a-f]{12}$/);
  });

  test("finds what still holds its order back without looking through other orders, and only that", async () => {
    const first = await settled("order-1", "done");
    const second = await settled("order-2", "done");
    const third = await settled("order-3", "done");
    const over = [await settled("order-4", "rejected"), await settled("order-5", "not-sent")];
    const another = new Journal({ folder });
    await another.attempts();
    // Whoever looks through all files stumbles over this one.
    mkdirSync(join(folder, "0.jsonl"));
    const unavailable = { code: "journal_unavailable" };
    await expect(new Journal({ folder }).acknowledge(first)).rejects.toMatchObject(unavailable);
    for (const attemptId of over)
      for (const searching of [journal, another])
        await expect(searching.acknowledge(attemptId)).rejects.toMatchObject(unavailable);
    await journal.acknowledge(first);
    await expect(journal.acknowledge(first)).rejects.toMatchObject(unavailable);
    await journal.resolve(second, "cert-1");
    await expect(journal.resolve(second, "cert-1")).rejects.toMatchObject(unavailable);
    await another.acknowledge(third);
    // What somebody else has settled is forgotten as soon as that is seen.
    expect(await journal.attempts({ service: ask.service, orderId: "order-3" })).toHaveLength(1);
    await expect(journal.acknowledge(third)).rejects.toMatchObject(unavailable);
  });

  test("writes down no more than there is to say", async () => {
    const entry = await journal.open(ask);
    await entry.sending();
    await entry.settle("rejected");
    await entry.sending();
    await entry.settle("done");
    const lines = readFileSync(fileOf("order-1"), "utf8").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ event: "sent", attempt: entry.attemptId }),
      { v: 1, event: "rejected", attempt: entry.attemptId, at: expect.any(String) },
      expect.objectContaining({ event: "sent", attempt: entry.attemptId }),
      { v: 1, event: "done", attempt: entry.attemptId, at: expect.any(String), certificate: "" },
    ]);
  });

  test("settles an attempt once", async () => {
    const entry = await journal.open(ask);
    await entry.sending();
    await entry.settle("unknown");
    await entry.settle("rejected");
    expect(await journal.attempts()).toMatchObject([{ state: "unknown", closed: false }]);
  });
});

describe("resolving", () => {
  const unsettled = async (outcome: "unknown" | "done-unread") => {
    const entry = await journal.open(ask);
    await entry.sending();
    await entry.settle(outcome);
    return entry.attemptId;
  };

  test("what did not happen sets the order free", async () => {
    await journal.resolve(await unsettled("unknown"), null);
    await expect(journal.open(later())).resolves.toBeDefined();
  });

  test("what did happen is noted with its certificate", async () => {
    const id = await unsettled("done-unread");
    await expect(journal.resolve(id, null)).rejects.toMatchObject({
      message: expect.stringContaining("did happen"),
    });
    await journal.resolve(id, "cert-9");
    expect(await journal.attempts()).toMatchObject([
      { state: "done", certificateId: "cert-9", closed: true },
    ]);
  });

  test("what is settled, or not there, cannot be resolved", async () => {
    const id = await unsettled("unknown");
    await journal.resolve(id, null);
    await expect(journal.resolve(id, null)).rejects.toMatchObject({
      message: expect.stringContaining("settled already"),
    });
    await expect(journal.resolve("nobody", null)).rejects.toMatchObject({
      message: expect.stringContaining("no such attempt"),
    });
  });

  test("a refusal is an error of which nothing was sent", async () => {
    await expect(journal.resolve("nobody", null)).rejects.toMatchObject({
      code: "journal_refused",
      outcome: "not-sent",
    });
  });

  test("what the service reported as success did happen, whoever says no", async () => {
    const entry = await journal.open(ask);
    await entry.sending();
    await entry.settle("done", "cert-1");
    await expect(journal.resolve(entry.attemptId, null)).rejects.toMatchObject({ code: "journal_refused" });
    await expect(journal.resolve(entry.attemptId, "cert-1")).resolves.toMatchObject({ state: "done" });
  });

  test("what another process still waits for cannot have been looked up, unless there is a certificate", async () => {
    const sent = (attempt: string, process: string) =>
      formatLine({
        event: "sent",
        attempt,
        at: new Date().toISOString(),
        service: ask.service,
        order: ask.orderId,
        ask: ask.askId,
        process,
      });
    const other = [hostname(), process.ppid, ""].join("/");
    mkdirSync(folder, { recursive: true });
    writeFileSync(fileOf("order-1"), sent("a1", other) + sent("a2", thisProcess()));
    await expect(journal.resolve("a1", null)).rejects.toMatchObject({
      message: expect.stringContaining("still on its way"),
    });
    await expect(journal.resolve("a1", "cert-1")).resolves.toBeDefined();
    await expect(journal.resolve("a2", null)).resolves.toBeDefined();
  });

  test("a journal that was cut off is mended by resolving, never by hand", async () => {
    await unsettled("unknown");
    const file = fileOf("order-1");
    const whole = readFileSync(file);
    for (let length = 1; length < whole.length; length += 7) {
      writeFileSync(file, whole.subarray(0, length));
      for (const { attemptId, closed } of await journal.attempts())
        if (!closed) await journal.resolve(attemptId, null);
      const entry = await journal.open(later());
      await entry.sending();
      await entry.settle("rejected");
      await expect(journal.open(later())).resolves.toBeDefined();
    }
  });
});

describe("a journal that cannot be used", () => {
  const unusable = {
    outcome: "not-sent",
    code: "journal_unavailable",
    remedy: expect.stringContaining("CERTORDER_JOURNAL"),
  };

  test("a folder that cannot be made", async () => {
    const nowhere = new Journal({ folder: "/proc/certorder" });
    const entry = await nowhere.open(ask);
    await expect(entry.sending()).rejects.toMatchObject(unusable);
  });

  test("a folder that is a file", async () => {
    const file = join(newFolder("journal-"), "file");
    writeFileSync(file, "");
    await expect(new Journal({ folder: file }).open(ask)).rejects.toMatchObject(unusable);
  });

  test("a folder that may only be read", async () => {
    // Permissions do not hold root back; the kernel's own folders do.
    const isRoot = process.getuid?.() === 0;
    const readOnly = isRoot ? "/sys/kernel" : newFolder("journal-");
    if (!isRoot) chmodSync(readOnly, 0o500);
    const entry = await new Journal({ folder: readOnly }).open(ask);
    await expect(entry.sending()).rejects.toMatchObject(unusable);
  });

  test("a folder that cannot be listed", async () => {
    const file = join(newFolder("journal-"), "file");
    writeFileSync(file, "");
    await expect(new Journal({ folder: file }).attempts()).rejects.toMatchObject(unusable);
  });

  test("a disk that has lost the line that it has just taken", async () => {
    const entry = await journal.open(ask);
    // No such disk can be had, so it is the system that is made to say so.
    const reading = vi.spyOn(files, "readFile").mockResolvedValue("");
    syncBuiltinESMExports();
    onTestFinished(() => {
      reading.mockRestore();
      syncBuiltinESMExports();
    });
    await expect(entry.sending()).rejects.toMatchObject(unusable);
  });

  test("a file that can no longer be written when the outcome is there", async () => {
    const entry = await journal.open(ask);
    await entry.sending();
    rmSync(fileOf("order-1"));
    mkdirSync(fileOf("order-1"));
    await expect(entry.settle("done", "cert-1")).rejects.toMatchObject(unusable);
  });

  test("is passed over by best effort, also when nobody wants to hear of it", async () => {
    const entry = await new Journal({ folder: "/proc/certorder", bestEffort: true }).open(ask);
    await expect(entry.sending()).resolves.toBeUndefined();
  });

  test("is passed over by best effort, which says so, but what it knows is respected", async () => {
    const problems: string[] = [];
    const bestEffort = new Journal({
      folder: "/proc/certorder",
      bestEffort: true,
      onProblem: ({ code }) => problems.push(code),
    });
    const entry = await bestEffort.open(ask);
    await entry.sending();
    await entry.settle("done", "cert-1");
    expect(problems).toEqual(["journal_unavailable"]);

    const real = await journal.open(ask);
    await real.sending();
    await expect(new Journal({ folder, bestEffort: true }).open(later())).rejects.toMatchObject({
      code: "unresolved_attempt",
    });
    expect(readdirSync(folder)).toHaveLength(1);
  });
});
