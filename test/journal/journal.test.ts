import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Outcome } from "../../src/contract/index.ts";
import type { Attempt } from "../../src/journal/attempt.ts";
import {
  Answered,
  type History,
  Journal,
  type Line,
  MemoryShelf,
  RefusedError,
} from "../../src/journal/index.ts";
import { formatLine } from "../../src/journal/line.ts";
import { thisProcess } from "../../src/journal/process.ts";
import { newFolder } from "../new-folder.ts";
import { attempt } from "../proof/rules/subject.ts";
import { address, creating, isSent, reissue, soon, typing } from "./asking.ts";
import { sent } from "./lines.ts";

let folder: string;
let journal: Journal;
const fileOf = (orderId: string) =>
  join(folder, readdirSync(folder).find((name) => name.startsWith(`${orderId}-`)) ?? orderId);
const linesOf = (orderId: string) =>
  readFileSync(fileOf(orderId), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

beforeEach(() => {
  folder = join(newFolder("journal-"), "deep", "journal");
  journal = new Journal({ folder });
});

describe("the journal", () => {
  test("remembers an attempt before it is sent, and not before", async () => {
    const entry = await journal.begin(creating(), soon());
    expect(existsSync(folder)).toBe(false);
    await entry.sending();
    expect(await journal.attempts()).toMatchObject([
      { attemptId: entry.attemptId, orderId: "order-1", state: "sent", fate: "open" },
    ]);
  });

  test("says nothing of an attempt that never got as far as sending", async () => {
    const entry = await journal.begin(creating(), soon());
    await entry.settle("not-sent");
    expect(await journal.attempts()).toEqual([]);
  });

  test.each(["unknown", "done-unread"] as const)(
    "holds an order back after %s, also in another process",
    async (outcome) => {
      const attemptId = await reissue(journal, creating(), outcome);
      for (const ask of [
        creating(),
        typing(),
        typing({ what: "B" }),
        creating({ anew: attemptId }),
        typing({ name: "x" }),
      ])
        await expect(new Journal({ folder }).begin(ask, soon())).rejects.toMatchObject({
          ...{ outcome: "not-sent", code: "unresolved_attempt" },
          refusal: { because: "open", inFlight: false, attempt: { attemptId, state: outcome } },
          remedy: expect.stringContaining(attemptId),
        });
      expect(await isSent(new Journal({ folder }), typing({ orderId: "order-2" }))).toBe(true);
    },
  );

  test("holds an order back after a result that nobody has acknowledged", async () => {
    const attemptId = await reissue(journal, typing({ unshown: true }));
    await expect(new Journal({ folder }).begin(typing(), soon())).rejects.toMatchObject({
      code: "unacknowledged_result",
      refusal: { because: "unshown", attempt: { attemptId, certificateId: "cert-1" } },
    });
    await journal.acknowledge(attemptId);
    expect(await isSent(journal, typing())).toBe(true);
  });

  test.each(["rejected", "not-sent"] as const)("lets an order go after %s", async (outcome) => {
    await reissue(journal, typing({ unshown: true }), outcome);
    expect(await isSent(journal, creating())).toBe(true);
  });

  test("calls it busy while the process that has sent it runs", async () => {
    const entry = await journal.begin(creating(), soon());
    await entry.sending();
    await expect(new Journal({ folder }).begin(creating(), soon())).rejects.toMatchObject({
      ...{ code: "order_busy", outcome: "not-sent" },
      refusal: { inFlight: true, attempt: { attemptId: entry.attemptId } },
    });
  });

  test("writes down no more than there is to say", async () => {
    const until = soon();
    const entry = await journal.begin(typing({ name: "x", validityDays: 90, unshown: true }), until);
    await entry.sending();
    await entry.pause("rejected");
    await entry.sending();
    await entry.settle("done", "cert-1");
    await journal.acknowledge(entry.attemptId);
    const common = { v: 2, attempt: entry.attemptId, at: expect.any(String), sum: expect.any(String) };
    const first = {
      ...common,
      ...{ event: "sent", order: "order-1", service: address, address, what: "A", name: "x" },
      ...{ validityDays: 90, unshown: true, process: thisProcess(), until: until.toISOString() },
    };
    expect(linesOf("order-1")).toEqual([
      first,
      { ...common, event: "rejected" },
      first,
      { ...common, event: "done", certificate: "cert-1" },
      { ...common, event: "acknowledged" },
    ]);
    expect(entry.attemptId).toMatch(/^[0-9a-f]{12}$/);
  });

  test("keeps what an unclear answer has named", async () => {
    await reissue(journal, creating(), "unknown", "cert-7");
    expect(await journal.attempts()).toMatchObject([
      { state: "unknown", fate: "open", certificateId: "cert-7" },
    ]);
  });

  test("says so where it is not known yet what is asked for, or by which certificate it was done", async () => {
    const entry = await journal.begin(typing({ what: undefined }), soon());
    await entry.sending();
    await entry.settle("done");
    expect(await journal.attempts()).toMatchObject([
      { state: "done", what: undefined, certificateId: undefined },
    ]);
  });

  test("does not call it busy where nobody knows whether the process that has sent it runs", async () => {
    const shelf = new MemoryShelf();
    await shelf.history("order-1").append(sent("a1", { process: "another-machine/1/2" }));
    await expect(new Journal({ shelf }).begin(typing(), soon())).rejects.toMatchObject({
      ...{ code: "unresolved_attempt", refusal: { inFlight: false } },
    });
  });

  test("settles an attempt once", async () => {
    const entry = await journal.begin(creating(), soon());
    await entry.sending();
    await entry.settle("unknown");
    await entry.settle("rejected");
    expect(await journal.attempts()).toMatchObject([{ state: "unknown" }]);
  });

  test("writes a try that is paused down as over, so that waiting does not hold the order back", async () => {
    const entry = await journal.begin(creating(), soon());
    await entry.pause("not-sent");
    expect(await journal.attempts()).toEqual([]);
    await entry.sending();
    await entry.pause("rejected");
    expect(await journal.attempts()).toMatchObject([{ state: "rejected", fate: "void" }]);
    await entry.sending();
    expect(await journal.attempts()).toMatchObject([{ state: "sent", fate: "open" }]);
  });

  test("takes the certificate that the asker held down as replaced", async () => {
    await reissue(journal, typing(), "done", "cert-1");
    await reissue(journal, typing(), "done", "cert-2");
    await reissue(journal, creating({ what: "B", held: { certificateId: "cert-2" } }), "done", "cert-3");
    const replaced = (await journal.attempts()).map((one) => one.replaced);
    expect(replaced).toEqual([undefined, "cert-1", "cert-2"]);
  });
});

describe("what was fulfilled before is answered", () => {
  test("with the newest certificate, if it was made from the same request", async () => {
    const attemptId = await reissue(journal, typing());
    const answered = await new Journal({ folder }).begin(creating(), soon()).catch((error: unknown) => error);
    expect(answered).toBeInstanceOf(Answered);
    expect(answered).toMatchObject({ certificateId: "cert-1", attempt: { attemptId } });
  });

  test("by its name, whatever is held", async () => {
    await reissue(journal, typing({ name: "x" }));
    await expect(journal.begin(typing({ name: "x" }), soon())).rejects.toMatchObject({
      certificateId: "cert-1",
    });
    await expect(journal.begin(typing({ name: "x", what: "B" }), soon())).rejects.toMatchObject({
      ...{ code: "name_used", refusal: { because: "name-used" } },
    });
    expect(await isSent(journal, typing({ name: "y" }))).toBe(true);
  });

  test("not by a name whose order has been reissued since: then the newest is told, too", async () => {
    const attemptId = await reissue(journal, typing({ name: "x" }));
    const newest = await reissue(journal, typing(), "done", "cert-2");
    await expect(journal.begin(typing({ name: "x" }), soon())).rejects.toMatchObject({
      refusal: { because: "name-used", attempt: { attemptId }, newest: { attemptId: newest } },
    });
    await expect(journal.begin(creating({ what: "B" }), soon())).rejects.toMatchObject({
      refusal: { because: "reissued-since", attempt: { attemptId: newest }, newest: undefined },
    });
  });

  test("and one more is sent to whoever knows of it and types it again", async () => {
    await reissue(journal, typing());
    await reissue(journal, typing(), "done", "cert-2");
    expect(await journal.attempts()).toHaveLength(2);
  });

  test("and something else is refused to whoever does not know of it, until they ask anew", async () => {
    const attemptId = await reissue(journal, typing());
    const another = creating({ what: "B" });
    await expect(journal.begin(another, soon())).rejects.toMatchObject({
      ...{ code: "reissued_since", refusal: { because: "reissued-since", attempt: { attemptId } } },
      remedy: expect.stringContaining(`anew: "${attemptId}"`),
    });
    await reissue(journal, { ...another, anew: attemptId }, "done", "cert-2");
    // Whoever names the newest knows what they replace.
    expect((await journal.attempts()).at(-1)).toMatchObject({ replaced: "cert-1" });
    await expect(journal.begin({ ...another, what: "C", anew: attemptId }, soon())).rejects.toBeInstanceOf(
      RefusedError,
    );
  });

  test("the newest is known only to those who were there after it", async () => {
    await reissue(journal, typing());
    const [{ endedAt = "" } = {}] = await journal.attempts();
    const before = typing({ heldBefore: new Date(Date.parse(endedAt) - 1) });
    await expect(journal.begin(before, soon())).rejects.toBeInstanceOf(Answered);
    await expect(journal.begin({ ...before, what: "B" }, soon())).rejects.toMatchObject({
      code: "reissued_since",
    });
    expect(await isSent(journal, typing({ heldBefore: new Date(endedAt) }))).toBe(true);
    const untouched = typing({ orderId: "order-2", heldBefore: new Date(endedAt) });
    expect(await isSent(journal, untouched)).toBe(true);
  });

  test("not when it has expired by what was asked for: then that is said, and asking anew helps", async () => {
    let now = Date.now();
    const slow = new Journal({ folder, now: () => new Date(now) });
    const attemptId = await reissue(slow, creating({ validityDays: 90 }));
    now += 90 * 86_400_000 - 1;
    await expect(slow.begin(creating(), soon())).rejects.toBeInstanceOf(Answered);
    now += 1;
    await expect(slow.begin(creating(), soon())).rejects.toMatchObject({
      ...{ code: "certificate_expired", refusal: { because: "expired" } },
      remedy: expect.stringContaining(`anew: "${attemptId}"`),
    });
    const { verdict } = await slow.consider(creating({ anew: attemptId }));
    expect(verdict).toEqual({ kind: "send" });
  });

  test("a certificate lasts from when it was there, or from when it was sent for where only that is known", async () => {
    const sentAt = "2026-11-10T00:00:00.000Z";
    const stored = attempt("s1", { fate: "done", certificateId: "cert-9", validityDays: 1, sentAt });
    const kindOf = async (now: string, issuedAt?: string) => {
      const asking = new Journal({ folder, now: () => new Date(now) });
      return (await asking.consider(creating({ stored: [{ ...stored, issuedAt }] }))).verdict.kind;
    };
    expect(await kindOf("2026-11-10T23:59:59.999Z")).toBe("answer");
    expect(await kindOf("2026-11-11T00:00:00.000Z")).toBe("refuse");
    expect(await kindOf("2026-11-11T00:00:00.000Z", "2026-11-10T12:00:00.000Z")).toBe("answer");
    expect(await kindOf("2026-11-11T12:00:00.000Z", "2026-11-10T12:00:00.000Z")).toBe("refuse");
  });

  test("a name whose certificate has expired is not sent either: that needs another name", async () => {
    let now = Date.now();
    const slow = new Journal({ folder, now: () => new Date(now) });
    const attemptId = await reissue(slow, typing({ name: "x", validityDays: 1 }));
    now += 86_400_000 * 2;
    for (const anew of [undefined, attemptId])
      await expect(slow.begin(typing({ name: "x", anew }), soon())).rejects.toMatchObject({
        ...{ code: "certificate_expired", remedy: expect.stringContaining("another name") },
      });
    expect((await slow.consider(typing({ name: "y" }))).verdict).toEqual({ kind: "send" });
  });

  test("not when its id cannot be read", async () => {
    const shelf = new SealedShelf();
    const sealed = new Journal({ shelf });
    const attemptId = await reissue(sealed, creating());
    await expect(sealed.begin(creating(), soon())).rejects.toMatchObject({
      ...{ code: "result_sealed", refusal: { because: "sealed", attempt: { attemptId } } },
    });
    expect((await sealed.consider(creating({ anew: attemptId }))).verdict).toEqual({ kind: "send" });
  });
});

/** A shelf that cannot show the certificates any more. */
class SealedShelf extends MemoryShelf {
  override history(orderId: string): History {
    const { read, append } = super.history(orderId);
    const sealed = (line: Line) =>
      line.event === "done" ? ({ ...line, certificate: undefined } as never) : line;
    return { orderId, append, read: async () => (await read()).map(sealed) };
  }
}

describe("looking into the journal", () => {
  test("shows every order's attempts, or those of one, and nothing where there is no journal", async () => {
    expect(await journal.attempts()).toEqual([]);
    const ids = [];
    for (const orderId of ["order-1", "order-2"])
      ids.push(await reissue(journal, typing({ orderId }), "rejected"));
    writeFileSync(join(folder, "notes.txt"), "not a journal");
    expect((await journal.attempts()).map(({ attemptId }) => attemptId)).toEqual(ids);
    expect((await journal.attempts("order-2")).map(({ orderId }) => orderId)).toEqual(["order-2"]);
    expect(await journal.attempts("order-3")).toEqual([]);
  });

  test("shows the order of a file that is damaged all through, by what its name tells", async () => {
    await reissue(journal, typing({ orderId: "Order 1/2" }));
    writeFileSync(fileOf("order-1-2"), "damage\n");
    expect(await journal.attempts()).toMatchObject([{ orderId: "order-1-2", state: "damaged" }]);
    expect(await journal.attempts("Order 1/2")).toMatchObject([{ orderId: "Order 1/2", state: "damaged" }]);
  });

  test("considers a wish without writing anything", async () => {
    await reissue(journal, typing({ name: "x" }));
    const before = readFileSync(fileOf("order-1"), "utf8");
    const considered = await journal.consider(creating({ what: "B" }));
    expect(considered).toMatchObject({
      ...{ service: address, held: {}, head: { certificateId: "cert-1" }, history: [{ name: "x" }] },
      verdict: { kind: "refuse", refusal: { because: "reissued-since" } },
    });
    expect((await journal.consider(creating())).verdict).toMatchObject({
      kind: "answer",
      certificateId: "cert-1",
    });
    expect((await journal.consider(typing())).verdict).toEqual({ kind: "send" });
    expect(readFileSync(fileOf("order-1"), "utf8")).toBe(before);
  });

  test("knows what is stored elsewhere", async () => {
    await reissue(journal, typing());
    const stored = attempt("s1", { fate: "done", certificateId: "cert-9", what: "B", sentAt: "" });
    const { verdict, head } = await journal.consider(creating({ what: "B", stored: [stored] }));
    expect(head).toBe(stored);
    expect(verdict).toMatchObject({ kind: "answer", certificateId: "cert-9" });
    const open = attempt("s2");
    await expect(journal.begin(typing({ stored: [open] }), soon())).rejects.toMatchObject({
      refusal: { because: "open", attempt: { attemptId: "s2" } },
    });
  });

  test("finds an attempt also in a file that it has not seen before", async () => {
    await reissue(journal, typing(), "rejected");
    const attemptId = await reissue(journal, typing({ orderId: "order-2", unshown: true }));
    await new Journal({ folder }).acknowledge(attemptId);
    expect(await journal.attempts("order-2")).toMatchObject([{ attemptId, unshown: false }]);
  });

  test("finds what still holds its order back without looking through other orders, and only that", async () => {
    const unshown = (orderId: string, outcome: Outcome = "done") =>
      reissue(journal, typing({ orderId, unshown: true }), outcome, "cert-1");
    const [first, second, ...open] = [
      await unshown("order-1"),
      await unshown("order-2"),
      await unshown("order-3", "unknown"),
      await reissue(journal, typing({ orderId: "order-4" }), "unknown"),
    ];
    const over = [
      await unshown("order-5", "rejected"),
      await unshown("order-6", "not-sent"),
      await reissue(journal, typing({ orderId: "order-7" })),
    ];
    // Whoever looks through all files stumbles over this one.
    mkdirSync(join(folder, "0.jsonl"));
    const unavailable = { code: "journal_unavailable" };
    await expect(new Journal({ folder }).acknowledge(first)).rejects.toMatchObject(unavailable);
    for (const attemptId of over)
      await expect(journal.acknowledge(attemptId)).rejects.toMatchObject(unavailable);
    await journal.acknowledge(first);
    await expect(journal.acknowledge(first)).rejects.toMatchObject(unavailable);
    for (const attemptId of [second, ...open]) {
      await journal.resolve(attemptId, "cert-1");
      await expect(journal.resolve(attemptId, "cert-1")).rejects.toMatchObject(unavailable);
    }
  });

  test("has a name for itself", () => {
    expect(journal.title).toBe(`The journal in ${folder}`);
  });
});

describe("addresses", () => {
  const elsewhere = { name: undefined, address: "https://other.example" };

  test("another one is refused until somebody says what the service is called", async () => {
    await reissue(journal, creating());
    await expect(journal.begin(typing({ place: elsewhere }), soon())).rejects.toMatchObject({
      ...{ code: "other_service", refusal: { because: "elsewhere" } },
      remedy: expect.stringContaining(address),
    });
    const sameService = { ...elsewhere, name: address };
    await expect(journal.begin(creating({ place: sameService }), soon())).rejects.toBeInstanceOf(Answered);
    const another = { ...elsewhere, name: "another" };
    await expect(journal.begin(creating({ place: another }), soon())).rejects.toMatchObject({
      code: "other_service",
    });
    const [{ attemptId: anew } = { attemptId: "" }] = await journal.attempts();
    await reissue(journal, creating({ place: another, anew }));
    expect(await isSent(journal, typing({ place: another }))).toBe(true);
  });

  test("nothing of what another one has done is passed off as this one's", async () => {
    await reissue(journal, typing());
    const { service, history, head, held } = await journal.consider(typing({ place: elsewhere }));
    expect({ service, history, head, held }).toEqual({
      ...{ service: elsewhere.address, history: [], head: undefined, held: {} },
    });
  });

  test("which one is meant has to be said also while something is on its way at one of them", async () => {
    const called = (name: string) => ({ name, address });
    const anew = await reissue(journal, typing({ place: called("one") }));
    const entry = await journal.begin(typing({ place: called("another"), anew }), soon());
    await entry.sending();
    await expect(journal.begin(typing(), soon())).rejects.toMatchObject({
      ...{ code: "other_service", refusal: { because: "elsewhere", inFlight: false } },
    });
  });

  test("whoever goes on beside another's history goes on from the newest of their own", async () => {
    const prod = { name: "prod", address };
    await reissue(journal, typing({ place: prod }));
    const place = { ...elsewhere, name: "prod" };
    const anew = await reissue(journal, typing({ place: { ...place, name: "staging" } }), "done", "cert-7");
    const moved = creating({ place, what: "B" });
    await expect(journal.begin(moved, soon())).rejects.toMatchObject({
      ...{ code: "other_service", attempt: { attemptId: anew } },
    });
    await reissue(journal, { ...moved, anew }, "done", "cert-2");
    expect((await journal.attempts()).at(-1)).toMatchObject({ service: "prod", replaced: "cert-1" });
  });

  test("what is open at one holds the order at the other, by every name", async () => {
    const attemptId = await reissue(journal, creating(), "unknown");
    for (const name of [undefined, "prod", address])
      await expect(journal.begin(typing({ place: { ...elsewhere, name } }), soon())).rejects.toMatchObject({
        attempt: { attemptId },
      });
  });
});

describe("resolving", () => {
  /** A person looks a day later. */
  const aDayLater = () => new Journal({ folder, now: () => new Date(Date.now() + 86_400_000) });

  test("what did not happen sets the order free", async () => {
    await aDayLater().resolve(await reissue(journal, typing(), "unknown"), null);
    expect(await isSent(journal, typing())).toBe(true);
  });

  test("what did happen is noted with its certificate, and is the answer from then on", async () => {
    const id = await reissue(journal, typing(), "done-unread");
    await expect(aDayLater().resolve(id, null)).rejects.toMatchObject({
      message: expect.stringContaining("did happen"),
    });
    await journal.resolve(id, "cert-9");
    expect(await journal.attempts()).toMatchObject([
      { state: "done", fate: "done", certificateId: "cert-9" },
    ]);
    await expect(journal.begin(creating(), soon())).rejects.toMatchObject({ certificateId: "cert-9" });
  });

  test("the same twice is said once", async () => {
    const id = await reissue(journal, typing(), "unknown");
    await aDayLater().resolve(id, null);
    const before = readFileSync(fileOf("order-1"), "utf8");
    await expect(aDayLater().resolve(id, null)).resolves.toMatchObject({ attemptId: id });
    expect(readFileSync(fileOf("order-1"), "utf8")).toBe(before);
  });

  test("what is settled otherwise, or not there, cannot be resolved", async () => {
    const id = await reissue(journal, typing(), "unknown");
    await aDayLater().resolve(id, "cert-1");
    await expect(aDayLater().resolve(id, null)).rejects.toMatchObject({
      message: expect.stringContaining("settled already"),
    });
    const done = await reissue(journal, typing());
    for (const said of [null, "cert-2"])
      await expect(journal.resolve(done, said)).rejects.toMatchObject({
        message: expect.stringContaining("settled already"),
      });
    await expect(journal.resolve("nobody", null)).rejects.toMatchObject({
      message: expect.stringContaining("no such attempt"),
    });
  });

  test("a person who was mistaken about the certificate, or about nothing having happened, may say so", async () => {
    for (const mistaken of ["cert-typo", null]) {
      const id = await reissue(journal, typing(), "unknown");
      await aDayLater().resolve(id, mistaken);
      await aDayLater().resolve(id, "cert-1");
      expect((await journal.attempts()).at(-1)).toMatchObject({ state: "done", certificateId: "cert-1" });
    }
  });

  test("a refusal is an error of which nothing was sent, and does not repeat what may be a secret", async () => {
    const error = await journal.resolve("pasted-secret", null).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "journal_refused", outcome: "not-sent" });
    expect(JSON.stringify(error)).not.toContain("pasted-secret");
  });

  test("what is no certificate's id is not taken for one, nor repeated where it would do harm", async () => {
    const id = await reissue(journal, typing(), "unknown");
    const said = async (text: string) =>
      String(await journal.resolve(id, text).catch((error: Error) => error.message));
    expect(await said("CERTIFICATE_ID")).toBe("CERTIFICATE_ID is not the id of a certificate.");
    expect(await said("")).toBe("certificateId is empty.");
    expect(await said("a\x1b[2J")).toMatch(/has a line break or another character .* nobody sees\.$/);
    await expect(journal.resolve(id, "a\nb")).rejects.toMatchObject({
      ...{ code: "journal_refused", remedy: "Put the id that the service shows in its place." },
    });
    await expect(journal.resolve(id, "cert 7 (é)")).resolves.toBeDefined();
  });

  test("a journal that does not exist is said not to, and is not made by whoever reads", async () => {
    const folder = join(newFolder("journal-"), "nowhere");
    const nowhere = new Journal({ folder });
    expect(await nowhere.isThere()).toBe(false);
    await expect(nowhere.resolve("a1", null)).rejects.toMatchObject({
      message: `The journal in ${folder} does not exist.`,
      remedy: expect.stringContaining("CERTORDER_JOURNAL_URL"),
    });
    await expect(nowhere.copyTo(journal)).rejects.toMatchObject({
      message: `The journal in ${folder} does not exist.`,
      remedy: "See whether it is the one that is meant.",
    });
    expect(await nowhere.isThere()).toBe(false);
    await nowhere.check();
    expect(await nowhere.isThere()).toBe(true);
    expect(await new Journal({ shelf: new MemoryShelf() }).isThere()).toBe(true);
  });

  test("what the service reported as success did happen, whoever says no", async () => {
    const id = await reissue(journal, typing({ unshown: true }));
    for (const said of [null, "cert-2"])
      await expect(aDayLater().resolve(id, said)).rejects.toMatchObject({ code: "journal_refused" });
    await expect(journal.resolve(id, "cert-1")).resolves.toMatchObject({ state: "done" });
    expect(await isSent(journal, typing())).toBe(true);
  });

  test("what another process still waits for cannot have been looked up, unless there is a certificate", async () => {
    const other = [hostname(), process.ppid, ""].join("/");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await reissue(journal, typing(), "rejected");
    // Sent long ago, by a process that still runs.
    writeFileSync(fileOf("order-1"), `${formatLine(sent("a1", { process: other }))}\n`);
    await expect(aDayLater().resolve("a1", null)).rejects.toMatchObject({
      message: expect.stringContaining("may still be on its way"),
    });
    await expect(journal.resolve("a1", "cert-1")).resolves.toBeDefined();
  });

  test("a journal that was cut off is mended by resolving, never by hand", async () => {
    await reissue(journal, typing(), "unknown");
    const file = fileOf("order-1");
    const whole = readFileSync(file);
    for (let length = 1; length < whole.length; length += 7) {
      writeFileSync(file, whole.subarray(0, length));
      const person = aDayLater();
      for (const { attemptId, fate } of await person.attempts())
        if (fate === "open")
          await person.resolve(attemptId, null).catch(() => journal.resolve(attemptId, "cert-1"));
      expect(await isSent(journal, typing()), `cut at ${length}`).toBe(true);
    }
  });
});

