import { appendFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ageJournal } from "../../../harness/aged-journal.ts";
import { certorder, type Ended } from "../../../harness/cli/cli.ts";
import { fileWith } from "../../../harness/cli/orders-file.ts";
import { csr, csrFile, requestFlags, service } from "../../../harness/cli/service.ts";
import { newJournal } from "../../../harness/journal/new-journal.ts";

const orders = ["order-1", "order-2", "order-3"];
const file = (...lines: string[]) => fileWith(`${lines.join("\n")}\n`);
const rowsIn = ({ stdout }: Ended) =>
  stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
const wrong = (why: string) => ({ code: 2, stdout: "", stderr: expect.stringContaining(why) });

/** A service with three orders, and commands with a journal of their own. */
async function newOrders() {
  const sandbox = await service(orders);
  const folder = newJournal();
  const env = { ...sandbox.env, CERTORDER_JOURNAL: folder };
  const run = (words: readonly string[], stdin?: string) => certorder(words, { env, stdin });
  const status = async () =>
    (JSON.parse((await run(["status", "--json"])).stdout) as { orders: Record<string, unknown>[] }).orders;
  return { sandbox, folder, run, status };
}

/** The same, after each order was reissued once and no answer came. */
async function lostAnswers() {
  const all = await newOrders();
  const attempts: string[] = [];
  for (const order of orders) {
    all.sandbox.addFault({ kind: "reset-after-processing" });
    const ended = await all.run(["reissue", order, ...requestFlags, "--idempotency-key", "k", "--json"]);
    attempts.push((JSON.parse(ended.stdout) as { attempt_id: string }).attempt_id);
  }
  ageJournal(all.folder);
  const [first = "", second = "", third = ""] = attempts;
  const outcomes = [
    "order_id,attempt_id,certificate_id,not_happened",
    `order-1,${first},cert-a,`,
    `order-2,${second},,true`,
    `order-3,${third},cert-c,false`,
  ];
  return { ...all, first, second, third, outcomes };
}

describe("certorder journal resolve --from", () => {
  test.concurrent("records each row, and does what is left when it is run again", async () => {
    const { run, outcomes, first, status } = await lostAnswers();
    const path = file(...outcomes.slice(0, 3));
    const words = ["journal", "resolve", "--from", path, "--yes"];
    const ended = await run(words);
    expect(ended).toMatchObject({ code: 0, stderr: "2 rows: 2 recorded, 0 recorded before, 0 refused.\n" });
    expect(ended.stdout).toContain(`✓ resolved attempt ${first} of order order-1: certificate cert-a\n`);
    appendFileSync(path, `${outcomes[3]}\n`);
    const again = await run([...words, "--json"]);
    expect(again).toMatchObject({ code: 0, stderr: "3 rows: 1 recorded, 2 recorded before, 0 refused.\n" });
    expect(rowsIn(again)).toMatchObject([
      {
        line: 2,
        order_id: "order-1",
        attempt_id: first,
        certificate_id: "cert-a",
        result: "recorded-before",
      },
      { line: 3, order_id: "order-2", certificate_id: null, result: "recorded-before" },
      { line: 4, order_id: "order-3", certificate_id: "cert-c", result: "recorded" },
    ]);
    expect((await status()).map(({ state }) => state)).toEqual(["ok", "ok", "ok"]);
  });

  test.concurrent("A row that is refused does not stop the others, and the command fails", async () => {
    const { run, third } = await lostAnswers();
    const path = file(
      "order_id,attempt_id,certificate_id",
      "order-1,0123456789ab,cert-a",
      `order-3,${third},cert-c`,
    );
    const words = ["journal", "resolve", "--from", path, "--yes"];
    expect(rowsIn(await run([...words, "--json"]))).toMatchObject([
      {
        line: 2,
        order_id: "order-1",
        result: "refused",
        code: "not_in_journal",
        message: expect.any(String),
      },
      { line: 3, order_id: "order-3", result: "recorded" },
    ]);
    const ended = await run(words);
    expect(ended).toMatchObject({ code: 7, stdout: expect.stringContaining("✓ resolved before attempt") });
    expect(ended.stderr).toContain("✗ line 2, order order-1: ");
    expect(ended.stderr).toContain("2 rows: 0 recorded, 1 recorded before, 1 refused.");
  });

  test.concurrent("reads standard input, with several attempts of one order", async () => {
    const { run, first, sandbox } = await lostAnswers();
    await run(["journal", "resolve", "order-1", first, "--certificate-id", "cert-a"]);
    sandbox.addFault({ kind: "reset-after-processing" });
    const lost = await run(["reissue", "order-1", ...requestFlags, "--idempotency-key", "j", "--json"]);
    const { attempt_id: next } = JSON.parse(lost.stdout) as { attempt_id: string };
    const rows = [
      { order_id: "order-1", attempt_id: first, certificate_id: "cert-b" },
      { order_id: "order-1", attempt_id: next, certificate_id: "cert-n", same_id: false },
    ];
    const stdin = rows.map((row) => JSON.stringify(row)).join("\n");
    const ended = await run(["journal", "resolve", "--from", "-", "--yes", "--json"], stdin);
    expect(rowsIn(ended)).toMatchObject([{ result: "recorded" }, { result: "recorded" }]);
    const twice = await run(["journal", "import", "--from", "-", "--csr-file", "-", "--yes"], stdin);
    expect(twice).toMatchObject(wrong("--csr-file and --from both read standard input."));
  });

  test.concurrent("has nothing to record from a header alone, and says of mistakes that the journal was not changed", async () => {
    const { run } = await newOrders();
    const resolve = (...lines: string[]) => run(["journal", "resolve", "--from", file(...lines), "--yes"]);
    const header = "order_id,attempt_id,not_happened";
    expect(await resolve(header)).toMatchObject({
      code: 0,
      stderr: "0 rows: 0 recorded, 0 recorded before, 0 refused.\n",
    });
    expect((await resolve(header, "order-1,0123456789ab,true")).stderr).toContain("1 row: 0 recorded, ");
    const { stderr } = await resolve(header, "order-1,0123456789ab,", "order-2,0123456789ab,");
    expect(stderr).toContain("✗ 2 problems. The journal was not changed.\n  - Line 2: ");
    expect(stderr).not.toContain("sent");
  });

  test.concurrent("refuses a file with a mistake whole, and needs --yes without a terminal", async () => {
    const { run, first, outcomes, status } = await lostAnswers();
    const resolve = (path: string, ...flags: string[]) =>
      run(["journal", "resolve", "--from", path, ...flags]);
    for (const [row, why] of [
      [`${first},,`, "The row needs exactly one outcome."],
      [`${first},cert-a,true`, "The row needs exactly one outcome."],
      [`${first},,false`, "The row needs exactly one outcome."],
      [`${first},cert-a,no`, "not_happened must be true or false."],
      [`${first},CERTIFICATE_ID,`, "certificate_id is not the id of a certificate."],
      ["a b,cert-a,", "attempt_id cannot be the id of an attempt."],
    ])
      expect(
        await resolve(file(outcomes[0] ?? "", outcomes[2] ?? "", `order-1,${row}`), "--yes"),
      ).toMatchObject(wrong(`Line 3: ${why}`));
    const right = file(...outcomes);
    expect(await resolve(right)).toMatchObject(wrong("There is no terminal to confirm the statements at."));
    expect(await resolve(right, "--yes", "--not-happened")).toMatchObject(
      wrong("each row has its own outcome."),
    );
    expect(await run(["journal", "resolve", "order-1", "--from", right])).toMatchObject(
      wrong("either ORDER_ID and"),
    );
    expect(await run(["journal", "resolve", "order-1"])).toMatchObject(
      wrong("either ORDER_ID and ATTEMPT_ID, or"),
    );
    expect(await run(["journal", "resolve", "order-1", first, "--yes"])).toMatchObject(
      wrong("--yes needs --from"),
    );
    expect((await status()).map(({ state }) => state)).toEqual(["open", "open", "open"]);
  });
});

