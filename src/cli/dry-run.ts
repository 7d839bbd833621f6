import type { Operation, Settings, Values } from "../contract/index.ts";
import { authHeaders, encode } from "../contract/index.ts";
import type { Output } from "./output.ts";

const mask = "***";

/** Shows the request that would be sent, byte for byte, except that secrets are masked. */
export async function showRequest(
  operation: Operation,
  values: Values,
  settings: Partial<Settings>,
  output: Output,
): Promise<void> {
  const masked = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, operation.fields[name]?.sensitive ? mask : value]),
  );
  const { method, path, body } = encode(operation, masked);
  const url = `${(settings.base_url ?? "{base_url}").replace(/\/+$/, "")}${path}`;
  const headers = {
    [authHeaders.authKey]: settings.auth_key === undefined ? "(not set)" : mask,
    [authHeaders.keyId]: settings.key_id ?? "(not set)",
    ...(body && { "Content-Type": "application/json" }),
  };
  // Header names are the service's own: they are not renamed, so the request is text inside the result.
  await output.result(
    { dry_run: true, method, url, headers: Object.entries(headers).map((pair) => pair.join(": ")), body },
    [
      `${method} ${url}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(body ? ["", ...JSON.stringify(body, null, 2).split("\n")] : []),
    ],
  );
}
