import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { CertOrderError } from "../../../src/contract/index.ts";
import { formatEvent } from "../../../src/journal/event-format.ts";
import {
  Journal,
  type JournalEvent,
  latestAttempt,
  MemoryStore,
  type OrderLog,
} from "../../../src/journal/index.ts";
import { thisProcess } from "../../../src/journal/process.ts";
import { collect } from "../../harness/collect.ts";
import { sent } from "../../harness/journal/events.ts";
import {
  address,
  claim,
  commandIntent,
  newDeadline,
  preview,
  reissue,
  resourceIntent,
  startClaim,
} from "../../harness/journal/intents.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { HookedStore } from "./hooked-store.ts";

const newerEntry = formatEvent({ ...sent(), v: 5 } as JournalEvent);
const unavailable = { outcome: "not-sent", code: "journal_unavailable" };

let folder: string;
let journal: Journal;
const file = (orderId = "order-1") =>
  join(folder, readdirSync(folder).find((name) => name.startsWith(`${orderId}-`)) ?? orderId);
const content = () => readFileSync(file(), "utf8");

beforeEach(async () => {
  folder = join(newFolder("journal-"), "deep", "journal");
  journal = new Journal(folder);
  await journal.init();
});
/** A journal that no person has created. */
const missingJournal = () => new Journal(join(folder, "missing"));

describe("A claim", () => {
  test("records what was requested before it is sent, and nothing else; a decision records nothing", async () => {
    const asked = commandIntent({ idempotencyKey: "k", validityDays: 90 });
    const [begun, deadline] = [await startClaim(journal, asked), newDeadline()];
    expect([begun.decision.kind, await journal.attempts()]).toEqual(["send", []]);
    const claimed = await begun.claim(deadline);
    if (claimed.kind !== "send") throw new Error(claimed.kind);
    const { attemptId } = claimed.attempt;
    expect(attemptId).toMatch(/^[0-9a-f]{12}$/);
    const events = () =>
      content()
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    const common = { v: 4, attempt: attemptId, at: expect.any(String), sum: expect.any(String) };
    const recorded = {
      ...common,
      event: "sent",
      order: "order-1",
      service: address,
      address,
      digest: "A",
      key: "k",
      validityDays: 90,
      process: thisProcess(),
      deadline: deadline.toISOString(),
    };
    expect(events()).toEqual([recorded]);
    await claimed.attempt.recordOutcome("done", "cert-1");
    expect(events()).toEqual([recorded, { ...common, event: "done", certificate: "cert-1" }]);
  });

  test("records the service's name, and which certificate the caller knew as the latest", async () => {
    const service = { name: "prod", address };
    await reissue(journal, commandIntent({ service }), "done", "cert-1");
    await reissue(journal, commandIntent({ service }), "done", "cert-2");
    const supersede = (await journal.attempts()).at(-1)?.attemptId;
    await reissue(journal, resourceIntent({ service, requestDigest: "B", supersede }), "done", "cert-3");
    expect(await journal.attempts()).toMatchObject([
      { service: "prod", address, previous: undefined },
      { previous: "cert-1" },
      { previous: "cert-2" },
    ]);
  });

  test("records no digest of an unknown request, so that it equals no other", async () => {
    await reissue(journal, commandIntent({ requestDigest: undefined }));
    expect(await journal.attempts()).toMatchObject([{ requestDigest: undefined }]);
  });
});

describe("Recording an answer", () => {
  const answer = async (on: Journal, key?: string) => {
    const { intent, decision } = await startClaim(on, resourceIntent({ idempotencyKey: key }));
    if (decision.kind !== "already-done") throw new Error(decision.kind);
    return on.recordAnswer(intent, decision.attempt);
  };

  test("A key is recorded with the certificate that answered it, once; no key is not recorded", async () => {
    await reissue(journal, commandIntent());
    for (const key of ["k", "k", undefined])
      expect(await answer(journal, key)).toMatchObject({ kind: "already-done", certificateId: "cert-1" });
    expect(await journal.attempts()).toMatchObject([{ answeredKeys: ["k"] }]);
  });

  test("An event that does not show yet in a lagging list counts", async () => {
    const store = new MemoryStore();
    await reissue(new Journal(store), commandIntent());
    const shown = await store.log("order-1").read();
    const lagging: OrderLog = { orderId: "order-1", read: async () => shown, append: async () => undefined };
    const log = () => lagging;
    const late = new Journal(Object.assign(new MemoryStore(), { log }));
    expect((await answer(late, "k")).kind).toBe("already-done");
  });

  test("A journal that cannot record it fails", async () => {
    const store = new HookedStore();
    await reissue(new Journal(store), commandIntent());
    store.beforeAppend = fail;
    await expect(answer(new Journal(store), "k")).rejects.toMatchObject(unavailable);
  });
});

