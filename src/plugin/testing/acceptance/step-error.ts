import { numberedLines } from "./configuration.ts";
import type { CoreRun } from "./run-core.ts";

/** A step of a {@link CoreWorkspace} failed. The message has the configuration, the command and its output. */
export class StepError extends Error {
  override readonly name = "StepError";
  /** The command that did not do what the test expects. */
  readonly run: CoreRun | undefined;

  constructor(message: string, run: CoreRun | undefined) {
    super(message);
    this.run = run;
  }
}

export interface StepReport {
  /** Such as `Step 3, apply`. */
  readonly step: string;
  readonly problem: string;
  readonly files: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly run: CoreRun | undefined;
  /** What the provider logged during the step. */
  readonly log: string;
}

const longestLogLines = 100;

/** The message of a step that failed. */
export function describeStep({ step, problem, files, folder, run, log }: StepReport): string {
  const sections = [
    `${step}: ${problem}`,
    run && `Command: ${run.command.join(" ")}\nFolder: ${folder}\nOutput:\n${indented(outputs(run))}`,
    `Configuration:\n${indented(numberedLines(files) || "(none)")}`,
    log.trim() !== "" && `Log of the provider:\n${indented(lastLines(log.trim()))}`,
  ];
  return sections.filter((section) => typeof section === "string").join("\n\n");
}

function outputs({ stdout, stderr }: CoreRun): string {
  return (
    [stdout, stderr]
      .map((text) => text.trim())
      .filter((text) => text !== "")
      .join("\n") || "(none)"
  );
}

function lastLines(text: string): string {
  const lines = text.split("\n");
  const left = lines.length - longestLogLines;
  return left > 0 ? [`(${left} lines before)`, ...lines.slice(left)].join("\n") : text;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
