import { parseArgs } from "node:util";
import { findNearest, notATime, parseDuration } from "../contract/index.ts";
import type { Command, CommandInput, Flag, Flags, FlagValues } from "./command.ts";
import { UsageError } from "./command-error.ts";
import { settingFlags } from "./flags.ts";
import { asksHelp } from "./overview.ts";

/** The flags of every command. */
export const commonFlags = {
  json: { kind: "switch", doc: "Print the result as one JSON object on standard output, an error too." },
  help: { kind: "switch", doc: "Show the help of the command." },
} as const satisfies Flags;

/** The flags that only stand beside `--help`. */
export const helpFlags = {
  all: { kind: "switch", doc: "With --help: also show the less common flags and the settings." },
} as const satisfies Flags;

/** The flags that a command takes, beside these words of its line. */
export function allFlags({ flags, moreFlags, settings }: Command, words: readonly string[] = []): Flags {
  const own = { ...flags, ...moreFlags, ...(settings && settingFlags(settings)), ...commonFlags };
  return words.some(asksHelp) ? { ...helpFlags, ...own } : own;
}

export function parse(command: Command, args: readonly string[]): Pick<CommandInput, "operands" | "flags"> {
  const flags = allFlags(command, args);
  const { values, positionals } = split(command, flags, args);
  // The help is shown even if the rest of the line is wrong.
  if (values.help !== true) checkOperands(command, positionals);
  const read = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" && values.help !== true ? readValue(name, flags[name], value) : value,
  ]);
  return {
    operands: positionals as readonly string[] as CommandInput["operands"],
    flags: Object.fromEntries(read) as FlagValues,
  };
}

function split(command: Command, flags: Flags, args: readonly string[]) {
  try {
    return parseArgs({
      args: withNegativeNumbers(args, flags),
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(flags).map(([name, { kind }]) => [
          name,
          {
            type: kind === "switch" ? "boolean" : "string",
            multiple: kind === "list",
            ...(name === "help" && { short: "h" }),
          } as const,
        ]),
      ),
    });
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!code.startsWith("ERR_PARSE_ARGS_")) throw error;
    const see = `See certorder ${command.name} --help.`;
    const secret = secretFlagHint(args, flags);
    throw secret === undefined
      ? new UsageError(shortened(message), `${didYouMean(message, flags)}${see}`)
      : new UsageError(secret, see);
  }
}

/** The message does not repeat the operands: one may be a secret that lost its flag. */
function checkOperands({ name, operands }: Command, given: readonly string[]): void {
  const most = operands?.split(" ").length ?? 0;
  const least = operands?.startsWith("[") ? 0 : most;
  if (given.length >= least && given.length <= most) return;
  const rule =
    operands === undefined
      ? "takes no operands"
      : least === most
        ? `needs exactly ${operands.replace(" ", " and ")}`
        : `takes at most ${operands}`;
  throw new UsageError(`certorder ${name} ${rule}.`, `See certorder ${name} --help.`);
}

function readValue(name: string, flag: Flag | undefined, text: string): string | number {
  if (flag?.kind === "time") {
    const ms = parseDuration(text);
    if (ms === undefined) throw new UsageError(`--${name} ${notATime.problem}.`, notATime.remedy);
    return ms;
  }
  if (flag?.kind === "choice" && !flag.choices?.includes(text))
    throw new UsageError(
      `--${name} has a value that it does not take.`,
      `Give one of ${flag.choices?.join(", ")}.`,
    );
  if (flag?.kind !== "number") return text;
  const [least, most] = flag.range ?? [0, 65_535];
  if (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}.`, "Correct the number.");
}

/** `--port -1` is a negative number: no flag begins with a digit. The command reports what is wrong with it. */
function withNegativeNumbers(args: readonly string[], flags: Flags): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const [, flag = ""] = /^--([a-z-]+)$/.exec(joined.at(-1) ?? "") ?? [];
    const takesValue = Object.hasOwn(flags, flag) && flags[flag]?.kind !== "switch";
    if (takesValue && /^-\d/.test(arg)) joined.push(`${joined.pop()}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

/** Explains to a person who tries `--auth-key` why there is none. The value is not repeated. */
function secretFlagHint(args: readonly string[], flags: Flags): string | undefined {
  const names = args.map((arg) => /^--([a-z-]+)/.exec(arg)?.[1] ?? "");
  const secret = names.find(
    (name) => !(name in flags) && `${name}-file` in flags && `${name}-stdin` in flags,
  );
  return (
    secret &&
    `There is no --${secret}: other users of this machine can read command lines. Use --${secret}-file, --${secret}-stdin or the environment.`
  );
}

/** Names the flag that an unknown one is probably meant to be. */
function didYouMean(message: string, flags: Flags): string {
  const [, unknown] = /^Unknown option '--([a-z][\w-]*)'/.exec(message) ?? [];
  if (unknown === undefined) return "";
  // `--csr` is not far from `--csr-file` for a person.
  const nearest = Object.hasOwn(flags, `${unknown}-file`)
    ? `${unknown}-file`
    : findNearest(unknown, Object.keys(flags));
  return nearest === undefined ? "" : `Did you mean --${nearest}? `;
}

/**
 * Shortens Node's message: its advice about `--` does not help here, and what it quotes as a flag may be a private
 * key that a person pasted.
 */
function shortened(message: string): string {
  const aboutFlag = /^[^\n']*'--?[a-z\d][a-z\d-]{0,60}(?: <value>)?'.*?(?:\.(?=\s|$)|$)/i;
  return aboutFlag.exec(message)?.[0] ?? "One of the flags is not known.";
}
