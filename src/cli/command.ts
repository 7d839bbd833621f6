import { parseArgs } from "node:util";
import type { Output } from "./output.ts";

/** A command is data: help, parsing and the reference in the docs come from it. */
export interface Command {
  /** The words that call it, such as `journal list`. */
  readonly name: string;
  readonly summary: string;
  /** The operands in the help, such as `ORDER_ID`. */
  readonly operands?: string;
  readonly flags: Flags;
  readonly examples: readonly string[];
  run(input: Input): Promise<number>;
}

export interface Flag {
  /** A switch takes no value; a list may be given several times. */
  readonly kind: "switch" | "value" | "list";
  readonly doc: string;
  /** The placeholder of the value in the help. */
  readonly value?: string;
}

export type Flags = Readonly<Record<string, Flag>>;

export interface Input {
  readonly operands: readonly string[];
  readonly given: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly output: Output;
  readonly env: NodeJS.ProcessEnv;
}

/** The command line itself is wrong. Nothing was done. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly remedy: string;
  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

const commonFlags = {
  json: { kind: "switch", doc: "Print the result as one JSON object on standard output." },
  help: { kind: "switch", doc: "Show this help." },
} as const satisfies Flags;

export function parse(command: Command, args: readonly string[]): Pick<Input, "operands" | "given"> {
  const flags: Flags = { ...command.flags, ...commonFlags };
  try {
    const { values, positionals } = parseArgs({
      args: withNegativeNumbers(args, flags),
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(flags).map(([name, { kind }]) => [
          name,
          { type: kind === "switch" ? "boolean" : "string", multiple: kind === "list" } as const,
        ]),
      ),
    });
    if (command.operands === undefined && positionals.length > 0 && values.help !== true)
      throw new UsageError(`${command.name} takes no operands.`, `See certorder ${command.name} --help.`);
    return { operands: positionals, given: values as Input["given"] };
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!code.startsWith("ERR_PARSE_ARGS_")) throw error;
    throw new UsageError(
      secretFlagHint(args, flags) ?? shortened(message),
      `See certorder ${command.name} --help.`,
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

/**
 * Shortens Node's message: its advice about `--` does not help here, and what it quotes as a flag may be a private
 * key that a person pasted.
 */
function shortened(message: string): string {
  const aboutFlag = /^[^\n']*'--?[a-z\d][a-z\d-]{0,60}(?: <value>)?'.*?(?:\.(?=\s|$)|$)/i;
  return aboutFlag.exec(message)?.[0] ?? "One of the flags is not known.";
}

export function help(command: Command): string {
  const { name, summary, operands, examples } = command;
  const flags = Object.entries<Flag>({ ...command.flags, ...commonFlags });
  const rows = flags.map(([flag, { kind, value, doc }]) => {
    const left = `  --${flag}${kind === "switch" ? "" : ` ${value ?? "VALUE"}`}`;
    const right = wrapped(kind === "list" ? `${doc} May be given several times.` : doc, 100 - column);
    const indent = " ".repeat(column);
    return `${left.length < column ? left.padEnd(column) : `${left}\n${indent}`}${right.join(`\n${indent}`)}`;
  });
  return [
    summary,
    "",
    `Usage: certorder ${[name, operands, "[flags]"].filter(Boolean).join(" ")}`,
    "",
    "Flags:",
    ...rows,
    "",
    "Examples:",
    ...examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

/** The column of the flags' descriptions. */
const column = 35;

function wrapped(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last !== "" && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}
