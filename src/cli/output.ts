import { randomUUID } from "node:crypto";
import { styleText } from "node:util";
import type { CertOrderError, Dialect, InputProblem } from "../contract/index.ts";
import { errorPage, escapeUnprintable, outcomes, printable } from "../contract/index.ts";
import type { CommandError } from "./command-error.ts";
import { cliDialect } from "./dialect.ts";
import { clearProgress } from "./progress.ts";
import { writeStdout } from "./stdout.ts";

type Style = Parameters<typeof styleText>[0];

/** Replaces the escape character of our own colours until all text is cleaned. Foreign text cannot contain it. */
const ourEscape = randomUUID();

/** The output of a command: text for people, or one JSON object for programs. Results go to stdout, the rest to stderr. */
export class Output {
  readonly json: boolean;
  /** The names of flags, and commands with the journal of this command. */
  readonly dialect: Dialect;
  readonly #warnings: object[] = [];

  constructor(json: boolean, dialect: Dialect = cliDialect) {
    this.json = json;
    this.dialect = dialect;
  }

  /** Prints the result as text or JSON. Resolves when it has left this process, else rejects with `UnwrittenError`. */
  result(data: object, lines: readonly string[]): Promise<void> {
    const warnings = this.#warnings;
    const text = this.json
      ? printableJson(snakeCased({ ...data, ...(warnings.length > 0 && { warnings }) }))
      : lines.map(shown).join("\n");
    return writeStdout(`${text}\n`);
  }

  /** Prints one of many results on one line. Resolves as `result` does. */
  line(data: object, line: string): Promise<void> {
    clearProgress();
    const text = this.json ? escapeUnprintable(JSON.stringify(snakeCased(data))) : shown(line);
    return writeStdout(`${text}\n`);
  }

  warning(problem: InputProblem): void {
    const rendered = this.#inDialect(problem);
    this.#warnings.push(rendered);
    const { message, remedy } = rendered;
    const [first = "", ...more] = remedy.split("\n");
    this.note(`${this.#err("yellow", "warning:")} ${message} ${first}`);
    if (more.length > 0) this.advice(more.join("\n"));
  }

  /** A line for people, on stderr. */
  note(text: string): void {
    clearProgress();
    process.stderr.write(`${shown(text)}\n`);
  }

  /** For the first Ctrl-C of a command that sends requests. */
  noteStop(): void {
    this.note("Stopping. If a request was sent, its answer is awaited. Press Ctrl-C again to stop at once.");
  }

  /** Advice of several lines, on stderr. */
  advice(text: string): void {
    for (const line of text.split("\n")) this.note(line === "" ? "" : `  ${line}`);
  }

  /** Shows an error and its remedy. `standing` is one line: the outcome, or what did not change. */
  async failure(error: CertOrderError, standing?: string, members: object = {}): Promise<void> {
    const { message, remedy } = error.renderIn(this.dialect);
    const { problems } = error as { problems?: readonly InputProblem[] };
    if (await this.#printsJson({ ...this.errorData(error), ...members })) return;
    const errors = problems?.filter(({ severity }) => severity === "error") ?? [];
    // Several problems are listed one by one.
    if (errors.length > 1) {
      this.note(this.#err("red", `✗ ${errors.length} problems. ${standing ?? "Nothing was sent."}`));
      for (const { message, remedy } of errors.map((problem) => problem.renderIn(this.dialect)))
        this.note(`  - ${message} ${remedy}`);
    } else {
      this.note(this.#err("red", `✗ ${message}`));
      this.note(`  ${standing ?? `${error.outcome}: ${outcomes[error.outcome].meaning}`}`);
      if (remedy !== "") this.advice(remedy);
      if (errorPage(error.code) !== undefined) this.note(`  More: certorder help ${error.code}`);
    }
  }

  /** An error for programs, in the names of the command line. */
  errorData(error: CertOrderError): object {
    const { problems } = error as { problems?: readonly InputProblem[] };
    return {
      ...error.toJSON(),
      ...error.renderIn(this.dialect),
      ...(problems && { problems: problems.map((problem) => this.#inDialect(problem)) }),
    };
  }

  /** Shows why a command did nothing, and returns its exit code. */
  async refusal({ name, code, message, remedy, exitCode }: CommandError): Promise<number> {
    if (!(await this.#printsJson({ name, code, outcome: "not-sent", message, remedy })))
      this.complain(message, remedy);
    return exitCode;
  }

  complain(message: string, remedy: string): void {
    this.note(`✗ ${message}`);
    this.advice(remedy);
  }

  /** Whether programs get an error as JSON. If standard output is closed, people get it on standard error. */
  #printsJson(error: object): Promise<boolean> {
    if (!this.json) return Promise.resolve(false);
    return this.result(error, []).then(
      () => true,
      () => false,
    );
  }

  /** Styles text, if standard output is a terminal with colours. */
  style(style: Style, text: string): string {
    return styled(style, text, process.stdout);
  }

  #inDialect(problem: InputProblem): Pick<InputProblem, "field" | "message" | "remedy"> {
    return { ...problem, field: problem.contractName, ...problem.renderIn(this.dialect) };
  }

  #err(style: Style, text: string): string {
    return styled(style, text, process.stderr);
  }
}

function styled(style: Style, text: string, stream: NodeJS.WriteStream): string {
  return styleText(style, printable(text), { stream }).replaceAll("\x1b", ourEscape);
}

/** Cleans a line, then restores our own colours. */
function shown(line: string): string {
  return printable(line).replaceAll(ourEscape, "\x1b");
}

/** JSON output has the names of requests, Terraform and workflows. */
function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
      snakeCased(inner),
    ]),
  );
}

function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).split("\n").map(escapeUnprintable).join("\n");
}
