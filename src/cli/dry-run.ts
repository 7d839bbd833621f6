import { requestLines, shownRequest } from "../client/index.ts";
import type { Operation, Settings, Values } from "../contract/index.ts";
import type { Output } from "./output.ts";

/** Shows the request that would be sent, except that secrets are masked. */
export async function showRequest(
  operation: Operation,
  values: Values,
  settings: Partial<Settings>,
  output: Output,
): Promise<void> {
  const request = shownRequest(operation, values, settings);
  // Header names are the service's own: they are not renamed, so they are text inside the result.
  const headers = Object.entries(request.headers).map((pair) => pair.join(": "));
  await output.result({ dry_run: true, ...request, headers }, requestLines(request));
}
