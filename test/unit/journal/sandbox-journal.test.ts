import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CertOrderError } from "../../../src/contract/index.ts";
import { createSandboxJournal, Journal, toServiceRef } from "../../../src/journal/index.ts";
import { claim, isSent, preview, reissue, renewalIntent } from "../../harness/journal/intents.ts";
import { createJournal, newJournal } from "../../harness/journal/new-journal.ts";
import { newFolder } from "../../harness/new-folder.ts";

// The clock of a sandbox's journal can be moved. These tests try to make it decide about a real order.

const dayMs = 86_400_000;
const name = "sandbox-0a1b2c";
const own = { service: toServiceRef(name, `http://127.0.0.1:4010/${name}`) };
const real = { service: toServiceRef(undefined, "https://api.example.com") };
const due = (of: typeof own) => renewalIntent(60, of);

async function sandboxJournal(folder = newFolder("sandbox-journal-")) {
  return { folder, ...(await createSandboxJournal(folder, name)) };
}

/** How far the clock of the journal in a folder is ahead, in days. */
function daysAhead(folder: string): number {
  const before = Date.now();
  return Math.floor((new Journal(folder).now().getTime() - before) / dayMs);
}

const markerOf = (folder: string) => join(folder, "journal.json");
const mark = (folder: string, sandbox: unknown) =>
  writeFileSync(markerOf(folder), JSON.stringify({ journal: "certorder", version: 1, sandbox }));

describe("The journal of a sandbox", () => {
  test("has the sandbox's clock, in each process that has opened it before", async () => {
    const { folder, journal, setClock } = await sandboxJournal();
    const other = new Journal(folder);
    await reissue(other, { ...due(own), maxAgeMs: undefined });
    expect(await preview(other, due(own))).toMatchObject({ kind: "already-done" });
    setClock(61 * dayMs);
    for (const one of [other, journal, new Journal(folder)]) {
      expect(await preview(one, due(own))).toMatchObject({ kind: "send" });
      expect((await one.status("order-1"))?.ageMs).toBeGreaterThan(60 * dayMs);
    }
  });

  test("lets an attempt be resolved as not happened when its clock has passed the fifteen minutes", async () => {
    const { journal, setClock } = await sandboxJournal();
    const attemptId = await reissue(journal, { ...due(own), maxAgeMs: undefined }, "unknown");
    const resolve = () => journal.resolve({ orderId: "order-1", attemptId, certificateId: null });
    await expect(resolve()).rejects.toMatchObject({ code: "order_busy" });
    setClock(20 * 60_000);
    expect(await resolve()).toMatchObject({ status: "void" });
  });

  test("does not let an attempt be resolved while its sender runs, however far the clock is moved", async () => {
    const { journal, setClock } = await sandboxJournal();
    const claimed = await claim(journal, { ...due(own), maxAgeMs: undefined });
    setClock(365 * dayMs);
    const { attemptId = "" } = claimed.kind === "send" ? claimed.attempt : {};
    await expect(
      journal.resolve({ orderId: "order-1", attemptId, certificateId: null }),
    ).rejects.toMatchObject({ code: "order_busy" });
    expect(await isSent(journal, due(own))).toBe(false);
  });

  test("is opened again by its own sandbox with the clock that it had, and by no other", async () => {
    const { folder, setClock } = await sandboxJournal();
    setClock(90 * dayMs);
    await sandboxJournal(folder);
    expect(daysAhead(folder)).toBe(90);
    await expect(createSandboxJournal(folder, "sandbox-ffffff")).rejects.toMatchObject({
      code: "journal_unavailable",
    });
  });

  test("keeps its mark when certorder journal init is run on it", async () => {
    const { folder, setClock } = await sandboxJournal();
    setClock(90 * dayMs);
    const before = readFileSync(markerOf(folder), "utf8");
    await new Journal(folder).init();
    expect(readFileSync(markerOf(folder), "utf8")).toBe(before);
  });
});

const otherService = { code: "journal_unavailable", message: expect.stringContaining(`journal of ${name}`) };

