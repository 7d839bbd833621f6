import { requestLines, shownRequest } from "../client/index.ts";
import type { Operation, Settings, Values } from "../contract/index.ts";
import type { CommandResult } from "./command.ts";

/** The request, with its secrets masked, as a result. */
export function dryRunResult(
  operation: Operation,
  values: Values,
  settings: Partial<Settings>,
): CommandResult {
  const request = shownRequest(operation, values, settings);
  // Headers are text, because the names of members are converted to snake_case.
  const headers = Object.entries(request.headers).map((pair) => pair.join(": "));
  return { json: { dry_run: true, ...request, headers }, lines: requestLines(request) };
}
