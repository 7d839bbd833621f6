import { parseArgs } from "node:util";
import { findNearest } from "../contract/index.ts";
import type { Command, CommandInput, Flags, FlagValues } from "./command.ts";
import { UsageError } from "./command.ts";
import { settingFlags } from "./flags.ts";

/** The flags of every command. */
export const commonFlags = {
  json: { kind: "switch", doc: "Print the result as one JSON object on standard output, an error too." },
  help: { kind: "switch", doc: "Show the help of the command." },
} as const satisfies Flags;

/** Every flag that a command takes. */
export function allFlags({ flags, moreFlags, settings }: Command): Flags {
  return { ...flags, ...moreFlags, ...(settings && settingFlags(settings)), ...commonFlags };
}

export function parse(command: Command, args: readonly string[]): Pick<CommandInput, "operands" | "flags"> {
  const flags = allFlags(command);
  try {
    const { values, positionals } = parseArgs({
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
    if (command.operands === undefined && positionals.length > 0 && values.help !== true)
      throw new UsageError(`${command.name} takes no operands.`, `See certorder ${command.name} --help.`);
    return { operands: positionals, flags: values as FlagValues };
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!code.startsWith("ERR_PARSE_ARGS_")) throw error;
    throw new UsageError(
      secretFlagHint(args, flags) ?? shortened(message),
      `${didYouMean(message, flags)}See certorder ${command.name} --help.`,
    );
  }
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
  const nearest = unknown === undefined ? undefined : findNearest(unknown, Object.keys(flags));
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
