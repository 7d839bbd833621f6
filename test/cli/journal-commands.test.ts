import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Ask } from "../../src/journal/index.ts";
import { Journal, whatIsAsked } from "../../src/journal/index.ts";
import { ageJournal } from "../aged-journal.ts";
import { certorder, certorderEach, newFolder } from "./cli.ts";

const address = "https://service.example.test";
/** What becomes of reissues, by the name of an order that stands for it. */
const outcomes = { done: "done", rejected: "rejected", unknown: "unknown", unread: "done-unread" } as const;

async function attempt(
  journal: Journal,
  ask: Partial<Ask>,
  outcome?: "done" | "rejected" | "unknown" | "done-unread",
) {
  const orderId = ask.orderId ?? "o";
  const what = whatIsAsked(orderId, { sign_hash: "sha256", common_name: "example.com" });
  const place = { name: undefined, address };
  const until = new Date(Date.now() + 60_000);
  const entry = await journal.begin({ place, orderId, what, again: true, ...ask }, until);
  await entry.sending();
  if (outcome) await entry.settle(outcome, outcome === "done" ? `cert-${orderId}` : undefined);
  return entry.attemptId;
}

/** A journal with an attempt in each state that a reissue can leave it in. */
async function filledJournal() {
  const folder = newFolder();
  const journal = new Journal({ folder });
  const attempts: Record<string, string> = {};
  for (const [orderId, outcome] of Object.entries(outcomes))
    attempts[orderId] = await attempt(journal, { orderId }, outcome);
  return { folder, attempts, env: { CERTORDER_JOURNAL: folder } };
}

