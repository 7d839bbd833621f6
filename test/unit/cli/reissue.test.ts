import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { certorder, newFolder } from "../../harness/cli/cli.ts";
import type { TestService } from "../../harness/cli/service.ts";
import {
  confirmedRequest,
  csr,
  environmentFor,
  listener,
  names,
  requestFlags,
  service,
} from "../../harness/cli/service.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";
import { killing, kindOf, stepsIn } from "../../harness/killing.ts";

let sandbox: TestService;
beforeAll(async () => {
  sandbox = await service(["people", "programs", "csr-stdin", "request-stdin", "overridden", "reads"]);
});

const request = { certificate: { csr, common_name: names[0], dns_names: names, sign_hash: "sha256" } };
const fileWith = (content: unknown) => {
  const path = join(newFolder(), "request.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
};
const withKey = ["--idempotency-key", "k"];
const asked = (orderId: string) => sandbox.requests.filter((seen) => seen.orderId === orderId);

describe("certorder reissue", () => {
  test.concurrent("prints the new certificate on standard output, for people or as one JSON object", async () => {
    const people = await certorder(["reissue", "people", ...confirmedRequest()], sandbox);
    const programs = await certorder(["reissue", "programs", ...confirmedRequest(), "--json"], sandbox);
    for (const { code, stderr } of [people, programs]) {
      expect(code).toBe(0);
      expect(stderr).toBe("");
    }
    const [{ certificateId } = {}] = sandbox.ledger.filter(({ orderId }) => orderId === "people");
    expect(people.stdout).toBe(`✓ reissued order people: certificate ${certificateId}\n`);
    expect(JSON.parse(programs.stdout)).toEqual({
      outcome: "done",
      order_id: "programs",
      certificate_id: expect.stringMatching(/^cert-/),
      attempt_id: expect.stringMatching(/^[0-9a-f]{12}$/),
      already_done: false,
      http_status: 200,
      tries: 1,
    });
  });

  test.concurrent("reads the log of its order once before it decides, and once after it recorded that it is sent", async () => {
    const folder = newFolder();
    const env = { ...sandbox.env, CERTORDER_JOURNAL: newJournal() };
    const reissue = (more = {}) =>
      certorder(["reissue", "reads", ...confirmedRequest()], { env: { ...env, ...more } });
    expect(await reissue()).toMatchObject({ code: 0 });
    const steps = join(folder, "steps");
    expect(await reissue(killing(steps))).toMatchObject({ code: 0 });
    const reads = stepsIn(steps)
      .map(kindOf)
      .filter((name) => ["readFile", "append", "send"].includes(name));
    expect(reads.slice(0, 4)).toEqual(["readFile", "append", "readFile", "send"]);
    expect(reads.filter((name) => name === "readFile")).toHaveLength(2);
  });

  test.concurrent("takes the CSR or the whole request from a file or standard input, and flags win over it", async () => {
    const file = fileWith({ ...request, dcv_method: "dns", dcv_scope: "from-the-file" });
    const flags = "--sign-hash sha512 --dcv-scope from-the-flag --validity-days 90".split(" ");
    const csrOnly = `--sign-hash sha256 --common-name ${names[0]} --csr-file -`.split(" ");
    const ended = [
      await certorder(["reissue", "csr-stdin", ...csrOnly, ...withKey], { ...sandbox, stdin: csr }),
      await certorder(["reissue", "request-stdin", "--request-file", "-", ...withKey], {
        ...sandbox,
        stdin: JSON.stringify(request),
      }),
      await certorder(["reissue", "overridden", "--request-file", file, ...flags, ...withKey], sandbox),
    ];
    expect(ended).toMatchObject([{ code: 0 }, { code: 0 }, { code: 0 }]);
    expect(asked("csr-stdin")).toMatchObject([{ body: { certificate: { csr } } }]);
    expect(asked("request-stdin")).toMatchObject([{ body: request }]);
    const certificate = { ...request.certificate, sign_hash: "sha512", validity_days: 90 };
    expect(asked("overridden")).toMatchObject([
      { body: { certificate, dcv_method: "dns", dcv_scope: "from-the-flag" } },
    ]);
  });

  test("refuses a wrong request with all of its problems at once, and sends nothing", async () => {
    const { url, heard } = await listener();
    const wrong = "--validity-days 0 --persist-until x --sign-key-pin-tip t --csr-file".split(" ");
    wrong.push(fileWith("nonsense"));
    const run = (more: string[], env: Record<string, string>) =>
      certorder(["reissue", "o", ...wrong, ...more, "--yes", "--max-tries", "0"], { env });
    const people = await run([], { CERTORDER_BASE_URL: "http://service.example" });
    expect(people).toMatchObject({ code: 2, stdout: "" });
    expect(people.stderr).toMatch(/^✗ \d+ problems\. Nothing was sent\.$/m);
    const fields = "--sign-hash --validity-days --persist-until --sign-key-pin-tip CSR";
    for (const what of `${fields} --key-id --auth-key-file --max-tries`.split(" "))
      expect(people.stderr).toContain(what);

    const programs = await run(["--json"], {});
    expect(programs).toMatchObject({ code: 2, stderr: "" });
    const result = JSON.parse(programs.stdout) as { outcome: string; problems: { field: string }[] };
    expect(result.outcome).toBe("not-sent");
    expect(result.problems.map(({ field }) => field)).toEqual(
      expect.arrayContaining("base_url key_id auth_key max_tries sign_hash csr".split(" ")),
    );
    expect(await run(["--sign-hash", "sha256"], environmentFor(url))).toMatchObject({ code: 2 });
    expect(heard).toEqual([]);
  });

  const misplaced = { sign_hash: "sha256", certificate: { dcv_method: "dns", colour: "red" } };
  test.concurrent.each([
    [["--request-file", fileWith("{")], "is not a JSON object"],
    [["--request-file", fileWith("[]")], "is not a JSON object"],
    [["--request-file", fileWith(misplaced)], '"sign_hash" is not a field of this request at this place.'],
    [["--request-file", fileWith(misplaced)], '"certificate.colour"'],
    [["--request-file", "/nowhere"], "--request-file names a file that cannot be read (ENOENT)"],
    [["--csr-file", "/"], "--csr-file names a file that cannot be read (EISDIR)"],
    [["--auth-key-file", "/nowhere/key"], "--auth-key-file names a file that cannot be read (ENOENT)"],
  ])("refuses files that it cannot use: %j", async (flags, what) => {
    expect(await certorder(["reissue", "o", ...flags, "--yes"], sandbox)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(what),
    });
  });

  test.concurrent("sends nothing without a terminal and without a key or an age, also with --yes", async () => {
    const { url, heard } = await listener();
    const env = environmentFor(url);
    for (const flags of [[], ["--yes"]]) {
      const { code, stderr } = await certorder(["reissue", "o", ...requestFlags, ...flags], { env });
      expect(code).toBe(2);
      expect(stderr).toContain("A reissue needs --idempotency-key or --max-age");
    }
    expect(heard).toEqual([]);
  });

  test.concurrent("sends without a journal and without a terminal only with --yes", async () => {
    const { url, heard } = await listener();
    const args = ["reissue", "o", ...requestFlags, "--journal", "none"];
    const asked = await certorder(args, { env: environmentFor(url) });
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining("Add --yes to send it") });
    expect(heard).toEqual([]);
    expect(await certorder([...args, "--yes"], { env: environmentFor(url) })).toMatchObject({ code: 0 });
    expect(heard).toHaveLength(1);
  });

  test.concurrent("warns of a journal that vanishes with the machine, and of no other", async () => {
    const { url } = await listener();
    const warning = "The journal is a folder of a machine that GitHub removes after the job.";
    for (const [variables, isWarned] of [
      [{ RUNNER_ENVIRONMENT: "github-hosted" }, true],
      [{ CI: "true" }, false],
    ] as const) {
      const env = { ...environmentFor(url), CERTORDER_JOURNAL: newJournal(), ...variables };
      const { code, stderr } = await certorder(["reissue", "o", ...requestFlags, ...withKey], { env });
      expect(code).toBe(0);
      expect(stderr.includes(warning)).toBe(isWarned);
      expect(stderr.includes("CERTORDER_JOURNAL=postgres://user@host/database")).toBe(isWarned);
    }
  });

  test.concurrent("shows warnings with the result, for people and for programs", async () => {
    const { url } = await listener();
    const flags = "--sign-hash sha256 --validity-days 9999 --json".split(" ");
    const args = ["reissue", "o", ...flags, ...withKey];
    const { code, stdout, stderr } = await certorder(args, { env: environmentFor(url) });
    expect(code).toBe(0);
    expect(stderr).toContain("warning: --validity-days is 9999");
    expect(JSON.parse(stdout)).toMatchObject({ warnings: [{ field: "validity_days", severity: "warning" }] });
  });
});

