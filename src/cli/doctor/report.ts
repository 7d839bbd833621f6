import type { CommandResult } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import type { Output } from "../output.ts";
import type { Result } from "./examine.ts";
import type { Finding } from "./finding.ts";

const marks = {
  ok: ["green", "✓"],
  warning: ["yellow", "!"],
  failed: ["red", "✗"],
  unchecked: ["dim", "–"],
} as const satisfies Record<Finding["status"], readonly [string, string]>;

/** A line for each check. What to do, and what was looked at, stand below it. A check that was asked for has to be made. */
export function showResults(
  results: readonly Result[],
  asked: readonly string[],
  output: Output,
): CommandResult {
  const isHealthy = results.every(
    ({ name, status }) => status !== "failed" && (status !== "unchecked" || !asked.includes(name)),
  );
  const width = Math.max(...results.map(({ name }) => name.length)) + 2;
  const indent = " ".repeat(width + 2);
  const lines = results.flatMap(({ name, status, text, remedy, details = [] }) => {
    const [colour, mark] = marks[status];
    const below = [...(remedy === undefined ? [] : remedy.split("\n")), ...details];
    return [
      `${output.style(colour, mark)} ${name.padEnd(width)}${text}`,
      ...below.map((line) => `${indent}${line}`.trimEnd()),
    ];
  });
  return {
    json: {
      healthy: isHealthy,
      checks: results.map(({ name, status, text, remedy = null, details = [] }) => ({
        ...{ name, status, text, remedy, details },
      })),
    },
    lines: [...lines, "", "This is what this machine sees. The service may see another network or DNS."],
    exitCode: isHealthy ? exitCodes.ok : exitCodes.failed,
  };
}