describe("remembering what only a state knows", () => {
  const place = { name: undefined, address };
  const unknown = attempt("s1", { state: "unknown", what: "B", replaced: "c0", service: "", address: "" });

  test("holds the order back from then on", async () => {
    await journal.remember(unknown, place);
    expect(await journal.attempts()).toMatchObject([
      { attemptId: "s1", state: "unknown", what: "B", replaced: "c0", service: address, address },
    ]);
    // When it was is what it was, and nobody here waits for it.
    const { sentAt, until } = unknown;
    expect(await journal.attempts()).toMatchObject([{ sentAt, until, endedAt: until, process: "" }]);
    await expect(journal.begin(typing(), soon())).rejects.toMatchObject({ attempt: { attemptId: "s1" } });
    await journal.resolve("s1", "c1");
    expect(await isSent(journal, typing())).toBe(true);
  });

  test.each<[string, Partial<Attempt>]>([
    ["nobody knows what became of it", { state: "sent" }],
    ["an unclear answer has named a certificate", { certificateId: "c7" }],
    ["the certificate is not known", { state: "done", fate: "done" }],
    ["what was asked for is not known", { what: undefined }],
    ["nobody knows when it was", { sentAt: "", until: "" }],
  ])("holds the order back as well where %s", async (_, told) => {
    await journal.remember({ ...unknown, ...told }, place);
    const { sentAt, until, what } = { ...unknown, ...told };
    expect(await journal.attempts()).toMatchObject([{ state: "unknown", fate: "open", sentAt, until, what }]);
  });

  test("is held by whoever begins to ask after it, also where nobody knows when it was made", async () => {
    const before = new Date(Date.now() - 60_000);
    const made = attempt("s1", { state: "done", fate: "done", certificateId: "c1", sentAt: "", until: "" });
    await journal.remember({ ...made, endedAt: undefined, issuedAt: undefined }, place);
    const [known] = await journal.attempts();
    expect(known).toMatchObject({ sentAt: "", issuedAt: undefined });
    const verdictFor = async (heldBefore: Date) =>
      (await journal.consider(typing({ what: made.what, heldBefore }))).verdict.kind;
    expect(await verdictFor(before)).toBe("answer");
    expect(await verdictFor(new Date())).toBe("send");
  });

  test("has nobody asked when that was where it does not matter", async () => {
    const never = () => Promise.reject(new Error("was asked"));
    await reissue(journal, typing({ heldBefore: never, name: "n", unshown: false }));
    await expect(journal.begin(typing({ heldBefore: never, name: "n" }), soon())).rejects.toThrow(
      "fulfilled",
    );
    await expect(journal.begin(typing({ heldBefore: never, name: "m" }), soon())).rejects.toThrow(
      "was asked",
    );
    const by = async () => new Date();
    const open = await reissue(journal, typing({ heldBefore: by, name: "o" }), "unknown");
    await expect(journal.begin(typing({ heldBefore: never, name: "m" }), soon())).rejects.toMatchObject({
      refusal: { because: "open" },
    });
    await journal.resolve(open, "cert-2");
    expect(await isSent(journal, typing({ heldBefore: by, name: "m" }))).toBe(true);
  });

  test("goes by that time also where it is seen only after the line was written", async () => {
    const by = (ms: number) => typing({ heldBefore: new Date(Date.now() + ms), name: `by ${ms}` });
    const meanwhile = async () => {
      await reissue(journal, typing({ name: crypto.randomUUID(), unshown: false }));
    };
    const early = await journal.begin(by(-60_000), soon(), meanwhile);
    await expect(early.sending()).rejects.toThrow("fulfilled");
    const late = await journal.begin(by(60_000), soon(), meanwhile);
    await expect(late.sending()).resolves.toBeUndefined();
  });

  test("keeps when it was made, where that is known", async () => {
    const [sentAt, endedAt] = ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:01.000Z"];
    const made = attempt("s1", { state: "done", fate: "done", certificateId: "c1", sentAt, endedAt });
    await journal.remember(made, place);
    expect(await journal.attempts()).toMatchObject([{ sentAt, endedAt, issuedAt: sentAt }]);
  });

  test("is not open any more once a person has said so, also at another address", async () => {
    const stored = [attempt("s1", { state: "unknown", fate: "open" })];
    const elsewhere = { name: undefined, address: "https://other.example" };
    const verdict = async () => (await journal.consider(creating({ place: elsewhere, stored }))).verdict.kind;
    expect(await verdict()).toBe("refuse");
    for (const id of ["s2", "s1"]) {
      await journal.remember({ ...unknown, attemptId: id, sentAt: "", until: "" }, place);
      expect(await verdict()).toBe("refuse");
      await journal.resolve(id, null);
      if (id === "s2") expect(await verdict()).toBe("refuse");
    }
    expect(await verdict()).toBe("send");
    expect(
      (await journal.consider(creating({ stored: [attempt("s1", { fate: "done", certificateId: "c" })] })))
        .verdict.kind,
    ).not.toBe("send");
  });

  test("stays open where the journal knows it as open at another service", async () => {
    const here = { name: "here", address };
    await reissue(journal, typing({ place: here, unshown: false, name: "n" }));
    await journal.remember(unknown, { name: "other", address: "https://other.example" });
    const stored = [attempt("s1", { state: "unknown", fate: "open" })];
    expect((await journal.consider(creating({ place: here, stored }))).verdict).toMatchObject({
      refusal: { because: "open" },
    });
  });

  test("keeps that it did happen", async () => {
    await journal.remember({ ...unknown, state: "done-unread" }, place);
    await expect(journal.resolve("s1", null)).rejects.toMatchObject({
      message: expect.stringContaining("did happen"),
    });
  });

  test("keeps the name under which the service is known", async () => {
    await journal.remember(unknown, { name: "prod", address });
    expect(await journal.attempts()).toMatchObject([{ service: "prod", address }]);
  });

  test("leaves what is known already as it is, also what a person has said", async () => {
    const id = await reissue(journal, typing(), "rejected");
    for (let time = 0; time < 2; time++) await journal.remember({ ...unknown, attemptId: id }, place);
    expect(await journal.attempts()).toMatchObject([{ attemptId: id, state: "rejected" }]);
  });

  test("is for what is news: not for what had no effect, nor for what others are known to have followed", async () => {
    await journal.remember(attempt("s0", { fate: "void" }), place);
    expect(await journal.attempts()).toEqual([]);
    const older = attempt("s1", { fate: "done", certificateId: "c1", sentAt: "2026-01-01T00:00:00.000Z" });
    const newer = attempt("s2", { fate: "done", certificateId: "c2", sentAt: "2026-02-01T00:00:00.000Z" });
    for (const stored of [newer, older, { ...newer, attemptId: "s3" }]) await journal.remember(stored, place);
    expect(await journal.attempts()).toMatchObject([
      { attemptId: "s2", certificateId: "c2", fate: "done", what: newer.what },
    ]);
  });
});

