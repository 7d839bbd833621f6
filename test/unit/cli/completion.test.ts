import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadCommands } from "../../../src/cli/command.ts";
import { commands } from "../../../src/cli/commands.ts";
import { complete, completionScripts } from "../../../src/cli/completion.ts";
import { manualPage } from "../../../src/cli/manual-page.ts";
import { allFlags } from "../../../src/cli/parse.ts";
import { certorder, newFolder } from "../../harness/cli/cli.ts";

/** The words that are offered after these. The last one is being typed. */
async function offered(...words: string[]): Promise<string[]> {
  const typed = words.pop();
  const lines = await complete(commands, [...words, `=${typed}`]);
  return lines.split("\n").flatMap((line) => (line === "" ? [] : [line.split("\t")[0] ?? ""]));
}

test("The first word, and the second one of a group, are completed", async () => {
  const first = new Set(Object.keys(commands).map((name) => name.split(" ")[0]));
  expect(await offered("")).toEqual([...first, "--help", "--version"]);
  expect(await offered("rei")).toEqual(["reissue"]);
  expect(await offered("journal", "re")).toEqual(["resolve", "repair"]);
  expect(await offered("journal", "burn", "")).toEqual([]);
});

test("Every flag of every command is completed and in the manual page, settings included", async () => {
  const page = await manualPage(commands);
  for (const line of page.split("\n").filter((line) => /^[.']/.test(line)))
    expect(line).toMatch(/^\.(TH|SH|SS|TP|B|PP|nf|fi)( |$)/);
  const plain = page.replaceAll("\\-", "-");
  for (const command of await loadCommands(commands)) {
    const flags = Object.keys(allFlags(command)).map((flag) => `--${flag}`);
    expect(await offered(...command.name.split(" "), "--")).toEqual(expect.arrayContaining(flags));
    for (const shown of [`.SS certorder ${command.name}`, ...flags.map((flag) => `.B ${flag}`)])
      expect(plain).toContain(shown);
  }
});

test("The values of a flag are completed, files where a file is wanted, and nothing else", async () => {
  expect(await offered("reissue", "order-1", "--journal", "")).toEqual(["<file>"]);
  expect(await offered("reissue", "--persist-policy", "=", "w")).toEqual(["wildcard"]);
  expect(await offered("reissue", "--validity-days", "")).toEqual([]);
  expect(await offered("reissue", "--csr-file", "si")).toEqual(["<file>"]);
});

test("The topics of certorder help are completed word by word", async () => {
  expect(await offered("help", "unresolved")).toEqual(["unresolved_attempt"]);
  expect(await offered("help", "cs")).toEqual(["csr"]);
  expect(await offered("help", "journal", "sh")).toEqual(["show"]);
  expect(await offered("help", "journal", "show", "s")).toEqual([]);
});

test("Bash asks the program, and knows the names of files itself", () => {
  const folder = newFolder();
  writeFileSync(join(folder, "completion.bash"), completionScripts.bash);
  writeFileSync(join(folder, "site of mine.csr"), "");
  const script = `source ./completion.bash
COMP_WORDS=(certorder "$@"); COMP_CWORD=$#
_certorder
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const inBash = (...words: string[]) =>
    spawnSync("bash", ["--norc", "-c", script, "bash", ...words], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: `${join(import.meta.dirname, "../../../bin")}:${process.env.PATH}` },
    });
  expect(inBash("journal", "re")).toMatchObject({ stdout: "resolve\nrepair\n", stderr: "" });
  expect(inBash("reissue", "--persist-policy", "=")).toMatchObject({
    stdout: expect.stringMatching(/^wildcard$/m),
  });
  expect(inBash("csr", "inspect", "si")).toMatchObject({ stdout: "site of mine.csr\n" });
});

test("Every shell has a script, and other shells are refused", async () => {
  for (const [shell, script] of Object.entries(completionScripts))
    expect(await certorder(["completion", shell])).toMatchObject({ code: 0, stdout: script });
  expect(await certorder(["completion", "tcsh"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("bash, zsh, fish, powershell"),
  });
});