describe("Reading the journal", () => {
  test("shows the attempts of every order, or of one, and creates nothing", async () => {
    const missing = missingJournal();
    expect(await missing.attempts()).toEqual([]);
    await missing.check();
    expect(await missing.exists()).toBe(false);
    const ids = [];
    for (const orderId of ["order-1", "order-2"])
      ids.push(await reissue(journal, commandIntent({ orderId }), "rejected"));
    expect((await journal.attempts()).map(({ attemptId }) => attemptId)).toEqual(ids);
    const byUrl = new Journal(`file://${folder}`);
    expect(await byUrl.attempts("order-2")).toMatchObject([{ orderId: "order-2" }]);
    expect(await journal.attempts("order-3")).toEqual([]);
  });

  test("shows damage with its order, or what is left of the order's id", async () => {
    const orderId = "Order 1/2";
    await reissue(journal, commandIntent({ orderId }));
    const name = file("order-1-2");
    writeFileSync(name, `${readFileSync(name, "utf8")}damage\n`);
    const attempts = [{ status: "succeeded" }];
    const histories = () => collect(journal.histories());
    expect(await histories()).toMatchObject([{ orderId, attempts, damage: [{ position: 5 }] }]);
    writeFileSync(name, "damage\n");
    const lost = { attempts: [], damage: [{ position: 1 }] };
    expect(await histories()).toMatchObject([{ orderId: "order-1-2", ...lost }]);
    expect(await journal.history(orderId)).toMatchObject(lost);
    expect(await preview(journal, resourceIntent({ orderId }))).toMatchObject({
      blocked: { reason: "damaged", problem: `In ${name}, entry 1 cannot be read` },
    });
  });

  test("An entry that names another order is damage of that log only", async () => {
    await reissue(journal, resourceIntent());
    await reissue(journal, resourceIntent({ orderId: "order-2" }));
    writeFileSync(file(), content() + readFileSync(file("order-2"), "utf8"));
    expect(await preview(journal, resourceIntent())).toMatchObject({
      blocked: { reason: "damaged", problem: `In ${file()}, entry 6 names another order` },
    });
    expect((await collect(journal.histories())).map(({ damage }) => damage.length)).toEqual([1, 0]);
  });

  test("An entry of a newer version blocks the order, and repair does not set it aside", async () => {
    await reissue(journal, resourceIntent());
    writeFileSync(file(), `damage\n${newerEntry}\n${content()}`);
    const [before, problem] = [content(), `In ${file()}, entry 2 was written by a newer certorder`];
    expect(await preview(journal, resourceIntent())).toMatchObject({
      blocked: { reason: "newer-version", problem },
    });
    await expect(journal.repair("order-1")).rejects.toMatchObject({
      message: `${problem}.`,
      remedy: expect.stringContaining("Update certorder"),
    });
    expect(content()).toBe(before);
  });
});

/** What a disk does that fails, and one that works. */
const fail = () => {
  throw Object.assign(new Error("EIO"), { code: "EIO" });
};
const work = () => {};

