import { describe, expect, test } from "vitest";
import { ageJournal } from "../../harness/aged-journal.ts";
import { certorderEach, newFolder } from "../../harness/cli/cli.ts";
import type { TestService } from "../../harness/cli/service.ts";
import { service, unconfirmed } from "../../harness/cli/service.ts";

/** A service, a journal of its own, and a reissue without a confirmation. */
async function world() {
  const sandbox = await service();
  const folder = newFolder();
  const env = { ...sandbox.env, CERTORDER_JOURNAL_DIR: folder };
  const reissue = (...flags: string[]) => ({
    args: ["reissue", "order-1", ...unconfirmed, "--yes", ...flags],
  });
  const keyed = (key: string, ...flags: string[]) => reissue("--idempotency-key", key, ...flags);
  const within = (time: string, ...flags: string[]) => reissue(`--unless-within=${time}`, ...flags);
  const each = (...runs: { readonly args: readonly string[] }[]) => certorderEach(runs, env);
  return { sandbox, folder, env, reissue, keyed, within, each };
}

const latestCertificate = ({ ledger }: TestService) => ledger.at(-1)?.certificateId;
const parseResult = (ended: { readonly stdout: string } | undefined) =>
  JSON.parse(ended?.stdout ?? "") as Record<string, string>;

/** The members of a result in JSON if the order has this certificate and nothing was sent. */
const nothingSent = (certificate: string | undefined) => ({
  outcome: "done",
  order_id: "order-1",
  certificate_id: certificate,
  already_done: true,
  tries: 0,
  attempt_id: expect.stringMatching(/^[0-9a-f]{12}$/),
  reissued_at: expect.stringMatching(/^2.*Z$/),
});

describe("A reissue with --yes", () => {
  test.concurrent("needs a key or --unless-within, and the message says what a good key is", async () => {
    const { sandbox, reissue, each } = await world();
    const [bare, supersede, dry] = await each(
      reissue(),
      reissue("--supersede", "0123456789ab"),
      reissue("--dry-run"),
    );
    for (const ended of [bare, supersede]) {
      expect(ended).toMatchObject({ code: 2, stdout: "" });
      expect(ended?.stderr).toContain("a reissue needs --idempotency-key or --unless-within");
      expect(ended?.stderr).toContain("a ticket, a commit, a month such as 2026-11");
      expect(ended?.stderr).toContain("Do not use a time stamp or a random value");
    }
    expect(dry).toMatchObject({ code: 0 });
    expect(sandbox.requests).toEqual([]);
  });
});

