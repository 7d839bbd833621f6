import { appendFileSync, existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Journal, requestDigest } from "../../../src/journal/index.ts";
import { ageJournal } from "../../harness/aged-journal.ts";
import { certorder, certorderEach, newFolder } from "../../harness/cli/cli.ts";
import { fileOfOrder } from "../../harness/cli/file-of-order.ts";
import { address, claim, commandIntent, reissue, type TestIntent } from "../../harness/journal/intents.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";

/** Outcomes of reissues, by the name of an order that has one. */
const outcomes = { done: "done", rejected: "rejected", unknown: "unknown", unread: "done-unread" } as const;

/** The intent of a command about the order `o`, or another one. */
const intentOf = (more: Partial<TestIntent> = {}) => {
  const values = { sign_hash: "sha256", common_name: "example.com" };
  return commandIntent({ orderId: "o", requestDigest: requestDigest(more.orderId ?? "o", values), ...more });
};

/** A journal with an attempt of each outcome, and what commands about it print. */
async function filledJournal(orders: Partial<typeof outcomes> = outcomes) {
  const folder = newJournal();
  const journal = new Journal(folder);
  const attempts = { done: "", rejected: "", unknown: "", unread: "" };
  for (const [orderId, outcome] of Object.entries(orders)) {
    const certificate = outcome === "done" ? "cert-done" : undefined;
    attempts[orderId as keyof typeof outcomes] = await reissue(
      journal,
      intentOf({ orderId }),
      outcome,
      certificate,
    );
  }
  const run = (line: string) => certorder(`journal ${line}`, { env: { CERTORDER_JOURNAL: folder } });
  const json = async (line: string) => JSON.parse((await run(`${line} --json`)).stdout) as unknown;
  /** The orders that are not ok, with their states. */
  const blocked = async () => {
    const { stdout } = await certorder("status --blocked --json", { env: { CERTORDER_JOURNAL: folder } });
    const { orders } = JSON.parse(stdout) as { orders: { order_id: string; state: string }[] };
    return orders.map(({ order_id, state }) => `${order_id} ${state}`);
  };
  /** Damages the log of an order. */
  const damage = (orderId: string) =>
    appendFileSync(fileOfOrder(folder, orderId), "\nnonsense\n", { mode: 0o600 });
  return { folder, journal, attempts, run, json, damage, blocked };
}

test("Commands about a journal that does not exist report that, and create none", async () => {
  const nowhere = join(newFolder(), "nowhere");
  const other = join(newFolder(), "other");
  const at = `--journal ${nowhere}`;
  const ended = await certorderEach([
    `status ${at}`,
    `status --older-than 60d ${at}`,
    `journal show o ${at}`,
    `journal resolve o a1 --not-happened ${at}`,
    `journal repair o ${at}`,
    `journal copy file://${nowhere} file://${other}`,
  ]);
  expect(ended.map(({ code }) => code)).toEqual([7, 7, 7, 7, 7, 7]);
  for (const { stderr } of ended) expect(stderr).toContain(`The journal in ${nowhere} does not exist.`);
  expect([nowhere, other].map((folder) => existsSync(folder))).toEqual([false, false]);
});

