import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ageJournal } from "../../harness/aged-journal.ts";
import { certorder } from "../../harness/cli/cli.ts";
import { commandsToPaste, commandToPaste } from "../../harness/cli/pasted.ts";
import { requestFlags, service } from "../../harness/cli/service.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";
import { newFolder } from "../../harness/new-folder.ts";

const day = 86_400_000;

/** A service, a journal of its own, and a reissue without a terminal. */
async function newOrder(folder = newJournal()) {
  const sandbox = await service();
  const env = { ...sandbox.env, CERTORDER_JOURNAL: folder };
  const run = (words: readonly string[]) => certorder(words, { env });
  const reissue = (...flags: string[]) => run(["reissue", "order-1", ...requestFlags, ...flags]);
  const keyed = (key: string, ...flags: string[]) => reissue("--idempotency-key", key, ...flags);
  const renew = (age: string, ...flags: string[]) => reissue("--max-age", age, ...flags);
  const importing = (...words: string[]) => run(["journal", "import", "order-1", ...words]);
  const latestCertificate = () => sandbox.ledger.at(-1)?.certificateId;
  return { sandbox, folder, run, reissue, keyed, renew, importing, latestCertificate };
}

const parseResult = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as Record<string, string>;

const sent = { code: 0, stdout: expect.stringContaining("✓ reissued") };
const skipped = { code: 0, stdout: expect.stringContaining("✓ already reissued") };
const refused = (why: string) => ({ code: 4, stdout: "", stderr: expect.stringContaining(why) });
const wrong = (why: string) => ({ code: 2, stdout: "", stderr: expect.stringContaining(why) });

test("A reissue without a terminal needs a good key or an age, and the message says what a good key is", async () => {
  const { sandbox, reissue, keyed, renew } = await newOrder();
  const bare = await reissue();
  expect(bare).toMatchObject(wrong("A reissue needs --idempotency-key or --max-age"));
  expect(bare.stderr).toContain("such as a ticket or a commit. Never a time or a random value");
  expect(bare.stderr).toContain("Or give --max-age (such as 60 days)");
  for (const flags of [["--yes"], ["--supersede", "0123456789ab"]])
    expect(await reissue(...flags)).toMatchObject(wrong("A reissue needs --idempotency-key or --max-age"));
  expect(await keyed("")).toMatchObject(wrong("--idempotency-key is empty."));
  expect(await keyed(" k")).toMatchObject(wrong("a text that stays the same for one reissue"));
  for (const age of ["30", "60 days", "0d", "-1d"])
    expect(await renew(age)).toMatchObject(wrong("--max-age"));
  expect(await renew("23h")).toMatchObject(wrong("--max-age is less than a day."));
  expect(await renew("90d", "--validity-days", "90")).toMatchObject(
    wrong("--max-age is not below --validity-days (90 days)"),
  );
  expect(await renew("60d", "--supersede", "0123456789ab")).toMatchObject(
    wrong("Both --max-age and --supersede are given."),
  );
  expect(await reissue("--dry-run")).toMatchObject({ code: 0 });
  expect(sandbox.requests).toEqual([]);
});

