/** Replaces secrets in text that came from elsewhere. The client makes one for each request. */
export type Redact = (text: string) => string;

/** Shown in the place of a secret. */
export const mask = "***";

/**
 * Replaces secrets that a service echoes, as they are or in one of the usual encodings. If a secret can still be
 * recognised, such as in an encoding inside another one, the whole text is replaced. `shortestTrace`: what is shorter is not enough
 * to recognise a secret.
 */
export function redactor(secrets: readonly string[], shortestTrace = 0): Redact {
  const given = secrets.filter((secret) => secret !== "");
  const spellings = new Set(given.flatMap(secretSpellings));
  if (spellings.size === 0) return (text) => text;
  const traces = given.flatMap(secretTraces).filter((trace) => trace.length >= shortestTrace);
  // Longest first, so that an encoded form is not left half standing after a shorter one inside it was replaced.
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length).map(escapeForRegExp);
  const pattern = new RegExp(longestFirst.join("|"), "gi");
  return (text) => {
    const redacted = text.replace(pattern, mask);
    const remains = lettersAndDigits(redacted);
    return traces.some((trace) => remains.includes(trace) || breaksOff(remains, trace)) ? mask : redacted;
  };
}

function secretSpellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString("base64");
  const jsonAscii = inJson(secret).replace(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return [
    secret,
    // The searched text has been cleaned, so the secret may appear in its cleaned form.
    clean(secret),
    base64,
    base64.replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
    inUrl(secret),
    inJson(secret),
    jsonAscii,
  ].filter((spelling) => spelling !== "");
}

function inUrl(secret: string): string {
  return encodeURIComponent(secret.toWellFormed());
}

function inJson(secret: string): string {
  return JSON.stringify(secret).slice(1, -1);
}

/** The forms of a secret in a text that is reduced to letters and digits. */
function secretTraces(secret: string): string[] {
  const own = lettersAndDigits(secret);
  const encoded = [secret, inJson(secret), inUrl(secret)].map((form) => Buffer.from(form)).flatMap(encodings);
  // Shorter traces occur in harmless texts too. A secret of letters and digits only is found without traces.
  const isChanged = own !== secret.toLowerCase() && own.length >= 4;
  return [own, ...encoded].filter((trace) => trace.length >= 8 || (isChanged && trace === own));
}

function encodings(bytes: Buffer): string[] {
  // Base64 of a longer text has the secret in one of three alignments, and its ends depend on the neighbouring bytes.
  const base64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .slice(before + 1, Math.floor(((before + bytes.length) * 8) / 6)),
  );
  return [bytes.toString("hex"), ...base64].map(lettersAndDigits);
}

/** An answer that was cut off in the middle of a secret ends with the beginning of it. */
function breaksOff(text: string, trace: string): boolean {
  for (let length = trace.length - 1; length >= Math.max(8, trace.length / 2); length--)
    if (text.endsWith(trace.slice(0, length))) return true;
  return false;
}

/** The letters and digits of a text, with repeated escapes undone. */
function lettersAndDigits(text: string): string {
  return undoEscapes(text)
    .replace(/[^a-z0-9]/gi, "")
    .toLowerCase();
}

/** A text with the escapes of JSON, URLs and HTML undone, as often as they were repeated. */
export function undoEscapes(text: string): string {
  return text
    .replace(/&(?:amp;)*(?:#(\d{1,7})|#x([0-9a-f]{1,6})|[a-z]{2,8});/gi, (_, decimal, hex) =>
      decimal || hex ? character(decimal ? Number(decimal) : Number.parseInt(hex, 16)) : " ",
    )
    .replace(/%(?:25)*([0-9a-f]{2})|(?<!\\)\\+(?:u([0-9a-f]{4})|[nrtbf])/gi, (_, percent, unicode) =>
      percent || unicode ? character(Number.parseInt(percent ?? unicode, 16)) : " ",
    );
}

/** Any other character becomes a blank, so that its neighbours do not join. */
function character(code: number): string {
  return code < 0x80 ? String.fromCharCode(code) : " ";
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/**
 * Makes text from the service safe to show: one line, no control characters, terminal escapes or invisible marks that
 * reorder text, no secrets, not long. Every interface shows service text only after this.
 */
export function presentable(text: string, redact: Redact, maxLength = 300): string {
  // Redacting comes before cutting: half a secret at the cut would no longer be recognised.
  const shown = redact(clean(redact(text)));
  return shown.length > maxLength ? `${shown.slice(0, maxLength).toWellFormed()}…` : shown;
}

function clean(text: string): string {
  return (
    text
      .toWellFormed()
      // Terminal sequences: CSI, OSC and the like with their arguments, then any lone control character.
      .replace(/\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[ -/]*[0-~]/g, "")
      .replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, " ")
      .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u061c]/g, "")
      .replace(/\s+/g, " ")
      .trim()
  );
}