describe("A clock that was moved decides about no real order", () => {
  test.each([
    ["the same shell", real.service],
    [
      "the same shell, where CERTORDER_SERVICE still names the sandbox",
      toServiceRef(name, "https://api.example.com"),
    ],
    ["a tunnel on this machine", toServiceRef(name, "http://127.0.0.1:4010")],
    ["another sandbox", toServiceRef("sandbox-ffffff", "http://127.0.0.1:4011/sandbox-ffffff")],
  ])("from %s: the sandbox's journal takes no order of another service", async (_, service) => {
    const { journal, folder, setClock } = await sandboxJournal();
    setClock(90 * dayMs);
    await expect(preview(journal, due({ service }))).rejects.toMatchObject(otherService);
    const statement = { orderId: "order-1", certificateId: "cert-1", issuedAt: "2026-01-01T00:00:00Z" };
    await expect(journal.importCertificate(statement, service)).rejects.toMatchObject(otherService);
    expect(readdirSync(folder).filter((file) => file.endsWith(".jsonl"))).toEqual([]);
  });

  test("by journal copy: neither into the sandbox's journal, nor back", async () => {
    const { journal, setClock } = await sandboxJournal();
    const ordinary = new Journal(newJournal());
    await reissue(ordinary, { ...due(real), maxAgeMs: undefined });
    await expect(ordinary.copyTo(journal)).rejects.toMatchObject(otherService);
    await reissue(journal, { ...due(own), maxAgeMs: undefined });
    setClock(20 * 60_000);
    await expect(journal.copyTo(ordinary)).rejects.toMatchObject(otherService);
  });

  test("by a copy of the whole folder: it stays the sandbox's", async () => {
    const { folder, journal, setClock } = await sandboxJournal();
    await reissue(journal, { ...due(own), maxAgeMs: undefined });
    setClock(90 * dayMs);
    const copy = join(newFolder("copied-"), "certorder");
    cpSync(folder, copy, { recursive: true });
    await expect(preview(new Journal(copy), due(real))).rejects.toMatchObject(otherService);
  });

  test("by a copy of the order's file into a real journal: the order is blocked", async () => {
    const { folder, journal, setClock } = await sandboxJournal();
    setClock(90 * dayMs);
    await reissue(journal, { ...due(own), maxAgeMs: undefined });
    const target = newJournal();
    for (const file of readdirSync(folder).filter((one) => one.endsWith(".jsonl")))
      copyFileSync(join(folder, file), join(target, file));
    expect(daysAhead(target)).toBe(0);
    expect(await preview(new Journal(target), due(real))).toMatchObject({
      blocked: { reason: "other-service" },
    });
    // The time of its reissue is in the future there, so that it never looks old.
    expect(await preview(new Journal(target), due(own))).toMatchObject({
      blocked: { reason: "too-young", isInFuture: true },
    });
  });

  test("by a sandbox that is started on a real journal: it refuses, and leaves the journal as it is", async () => {
    const folder = newJournal();
    await reissue(new Journal(folder), { ...due(real), maxAgeMs: undefined });
    const unmarked = newFolder("unmounted-");
    writeFileSync(join(unmarked, "order-1.jsonl"), "");
    for (const place of [folder, unmarked])
      await expect(createSandboxJournal(place, name)).rejects.toBeInstanceOf(CertOrderError);
    expect([readFileSync(markerOf(folder), "utf8"), readdirSync(unmarked)]).toEqual(["", ["order-1.jsonl"]]);
  });

  test("by a marker that is changed while a process uses a real journal", async () => {
    const folder = newJournal();
    const journal = new Journal(folder);
    await reissue(journal, { ...due(real), maxAgeMs: undefined });
    mark(folder, { service: name, clockAheadMs: 90 * dayMs });
    expect(await preview(journal, due(real))).toMatchObject({ kind: "already-done" });
    // A process that starts later uses it for that sandbox only.
    await expect(preview(new Journal(folder), due(real))).rejects.toMatchObject(otherService);
  });

  test.each([
    ["no sandbox", undefined],
    ["a service that is no sandbox", { service: "https://api.example.com", clockAheadMs: dayMs }],
    ["a name in a list", { service: [name], clockAheadMs: dayMs }],
    [
      "a clock that goes back, which would make an attempt look late",
      { service: name, clockAheadMs: -2 * dayMs },
    ],
    ["a time that is no number", { service: name, clockAheadMs: "86400000" }],
    ["a time that no date has", { service: name, clockAheadMs: Number.MAX_SAFE_INTEGER }],
    ["no time", { service: name }],
  ])("by a marker with %s: the machine's clock counts", async (_, sandbox) => {
    const folder = newJournal();
    mark(folder, sandbox);
    expect(daysAhead(folder)).toBe(0);
    expect(await isSent(new Journal(folder), { ...due(real), maxAgeMs: undefined })).toBe(true);
  });

  test("by a marker that is a link to that of a sandbox's journal", async () => {
    const { folder, setClock } = await sandboxJournal();
    setClock(90 * dayMs);
    const linked = newFolder("linked-");
    symlinkSync(markerOf(folder), markerOf(linked));
    expect(daysAhead(linked)).toBe(0);
  });

  test("by the place: a journal elsewhere, in it or around it has the machine's clock", async () => {
    const { folder, setClock } = await sandboxJournal();
    setClock(90 * dayMs);
    const inner = join(folder, "inner");
    mkdirSync(inner, { mode: 0o700 });
    for (const place of [newJournal(), createJournal(inner), join(folder, ".."), join(folder, "none")])
      expect(daysAhead(place)).toBe(0);
  });

  test("by a sandbox whose journal is gone: its clock is not written into the next one there", async () => {
    const { folder, setClock } = await sandboxJournal();
    writeFileSync(markerOf(folder), "");
    expect(() => setClock(90 * dayMs)).toThrow(`not the journal of ${name}`);
    expect(daysAhead(folder)).toBe(0);
  });
});