describe("--idempotency-key", () => {
  test.concurrent("takes one line of text without blanks around it", async () => {
    const { sandbox, keyed, each } = await world();
    const wrong = { "": "is empty.", " ": "has blanks", " k": "has blanks", "a\nb": "has a line break" };
    const ended = await each(...Object.keys(wrong).map((key) => keyed(key)));
    for (const [index, problem] of Object.values(wrong).entries()) {
      expect(ended[index]).toMatchObject({ code: 2, stderr: expect.stringContaining("A good key stays") });
      expect(ended[index]?.stderr).toContain(`--idempotency-key ${problem}`);
    }
    expect(sandbox.requests).toEqual([]);
  });

  test.concurrent("sends a key once, and answers it again with the same certificate", async () => {
    const { sandbox, keyed, each } = await world();
    const [first, again, json] = await each(keyed("2026-11"), keyed("2026-11"), keyed("2026-11", "--json"));
    const certificate = latestCertificate(sandbox);
    expect(first).toMatchObject({
      code: 0,
      stdout: `✓ reissued order order-1: certificate ${certificate}\n`,
    });
    expect(again).toMatchObject({ code: 0, stderr: "" });
    expect(again?.stdout).toMatch(
      new RegExp(
        `^✓ already reissued order order-1 less than a minute ago \\(2\\S+Z\\): certificate ${certificate} \\(attempt [0-9a-f]{12}\\); nothing was sent\n$`,
      ),
    );
    expect(parseResult(json)).toEqual(nothingSent(certificate));
    expect(sandbox.requests).toHaveLength(1);
  });

  test.concurrent("never sends a used key for a different request, or after another reissue", async () => {
    const { sandbox, keyed, each } = await world();
    const [first, other, , late] = await each(
      keyed("k"),
      keyed("k", "--validity-days", "30"),
      keyed("l"),
      keyed("k", "--json"),
    );
    const [made] = sandbox.ledger;
    expect(first).toMatchObject({ code: 0 });
    expect(other).toMatchObject({ code: 4, stdout: "" });
    expect(other?.stderr).toContain(`The key was used for certificate ${made?.certificateId} (attempt `);
    expect(other?.stderr).toContain("with a different request: --validity-days differs.");
    expect(other?.stderr).toContain("not-sent: Nothing was sent.");
    expect(other?.stderr).toContain("  If one more reissue is meant, use another key.");
    expect(late).toMatchObject({ code: 4, stderr: "" });
    expect(parseResult(late)).toMatchObject({
      code: "idempotency_key_used",
      reason: "key-used",
      outcome: "not-sent",
      certificate_id: made?.certificateId,
      attempt_id: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    expect(sandbox.reissues("order-1")).toBe(2);
  });
});

describe("--unless-within", () => {
  test.concurrent("skips an order that the same request reissued within the time", async () => {
    const { sandbox, folder, within, each } = await world();
    const [first, again, json] = await each(within("30d"), within("30d"), within("30d", "--json"));
    const certificate = latestCertificate(sandbox);
    expect(first).toMatchObject({
      code: 0,
      stdout: `✓ reissued order order-1: certificate ${certificate}\n`,
    });
    expect(again).toMatchObject({ code: 0, stderr: "" });
    expect(again?.stdout).toMatch(
      new RegExp(
        `^✓ already reissued order order-1 less than a minute ago \\(2\\S+Z\\): certificate ${certificate} \\(attempt [0-9a-f]{12}\\); nothing was sent\n$`,
      ),
    );
    expect(parseResult(json)).toEqual(nothingSent(certificate));
    const day = 86_400_000;
    ageJournal(folder, 30 * day - 600_000);
    expect((await each(within("30d")))[0]?.stdout).toContain("✓ already reissued order order-1 29 days ago");
    ageJournal(folder, 600_000);
    expect((await each(within("30d")))[0]?.stdout).toContain("✓ reissued");
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("counts in days, hours and minutes, whichever command reissued the order", async () => {
    const { sandbox, folder, keyed, within, each } = await world();
    await each(keyed("k"));
    ageJournal(folder, 90 * 60_000);
    const [days, hours, minutes] = await each(within("1d"), within("2h"), within("89m"));
    expect(days?.stdout).toContain("✓ already reissued order order-1 1 hour ago");
    expect(hours?.stdout).toContain("✓ already reissued");
    expect(minutes?.stdout).toContain("✓ reissued");
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("fails if a different request reissued the order, and says which parts differ", async () => {
    const { sandbox, keyed, within, each } = await world();
    const [first, ended, json] = await each(
      keyed("k", "--validity-days", "30", "--json"),
      within("1d", "--dcv-method", "dns"),
      within("1d", "--json"),
    );
    const { attempt_id: attempt = "", certificate_id: certificate } = parseResult(first);
    expect(ended).toMatchObject({ code: 4, stdout: "" });
    expect(ended?.stderr).toContain("reissued less than a minute ago");
    expect(ended?.stderr).toContain("a different request: --validity-days, --dcv-method differ.");
    expect(ended?.stderr).toContain("not-sent: Nothing was sent.");
    expect(ended?.stderr).toContain(`To use certificate ${certificate}, do nothing.`);
    expect(ended?.stderr).toContain(`\n      --supersede ${attempt}\n`);
    expect(json?.code).toBe(4);
    expect(parseResult(json)).toMatchObject({ code: "recently_reissued", outcome: "not-sent" });
    expect(parseResult(json).message).toContain("--validity-days differs");
    expect(sandbox.requests).toHaveLength(1);
    // The message's way out sends it, once.
    const [sent, repeated] = await each(within("1d", "--supersede", attempt), within("1d"));
    expect(sent?.stdout).toContain("✓ reissued");
    expect(repeated?.stdout).toContain("✓ already reissued");
    expect((await each(within("1d", "--supersede", attempt)))[0]).toMatchObject({ code: 4 });
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("records no key when it skips", async () => {
    const { sandbox, keyed, each } = await world();
    const [, skipped, sent] = await each(keyed("a"), keyed("b", "--unless-within", "1d"), keyed("b"));
    expect(skipped?.stdout).toContain("✓ already reissued");
    expect(sent?.stdout).toContain("✓ reissued");
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("does not hide that a key was answered or used", async () => {
    const { sandbox, keyed, each } = await world();
    const [, answered, , used] = await each(
      keyed("a"),
      keyed("a", "--unless-within", "1d"),
      keyed("b"),
      keyed("a", "--unless-within", "1d"),
    );
    expect(answered?.stdout).toContain("✓ already reissued");
    expect(used).toMatchObject({ code: 4, stderr: expect.stringContaining("The key was used") });
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("skips also if the latest reissue is dated in the future", async () => {
    const { sandbox, folder, keyed, within, each } = await world();
    await each(keyed("k"));
    ageJournal(folder, -86_400_000);
    expect((await each(within("1m")))[0]?.stdout).toMatch(/✓ already reissued order order-1 at 2\S+Z: /);
    expect(sandbox.requests).toHaveLength(1);
  });

  test.concurrent("does not skip while an attempt is open", async () => {
    const { sandbox, keyed, within, each } = await world();
    await each(keyed("k"));
    sandbox.fault({ kind: "reset-after-processing" });
    const [lost, blocked] = await each(keyed("l"), within("30d"));
    expect(lost?.code).toBe(5);
    expect(blocked).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("it is not known whether it happened"),
    });
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("takes a number and a unit", async () => {
    const { sandbox, within, each } = await world();
    const wrong = ["", "30", "0d", "00h", "30w", "-1d", "1.5h", "d", "30 d", "1d1h", "9999999d"];
    for (const ended of await each(...wrong.map((time) => within(time))))
      expect(ended).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("--unless-within is not a time"),
      });
    expect(sandbox.requests).toEqual([]);
  });
});

describe("--supersede", () => {
  test.concurrent("is refused where the journal has no certificate of the order", async () => {
    const { sandbox, keyed, each } = await world();
    const [ended] = await each(keyed("k", "--supersede", "0123456789ab"));
    expect(ended).toMatchObject({ code: 4, stderr: expect.stringContaining("has no certificate of order") });
    expect(ended?.stderr).toContain("--journal-dir or --journal-url");
    expect(sandbox.requests).toEqual([]);
  });
});

test("A journal with attempts of another address blocks the order until --service names the same service", async () => {
  const { sandbox, keyed, each } = await world();
  const otherUrl = sandbox.url.replace("127.0.0.1", "localhost");
  const elsewhere = (...flags: string[]) => keyed("k", "--base-url", otherUrl, ...flags);
  const [, blocked, answered, staging] = await each(
    keyed("k"),
    elsewhere(),
    elsewhere("--service", sandbox.url),
    elsewhere("--service", "staging", "--journal-dir", newFolder()),
  );
  expect(blocked).toMatchObject({ code: 4, stderr: expect.stringContaining("use another journal for it") });
  expect(blocked?.stderr).toContain(`Order order-1 has an attempt at ${sandbox.url} (`);
  expect(blocked?.stderr).toContain(`\n      --service ${sandbox.url}\n`);
  expect(answered).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ already reissued") });
  expect(staging).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ reissued") });
  expect(sandbox.reissues("order-1")).toBe(2);
});
