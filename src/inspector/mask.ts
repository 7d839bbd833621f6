import { callbackTestFields, type Field, isRecord, parseJson, reissueFields } from "../contract/index.ts";
import type { Message } from "../sandbox/index.ts";

/** What stands in the place of a secret. */
const masked = "(secret)";

const fields: Readonly<Record<string, Field>> = { ...reissueFields, ...callbackTestFields };

/** Characters of a body that are kept. Larger than any usual reissue. */
const mostBody = 32_768;
/** A shorter text may stand in an answer by chance. */
const shortestSecret = 6;
const secretName = /auth|key|secret|token|password|passphrase|cookie|pin(?![a-z])/i;

// Each pattern takes all that it has read, and so reads a hostile body once.
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[^"]*?-----END [A-Z ]*PRIVATE KEY-----|[^"]*)/g;
/** A quoted text, and the value that it names, of JSON, also of JSON that is cut off or otherwise wrong. */
const member =
  /"([^"\\]*(?:\\.?[^"\\]*)*)(?:"|$)(?:(\s*:\s*)("[^"\\]*(?:\\.?[^"\\]*)*(?:"|$)|[^\s,{}[\]"]+))?/gs;
/** A name and its value in other text: `pin=1`, `accessKey: "1"`, `X-CC-Auth-Key: 1`. */
const assignment = /(?<![\w-])([\w-]+)(["']?[ \t]*[=:][ \t]*["']?)([^\s=&;,"'{}[\]][^\s&;,"'{}[\]]*)/g;

/**
 * A message without its secrets: values whose name is that of a secret, private keys, and the texts in `secrets`. Each is masked
 * wherever it stands: a receiver may answer with the key that it got.
 */
export function maskMessage(
  headers: Readonly<Record<string, string | readonly string[] | number | undefined>>,
  body: string,
  secrets: readonly string[],
): Message {
  const found = Object.entries(headers)
    .filter(([name]) => isSecretName(name))
    .flatMap(([, value]) => [value].flat().map(String));
  const all = [...secrets, ...found];
  const text = maskJson(body, all) ?? maskOther(body, all);
  return {
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name, isSecretName(name) ? masked : maskText(String(value), all)] as const],
    ),
    body: text.slice(0, mostBody),
    ...(text.length > mostBody && { cutFrom: text.length }),
  };
}

/** A text without these secrets, as they are and as JSON, a form or a header writes them. */
export function maskText(text: string, secrets: readonly string[]): string {
  const written = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret.toWellFormed()),
      Buffer.from(secret).toString("latin1"),
    ]);
  return [...new Set(written)].reduce((rest, each) => rest.replaceAll(each, masked), text);
}

/** `X-CC-Key-ID` names a key and is none. */
function isSecretName(name: string): boolean {
  if (Object.hasOwn(fields, name)) return fields[name]?.sensitive === true;
  return secretName.test(name) && !/key-?_?id$/i.test(name);
}

/** Undefined if the body is not JSON, or nested too deeply to be written. Adds what it finds to the secrets. */
function maskJson(body: string, secrets: string[]): string | undefined {
  const value = parseJson(body);
  if (value === undefined) return undefined;
  const maskValue = (name: string, inner: unknown) => {
    if (isSecretName(name)) {
      if (typeof inner === "string") secrets.push(inner);
      return masked;
    }
    if (typeof inner !== "string") return inner;
    // JSON may hold JSON as a text.
    return (isRecord(parseJson(inner)) && maskJson(inner, secrets)) || inner.replace(privateKey, masked);
  };
  try {
    const known = maskText(JSON.stringify(value, maskValue), secrets);
    if (known === JSON.stringify(value)) return body;
    // The spaces of the body stay, unless an escape in it hides a name or a secret.
    const text = maskText(body.replace(privateKey, masked).replace(member, maskMember), secrets);
    return JSON.stringify(parseJson(text)) === known ? text : known;
  } catch {
    return undefined;
  }
}

function maskMember(all: string, name: string, colon: string | undefined): string {
  return colon !== undefined && isSecretName(name) ? `"${name}"${colon}"${masked}"` : all;
}

/** Masks a body that is not JSON. Adds what it finds to the secrets. */
function maskOther(body: string, secrets: string[]): string {
  const text = body
    .replace(privateKey, masked)
    .replace(member, maskMember)
    .replace(assignment, (all, name: string, sign: string, value: string) => {
      // Prose has colons, too: only a name of several words is one of a field or a header.
      const isName = sign.includes("=") || /[a-z][A-Z]|[-_]/.test(name);
      if (!isName || !isSecretName(name)) return all;
      secrets.push(value);
      return `${name}${sign}${masked}`;
    });
  return maskText(text, secrets);
}
