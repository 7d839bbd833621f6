import type { InputProblem, Operation, Settings, Values } from "../contract/index.ts";
import { authHeaders, checkCallbackTest, encode, reissueOperation } from "../contract/index.ts";
import { checkReissueAndCsr } from "../csr/index.ts";
import { runtime, version } from "../version.ts";
import { endpoint, serviceUrl } from "./connection.ts";
import { mask } from "./redact.ts";

export const userAgent = `certorder/${version} ${runtime}`;

/** Every problem of a request that can be seen from here. */
export function checkRequest(operation: Operation, values: Values, now = new Date()): InputProblem[] {
  return operation.name === reissueOperation.name
    ? checkReissueAndCsr(values, now)
    : checkCallbackTest(values);
}

/** A request without the headers that HTTP adds: host, length and connection. */
interface Outgoing {
  readonly method: Operation["method"];
  /** Below the base address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object | undefined;
}

/** The HTTP request for checked values. */
export function buildRequest(
  operation: Operation,
  values: Values,
  { authKey, keyId }: { readonly authKey: string; readonly keyId: string },
): Outgoing {
  const { method, path, body } = encode(operation, values);
  return {
    method,
    path,
    headers: {
      [authHeaders.authKey]: authKey,
      [authHeaders.keyId]: keyId,
      accept: "application/json",
      // An answer in an encoding that this client cannot decode would be lost.
      "accept-encoding": "identity",
      "user-agent": userAgent,
      ...(body && { "content-type": "application/json" }),
    },
    body,
  };
}

type Shown = Omit<Outgoing, "path"> & { readonly url: string };

/** The request that a dry run shows: secrets are masked, and settings may be missing. */
export function shownRequest(operation: Operation, values: Values, settings: Partial<Settings>): Shown {
  const { base_url, auth_key, key_id } = settings;
  const isSecret = (name: string) => operation.fields[name]?.sensitive && values[name] !== undefined;
  const shown = Object.keys(values).map((name) => [name, isSecret(name) ? mask : values[name]]);
  const unset = "(not set)";
  const { path, ...request } = buildRequest(operation, Object.fromEntries(shown), {
    authKey: auth_key === undefined ? unset : mask,
    keyId: key_id ?? unset,
  });
  const url = base_url === undefined ? `{base_url}${path}` : endpoint(serviceUrl(base_url), path).href;
  return { ...request, url };
}

/** A request as text, its body made readable. */
export function requestLines({ method, url, headers, body }: Shown): string[] {
  return [
    `${method} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body ? ["", ...JSON.stringify(body, null, 2).split("\n")] : []),
  ];
}
