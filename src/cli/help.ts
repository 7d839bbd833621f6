import { type Command, type CommandTable, describeCommand, type Flag, type Flags } from "./command.ts";
import { exits } from "./exit-code.ts";
import { settingFlags } from "./flags.ts";
import { commonFlags, helpFlags } from "./parse.ts";

const widthElsewhere = 80;
const [narrowest, widest] = [40, 120];

/** The width for help: that of the terminal, or 80 columns. */
export function helpWidth({ isTTY, columns }: Partial<NodeJS.WriteStream> = process.stdout): number {
  return isTTY && columns ? Math.min(Math.max(columns, narrowest), widest) : widthElsewhere;
}

/** How much a help shows: what most people need, or everything (`--help --all`). */
export type HelpLength = "short" | "all";

export function overview(commands: CommandTable, length: HelpLength, width: number): string {
  const names = Object.keys(commands).filter((name) => length === "all" || commands[name]?.[2] !== "rare");
  return sections([
    wrapped("certorder: reissue certificates and test the callback of a certificate order service.", width),
    ["Usage: certorder COMMAND [flags]"],
    commandRows(commands, names, width),
    length === "all" ? [] : ["certorder --help --all lists every command."],
    wrapped(
      "certorder help COMMAND shows more, certorder help CODE explains the code of an error, and certorder help settings lists the flags and variables that many commands take. Every command takes --json and --help.",
      width,
    ),
    wrapped(`Exit codes: ${exits.map(({ exitCode, name }) => `${exitCode} ${name}`).join(", ")}.`, width),
  ]);
}

/** The names of the commands in a group, such as `journal`. None: there is no such group. */
export function groupCommands(commands: CommandTable, group: string): string[] {
  return Object.keys(commands).filter((name) => name.startsWith(`${group} `));
}

export function groupHelp(commands: CommandTable, group: string, width: number): string {
  return sections([
    [`Usage: certorder ${group} COMMAND [flags]`],
    commandRows(commands, groupCommands(commands, group), width),
    wrapped(`certorder help ${group} COMMAND shows more.`, width),
  ]);
}

export function commandHelp(command: Command, length: HelpLength, width: number): string {
  const { name, operands, flags, moreFlags = {}, settings, examples } = command;
  const rest = [
    titled("Less common flags:", flagRows(moreFlags, width)),
    titled("Settings, as flags or variables:", settings ? flagRows(settingFlags(settings), width) : []),
    titled("Every command:", flagRows({ ...commonFlags, ...helpFlags }, width)),
  ];
  const hint = `certorder ${name} --help --all shows every flag${settings ? ", settings included" : ""}.`;
  return sections([
    wrapped(describeCommand(command), width),
    [usage(name, operands)],
    titled("Flags:", flagRows(flags, width)),
    ...(length === "all" ? rest : [wrapped(hint, width)]),
    titled(
      "Examples:",
      examples.flatMap((example) => exampleLines(example, width)),
    ),
  ]);
}

export function settingsHelp(width: number): string {
  const connection = settingFlags("connection");
  const journal = Object.entries(settingFlags("all")).filter(([name]) => !(name in connection));
  return sections([
    wrapped(
      "The settings that many commands take. A flag wins over its variable. A secret has no flag for its value, because other users of a machine can read command lines.",
      width,
    ),
    titled("Connection:", flagRows(connection, width)),
    titled("Journal:", flagRows(Object.fromEntries(journal), width)),
    titled("Every command:", flagRows({ ...commonFlags, ...helpFlags }, width)),
  ]);
}

export function usage(name: string, operands: string | undefined): string {
  return `Usage: certorder ${[name, operands, "[flags]"].filter(Boolean).join(" ")}`;
}

const placeholders: Partial<Record<Flag["kind"], string>> = { number: "NUMBER", time: "TIME" };

/** Such as `--port NUMBER`. */
export function flagLabel(name: string, { kind, value = placeholders[kind] }: Flag): string {
  return kind === "switch" ? `--${name}` : `--${name} ${value}`;
}

/** What a flag does, as plain text. */
export function flagText({ kind, doc }: Flag): string {
  return `${doc}${kind === "list" ? " May be given several times." : ""}`.replaceAll("`", "");
}

function commandRows(commands: CommandTable, names: readonly string[], width: number): string[] {
  const column = Math.max(...names.map((name) => name.length)) + 4;
  return rows(
    names.map((name) => [name, commands[name]?.[0] ?? ""]),
    column,
    width,
  );
}

/** Where the texts of flags begin. */
const flagColumn = 27;

function flagRows(flags: Flags, width: number): string[] {
  return rows(
    Object.entries(flags).map(([name, flag]) => [flagLabel(name, flag), flagText(flag)]),
    flagColumn,
    width,
  );
}

/** An example, with its line broken before a flag if it is too long. It can be pasted either way. */
function exampleLines(example: string, width: number): string[] {
  const lines = filled(example.split(/ (?=--)/), width - 8);
  return lines.map(
    (line, index) => `${index === 0 ? "  " : "      "}${line}${index < lines.length - 1 ? " \\" : ""}`,
  );
}

/** Two columns. A long label, or every label on a narrow terminal, has a line of its own. */
function rows(pairs: readonly (readonly [string, string])[], column: number, width: number): string[] {
  const isNarrow = width < 2 * column;
  const indent = " ".repeat(isNarrow ? 6 : column);
  return pairs.flatMap(([label, text]) => {
    const lines = wrapped(text, width - indent.length).map((line) => `${indent}${line}`);
    const left = `  ${label}`;
    if (isNarrow || left.length > column - 2) return [left, ...lines];
    const [first = "", ...following] = lines;
    return [`${left.padEnd(column)}${first.slice(column)}`, ...following];
  });
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 || lines.every((line) => line.trim() === "") ? [] : [title, ...lines];
}

function sections(parts: readonly (readonly string[])[]): string {
  const shown = parts.filter((lines) => lines.length > 0);
  return `${shown.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function wrapped(text: string, width: number): string[] {
  return filled(text.split(" "), width);
}

/** Puts as many parts on each line as fit. */
function filled([first = "", ...parts]: readonly string[], width: number): string[] {
  const lines = [first];
  for (const part of parts) {
    const longer = `${lines.at(-1)} ${part}`;
    if (longer.length > width) lines.push(part);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
