import { type Command, describeCommand, type Flag, type Flags } from "./command.ts";
import { settingFlags } from "./flags.ts";
import { filled, rows, sections, titled, wrapped } from "./layout.ts";
import type { HelpLength } from "./overview.ts";
import { commonFlags, helpFlags } from "./parse.ts";

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
export function flagLabel(
  name: string,
  { kind, choices, value = placeholders[kind] ?? choices?.join("|") }: Flag,
): string {
  return kind === "switch" ? `--${name}` : `--${name} ${value}`;
}

/** What a flag does, as plain text. */
export function flagText(flag: Flag): string {
  return describeFlag(flag).replaceAll("`", "");
}

/** What a flag does, in Markdown. */
export function describeFlag({ kind, doc, default: standard }: Flag): string {
  const more = [
    kind === "list" ? "May be given several times." : "",
    standard === undefined ? "" : `Default: ${standard}.`,
  ];
  return [doc, ...more].filter(Boolean).join(" ");
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
