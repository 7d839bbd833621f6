import { CertOrderError, failures, findNearest, outcomes, printable } from "../contract/index.ts";
import { endAtInterrupt } from "../interrupt.ts";
import { prepareProcess, trustAsNodeDoes } from "../own-process.ts";
import { type Command, loadCommand } from "./command.ts";
import { CommandError, UsageError } from "./command-error.ts";
import { commands } from "./commands.ts";
import { complete } from "./completion.ts";
import { commandDialect } from "./dialect.ts";
import { exitCode, exitCodes } from "./exit-code.ts";
import { commandHelp } from "./help.ts";
import { Output } from "./output.ts";
import { asksHelp, groupCommands, groupHelp, helpWidth } from "./overview.ts";
import { parse } from "./parse.ts";
import { isUnwritten, print } from "./stdout.ts";

async function main(args: readonly string[]): Promise<number> {
  const [first = "", second = "--help"] = args;
  if (first === "--complete") return show(await complete(commands, args.slice(1)));
  const name = [`${first} ${second}`, first].find((words) => Object.hasOwn(commands, words));
  if (name !== undefined) return runCommand(name, args.slice(name.split(" ").length));
  const isGroup = groupCommands(first).length > 0;
  if (isGroup && asksHelp(second)) return show(groupHelp(first, helpWidth()));
  const what = isGroup ? `${nameable(second)} of certorder ${first}` : nameable(first);
  const nearest = nearestCommand(args);
  throw new UsageError(
    `There is no command ${what}.`,
    nearest ? `Did you mean certorder ${nearest}?` : `See certorder ${isGroup ? `${first} ` : ""}--help.`,
  );
}

async function runCommand(name: string, args: readonly string[]): Promise<number> {
  const command = (await loadCommand(commands, name)) as Command;
  const { operands, flags } = parse(command, args);
  if (flags.help === true)
    return show(commandHelp(command, flags.all === true ? "all" : "short", helpWidth()));
  const output = new Output(flags.json === true, commandDialect(flags, process.env));
  trustAsNodeDoes();
  using _ = endAtInterrupt(() => output.refusal(interruption(command)));
  try {
    const result = await command.run({ operands, flags, output, commands, env: process.env });
    if (typeof result === "number") return result;
    await output.result(result.json, result.lines);
    return result.exitCode ?? exitCodes.ok;
  } catch (error) {
    if (!CertOrderError.is(error)) throw error;
    return showFailure(error, command, output);
  }
}

/** What a command says that a signal ends. A command that has sent something handles signals itself. */
function interruption(command: Command): CommandError {
  const { name, unfinished = nothingSent, interruptedExitCode } = command;
  const code = sendsRequests(command) ? outcomes["not-sent"].exitCode : exitCodes.failed;
  return new CommandError(
    "aborted",
    `certorder ${name} was cancelled. ${unfinished}`,
    failures.aborted.remedy,
    interruptedExitCode ?? code,
  );
}

async function showFailure(error: CertOrderError, command: Command, output: Output): Promise<number> {
  if (sendsRequests(command)) {
    await output.failure(error);
    return exitCode(error);
  }
  const { isUnavailable } = await import("../journal/index.ts");
  const { unfinished = nothingSent } = command;
  // The command sends nothing, so the error has no outcome of a request. The journal may still have changed:
  // the answer to a write may be lost, or an earlier write of several may have succeeded.
  await output.failure(error, isUnavailable(error) ? unfinished : "The journal was not changed.");
  return exitCode(error) === exitCodes.usage ? exitCodes.usage : exitCodes.failed;
}

const nothingSent = "Nothing was sent.";

function sendsRequests({ settings }: Command): boolean {
  return settings === "all" || settings === "connection";
}

/** The command that was probably meant, by its two words or by its first one. */
function nearestCommand([first = "", second = ""]: readonly string[]): string | undefined {
  const names = Object.keys(commands);
  return findNearest(`${first} ${second}`.trim(), names) ?? findNearest(first, names);
}

/** Repeats only a plain word: a person may have pasted a key in the place of a command. */
function nameable(word: string): string {
  return /^[\w-]{1,30}$/.test(word) ? `"${word}"` : "like this";
}

async function show(text: string): Promise<number> {
  await print(text);
  return exitCodes.ok;
}

prepareProcess();

/** Runs a command, shows its errors, and sets the exit code. */
export async function run(args: readonly string[]): Promise<void> {
  try {
    process.exitCode = await main(args);
  } catch (error) {
    process.exitCode = await showError(error as Error, args);
  }
}

/** Shows an error that no command handles. Returns the exit code. */
export async function showError(error: Error, args: readonly string[]): Promise<number> {
  const output = new Output(args.includes("--json"));
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof CommandError) return output.refusal(error);
  if (code === "ENOENT" && syscall === "uv_cwd")
    return output.refusal(
      new UsageError("The current folder does not exist any more.", "Change to another folder."),
    );
  if (!isUnwritten(error)) {
    const stack = String(error.stack).split("\n").map(printable).join("\n");
    process.stderr.write(`This is a bug in certorder: ${stack}\n`);
  } else if (!error.isUnwanted) output.complain(error.message, error.remedy);
  return exitCodes.bug;
}