describe("a journal that cannot be used", () => {
  const unusable = {
    ...{ outcome: "not-sent", code: "journal_unavailable" },
    remedy: expect.stringContaining("CERTORDER_JOURNAL"),
  };

  test("a folder that cannot be made", async () => {
    const nowhere = new Journal({ folder: "/proc/certorder" });
    const entry = await nowhere.begin(creating(), soon());
    await expect(entry.sending()).rejects.toMatchObject(unusable);
    await expect(nowhere.check()).rejects.toMatchObject(unusable);
  });

  test("a folder that is a file", async () => {
    const file = join(newFolder("journal-"), "file");
    writeFileSync(file, "");
    await expect(new Journal({ folder: file }).begin(creating(), soon())).rejects.toMatchObject(unusable);
    await expect(new Journal({ folder: file }).attempts()).rejects.toMatchObject(unusable);
  });

  test("a folder that may only be read", async () => {
    // Permissions do not hold root back; the kernel's own folders do.
    const isRoot = process.getuid?.() === 0;
    const readOnly = isRoot ? "/sys/kernel" : newFolder("journal-");
    if (!isRoot) chmodSync(readOnly, 0o500);
    const entry = await new Journal({ folder: readOnly }).begin(creating(), soon());
    await expect(entry.sending()).rejects.toMatchObject(unusable);
  });

  test("a disk that has lost the line that it has just taken", async () => {
    const shelf = new FailingShelf();
    shelf.forgets = true;
    const entry = await new Journal({ shelf }).begin(creating(), soon());
    await expect(entry.sending()).rejects.toMatchObject({
      ...unusable,
      message: expect.stringContaining("does not stand there"),
    });
  });

  test("a disk that cannot be read any more once the line is written: nothing is sent, and that is written down", async () => {
    const shelf = new FailingShelf();
    const failing = new Journal({ shelf });
    const entry = await failing.begin(creating(), soon());
    shelf.failsToRead = true;
    await expect(entry.sending()).rejects.toMatchObject(unusable);
    shelf.failsToRead = false;
    await entry.settle("not-sent");
    expect(await failing.attempts()).toMatchObject([{ state: "not-sent" }]);
  });

  test("a file that can no longer be written when the outcome is there", async () => {
    const entry = await journal.begin(creating(), soon());
    await entry.sending();
    const file = fileOf("order-1");
    rmSync(file);
    mkdirSync(file);
    await expect(entry.settle("done", "cert-1")).rejects.toMatchObject(unusable);
  });
});

