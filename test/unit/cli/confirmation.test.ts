import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ageJournal } from "../../harness/aged-journal.ts";
import { bareEnvironment, certorder, certorderEach, inTurn, newFolder } from "../../harness/cli/cli.ts";
import { fileOfOrder } from "../../harness/cli/file-of-order.ts";
import { fileWith } from "../../harness/cli/orders-file.ts";
import { confirmedRequest, requestFlags, service } from "../../harness/cli/service.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";
import { commandLine } from "../../harness/program.ts";

// `script` of util-linux is what gives a program a terminal here.
const hasTerminal = /util-linux/.test(spawnSync("script", ["--version"], { encoding: "utf8" }).stdout ?? "");

type Typed = string | ((terminal: ChildProcess) => Promise<string>);

/** Runs the command line on a terminal, types once it asks, and returns all that the terminal showed. */
function onTerminal(
  args: readonly string[],
  env: Record<string, string>,
  typed: Typed,
  { redirection = "", typedBefore = "" } = {},
) {
  return inTurn(async () => {
    const quoted = [...commandLine(), ...args].map((word) => `'${word}'`);
    const words = [...quoted, redirection].join(" ");
    const child = spawn("script", ["-qec", words, "/dev/null"], {
      env: { ...bareEnvironment(env), SHELL: "/bin/bash" },
      stdio: "pipe",
    });
    child.stdin.write(typedBefore);
    let shown = "";
    child.stdout.on("data", (chunk: Buffer) => {
      const asked = shown.includes("Type yes");
      shown += chunk;
      // The input stays open: its end would be typed as well.
      if (asked || !shown.includes("Type yes")) return;
      void Promise.resolve(typeof typed === "string" ? typed : typed(child)).then((text) =>
        child.stdin.write(text),
      );
    });
    const [code] = await once(child, "close");
    return { code, shown };
  });
}

const why = hasTerminal ? "" : " (skipped: `script` of util-linux is missing)";