describe("A journal that cannot be used", () => {
  const remedy = (failing: Journal) => failing.init().catch((error: CertOrderError) => error.remedy);

  test("Each kind of unusable folder has a remedy of its own", async () => {
    const nowhere = new Journal("/proc/certorder");
    await expect(nowhere.init()).rejects.toMatchObject(unavailable);
    expect(await remedy(nowhere)).toMatch(/^Let this user read and write the folder/);
    const open = newFolder("open to all-");
    chmodSync(open, 0o777);
    expect(await remedy(new Journal(open))).toBe(
      `Make it writable for its owner only:\n\n    chmod go-w '${open}'`,
    );
    const file = join(newFolder("file-"), "journal");
    writeFileSync(file, "");
    expect(await remedy(new Journal(file))).toBe(
      "Name a folder with journal. A link to a folder is refused, too.",
    );
    await expect(new Journal(file).attempts("order-1")).rejects.toThrow(
      "cannot be used: it is not a folder.",
    );
  });

  test("A folder that was not created is not found, and a reissue does not create it", async () => {
    const missing = missingJournal();
    await expect(claim(missing, resourceIntent())).rejects.toMatchObject({ code: "journal_not_found" });
    expect(await missing.exists()).toBe(false);
  });

  test("Another unusable store does not suggest chmod", async () => {
    const check = async () => fail();
    const store = Object.assign(new MemoryStore(), { check });
    expect(await remedy(new Journal(store))).not.toMatch(/folder|chmod/);
  });

  test("A callback for a missing folder is reported", async () => {
    const callback = { orderId: "order-1", certificateId: "c-1", receiver: "r" };
    const missing = missingJournal();
    await expect(missing.callbacks.record(callback)).rejects.toMatchObject({
      message: `${missing.title} cannot be used: it is gone.`,
      remedy: "Mount or restore it, or correct its name.",
    });
  });

  test("A disk that cannot be read once `sent` is written leaves a void attempt, and nothing is sent", async () => {
    const store = new HookedStore();
    const failing = new Journal(store);
    const begun = await startClaim(failing, resourceIntent());
    store.beforeRead = fail;
    await expect(begun.claim()).rejects.toMatchObject(unavailable);
    store.beforeRead = work;
    expect(await failing.attempts()).toMatchObject([{ lastEvent: "not-sent" }]);
  });
});

describe("A journal and its store", () => {
  test("Times, sharing, rights and processes are those of the store", async () => {
    const thisProcess = () => "runner-7";
    const rights = { reissuers: "GRANT INSERT", receivers: "GRANT SELECT" };
    const server = { isShared: true, rights, clockSkewMs: 60_000, thisProcess };
    const now = () => new Date("2026-11-15T12:00:00.000Z");
    const shared = new Journal(Object.assign(new MemoryStore(), server), { now });
    expect([shared.isShared, shared.rights]).toEqual([true, rights]);
    expect([journal.isShared, journal.rights]).toEqual([false, undefined]);
    await claim(shared, resourceIntent(), new Date("2026-11-15T12:02:00.000Z"));
    expect(await shared.attempts()).toMatchObject([
      { sentAt: "2026-11-15T12:01:00.000Z", deadline: "2026-11-15T12:03:00.000Z", process: "runner-7" },
    ]);
  });

  test("The journal keeps the logs of the last 1,000 orders", async () => {
    const store = new MemoryStore();
    const opened = vi.spyOn(store, "log");
    const busy = new Journal(store);
    for (let order = 0; order <= 1_000; order++) await busy.history(`order-${order}`);
    await busy.history("order-1");
    expect(opened).toHaveBeenCalledTimes(1_001);
    await busy.history("order-0");
    expect(opened).toHaveBeenCalledTimes(1_002);
  });
});

