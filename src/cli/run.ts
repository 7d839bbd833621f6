import { CertOrderError, findNearest, printable } from "../contract/index.ts";
import { prepareProcess, trustAsNodeDoes } from "../own-process.ts";
import { version } from "../version.ts";
import type { Command } from "./command.ts";
import { CommandError, loadCommand, UsageError } from "./command.ts";
import { commands } from "./commands.ts";
import { commandHelp, groupCommands, groupHelp, helpWidth, overview } from "./help.ts";
import { parse } from "./parse.ts";
import { UnwrittenError, writeStdout } from "./stdout.ts";

async function main(args: readonly string[]): Promise<number> {
  const [first = "--help", second = "--help"] = args;
  if (first === "--version") return print(version);
  if (["--help", "-h"].includes(first)) return print(overview(commands, helpWidth()));
  const name = [`${first} ${second}`, first].find((words) => Object.hasOwn(commands, words));
  if (name === undefined) {
    const isGroup = groupCommands(commands, first).length > 0;
    if (isGroup && ["--help", "-h"].includes(second)) return print(groupHelp(commands, first, helpWidth()));
    throw isGroup
      ? new UsageError(
          `There is no command ${nameable(second)} of certorder ${first}.`,
          meant(args, `certorder ${first}`),
        )
      : new UsageError(`There is no command ${nameable(first)}.`, meant(args, "certorder"));
  }

  const [command, { Output }, { commandDialect }] = await Promise.all([
    loadCommand(commands, name) as Promise<Command>,
    import("./output.ts"),
    import("./dialect.ts"),
  ]);
  const { operands, flags } = parse(command, args.slice(name.split(" ").length));
  if (flags.help === true) return print(commandHelp(command, helpWidth()));
  const output = new Output(flags.json === true, commandDialect(flags, process.env));
  trustAsNodeDoes();
  try {
    return await command.run({ operands, flags, output, commands, env: process.env });
  } catch (error) {
    if (!CertOrderError.is(error)) throw error;
    await output.failure(error);
    const { exitCode } = await import("./exit-code.ts");
    return exitCode(error);
  }
}

/** The command that was probably meant, or where to look. */
function meant(args: readonly string[], shown: string): string {
  const names = Object.keys(commands);
  const [two, one] = [2, 1].map((count) => findNearest(args.slice(0, count).join(" "), names));
  const nearest = two ?? one;
  return nearest === undefined ? `See ${shown} --help.` : `Did you mean certorder ${nearest}?`;
}

/** Repeats only a plain word: a person may have pasted a key in the place of a command. */
function nameable(word: string): string {
  return /^[\w-]{1,30}$/.test(word) ? `"${word}"` : "like this";
}

async function print(text: string): Promise<number> {
  try {
    await writeStdout(text.endsWith("\n") ? text : `${text}\n`);
  } catch (error) {
    // A reader such as `head` may close a page of help early.
    if (!(error instanceof UnwrittenError && error.isUnwanted)) throw error;
  }
  return 0;
}

function complain(message: string, remedy: string, exitCode: number): number {
  process.stderr.write(`✗ ${printable(message)}\n  ${printable(remedy)}\n`);
  return exitCode;
}

// A closed pipe must not end the process: a request may be in flight, and its outcome has to reach the journal.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

prepareProcess();

/** How long a process whose command has ended waits for work that was abandoned. */
const lingerMs = 1_000;

/** Runs a command as the only work of this process. A store that does not answer cannot keep the process from ending. */
export async function runAndEnd(args: readonly string[]): Promise<void> {
  await run(args);
  setTimeout(() => process.exit(), lingerMs).unref();
}

/** Runs a command, shows its errors, and sets the exit code. */
export async function run(args: readonly string[]): Promise<void> {
  try {
    process.exitCode = await main(args);
  } catch (error) {
    process.exitCode = await showError(error as Error, args.includes("--json"));
  }
}

async function showError(error: Error, json: boolean): Promise<number> {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof UnwrittenError) return error.isUnwanted ? 1 : complain(error.message, error.remedy, 1);
  if (error instanceof CommandError) return refuse(error, json);
  if (code === "ENOENT" && syscall === "uv_cwd")
    return refuse(
      new UsageError("The current folder does not exist any more.", "Change to another folder."),
      json,
    );
  const stack = String(error.stack).split("\n").map(printable).join("\n");
  process.stderr.write(`This is a bug in certorder: ${stack}\n`);
  return 1;
}

/** Shows why nothing was done: as JSON on standard output if asked for, as failures of requests are. */
async function refuse(
  { name, code, message, remedy, exitCode }: CommandError,
  json: boolean,
): Promise<number> {
  if (!json) return complain(message, remedy, exitCode);
  const { Output } = await import("./output.ts");
  const refusal = { name, code, outcome: "not-sent", message, remedy };
  const isWritten = await new Output(true).result(refusal, []).then(
    () => true,
    () => false,
  );
  return isWritten ? exitCode : complain(message, remedy, exitCode);
}
