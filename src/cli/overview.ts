import { exits } from "./exit-code.ts";
import { rows, sections, wrapped } from "./layout.ts";
import { commandNames, summaries } from "./summaries.ts";

// The help without the flags of a command, which `certorder --help` shows before more is loaded.

const widthElsewhere = 80;
const [narrowest, widest] = [40, 120];

/** The width for help: that of the terminal, or 80 columns. */
export function helpWidth({ isTTY, columns }: Partial<NodeJS.WriteStream> = process.stdout): number {
  return isTTY && columns ? Math.min(Math.max(columns, narrowest), widest) : widthElsewhere;
}

/** How much a help shows: what most people need, or everything (`--help --all`). */
export type HelpLength = "short" | "all";

/** The commands and groups that most people want, in the order in which they meet them. At most ten. */
export const front: readonly string[] = [
  "sandbox",
  "callback-test",
  "reissue",
  "status",
  "wait",
  "receive",
  "journal",
  "doctor",
  "provider install",
  "help",
];

const allSummaries: Readonly<Record<string, string>> = {
  ...summaries,
  // A group of commands.
  journal: "Show, resolve, import and copy what is recorded about reissues",
};

export function asksHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

export function overview(length: HelpLength, width: number): string {
  return sections([
    wrapped("certorder: reissue certificates and test the callback of a certificate order service.", width),
    ["Usage: certorder COMMAND [flags]"],
    length === "all"
      ? commandRows(commandNames, width)
      : [...commandRows(front, width), "", "certorder help --all lists every command."],
    wrapped(
      "certorder help COMMAND shows more, certorder help CODE explains the code of an error, and certorder help settings lists the flags and variables that many commands take. Every command takes --json and --help.",
      width,
    ),
    wrapped(`Exit codes: ${exits.map(({ exitCode, name }) => `${exitCode} ${name}`).join(", ")}.`, width),
  ]);
}

/** The names of the commands in a group, such as `journal`. None: there is no such group. */
export function groupCommands(group: string): string[] {
  return commandNames.filter((name) => name.startsWith(`${group} `));
}

export function groupHelp(group: string, width: number): string {
  return sections([
    [`Usage: certorder ${group} COMMAND [flags]`],
    commandRows(groupCommands(group), width),
    wrapped(`certorder help ${group} COMMAND shows more.`, width),
  ]);
}

function commandRows(names: readonly string[], width: number): string[] {
  const column = Math.max(...names.map((name) => name.length)) + 4;
  return rows(
    names.map((name) => [name, allSummaries[name] ?? ""]),
    column,
    width,
  );
}