describe("certorder journal list", () => {
  test("shows what is held back, and with --all the rest as well", async () => {
    const { folder, attempts, env } = await filledJournal();
    const [held, all, json] = await certorderEach(
      [[], ["--all"], ["--all", "--json"]].map((more) => ({ args: ["journal", "list", ...more], env })),
    );
    const lines = held?.stdout.trim().split("\n");
    expect(lines).toHaveLength(2);
    expect(held?.stdout).toContain(`${attempts.unknown}  order unknown  unknown, not settled`);
    expect(held?.stdout).toContain(`${attempts.unread}  order unread  done-unread, not settled`);
    expect(all?.stdout).toMatch(/order done {2}done, certificate cert-done {2}\d{4}-/);
    expect(all?.stdout).toContain("order rejected  rejected  ");
    expect(JSON.parse(json?.stdout ?? "")).toMatchObject({
      folder,
      attempts: [
        { order_id: "done", state: "done", open: false, certificate_id: "cert-done" },
        { order_id: "rejected", state: "rejected", open: false },
        { order_id: "unknown", state: "unknown", open: true, may_be_in_flight: true },
        { order_id: "unread", state: "done-unread", open: true, may_be_in_flight: false },
      ],
    });
  });

  test("has the newest last, whatever its order, with its name and service", async () => {
    const folder = newFolder();
    const journal = new Journal({ folder });
    const ids: string[] = [];
    // Each is a minute older than the next.
    for (const [orderId, name] of [
      ["z", "2026-10"],
      ["a", "2026-11"],
      ["m", undefined],
    ] as const) {
      ageJournal(folder, 60_000);
      const place = { name: "production", address };
      ids.push(await attempt(journal, { orderId, name, place, unshown: name === undefined }, "done"));
    }
    const env = { CERTORDER_JOURNAL: folder };
    const [all, held, json] = await certorderEach(
      [["--all"], [], ["--all", "--json"]].map((more) => ({ args: ["journal", "list", ...more], env })),
    );
    expect(all?.stdout.trim().split("\n")).toEqual([
      expect.stringMatching(
        new RegExp(`^${ids[0]}  order z  done, certificate cert-z  \\S+  once 2026-10  production$`),
      ),
      expect.stringMatching(
        new RegExp(`^${ids[1]}  order a  done, certificate cert-a  \\S+  once 2026-11  production$`),
      ),
      expect.stringMatching(
        new RegExp(`^${ids[2]}  order m  done, certificate cert-m, not acknowledged  \\S+  production$`),
      ),
    ]);
    expect(held?.stdout.trim().split("\n")).toEqual([expect.stringContaining(`${ids[2]}  order m`)]);
    expect(JSON.parse(json?.stdout ?? "")).toMatchObject({
      attempts: [
        { order_id: "z", once: "2026-10", service: "production", address, open: false },
        { order_id: "a", once: "2026-11", open: false },
        { order_id: "m", open: true },
      ],
    });
  });

  test("of a journal that is not there says so, and makes none", async () => {
    const nowhere = join(newFolder(), "nowhere");
    const other = join(newFolder(), "other");
    const at = ["--journal-dir", nowhere];
    const [held, all, json, shown, resolved, copied] = await certorderEach([
      { args: ["journal", "list", ...at] },
      { args: ["journal", "list", "--all", ...at] },
      { args: ["journal", "list", "--json", ...at] },
      { args: ["journal", "show", "o", ...at] },
      { args: ["journal", "resolve", "a1", "--not-happened", ...at] },
      { args: ["journal", "copy", `file://${nowhere}`, `file://${other}`] },
    ]);
    for (const ended of [held, all]) {
      expect(ended?.code).toBe(0);
      expect(ended?.stdout).toContain(`The journal in ${nowhere} does not exist`);
      expect(ended?.stdout).toContain("--journal-dir (CERTORDER_JOURNAL) or --journal-url");
    }
    expect(json?.code).toBe(0);
    expect(JSON.parse(json?.stdout ?? "")).toEqual({ folder: nowhere, exists: false, attempts: [] });
    for (const ended of [shown, resolved, copied])
      expect(ended).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`The journal in ${nowhere} does not exist.`),
      });
    expect([nowhere, other].map((folder) => existsSync(folder))).toEqual([false, false]);
  });

  test("of an empty journal says that nothing is held back, or that it is empty", async () => {
    const env = { CERTORDER_JOURNAL: newFolder() };
    const [held, all, json] = await certorderEach(
      [[], ["--all"], ["--json"]].map((more) => ({ args: ["journal", "list", ...more], env })),
    );
    expect(held).toMatchObject({ code: 0, stdout: "Nothing is held back.\n" });
    expect(all).toMatchObject({ code: 0, stdout: "The journal is empty.\n" });
    expect(JSON.parse(json?.stdout ?? "")).toMatchObject({ exists: true, attempts: [] });
  });

  test("of a folder that cannot be read speaks of the folder, not of a reissue", async () => {
    const { code, stderr } = await certorder(["journal", "list", "--journal-dir", "/proc/self/mem"]);
    expect(code).toBe(2);
    expect(stderr).toContain("The journal in /proc/self/mem cannot be used");
    expect(stderr).not.toContain("not-sent");
  });

  test("finds the journal in the user's state folder", async () => {
    const state = newFolder();
    const { stdout } = await certorder(["journal", "list", "--json"], { env: { XDG_STATE_HOME: state } });
    expect(JSON.parse(stdout)).toEqual({ folder: join(state, "certorder"), exists: false, attempts: [] });
  });
});

describe("certorder journal show", () => {
  test("tells all that is known of an attempt, and of an order the whole history", async () => {
    const folder = newFolder();
    const journal = new Journal({ folder });
    const first = await attempt(journal, { name: "TICKET-1", validityDays: 90 }, "done");
    const place = { name: "staging", address: "https://staging.example.test" };
    const other = await attempt(journal, { place, anew: first }, "done");
    const second = await attempt(journal, {}, "done");
    const open = await attempt(journal, {});
    const env = { CERTORDER_JOURNAL: folder };
    const [one, all, json] = await certorderEach(
      [[first], ["o"], ["o", "--json"]].map((more) => ({ args: ["journal", "show", ...more], env })),
    );
    expect(one).toMatchObject({ code: 0, stderr: "" });
    for (const line of [
      /^ {2}order {7}o$/m,
      /^ {2}state {7}done, certificate cert-o$/m,
      new RegExp(`^  sent        2\\S+ by process ${process.pid} on ${hostname()}$`, "m"),
      /^ {2}waits until 2\S+Z$/m,
      /^ {2}ended {7}2\S+Z$/m,
      /^ {2}once {8}TICKET-1$/m,
      /^ {2}asked for {3}common_name \([0-9a-f]{16}\), sign_hash \([0-9a-f]{16}\)$/m,
      /^ {2}validity {4}90 days$/m,
      /^ {2}service {5}https:\/\/service\.example\.test$/m,
    ])
      expect(one?.stdout).toMatch(line);
    expect(one?.stdout.split("\n")[0]).toBe(first);

    // One order id, two services: each has its newest.
    const heads = all?.stdout.split("\n").filter((line) => line.includes("the order's newest"));
    expect(heads).toEqual([`${other}  the order's newest`, `${second}  the order's newest`]);
    expect(all?.stdout).toContain("  replaced    cert-o");
    expect(all?.stdout).toContain("  in flight   perhaps");
    expect(all?.stdout).toContain(
      `  way out     If it was not reissued, and still is not a quarter of an hour later, run: certorder journal resolve ${open}`,
    );
    expect(JSON.parse(json?.stdout ?? "")).toMatchObject({
      folder,
      attempts: [
        {
          ...{ attempt_id: first, order_id: "o", once: "TICKET-1", head: false, open: false, fate: "done" },
          ...{ certificate_id: "cert-o", validity_days: 90, service: address, address },
          ...{ sent_at: expect.any(String), ended_at: expect.any(String), until: expect.any(String) },
          process: expect.stringContaining(`${hostname()}/${process.pid}/`),
          asked_for: { common_name: expect.any(String), sign_hash: expect.any(String) },
        },
        { attempt_id: other, head: true, service: "staging", address: place.address },
        { attempt_id: second, head: true, replaced: "cert-o" },
        { attempt_id: open, head: false, state: "sent", open: true, may_be_in_flight: true },
      ],
    });
  });
});