describe("certorder journal show", () => {
  test("shows all about one attempt, or about all attempts of an order", async () => {
    const { folder, journal, run, json } = await filledJournal({});
    const first = await reissue(journal, intentOf({ idempotencyKey: "TICKET-1", validityDays: 90 }));
    const second = await reissue(journal, intentOf(), "done", "cert-2");
    await claim(journal, intentOf());
    const open = (await journal.attempts("o")).at(-1)?.attemptId;
    const one = await run(`show ${first}`);
    expect(one).toMatchObject({ code: 0, stderr: "" });
    expect(one.stdout.trim().split("\n")).toEqual([
      first,
      "  order       o",
      "  status      done, certificate cert-1",
      expect.stringMatching(`^  sent        2\\S+ by process ${process.pid} on ${hostname()}$`),
      expect.stringMatching(/^ {2}deadline {4}2\S+Z$/),
      expect.stringMatching(/^ {2}ended {7}2\S+Z$/),
      "  key         TICKET-1",
      expect.stringMatching(/^ {2}request {5}common_name \([0-9a-f]{16}\), sign_hash \([0-9a-f]{16}\)$/),
      "  validity    90 days",
      `  service     ${address}`,
    ]);
    const all = (await run("show o")).stdout;
    // The open attempt may have made a later certificate.
    expect(all).not.toContain("latest");
    expect(all).toContain("  previous    cert-1");
    expect(all).toContain("  in flight   perhaps");
    const [, deadline = ""] = /deadline +(\S+)/.exec(all.split(String(open))[1] ?? "") ?? [];
    const accepted = new Date(Date.parse(deadline) + 15 * 60_000).toISOString();
    // The line that is refused until then is not there yet.
    expect(all).not.toContain("--not-happened");
    expect(all).toContain(
      [
        "  way out     Do not repeat it. Look the order up in the service's portal.",
        "              If it was reissued:",
        `                  certorder journal resolve o ${open} --certificate-id ID --journal ${folder}`,
        "              If the order still shows no reissue 15 minutes after the sender stopped waiting: that is accepted from " +
          `${accepted} on, once its sender has ended.`,
      ].join("\n"),
    );
    expect(await json("show o")).toMatchObject({
      journal: folder,
      attempts: [
        {
          attempt_id: first,
          order_id: "o",
          idempotency_key: "TICKET-1",
          answered_keys: [],
          latest: false,
          status: "succeeded",
          last_event: "done",
          certificate_id: "cert-1",
          validity_days: 90,
          is_imported: false,
          process: expect.stringContaining(`${hostname()}/${process.pid}/`),
          request: { common_name: expect.any(String), sign_hash: expect.any(String) },
        },
        { attempt_id: second, latest: false, previous: "cert-1" },
        { attempt_id: open, latest: false, last_event: "sent", status: "open", may_be_in_flight: true },
      ],
    });
  });

  test("names the order's latest certificate, and shows the values of the request that made it", async () => {
    const { journal, run, json } = await filledJournal({});
    await reissue(journal, intentOf());
    const requestValues = { sign_hash: '"sha384"', common_name: '"a.example"' };
    const second = await reissue(journal, intentOf({ requestValues }), "done", "cert-2");
    const lines = (await run("show o")).stdout.split("\n");
    expect(lines.filter((line) => line.includes("latest"))).toEqual([
      `${second}  the order's latest certificate`,
    ]);
    const at = lines.indexOf('  request     common_name: "a.example"');
    expect(lines[at + 1]).toBe('              sign_hash: "sha384"');
    expect(await json("show o")).toMatchObject({
      attempts: [{ latest: false }, { latest: true, request_values: requestValues }],
    });
  });

  test("shows the keys that an attempt answered, and that a person stated its outcome", async () => {
    const { journal, run, json } = await filledJournal({});
    const lost = await reissue(journal, intentOf({ idempotencyKey: "a" }), "unknown");
    await journal.resolve({ orderId: "o", attemptId: lost, certificateId: "cert-7" });
    const [latest] = await journal.attempts("o");
    const intent = intentOf({ idempotencyKey: "b", force: false });
    if (latest) await journal.recordAnswer({ ...intent, knownLatest: () => latest }, latest);
    const { stdout } = await run("show o");
    expect(stdout).toMatch(/^ {2}answered {4}key b$/m);
    expect(stdout).toMatch(/^ {2}ended {7}2\S+Z, stated by a person$/m);
    expect(await json("show o")).toMatchObject({
      attempts: [{ answered_keys: ["b"], is_stated: true, certificate_id: "cert-7" }],
    });
  });

  test("does not offer the certificate of an earlier attempt, which called back late", async () => {
    const { journal, run, json } = await filledJournal({});
    for (const key of ["1", "2"])
      await reissue(journal, intentOf({ idempotencyKey: key, force: true }), "done", `cert-${key}`);
    const lost = await reissue(journal, intentOf({ idempotencyKey: "3", force: true }), "unknown");
    await journal.callbacks.addReceiver("r");
    await journal.callbacks.record({ orderId: "o", certificateId: "cert-1", receiver: "r" });
    for (const operand of ["o", lost]) {
      expect((await run(`show ${operand}`)).stdout).toContain("--certificate-id ID ");
      const { attempts } = (await json(`show ${operand}`)) as { attempts: object[] };
      expect(attempts.at(-1)).toMatchObject({ attempt_id: lost, callbacks: [] });
    }
  });

  test("fails for an unknown attempt or order without repeating its id", async () => {
    const { run } = await filledJournal();
    const { code, stderr } = await run("show a-pasted-secret");
    expect([code, stderr]).toEqual([2, expect.stringContaining("has no such attempt or order.")]);
    expect(stderr).not.toContain("a-pasted-secret");
  });
});

