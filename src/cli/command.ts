import { isJournalSetting } from "../contract/index.ts";
import type { Output } from "./output.ts";

/** Which settings a kind of command takes. */
export const settingFilters = {
  /** It sends a reissue. */
  all: (_name: string) => true,
  /** It sends a request that no journal records. */
  connection: (name: string) => !isJournalSetting(name),
  /** It writes into the journal about a service, and sends nothing. */
  statement: (name: string) => isJournalSetting(name) || name === "base_url" || name === "service",
  /** It only uses the journal. */
  journal: isJournalSetting,
} as const;

/** A command is data: help, parsing and the reference in the docs come from it. The table has its name and summary. */
export interface CommandDefinition<
  F extends Flags = Flags,
  More extends Flags = Flags,
  Shown extends string = string,
> {
  /** Sentences that the help shows after the summary. */
  readonly details?: string;
  /** The operands in the help, such as `ORDER_ID`. As many have to be given; those in brackets may be left out. */
  readonly operands?: Shown;
  /** What the operands may be, for completion. */
  readonly choices?: (commands: CommandTable) => readonly string[];
  /** Its own flags that the short help shows, the important ones first. At most 12. */
  readonly flags?: F;
  /** Its own flags that few people need. Only `--help --all` shows them, and the settings. */
  readonly moreFlags?: More;
  /** Which settings it takes as flags too. */
  readonly settings?: keyof typeof settingFilters;
  /** What is known if a signal ends the command, or the journal fails. Default: nothing was sent. */
  readonly unfinished?: string;
  /** The exit code if a signal ends the command. Default: 4 if it sends requests, else 7. */
  readonly interruptedExitCode?: number;
  readonly examples: readonly string[];
  /** Returns the result to print, or the exit code of a command that has printed it. */
  run(input: CommandInput<F & More, Shown>): Promise<CommandResult | number>;
}

/** Checks what `run` does with its flags and operands against their definition. */
export function defineCommand<
  const F extends Flags = Record<never, Flag>,
  const More extends Flags = Record<never, Flag>,
  const Shown extends string = string,
>(definition: CommandDefinition<F, More, Shown>): CommandDefinition<F, More, Shown> {
  return definition;
}

export interface CommandResult {
  /** For programs: one JSON object. */
  readonly json: object;
  /** For people. */
  readonly lines: readonly string[];
  /** Default: 0. */
  readonly exitCode?: number;
}

/** A command with its entry in the table. */
export interface Command extends CommandDefinition {
  /** The words that call it, such as `journal show`. */
  readonly name: string;
  /** One line, without a full stop. */
  readonly summary: string;
  readonly flags: Flags;
}

/** All commands, by the words that call them. The code of a command is loaded when it is called. */
export type CommandTable = Readonly<Record<string, readonly [summary: string, load: LoadCommand]>>;

export type LoadCommand = () => Promise<{ readonly command: CommandDefinition }>;

export async function loadCommand(commands: CommandTable, name: string): Promise<Command | undefined> {
  const [summary, load] = (Object.hasOwn(commands, name) && commands[name]) || [];
  return summary === undefined || load === undefined
    ? undefined
    : { name, summary, flags: {}, ...(await load()).command };
}

export async function loadCommands(commands: CommandTable): Promise<Command[]> {
  const loaded = await Promise.all(Object.keys(commands).map((name) => loadCommand(commands, name)));
  return loaded.filter((command) => command !== undefined);
}

/** The summary and the details, as sentences. */
export function describeCommand({ summary, details }: Command): string {
  return [`${summary}.`, details].filter(Boolean).join(" ");
}

/** The kinds of flags, with what they give. A switch takes no value; a list may be given several times. */
interface FlagKinds {
  readonly switch: boolean;
  readonly value: string;
  /** One of its `choices`. */
  readonly choice: string;
  readonly list: readonly string[];
  readonly number: number;
  /** In milliseconds. */
  readonly time: number;
}

export interface Flag {
  readonly kind: keyof FlagKinds;
  readonly doc: string;
  /** What counts without the flag, as a person writes it. */
  readonly default?: string;
  /** The placeholder of the value in the help. */
  readonly value?: string;
  /** All values that it takes, or the usual ones of a `value`. */
  readonly choices?: readonly string[];
  /** The smallest and the largest number. Default: those of a port. */
  readonly range?: readonly [number, number];
}

export type Flags = Readonly<Record<string, Flag>>;

/** The values that a person gave to flags. */
export type FlagValues<F extends Flags = Flags> = {
  readonly [name in keyof F]?: FlagKinds[F[name]["kind"]] | undefined;
};

/** One text for each word of the definition, or any number if they are in brackets. */
type Operands<Shown extends string> = Shown extends `[${string}`
  ? readonly string[]
  : Shown extends `${string} ${infer More}`
    ? readonly [string, ...Operands<More>]
    : readonly [string];

export interface CommandInput<F extends Flags = Flags, Shown extends string = string> {
  readonly operands: Operands<Shown>;
  readonly flags: FlagValues<F>;
  readonly output: Output;
  readonly commands: CommandTable;
  readonly env: NodeJS.ProcessEnv;
}

export type FlagsAndEnvironment = Pick<CommandInput, "flags" | "env">;

/** For flags that come from the contract: the types of a command do not know them. */
export function givenText({ flags }: Pick<CommandInput, "flags">, flag: string): string | undefined {
  return flags[flag] as string | undefined;
}
