import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadCommands } from "../../../src/cli/command.ts";
import { commands } from "../../../src/cli/commands.ts";
import { completionScript, shells } from "../../../src/cli/completion.ts";
import { manualPage } from "../../../src/cli/manual-page.ts";
import { allFlags } from "../../../src/cli/parse.ts";
import { certorderEach, newFolder } from "../../harness/cli/cli.ts";

/** What bash offers after these words. The last one is being typed. */
async function offered(...words: string[]): Promise<string[]> {
  const file = join(newFolder(), "completion.bash");
  writeFileSync(file, await completionScript("bash", commands));
  const script = `source "$1"; shift
COMP_WORDS=(certorder "$@"); COMP_CWORD=$#
_certorder
[ \${#COMPREPLY[@]} -eq 0 ] || printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", script, "bash", file, ...words], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line !== "");
}

test("Bash completes the first word, and the second one of a group", async () => {
  const first = new Set(Object.keys(commands).map((name) => name.split(" ")[0]));
  expect(await offered("")).toEqual([...first, "--help", "--version"]);
  expect(await offered("rei")).toEqual(["reissue"]);
  expect(await offered("journal", "re")).toEqual(["resolve", "repair"]);
});

test("Bash completes every flag of every command, settings included", async () => {
  for (const command of await loadCommands(commands)) {
    const { name } = command;
    const flags = Object.keys(allFlags(command)).map((flag) => `--${flag}`);
    expect(await offered(...name.split(" "), "--")).toEqual(flags);
  }
});

test("Bash completes the values of a flag, also after =, files where a file is wanted, and nothing else", async () => {
  expect(await offered("reissue", "order-1", "--journal", "")).toEqual(["required", "best-effort", "none"]);
  expect(await offered("reissue", "--persist-policy", "=", "w")).toEqual(["wildcard"]);
  expect(await offered("reissue", "--sign-hash", "sha5")).toEqual(["sha512"]);
  expect(await offered("reissue", "--validity-days", "")).toEqual([]);
  const folder = newFolder();
  writeFileSync(join(folder, "site of mine.csr"), "");
  for (const words of [
    ["reissue", "--csr-file"],
    ["csr", "inspect"],
  ])
    expect(await offered(...words, join(folder, "si"))).toEqual([join(folder, "site of mine.csr")]);
  expect(await offered("help", "unresolved")).toEqual(["unresolved_attempt"]);
});

test("Every shell has a script that names every command and flag, and other shells are refused", async () => {
  const [one, none, two] = await certorderEach([
    { args: ["completion", "tcsh"] },
    { args: ["completion"] },
    { args: ["completion", "bash", "zsh"] },
  ]);
  for (const ended of [one, none, two])
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining("bash, zsh, fish, powershell") });
  const printed = await certorderEach(shells.map((shell) => ({ args: ["completion", shell] })));
  for (const { code, stdout } of printed) {
    expect(code).toBe(0);
    for (const command of await loadCommands(commands))
      for (const flag of Object.keys(allFlags(command)))
        expect(stdout, `${command.name} --${flag}`).toMatch(new RegExp(`(--|-l )${flag}\\b`));
  }
});

test("The manual page has every command and flag, and no line that roff would take for a request", async () => {
  const page = await manualPage(commands);
  const plain = page.replaceAll("\\-", "-");
  for (const command of await loadCommands(commands)) {
    expect(plain).toContain(`.SS certorder ${command.name}`);
    for (const flag of Object.keys(allFlags(command))) expect(plain).toContain(`.B --${flag}`);
  }
  const requests = page.split("\n").filter((line) => /^[.']/.test(line));
  for (const line of requests) expect(line).toMatch(/^\.(TH|SH|SS|TP|B|PP|nf|fi)( |$)/);
});
