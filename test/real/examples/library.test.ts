import { execFile, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { environmentFor } from "../../harness/cli/service.ts";
import { createJournal, newJournal } from "../../harness/journal/new-journal.ts";
import { newFolder } from "../../harness/new-folder.ts";

// The examples of the library as they lie there, as programs of their own. Only the environment says which service.

const root = join(import.meta.dirname, "..", "..", "..");
const examples = join(root, "examples");
const bun = join(toolPath("bun"), "bin", "bun");

async function startService(): Promise<Sandbox> {
  const sandbox = await startSandbox({ httpsPort: false });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Runs a program against a sandbox: the runtime, the program and its arguments. */
async function run(
  { url, credentials }: Sandbox,
  journal: string,
  [runtime = "", ...args]: readonly string[],
  cwd = root,
) {
  const env = { PATH: process.env.PATH, CERTORDER_JOURNAL: journal, ...environmentFor(url, credentials) };
  const { stdout, stderr } = await promisify(execFile)(runtime, args, { cwd, env });
  return stdout + stderr;
}

/** The files that a guide tells its reader to save, as `[name, text]`. */
function savedFiles(guide: string): [string, string][] {
  const text = readFileSync(join(root, "docs", "guides", guide), "utf8");
  const saved = text.matchAll(/[Ss]ave [^.]*?as `([\w.]+)`:\n\n```\w+\n(.*?)```/gs);
  return [...saved].map(([, name = "", block = ""]) => [name, block]);
}

describe("The guide to the library", () => {
  const folder = () => {
    const made = newFolder("certorder-guide-");
    for (const [name, text] of savedFiles("library.md")) writeFileSync(join(made, name), text);
    writeFileSync(join(made, "package.json"), '{ "type": "module" }');
    cpSync(join(examples, "site.csr"), join(made, "site.csr"));
    mkdirSync(join(made, "node_modules"));
    symlinkSync(root, join(made, "node_modules", "certorder"));
    return made;
  };

  test("has a program that reissues once, however often it runs", async () => {
    const sandbox = await startService();
    const cwd = folder();
    const again = () => run(sandbox, createJournal(join(cwd, "journal")), [process.execPath, "main.ts"], cwd);
    const first = await again();
    expect(first).toMatch(/^The certificate is cert-\d+$/m);
    expect(await again()).toBe(first);
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("has a request that finds the certificate that was imported with its request file", async () => {
    const sandbox = await startService();
    const cwd = folder();
    const guide = readFileSync(join(root, "docs", "guides", "library.md"), "utf8");
    const [, args = ""] = /^certorder (journal import .*)$/m.exec(guide) ?? [];
    const aWeekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
    const importing = args.replace(/\d{4}-\d\d-\d\d/, aWeekAgo).split(" ");
    const journal = createJournal(join(cwd, "journal"));
    await run(sandbox, journal, [join(root, "bin", "certorder"), ...importing], cwd);
    const renewed = await run(sandbox, journal, [process.execPath, "renew.ts"], cwd);
    expect(renewed).toBe("cert-7 true\n");
    expect(sandbox.ledger).toHaveLength(0);
  });

  test("has a test that passes", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ["--test", "site.test.ts"], {
      cwd: folder(),
      env: { PATH: process.env.PATH },
    });
    expect(stdout).toMatch(/pass 1$/m);
  });
});

test("Every example of the library is among those that run here", () => {
  expect(readdirSync(join(examples, "library")).sort()).toEqual(["callback-test.ts", "reissue.ts"]);
});

describe("The example", () => {
  test.each([
    ["Node", process.execPath],
    ["Bun", bun],
  ])("reissue reissues once, however often it runs on %s", async (_, runtime) => {
    const sandbox = await startService();
    const journal = newJournal();
    const program = join(examples, "library", "reissue.ts");
    const made = sandbox.ledger;
    expect(await run(sandbox, journal, [runtime, program])).toMatch(/The new certificate is cert-\d+\./);
    expect(await run(sandbox, journal, [runtime, program])).toContain(
      `The certificate of the first run is ${made[0]?.certificateId}.`,
    );
    expect(made).toHaveLength(1);
  });

  test("reissue tells a lost answer from a failed connection, on Bun too", async () => {
    const sandbox = await startService();
    sandbox.addFault({ kind: "reset-after-processing", operation: "reissue" });
    const program = join(examples, "library", "reissue.ts");
    const lost = run(sandbox, newJournal(), [bun, program]);
    await expect(lost).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^unknown: /m) });
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("callback-test says what is wrong with the callback", async () => {
    const sandbox = await startService();
    const program = join(examples, "library", "callback-test.ts");
    const shown = await run(sandbox, newJournal(), [process.execPath, program]);
    expect(shown).toMatch(/^fail: callback_not_configured\. /);
  });

  test("opentelemetry has the right types, and writes a span for each call and each request", async () => {
    const folder = newFolder("certorder-opentelemetry-");
    cpSync(join(examples, "opentelemetry"), folder, { recursive: true });
    const installed = join(dirname(toolPath("opentelemetry")), "opentelemetry-environment", "node_modules");
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(join(installed, "@opentelemetry"), join(folder, "node_modules", "@opentelemetry"));
    symlinkSync(root, join(folder, "node_modules", "certorder"));
    symlinkSync(join(root, "node_modules", "@types"), join(folder, "node_modules", "@types"));
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ extends: join(root, "tsconfig.json"), include: ["*.ts"], exclude: [] }),
    );
    const tsc = join(root, "node_modules", ".bin", "tsc");
    const types = spawnSync(tsc, ["--noEmit", "--skipLibCheck", "-p", folder], { encoding: "utf8" });
    expect(types.stdout).toBe("");

    const sandbox = await startService();
    const csr = join(examples, "site.csr");
    const program = [process.execPath, join(folder, "main.ts"), csr];
    const shown = await run(sandbox, createJournal(join(folder, "journal")), program);
    const names = [...shown.matchAll(/^ {2}name: '(.*)'/gm)].map(([, name]) => name);
    expect(names).toEqual([
      "certorder callback-test",
      "test the callback",
      "certorder reissue",
      "reissue order-ssl-1",
    ]);
    // Below the span of the call, in the same trace.
    const parts = shown.split(/^(?=\{)/m).filter((part) => part.includes("traceId"));
    const ids = parts.map((part) => /traceId: '(\w+)'/.exec(part)?.[1]);
    expect(ids[2]).toBe(ids[3]);
    expect(parts[2]).toContain("'certorder.outcome': 'done'");
    expect(parts[2]).toContain("'http.response.status_code': 200");
    expect(parts[1]).toContain("'error.type': 'callback_not_configured'");
    expect(shown).toContain("The certificate is cert-");
    expect(shown).not.toContain(sandbox.credentials.authKey);
  });
});
