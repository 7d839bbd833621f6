import { describe, expect, test } from "vitest";
import { certorder } from "../../harness/cli/cli.ts";
import { commandsToPaste, commandToPaste } from "../../harness/cli/pasted.ts";
import { requestFlags, service } from "../../harness/cli/service.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";

/** A service, a journal of its own, and imports of certificates of order-1. */
async function newOrder() {
  const sandbox = await service();
  const env: Record<string, string> = { ...sandbox.env, CERTORDER_JOURNAL: newJournal() };
  const run = (words: readonly string[], more = {}) => certorder(words, { env: { ...env, ...more } });
  const importing = (...words: string[]) => run(["journal", "import", "order-1", ...words]);
  const reissue = (...flags: string[]) => run(["reissue", "order-1", ...requestFlags, ...flags]);
  const keyed = (key: string) => reissue("--idempotency-key", key);
  const renew = (...flags: string[]) => reissue("--max-age", "60d", ...flags);
  /** The latest certificate, as `journal show` has it. */
  const latest = async () => {
    const { stdout } = await run(["journal", "show", "order-1", "--json"]);
    const { attempts } = JSON.parse(stdout) as { attempts: Record<string, unknown>[] };
    return attempts.find((attempt) => attempt.latest === true);
  };
  return { sandbox, env, run, importing, reissue, keyed, renew, latest };
}

const parse = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as Record<string, unknown>;
const imported = { code: 0, stdout: expect.stringContaining("✓ imported certificate") };
const notLatest = (why: string) => ({ code: 7, stdout: "", stderr: expect.stringContaining(why) });
const wrong = (why: string) => ({ code: 2, stdout: "", stderr: expect.stringContaining(why) });

