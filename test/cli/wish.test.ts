import { describe, expect, test } from "vitest";
import { ageJournal } from "../aged-journal.ts";
import { certorder, certorderEach, newFolder } from "./cli.ts";
import type { TestService } from "./service.ts";
import { goodRequest, service, unconfirmed } from "./service.ts";

/** A service, a journal of its own, and how to ask for a reissue that nobody confirms. */
async function world() {
  const sandbox = await service();
  const folder = newFolder();
  const env = { ...sandbox.env, CERTORDER_JOURNAL: folder };
  const ask = (...flags: string[]) => ({ args: ["reissue", "order-1", ...unconfirmed, "--yes", ...flags] });
  const each = (...runs: { readonly args: readonly string[] }[]) => certorderEach(runs, env);
  return { sandbox, folder, env, ask, each };
}

const newest = ({ ledger }: TestService) => ledger.at(-1)?.certificateId;

describe("--yes", () => {
  test.concurrent("needs a wish that stays the same when it is repeated, and says what a good key is", async () => {
    const { sandbox, ask, each } = await world();
    const [bare, anew, dry] = await each(ask(), ask("--anew", "0123456789ab"), ask("--dry-run"));
    for (const ended of [bare, anew]) {
      expect(ended).toMatchObject({ code: 2, stdout: "" });
      expect(ended?.stderr).toContain("it needs --once or --unless-within");
      expect(ended?.stderr).toContain("a ticket, a commit, a month such as 2026-11");
      expect(ended?.stderr).toContain("Never a time stamp or a random value: a retry would make a new one.");
    }
    expect(dry).toMatchObject({ code: 0 });
    expect(sandbox.requests).toEqual([]);
  });
});

describe("--once", () => {
  test.concurrent("is one line of text, or refused", async () => {
    const { sandbox, ask, each } = await world();
    const [empty, blanks, lines] = await each(...["", " k", "a\nb"].map((name) => ask("--once", name)));
    expect(empty?.stderr).toContain("--once is empty.");
    expect(blanks?.stderr).toContain("--once has blanks around it.");
    expect(lines?.stderr).toContain("--once has a line break");
    for (const ended of [empty, blanks, lines]) expect(ended?.code).toBe(2);
    expect(sandbox.requests).toEqual([]);
  });

  test.concurrent("reissues once: asked again it answers, to people and to programs, and nothing is sent", async () => {
    const { sandbox, ask, each } = await world();
    const once = ask("--once", "2026-11");
    const [first, again, json] = await each(once, once, { args: [...once.args, "--json"] });
    const certificate = newest(sandbox);
    expect(first).toMatchObject({
      code: 0,
      stdout: `✓ reissued order order-1: certificate ${certificate}\n`,
    });
    expect(again).toMatchObject({ code: 0, stderr: "" });
    expect(again?.stdout).toMatch(
      new RegExp(
        `^✓ already reissued order order-1 at 2\\S+Z: certificate ${certificate} \\(attempt [0-9a-f]{12}\\); nothing was sent\n$`,
      ),
    );
    expect(JSON.parse(json?.stdout ?? "")).toEqual({
      outcome: "done",
      order_id: "order-1",
      certificate_id: certificate,
      attempt_id: expect.stringMatching(/^[0-9a-f]{12}$/),
      answered: true,
      skipped: false,
      reissued_at: expect.stringMatching(/^2.*Z$/),
      attempts: 0,
    });
    expect(sandbox.requests).toHaveLength(1);
  });

  test.concurrent("another key is another wish", async () => {
    const { sandbox, ask, each } = await world();
    const ended = await each(ask("--once", "2026-11"), ask("--once", "2026-12"), ask("--once", "2026-12"));
    expect(ended).toMatchObject([{ code: 0 }, { code: 0 }, { code: 0 }]);
    expect(sandbox.reissues("order-1")).toBe(2);
  });

  test.concurrent("the same key for something else, or after another reissue, is refused and never sent", async () => {
    const { sandbox, ask, each } = await world();
    const [first, other, , late] = await each(
      ask("--once", "k"),
      ask("--once", "k", "--validity-days", "30"),
      ask("--once", "l"),
      ask("--once", "k", "--json"),
    );
    const [made] = sandbox.ledger;
    expect(first).toMatchObject({ code: 0 });
    expect(other).toMatchObject({ code: 4, stdout: "" });
    expect(other?.stderr).toContain(
      `a wish of this name was fulfilled already (certificate ${made?.certificateId}`,
    );
    expect(other?.stderr).toContain("differs in --validity-days.");
    expect(other?.stderr).toContain("not-sent: Nothing was sent.");
    expect(late).toMatchObject({ code: 4, stderr: "" });
    expect(JSON.parse(late?.stdout ?? "")).toMatchObject({
      ...{
        code: "name_used",
        because: "name-used",
        outcome: "not-sent",
        certificate_id: made?.certificateId,
      },
      attempt_id: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    expect(sandbox.reissues("order-1")).toBe(2);
  });

  test.concurrent("is sent again once somebody has said that nothing happened, and then answered", async () => {
    const { sandbox, folder, env, ask, each } = await world();
    const once = ask("--once", "k", "--json");
    sandbox.fault({ kind: "reset-before-reading" });
    const [lost, held] = await each(once, once);
    expect(lost?.code).toBe(5);
    expect(held?.code).toBe(4);
    const { attempt_id: attempt, message } = JSON.parse(held?.stdout ?? "") as Record<string, string>;
    expect(message).not.toContain("othing happened");
    ageJournal(folder);
    expect(await certorder(["journal", "resolve", attempt ?? "", "--not-happened"], { env })).toMatchObject({
      code: 0,
    });
    const [sent, answered] = await each(once, once);
    expect(JSON.parse(sent?.stdout ?? "")).toMatchObject({ answered: false });
    expect(JSON.parse(answered?.stdout ?? "")).toMatchObject({ answered: true });
    expect(sandbox.reissues("order-1")).toBe(1);
  });

  test.concurrent.each(["", " ", " k", "k\n"])("%j is no key", async (key) => {
    const { sandbox, ask, each } = await world();
    const [ended] = await each(ask("--once", key));
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining("A good key stays the same") });
    expect(sandbox.requests).toEqual([]);
  });
});

