import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { certorder, certorderEach, newFolder } from "../../harness/cli/cli.ts";
import { fileOfOrder } from "../../harness/cli/file-of-order.ts";
import type { TestService } from "../../harness/cli/service.ts";
import { confirmedRequest, keylessRequest, requestFlags, service } from "../../harness/cli/service.ts";
import { preloading } from "../../harness/program.ts";

let sandbox: TestService;
beforeAll(async () => {
  sandbox = await service(["linked", "silent", "none", "filling", "half"]);
});

// All kinds of folders that cannot be used: test/unit/journal/file-store.test.ts.
test("A journal that cannot be used stops the reissue, unless it is best effort, and the message says what to do", async () => {
  const folder = newFolder();
  const elsewhere = join(newFolder(), "elsewhere");
  writeFileSync(elsewhere, "", { mode: 0o600 });
  symlinkSync(elsewhere, fileOfOrder(folder, "linked"));
  const args = ["reissue", "linked", ...confirmedRequest(), "--journal-dir", folder];
  const stopped = await certorder(args, sandbox);
  expect(stopped.code).toBe(4);
  expect(stopped.stderr).toMatch(/The journal in \S+ cannot be used \(linked-\w+.jsonl is a link\)\./);
  expect(stopped.stderr).toContain("not-sent: Nothing was sent.");
  expect(stopped.stderr).toContain("CERTORDER_JOURNAL_DIR");
  expect(sandbox.reissues("linked")).toBe(0);
  const sent = await certorder([...args, "--journal", "best-effort"], sandbox);
  expect(sent).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ reissued order linked") });
  expect(sent.stderr.match(/Going on without the journal: The journal in/g)).toHaveLength(1);
  expect(sandbox.reissues("linked")).toBe(1);
});

test("Commands about the journal do not wait for a pipe in the place of a file", async () => {
  const folder = newFolder();
  spawnSync("mkfifo", [fileOfOrder(folder, "full")]);
  const [listed, ...others] = await certorderEach(
    ["journal list", "journal show full", "journal resolve full a --not-happened", "journal repair full"],
    { CERTORDER_JOURNAL_DIR: folder },
  );
  expect(listed).toMatchObject({
    code: 0,
    stdout: "damaged  order full  its log cannot be read, blocks the order\n",
  });
  for (const ended of others)
    expect(ended).toMatchObject({ code: 7, stderr: expect.stringContaining("is not a plain file") });
});

describe("--journal", () => {
  test("best-effort sends without a server that does not answer, and warns once", async () => {
    const url = ["--journal-url", "postgres://user@127.0.0.1:1/none?sslmode=disable"];
    const args = ["reissue", "silent", ...confirmedRequest(), "--journal", "best-effort", ...url];
    const { code, stdout, stderr } = await certorder(args, sandbox);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain("✓ reissued order silent");
    expect(stderr.match(/Going on without the journal: The journal at/g)).toHaveLength(1);
  });

  test("none reads no journal, creates none, and is refused with a flag that needs one", async () => {
    const folder = join(newFolder(), "never");
    const args = ["reissue", "none", ...requestFlags, "--yes", "--journal", "none", "--journal-dir", folder];
    for (const flag of ["--idempotency-key=k", "--unless-within=30d", "--supersede=0123456789ab"])
      expect(await certorder([...args, flag], sandbox)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("need the journal"),
      });
    const { code, stdout } = await certorder([...args, "--json"], sandbox);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).not.toHaveProperty("attempt_id");
    expect(existsSync(folder)).toBe(false);
    expect(sandbox.reissues("none")).toBe(1);
  });
});

test.each<[title: string, env: Record<string, string>, flags: string[], said: string]>([
  ["HOME is empty", { HOME: "", XDG_STATE_HOME: "" }, [], "There is no home folder"],
  ["--journal-dir is relative", {}, ["--journal-dir", "journal"], "--journal-dir is not an absolute path"],
])("A command creates no journal in the working folder if %s", async (_, variables, flags, said) => {
  const cwd = newFolder();
  const env = { ...sandbox.env, ...variables };
  const seen = sandbox.requests.length;
  const ended = await Promise.all(
    [
      ["reissue", "linked", ...confirmedRequest()],
      ["journal", "list"],
      ["journal", "repair", "o"],
    ].map((args) => certorder([...args, ...flags], { env, cwd })),
  );
  expect(ended.map(({ code }) => code)).toEqual([4, 7, 7]);
  for (const { stdout, stderr } of ended) {
    expect(stdout).toBe("");
    expect(stderr).toContain(said);
    expect(stderr).toContain("Name an absolute folder");
  }
  expect(sandbox.requests).toHaveLength(seen);
  expect(readdirSync(cwd)).toEqual([]);
});

const full = preloading(join(import.meta.dirname, "disk-fills-up.ts"), "import");
const fullAfter = (lines: number, more: Record<string, string> = {}) => ({
  env: { ...sandbox.env, ...full, ROOM_FOR_LINES: String(lines), ...more },
});

test("On a disk that takes half an event nothing is sent, and the half blocks the order until journal repair", async () => {
  const folder = newFolder();
  const args = ["reissue", "half", ...confirmedRequest("k"), "--journal-dir", folder];
  const half = await certorder(args, fullAfter(0, { SAYS_NOTHING: "1" }));
  expect(half).toMatchObject({ code: 4, stderr: expect.stringContaining("cannot be used (ENOSPC)") });
  const blocked = await certorder(args, sandbox);
  expect(blocked).toMatchObject({
    code: 4,
    stderr: expect.stringMatching(
      /In \S+\.jsonl, entry 2 cannot be read\. It may record a reissue of order half/,
    ),
  });
  expect(blocked.stderr).toContain(`\n      certorder journal repair half --journal-dir ${folder}\n`);
  const way = ["journal", "repair", "half", "--yes", "--journal-dir", folder];
  expect(await certorder(way)).toMatchObject({ code: 0 });
  expect(sandbox.reissues("half")).toBe(0);
  expect(await certorder(args, sandbox)).toMatchObject({ code: 0 });
  expect(sandbox.reissues("half")).toBe(1);
});

test("A disk that fills up after the request was sent does not change the result, and the order stays blocked", async () => {
  const folder = newFolder();
  const args = ["reissue", "filling", ...keylessRequest, "--journal-dir", folder];
  const { code, stdout, stderr } = await certorder(args, fullAfter(1));
  expect(stdout).toContain("✓ reissued order filling");
  expect(stderr).toContain("The journal could not record the outcome: The journal in");
  expect(stderr).toMatch(
    /\n {6}certorder journal resolve filling [0-9a-f]{12} --certificate-id cert-\S+ --journal-dir /,
  );
  expect(code).toBe(0);

  for (const request of [keylessRequest, confirmedRequest()]) {
    const again = await certorder(["reissue", "filling", ...request, "--journal-dir", folder], sandbox);
    expect(again).toMatchObject({ code: 4, stderr: expect.stringContaining("journal resolve") });
  }
  expect(sandbox.reissues("filling")).toBe(1);
});
