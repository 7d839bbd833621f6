/** Replaces secrets in text that came from elsewhere. The client makes one for each request. */
export type Redact = (text: string) => string;

const mask = "***";

/** A service that echoes a secret may echo it as it stands or in one of the usual encodings. */
export function redactor(secrets: readonly string[]): Redact {
  const spellings = new Set(secrets.filter((secret) => secret !== "").flatMap(spellingsOf));
  if (spellings.size === 0) return (text) => text;
  // Longest first, so that an encoded form is not left half standing after a shorter one inside it was replaced.
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length).map(escapeForRegExp);
  const pattern = new RegExp(longestFirst.join("|"), "gi");
  return (text) => text.replace(pattern, mask);
}

function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString("base64");
  const jsonAscii = JSON.stringify(secret)
    .slice(1, -1)
    .replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return [
    secret,
    // What cleaning leaves of it: the text that is searched has been cleaned.
    cleaned(secret),
    base64,
    base64.replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    jsonAscii,
  ].filter((spelling) => spelling !== "");
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/**
 * Text from the service, fit to be shown: one line, no control characters, terminal escapes or invisible reordering
 * marks, no secrets, not long. Every face shows service text only after this.
 */
export function presentable(text: string, redact: Redact, maxLength = 300): string {
  // Redacting comes before cutting: half a secret at the cut would no longer be recognised.
  const shown = redact(cleaned(redact(text)));
  return shown.length > maxLength ? `${shown.slice(0, maxLength).toWellFormed()}…` : shown;
}

function cleaned(text: string): string {
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
