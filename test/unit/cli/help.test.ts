import { describe, expect, test } from "vitest";
import { actionCodes } from "../../../src/action/codes.ts";
import { codeGroups } from "../../../src/cli/codes.ts";
import { loadCommands } from "../../../src/cli/command.ts";
import { commands as table } from "../../../src/cli/commands.ts";
import { settingFlags } from "../../../src/cli/flags.ts";
import { commandHelp, settingsHelp } from "../../../src/cli/help.ts";
import { front, groupCommands, groupHelp, helpWidth, overview } from "../../../src/cli/overview.ts";
import {
  callbackCodes,
  failures,
  journalCodes,
  outcomes,
  requestCodes,
  settings,
} from "../../../src/contract/index.ts";
import { providerCodes } from "../../../src/provider/codes.ts";
import { version } from "../../../src/version.ts";
import { certorder, certorderEach } from "../../harness/cli/cli.ts";

const commands = await loadCommands(table);

describe("certorder --help", () => {
  test("names the ten commands that most people want and every exit code, also without a command, and with --all every command", async () => {
    const [asked, bare, word, versionOnly] = await certorderEach(["--help", [], "help", "--version"]);
    const [all, wordAll] = await certorderEach(["--help --all", "help --all"]);
    const { stdout = "" } = asked ?? {};
    const listed = (text = "") => commands.filter(({ name }) => text.includes(`\n  ${name} `));
    expect(listed(all?.stdout)).toEqual(commands);
    expect(wordAll).toEqual(all);
    const rows = [...stdout.matchAll(/^ {2}(\S+(?: \S+)?) {2,}\S/gm)].map(([, name]) => name);
    expect(rows).toEqual(front);
    expect(rows.length).toBeLessThanOrEqual(10);
    const groups = rows.filter((name) => !Object.hasOwn(table, name ?? ""));
    for (const group of groups) expect(groupCommands(group ?? "")).not.toEqual([]);
    expect(stdout).toContain("certorder help --all lists every command.");
    const text = stdout.replaceAll("\n", " ");
    for (const [outcome, { exitCode }] of Object.entries(outcomes))
      expect(text).toContain(`${exitCode} ${outcome}`);
    for (const code of ["1 bug", "2 usage", "7 failed", "8 timed out", "9 found"])
      expect(text).toContain(code);
    for (const ended of [bare, word]) expect(ended).toEqual(asked);
    expect(versionOnly).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  test.each(["", " --all"])(
    "shows the flags, the operands and the examples of each command: --help%s",
    async (all) => {
      const ended = await certorderEach(commands.map(({ name }) => `${name} --help surplus${all}`));
      const asked = await certorderEach(commands.map(({ name }) => `help ${name}${all}`));
      for (const [index, command] of commands.entries()) {
        const { name, operands, flags, moreFlags, examples } = command;
        const { stdout = "", code, stderr } = ended[index] ?? {};
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
        expect(asked[index]).toEqual(ended[index]);
        const shown = [...stdout.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, flag]) => flag);
        const settings = command.settings ? settingFlags(command.settings) : {};
        const rest = Object.keys({ ...moreFlags, ...settings, json: "", help: "", all: "" });
        expect(shown).toEqual([...Object.keys(flags), ...(all ? rest : [])]);
        expect(stdout.includes(`certorder ${name} --help --all shows every flag`)).toBe(all === "");
        expect(stdout).toContain(`Usage: certorder ${[name, operands].filter(Boolean).join(" ")} [flags]`);
        for (const example of examples) expect(stdout.replaceAll(/ \\\n +/g, " ")).toContain(example);
      }
    },
  );

  test("explains the settings once, for all commands", async () => {
    const { stdout } = await certorder("help settings");
    for (const name of Object.keys(settingFlags("all"))) expect(stdout).toContain(`  --${name}`);
    for (const { env } of Object.values(settings)) expect(stdout).toContain(env);
    expect(stdout).toContain("--journal FOLDER|URL");
  });

  test.each([40, 80, 100])("breaks its lines at %d columns, except words that are longer", (width) => {
    const texts = [
      overview("all", width),
      groupHelp("journal", width),
      settingsHelp(width),
      ...commands.flatMap((command) => [
        commandHelp(command, "short", width),
        commandHelp(command, "all", width),
      ]),
    ];
    for (const line of texts.flatMap((text) => text.split("\n"))) {
      const [longest = ""] = line.split(/(?<=\S) +(?=\S)/).sort((a, b) => b.length - a.length);
      const isUnbreakable =
        longest.length > width / 3 || /^ {2}(--|certorder|[a-z]+ )|^Usage:|^Settings/.test(line);
      if (!isUnbreakable) expect(line.length, line).toBeLessThanOrEqual(width);
    }
  });

  test("takes the width of the terminal, and 80 columns elsewhere", () => {
    const widths = [93, 10, 400].map((columns) => helpWidth({ isTTY: true, columns }));
    expect(widths).toEqual([93, 40, 120]);
    expect(helpWidth({ columns: 93 })).toBe(80);
  });

  test("shows the commands of a group, and no others", async () => {
    const [bare, asked, helped] = await certorderEach(["provider", "provider --help", "help provider"]);
    expect(bare).toMatchObject({ code: 0, stderr: "" });
    expect([asked, helped]).toEqual([bare, bare]);
    expect(bare?.stdout).toContain("Usage: certorder provider COMMAND");
    const listed = [...(bare?.stdout.matchAll(/^ {2}(\S+ \S+) {2}/gm) ?? [])].map(([, name]) => name);
    expect(listed).toEqual(["provider install", "provider schema"]);
  });
});

