import { appendFileSync, existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { ageJournal } from "../../harness/aged-journal.ts";
import { certorder, certorderEach, newFolder } from "../../harness/cli/cli.ts";
import { fileOfOrder } from "../../harness/cli/file-of-order.ts";
import { address, recordAttempt } from "./recorded-attempt.ts";

/** Outcomes of reissues, by the name of an order that has one. */
const outcomes = { done: "done", rejected: "rejected", unknown: "unknown", unread: "done-unread" } as const;

/** A journal with an attempt of each outcome. */
async function filledJournal() {
  const folder = newFolder();
  const journal = new Journal({ dir: folder });
  const attempts: Record<string, string> = {};
  for (const [orderId, outcome] of Object.entries(outcomes))
    attempts[orderId] = await recordAttempt(journal, { orderId }, outcome);
  return { folder, attempts, env: { CERTORDER_JOURNAL_DIR: folder } };
}

/** Damages the log of an order. */
function damage(folder: string, orderId: string): void {
  appendFileSync(fileOfOrder(folder, orderId), "\nnonsense\n", { mode: 0o600 });
}

describe("certorder journal list", () => {
  test("shows the attempts that block their orders, and with --all the others too", async () => {
    const { folder, attempts, env } = await filledJournal();
    const [open, all, json] = await certorderEach(
      [[], ["--all"], ["--all", "--json"]].map((more) => ({ args: ["journal", "list", ...more], env })),
    );
    const lines = open?.stdout.trim().split("\n");
    expect(lines).toHaveLength(2);
    expect(open?.stdout).toContain(`${attempts.unknown}  order unknown  unknown, blocks the order`);
    expect(open?.stdout).toContain(`${attempts.unread}  order unread  done-unread, blocks the order`);
    expect(all?.stdout).toMatch(/order done {2}done, certificate cert-done {2}\d{4}-/);
    expect(all?.stdout).toContain("order rejected  rejected  ");
    expect(JSON.parse(json?.stdout ?? "")).toMatchObject({
      folder,
      attempts: [
        { order_id: "done", last_event: "done", status: "succeeded", certificate_id: "cert-done" },
        { order_id: "rejected", last_event: "rejected", status: "void" },
        { order_id: "unknown", last_event: "unknown", status: "open", may_be_in_flight: true },
        { order_id: "unread", last_event: "done-unread", status: "open", may_be_in_flight: false },
      ],
      damaged: [],
    });
  });

  test("has the oldest attempt first, with its key and service, whatever its order", async () => {
    const folder = newFolder();
    const journal = new Journal({ dir: folder });
    const ids: string[] = [];
    // Each is a minute older than the next.
    for (const [orderId, idempotencyKey] of [
      ["z", "2026-10"],
      ["a", "2026-11"],
      ["m", undefined],
    ] as const) {
      ageJournal(folder, 60_000);
      const service = { name: "production", address };
      ids.push(await recordAttempt(journal, { orderId, idempotencyKey, service }, "done"));
    }
    const env = { CERTORDER_JOURNAL_DIR: folder };
    const [all, json] = await certorderEach(
      [["--all"], ["--all", "--json"]].map((more) => ({ args: ["journal", "list", ...more], env })),
    );
    expect(all?.stdout.trim().split("\n")).toEqual([
      expect.stringMatching(
        new RegExp(`^${ids[0]}  order z  done, certificate cert-z  \\S+  key 2026-10  production$`),
      ),
      expect.stringMatching(
        new RegExp(`^${ids[1]}  order a  done, certificate cert-a  \\S+  key 2026-11  production$`),
      ),
      expect.stringMatching(new RegExp(`^${ids[2]}  order m  done, certificate cert-m  \\S+  production$`)),
    ]);
    expect(JSON.parse(json?.stdout ?? "")).toMatchObject({
      attempts: [
        { order_id: "z", idempotency_key: "2026-10", service: "production", address },
        { order_id: "a", idempotency_key: "2026-11" },
        { order_id: "m", answered: [] },
      ],
    });
  });

  test("shows entries that cannot be read, and goes on with the other orders", async () => {
    const { folder, attempts, env } = await filledJournal();
    damage(folder, "done");
    damage(folder, "gone");
    const [people, programs] = await certorderEach(
      [[], ["--json"]].map((more) => ({ args: ["journal", "list", ...more], env })),
    );
    expect(people?.code).toBe(0);
    expect(people?.stdout).toContain(`${attempts.unknown}  order unknown`);
    expect(people?.stdout).toMatch(/^damaged {2}order done {2}entry \d cannot be read, blocks the order$/m);
    expect(people?.stdout).toMatch(/^damaged {2}order gone {2}entry 2 cannot be read, blocks the order$/m);
    expect(JSON.parse(programs?.stdout ?? "")).toMatchObject({
      attempts: [{ order_id: "unknown" }, { order_id: "unread" }],
      damaged: [
        { order_id: "done", position: expect.any(Number) },
        { order_id: "gone", position: 2, problem: "entry 2 cannot be read" },
      ],
    });
  });

  test("reports a journal that does not exist, and creates none, like show, resolve, repair and copy", async () => {
    const nowhere = join(newFolder(), "nowhere");
    const other = join(newFolder(), "other");
    const at = ["--journal-dir", nowhere];
    const [open, all, json, ...others] = await certorderEach([
      { args: ["journal", "list", ...at] },
      { args: ["journal", "list", "--all", ...at] },
      { args: ["journal", "list", "--json", ...at] },
      { args: ["journal", "show", "o", ...at] },
      { args: ["journal", "resolve", "o", "a1", "--not-happened", ...at] },
      { args: ["journal", "repair", "o", ...at] },
      { args: ["journal", "copy", `file://${nowhere}`, `file://${other}`] },
    ]);
    for (const ended of [open, all]) {
      expect(ended?.code).toBe(0);
      expect(ended?.stdout).toContain(`The journal in ${nowhere} does not exist yet`);
      expect(ended?.stdout).toContain("--journal-dir (CERTORDER_JOURNAL_DIR) or --journal-url");
    }
    expect(json?.code).toBe(0);
    expect(JSON.parse(json?.stdout ?? "")).toEqual({
      folder: nowhere,
      exists: false,
      attempts: [],
      damaged: [],
    });
    for (const [index, ended] of others.entries())
      expect(ended).toMatchObject({
        code: index === others.length - 1 ? 7 : 2,
        stderr: expect.stringContaining(`The journal in ${nowhere} does not exist.`),
      });
    expect([nowhere, other].map((folder) => existsSync(folder))).toEqual([false, false]);
  });

  test("reports of an empty journal that no order is blocked, or that it is empty", async () => {
    const env = { CERTORDER_JOURNAL_DIR: newFolder() };
    const [open, all, json] = await certorderEach(
      [[], ["--all"], ["--json"]].map((more) => ({ args: ["journal", "list", ...more], env })),
    );
    expect(open).toMatchObject({ code: 0, stdout: "No order is blocked.\n" });
    expect(all).toMatchObject({ code: 0, stdout: "The journal is empty.\n" });
    expect(JSON.parse(json?.stdout ?? "")).toMatchObject({ exists: true, attempts: [], damaged: [] });
  });
});

describe("certorder journal show", () => {
  test("shows all about one attempt, or about all attempts of an order", async () => {
    const folder = newFolder();
    const journal = new Journal({ dir: folder });
    const first = await recordAttempt(journal, { idempotencyKey: "TICKET-1", validityDays: 90 }, "done");
    const second = await recordAttempt(journal, {}, "done");
    const open = await recordAttempt(journal, {});
    const env = { CERTORDER_JOURNAL_DIR: folder };
    const [one, all, json] = await certorderEach(
      [[first], ["o"], ["o", "--json"]].map((more) => ({ args: ["journal", "show", ...more], env })),
    );
    expect(one).toMatchObject({ code: 0, stderr: "" });
    for (const line of [
      /^ {2}order {7}o$/m,
      /^ {2}status {6}done, certificate cert-o$/m,
      new RegExp(`^  sent        2\\S+ by process ${process.pid} on ${hostname()}$`, "m"),
      /^ {2}deadline {4}2\S+Z$/m,
      /^ {2}ended {7}2\S+Z$/m,
      /^ {2}key {9}TICKET-1$/m,
      /^ {2}request {5}common_name \([0-9a-f]{16}\), sign_hash \([0-9a-f]{16}\)$/m,
      /^ {2}validity {4}90 days$/m,
      /^ {2}service {5}https:\/\/service\.example\.test$/m,
    ])
      expect(one?.stdout).toMatch(line);
    expect(one?.stdout.split("\n")[0]).toBe(first);

    const latest = all?.stdout.split("\n").filter((line) => line.includes("the order's latest"));
    expect(latest).toEqual([`${second}  the order's latest`]);
    expect(all?.stdout).toContain("  replaced    cert-o");
    expect(all?.stdout).toContain("  in flight   perhaps");
    expect(all?.stdout).toContain(
      [
        "  way out     Look the order up at the service.",
        "              If it was reissued:",
        `                  certorder journal resolve o ${open} --certificate-id ID --journal-dir ${folder}`,
        "              If the order still shows no reissue 15 minutes after the sender stopped waiting:",
        `                  certorder journal resolve o ${open} --not-happened --journal-dir ${folder}`,
      ].join("\n"),
    );
    expect(JSON.parse(json?.stdout ?? "")).toMatchObject({
      folder,
      attempts: [
        {
          attempt_id: first,
          order_id: "o",
          idempotency_key: "TICKET-1",
          answered: [],
          latest: false,
          status: "succeeded",
          last_event: "done",
          resolved_manually: false,
          certificate_id: "cert-o",
          validity_days: 90,
          service: address,
          address,
          is_imported: false,
          sent_at: expect.any(String),
          ended_at: expect.any(String),
          deadline: expect.any(String),
          process: expect.stringContaining(`${hostname()}/${process.pid}/`),
          request: { common_name: expect.any(String), sign_hash: expect.any(String) },
        },
        { attempt_id: second, latest: true, replaced: "cert-o" },
        { attempt_id: open, latest: false, last_event: "sent", status: "open", may_be_in_flight: true },
      ],
      damaged: [],
    });
  });

  test("shows the keys that an attempt answered, and that a person resolved it", async () => {
    const folder = newFolder();
    const journal = new Journal({ dir: folder });
    const attempt = await recordAttempt(journal, { idempotencyKey: "a" }, "unknown");
    await journal.resolve({ orderId: "o", attemptId: attempt, certificateId: "cert-7" });
    const [latest] = await journal.attempts("o");
    const service = { name: undefined, address };
    const intent = { orderId: "o", service, requestDigest: latest?.requestDigest, idempotencyKey: "b" };
    if (latest) await journal.recordAnswer({ ...intent, knownLatest: () => latest, force: false }, latest);
    const env = { CERTORDER_JOURNAL_DIR: folder };
    const [people, programs] = await certorderEach(
      [[], ["--json"]].map((more) => ({ args: ["journal", "show", "o", ...more], env })),
    );
    expect(people?.stdout).toMatch(/^ {2}answered {4}key b$/m);
    expect(people?.stdout).toMatch(/^ {2}ended {7}2\S+Z, resolved by a person$/m);
    expect(JSON.parse(programs?.stdout ?? "")).toMatchObject({
      attempts: [{ answered: [{ key: "b" }], resolved_manually: true, certificate_id: "cert-7" }],
    });
  });

  test("shows entries of an order that cannot be read, with the command that sets them aside", async () => {
    const { folder, attempts, env } = await filledJournal();
    damage(folder, "done");
    damage(folder, "gone");
    const [done, gone, attempt, json] = await certorderEach(
      [["done"], ["gone"], [attempts.done ?? ""], ["done", "--json"]].map((more) => ({
        args: ["journal", "show", ...more],
        env,
      })),
    );
    expect(done?.stdout).toContain(`${attempts.done}  the order's latest`);
    expect(done?.stdout).toMatch(/^entry \d cannot be read$/m);
    expect(gone?.stdout).toMatch(/^entry 2 cannot be read$/m);
    expect(gone?.stdout).toContain(`certorder journal repair gone --journal-dir ${folder}`);
    expect(attempt).toMatchObject({ code: 0, stdout: expect.stringContaining("certificate cert-done") });
    expect(JSON.parse(json?.stdout ?? "")).toMatchObject({
      attempts: [{ attempt_id: attempts.done }],
      damaged: [{ order_id: "done", position: expect.any(Number) }],
    });
  });

  test("fails for an unknown attempt or order without repeating its id", async () => {
    const { env } = await filledJournal();
    const { code, stderr } = await certorder(["journal", "show", "a-pasted-secret"], { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining("has no such attempt or order.")]);
    expect(stderr).not.toContain("a-pasted-secret");
  });
});

describe("certorder journal resolve", () => {
  const resolve = (...args: string[]) => ({ args: ["journal", "resolve", ...args] });

  test("refuses an unknown attempt, one with a result, and what contradicts the service", async () => {
    const { attempts, env } = await filledJournal();
    const [missing, otherOrder, repeated, contrary, contraryJson] = await certorderEach(
      [
        resolve("done", "a-pasted-secret", "--not-happened"),
        resolve("done", attempts.unknown ?? "", "--not-happened"),
        resolve("done", attempts.done ?? "", "--not-happened"),
        resolve("unread", attempts.unread ?? "", "--not-happened"),
        resolve("unread", attempts.unread ?? "", "--not-happened", "--json"),
      ],
      env,
    );
    expect(missing?.stderr).toMatch(/has no such attempt of this order(?!.*a-pasted-secret)/s);
    expect(otherOrder?.stderr).toContain("has no such attempt of this order");
    expect(repeated?.stderr).toContain("already has a result (done, certificate cert-done)");
    expect(contrary?.stderr).toContain("did happen: the service reported success");
    expect(contrary?.stderr).toContain("Resolve it with the id of the new certificate.");
    for (const ended of [missing, otherOrder, repeated, contrary, contraryJson]) {
      expect(ended).toMatchObject({ code: 7 });
      expect(ended?.stderr).not.toMatch(/Nothing happened|Nothing was sent/);
    }
    expect(JSON.parse(contraryJson?.stdout ?? "")).toMatchObject({ code: "journal_refused" });
  });

  test("records either outcome, and the order is no longer blocked", async () => {
    const { attempts, folder, env } = await filledJournal();
    ageJournal(folder);
    const [notHappened, happened] = await certorderEach(
      [
        resolve("unknown", attempts.unknown ?? "", "--not-happened"),
        resolve("unread", attempts.unread ?? "", "--certificate-id", "cert-77", "--json"),
      ],
      env,
    );
    expect(notHappened).toMatchObject({
      code: 0,
      stdout: `✓ resolved attempt ${attempts.unknown} of order unknown: not reissued\n`,
    });
    expect(JSON.parse(happened?.stdout ?? "")).toEqual({
      attempt_id: attempts.unread,
      order_id: "unread",
      certificate_id: "cert-77",
      resolved: true,
    });
    expect(await certorder(["journal", "list"], { env })).toMatchObject({ stdout: "No order is blocked.\n" });
  });
});

describe("certorder journal repair", () => {
  const repair = (...args: string[]) => ({ args: ["journal", "repair", ...args] });

  test("shows what it would set aside without a terminal, and needs --yes to do it", async () => {
    const { folder, env } = await filledJournal();
    damage(folder, "done");
    const [asked, done, again] = await certorderEach(
      [repair("done"), repair("done", "--yes"), repair("done", "--yes", "--json")],
      env,
    );
    expect(asked).toMatchObject({ code: 2, stdout: "" });
    expect(asked?.stderr).toMatch(/^In the log of order done:\n {2}entry \d cannot be read\n/);
    expect(asked?.stderr).toContain("add --yes");
    expect(done?.code).toBe(0);
    expect(done?.stdout).toMatch(/^✓ repaired order done. Set aside: entry \d cannot be read$/m);
    expect(JSON.parse(again?.stdout ?? "")).toEqual({ order_id: "done", repaired: false, set_aside: [] });
    const { stdout } = await certorder(["journal", "list", "--json"], { env });
    expect(JSON.parse(stdout)).toMatchObject({ damaged: [] });
  });

  test("sets aside an open attempt that is dated in the future, and no other attempt", async () => {
    const { attempts, folder, env } = await filledJournal();
    ageJournal(folder, -86_400_000);
    const notHappened = ["journal", "resolve", "unknown", attempts.unknown ?? "", "--not-happened"];
    const [refused, repaired, other] = await certorderEach(
      [{ args: notHappened }, repair("unknown", "--yes", "--json"), repair("done", "--yes")],
      env,
    );
    expect(refused?.code).toBe(7);
    expect(refused?.stderr).toContain("which is in the future by this clock");
    expect(refused?.stderr).toContain(`\n      certorder journal repair unknown --journal-dir ${folder}\n`);
    expect(JSON.parse(repaired?.stdout ?? "")).toEqual({
      order_id: "unknown",
      repaired: true,
      set_aside: [{ attempt_id: attempts.unknown, sent_at: expect.stringMatching(/^2/) }],
    });
    expect(other).toMatchObject({ code: 0, stdout: "The log of this order needs no repair.\n" });
    const { stdout } = await certorder(["journal", "list", "--all", "--json"], { env });
    const listed = (JSON.parse(stdout) as { attempts: { order_id: string }[] }).attempts;
    expect(listed.find(({ order_id }) => order_id === "unknown")).toMatchObject({ status: "void" });
    expect(listed.find(({ order_id }) => order_id === "done")).toMatchObject({ status: "succeeded" });
  });
});
