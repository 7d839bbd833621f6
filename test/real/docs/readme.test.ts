import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { cloneRepository, shellBlocks } from "../../harness/clone.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** The machine's own programs and OpenTofu, without the Node of this project. */
function environment(folder: string): NodeJS.ProcessEnv {
  const { PATH = "", LANG = "C.UTF-8" } = process.env;
  const programs = PATH.split(delimiter).filter((name) => !name.startsWith(root));
  const home = join(dirname(folder), "home");
  mkdirSync(home);
  return {
    HOME: home,
    LANG,
    PATH: [dirname(toolPath("tofu")), ...programs].join(delimiter),
    TERM: "xterm",
    PS1: "$ ",
    // Where packages come from is a matter of the machine, not of the reader.
    npm_config_userconfig: join(homedir(), ".npmrc"),
    npm_config_cache: join(homedir(), ".npm"),
  };
}

test("Every shell block of the README, pasted at once into one terminal of a fresh clone, works", async () => {
  const folder = cloneRepository();
  const blocks = shellBlocks(readFileSync(join(root, "README.md"), "utf8"));
  // A pseudo-terminal, so that a command that asks would take the next line as its answer.
  const terminal = spawn("script", ["-qefc", "bash --norc --noprofile -i", "/dev/null"], {
    cwd: folder,
    env: environment(folder),
    stdio: ["pipe", "pipe", "inherit"],
  });
  terminal.stdin.end(`${blocks.map((block, index) => `${block}echo "block ${index}: $?"\n`).join("")}exit\n`);
  const [output] = await Promise.all([text(terminal.stdout), once(terminal, "exit")]);
  const shown = stripVTControlCharacters(output);

  const ends = [...shown.matchAll(/^block \d+: \d+/gm)].map(([line]) => line);
  expect(ends, shown).toEqual(blocks.map((_, index) => `block ${index}: 0`));
  expect(shown).not.toMatch(/npm warn/i);
  // The command line, OpenTofu twice, and the library.
  expect(shown).toMatch(/^✓ pass The callback answered/m);
  expect(shown.match(/^Apply complete! Resources: [1-9]/gm), shown).toHaveLength(2);
  expect(shown).toMatch(/^Reissued: cert-/m);
});
