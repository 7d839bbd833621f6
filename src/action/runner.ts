import * as core from "@actions/core";
import { cleanText } from "./clean-text.ts";
import type { OutputName } from "./outputs.ts";

/** The action's output to the runner. Each line is cleaned here, whatever its source. */
export interface Runner {
  mask(secret: string): void;
  note(...lines: readonly string[]): void;
  /** Lines of any length, folded up in the log. */
  show(title: string, lines: readonly string[]): void;
  /** Folds up all lines that the work prints. */
  grouped<T>(title: string, work: () => Promise<T>): Promise<T>;
  warn(title: string, ...lines: readonly string[]): void;
  fail(title: string, ...lines: readonly string[]): void;
  output(name: OutputName, value: string | number | boolean): void;
  summary(markdown: string): Promise<void>;
}

const masked = new Set<string>();

export const runner: Runner = {
  mask: (secret) => {
    if (!masked.has(secret)) core.setSecret(secret);
    masked.add(secret);
  },
  note: (...lines) => core.info(text(lines)),
  show: (title, lines) => {
    core.startGroup(cleanText(title));
    for (const line of lines) core.info(indented(line, 20_000));
    core.endGroup();
  },
  grouped: (title, work) => core.group(cleanText(title), work),
  warn: (title, ...lines) => core.warning(text(lines), { title: cleanText(title) }),
  fail: (title, ...lines) => {
    process.exitCode = 1;
    core.error(text(lines), { title: cleanText(title) });
  },
  output: (name, value) => core.setOutput(name, value),
  summary: async (markdown) => {
    // Not every runner that is compatible with GitHub's has summaries.
    if (process.env.GITHUB_STEP_SUMMARY) await core.summary.addRaw(markdown, true).write();
  },
};

/** The runner cuts an annotation at 4,096 characters. */
function text(lines: readonly string[]): string {
  return lines
    .map((line) => indented(line))
    .join("\n")
    .slice(0, 4_000);
}

/** Keeps the indentation of a line: YAML and JSON are copied with it. */
function indented(line: string, maxLength?: number): string {
  return (/^ */.exec(line)?.[0] ?? "") + cleanText(line, maxLength);
}