describe("--unless-within", () => {
  test.concurrent("sends nothing while the newest certificate is young enough, and tells which it is", async () => {
    const { sandbox, folder, ask, each } = await world();
    const within = ask("--unless-within", "30d");
    const [first, again, json] = await each(within, within, { args: [...within.args, "--json"] });
    const certificate = newest(sandbox);
    expect(first).toMatchObject({
      code: 0,
      stdout: `✓ reissued order order-1: certificate ${certificate}\n`,
    });
    expect(again).toMatchObject({ code: 0, stderr: "" });
    expect(again?.stdout).toMatch(
      new RegExp(
        `^✓ skipped order order-1: it was reissued at 2\\S+Z, certificate ${certificate} \\(attempt [0-9a-f]{12}\\); nothing was sent\n$`,
      ),
    );
    expect(JSON.parse(json?.stdout ?? "")).toEqual({
      outcome: "done",
      order_id: "order-1",
      certificate_id: certificate,
      attempt_id: expect.stringMatching(/^[0-9a-f]{12}$/),
      answered: false,
      skipped: true,
      reissued_at: expect.stringMatching(/^2.*Z$/),
      differs: [],
      attempts: 0,
    });
    const day = 86_400_000;
    ageJournal(folder, 30 * day - 600_000);
    expect((await each(within))[0]?.stdout).toContain("✓ skipped");
    ageJournal(folder, 600_000);
    expect((await each(within))[0]?.stdout).toContain("✓ reissued");
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("counts what anybody reissued, in days, hours and minutes", async () => {
    const { sandbox, folder, ask, each } = await world();
    await each(ask("--once", "k", "--validity-days", "30"));
    ageJournal(folder, 90 * 60_000);
    const [days, hours, minutes] = await each(
      ask("--unless-within", "1d"),
      ask("--unless-within", "2h"),
      ask("--unless-within", "89m"),
    );
    expect(days?.stdout).toMatch(/^✓ skipped .* by a request that differs in --validity-days, certificate/);
    expect(hours?.stdout).toContain("✓ skipped");
    expect(minutes?.stdout).toContain("✓ reissued");
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("a date that is still to come is no reason to pay once more", async () => {
    const { sandbox, folder, ask, each } = await world();
    await each(ask("--once", "k"));
    ageJournal(folder, -86_400_000);
    expect((await each(ask("--unless-within", "1m")))[0]?.stdout).toContain("✓ skipped");
    expect(sandbox.requests).toHaveLength(1);
  });

  test.concurrent("an attempt that is open still refuses", async () => {
    const { sandbox, ask, each } = await world();
    await each(ask("--once", "k"));
    sandbox.fault({ kind: "reset-after-processing" });
    const [lost, held] = await each(ask("--once", "l"), ask("--unless-within", "30d"));
    expect(lost?.code).toBe(5);
    expect(held).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("what became of it is not known"),
    });
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("is a number and a unit", async () => {
    const { sandbox, ask, each } = await world();
    const wrong = ["", "30", "0d", "00h", "30s", "-1d", "1.5h", "d", "30 d", "1d1h", "9999999d"];
    for (const ended of await each(...wrong.map((time) => ask(`--unless-within=${time}`))))
      expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining("such as 30d, 12h or 45m") });
    expect(sandbox.requests).toEqual([]);
  });
});

describe("--anew", () => {
  test.concurrent("names the attempt that is known, so that one after it is noticed", async () => {
    const { sandbox, ask, each } = await world();
    const attemptOf = (stdout = "") => (JSON.parse(stdout) as { attempt_id: string }).attempt_id;
    const [first, second] = await each(
      ask("--once", "1", "--json"),
      ask("--once", "2", "--validity-days", "30", "--json"),
    );
    const [stale, unknown, known] = await each(
      ask("--once", "3", "--anew", attemptOf(first?.stdout)),
      ask("--once", "3", "--anew", "0123456789ab"),
      ask("--once", "3", "--anew", attemptOf(second?.stdout)),
    );
    for (const ended of [stale, unknown]) {
      expect(ended?.code).toBe(4);
      expect(ended?.stderr).toContain(
        `the order's newest, certificate ${sandbox.ledger[1]?.certificateId} (`,
      );
      expect(ended?.stderr).toContain(`--anew ${attemptOf(second?.stdout)}`);
    }
    expect(known).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ reissued") });
    expect(sandbox.reissues("order-1")).toBe(3);
  });
});

describe("another address", () => {
  test.concurrent("of what may be the same service is refused until the service has a name", async () => {
    const { sandbox, env, ask, each } = await world();
    const otherUrl = sandbox.url.replace("127.0.0.1", "localhost");
    const elsewhere = (...flags: string[]) => ask("--base-url", otherUrl, ...flags);
    sandbox.fault({ kind: "reset-after-processing" });
    const [lost, other, named] = await each(
      ask("--once", "k"),
      elsewhere("--once", "k"),
      elsewhere("--once", "k", "--service", sandbox.url),
    );
    expect(lost?.code).toBe(5);
    // What is open holds the order back, wherever it may be the same service.
    for (const held of [other, named])
      expect(held).toMatchObject({
        code: 4,
        stderr: expect.stringContaining("what became of it is not known"),
      });
    expect(sandbox.reissues("order-1")).toBe(1);

    const [, attempt = ""] = /journal resolve (\w+)/.exec(named?.stderr ?? "") ?? [];
    const certificate = newest(sandbox) ?? "";
    await certorder(["journal", "resolve", attempt, "--certificate-id", certificate], { env });
    const [unsaid, same, doubtful, staging] = await each(
      elsewhere("--once", "k"),
      elsewhere("--once", "k", "--service", sandbox.url),
      elsewhere("--once", "k", "--service", "staging"),
      elsewhere("--once", "k", "--service", "staging", "--anew", attempt),
    );
    for (const refused of [unsaid, doubtful]) {
      expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining("CERTORDER_SERVICE") });
      expect(refused?.stderr).toContain(`the order has a history at ${sandbox.url}`);
      expect(refused?.stderr).toContain(`--anew ${attempt}`);
    }
    expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ already reissued") });
    expect(staging).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ reissued") });
    expect(sandbox.reissues("order-1")).toBe(2);
  });
});

test("an order id with something around it is refused, and nothing is sent", async () => {
  const { sandbox, env } = await world();
  const ids = [" order-1", "order-1 ", "order-1\n", "\torder-1", " "];
  const ended = await certorderEach(
    ids.map((id) => ({ args: ["reissue", id, ...goodRequest()] })),
    env,
  );
  for (const one of ended)
    expect(one).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/remove what stands before and after/i),
    });
  expect(sandbox.requests).toEqual([]);
});
