import { describe, expect, test } from "vitest";
import type { Command } from "../../../src/cli/command.ts";
import { help } from "../../../src/cli/command.ts";
import { outcomes } from "../../../src/contract/index.ts";
import { version } from "../../../src/version.ts";
import { certorder, certorderEach } from "../../harness/cli/cli.ts";

const files = [
  "callback-test",
  "csr-inspect",
  "reissue",
  "provider-install",
  "sandbox",
  ...["list", "show", "resolve", "repair", "init", "check", "copy"].map((word) => `journal-${word}`),
];
const commands = await Promise.all(
  files.map(async (file) => {
    const { command } = (await import(`../../../src/cli/commands/${file}.ts`)) as { command: Command };
    return command;
  }),
);

describe("certorder --help", () => {
  test("names every command and every exit code", async () => {
    const { stdout, code } = await certorder(["--help"]);
    expect(code).toBe(0);
    for (const { name } of commands) expect(stdout).toContain(`  ${name} `);
    for (const [outcome, { exitCode }] of Object.entries(outcomes))
      expect(stdout).toContain(`${exitCode} ${outcome}`);
    expect(stdout).toContain("2 usage");
  });

  test("shows every flag, the operands and the examples of each command", async () => {
    const ended = await certorderEach(commands.map(({ name }) => ({ args: [...name.split(" "), "--help"] })));
    for (const [index, { name, operands, flags, examples }] of commands.entries()) {
      const { stdout, code, stderr } = ended[index] ?? {};
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      for (const flag of [...Object.keys(flags), "json", "help"])
        expect(stdout).toMatch(new RegExp(`^  --${flag}( |$)`, "m"));
      expect(stdout).toContain(`Usage: certorder ${[name, operands].filter(Boolean).join(" ")} [flags]`);
      for (const example of examples) expect(stdout).toContain(example);
    }
  });

  test("breaks its lines for the width of a terminal", () => {
    for (const command of commands)
      for (const line of help(command).split("\n").slice(4))
        if (line.startsWith(" ".repeat(35))) expect(line.length).toBeLessThanOrEqual(100);
  });

  test("shows the commands of a group, and no others", async () => {
    const groups = {
      journal: ["list", "show", "resolve", "repair", "init", "check", "copy"].map(
        (word) => `journal ${word}`,
      ),
      csr: ["csr inspect"],
      synth: ["synth check"],
      provider: ["provider install", "provider schema"],
    };
    for (const [group, names] of Object.entries(groups)) {
      const [bare, asked] = await certorderEach([{ args: [group] }, { args: [group, "--help"] }]);
      expect(bare).toMatchObject({ code: 0, stderr: "" });
      expect(asked).toEqual(bare);
      expect(bare?.stdout).toContain(`Usage: certorder ${group} COMMAND`);
      const listed = [...(bare?.stdout.matchAll(/^ {2}(\S+ \S+) {2}/gm) ?? [])].map(([, name]) => name);
      expect(listed).toEqual(names);
    }
  });

  test("is shown also if the rest of the command line is wrong", async () => {
    const { code, stdout } = await certorder(["reissue", "--help", "one", "two"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Usage: certorder reissue");
  });
});

const wrongLines: [args: string[], what: string][] = [
  [["frobnicate"], "There is no command"],
  [["journal", "burn"], 'There is no command "burn" of certorder journal.'],
  [["journal", "--frobnicate"], "There is no command"],
  [["journal", "\x1b[31mburn"], "There is no command like this"],
  [["journal", "show"], "exactly one attempt or order"],
  [["journal", "show", "a", "b"], "exactly one attempt or order"],
  [["journal", "show", "unknown"], "does not exist"],
  [["constructor"], "There is no command"],
  [["reissue", "--frobnicate"], "--frobnicate"],
  [["reissue", "order-1", "-x"], "-x"],
  [["reissue", "order-1", "--sign-hash"], "--sign-hash"],
  [["reissue", "order-1", "--yes=please"], "--yes"],
  [["reissue", "order-1", "order-2", "--yes"], "more than one order"],
  [["reissue", "--order-id", "order-2", "--yes"], "Unknown option '--order-id'."],
  [["callback-test", "--journal-dir", "j"], "Unknown option '--journal-dir'."],
  [["callback-test", "surplus"], "takes no operands"],
  [["journal", "list", "surplus"], "takes no operands"],
  [["sandbox", "surplus"], "takes no operands"],
  [["sandbox", "--port", "65536"], "--port must be a number"],
  [["sandbox", "--https-port", "x"], "--https-port must be a number"],
  [["csr", "inspect"], "Exactly one file"],
  [["csr", "inspect", "a", "b"], "Exactly one file"],
  [["journal", "resolve"], "exactly one order and one attempt"],
  [["journal", "resolve", "a", "--not-happened"], "exactly one order and one attempt"],
  [["journal", "resolve", "o", "a", "b", "--not-happened"], "exactly one order and one attempt"],
  [["journal", "resolve", "o", "a"], "needs exactly one outcome"],
  [["journal", "resolve", "o", "a", "--not-happened", "--certificate-id", "c"], "exactly one outcome"],
  [["journal", "resolve", "o", "a", "--certificate-id", ""], "exactly one outcome"],
  [["synth", "check", "a", "b"], "Several folders are named."],
  [["journal", "repair"], "exactly one order"],
  [["journal", "repair", "o", "p"], "exactly one order"],
];

describe("certorder", () => {
  test("refuses a wrong command line with exit code 2, what is wrong, and where to look", async () => {
    const ended = await certorderEach(wrongLines.map(([args]) => ({ args })));
    for (const [index, [args, what]] of wrongLines.entries()) {
      const { code, stdout, stderr } = ended[index] ?? {};
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: "" });
      expect(stderr).toContain(what);
      expect(stderr?.trim().split("\n"), stderr).toHaveLength(2);
    }
  });

  test("shows the overview without a command, and prints only the version with --version", async () => {
    const [bare, word, asked] = await certorderEach([
      { args: [] },
      { args: ["help"] },
      { args: ["--version"] },
    ]);
    expect(bare?.stdout).toContain("Usage: certorder COMMAND");
    expect(word?.stdout).toBe(bare?.stdout);
    expect(asked).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: "" });
  });
});
