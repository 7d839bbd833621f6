import { describe, expect, test } from "vitest";
import { ageJournal } from "../../harness/aged-journal.ts";
import { certorder } from "../../harness/cli/cli.ts";
import { requestFlags, service } from "../../harness/cli/service.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";

/** A service, a journal of its own, and a reissue without a confirmation. */
async function newOrder() {
  const sandbox = await service();
  const folder = newJournal();
  const env = { ...sandbox.env, CERTORDER_JOURNAL: folder };
  const reissue = (...flags: string[]) =>
    certorder(["reissue", "order-1", ...requestFlags, "--yes", ...flags], { env });
  const keyed = (key: string, ...flags: string[]) => reissue("--idempotency-key", key, ...flags);
  const within = (time: string, ...flags: string[]) => reissue(`--unless-within=${time}`, ...flags);
  const latestCertificate = () => sandbox.ledger.at(-1)?.certificateId;
  return { sandbox, folder, reissue, keyed, within, latestCertificate };
}

const parseResult = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as Record<string, string>;

const sent = { code: 0, stdout: expect.stringContaining("✓ reissued") };
const skipped = { code: 0, stdout: expect.stringContaining("✓ already reissued") };
const refused = (why: string) => ({ code: 4, stdout: "", stderr: expect.stringContaining(why) });

test("A reissue with --yes needs a good key or a time, and the message says what a good key is", async () => {
  const { sandbox, reissue, keyed, within } = await newOrder();
  const wrong = (why: string) => ({ code: 2, stdout: "", stderr: expect.stringContaining(why) });
  const bare = await reissue();
  expect(bare).toMatchObject(wrong("a reissue needs --idempotency-key or --unless-within"));
  expect(bare.stderr).toContain("a ticket, a commit, a month such as 2026-11");
  expect(bare.stderr).toContain("Do not use a time stamp or a random value");
  expect(await reissue("--supersede", "0123456789ab")).toMatchObject(wrong("needs --idempotency-key"));
  expect(await keyed("")).toMatchObject(wrong("--idempotency-key is empty."));
  expect(await keyed(" k")).toMatchObject(wrong("A good key stays the same"));
  expect(await within("30")).toMatchObject(wrong("--unless-within is not a time"));
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
        `^✓ already reissued order order-1 less than a minute ago \\(2\\S+Z\\): certificate ${certificate} \\(attempt [0-9a-f]{12}\\); nothing was sent\n$`,
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
  });
});

describe("--unless-within", () => {
  test.concurrent("skips an order that the same request reissued within the time, with any command", async () => {
    const { sandbox, folder, keyed, within } = await newOrder();
    await keyed("k");
    const day = 86_400_000;
    ageJournal(folder, 30 * day - 600_000);
    const again = await within("30d");
    expect(again).toMatchObject({ ...skipped, stderr: "" });
    expect(again.stdout).toContain("order order-1 29 days ago");
    expect(parseResult(await within("30d", "--json"))).toMatchObject({ already_done: true, tries: 0 });
    ageJournal(folder, 600_000);
    expect(await within("30d")).toMatchObject(sent);
    // A time in the future is no reason to pay once more.
    ageJournal(folder, -day);
    expect(await within("1m")).toMatchObject(skipped);
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("fails if a different request reissued the order, and names the parts and the way out", async () => {
    const { sandbox, keyed, within } = await newOrder();
    const first = parseResult(await keyed("k", "--validity-days", "30", "--json"));
    const ended = await within("1d", "--dcv-method", "dns");
    expect(ended).toMatchObject(refused("a different request: --validity-days, --dcv-method differ."));
    expect(ended.stderr).toContain(`To use certificate ${first.certificate_id}, do nothing.`);
    expect(ended.stderr).toContain(`\n      --supersede ${first.attempt_id}\n`);
    const json = await within("1d", "--json");
    expect(json.code).toBe(4);
    expect(parseResult(json)).toMatchObject({ code: "recently_reissued", outcome: "not-sent" });
    expect(sandbox.requests).toHaveLength(1);
    // The message's way out sends it, once.
    const wayOut = ["1d", "--supersede", first.attempt_id ?? ""] as const;
    expect(await within(...wayOut)).toMatchObject(sent);
    expect(await within("1d")).toMatchObject(skipped);
    expect(await within(...wayOut)).toMatchObject({ code: 4 });
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("records no key when it skips, and does not hide that a key was used", async () => {
    const { sandbox, keyed } = await newOrder();
    await keyed("a");
    expect(await keyed("b", "--unless-within", "1d")).toMatchObject(skipped);
    expect(await keyed("a", "--unless-within", "1d")).toMatchObject(skipped);
    expect(await keyed("b")).toMatchObject(sent);
    expect(await keyed("a", "--unless-within", "1d")).toMatchObject(refused("The key was used"));
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("does not skip while an attempt is open", async () => {
    const { sandbox, keyed, within } = await newOrder();
    await keyed("k");
    sandbox.addFault({ kind: "reset-after-processing" });
    expect(await keyed("l")).toMatchObject({ code: 5 });
    expect(await within("30d")).toMatchObject(refused("it is not known whether it happened"));
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