describe("Copying a journal", () => {
  let copy: Journal;
  beforeEach(() => {
    copy = new Journal(new MemoryStore());
  });
  const copied = (orders: number, events: number, ...skipped: string[]) => ({ orders, events, skipped });
  const refuses = (code: string, message: string, remedy = "") =>
    expect(journal.copyTo(copy)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
      remedy: expect.stringContaining(remedy),
    });

  test("The copy knows the same, and copying again adds only what is new", async () => {
    await reissue(journal, resourceIntent());
    expect(await journal.copyTo(copy)).toEqual(copied(1, 2));
    expect(await copy.attempts()).toEqual(await journal.attempts());
    await reissue(journal, commandIntent(), "rejected");
    expect(await journal.copyTo(copy)).toEqual(copied(1, 2));
    // The copy may go on.
    await reissue(copy, resourceIntent({ requestDigest: "B", knownLatest: latestAttempt }));
    expect(await journal.copyTo(copy)).toEqual(copied(1, 0));
    expect(await copy.attempts()).toHaveLength(3);
  });

  test("A journal that does not exist, or has no attempts, is refused: another one may be meant", async () => {
    const remedy = "Check that this is the journal to copy from.";
    const missing = missingJournal();
    await expect(missing.copyTo(copy)).rejects.toMatchObject({
      code: "journal_not_found",
      message: `${missing.title} does not exist.`,
      remedy,
    });
    await refuses("journal_not_found", `${journal.title} has no attempts.`, remedy);
  });

  test("A target that cannot be written to is named", async () => {
    await reissue(journal, resourceIntent());
    const full = new Journal(new HookedStore(undefined, { beforeAppend: fail }));
    await expect(journal.copyTo(full)).rejects.toThrow(full.title);
  });

  test("A copy that broke off in the middle of an entry goes on after a repair of the target", async () => {
    await reissue(journal, resourceIntent());
    const dir = newFolder("copy-");
    copy = new Journal(dir);
    await copy.init();
    writeFileSync(join(dir, basename(file())), content().slice(0, -20));
    await refuses(
      "journal_damaged",
      "In the log of order order-1 in the target, entry 4 cannot be read.",
      "journal repair",
    );
    await copy.repair("order-1");
    expect(await journal.copyTo(copy)).toEqual(copied(1, 1));
    expect(await copy.attempts()).toEqual(await journal.attempts());
  });

  test("Nothing is copied, and no target is created, while an attempt may be in flight", async () => {
    await claim(journal, resourceIntent());
    copy = new Journal(join(newFolder("copy-"), "journal"));
    await refuses("order_busy", "of order order-1 may still be in flight");
    expect(await copy.exists()).toBe(false);
  });

  test("Nothing is copied over another history", async () => {
    for (const each of [journal, copy]) await reissue(each, resourceIntent());
    const before = await copy.attempts();
    await refuses("histories_differ", "Order order-1 has a different history in the target.");
    expect(await copy.attempts()).toEqual(before);
  });

  test("An unreadable entry stops the copy until it is set aside, and one of a newer version until an update", async () => {
    await reissue(journal, resourceIntent());
    const whole = content();
    writeFileSync(file(), `damage\n${whole}`);
    await refuses(
      "journal_damaged",
      "In the log of order order-1, entry 1 cannot be read.",
      "certorder journal repair",
    );
    await journal.repair("order-1");
    expect(await journal.copyTo(copy)).toEqual(copied(1, 2));
    writeFileSync(file(), `${newerEntry}\n${whole}`);
    await refuses(
      "journal_newer",
      "entry 1 was written by a newer certorder.",
      "Nothing was copied. Update certorder",
    );
  });

  test("A log whose entries are all set aside has nothing to copy, and is reported", async () => {
    await reissue(journal, resourceIntent());
    await reissue(journal, resourceIntent({ orderId: "order-2" }));
    writeFileSync(file(), "damage\n");
    await journal.repair("order-1");
    expect(await journal.copyTo(copy)).toEqual(copied(1, 2, "order-1"));
  });

  test("A log whose entries do not name its order is copied only if the name of its file does", async () => {
    for (const orderId of ["order-1", "Order_1"]) {
      await reissue(journal, resourceIntent({ orderId }));
      // Only `sent` names the order.
      writeFileSync(file(), content().replace('"event":"sent"', '"event":"damaged"'));
      await journal.repair(orderId);
      if (orderId === "order-1") expect(await journal.copyTo(copy)).toEqual(copied(1, 1));
      else await refuses("journal_damaged", "No entry of the log of order-1 names its order.");
      rmSync(file());
    }
  });

  test("A log under another file's name stops the copy", async () => {
    await reissue(journal, resourceIntent());
    renameSync(file(), file().replace(/[0-9a-f]{16}\.jsonl$/, "0123456789abcdef.jsonl"));
    await refuses("journal_damaged", "The log of order order-1 is not where it belongs.");
  });
});
