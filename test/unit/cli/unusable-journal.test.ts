import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { certorder, certorderEach, newFolder } from "../../harness/cli/cli.ts";
import { fileOfOrder } from "../../harness/cli/file-of-order.ts";
import type { TestService } from "../../harness/cli/service.ts";
import {
  confirmedRequest,
  importOld,
  keylessRequest,
  requestFlags,
  service,
} from "../../harness/cli/service.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";
import { preloading } from "../../harness/program.ts";

let sandbox: TestService;
beforeAll(async () => {
  sandbox = await service(["linked", "none", "filling", "half", "unmounted"]);
});

// All kinds of folders that cannot be used: test/unit/journal/file-store.test.ts.
test("A journal that cannot be used stops the reissue, and the message says what to do", async () => {
  const folder = newJournal();
  const elsewhere = join(newFolder(), "elsewhere");
  writeFileSync(elsewhere, "", { mode: 0o600 });
  symlinkSync(elsewhere, fileOfOrder(folder, "linked"));
  const args = ["reissue", "linked", ...confirmedRequest(), "--journal", folder];
  const stopped = await certorder(args, sandbox);
  expect(stopped.code).toBe(4);
  expect(stopped.stderr).toMatch(/The journal in \S+ cannot be used: linked-\w+.jsonl is a link\./);
  expect(stopped.stderr).toContain("not-sent: Nothing was sent.");
  expect(stopped.stderr).toContain("Put the journal's own file in its place.");
  expect(sandbox.reissues("linked")).toBe(0);
});

test("Without a terminal, a command creates no journal: an unmounted volume must not forget keys", async () => {
  const folder = newFolder();
  const env = { ...sandbox.env, CERTORDER_JOURNAL: folder, CERTORDER_ACCESS_KEY: "k" };
  const lines = [
    ["reissue", "unmounted", ...confirmedRequest("k")],
    ["receive", "--port", "0"],
    ["wait", "unmounted"],
    ["journal", "check"],
  ];
  const ended = await certorderEach(lines, env);
  expect(ended.map(({ code }) => code)).toEqual([4, 7, 7, 7]);
  for (const { stderr } of ended) {
    expect(stderr).toContain(`The journal in ${folder} does not exist.`);
    expect(stderr).toContain(`\n      certorder journal init --journal ${folder}\n`);
  }
  expect(sandbox.reissues("unmounted")).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
  expect(await certorder(["journal", "init"], { env })).toMatchObject({ code: 0 });
  expect(await certorder(lines[0] ?? [], { env })).toMatchObject({ code: 0 });
  expect(sandbox.reissues("unmounted")).toBe(1);
});

test("Commands about the journal do not wait for a pipe in the place of a file", async () => {
  const folder = newJournal();
  spawnSync("mkfifo", [fileOfOrder(folder, "full")]);
  const [listed, ...others] = await certorderEach(
    ["status", "journal show full", "journal resolve full a --not-happened", "journal repair full"],
    { CERTORDER_JOURNAL: folder },
  );
  expect(listed).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\nfull .* damaged .* its log cannot be read\n/),
  });
  for (const ended of others)
    expect(ended).toMatchObject({ code: 7, stderr: expect.stringContaining("is not a plain file") });
});

describe("--journal", () => {
  test("none reads no journal, creates none, and is refused with a flag that needs one", async () => {
    const folder = join(newFolder(), "never");
    const env = { ...sandbox.env, CERTORDER_JOURNAL: folder };
    const args = ["reissue", "none", ...requestFlags, "--yes", "--journal", "none"];
    for (const flag of ["--idempotency-key=k", "--max-age=30d", "--supersede=0123456789ab"])
      expect(await certorder([...args, flag], { env })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("needs a journal, which knows the earlier reissues"),
      });
    const { code, stdout } = await certorder([...args, "--json"], { env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).not.toHaveProperty("attempt_id");
    expect(existsSync(folder)).toBe(false);
    expect(sandbox.reissues("none")).toBe(1);
  });
});

test.each<[title: string, env: Record<string, string>, flags: string[], codes: number[], said: RegExp]>([
  [
    "HOME is empty",
    { HOME: "", XDG_STATE_HOME: "" },
    [],
    [4, 7, 7],
    /There is no home folder[\s\S]*Name an absolute folder/,
  ],
  [
    "--journal is relative",
    {},
    ["--journal", "journal"],
    [2, 2, 2],
    /--journal is not an absolute path[\s\S]*Give an absolute path/,
  ],
])("A command creates no journal in the working folder if %s", async (_, variables, flags, codes, said) => {
  const cwd = newFolder();
  const env = { ...sandbox.env, ...variables };
  const seen = sandbox.requests.length;
  const ended = await Promise.all(
    [["reissue", "linked", ...confirmedRequest()], ["status"], ["journal", "repair", "o"]].map((args) =>
      certorder([...args, ...flags], { env, cwd }),
    ),
  );
  expect(ended.map(({ code }) => code)).toEqual(codes);
  for (const { stdout, stderr } of ended) {
    expect(stdout).toBe("");
    expect(stderr).toMatch(said);
  }
  expect(sandbox.requests).toHaveLength(seen);
  expect(readdirSync(cwd)).toEqual([]);
});

const full = preloading(join(import.meta.dirname, "disk-fills-up.ts"), "import");
const fullAfter = (lines: number, more: Record<string, string> = {}) => ({
  env: { ...sandbox.env, ...full, ROOM_FOR_LINES: String(lines), ...more },
});

test("On a disk that takes half an event nothing is sent, and the half blocks the order until journal repair", async () => {
  const folder = newJournal();
  const args = ["reissue", "half", ...confirmedRequest("k"), "--journal", folder];
  const half = await certorder(args, fullAfter(0, { SAYS_NOTHING: "1" }));
  expect(half).toMatchObject({ code: 4, stderr: expect.stringContaining("cannot be used (ENOSPC)") });
  const blocked = await certorder(args, sandbox);
  expect(blocked).toMatchObject({
    code: 4,
    stderr: expect.stringMatching(
      /In \S+\.jsonl, entry 2 cannot be read\. It may record a reissue of order half/,
    ),
  });
  expect(blocked.stderr).toContain(`\n      certorder journal repair half --journal ${folder}\n`);
  const way = ["journal", "repair", "half", "--yes", "--journal", folder];
  expect(await certorder(way)).toMatchObject({ code: 0 });
  expect(sandbox.reissues("half")).toBe(0);
  expect(await certorder(args, sandbox)).toMatchObject({ code: 0 });
  expect(sandbox.reissues("half")).toBe(1);
});

test("A disk that fills up after the request was sent does not change the result, and the order stays blocked", async () => {
  const folder = newJournal();
  await importOld(folder, "filling", sandbox.url);
  const args = ["reissue", "filling", ...keylessRequest, "--journal", folder];
  const { code, stdout, stderr } = await certorder(args, fullAfter(1));
  expect(stdout).toContain("✓ reissued order filling");
  expect(stderr).toContain("The journal could not record the outcome: The journal in");
  expect(stderr).toMatch(
    /\n {6}certorder journal resolve filling [0-9a-f]{12} --certificate-id cert-\S+ --journal /,
  );
  expect(code).toBe(0);

  for (const request of [keylessRequest, confirmedRequest()]) {
    const again = await certorder(["reissue", "filling", ...request, "--journal", folder], sandbox);
    expect(again).toMatchObject({ code: 4, stderr: expect.stringContaining("journal resolve") });
  }
  expect(sandbox.reissues("filling")).toBe(1);
});