describe("certorder journal resolve", () => {
  test("refuses an unknown attempt, one with a result, and what contradicts the service", async () => {
    const { attempts, run } = await filledJournal();
    const refusals = {
      "done a-pasted-secret": /has no such attempt of this order(?!.*a-pasted-secret)/s,
      [`done ${attempts.unknown}`]: /has no such attempt of this order/,
      [`done ${attempts.done}`]: /Attempt \w+ made certificate cert-done\.[\s\S]*supersede the attempt/,
      [`unread ${attempts.unread}`]: /did happen: the service reported success.*--certificate-id ID/s,
    };
    for (const [operands, why] of Object.entries(refusals)) {
      const { code, stdout, stderr } = await run(`resolve ${operands} --not-happened`);
      expect({ code, stdout, stderr }).toEqual({ code: 7, stdout: "", stderr: expect.stringMatching(why) });
      expect(stderr).toContain("The journal was not changed.");
      expect(stderr).not.toMatch(/Nothing happened|Nothing was sent/);
    }
    const { code, stdout } = await run(`resolve unread ${attempts.unread} --not-happened --json`);
    expect(code).toBe(7);
    expect(JSON.parse(stdout)).toMatchObject({ code: "resolution_refused" });
  });

  test("records either outcome, and the order is no longer blocked", async () => {
    const { attempts, folder, run, json, blocked } = await filledJournal();
    ageJournal(folder);
    expect(await run(`resolve unknown ${attempts.unknown} --not-happened`)).toMatchObject({
      code: 0,
      stdout: `✓ resolved attempt ${attempts.unknown} of order unknown: not reissued\n`,
    });
    expect(await json(`resolve unread ${attempts.unread} --certificate-id cert-77`)).toEqual({
      attempt_id: attempts.unread,
      order_id: "unread",
      certificate_id: "cert-77",
      resolved: true,
    });
    expect(await blocked()).toEqual([]);
  });
});

describe("certorder journal repair", () => {
  test("sets aside the unreadable entries that status and show name, and needs --yes without a terminal", async () => {
    const { attempts, folder, run, json, damage, blocked } = await filledJournal();
    damage("done");
    damage("gone");
    expect(await blocked()).toEqual(["done damaged", "gone damaged", "unknown open", "unread open"]);
    expect((await run("show done")).stdout).toContain(`${attempts.done}  the order's latest`);
    const gone = await run("show gone");
    expect(gone.stdout).toMatch(/^entry 2 cannot be read$/m);
    expect(gone.stdout).toContain(`certorder journal repair gone --journal ${folder}`);
    expect(await run(`show ${attempts.done}`)).toMatchObject({ code: 0 });
    expect(await json("show done")).toMatchObject({ damaged: [{ order_id: "done" }] });

    const asked = await run("repair done");
    expect(asked).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("add --yes") });
    expect(asked.stderr).toMatch(/^In the log of order done:\n {2}entry \d cannot be read\n/);
    const done = await run("repair done --yes");
    expect(done.stdout).toMatch(/^✓ repaired order done. Set aside: entry \d cannot be read$/m);
    expect(await json("repair done --yes")).toEqual({ order_id: "done", repaired: false, set_aside: [] });
    expect(await blocked()).toEqual(["gone damaged", "unknown open", "unread open"]);
    expect(await run("repair a-pasted-secret")).toMatchObject({
      code: 2,
      stderr: expect.not.stringContaining("a-pasted-secret"),
    });
  });

  test("does not set aside an attempt, whatever its date", async () => {
    const { folder, run, blocked } = await filledJournal();
    ageJournal(folder, -86_400_000);
    for (const orderId of ["unknown", "done"])
      expect(await run(`repair ${orderId} --yes`)).toMatchObject({
        code: 0,
        stdout: "The log of this order needs no repair.\n",
      });
    expect(await blocked()).toEqual(["unknown open", "unread open"]);
  });
});
