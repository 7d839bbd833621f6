import { isJournalSetting } from "../contract/index.ts";
import { exitCodes } from "./exit-code.ts";
import type { Output } from "./output.ts";

const journalPlace: readonly string[] = ["journal_dir", "journal_url"];

/** Which settings a kind of command takes. */
export const settingFilters = {
  /** It sends a reissue. */
  all: (_name: string) => true,
  /** It sends a request that no journal records. */
  connection: (name: string) => !isJournalSetting(name),
  /** It only uses the journal. */
  journal: (name: string) => journalPlace.includes(name),
} as const;

/** A command is data: help, parsing and the reference in the docs come from it. The table has its name and summary. */
export interface CommandDefinition {
  /** Sentences that the help shows after the summary. */
  readonly details?: string;
  /** The operands in the help, such as `ORDER_ID`. */
  readonly operands?: string;
  /** What the first operand may be, for completion. */
  readonly choices?: (commands: CommandTable) => readonly string[];
  /** Its own flags, the important ones first. */
  readonly flags: Flags;
  /** Its own flags that few people need. */
  readonly moreFlags?: Flags;
  /** Which settings it takes as flags too. */
  readonly settings?: keyof typeof settingFilters;
  readonly examples: readonly string[];
  run(input: CommandInput): Promise<number>;
}

/** A command with its entry in the table. */
export interface Command extends CommandDefinition {
  /** The words that call it, such as `journal list`. */
  readonly name: string;
  /** One line, without a full stop. */
  readonly summary: string;
}

/** All commands, by the words that call them. The code of a command is loaded when it is called. */
export type CommandTable = Readonly<
  Record<
    string,
    { readonly summary: string; readonly load: () => Promise<{ readonly command: CommandDefinition }> }
  >
>;

export async function loadCommand(commands: CommandTable, name: string): Promise<Command | undefined> {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return entry && { name, summary: entry.summary, ...(await entry.load()).command };
}

export async function loadCommands(commands: CommandTable): Promise<Command[]> {
  const loaded = await Promise.all(Object.keys(commands).map((name) => loadCommand(commands, name)));
  return loaded.filter((command) => command !== undefined);
}

/** The summary and the details, as sentences. */
export function describeCommand({ summary, details }: Command): string {
  return [`${summary}.`, details].filter(Boolean).join(" ");
}

export interface Flag {
  /** A switch takes no value; a list may be given several times. */
  readonly kind: "switch" | "value" | "list";
  readonly doc: string;
  /** The placeholder of the value in the help. */
  readonly value?: string;
  /** All values that it takes, or the usual ones. */
  readonly choices?: readonly string[];
}

export type Flags = Readonly<Record<string, Flag>>;

/** The values that a person gave to flags. */
export type FlagValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface CommandInput {
  readonly operands: readonly string[];
  readonly flags: FlagValues;
  readonly output: Output;
  readonly commands: CommandTable;
  readonly env: NodeJS.ProcessEnv;
}

/** A command did not do what it was asked for, for a reason that is no bug. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
  readonly code: string;
  readonly remedy: string;
  readonly exitCode: number;
  constructor(code: string, message: string, { remedy, exitCode }: { remedy: string; exitCode: number }) {
    super(message);
    this.code = code;
    this.remedy = remedy;
    this.exitCode = exitCode;
  }
}

/** The command line itself is wrong. Nothing was done. */
export class UsageError extends CommandError {
  override readonly name = "UsageError";
  constructor(message: string, remedy: string) {
    super("usage", message, { remedy, exitCode: exitCodes.usage });
  }
}

/** A person did not answer yes. */
export function notConfirmed(standing: string): CommandError {
  return new CommandError("not_confirmed", standing, {
    remedy: "Run the command again, and type yes to confirm it.",
    exitCode: exitCodes.failed,
  });
}