describe("certorder journal resolve", () => {
  const resolve = (...args: string[]) => ({ args: ["journal", "resolve", ...args] });

  test("refuses what is not there, is settled, or contradicts the service, and changes nothing", async () => {
    const { attempts, env } = await filledJournal();
    const [missing, settled, contrary, contraryJson] = await certorderEach(
      [
        resolve("nobody", "--not-happened"),
        resolve(attempts.done ?? "", "--not-happened"),
        resolve(attempts.unread ?? "", "--not-happened"),
        resolve(attempts.unread ?? "", "--not-happened", "--json"),
      ],
      env,
    );
    expect(missing?.stderr).toMatch(/has no such attempt(?!.*nobody)/s);
    expect(settled?.stderr).toContain("is settled already (done, certificate cert-done)");
    expect(contrary?.stderr).toContain("did happen: the service reported success");
    expect(contrary?.stderr).toContain("Resolve it with the id of that certificate.");
    for (const ended of [missing, settled, contrary, contraryJson]) {
      expect(ended).toMatchObject({ code: 2 });
      expect(ended?.stderr).not.toMatch(/Nothing happened|Nothing was sent/);
    }
    expect(JSON.parse(contraryJson?.stdout ?? "")).toMatchObject({ code: "journal_refused" });
  });

  test("does not take that it did not happen while it may be in flight", async () => {
    const { attempts, folder, env } = await filledJournal();
    const notHappened = resolve(attempts.unknown ?? "", "--not-happened");
    const [early] = await certorderEach([notHappened], env);
    expect(early?.code).toBe(2);
    expect(early?.stderr).toContain(`Attempt ${attempts.unknown} may still be on its way`);
    expect(early?.stderr).toContain("a quarter of an hour after that");
    ageJournal(folder, 14 * 60_000);
    expect((await certorderEach([notHappened], env))[0]).toMatchObject({ code: 2 });
    ageJournal(folder, 3 * 60_000);
    expect((await certorderEach([notHappened], env))[0]).toMatchObject({ code: 0 });
  });

  test("takes both answers, and each sets its order free", async () => {
    const { attempts, folder, env } = await filledJournal();
    ageJournal(folder);
    const [notHappened, happened] = await certorderEach(
      [
        resolve(attempts.unknown ?? "", "--not-happened"),
        resolve(attempts.unread ?? "", "--certificate-id", "cert-77", "--json"),
      ],
      env,
    );
    expect(notHappened).toMatchObject({
      code: 0,
      stdout: "✓ resolved order unknown: not reissued. It can be reissued again.\n",
    });
    expect(JSON.parse(happened?.stdout ?? "")).toEqual({
      attempt_id: attempts.unread,
      order_id: "unread",
      certificate_id: "cert-77",
      resolved: true,
    });
    expect(await certorder(["journal", "list"], { env })).toMatchObject({
      stdout: "Nothing is held back.\n",
    });
  });
});
