import { requestLines, shownRequest } from "../client/index.ts";
import type { Operation, Settings, Values } from "../contract/index.ts";
import type { Output } from "./output.ts";

/** Shows the request with its secrets masked. */
export async function showRequest(
  operation: Operation,
  values: Values,
  settings: Partial<Settings>,
  output: Output,
): Promise<void> {
  const request = shownRequest(operation, values, settings);
  // Headers are text, because the names of members are converted to snake_case.
  const headers = Object.entries(request.headers).map((pair) => pair.join(": "));
  await output.result({ dry_run: true, ...request, headers }, requestLines(request));
}
