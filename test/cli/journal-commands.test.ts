import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Journal } from "../../src/journal/index.ts";
import { certorder, certorderEach, newFolder } from "./cli.ts";

/** What becomes of reissues, by the name of an order that stands for it. */
const outcomes = { done: "done", rejected: "rejected", unknown: "unknown", unread: "done-unread" } as const;

/** A journal with an attempt in each state that a reissue can leave it in. */
async function filledJournal() {
  const folder = newFolder();
  const journal = new Journal({ folder });
  const attempts: Record<string, string> = {};
  for (const [orderId, outcome] of Object.entries(outcomes)) {
    const service = "https://service.example.test/";
    const entry = await journal.open({ service, orderId, askId: orderId, askedAtMs: Date.now() });
    await entry.sending();
    await entry.settle(outcome, "cert-1");
    attempts[orderId] = entry.attemptId;
  }
  await journal.acknowledge(attempts.done ?? "");
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
    expect(all?.stdout).toMatch(/order done {2}done, certificate cert-\d+ {2}\d{4}-/);
    expect(all?.stdout).toContain("order rejected  rejected  ");
    expect(JSON.parse(json?.stdout ?? "")).toMatchObject({
      folder,
      attempts: [
        { order_id: "done", state: "done", closed: true, certificate_id: expect.stringMatching(/^cert-/) },
        { order_id: "rejected", state: "rejected", closed: true },
        { order_id: "unknown", state: "unknown", closed: false },
        { order_id: "unread", state: "done-unread", closed: false },
      ],
    });
  });

  test("of a journal that is not there says so, and makes none", async () => {
    const nowhere = join(newFolder(), "nowhere");
    const [held, all] = await certorderEach(
      [[], ["--all"]].map((more) => ({ args: ["journal", "list", "--journal-dir", nowhere, ...more] })),
    );
    expect(held).toMatchObject({ code: 0, stdout: "Nothing is held back.\n" });
    expect(all).toMatchObject({ code: 0, stdout: "The journal is empty.\n" });
    expect(existsSync(nowhere)).toBe(false);
  });

  test("of a folder that cannot be read speaks of the folder, not of a reissue", async () => {
    const { code, stderr } = await certorder(["journal", "list", "--journal-dir", "/proc/self/mem"]);
    expect(code).toBe(2);
    expect(stderr).toContain("The journal in /proc/self/mem cannot be used");
    expect(stderr).not.toContain("It never left");
  });

  test("finds the journal in the user's state folder", async () => {
    const state = newFolder();
    const { stdout } = await certorder(["journal", "list", "--json"], { env: { XDG_STATE_HOME: state } });
    expect(JSON.parse(stdout)).toEqual({ folder: join(state, "certorder"), attempts: [] });
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
    expect(settled?.stderr).toContain("is settled already (done)");
    expect(contrary?.stderr).toContain("did happen: the service reported success");
    expect(contrary?.stderr).toContain("Resolve it with the id of the certificate.");
    for (const ended of [missing, settled, contrary, contraryJson]) {
      expect(ended).toMatchObject({ code: 2 });
      expect(ended?.stderr).not.toContain("Nothing happened");
    }
    expect(JSON.parse(contraryJson?.stdout ?? "")).toMatchObject({ code: "journal_refused" });
  });

  test("takes both answers, and each sets its order free", async () => {
    const { attempts, env } = await filledJournal();
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
