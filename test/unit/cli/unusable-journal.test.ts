import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { certorder, certorderEach, newFolder } from "../../harness/cli/cli.ts";
import { fileOfOrder } from "../../harness/cli/file-of-order.ts";
import type { TestService } from "../../harness/cli/service.ts";
import { goodRequest, keylessRequest, service, unconfirmed } from "../../harness/cli/service.ts";
import { preloading } from "../../harness/program.ts";

/** A folder in which something stands in the place of the order's file. */
function inPlaceOfTheFile(put: (path: string, elsewhere: string) => void): string {
  const folder = newFolder();
  const elsewhere = join(newFolder(), "elsewhere");
  writeFileSync(elsewhere, "", { mode: 0o600 });
  put(fileOfOrder(folder, "full"), elsewhere);
  return folder;
}

const cannotBeUsed = (why: string) => new RegExp(`The journal in \\S+ cannot be used \\(${why}\\)\\.`);

/** Journals that cannot be used, and the message. `test/unit/journal/file-store.test.ts` has all of them. */
const ways: Record<string, { readonly folder: () => string; readonly message: RegExp }> = {
  "a folder that cannot be made": { folder: () => "/proc/certorder", message: cannotBeUsed("mkdir ENOENT") },
  "a link in the place of the order's file": {
    folder: () => inPlaceOfTheFile((path, elsewhere) => symlinkSync(elsewhere, path)),
    message: cannotBeUsed("full-\\w+.jsonl is a link"),
  },
};

let sandbox: TestService;
beforeAll(async () => {
  sandbox = await service(["full", "silent", "none", "filling", "half"]);
});
const inEachWay = (...more: string[]) =>
  certorderEach(
    Object.values(ways).map(({ folder }) => ({
      args: ["reissue", "full", ...goodRequest(), "--journal-dir", folder(), ...more],
      env: sandbox.env,
    })),
  );

test("A journal that cannot be used stops the reissue, and the message says what to do", async () => {
  const seen = sandbox.requests.length;
  for (const [index, { code, stderr }] of (await inEachWay()).entries()) {
    expect(code, Object.keys(ways)[index]).toBe(4);
    expect(stderr).toMatch(Object.values(ways)[index]?.message ?? "");
    expect(stderr).toContain("not-sent: Nothing was sent.");
    expect(stderr).toContain("CERTORDER_JOURNAL_DIR");
  }
  expect(sandbox.requests).toHaveLength(seen);
});

test("Commands about the journal do not wait for a pipe in the place of a file", async () => {
  const folder = inPlaceOfTheFile((path) => spawnSync("mkfifo", [path]));
  const env = { CERTORDER_JOURNAL_DIR: folder };
  const commands = [
    ["show", "full"],
    ["resolve", "full", "a", "--not-happened"],
    ["repair", "full"],
  ];
  for (const ended of await certorderEach(
    commands.map((words) => ({ args: ["journal", ...words] })),
    env,
  ))
    expect(ended).toMatchObject({ code: 7, stderr: expect.stringContaining("is not a plain file") });
  const [listed] = await certorderEach([{ args: ["journal", "list"] }], env);
  expect(listed).toMatchObject({
    code: 0,
    stdout: "damaged  order full  its log cannot be read, blocks the order\n",
  });
});

describe("--journal", () => {
  test("best-effort sends without a journal that cannot be used, and warns once", async () => {
    const ended = await inEachWay("--journal", "best-effort");
    for (const [index, { code, stdout, stderr }] of ended.entries()) {
      expect(code, `${Object.keys(ways)[index]}: ${stderr}`).toBe(0);
      expect(stdout).toContain("✓ reissued order full");
      expect(stderr.match(/Going on without the journal: The journal in/g)).toHaveLength(1);
    }
    expect(sandbox.reissues("full")).toBe(ended.length);
  });

  test("best-effort sends without a server that does not answer, and warns once", async () => {
    const env = { ...sandbox.env, CERTORDER_JOURNAL_DIR: undefined };
    const url = ["--journal-url", "postgres://user@127.0.0.1:1/none?sslmode=disable"];
    const args = ["reissue", "silent", ...goodRequest(), "--journal", "best-effort", ...url];
    const { code, stdout, stderr } = await certorder(args, { env });
    expect(code, stderr).toBe(0);
    expect(stdout).toContain("✓ reissued order silent");
    expect(stderr.match(/Going on without the journal: The journal at/g)).toHaveLength(1);
  });

  test("off reads no journal and creates none", async () => {
    const folder = join(newFolder(), "never");
    const args = ["reissue", "none", ...unconfirmed, "--yes", "--journal", "none", "--journal-dir", folder];
    const { code, stdout } = await certorder([...args, "--json"], sandbox);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).not.toHaveProperty("attempt_id");
    expect(existsSync(folder)).toBe(false);
    const listed = await certorder(["journal", "list", "--all", "--json", "--journal-dir", folder]);
    expect(JSON.parse(listed.stdout)).toEqual({ folder, exists: false, attempts: [], damaged: [] });
  });

  test("off is refused with a flag that needs the journal", async () => {
    const before = sandbox.requests.length;
    for (const flags of [
      ["--idempotency-key", "k"],
      ["--unless-within", "30d"],
      ["--supersede", "0123456789ab"],
    ]) {
      const args = ["reissue", "none", ...unconfirmed, "--yes", "--journal", "none", ...flags];
      const { code, stderr } = await certorder(args, sandbox);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("need the journal") });
    }
    expect(sandbox.requests).toHaveLength(before);
  });
});

describe("A command", () => {
  const homes: [title: string, env: Record<string, string>, flags: string[], said: string][] = [
    ["HOME is empty", { HOME: "", XDG_STATE_HOME: "" }, [], "There is no home folder"],
    ["--journal-dir is relative", {}, ["--journal-dir", "journal"], "--journal-dir is not an absolute path"],
  ];

  test.each(homes)("creates no journal in the working folder if %s", async (_, variables, flags, said) => {
    const cwd = newFolder();
    const env = { ...sandbox.env, ...variables };
    const seen = sandbox.requests.length;
    const [reissued, ...others] = await Promise.all(
      [
        ["reissue", "full", ...goodRequest()],
        ["journal", "list"],
        ["journal", "repair", "o"],
      ].map((args) => certorder([...args, ...flags], { env, cwd })),
    );
    expect(reissued).toMatchObject({ code: 4, stdout: "" });
    for (const other of others) expect(other, other.stderr).toMatchObject({ code: 7, stdout: "" });
    for (const ended of [reissued, ...others]) {
      expect(ended?.stderr).toContain(said);
      expect(ended?.stderr).toContain("Name an absolute folder");
      expect(ended?.stderr).not.toContain("    at ");
    }
    expect(sandbox.requests).toHaveLength(seen);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

const full = preloading(join(import.meta.dirname, "disk-fills-up.ts"), "import");
const fullAfter = (lines: number, more: Record<string, string> = {}) => ({
  env: { ...sandbox.env, ...full, ROOM_FOR_LINES: String(lines), ...more },
});

test("On a disk that takes half an event nothing is sent, and the half blocks the order until journal repair", async () => {
  const folder = newFolder();
  const args = ["reissue", "half", ...goodRequest("k"), "--journal-dir", folder];
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

  for (const request of [keylessRequest, goodRequest()]) {
    const again = await certorder(["reissue", "filling", ...request, "--journal-dir", folder], sandbox);
    expect(again).toMatchObject({ code: 4, stderr: expect.stringContaining("journal resolve") });
  }
  expect(sandbox.reissues("filling")).toBe(1);
});