describe("certorder journal import", () => {
  test.concurrent("records a certificate, sends nothing, and changes nothing when it is repeated", async () => {
    const { sandbox, importing, latest } = await newOrder();
    const first = await importing("cert-7", "--issued-at", "2020-01-01");
    expect(first).toMatchObject({
      code: 0,
      stderr: "",
      stdout: "✓ imported certificate cert-7 of order order-1\n",
    });
    const again = await importing("cert-7");
    expect(again.stdout).toBe("✓ already the latest certificate cert-7 of order order-1\n");
    expect(parse(await importing("cert-7", "--json"))).toEqual({
      order_id: "order-1",
      certificate_id: "cert-7",
      attempt_id: expect.stringMatching(/^import-[0-9a-f]{12}$/),
      imported: false,
    });
    expect(await latest()).toMatchObject({
      certificate_id: "cert-7",
      is_imported: true,
      issued_at: "2020-01-01T00:00:00.000Z",
    });
    expect(sandbox.requests).toEqual([]);
  });

  test.concurrent("The line that corrects a request keeps the flag that says which certificate is newer", async () => {
    const { importing, run, latest } = await newOrder();
    await importing("cert-1", ...requestFlags);
    await importing("cert-2", "--latest");
    const other = requestFlags.map((word) => (word === "sha256" ? "sha384" : word));
    const refused = await importing("cert-1", "--latest", ...other);
    expect(refused).toMatchObject({ code: 7 });
    expect(await run(commandToPaste(refused, "--correct"))).toMatchObject(imported);
    expect(await latest()).toMatchObject({ certificate_id: "cert-1" });
    const unknown = await importing("cert-3", "--correct", ...other);
    expect(await run(commandToPaste(unknown, "--latest"))).toMatchObject(imported);
  });

  test.concurrent("A later import states the date that an earlier one left out", async () => {
    const { importing, latest } = await newOrder();
    await importing("cert-7");
    expect(await latest()).not.toHaveProperty("issued_at");
    expect(await importing("cert-7", "--issued-at", "2020-01-01T12:00:00+02:00")).toMatchObject(imported);
    expect(await latest()).toMatchObject({ issued_at: "2020-01-01T10:00:00.000Z" });
  });

  test.concurrent("A later import adds the CSR that an earlier one left out, so that the order can be renewed", async () => {
    const { sandbox, importing, renew } = await newOrder();
    const dated = ["cert-7", "--issued-at", new Date().toISOString()];
    const withoutCsr = requestFlags.slice(0, requestFlags.indexOf("--csr-file"));
    await importing(...dated, ...withoutCsr);
    expect(await renew()).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("--csr-file: not set there"),
    });
    expect(await importing("cert-7", ...requestFlags)).toMatchObject({ ...imported, stderr: "" });
    expect(await renew()).toMatchObject({ code: 0, stdout: expect.stringContaining("cert-7") });
    expect(sandbox.requests).toEqual([]);
  });

  test.concurrent("refuses another request than the known one, and the command of the message corrects it", async () => {
    const { sandbox, run, importing, renew } = await newOrder();
    const wrong = [...requestFlags, "--validity-days", "30"];
    await importing("cert-7", "--issued-at", new Date().toISOString(), ...wrong);
    const blocked = await renew();
    expect(blocked).toMatchObject({ code: 4, stderr: expect.stringContaining("If this request made it") });
    const refused = await importing("cert-7", ...requestFlags);
    expect(refused).toMatchObject(notLatest("knows another request for certificate cert-7"));
    expect(refused.stderr).toContain("--validity-days: 30 there, not set here");
    expect(await importing("cert-7", "--latest", ...requestFlags)).toMatchObject(
      notLatest("another request"),
    );
    expect(commandToPaste(refused, "--correct")).toEqual(commandToPaste(blocked, "--correct"));
    expect(await run(commandToPaste(refused, "--correct"))).toMatchObject(imported);
    expect(await renew()).toMatchObject({ code: 0, stdout: expect.stringContaining("cert-7") });
    expect(sandbox.requests).toEqual([]);
  });

  test.concurrent("refuses another request than the one that a reissue sent", async () => {
    const { keyed, importing } = await newOrder();
    const { stdout } = await keyed("k");
    const [, id = ""] = /certificate (\S+)/.exec(stdout) ?? [];
    const refused = await importing(id, "--latest", ...requestFlags, "--validity-days", "30");
    expect(refused).toMatchObject(notLatest("knows another request"));
    expect(refused.stderr).toContain("leave the request out");
    expect(await importing(id, ...requestFlags)).toMatchObject(imported);
  });

  test.concurrent("needs --latest for a certificate that the journal does not know, and the command of the message has it", async () => {
    const { run, keyed, importing, latest } = await newOrder();
    await keyed("k");
    const ended = await importing("cert-portal");
    expect(ended).toMatchObject(notLatest("It does not know cert-portal."));
    expect(ended.stderr).toContain("The journal was not changed.");
    expect(parse(await importing("cert-portal", "--json"))).toMatchObject({ code: "import_refused" });
    expect(await run(commandToPaste(ended, "--latest"))).toMatchObject(imported);
    expect(await latest()).toMatchObject({ certificate_id: "cert-portal" });
  });

  test.concurrent("A later import with --latest corrects an earlier one, in both directions", async () => {
    const { importing, latest } = await newOrder();
    await importing("typo");
    expect(await importing("real")).toMatchObject(notLatest("It does not know real."));
    expect(await importing("real", "--latest")).toMatchObject(imported);
    expect(await importing("typo")).toMatchObject(notLatest("By the journal, typo is older."));
    // It is typed now, and so it is not left over from an earlier time.
    expect(await importing("typo", "--latest")).toMatchObject(imported);
    expect(await importing("real", "--latest")).toMatchObject(imported);
    expect(await latest()).toMatchObject({ certificate_id: "real" });
  });

  test.concurrent("needs --bring-back for a certificate after which the order was reissued, and the next reissue is on top of it", async () => {
    const { sandbox, run, importing, keyed, renew, latest } = await newOrder();
    await importing("cert-7", "--issued-at", "2020-01-01");
    await keyed("k");
    const second = sandbox.ledger[0]?.certificateId ?? "";
    const refusals = [await importing("cert-7"), await importing("cert-7", "--latest")];
    for (const ended of refusals) {
      expect(ended).toMatchObject(notLatest("A certificate that a reissue made stands after cert-7."));
      expect(commandsToPaste(ended).map((words) => words.slice(0, 5).join(" "))).toEqual([
        `journal import order-1 ${second} --latest`,
        "journal import order-1 cert-7 --bring-back",
      ]);
    }
    expect(await latest()).toMatchObject({ certificate_id: second });
    const [ended = { stderr: "" }] = refusals;
    expect(await run(commandToPaste(ended, "--bring-back"))).toMatchObject(imported);
    expect(await latest()).toMatchObject({ certificate_id: "cert-7", previous: second });
    // The key's certificate is not the latest any more. The age of the one that came back counts.
    expect(await keyed("k")).toMatchObject({ code: 4, stderr: expect.stringContaining("The key was used") });
    expect(await renew()).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ reissued") });
    expect(sandbox.requests).toHaveLength(2);
  });

  test.concurrent("refuses a date before the latest reissue, unless --bring-back is given", async () => {
    const { keyed, importing } = await newOrder();
    await keyed("k");
    const dated = ["cert-7", "--latest", "--issued-at", "2020-01-01"];
    expect(await importing(...dated)).toMatchObject(notLatest("Certificate cert-7 was issued at 2020-01-01"));
    expect(await importing(...dated, "--bring-back")).toMatchObject(imported);
  });

  test.concurrent("is refused while an attempt is open, and works once that is resolved", async () => {
    const { sandbox, run, keyed, importing, latest } = await newOrder();
    sandbox.addFault({ kind: "reset-after-processing" });
    expect(await keyed("k")).toMatchObject({ code: 5 });
    for (const flags of [[], ["--latest"], ["--bring-back"]]) {
      const ended = await importing("cert-9", ...flags);
      expect(ended).toMatchObject(notLatest("Certificate cert-9 of order order-1 was not imported."));
      expect(ended.stderr).toContain("it is not known whether it happened");
      expect(ended.stderr).not.toMatch(/was not sent|Nothing was sent/);
    }
    const blocked = await importing("cert-9");
    expect(parse(await importing("cert-9", "--json"))).toMatchObject({ code: "unresolved_attempt" });
    const id = sandbox.ledger[0]?.certificateId ?? "";
    expect(await run(commandToPaste(blocked, "--certificate-id", { ID: id }))).toMatchObject({ code: 0 });
    expect(await importing("cert-9", "--latest")).toMatchObject(imported);
    expect(await latest()).toMatchObject({ certificate_id: "cert-9", previous: id });
  });

  test.concurrent("A stated request answers a renewal that asks for the same, and blocks one that asks for another", async () => {
    const { sandbox, importing, renew, latest } = await newOrder();
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    await importing("cert-7", "--issued-at", yesterday);
    const unknown = await renew();
    expect(unknown).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("a request that is not recorded"),
    });
    expect(parse(await renew("--json"))).toMatchObject({ code: "recently_reissued" });
    expect(await importing("cert-7", ...requestFlags)).toMatchObject(imported);
    expect(await latest()).toMatchObject({ issued_at: yesterday, request: { csr: expect.any(String) } });
    const same = await renew();
    expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ already reissued") });
    expect(same.stdout).toContain("1 day ago");
    expect(await renew("--validity-days", "90")).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("--validity-days: not set there, 90 here"),
    });
    expect(sandbox.requests).toEqual([]);
  });

  test.concurrent("refuses wrong dates, ids, requests and services", async () => {
    const { env, run, importing } = await newOrder();
    for (const date of ["YYYY-MM-DD", "1.11.2026", "2026-02-30", "2026-11-01T12:00:00", ""])
      expect(await importing("cert-7", "--issued-at", date)).toMatchObject(
        wrong("--issued-at is not a date."),
      );
    expect(await importing("cert-7", "--issued-at", "2999-01-01")).toMatchObject(wrong("is in the future."));
    expect(await importing("CERTIFICATE_ID")).toMatchObject(wrong("is not the id of a certificate"));
    expect(await importing("cert-7", "--validity-days", "90")).toMatchObject(wrong("--sign-hash"));
    expect(await importing("cert-7", "--journal", "none")).toMatchObject(wrong("there is no journal"));
    const words = ["journal", "import", "order-1", "cert-7"];
    expect(await run(words, { CERTORDER_BASE_URL: "" })).toMatchObject(wrong("--base-url is missing."));
    expect(await run(["status"])).toMatchObject({ stdout: "The journal is empty.\n" });

    // It needs no keys of the service, and the secret of a request is not a request.
    const { CERTORDER_BASE_URL = "", CERTORDER_JOURNAL = "" } = env;
    const few = { CERTORDER_BASE_URL, CERTORDER_JOURNAL, CERTORDER_SIGN_KEY_PIN: "4711" };
    expect(await certorder(words, { env: few })).toMatchObject(imported);
    const other = await run([...words, "--issued-at", "2020-01-01"], {
      CERTORDER_BASE_URL: "https://other.example",
    });
    expect(other).toMatchObject(notLatest("and this is https://other.example"));
  });
});
