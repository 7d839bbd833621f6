import { randomUUID } from "node:crypto";
import { styleText } from "node:util";
import type { CertOrderError, Dialect, Issue } from "../contract/index.ts";
import { escapeUnprintable, outcomes, printable } from "../contract/index.ts";
import { cliDialect } from "./dialect.ts";
import { writeStdout } from "./stdout.ts";

type Style = Parameters<typeof styleText>[0];

/** Stands for the escape in our own colours until all else is cleaned. What comes from elsewhere cannot know it. */
const ourEscape = randomUUID();

/** What a command shows: text for people, or one JSON object for programs. Results go to stdout, the rest to stderr. */
export class Output {
  readonly json: boolean;
  /** How this command line calls things. */
  readonly dialect: Dialect;
  readonly #warnings: object[] = [];

  constructor(json: boolean, dialect: Dialect = cliDialect) {
    this.json = json;
    this.dialect = dialect;
  }

  /** The result, once, as text or JSON. Resolves when it has left this process, else `UnwrittenError`. */
  result(data: object, lines: readonly string[]): Promise<void> {
    const warnings = this.#warnings;
    const text = this.json
      ? printableJson(snakeCased({ ...data, ...(warnings.length > 0 && { warnings }) }))
      : lines.map(shown).join("\n");
    return writeStdout(`${text}\n`);
  }

  warning(issue: Issue): void {
    const { message, remedy } = issue.in(this.dialect);
    this.#warnings.push({ ...issue, message, remedy });
    this.note(`${this.#err("yellow", "warning:")} ${message} ${remedy}`);
  }

  /** Something on the way, for people only, on a line of its own. */
  note(text: string): void {
    process.stderr.write(`${shown(text)}\n`);
  }

  /** Advice of several lines, for people only. */
  advice(text: string): void {
    for (const line of text.split("\n")) this.note(line === "" ? "" : `  ${line}`);
  }

  /** Shows what went wrong and what to do. `standing` is one line: the outcome, or what did not change. */
  async failure(error: CertOrderError, standing = outcomeLine(error), more: object = {}): Promise<void> {
    const { message, remedy } = error.in(this.dialect);
    if (this.json) {
      const unwritten = await this.result({ ...error.toJSON(), message, remedy, ...more }, []).catch(
        (reason: unknown) => reason,
      );
      // Standard output is closed. The outcome goes to standard error, with the same exit code.
      if (unwritten === undefined) return;
    }
    const issues =
      (error as { issues?: readonly Issue[] }).issues?.filter(({ severity }) => severity === "error") ?? [];
    // Several problems are easier to read, and to mend, one by one.
    if (issues.length > 1) {
      this.note(this.#err("red", `✗ ${issues.length} problems; nothing was sent:`));
      for (const { message, remedy } of issues.map((issue) => issue.in(this.dialect)))
        this.note(`  - ${message} ${remedy}`);
    } else {
      this.note(this.#err("red", `✗ ${message}`));
      this.note(`  ${standing}`);
      if (remedy !== "") this.advice(remedy);
    }
  }

  /** Text in a style, where standard output is a terminal that shows it. */
  style(style: Style, text: string): string {
    return styled(style, text, process.stdout);
  }

  #err(style: Style, text: string): string {
    return styled(style, text, process.stderr);
  }
}

function styled(style: Style, text: string, stream: NodeJS.WriteStream): string {
  return styleText(style, printable(text), { stream }).replaceAll("\x1b", ourEscape);
}

/** A line as it is shown: cleaned, and then in our own colours. */
function shown(line: string): string {
  return printable(line).replaceAll(ourEscape, "\x1b");
}

function outcomeLine({ outcome }: CertOrderError): string {
  return `${outcome}: ${outcomes[outcome].meaning}`;
}

/** Programs read the same names here as in requests, Terraform and workflows. */
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
