import { type CertOrderError, errorPage } from "../contract/index.ts";
import { cleanMarkdown, cleanText } from "./clean-text.ts";
import type { ActionCode } from "./codes.ts";
import { actionDialect } from "./dialect.ts";
import type { Outputs } from "./outputs.ts";
import type { Runner } from "./runner.ts";

/** The result of a step: outputs, annotation and summary. */
export interface StepResult {
  readonly outputs: Outputs;
  /** Further members of the output `json`. */
  readonly json?: Readonly<Record<string, unknown>>;
  readonly level: "passed" | "warning" | "failed";
  readonly title: string;
  readonly lines: readonly string[];
  /** For the log only, folded up. */
  readonly shown?: { readonly title: string; readonly lines: readonly string[] };
  /** Markdown. Foreign text in it is quoted. */
  readonly summary: string;
}

/**
 * Writes outputs first, so that a later step can read them whatever fails afterwards. If they cannot be written, the
 * result is shown and the step fails.
 */
export async function publish(result: StepResult, runner: Runner): Promise<void> {
  let problem: Error | undefined;
  try {
    for (const [name, value] of Object.entries(result.outputs)) runner.output(name as keyof Outputs, value);
    runner.output("json", JSON.stringify({ ...result.outputs, ...result.json }));
  } catch (error) {
    problem = error as Error;
  }
  const say = { passed: runner.note, warning: runner.warn, failed: runner.fail }[result.level];
  say(result.title, ...result.lines);
  if (result.shown) runner.show(result.shown.title, result.shown.lines);
  if (problem)
    runner.fail(
      "The outputs could not be written",
      `${result.title}. ${problem.message}`,
      "Free the runner's disk.",
    );
  await runner.summary(`${result.summary}\n`).catch((error: Error) => {
    runner.warn("The job summary could not be written", error.message);
  });
}

/** The code as an output. A later step could misread a code that is not a plain word, so that is replaced. */
export function codeOutput({ code }: Pick<CertOrderError, "code">): string {
  const isPlainWord = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/.test(code);
  return isPlainWord ? code : ("unrecognised_code" satisfies ActionCode);
}

/** The remedy of an error, line by line, in the names of inputs. */
export function remedyLines(error: CertOrderError): readonly string[] {
  const remedy = error.renderIn(actionDialect).remedy.split("\n");
  const page = errorPage(error.code);
  return [...remedy, page === undefined ? "" : `More: ${page}`].filter((line) => line !== "");
}

/** The lines of a remedy in Markdown. Lines to paste are a code block. */
export function remedyMarkdown(lines: readonly string[]): string {
  const isYaml = (line: string | undefined) =>
    /^(?: {4}|permissions:$| {2}[a-z]+: (?:read|write)$)/.test(line ?? "");
  return lines
    .map((line, index) => {
      if (!isYaml(line)) return cleanMarkdown(line);
      const opens = isYaml(lines[index - 1]) ? "" : "\n```yaml\n";
      const shown = line.startsWith(pasteLine("")) ? cleanText(line) : line;
      return `${opens}${shown}${isYaml(lines[index + 1]) ? "" : "\n```\n"}`;
    })
    .join("\n");
}

/** A line to paste in a remedy, indented by four blanks. */
export function pasteLine(line: string): string {
  return `    ${line}`;
}