describe.skipIf(!hasTerminal)(`The question on a terminal${why}`, () => {
  /** A service, a journal of its own, and a reissue that has to be confirmed. */
  const newOrder = async () => {
    const sandbox = await service();
    const env = { ...sandbox.env, CERTORDER_JOURNAL: newJournal() };
    const reissue = (typed: Typed, ...more: string[]) =>
      onTerminal(["reissue", "order-1", ...requestFlags, ...more], env, typed);
    return { sandbox, env, reissue };
  };

  test.concurrent.each(["yes\n", " YES \n"])("sends when a person types %j", async (typed) => {
    const { sandbox, env, reissue } = await newOrder();
    const { code, shown } = await reissue(typed);
    expect(shown).toContain(`Reissue the certificate of order order-1 at ${sandbox.url}?`);
    expect(shown).toContain(`The journal in ${env.CERTORDER_JOURNAL} has no earlier reissue of it.`);
    expect(shown).toContain("This costs money and may revoke the certificate in use.");
    expect(code).toBe(0);
    expect(sandbox.reissues("order-1")).toBe(1);
  });

  test.concurrent("shows what a file states, and records it only after a yes", async () => {
    const { env } = await newOrder();
    const rows = ["1", "2", "3", "4", "5", "6"].map(
      (number) => `order-${number},cert-${number},${number === "2"}`,
    );
    const path = fileWith(["order_id,certificate_id,latest", ...rows].join("\n"));
    const importing = (typed: Typed) => onTerminal(["journal", "import", "--from", path], env, typed);
    const refused = await importing("no\n");
    expect(refused).toMatchObject({
      code: 7,
      shown: expect.stringContaining("The journal was not changed."),
    });
    expect(refused.shown.replaceAll("\r", "")).toContain(
      [
        "Record 6 statements in the journal?",
        "  5 × import",
        "  1 × import as the latest",
        "The first ones:",
        "  line 2: certificate cert-1 of order order-1",
      ].join("\n"),
    );
    expect(refused.shown).toContain("  and 1 more");
    const confirmed = await importing("yes\n");
    expect(confirmed).toMatchObject({ code: 0, shown: expect.stringContaining("6 rows: 6 recorded,") });
  });

  const terminate = async ({ pid }: ChildProcess) => {
    const [started] = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" }).stdout.split("\n");
    process.kill(Number(started), "SIGTERM");
    return "";
  };
  test.concurrent.each<[string, Typed]>([
    ["y", "y\n"],
    ["Enter", "\n"],
    ["yes and more", "yes please\n"],
    ["Ctrl-C", "\x03"],
    ["the end of input", "\x04"],
    ["SIGTERM", terminate],
  ])("sends nothing and ends with exit code 7 at %s", async (_, typed) => {
    const { sandbox, reissue } = await newOrder();
    const { code, shown } = await reissue(typed, "--json");
    expect(shown).toContain('"code": "aborted"');
    expect(shown).toContain("Nothing was sent.");
    expect(code).toBe(7);
    expect(sandbox.requests).toEqual([]);
  });

  test.concurrent.each([
    ["several lines", "yes\ncertorder status\nyes\n"],
    ["a part of a line", "ye"],
    ["more than a terminal holds at once", "yes\n".repeat(3_000)],
  ])("does not take %s that was pasted before it as the answer, and waits for one", async (_, pasted) => {
    const { sandbox, env } = await newOrder();
    const reissue = (typed: string) =>
      onTerminal(["reissue", "order-1", ...requestFlags], env, typed, { typedBefore: pasted });
    const no = await reissue("no\n");
    expect(no.shown).toContain("What was typed or pasted before this question is ignored.");
    expect(no.code).toBe(7);
    expect(sandbox.requests).toEqual([]);
    const yes = await reissue("yes\n");
    expect(yes.code, yes.shown).toBe(0);
    expect(sandbox.reissues("order-1")).toBe(1);
  });

  test.concurrent.each([
    ["is a pipe with a yes in it", "< <(echo yes)"],
    ["is empty", "</dev/null"],
  ])("is not asked if standard input %s: the command needs a key", async (_, redirection) => {
    const { sandbox, env } = await newOrder();
    const { code, shown } = await onTerminal(["reissue", "order-1", ...requestFlags], env, "yes\n", {
      redirection,
    });
    expect(shown).not.toContain("Type yes");
    expect(shown).toContain("--idempotency-key");
    expect(code).toBe(2);
    expect(sandbox.requests).toEqual([]);
  });

  test.concurrent("is asked at the terminal if standard error goes to a file", async () => {
    const { sandbox, env } = await newOrder();
    const reissue = (typed: string) =>
      onTerminal(["reissue", "order-1", ...requestFlags], env, typed, { redirection: "2>/dev/null" });
    expect(await reissue("no\n")).toMatchObject({ code: 7 });
    expect(sandbox.requests).toEqual([]);
    expect(await reissue("yes\n")).toMatchObject({ code: 0 });
    expect(sandbox.reissues("order-1")).toBe(1);
  });

  test.concurrent("is not asked with a key, nor for a blocked order", async () => {
    const { sandbox, env, reissue } = await newOrder();
    const confirmed = await onTerminal(["reissue", "order-1", ...confirmedRequest()], env, "");
    expect(confirmed).toMatchObject({ code: 0, shown: expect.not.stringContaining("Type yes") });
    sandbox.addFault({ kind: "reset-after-processing" });
    expect(await reissue("yes\n")).toMatchObject({ code: 5 });
    const { code, shown } = await reissue("yes\n");
    expect(code).toBe(4);
    expect(shown).not.toContain("Type yes");
    expect(shown).toContain("it is not known whether it happened");
  });

  test.concurrent("is asked once for all orders of a file, with what is due", async () => {
    const sandbox = await service(["order-1", "order-2"]);
    const env = { ...sandbox.env, CERTORDER_JOURNAL: newJournal() };
    await certorder(["reissue", "order-1", ...confirmedRequest("k")], { env });
    const file = join(newFolder(), "orders.csv");
    writeFileSync(file, "order_id\norder-1\norder-2\n");
    const reissue = (typed: string) =>
      onTerminal(["reissue", "--from", file, ...confirmedRequest("k")], env, typed);
    const no = await reissue("no\n");
    expect(no.code, no.shown).toBe(7);
    expect(no.shown).toContain(`Reissue at most 2 of 2 orders at ${sandbox.url}?`);
    expect(no.shown).toContain("Now: 1 due, 1 already done.");
    expect(sandbox.ledger).toHaveLength(1);
    const yes = await reissue("yes\n");
    expect(yes.code, yes.shown).toBe(0);
    expect(yes.shown).toContain("2 orders: 1 sent, 1 already done.");
    expect(sandbox.ledger).toHaveLength(2);
  });

  test.concurrent("names the latest reissue with its age, and each yes sends once more", async () => {
    const { sandbox, env, reissue } = await newOrder();
    // Its result cannot be printed, and so it is shown by the next question.
    const lost = await onTerminal(["reissue", "order-1", ...requestFlags], env, "yes\n", {
      redirection: "> /dev/full",
    });
    expect(lost.code).toBe(6);
    expect(lost.shown).toContain("certorder journal show order-1");
    ageJournal(env.CERTORDER_JOURNAL, 3 * 86_400_000);
    const { code, shown } = await reissue("yes\n");
    expect(code).toBe(0);
    const [first, second] = sandbox.ledger.map(({ certificateId }) => certificateId);
    expect(shown).toMatch(
      new RegExp(
        `Its latest certificate is ${first}, made 3 days ago \\(2\\S+Z\\) from the same request \\(attempt [0-9a-f]{12}\\)\\.`,
      ),
    );
    expect(shown).toContain(`certificate ${second}`);
    expect(sandbox.reissues("order-1")).toBe(2);
  });

  test.concurrent("says if another request made the latest certificate, with what differs, or if that request is not recorded", async () => {
    const { env, reissue } = await newOrder();
    const [imported] = await certorderEach(["journal import order-1 cert-7 --issued-at 2020-01-01"], env);
    expect(imported).toMatchObject({ code: 0 });
    const unknown = await reissue("yes\n");
    expect(unknown.code).toBe(0);
    expect(unknown.shown).toMatch(
      /Its latest certificate is cert-7, made \d+ days ago \(2020-01-01\S+\) from a request that is not recorded \(attempt import-/,
    );
    const other = await reissue("no\n", "--validity-days", "30");
    expect(other.shown).toMatch(/made less than a minute ago \(\S+\) from another request \(attempt/);
    expect(other.shown).toContain("    --validity-days: not set there, 30 here");
  });

  test.concurrent("says that the journal is new, and a yes creates it", async () => {
    const { sandbox, env } = await newOrder();
    const folder = join(newFolder(), "new");
    const reissue = (typed: string, ...flags: string[]) =>
      onTerminal(
        ["reissue", "order-1", ...requestFlags, ...flags],
        { ...env, CERTORDER_JOURNAL: folder },
        typed,
      );
    // With a key no person is asked, so nothing is created.
    const keyed = await reissue("yes\n", "--idempotency-key", "k");
    expect(keyed.code).toBe(4);
    expect(keyed.shown).toContain(`The journal in ${folder} does not exist.`);
    const no = await reissue("no\n");
    expect(no).toMatchObject({ code: 7, shown: expect.stringContaining(`The journal in ${folder} is new`) });
    expect(existsSync(folder)).toBe(false);
    expect(sandbox.requests).toEqual([]);
    expect(await reissue("yes\n")).toMatchObject({ code: 0 });
    const again = await reissue("no\n");
    expect(again.shown).toContain(`Its latest certificate is ${sandbox.ledger[0]?.certificateId}, made `);
    expect(sandbox.reissues("order-1")).toBe(1);
  });

  test.concurrent("is not asked with --max-age, nor for a reissue with --yes that needs a key", async () => {
    const { sandbox, reissue } = await newOrder();
    for (const [flags, code] of [
      [["--max-age", "60d"], 4],
      [["--yes"], 2],
    ] as const) {
      const ended = await reissue("yes\n", ...flags);
      expect(ended).toMatchObject({ code, shown: expect.not.stringContaining("Type yes") });
    }
    expect(sandbox.requests).toEqual([]);
  });

  test.concurrent("is asked without a journal, and a yes sends each time", async () => {
    const { sandbox, reissue } = await newOrder();
    for (const count of [1, 2]) {
      const { code, shown } = await reissue("yes\n", "--journal", "none");
      expect(code).toBe(0);
      expect(shown).toContain("There is no journal: nothing remembers this reissue.");
      expect(sandbox.reissues("order-1")).toBe(count);
    }
    const yes = await reissue("", "--journal", "none", "--yes");
    expect(yes).toMatchObject({ code: 0, shown: expect.not.stringContaining("Type yes") });
  });

  test.concurrent("notices a reissue that another process sends while it is open", async () => {
    const { sandbox, env, reissue } = await newOrder();
    const meanwhile =
      (...more: string[]) =>
      async () => {
        const ended = await certorder(["reissue", "order-1", ...confirmedRequest(), ...more], { env });
        expect(ended, ended.stderr).toMatchObject({ code: 0 });
        return "yes\n";
      };
    // The same request: its certificate is the answer.
    const same = await reissue(meanwhile());
    expect(same.code).toBe(0);
    expect(same.shown).toMatch(/✓ already reissued.* order order-1 .* ago .*; nothing was sent/);
    expect(sandbox.reissues("order-1")).toBe(1);
    // A different request: the person did not know it when they typed yes.
    const another = await reissue(meanwhile("--validity-days", "30"));
    expect(another.code).toBe(4);
    const certificate = sandbox.ledger[1]?.certificateId;
    expect(another.shown).toContain(`The latest certificate of order order-1 is ${certificate} (attempt `);
    const [, attempt = ""] = /--supersede ([0-9a-f]{12})/.exec(another.shown) ?? [];
    expect(sandbox.reissues("order-1")).toBe(2);
    // The next command knows it, and may name it.
    expect(await reissue("yes\n", "--supersede", attempt)).toMatchObject({ code: 0 });
    expect(sandbox.reissues("order-1")).toBe(3);
  });

  test.concurrent("is asked before a log is repaired", async () => {
    const folder = newJournal();
    appendFileSync(fileOfOrder(folder, "o"), "nonsense\n", { mode: 0o600 });
    const repair = (typed: string) => onTerminal(["journal", "repair", "o", "--journal", folder], {}, typed);
    const no = await repair("no\n");
    expect(no).toMatchObject({ code: 7, shown: expect.stringContaining("The journal was not changed.") });
    expect(no.shown).toMatch(/In the log of order o:\s+entry 1 cannot be read/);
    expect((await repair("yes\n")).shown).toMatch(
      /✓ repaired\S* order \S+ Set aside: entry 1 cannot be read/,
    );
  });

  test.concurrent("does not pass control characters of an order id to the terminal", async () => {
    const { env } = await newOrder();
    const args = ["reissue", "order\x1b]0;title\x07\u202e\x1b[2K\x1b[31m\nforged line-1", ...requestFlags];
    const { shown } = await onTerminal(args, env, "no\n");
    expect(shown).toMatch(/was not sent: ORDER_ID has a line break or another invisible character/);
    expect(shown).not.toMatch(/\x1b\]|\x07|\u202e|\x1b\[2K|title|forged/);
  });

  test.concurrent("Progress is shown for a slow request, and removed before the result", async () => {
    const { sandbox, env } = await newOrder();
    const args = ["reissue", "order-1", ...confirmedRequest()];
    sandbox.addFault({ kind: "slow-bytes", everyMs: 40, times: 2 });
    const { code, shown } = await onTerminal(args, env, "");
    expect(code, shown).toBe(0);
    expect(shown).toMatch(/(\r\x1b\[KWaiting for the service, \d+ s …)+\r\x1b\[K[^\r]*✓/);
    const piped = await certorder(args, { env });
    expect(piped).toMatchObject({ code: 0, stderr: "" });
  });
});