describe("--idempotency-key", () => {
  test.concurrent("sends a key once, and answers it again with the same certificate", async () => {
    const { sandbox, keyed, latestCertificate } = await newOrder();
    const first = await keyed("2026-11");
    const certificate = latestCertificate();
    expect(first.stdout).toBe(`✓ reissued order order-1: certificate ${certificate}\n`);
    const again = await keyed("2026-11");
    expect(again).toMatchObject({ code: 0, stderr: "" });
    expect(again.stdout).toMatch(
      new RegExp(
        `^✓ already reissued order order-1 less than a minute ago \\(2\\S+Z\\): certificate ${certificate} \\(attempt [0-9a-f]{12}\\); nothing was sent\\. For one more: --idempotency-key 2026-11-2\n$`,
      ),
    );
    expect(parseResult(await keyed("2026-11", "--json"))).toEqual({
      outcome: "done",
      order_id: "order-1",
      certificate_id: certificate,
      already_done: true,
      tries: 0,
      attempt_id: expect.stringMatching(/^[0-9a-f]{12}$/),
      reissued_at: expect.stringMatching(/^2.*Z$/),
    });
    expect(sandbox.requests).toHaveLength(1);
    // The key that the answer shows buys one more, also with the same request. --yes changes nothing.
    expect(await keyed("2026-11-2", "--yes")).toMatchObject(sent);
    expect(await keyed("2026-11-2", "--yes")).toMatchObject(skipped);
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("refuses a key whose request differs or whose certificate is not the latest, and shows the next key", async () => {
    const { sandbox, keyed } = await newOrder();
    await keyed("a");
    const differs = await keyed("a", "--validity-days", "30");
    expect(differs).toMatchObject(refused("The key was used for certificate"));
    expect(differs.stderr).toContain("--validity-days");
    expect(differs.stderr).toContain("--idempotency-key a-2");
    expect(await keyed("b")).toMatchObject(sent);
    expect(await keyed("a")).toMatchObject(refused("The key was used for certificate"));
    expect(parseResult(await keyed("a", "--json"))).toMatchObject({ code: "idempotency_key_used" });
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("is refused together with --max-age, and records nothing", async () => {
    const { sandbox, keyed } = await newOrder();
    await keyed("k1");
    const both = await keyed("k2", "--max-age", "30d");
    expect(both).toMatchObject(wrong("Both --max-age and --idempotency-key are given."));
    expect(parseResult(await keyed("k2", "--max-age", "30d", "--json"))).toMatchObject({
      outcome: "not-sent",
      code: "invalid_request",
    });
    expect(sandbox.requests).toHaveLength(1);
    // The key alone was never used, so it is sent, once.
    expect(await keyed("k2")).toMatchObject(sent);
    expect(await keyed("k2")).toMatchObject(skipped);
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("is refused by a journal that does not exist, and the command of the message creates it", async () => {
    const folder = join(newFolder("volume-"), "journal");
    const { sandbox, run, keyed, renew } = await newOrder(folder);
    for (const ended of [await keyed("k"), await renew("60d")])
      expect(ended).toMatchObject(refused(`The journal in ${folder} does not exist.`));
    const json = await keyed("k", "--json");
    expect([json.code, parseResult(json)]).toMatchObject([4, { code: "journal_not_found" }]);
    expect(sandbox.requests).toEqual([]);
    const init = commandToPaste(await keyed("k"), "journal init");
    expect(init).toEqual(["journal", "init", "--journal", folder]);
    expect(await run(init)).toMatchObject({ code: 0 });
    expect(await keyed("k")).toMatchObject(sent);
    expect(await keyed("k")).toMatchObject(skipped);
    expect(sandbox.requests).toHaveLength(1);
  });
});

describe("--max-age", () => {
  test.concurrent("renews a certificate that is older, and answers the same request until the new one is as old", async () => {
    const { sandbox, folder, renew, importing, latestCertificate } = await newOrder();
    expect(await importing("cert-old", "--issued-at", "2020-01-01")).toMatchObject({ code: 0 });
    expect(await renew("60d")).toMatchObject(sent);
    ageJournal(folder, 60 * day - 600_000);
    const again = await renew("60d");
    expect(again).toMatchObject({ ...skipped, stderr: "" });
    expect(again.stdout).toContain(`order order-1 59 days ago`);
    expect(again.stdout).toContain(`certificate ${latestCertificate()} (attempt `);
    expect(again.stdout).toContain("nothing was sent. For one more: --idempotency-key KEY\n");
    expect(parseResult(await renew("60d", "--json"))).toEqual({
      outcome: "done",
      order_id: "order-1",
      certificate_id: latestCertificate(),
      already_done: true,
      tries: 0,
      attempt_id: expect.stringMatching(/^[0-9a-f]{12}$/),
      reissued_at: expect.stringMatching(/^2.*Z$/),
    });
    expect(sandbox.requests).toHaveLength(1);
    ageJournal(folder, 600_001);
    expect(await renew("60d")).toMatchObject(sent);
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("renews an old certificate with a changed request, too", async () => {
    const { sandbox, folder, keyed, renew } = await newOrder();
    await keyed("k");
    ageJournal(folder, 61 * day);
    expect(await renew("60d", "--validity-days", "90")).toMatchObject(sent);
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("fails if another request made a younger certificate, and names the parts and the ways out", async () => {
    const { sandbox, keyed, renew } = await newOrder();
    const first = parseResult(await keyed("k", "--validity-days", "90", "--json"));
    const ended = await renew("60d", "--dcv-method", "dns");
    expect(ended).toMatchObject(refused("--validity-days, --dcv-method differ"));
    expect(ended.stderr).toContain("That is less than --max-age ago.");
    expect(ended.stderr).toContain(`To use certificate ${first.certificate_id}, do nothing.`);
    expect(ended.stderr).toContain("use --idempotency-key instead of --max-age");
    expect(commandsToPaste(ended)).toEqual([]);
    const json = await renew("60d", "--json");
    expect([json.code, parseResult(json)]).toMatchObject([
      4,
      { code: "recently_reissued", outcome: "not-sent", certificate_id: first.certificate_id },
    ]);
    expect(sandbox.requests).toHaveLength(1);
    // The way out sends it once. Then the age answers the same request.
    const request = ["--dcv-method", "dns"];
    expect(await keyed("k-2", ...request)).toMatchObject(sent);
    expect(await renew("60d", ...request)).toMatchObject(skipped);
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("fails if the time of the latest certificate is in the future: that is no reason to pay, and nothing to rely on", async () => {
    const { sandbox, folder, keyed, renew } = await newOrder();
    await keyed("k");
    ageJournal(folder, -day);
    expect(await renew("60d")).toMatchObject(refused("That is in the future."));
    expect(sandbox.requests).toHaveLength(1);
  });

  test.concurrent("fails in a journal without a certificate of the order, and the command of the message leads out", async () => {
    const { sandbox, run, renew } = await newOrder();
    const ended = await renew("60d");
    expect(ended).toMatchObject(refused("the journal has none"));
    expect(ended.stderr).toContain("use --idempotency-key instead of --max-age");
    expect(parseResult(await renew("60d", "--json"))).toMatchObject({ code: "not_in_journal" });
    expect(sandbox.requests).toEqual([]);
    const placeholders = { CERTIFICATE_ID: "cert-7", "YYYY-MM-DD": "2020-01-01" };
    expect(await run(commandToPaste(ended, "journal import", placeholders))).toMatchObject({ code: 0 });
    expect(await renew("60d")).toMatchObject(sent);
    expect(await renew("60d")).toMatchObject(skipped);
    expect(sandbox.requests).toHaveLength(1);
  });

  test.concurrent("fails if the time of issue is not known, and the command of the message states it", async () => {
    const { sandbox, run, renew, importing } = await newOrder();
    await importing("cert-7");
    const ended = await renew("60d");
    expect(ended).toMatchObject(refused("Its time of issue is not known."));
    const dated = commandToPaste(ended, "journal import", { "YYYY-MM-DD": "2020-01-01" });
    expect(dated).toContain("cert-7");
    expect(await run(dated)).toMatchObject({ code: 0 });
    expect(await renew("60d")).toMatchObject(sent);
    expect(sandbox.requests).toHaveLength(1);
  });

  test.concurrent("is blocked while an attempt is open", async () => {
    const { sandbox, folder, keyed, renew } = await newOrder();
    await keyed("k");
    ageJournal(folder, 61 * day);
    sandbox.addFault({ kind: "reset-after-processing" });
    expect(await renew("60d")).toMatchObject({ code: 5 });
    expect(await renew("60d")).toMatchObject(refused("it is not known whether it happened"));
    expect(sandbox.requests).toHaveLength(2);
  });
});

test("A journal with attempts of another address blocks the order until --service names the same service", async () => {
  const { sandbox, keyed } = await newOrder();
  const otherUrl = sandbox.url.replace("127.0.0.1", "localhost");
  const elsewhere = (...flags: string[]) => keyed("k", "--base-url", otherUrl, ...flags);
  await keyed("k");
  const blocked = await elsewhere();
  expect(blocked).toMatchObject(refused(`Order order-1 has an attempt at ${sandbox.url} (`));
  expect(blocked.stderr).toContain(`\n      --service ${sandbox.url}\n`);
  expect(await elsewhere("--service", sandbox.url)).toMatchObject(skipped);
  expect(await elsewhere("--service", "staging", "--journal", newJournal())).toMatchObject(sent);
  expect(sandbox.reissues("order-1")).toBe(2);
});
