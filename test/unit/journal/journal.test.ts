import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { CertOrderError } from "../../../src/contract/index.ts";
import { formatEvent } from "../../../src/journal/event-format.ts";
import {
  type Blocked,
  BlockedError,
  blockedCode,
  Journal,
  type JournalEvent,
  latestAttempt,
  MemoryStore,
  type OrderLog,
} from "../../../src/journal/index.ts";
import { thisProcess } from "../../../src/journal/process.ts";
import { NumberedStore } from "../../../src/journal/stores/numbered.ts";
import { collect } from "../../harness/collect.ts";
import { done, sent } from "../../harness/journal/events.ts";
import {
  address,
  claim,
  commandIntent,
  isSent,
  newDeadline,
  preview,
  reissue,
  resourceIntent,
  startClaim,
} from "../../harness/journal/intents.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { HookedStore } from "./hooked-store.ts";
import { MemoryLogStore } from "./memory-log-store.ts";

const newerEntry = formatEvent({ ...sent(), v: 4 } as JournalEvent);

let folder: string;
let journal: Journal;
const file = (orderId: string) =>
  join(folder, readdirSync(folder).find((name) => name.startsWith(`${orderId}-`)) ?? orderId);
const events = (orderId: string) =>
  readFileSync(file(orderId), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

beforeEach(() => {
  folder = join(newFolder("journal-"), "deep", "journal");
  journal = new Journal({ dir: folder });
});

describe("A claim", () => {
  test("records an attempt before it is sent, and a preview records nothing", async () => {
    const { verdict, claim } = await startClaim(journal, resourceIntent());
    expect([verdict.kind, existsSync(folder)]).toEqual(["send", false]);
    const claimed = await claim();
    expect(await journal.attempts()).toMatchObject([
      { attemptId: claimed.kind === "send" && claimed.attempt.attemptId, lastEvent: "sent", status: "open" },
    ]);
  });

  test("records what was requested, and nothing else", async () => {
    const deadline = newDeadline();
    const asked = commandIntent({ idempotencyKey: "k", validityDays: 90, run: "run-1" });
    const claimed = await claim(journal, asked, deadline);
    if (claimed.kind !== "send") throw new Error(claimed.kind);
    await claimed.attempt.recordOutcome("done", "cert-1");
    const { attemptId } = claimed.attempt;
    const common = { v: 3, attempt: attemptId, at: expect.any(String), sum: expect.any(String) };
    expect(events("order-1")).toEqual([
      {
        ...common,
        event: "sent",
        order: "order-1",
        service: address,
        address,
        digest: "A",
        key: "k",
        run: "run-1",
        validityDays: 90,
        process: thisProcess(),
        deadline: deadline.toISOString(),
      },
      { ...common, event: "done", certificate: "cert-1" },
    ]);
    expect(attemptId).toMatch(/^[0-9a-f]{12}$/);
  });

  test("records the service's name, if it has one", async () => {
    await reissue(journal, resourceIntent({ service: { name: "prod", address } }));
    expect(await journal.attempts()).toMatchObject([{ service: "prod", address }]);
  });

  test("records which certificate the caller knew as the latest", async () => {
    for (const certificate of ["cert-1", "cert-2"])
      await reissue(journal, commandIntent(), "done", certificate);
    const supersede = (await journal.attempts()).at(-1)?.attemptId;
    await reissue(journal, resourceIntent({ requestDigest: "B", supersede }), "done", "cert-3");
    const replaced = (await journal.attempts()).map((attempt) => attempt.replaced);
    expect(replaced).toEqual([undefined, "cert-1", "cert-2"]);
  });

  test("An attempt with an unknown outcome keeps the certificate that the answer named", async () => {
    await reissue(journal, resourceIntent(), "unknown", "cert-7");
    expect(await journal.attempts()).toMatchObject([
      { lastEvent: "unknown", status: "open", certificateId: "cert-7" },
    ]);
  });

  test("An attempt without a request digest is recorded without one", async () => {
    await reissue(journal, commandIntent({ requestDigest: undefined }));
    expect(await journal.attempts()).toMatchObject([{ status: "succeeded", requestDigest: undefined }]);
  });

  test("An attempt without a certificate id, such as that of an encrypted certificate, is recorded without one", async () => {
    const claimed = await claim(journal, commandIntent());
    if (claimed.kind === "send") await claimed.attempt.recordOutcome("done");
    expect(await journal.attempts()).toMatchObject([{ status: "succeeded", certificateId: undefined }]);
  });
});

describe("An order", () => {
  test.each(["unknown", "done-unread"] as const)(
    "is blocked by an attempt that is %s, also in another process",
    async (outcome) => {
      const attemptId = await reissue(journal, resourceIntent(), outcome);
      for (const asked of [
        resourceIntent(),
        commandIntent(),
        commandIntent({ requestDigest: "B" }),
        resourceIntent({ supersede: attemptId }),
        commandIntent({ idempotencyKey: "k" }),
      ])
        await expect(reissue(new Journal({ dir: folder }), asked)).rejects.toMatchObject({
          code: "unresolved_attempt",
          outcome: "not-sent",
          blocked: { reason: "open", isInFlight: false, attempt: { attemptId, lastEvent: outcome } },
        });
      expect(await isSent(new Journal({ dir: folder }), commandIntent({ orderId: "order-2" }))).toBe(true);
    },
  );

  test("is busy while the process that sent an attempt runs", async () => {
    await claim(journal, resourceIntent());
    await expect(reissue(new Journal({ dir: folder }), resourceIntent())).rejects.toMatchObject({
      code: "order_busy",
      blocked: { reason: "open", isInFlight: true },
    });
  });
});

describe("A request that was carried out", () => {
  test("is already done for a caller that does not force one more", async () => {
    const attemptId = await reissue(journal, commandIntent());
    expect(await preview(new Journal({ dir: folder }), resourceIntent())).toMatchObject({
      kind: "already-done",
      certificateId: "cert-1",
      attempt: { attemptId },
    });
    expect((await preview(journal, commandIntent())).kind).toBe("send");
  });

  test("Another request is blocked with what differs, until a person supersedes the latest", async () => {
    const digest = (csr: string) => `csr:${csr} sign_hash:2`;
    const attemptId = await reissue(journal, commandIntent({ requestDigest: digest("1") }));
    const other = resourceIntent({ requestDigest: digest("9") });
    expect(await preview(journal, other)).toMatchObject({
      blocked: { reason: "reissued-since", attempt: { attemptId }, differs: ["csr"], unknownParts: [] },
    });
    await reissue(journal, { ...other, supersede: attemptId }, "done", "cert-2");
    await expect(reissue(journal, resourceIntent({ supersede: attemptId }))).rejects.toMatchObject({
      code: "reissued_since",
    });
  });

  test("A part that is not known yet does not count as different, and the request equals no other", async () => {
    await reissue(journal, commandIntent({ requestDigest: "csr:1 sign_hash:2" }));
    const asked = resourceIntent({ requestDigest: "sign_hash:2", unknownParts: ["csr"] });
    expect(await preview(journal, asked)).toMatchObject({
      blocked: { reason: "reissued-since", differs: [], unknownParts: ["csr"] },
    });
  });

  test("A used key names the latest, too, if that is another one", async () => {
    const attemptId = await reissue(journal, commandIntent({ idempotencyKey: "k" }));
    const latest = await reissue(journal, commandIntent(), "done", "cert-2");
    expect(await preview(journal, commandIntent({ idempotencyKey: "k" }))).toMatchObject({
      blocked: { reason: "key-used", attempt: { attemptId }, latest: { attemptId: latest } },
    });
  });

  test("has a certificate that lasts for its validity from when it was issued, or sent, and then blocks", async () => {
    const days = 86_400_000;
    const store = new MemoryStore();
    const journalAt = (at: number) => new Journal({ store, now: () => new Date(at) });
    const begun = Date.parse("2026-11-15T12:00:00.000Z");
    const supersede = await reissue(journalAt(begun), resourceIntent({ validityDays: 90 }));
    expect((await preview(journalAt(begun + 90 * days - 1), resourceIntent())).kind).toBe("already-done");
    expect(await preview(journalAt(begun + 90 * days), resourceIntent())).toMatchObject({
      blocked: { reason: "expired", attempt: { attemptId: supersede }, isKeyUsed: false },
    });
    expect((await preview(journalAt(begun + 90 * days), resourceIntent({ supersede }))).kind).toBe("send");
  });

  test("An expired certificate of a used key needs another key: supersede does not lift rule 2", async () => {
    let now = Date.now();
    const store = new MemoryStore();
    const slow = new Journal({ store, now: () => new Date(now) });
    const attemptId = await reissue(slow, commandIntent({ idempotencyKey: "k", validityDays: 1 }));
    now += 86_400_000 * 2;
    for (const supersede of [undefined, attemptId])
      expect(await preview(slow, commandIntent({ idempotencyKey: "k", supersede }))).toMatchObject({
        blocked: { reason: "expired", isKeyUsed: true },
      });
    expect((await preview(slow, commandIntent({ idempotencyKey: "other" }))).kind).toBe("send");
  });

  test("blocks if its certificate id is encrypted with another key", async () => {
    const store = new MemoryStore();
    await store.log("order-1").append(sent("a1", { key: "k" }));
    await store.log("order-1").append(done("a1", ""));
    const encrypted = new Journal({ store });
    expect(await preview(encrypted, resourceIntent())).toMatchObject({
      blocked: { reason: "encrypted", isKeyUsed: false },
    });
    expect(await preview(encrypted, resourceIntent({ idempotencyKey: "k" }))).toMatchObject({
      blocked: { reason: "encrypted", isKeyUsed: true },
    });
    expect((await preview(encrypted, resourceIntent({ supersede: "a1" }))).kind).toBe("send");
  });
});

describe("Recording an answer", () => {
  const answer = async (on: Journal, key: string, run?: string) => {
    const { intent, verdict } = await startClaim(on, resourceIntent({ idempotencyKey: key, run }));
    if (verdict.kind !== "already-done") throw new Error(verdict.kind);
    return on.recordAnswer(intent, verdict.attempt);
  };
  const answered = async () => (await journal.attempts())[0]?.answered;

  test("A key is recorded with the certificate that answered it, once", async () => {
    await reissue(journal, commandIntent());
    for (let turn = 0; turn < 2; turn++)
      expect(await answer(journal, "k")).toMatchObject({ kind: "already-done", certificateId: "cert-1" });
    expect(await answered()).toEqual([{ key: "k", run: undefined }]);
  });

  test("An attempt's own key is not recorded again, and without a key there is nothing to record", async () => {
    await reissue(journal, commandIntent({ idempotencyKey: "k" }));
    await answer(journal, "k");
    const { intent, verdict } = await startClaim(journal, resourceIntent());
    if (verdict.kind === "already-done") await journal.recordAnswer(intent, verdict.attempt);
    expect(await answered()).toEqual([]);
  });

  test("A newer run with the same key is recorded: the certificate is that run's, too", async () => {
    await reissue(journal, commandIntent({ idempotencyKey: "k", run: "run-1" }));
    for (const run of ["run-1", "run-3", "run-3", undefined]) await answer(journal, "k", run);
    expect(await answered()).toEqual([{ key: "k", run: "run-3" }]);
  });

  test("An event that does not show yet in a lagging list counts", async () => {
    const store = new MemoryStore();
    await reissue(new Journal({ store }), commandIntent());
    const shown = await store.log("order-1").read();
    const lagging: OrderLog = { orderId: "order-1", read: async () => shown, append: async () => undefined };
    const log = () => lagging;
    expect(
      await answer(new Journal({ store: Object.assign(new MemoryStore(), { log }) }), "k"),
    ).toMatchObject({ kind: "already-done" });
  });

  test("A journal that cannot record it fails, and best effort answers all the same", async () => {
    const store = new HookedStore();
    await reissue(new Journal({ store }), commandIntent());
    store.beforeAppend = fail;
    await expect(answer(new Journal({ store }), "k")).rejects.toMatchObject({ code: "journal_unavailable" });
    expect((await answer(new Journal({ store, bestEffort: true }), "k")).kind).toBe("already-done");
  });
});

describe("Reading the journal", () => {
  test("shows the attempts of every order, or of one", async () => {
    expect(await journal.attempts()).toEqual([]);
    const ids = [];
    for (const orderId of ["order-1", "order-2"])
      ids.push(await reissue(journal, commandIntent({ orderId }), "rejected"));
    writeFileSync(join(folder, "notes.txt"), "not a journal");
    expect((await journal.attempts()).map(({ attemptId }) => attemptId)).toEqual(ids);
    expect((await journal.attempts("order-2")).map(({ orderId }) => orderId)).toEqual(["order-2"]);
    expect(await journal.attempts("order-3")).toEqual([]);
  });

  test("shows damage with its order, or what is left of the order's id", async () => {
    await reissue(journal, commandIntent({ orderId: "Order 1/2" }));
    const name = file("order-1-2");
    writeFileSync(name, `${readFileSync(name, "utf8")}damage\n`);
    expect(await collect(journal.histories())).toMatchObject([
      { orderId: "Order 1/2", attempts: [{ status: "succeeded" }], damage: [{ position: 5 }] },
    ]);
    writeFileSync(name, "damage\n");
    expect(await collect(journal.histories())).toMatchObject([
      { orderId: "order-1-2", attempts: [], damage: [{ position: 1 }] },
    ]);
    expect(await journal.history("Order 1/2")).toMatchObject({ attempts: [], damage: [{ position: 1 }] });
    expect(await preview(journal, resourceIntent({ orderId: "Order 1/2" }))).toMatchObject({
      blocked: { reason: "damaged", problem: `In ${name}, entry 1 cannot be read` },
    });
  });

  test("An entry of a newer version blocks the order, and repair does not set it aside", async () => {
    await reissue(journal, resourceIntent());
    const name = file("order-1");
    writeFileSync(name, `damage\n${newerEntry}\n${readFileSync(name, "utf8")}`);
    const { kind, blocked } = (await preview(journal, resourceIntent())) as {
      kind: string;
      blocked: Blocked;
    };
    expect([kind, blocked.reason, blockedCode(blocked)]).toEqual([
      "blocked",
      "newer-version",
      "journal_newer",
    ]);
    expect(new BlockedError(blocked).message).toContain(
      `In ${name}, entry 2 was written by a newer certorder. This version cannot read it.`,
    );
    const before = readFileSync(name, "utf8");
    await expect(journal.repair("order-1")).rejects.toMatchObject({
      message: `In ${name}, entry 2 was written by a newer certorder.`,
      remedy: expect.stringContaining("Update certorder"),
    });
    expect(readFileSync(name, "utf8")).toBe(before);
  });

  test("An entry that names another order is damage", async () => {
    await reissue(journal, resourceIntent());
    await reissue(journal, resourceIntent({ orderId: "order-2" }));
    const [one, two] = [file("order-1"), file("order-2")];
    writeFileSync(one, readFileSync(one, "utf8") + readFileSync(two, "utf8"));
    expect(await preview(journal, resourceIntent())).toMatchObject({
      blocked: { reason: "damaged", problem: `In ${one}, entry 6 names another order` },
    });
    const damage = (await collect(journal.histories())).map((history) => history.damage.length);
    expect(damage).toEqual([1, 0]);
  });

  test("has a title, and exists once it is created; reading does not create it", async () => {
    expect(journal.title).toBe(`The journal in ${folder}`);
    await journal.attempts();
    await journal.check();
    expect(await journal.exists()).toBe(false);
    await journal.init();
    expect(await journal.exists()).toBe(true);
    expect(await new Journal({ store: new MemoryStore() }).exists()).toBe(true);
  });
});

/** What a disk does that fails, and one that works. */
const fail = () => {
  throw Object.assign(new Error("EIO"), { code: "EIO" });
};
const work = () => {};

describe("A journal that cannot be used", () => {
  const unusable = { outcome: "not-sent", code: "journal_unavailable" };

  test("A folder that cannot be created is an error of a claim and of a check", async () => {
    const nowhere = new Journal({ dir: "/proc/certorder" });
    await expect(claim(nowhere, resourceIntent())).rejects.toMatchObject(unusable);
    await expect(nowhere.init()).rejects.toMatchObject(unusable);
  });

  test("A disk that loses an accepted event is an error of the claim", async () => {
    const log = (orderId: string): OrderLog => ({
      orderId,
      read: async () => [],
      append: async () => undefined,
    });
    const store = Object.assign(new MemoryStore(), { log });
    await expect(claim(new Journal({ store }), resourceIntent())).rejects.toMatchObject({
      ...unusable,
      message: expect.stringContaining("does not show"),
    });
  });

  test("A disk that cannot be read once `sent` is written leaves a void attempt, and nothing is sent", async () => {
    const store = new HookedStore();
    const failing = new Journal({ store });
    const begun = await startClaim(failing, resourceIntent());
    store.beforeRead = fail;
    await expect(begun.claim()).rejects.toMatchObject(unusable);
    store.beforeRead = work;
    expect(await failing.attempts()).toMatchObject([{ lastEvent: "not-sent" }]);
  });

  test("A file that cannot be written once the outcome is known is an error of recordOutcome", async () => {
    const claimed = await claim(journal, resourceIntent());
    const name = file("order-1");
    rmSync(name);
    mkdirSync(name);
    if (claimed.kind === "send")
      await expect(claimed.attempt.recordOutcome("done", "c")).rejects.toMatchObject(unusable);
  });
});

describe("Best effort", () => {
  test("sends also if the journal cannot be used, and reports each problem", async () => {
    const problems: string[] = [];
    const onProblem = ({ code }: { code: string }) => void problems.push(code);
    for (const options of [{}, { onProblem }]) {
      const bestEffort = new Journal({ dir: "/proc/certorder", bestEffort: true, ...options });
      await bestEffort.init();
      const claimed = await claim(bestEffort, resourceIntent());
      expect(claimed.kind).toBe("send");
      if (claimed.kind === "send") await claimed.attempt.recordOutcome("done", "cert-1");
    }
    expect(problems).toEqual(["journal_unavailable", "journal_unavailable"]);
  });

  test("respects what the journal does know", async () => {
    await reissue(journal, resourceIntent(), "unknown");
    const problems: unknown[] = [];
    const bestEffort = new Journal({
      dir: folder,
      bestEffort: true,
      onProblem: (error) => problems.push(error),
    });
    expect(await preview(bestEffort, commandIntent())).toMatchObject({ blocked: { reason: "open" } });
    expect(problems).toEqual([]);
  });

  test("respects what can be read only once `sent` is written", async () => {
    const store = new HookedStore();
    await reissue(new Journal({ store }), resourceIntent(), "unknown");
    store.beforeRead = fail;
    const begun = await startClaim(new Journal({ store, bestEffort: true }), resourceIntent());
    store.beforeRead = work;
    expect(await begun.claim()).toMatchObject({ blocked: { reason: "open" } });
    const last = (await new Journal({ store }).attempts()).map(({ lastEvent }) => lastEvent);
    expect(last).toEqual(["unknown", "not-sent"]);
  });

  test("records the outcome of an attempt that could be written but not read", async () => {
    const store = new HookedStore();
    const bestEffort = new Journal({ store, bestEffort: true });
    const begun = await startClaim(bestEffort, resourceIntent());
    store.beforeRead = fail;
    const claimed = await begun.claim();
    store.beforeRead = work;
    if (claimed.kind === "send") await claimed.attempt.recordOutcome("done", "cert-1");
    expect(await bestEffort.attempts()).toMatchObject([{ lastEvent: "done", certificateId: "cert-1" }]);
  });

  test("does not record the outcome of an attempt whose `sent` could not be written", async () => {
    const store = new HookedStore();
    const bestEffort = new Journal({ store, bestEffort: true });
    store.beforeAppend = fail;
    const claimed = await claim(bestEffort, resourceIntent());
    store.beforeAppend = work;
    if (claimed.kind === "send") await claimed.attempt.recordOutcome("unknown");
    expect(await bestEffort.attempts()).toEqual([]);
  });

  test("writes what a snapshot knows as far as possible", async () => {
    const store = new HookedStore();
    const bestEffort = new Journal({ store, bestEffort: true });
    await store.log("order-1").append(sent());
    const resolutions = [{ attemptId: "a1", certificateId: "c1" }];
    const snapshot = await bestEffort.snapshot("order-1", { name: undefined, address }, { resolutions });
    store.beforeAppend = fail;
    await bestEffort.write(snapshot);
    await expect(new Journal({ store }).write(snapshot)).rejects.toMatchObject({
      code: "journal_unavailable",
    });
  });
});

describe("A journal and its store", () => {
  /** A server whose clock is ahead of ours. */
  class Server extends MemoryStore {
    readonly isShared = true;
    readonly rights = "GRANT INSERT";
    readonly clockSkewMs = 60_000;
  }

  test("Sharing and rights come from the store", () => {
    const shared = new Journal({ store: new Server() });
    expect([shared.isShared, shared.rights]).toEqual([true, "GRANT INSERT"]);
    expect([journal.isShared, journal.rights]).toEqual([false, undefined]);
  });

  test("Only a folder that cannot be used is to be made one's own", async () => {
    const fail = async () => {
      throw new Error("refused");
    };
    const store = Object.assign(new Server(), { title: "The journal at postgres://db", check: fail });
    const remedy = (failing: Journal) => failing.init().catch((error: CertOrderError) => error.remedy);
    expect(await remedy(new Journal({ store }))).not.toMatch(/folder|chmod/);
    expect(await remedy(new Journal({ dir: "/proc/certorder" }))).toContain("chmod 700");
  });

  test("A folder that is gone is to be restored", async () => {
    const gone = new Journal({ dir: `${folder}-gone` });
    const callback = { orderId: "order-1", certificateId: "c-1", receiver: "r" };
    await expect(gone.recordIssued(callback)).rejects.toMatchObject({
      message: `The journal in ${folder}-gone cannot be used: it is gone.`,
      remedy: "Mount or restore it, or correct its name.",
    });
  });

  test("The journal keeps the logs of the last 1,000 orders", async () => {
    const store = new MemoryStore();
    const opened = vi.spyOn(store, "log");
    const busy = new Journal({ store });
    for (let order = 0; order <= 1_000; order++) await busy.history(`order-${order}`);
    await busy.history("order-1");
    expect(opened).toHaveBeenCalledTimes(1_001);
    await busy.history("order-0");
    expect(opened).toHaveBeenCalledTimes(1_002);
  });

  test("Times are those of the store", async () => {
    const now = () => new Date("2026-11-15T12:00:00.000Z");
    const shared = new Journal({ store: new Server(), now });
    await claim(shared, resourceIntent(), new Date("2026-11-15T12:02:00.000Z"));
    expect(await shared.attempts()).toMatchObject([
      { sentAt: "2026-11-15T12:01:00.000Z", deadline: "2026-11-15T12:03:00.000Z" },
    ]);
  });

  test("A folder can be named by a URL", async () => {
    await reissue(new Journal({ url: `file://${folder}` }), resourceIntent());
    expect(await journal.attempts()).toHaveLength(1);
  });

  test("Each event of writers that write at once is kept", async () => {
    expect(await journal.race(3, 2)).toMatchObject({ events: 6, lost: 0, doubled: 0, misled: 0 });
  });
});

describe("Copying a journal", () => {
  const other = () => new Journal({ store: new MemoryStore() });

  test("The copy knows the same, and copying again adds only what is new", async () => {
    await reissue(journal, resourceIntent());
    const copy = other();
    expect(await journal.copyTo(copy)).toEqual({ orders: 1, events: 2, skipped: [] });
    expect(await copy.attempts()).toEqual(await journal.attempts());
    expect((await preview(copy, resourceIntent())).kind).toBe("already-done");
    expect(await journal.copyTo(copy)).toEqual({ orders: 1, events: 0, skipped: [] });
    await reissue(journal, commandIntent(), "rejected");
    expect(await journal.copyTo(copy)).toEqual({ orders: 1, events: 2, skipped: [] });
  });

  test("A journal that does not exist, or has no attempts, is refused: another one may be meant", async () => {
    const refused = (message: string) => ({
      code: "journal_refused",
      message,
      remedy: "Check that this is the journal to copy from.",
    });
    await expect(journal.copyTo(other())).rejects.toMatchObject(refused(`${journal.title} does not exist.`));
    await journal.init();
    await expect(journal.copyTo(other())).rejects.toMatchObject(refused(`${journal.title} has no attempts.`));
  });

  test("A target that cannot be written to is named", async () => {
    await reissue(journal, resourceIntent());
    class FullStore extends MemoryStore {
      override log(orderId: string): OrderLog {
        const append = () => Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC" }));
        return { ...super.log(orderId), append };
      }
    }
    const full = new Journal({ store: new FullStore() });
    const refused = expect(journal.copyTo(full)).rejects;
    await refused.toThrow(full.title);
    await refused.not.toThrow(journal.title);
  });

  test("Nothing is copied while an attempt may be in flight", async () => {
    await claim(journal, resourceIntent());
    const copy = other();
    await expect(journal.copyTo(copy)).rejects.toMatchObject({
      message: expect.stringContaining("of order order-1 may still be in flight"),
    });
    expect(await copy.attempts()).toEqual([]);
  });

  test("Nothing is copied again to a journal that has gone on since", async () => {
    const copy = other();
    await reissue(journal, resourceIntent());
    await journal.copyTo(copy);
    await reissue(copy, resourceIntent({ requestDigest: "B", knownLatest: latestAttempt }));
    expect(await journal.copyTo(copy)).toEqual({ orders: 1, events: 0, skipped: [] });
    expect(await copy.attempts()).toHaveLength(2);
  });

  test("Nothing is copied over another history", async () => {
    const copy = other();
    await reissue(journal, resourceIntent());
    await reissue(copy, resourceIntent());
    const before = await copy.attempts();
    await expect(journal.copyTo(copy)).rejects.toMatchObject({
      message: "Order order-1 has a different history in the target.",
    });
    expect(await copy.attempts()).toEqual(before);
  });

  test("An unreadable entry stops the copy, until it is set aside", async () => {
    await reissue(journal, resourceIntent());
    writeFileSync(file("order-1"), `damage\n${readFileSync(file("order-1"), "utf8")}`);
    await expect(journal.copyTo(other())).rejects.toMatchObject({
      message: "In the log of order order-1, entry 1 cannot be read.",
    });
    await journal.repair("order-1");
    expect(await journal.copyTo(other())).toEqual({ orders: 1, events: 2, skipped: [] });
  });

  /** Damages the log of an order, and sets the damage aside. */
  const forget = async (orderId: string, log: string) => {
    writeFileSync(file(orderId.toLowerCase().replace("_", "-")), log);
    await journal.repair(orderId);
  };

  test("A log whose entries do not name its order is copied if the file's name is the id, and once", async () => {
    await reissue(journal, resourceIntent());
    await forget(
      "order-1",
      readFileSync(file("order-1"), "utf8").replace(/"event":"sent"/, '"event":"damaged"'),
    );
    const copy = other();
    expect(await journal.copyTo(copy)).toEqual({ orders: 1, events: 1, skipped: [] });
    expect(await copy.attempts("order-1")).toMatchObject([{ orderId: "order-1", status: "succeeded" }]);
    expect(await journal.copyTo(copy)).toEqual({ orders: 1, events: 0, skipped: [] });
  });

  test("A log whose entries are all set aside has nothing to copy, and is reported", async () => {
    await reissue(journal, resourceIntent());
    await reissue(journal, resourceIntent({ orderId: "order-2" }));
    await forget("order-1", "damage\n");
    expect(await journal.copyTo(other())).toEqual({ orders: 1, events: 2, skipped: ["order-1"] });
  });

  test("A log whose entries do not name its order is copied from a server, which knows the id, also to a folder", async () => {
    const server = new MemoryLogStore();
    const source = () =>
      new Journal({ store: new NumberedStore("The journal in a test", async () => server) });
    await reissue(source(), resourceIntent({ orderId: "Order_1" }));
    server.entries("Order_1").set(1, "damage");
    await source().repair("Order_1");
    expect(await source().copyTo(journal)).toEqual({ orders: 1, events: 1, skipped: [] });
    expect(await journal.attempts("Order_1")).toMatchObject([{ status: "succeeded" }]);
    expect(await source().copyTo(journal)).toEqual({ orders: 1, events: 0, skipped: [] });
  });

  test("An entry of a newer version stops the copy, and is not called damaged", async () => {
    await reissue(journal, resourceIntent());
    writeFileSync(file("order-1"), `${newerEntry}\n${readFileSync(file("order-1"), "utf8")}`);
    await expect(journal.copyTo(other())).rejects.toMatchObject({
      message: "In the log of order order-1, entry 1 was written by a newer certorder.",
      remedy: "Nothing was copied. Update certorder on this machine.",
    });
  });

  test("A log that does not name its order, or has another file's name, stops the copy", async () => {
    await reissue(journal, resourceIntent({ orderId: "Order_1" }));
    const whole = readFileSync(file("order-1"), "utf8");
    const kept = file("order-1");
    await forget("Order_1", whole.replace(/"event":"sent"/, '"event":"damaged"'));
    await expect(journal.copyTo(other())).rejects.toMatchObject({
      message: "No entry of the log of order-1 names its order.",
    });
    writeFileSync(kept, whole);
    renameSync(kept, kept.replace(/[0-9a-f]{16}\.jsonl$/, "0123456789abcdef.jsonl"));
    await expect(journal.copyTo(other())).rejects.toMatchObject({
      message: "The log of order Order_1 is not where it belongs.",
    });
  });

  test("A journal with nothing but an unreadable entry is not called empty", async () => {
    await reissue(journal, resourceIntent());
    writeFileSync(file("order-1"), "damage\n");
    await expect(journal.copyTo(other())).rejects.toMatchObject({
      message: expect.stringContaining("cannot be read"),
    });
  });
});