/** Wrong command lines, and a part of the message. */
const wrongLines = {
  frobnicate: "There is no command",
  "journal burn": 'There is no command "burn" of certorder journal.',
  "journal \x1b[31mburn": "There is no command like this",
  constructor: "There is no command",
  reisue: "Did you mean certorder reissue?",
  "jornal show": "Did you mean certorder journal show?",
  "journal shw": "Did you mean certorder journal show?",
  statsu: "Did you mean certorder status?",
  "status --sort size": "Give one of order, age, expiry.",
  "status --format xml": "Give one of table, prometheus.",
  "status --older-than 60": "--older-than is not a time above 0",
  "help unresolved_atempt": "Did you mean certorder help unresolved_attempt?",
  "help frobnicate frobnicate": "There is no such command, group or code.",
  "reissue o --idempotency_key k": "Did you mean --idempotency-key?",
  "reissue --frobnicate": "--frobnicate",
  "reissue o --all": "Unknown option '--all'.",
  "reissue o --csr x": "Did you mean --csr-file?",
  "reissue order-1 -x": "-x",
  "reissue order-1 --yes=please": "--yes",
  "reissue order-1 order-2 --yes": "certorder reissue takes at most [ORDER_ID].",
  "reissue --yes": "certorder reissue needs either ORDER_ID or --from FILE.",
  "callback-test --journal j": "Unknown option '--journal'.",
  "callback-test surplus": "certorder callback-test takes no operands.",
  "synth check a b": "certorder synth check takes at most [FOLDER].",
  "journal resolve o --not-happened":
    "certorder journal resolve needs either ORDER_ID and ATTEMPT_ID, or --from FILE.",
  "journal resolve o a": "needs exactly one outcome",
  "journal resolve o a --not-happened --certificate-id c": "exactly one outcome",
  "journal resolve o a --certificate-id=": "exactly one outcome",
  "sandbox --port 65536": "--port must be a whole number from 0 to 65535.",
  "sandbox --https-port x": "--https-port must be a whole number",
  "sandbox --port -4": "--port must be a whole number",
  "journal check --rounds -3": "--rounds must be a whole number from 1 to 1000.",
  "wait o --timeout soon": "--timeout is not a time above 0",
  "journal resolve o a --not-happened --same-id": "exactly one outcome",
  "reissue o --max-age 0s": "--max-age is not a time above 0",
  "reissue o --max-age 60": "--max-age is not a time above 0",
  "journal import o": "certorder journal import needs either ORDER_ID and CERTIFICATE_ID, or --from FILE.",
};

describe("certorder", () => {
  test("refuses a wrong command line with exit code 2, what is wrong, and where to look, also as JSON", async () => {
    const lines = Object.keys(wrongLines);
    const people = await certorderEach(lines);
    const programs = await certorderEach(lines.map((line) => `${line} --json`));
    for (const [index, what] of Object.values(wrongLines).entries()) {
      const { code, stdout, stderr } = people[index] ?? {};
      expect({ what, code, stdout }).toEqual({ what, code: 2, stdout: "" });
      expect(stderr).toContain(what);
      expect(stderr?.trim().split("\n"), stderr).toHaveLength(2);
      expect(programs[index]).toMatchObject({ code: 2, stderr: "" });
      const json = JSON.parse(programs[index]?.stdout ?? "");
      expect(json).toMatchObject({ name: "UsageError", code: "usage", outcome: "not-sent" });
      expect(stderr).toBe(`✗ ${json.message}\n  ${json.remedy}\n`);
    }
  });
});

describe("certorder help CODE", () => {
  const codes = Object.values(codeGroups).flatMap(({ codes }) => Object.entries(codes));

  test("explains every code that the documents have, as text and as JSON", async () => {
    const [texts, objects] = await Promise.all([
      certorderEach(codes.map(([code]) => `help ${code}`)),
      certorderEach(codes.map(([code]) => `help ${code} --json`)),
    ]);
    for (const [index, [code, { what, remedy }]] of codes.entries()) {
      expect(texts[index], code).toMatchObject({ code: 0, stderr: "" });
      const text = texts[index]?.stdout.toLowerCase();
      for (const part of [code, what, remedy]) expect(text).toContain(part.replaceAll("`", "").toLowerCase());
      expect(JSON.parse(objects[index]?.stdout ?? "")).toMatchObject({ code, what, remedy });
    }
  });

  test("has each code in one group, and says which group and which cases it has", async () => {
    const tables = [callbackCodes, requestCodes, journalCodes, actionCodes, providerCodes];
    const ofFailures = new Set(Object.values(failures).map(({ code }) => code));
    const ofCommands = ["usage", "provider_not_started"];
    const known = [...tables.flatMap((table) => Object.keys(table)), ...ofFailures, ...ofCommands];
    expect(codes.map(([code]) => code).sort()).toEqual(known.sort());
    const { stdout } = await certorder("help connect_failed");
    expect(stdout).toMatch(/^connect_failed \(Nothing was sent: no connection\)\n/);
    expect(stdout).toContain(
      "\nThe message says which case it is:\n  - The name of the service could not be",
    );
  });

  test("is named by an error whose code it explains", async () => {
    const env = { CERTORDER_BASE_URL: "http://127.0.0.1:9", CERTORDER_KEY_ID: "k", CERTORDER_AUTH_KEY: "a" };
    const { stderr } = await certorder("callback-test --max-tries 1", { env });
    expect(stderr).toMatch(/\n {2}More: certorder help connect_failed\n$/);
  });
});
