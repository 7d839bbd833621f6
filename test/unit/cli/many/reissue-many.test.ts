import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ageJournal } from "../../../harness/aged-journal.ts";
import { certorder, certorderProcess, newFolder, startCertorder } from "../../../harness/cli/cli.ts";
import { type AnswerName, orderService } from "../../../harness/cli/order-service.ts";
import { csr, csrFile, environmentFor, listener, names, service } from "../../../harness/cli/service.ts";
import { newJournal } from "../../../harness/journal/new-journal.ts";

const asked = ["--sign-hash", "sha256", "--idempotency-key", "k"];

/** A file with these lines. */
function fileWith(...lines: string[]): string {
  const path = join(newFolder(), "orders.csv");
  writeFileSync(path, lines.join("\n"));
  return path;
}

const ordersFile = (count: number) =>
  fileWith("order_id", ...Array.from({ length: count }, (_, index) => `o-${index + 1}`));

/** A service, a journal, and commands that use both. */
async function newStage(choose?: (orderId: string) => AnswerName) {
  const { url, ...seen } = await orderService(choose);
  const env = { ...environmentFor(url), CERTORDER_JOURNAL: newJournal() };
  const reissue = (path: string, ...flags: readonly string[]) =>
    certorder(["reissue", "--from", path, "--yes", "--max-tries", "1", ...flags], { env });
  return { ...seen, env, reissue };
}

const linesOf = (text: string) => text.trimEnd().split("\n");
const rowsOf = (text: string) => linesOf(text).map((line) => JSON.parse(line) as Record<string, unknown>);

const mixed: Readonly<Record<string, AnswerName>> = { "o-2": "5xx", "o-3": "refused", "o-4": "5xx" };