/** A shelf that does what a test wants to see. */
class FailingShelf extends MemoryShelf {
  failsToRead = false;
  failsToAppend = false;
  forgets = false;

  override history(orderId: string): History {
    const history = super.history(orderId);
    const fails = (isSo: boolean) => {
      if (isSo) throw Object.assign(new Error("EIO"), { code: "EIO" });
    };
    return {
      orderId,
      read: async () => {
        fails(this.failsToRead);
        return history.read();
      },
      append: async (line) => {
        fails(this.failsToAppend);
        if (!this.forgets) await history.append(line);
      },
    };
  }
}

describe("best effort", () => {
  test("passes over what cannot be used, also when nobody wants to hear of it", async () => {
    const entry = await new Journal({ folder: "/proc/certorder", bestEffort: true }).begin(
      creating(),
      soon(),
    );
    await expect(entry.sending()).resolves.toBeUndefined();
    await expect(entry.settle("done", "cert-1")).resolves.toBeUndefined();
  });

  test("says what it passes over, once for each thing", async () => {
    const problems: string[] = [];
    const onProblem = ({ code }: { code: string }) => void problems.push(code);
    const bestEffort = new Journal({ folder: "/proc/certorder", bestEffort: true, onProblem });
    await bestEffort.check();
    const entry = await bestEffort.begin(creating(), soon());
    await entry.sending();
    await entry.settle("done", "cert-1");
    expect(problems).toEqual(["journal_unavailable", "journal_unavailable"]);
  });

  test("respects what it does know", async () => {
    const attemptId = await reissue(journal, creating(), "unknown");
    const problems: unknown[] = [];
    const bestEffort = new Journal({ folder, bestEffort: true, onProblem: (error) => problems.push(error) });
    await expect(bestEffort.begin(typing(), soon())).rejects.toMatchObject({ attempt: { attemptId } });
    expect(problems).toEqual([]);
  });

  test("knows of nothing where nothing can be read", async () => {
    const shelf = new FailingShelf();
    shelf.failsToRead = true;
    expect(await new Journal({ shelf, bestEffort: true }).attempts("order-1")).toEqual([]);
  });

  test("goes on when nothing can be read before, and is held back by what is found later", async () => {
    const shelf = new FailingShelf();
    await reissue(new Journal({ shelf }), creating(), "unknown");
    shelf.failsToRead = true;
    const entry = await new Journal({ shelf, bestEffort: true }).begin(creating(), soon());
    shelf.failsToRead = false;
    await expect(entry.sending()).rejects.toMatchObject({ code: "unresolved_attempt" });
    expect((await new Journal({ shelf }).attempts()).map(({ state }) => state)).toEqual([
      "unknown",
      "not-sent",
    ]);
  });

  test("goes on when the line is written but cannot be read, and writes down what becomes of it", async () => {
    const shelf = new FailingShelf();
    const problems: unknown[] = [];
    const bestEffort = new Journal({ shelf, bestEffort: true, onProblem: (error) => problems.push(error) });
    const entry = await bestEffort.begin(creating(), soon());
    shelf.failsToRead = true;
    await expect(entry.sending()).resolves.toBeUndefined();
    expect(problems).toHaveLength(1);
    shelf.failsToRead = false;
    expect(await bestEffort.attempts()).toMatchObject([{ state: "sent" }]);
    await entry.settle("done", "cert-1");
    expect(await bestEffort.attempts()).toMatchObject([{ state: "done", certificateId: "cert-1" }]);
  });

  test("does not write down the end of what it could not begin", async () => {
    const shelf = new FailingShelf();
    const bestEffort = new Journal({ shelf, bestEffort: true });
    const entry = await bestEffort.begin(creating(), soon());
    shelf.failsToAppend = true;
    await entry.sending();
    shelf.failsToAppend = false;
    await entry.settle("unknown");
    expect(await bestEffort.attempts()).toEqual([]);
  });
});

