import { ProxyRefusal } from "./connect.ts";

/** What an error of Node's network says about a server. Completes a sentence about it. The first that fits counts. */
const causes: readonly (readonly [code: RegExp, text: string])[] = [
  [/^(?:ENOTFOUND|ETIMEOUT|EAI_|ENODATA)/, "has a name that cannot be resolved here"],
  [/^ECONNREFUSED$/, "refuses the connection: nothing listens there, or a firewall refuses"],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "has no route from here"],
  [/^(?:ETIMEDOUT|TimeoutError)$/, "does not answer in time: a firewall may drop what is sent"],
  [/^(?:ECONNRESET|EPIPE)$/, "closes the connection"],
  [/UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|WRONG_SSL_VERSION/, "speaks neither TLS 1.2 nor TLS 1.3"],
  [/^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/, "does not speak TLS as HTTPS needs it"],
  [/^HPE_/, "answers with something that is not HTTP"],
];

/**
 * Why a server cannot be used. Completes a sentence. The error's own text may quote what the server sent, so only its code is shown.
 * Throws an error that is no failure of the network: it is a bug.
 */
export function describeFailure(error: unknown): string {
  if (error instanceof ProxyRefusal) return `is not reached: the proxy answers ${error.status}`;
  const code = errorCode(error);
  if (code === undefined) throw error;
  const [, text = "cannot be used"] = causes.find(([pattern]) => pattern.test(code)) ?? [];
  return `${text} (${code})`;
}

function errorCode(error: unknown): string | undefined {
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === "TimeoutError") return name;
  return typeof code === "string" && /^[A-Z0-9_]+$/.test(code) ? code : undefined;
}

export function isTimeout(error: unknown): boolean {
  return errorCode(error) === "TimeoutError";
}

/** This machine has no way to the address. It says nothing about the server. */
export function isUnroutable(error: unknown): boolean {
  return /^(?:ENETUNREACH|EADDRNOTAVAIL)$/.test(errorCode(error) ?? "");
}