test("--require-callback sends nothing while the callback fails, and reissues once it works", async () => {
  const own = await service();
  const home = { env: { ...own.env, CERTORDER_JOURNAL: newJournal() } };
  const operations = () => own.requests.map(({ operation }) => operation);
  const args = ["reissue", "order-1", ...confirmedRequest("T-1"), "--require-callback"];
  const dryRun = await certorder([...args, "--dry-run"], home);
  expect(dryRun).toMatchObject({ code: 0, stderr: "The callback would be tested first.\n" });
  expect(operations()).toEqual([]);
  const failed = await certorder([...args, "--json"], home);
  expect(failed.code).toBe(4);
  expect(JSON.parse(failed.stdout)).toMatchObject({
    name: "CallbackRequiredError",
    outcome: "not-sent",
    code: "callback_not_configured",
    verdict: "fail",
  });
  expect(operations()).toEqual(["callback-test"]);
  expect((await certorder(["status"], home)).stdout).not.toContain("order-1");
  own.addFault({ kind: "status", operation: "callback-test", status: 200, body: '{"code":"success"}' });
  expect(await certorder(args, home)).toMatchObject({ code: 0 });
  // The same key is answered, and nothing is tested.
  expect((await certorder(args, home)).stdout).toContain("already reissued");
  expect(operations()).toEqual(["callback-test", "callback-test", "reissue"]);
});
