import { describe, expect, test } from "vitest";
import { codeGroups } from "../../../src/cli/codes.ts";
import { loadCommands } from "../../../src/cli/command.ts";
import { commands as table } from "../../../src/cli/commands.ts";
import { settingFlags } from "../../../src/cli/flags.ts";
import { commandHelp, groupHelp, helpWidth, overview, settingsHelp } from "../../../src/cli/help.ts";
import { allFlags } from "../../../src/cli/parse.ts";
import { outcomes, settings } from "../../../src/contract/index.ts";
import { version } from "../../../src/version.ts";
import { certorder, certorderEach } from "../../harness/cli/cli.ts";

const commands = await loadCommands(table);

describe("certorder --help", () => {
  test("names every command and every exit code", async () => {
    const { stdout, code } = await certorder(["--help"]);
    expect(code).toBe(0);
    for (const { name } of commands) expect(stdout).toContain(`  ${name} `);
    const text = stdout.replaceAll("\n", " ");
    for (const [outcome, { exitCode }] of Object.entries(outcomes))
      expect(text).toContain(`${exitCode} ${outcome}`);
    expect(text).toContain("2 usage");
  });

  test("shows the own flags, the operands and the examples of each command, and names its settings", async () => {
    const ended = await certorderEach(commands.map(({ name }) => ({ args: [...name.split(" "), "--help"] })));
    const asked = await certorderEach(commands.map(({ name }) => ({ args: ["help", ...name.split(" ")] })));
    for (const [index, command] of commands.entries()) {
      const { name, operands, flags, moreFlags, examples } = command;
      const { stdout = "", code, stderr } = ended[index] ?? {};
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(asked[index]).toEqual(ended[index]);
      for (const flag of Object.keys({ ...flags, ...moreFlags }))
        expect(stdout).toMatch(new RegExp(`^  --${flag}( |$)`, "m"));
      for (const flag of command.settings ? Object.keys(settingFlags(command.settings)) : [])
        expect(stdout).toMatch(new RegExp(`--${flag}(,|$)`, "m"));
      expect(stdout).toContain(`Usage: certorder ${[name, operands].filter(Boolean).join(" ")} [flags]`);
      for (const example of examples) expect(stdout.replaceAll(/ \\\n +/g, " ")).toContain(example);
    }
  });

  test("explains the settings once, for all commands", async () => {
    const { stdout } = await certorder(["help", "settings"]);
    for (const [name, flag] of Object.entries(settingFlags("all"))) {
      expect(stdout).toContain(`  --${name}${flag.kind === "switch" ? "" : ` ${flag.value}`}`);
      for (const command of commands)
        if (command.settings === "all") expect(Object.keys(allFlags(command))).toContain(name);
    }
    for (const { env } of Object.values(settings)) expect(stdout).toContain(env);
    expect(stdout).toContain("--journal required|best-effort|none");
  });

  test.each([40, 80, 100])("breaks its lines at %d columns, except words that are longer", (width) => {
    const texts = [
      overview(table, width),
      groupHelp(table, "journal", width),
      settingsHelp(width),
      ...commands.map((command) => commandHelp(command, width)),
    ];
    for (const line of texts.flatMap((text) => text.split("\n"))) {
      const [longest = ""] = line.split(/(?<=\S) +(?=\S)/).sort((a, b) => b.length - a.length);
      const isUnbreakable =
        longest.length > width / 3 || /^ {2}(--|certorder|[a-z]+ )|^Usage:|^Settings/.test(line);
      if (!isUnbreakable) expect(line.length, line).toBeLessThanOrEqual(width);
    }
  });

  test("takes the width of the terminal, and 80 columns elsewhere", () => {
    expect(helpWidth({ isTTY: true, columns: 93 })).toBe(93);
    expect(helpWidth({ isTTY: true, columns: 10 })).toBe(40);
    expect(helpWidth({ isTTY: true, columns: 400 })).toBe(120);
    expect(helpWidth({ columns: 93 })).toBe(80);
    expect(helpWidth({})).toBe(80);
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
      const [bare, asked, helped] = await certorderEach([
        { args: [group] },
        { args: [group, "--help"] },
        { args: ["help", group] },
      ]);
      expect(bare).toMatchObject({ code: 0, stderr: "" });
      expect(asked).toEqual(bare);
      expect(helped).toEqual(bare);
      expect(bare?.stdout).toContain(`Usage: certorder ${group} COMMAND`);
      const listed = [...(bare?.stdout.matchAll(/^ {2}(\S+ \S+) {2}/gm) ?? [])].map(([, name]) => name);
      expect(listed).toEqual(names);
    }
  });

  test("is shown also if the rest of the command line is wrong", async () => {
    for (const flag of ["--help", "-h"]) {
      const { code, stdout } = await certorder(["reissue", flag, "one", "two"]);
      expect(code).toBe(0);
      expect(stdout).toContain("Usage: certorder reissue");
    }
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

  test("prints every error as one JSON object on standard output with --json, with the same exit code", async () => {
    const lines = wrongLines.filter(([args]) => !args.includes("--frobnicate") || args[0] !== "journal");
    const ended = await certorderEach(lines.map(([args]) => ({ args: [...args, "--json"] })));
    for (const [index, [args]] of lines.entries()) {
      const { code, stdout = "", stderr } = ended[index] ?? {};
      // A flag that lacks its value takes --json for it.
      if (args.at(-1) === "--sign-hash") continue;
      expect({ args, code, stderr }).toEqual({ args, code: 2, stderr: "" });
      expect(JSON.parse(stdout)).toEqual({
        name: "UsageError",
        code: "usage",
        outcome: "not-sent",
        message: expect.any(String),
        remedy: expect.any(String),
      });
    }
  });

  test.each([
    [["reisue"], "Did you mean certorder reissue?"],
    [["jornal", "list"], "Did you mean certorder journal list?"],
    [["journal", "lst"], "Did you mean certorder journal list?"],
    [["help", "unresolved_atempt"], "Did you mean certorder help unresolved_attempt?"],
    [["reissue", "o", "--idempotency_key", "k"], "Did you mean --idempotency-key?"],
    [["reissue", "o", "--dryrun"], "Did you mean --dry-run?"],
    [["journal", "list", "--al"], "Did you mean --all?"],
  ])("names what was probably meant: %j", async (args, hint) => {
    expect(await certorder(args)).toMatchObject({ code: 2, stderr: expect.stringContaining(hint) });
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

describe("certorder help CODE", () => {
  const codes = Object.values(codeGroups).flatMap(({ codes }) => Object.entries(codes));

  test("explains every code that the documents have, as text and as JSON", async () => {
    const [texts, objects] = await Promise.all([
      certorderEach(codes.map(([code]) => ({ args: ["help", code] }))),
      certorderEach(codes.map(([code]) => ({ args: ["help", code, "--json"] }))),
    ]);
    for (const [index, [code, { what, remedy }]] of codes.entries()) {
      expect(texts[index]).toMatchObject({ code: 0, stderr: "" });
      const text = texts[index]?.stdout.toLowerCase();
      for (const part of [code, what, remedy]) expect(text).toContain(part.replaceAll("`", "").toLowerCase());
      expect(JSON.parse(objects[index]?.stdout ?? "")).toMatchObject({ code, what, remedy });
    }
  });

  test("is named by an error whose code it explains", async () => {
    const env = { CERTORDER_BASE_URL: "http://127.0.0.1:9", CERTORDER_KEY_ID: "k", CERTORDER_AUTH_KEY: "a" };
    const { stderr } = await certorder(["callback-test", "--max-tries", "1"], { env });
    expect(stderr).toMatch(/\n {2}More: certorder help connection_refused\n$/);
  });

  test("refuses a topic that does not exist", async () => {
    expect(await certorder(["help", "frobnicate", "frobnicate"])).toMatchObject({
      code: 2,
      stderr:
        "✗ There is no such command, group or code.\n  See certorder help. The service has codes of its own: their message explains them.\n",
    });
  });
});