describe("certorder reissue --from", () => {
  test.concurrent("prints one line of JSON for each row, and the summary on standard error", async () => {
    const { ledger, reissue } = await newStage((order) => mixed[order] ?? "success");
    const { code, stdout, stderr } = await reissue(ordersFile(6), ...asked, "--json");
    expect(code).toBe(5);
    const rows = rowsOf(stdout).toSorted((one, other) => Number(one.line) - Number(other.line));
    expect(rows.map(({ line, order_id, result }) => [line, order_id, result])).toEqual([
      [2, "o-1", "sent"],
      [3, "o-2", "unknown"],
      [4, "o-3", "rejected"],
      [5, "o-4", "unknown"],
      [6, "o-5", "sent"],
      [7, "o-6", "sent"],
    ]);
    expect(rows[0]).toMatchObject({ outcome: "done", certificate_id: ledger.get("o-1")?.[0], tries: 1 });
    const attempt_id = expect.stringMatching(/^[0-9a-f]{12}$/);
    expect(rows[1]).toMatchObject({ outcome: "unknown", code: "busy", http_status: 503, attempt_id });
    expect(rows[1]?.remedy).toContain(`certorder journal resolve o-2 ${rows[1]?.attempt_id} --not-happened`);
    expect(rows[2]).toMatchObject({ outcome: "rejected", code: "order_locked" });
    expect(stderr).toContain("6 orders: 3 sent, 1 rejected, 2 unknown.");
  });

  test.concurrent("prints for a row that is already done what the reissue of a single order prints", async () => {
    const { env, reissue } = await newStage();
    await reissue(ordersFile(1), ...asked);
    const row = await reissue(ordersFile(1), ...asked, "--json");
    const single = await certorder(["reissue", "o-1", ...asked, "--json"], { env });
    const alreadyDone = { line: 2, result: "already-done", ...JSON.parse(single.stdout) };
    expect(rowsOf(row.stdout)).toEqual([alreadyDone]);
  });

  test.concurrent("shows people each row with a problem, what to do about each code once, and a summary", async () => {
    const { reissue } = await newStage((order) => mixed[order] ?? "success");
    const { code, stdout, stderr } = await reissue(ordersFile(6), ...asked);
    expect(code).toBe(5);
    expect(stdout).toMatch(/^6 orders: 3 sent, 1 rejected, 2 unknown\.\n/);
    expect(stderr).toMatch(/✗ line 3, order o-2: unknown \(busy, attempt [0-9a-f]{12}\)/);
    expect(stderr).toMatch(/✗ line 5, order o-4: unknown \(busy, attempt [0-9a-f]{12}\)/);
    expect(stderr).toContain("✗ line 4, order o-3: rejected (order_locked)");
    expect(stderr.match(/--not-happened/g)).toHaveLength(1);
    // The next run names the attempts, too, and sends the row that was refused.
    const again = await reissue(ordersFile(6), ...asked);
    expect(again.code).toBe(3);
    expect(again.stderr).toMatch(/order o-4: blocked \(unresolved_attempt, attempt [0-9a-f]{12}\)/);
    const status = /2 orders with an open attempt: certorder (status --blocked --journal \S+)/.exec(
      again.stdout,
    );
    expect((await certorder(status?.[1] ?? "")).code).toBe(9);
  });

  test.concurrent("names the import for the orders without a certificate in the journal", async () => {
    const { env, reissue } = await newStage();
    const { code, stdout } = await reissue(ordersFile(3), "--sign-hash", "sha256", "--max-age", "60d");
    expect(code).toBe(4);
    expect(linesOf(stdout)).toEqual([
      "3 orders: 3 blocked.",
      `Import the certificates of the 3 orders without one in the journal, with the flags of this request: certorder journal import --from FILE --journal ${env.CERTORDER_JOURNAL}`,
    ]);
  });

  test.concurrent("does not let an order's name control the terminal", async () => {
    const { reissue } = await newStage(() => "refused");
    const rows = [{ order_id: "a\u202eb" }, { order_id: "c\u200bd" }];
    const file = fileWith(...rows.map((row) => JSON.stringify(row)));
    const { stdout, stderr } = await reissue(file, ...asked);
    expect(stdout + stderr).not.toMatch(/[\u202e\u200b]/);
    const json = await reissue(file, ...asked, "--json");
    expect(json.stdout).not.toMatch(/[\u202e\u200b]/);
  });

  test.concurrent("tells what is left after --limit, and the same command sends the rest", async () => {
    const { ledger, reissue } = await newStage();
    const file = ordersFile(10);
    const canary = await reissue(file, ...asked, "--limit", "3");
    expect(canary).toMatchObject({ code: 4, stdout: expect.stringContaining("10 orders: 3 sent, 7 left.") });
    expect(canary.stdout).toContain("The run stopped at --limit 3.");
    expect(ledger.size).toBe(3);
    expect(await reissue(file, ...asked)).toMatchObject({ code: 0 });
    expect([...ledger.values()].flat()).toHaveLength(10);
  });

  test.concurrent("shows only problems with --quiet, also for a single order", async () => {
    const { env, reissue } = await newStage((order) => (order === "o-3" ? "refused" : "success"));
    expect(await reissue(ordersFile(2), ...asked, "--quiet")).toEqual({
      ...{ code: 0, stdout: "", stderr: "", signal: null },
    });
    const failed = await reissue(ordersFile(4), ...asked, "--quiet");
    expect(failed).toMatchObject({ code: 3, stdout: "" });
    expect(failed.stderr).toContain("order o-3: rejected");
    expect(failed.stderr).toContain("4 orders: 1 sent, 2 already done, 1 rejected.");
    const json = await reissue(ordersFile(4), ...asked, "--quiet", "--json");
    expect(rowsOf(json.stdout)).toMatchObject([{ order_id: "o-3", result: "rejected" }]);
    const single = (order: string) => certorder(["reissue", order, ...asked, "--quiet"], { env });
    expect(await single("o-1")).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(await single("o-3")).toMatchObject({ code: 3, stderr: expect.stringContaining("order_locked") });
  });

  test.concurrent("has nothing to do for a file with a header alone, and fails for one with nothing", async () => {
    const { reissue, env } = await newStage();
    const nothing = { code: 0, stdout: "", stderr: "" };
    expect(await reissue(fileWith("order_id"), ...asked, "--quiet")).toMatchObject(nothing);
    expect(await reissue(fileWith("order_id", ""), ...asked)).toMatchObject({
      code: 0,
      stdout: "0 orders: nothing was done.\n",
    });
    expect(await reissue(fileWith("order_id"), "--max-age", "60d", "--dry-run", "--quiet")).toMatchObject(
      nothing,
    );
    expect(await reissue(fileWith(""), ...asked, "--quiet")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("The file is empty."),
    });
    const piped = await certorder(["reissue", "--from", "-", ...asked, "--yes", "--quiet"], {
      env,
      stdin: "",
    });
    expect(piped).toMatchObject(nothing);
  });

  test.concurrent("sends the CSR that was checked, also if its file changes during the run", async () => {
    const csrPath = join(newFolder(), "site.pem");
    writeFileSync(csrPath, csr);
    const { url, heard } = await listener((_, response) => {
      writeFileSync(csrPath, "changed");
      response.end('{"code":"success","data":{"certificate":{"id":"c"}}}');
    });
    const env = { ...environmentFor(url), CERTORDER_JOURNAL: newJournal() };
    const flags = "--sign-hash sha256 --idempotency-key k --yes --concurrency 1".split(" ");
    const input = ["order_id,csr_file", `o-1,${csrPath}`, `o-2,${csrPath}`].join("\n");
    const { code, stderr } = await certorder(["reissue", "--from", "-", ...flags], { env, stdin: input });
    expect(code, stderr).toBe(0);
    expect(heard.map(({ body }) => JSON.parse(body).certificate.csr)).toEqual([csr, csr]);
  });

  test.concurrent("refuses a file with a wrong row before it sends anything", async () => {
    const { asked: requests, reissue } = await newStage();
    const file = fileWith("order_id,validity_days", "o-1,90", "o-2,0", "o-3,30");
    const { code, stderr } = await reissue(file, "--sign-hash", "sha256", "--max-age", "60d");
    expect(code).toBe(2);
    expect(stderr).toContain("Line 3");
    // A certificate for 30 days would expire before its renewal.
    expect(stderr).toContain("Line 4");
    const mismatch = fileWith("order_id,csr_file,common_name", `o-1,${csrFile},else.example`);
    expect((await reissue(mismatch, ...asked)).code).toBe(2);
    expect(await reissue(mismatch, ...asked, "--allow-mismatch")).toMatchObject({ code: 0 });
    expect(requests).toEqual(["o-1"]);
  });

  test.concurrent.each([
    [["--from", "f", "o-1", "--yes"], "needs either ORDER_ID or --from FILE"],
    [["--from", "f", ...asked], "There is no terminal to confirm the reissues at."],
    [["--from", "f", ...asked, "--yes", "--supersede", "a"], "--supersede names an attempt of one order"],
    [["--from", "f", ...asked, "--yes", "--journal", "none"], "--from needs a journal"],
    [["--from", "f", "--yes"], "A reissue needs --idempotency-key or --max-age"],
    [["--from", "f", ...asked, "--yes", "--rate", "fast"], "--rate is not a rate above 0."],
    [["--from", "f", ...asked, "--yes", "--concurrency", "0"], "--concurrency must be a whole number"],
    [["o-1", ...asked, "--limit", "3"], "--limit needs --from FILE."],
  ])("refuses a wrong command line: %j", async (args, what) => {
    const { code, stdout, stderr } = await certorder(["reissue", ...args], {
      env: environmentFor("http://127.0.0.1:1"),
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(what);
  });

  test.concurrent("does not create a journal", async () => {
    const env = { ...environmentFor("http://127.0.0.1:1"), CERTORDER_JOURNAL: join(newFolder(), "gone") };
    const { code, stderr } = await certorder(["reissue", "--from", ordersFile(1), ...asked, "--yes"], {
      env,
    });
    expect(code).toBe(4);
    expect(stderr).toContain("journal init");
  });
});

describe("certorder reissue --from --require-callback", () => {
  const passes = {
    kind: "status",
    operation: "callback-test",
    status: 200,
    body: '{"code":"success"}',
  } as const;
  const flags = ["--sign-hash", "sha256", "--common-name", names[0], "--csr-file", csrFile];
  const reissue = async (orders: number) => {
    const ids = Array.from({ length: orders }, (_, index) => `order-${index + 1}`);
    const sandbox = await service(ids);
    const env = { ...sandbox.env, CERTORDER_JOURNAL: newJournal() };
    const run = () =>
      certorder(
        ["reissue", "--from", fileWith("order_id", ...ids), ...flags, "--require-callback", "--yes"].concat([
          "--idempotency-key",
          "k",
        ]),
        { env },
      );
    const operations = (name: string) =>
      sandbox.requests.filter(({ operation }) => operation === name).length;
    return { sandbox, run, operations };
  };

  test("tests the callback once for all rows", async () => {
    const { sandbox, run, operations } = await reissue(30);
    sandbox.addFault({ ...passes, times: 100 });
    expect(await run()).toMatchObject({ code: 0 });
    expect([operations("callback-test"), operations("reissue")]).toEqual([1, 30]);
  });

  test("stops if the callback fails, and sends nothing", async () => {
    const { run, operations } = await reissue(30);
    const { code, stdout } = await run();
    expect(code).toBe(4);
    expect(stdout).toContain("The run stopped: the callback has to pass its test.");
    expect([operations("callback-test"), operations("reissue")]).toEqual([1, 0]);
  });
});

describe("certorder reissue --dry-run", () => {
  test("tells which rows of a file are due, by their order alone", async () => {
    const {
      asked: requests,
      env,
      reissue,
    } = await newStage((order) => (order === "o-2" ? "5xx" : "success"));
    const renewal = ["--max-age", "60d"];
    await reissue(ordersFile(2), ...asked);
    ageJournal(env.CERTORDER_JOURNAL, 90 * 86_400_000);
    await reissue(fileWith("order_id", "o-3"), ...asked);
    const dueIn = async (...flags: string[]) => {
      const { code, stdout } = await reissue(ordersFile(4), "--dry-run", "--json", ...flags);
      return [
        code,
        ...rowsOf(stdout).map(({ order_id, due, result, code }) => [order_id, due, result, code]),
      ];
    };
    expect(await dueIn(...renewal)).toEqual([
      4,
      ["o-1", true, "due", undefined],
      ["o-2", false, "blocked", "unresolved_attempt"],
      ["o-3", false, "already-done", undefined],
      ["o-4", false, "blocked", "not_in_journal"],
    ]);
    // A whole request is compared with the one that made the latest certificate.
    expect(await dueIn(...renewal, "--sign-hash", "sha512")).toContainEqual([
      "o-3",
      false,
      "blocked",
      "recently_reissued",
    ]);
    expect(await dueIn("--idempotency-key", "k")).toEqual([
      4,
      ["o-1", false, "already-done", undefined],
      ["o-2", false, "blocked", "unresolved_attempt"],
      ["o-3", false, "already-done", undefined],
      ["o-4", true, "due", undefined],
    ]);
    const people = await reissue(ordersFile(1), "--dry-run", ...renewal);
    expect(people).toMatchObject({
      code: 0,
      stdout: "due: order o-1 (line 2)\n1 order: 1 due. Nothing was sent.\n",
    });
    expect(requests).toHaveLength(3);
    const { CERTORDER_AUTH_KEY: _, ...withoutKey } = env;
    const line = ["reissue", "--from", ordersFile(1), "--dry-run", ...renewal];
    expect(await certorder(line, { env: withoutKey })).toMatchObject({ code: 0 });
  });

  test("tells whether the renewal of a single order is due", async () => {
    const { env, reissue } = await newStage();
    await reissue(ordersFile(1), ...asked);
    const dryRun = (order: string) =>
      certorder(["reissue", order, "--dry-run", "--sign-hash", "sha256", "--max-age", "60d", "--json"], {
        env,
      });
    const young = await dryRun("o-1");
    expect(young.stderr).toBe("A renewal is not due.\n");
    expect(JSON.parse(young.stdout)).toMatchObject({ dry_run: true, due: false });
    ageJournal(env.CERTORDER_JOURNAL, 90 * 86_400_000);
    expect(JSON.parse((await dryRun("o-1")).stdout)).toMatchObject({ due: true });
    expect(await dryRun("o-2")).toMatchObject({ code: 4, stdout: expect.stringContaining("not_in_journal") });
  });
});

test("A signal ends a run after the rows in flight, and the same command does the rest", async () => {
  const release = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  let asked = 0;
  const { url, heard } = await listener(async (_, response) => {
    if (++asked === 4) arrived.resolve();
    await release.promise;
    response.end('{"code":"success","data":{"certificate":{"id":"c"}}}');
  });
  const env = { ...environmentFor(url), CERTORDER_JOURNAL: newJournal() };
  const line = [
    "reissue",
    "--from",
    ordersFile(20),
    "--sign-hash",
    "sha256",
    "--idempotency-key",
    "k",
    "--yes",
  ];
  const { child, ended, says } = startCertorder(line, { env });
  await arrived.promise;
  child.kill("SIGTERM");
  await says("Stopping.");
  release.resolve();
  expect(await ended).toMatchObject({
    code: 4,
    stdout: expect.stringContaining("20 orders: 4 sent, 16 left."),
  });
  expect(heard).toHaveLength(4);
  const rest = await certorder(line, { env });
  expect(rest).toMatchObject({ code: 0, stdout: expect.stringContaining("16 sent, 4 already done") });
  expect(heard).toHaveLength(20);
});

test("A run whose reader goes away stops, and loses no outcome", async () => {
  const { env, ledger } = await newStage();
  const line = ["reissue", "--from", ordersFile(400), ...asked, "--yes", "--json", "--concurrency", "2"];
  const { child, ended, prints } = startCertorder(line, { env });
  await prints('"result":"sent"');
  const exit = once(child, "exit");
  // Its standard output cannot be read to an end any more.
  ended.catch(() => {});
  child.stdout.destroy();
  const [code] = await exit;
  expect(code).toBe(6);
  expect(ledger.size).toBeLessThan(400);
  const rest = await certorderProcess(line, { env });
  expect(rest.code).toBe(0);
  expect(rowsOf(rest.stdout)).toHaveLength(400);
  expect([...ledger.values()].map(({ length }) => length)).toEqual(Array(400).fill(1));
});