describe("certorder journal import --from", () => {
  test.concurrent("imports each row with its request, so that a renewal with the same request is due by its age", async () => {
    const { sandbox, run, status } = await newOrders();
    const path = file(
      "order_id,certificate_id,issued_at,csr_file,latest",
      `order-1,cert-1,2020-01-01,${csrFile},`,
      `order-2,cert-2,2020-01-02,${csrFile},true`,
    );
    const words = ["journal", "import", "--from", path, "--sign-hash", "sha256", "--yes"];
    expect(await run(words)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        "✓ imported certificate cert-1 of order order-1, issued at 2020-01-01T",
      ),
    });
    expect(rowsIn(await run([...words, "--json"]))).toMatchObject([
      { line: 2, certificate_id: "cert-1", result: "recorded-before" },
      { line: 3, certificate_id: "cert-2", result: "recorded-before" },
    ]);
    expect(await status()).toMatchObject([{ certificate_id: "cert-1" }, { certificate_id: "cert-2" }]);
    // The names of both requests come from the CSR.
    const renewal = ["--sign-hash", "sha256", "--csr-file", csrFile, "--max-age", "60d"];
    expect(await run(["reissue", "order-1", ...renewal])).toMatchObject({ code: 0 });
    expect(sandbox.requests[0]?.body).toMatchObject({ certificate: { common_name: "example.com", csr } });
    const ended = await run([...words, "--json"]);
    expect(ended.code).toBe(7);
    expect(rowsIn(ended)).toMatchObject([
      { result: "refused", code: "import_refused" },
      { result: "recorded-before" },
    ]);
    const back = JSON.stringify({ order_id: "order-1", certificate_id: "cert-1", bring_back: true });
    expect(await run(["journal", "import", "--from", "-", "--yes"], back)).toMatchObject({ code: 0 });
  });

  test.concurrent("refuses a file with a mistake whole", async () => {
    const { run, status } = await newOrders();
    const importing = (row: string, ...flags: string[]) =>
      run([
        ...["journal", "import", "--yes", ...flags, "--from"],
        file("order_id,certificate_id,issued_at,latest,sign_hash,csr", "a,cert-1,,,,", row),
      ]);
    expect(await importing("b,,,,,")).toMatchObject(wrong("Line 3: certificate_id is missing."));
    expect(await importing("b,x,yesterday,,,")).toMatchObject(wrong("Line 3: issued_at is not a date."));
    expect(await importing("b,x,,maybe,,")).toMatchObject(wrong("Line 3: latest must be true or false."));
    expect(await importing("b,x,,,,csr")).toMatchObject(wrong("Line 3: sign_hash is missing."));
    expect(await importing("b,x,,,,", "--latest")).toMatchObject(wrong("each row states its own time"));
    expect(await status()).toEqual([]);
  });
});
