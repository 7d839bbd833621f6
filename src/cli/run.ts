import { CertOrderError, outcomes, printable } from "../contract/index.ts";
import { prepareProcess, trustAsNodeDoes } from "../own-process.ts";
import { version } from "../version.ts";
import { commands } from "./commands.ts";
import { UnwrittenError, writeStdout } from "./stdout.ts";

async function main(args: readonly string[]): Promise<number> {
  const [first = "--help", second = "--help"] = args;
  if (first === "--version") return print(version);
  if (["--help", "-h", "help"].includes(first)) return print(overview());
  const name = [`${first} ${second}`, first].find((words) => Object.hasOwn(commands, words));
  const entry = name === undefined ? undefined : commands[name];
  if (name === undefined || entry === undefined) {
    const group = Object.keys(commands).filter((words) => words.startsWith(`${first} `));
    if (group.length === 0)
      return complain(`There is no command ${nameable(first)}.`, "See certorder --help.");
    if (second === "--help") return print(groupOverview(first, group));
    return complain(
      `There is no command ${nameable(second)} of certorder ${first}.`,
      `See certorder ${first} --help.`,
    );
  }

  const [{ command }, { help, parse }, { Output }, { commandDialect }] = await Promise.all([
    entry.load(),
    import("./command.ts"),
    import("./output.ts"),
    import("./dialect.ts"),
  ]);
  const { operands, given } = parse(command, args.slice(name.split(" ").length));
  if (given.help === true) return print(help(command));
  const output = new Output(given.json === true, commandDialect(given, process.env));
  trustAsNodeDoes();
  try {
    return await command.run({ operands, given, output, env: process.env });
  } catch (error) {
    if (!CertOrderError.is(error)) throw error;
    await output.failure(error);
    const { exitCode } = await import("./exit-code.ts");
    return exitCode(error);
  }
}

/** Repeats only a plain word: a person may have pasted a key in the place of a command. */
function nameable(word: string): string {
  return /^[\w-]{1,30}$/.test(word) ? `"${word}"` : "like this";
}

function overview(): string {
  const codes = [
    ...Object.entries(outcomes).map(([name, { exitCode }]) => [name, exitCode] as const),
    ["usage", 2] as const,
    ["failed", 7] as const,
    ["timed out", 8] as const,
  ];
  codes.sort(([, a], [, b]) => a - b);
  return [
    "certorder: reissue certificates and test the callback of a certificate order service.",
    "",
    "Usage: certorder COMMAND [flags]",
    "",
    ...commandRows(Object.keys(commands)),
    "",
    `certorder COMMAND --help shows more. Exit codes: ${codes.map(([name, code]) => `${code} ${name}`).join(", ")}.`,
  ].join("\n");
}

function groupOverview(group: string, names: readonly string[]): string {
  return [
    `Usage: certorder ${group} COMMAND [flags]`,
    "",
    ...commandRows(names),
    "",
    `certorder ${group} COMMAND --help shows more.`,
  ].join("\n");
}

function commandRows(names: readonly string[]): string[] {
  const width = Math.max(...names.map((name) => name.length));
  return names.map((name) => `  ${name.padEnd(width)}  ${commands[name]?.summary}`);
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

function complain(message: string, remedy: string, exitCode = 2): number {
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
    const { name, message, remedy } = error as Error & { remedy?: string };
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (name === "UsageError") process.exitCode = complain(message, remedy ?? "");
    else if (error instanceof UnwrittenError)
      process.exitCode = error.isUnwanted ? 1 : complain(message, error.remedy, 1);
    else if (code === "ENOENT" && syscall === "uv_cwd")
      process.exitCode = complain("The current folder does not exist any more.", "Change to another folder.");
    else {
      const stack = String((error as Error).stack)
        .split("\n")
        .map(printable)
        .join("\n");
      process.stderr.write(`This is a bug in certorder: ${stack}\n`);
      process.exitCode = 1;
    }
  }
}