describe("a journal and its shelf", () => {
  /** Kept by a server, whose clock is ahead of ours. */
  class Server extends MemoryShelf {
    readonly isShared = true;
    readonly rights = "GRANT INSERT";
    readonly aheadMs = 60_000;
  }

  test("what the shelf says of itself is what the journal says", () => {
    const shared = new Journal({ shelf: new Server() });
    expect([shared.isShared, shared.rights]).toEqual([true, "GRANT INSERT"]);
    expect([journal.isShared, journal.rights]).toEqual([false, undefined]);
  });

  test("times are those of the shelf", async () => {
    const now = () => new Date("2026-11-15T12:00:00.000Z");
    const shared = new Journal({ shelf: new Server(), now });
    await (await shared.begin(creating(), soon())).sending();
    expect(await shared.attempts()).toMatchObject([{ sentAt: "2026-11-15T12:01:00.000Z" }]);
  });

  test("can be named by its address", async () => {
    const named = new Journal({ url: `file://${folder}`, folder: newFolder("journal-") });
    await reissue(named, creating());
    expect(await journal.attempts()).toHaveLength(1);
  });

  test("is copied to another one, and knows there what it knew here", async () => {
    await reissue(journal, creating());
    const other = new Journal({ shelf: new MemoryShelf() });
    expect(await journal.copyTo(other)).toEqual({ orders: 1, lines: 2 });
    expect(await other.attempts()).toEqual(await journal.attempts());
    expect(await journal.copyTo(other)).toMatchObject({ lines: 0 });
    await expect(reissue(other, creating())).rejects.toThrow(Answered);
  });

  test("is not copied where there is nothing in it: another one may be meant", async () => {
    await journal.check();
    await expect(journal.copyTo(new Journal({ shelf: new MemoryShelf() }))).rejects.toMatchObject({
      ...{ code: "journal_refused", message: expect.stringContaining("knows of no attempt") },
    });
  });

  test("is not copied while an attempt may be on its way", async () => {
    await (await journal.begin(creating(), soon())).sending();
    const other = new Journal({ shelf: new MemoryShelf() });
    await expect(journal.copyTo(other)).rejects.toMatchObject({
      code: "journal_refused",
      message: expect.stringContaining("at order order-1 may still be on its way"),
    });
    expect(await other.attempts()).toEqual([]);
  });

  test("keeps each line of writers that write at once", async () => {
    expect(await journal.race(3, 2)).toMatchObject({ lines: 6, lost: 0, doubled: 0, misled: 0 });
  });
});

test.each(["ID", "CERTIFICATE_ID", "not-happened", "anew"])(
  "a command that was copied as it stood (%s) says nothing about a certificate",
  async (word) => {
    const id = await reissue(journal, creating(), "unknown");
    await expect(journal.resolve(id, word)).rejects.toMatchObject({
      ...{ code: "journal_refused", remedy: "Put the id that the service shows in its place." },
    });
    expect(await journal.attempts()).toMatchObject([{ fate: "open" }]);
  },
);

test("a certificate is as old as its attempt, also where a person has found it out only now", async () => {
  const shelf = new MemoryShelf();
  const days = (n: number) => new Date(Date.parse("2026-11-15T12:00:00.000Z") + n * 86_400_000);
  const on = (day: number) => new Journal({ shelf, now: () => days(day) });
  const ask = creating({ validityDays: 10 });
  const entry = await on(0).begin(ask, days(1));
  await entry.sending();
  await entry.settle("unknown");
  await on(9).resolve(entry.attemptId, "cert-1");
  expect((await on(9).consider(ask)).verdict).toMatchObject({ kind: "answer" });
  expect((await on(10).consider(ask)).verdict).toMatchObject({ refusal: { because: "expired" } });
});
