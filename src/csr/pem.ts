import { CsrError, malformed } from "./error.ts";
import { type Recognised, recognise } from "./recognise.ts";

// A CSR with the largest RSA key and hundreds of names has a quarter of this.
const longestText = 64 * 1024;

/** The DER bytes of the CSR in a text: one PEM block with any text around it, or base64 alone. */
export function csrBytes(text: string): Uint8Array {
  if (text.length > longestText)
    throw new CsrError(
      "too_large",
      `The CSR has ${text.length} characters; at most ${longestText} are read.`,
      "Give the CSR alone: its PEM text, without other files around it.",
    );
  if (text.trim() === "")
    throw new CsrError("empty", "The CSR is empty.", "Give a CSR in PEM form, or leave the field out.");
  // Checked first: a private key must not be reported as any other mistake.
  if (holdsPrivateKey(text)) throw notCsr("private key");

  const bytes = decode(encodedCsr(text));
  const form = recognise(bytes);
  if (form !== "something else") throw notCsr(form);
  return bytes;
}

const keyWords = /(?:BEGIN|END)[\w ]{0,40}PRIVATE\s+KEY|PuTTY-User-Key-File|Private-Lines:/i;
// 16 characters are 12 bytes, enough to recognise the beginning of a key.
const base64Words = /[A-Za-z0-9+/]{16,}/g;

/** Searches the whole text: a key beside a good CSR would be sent with it. */
export function holdsPrivateKey(text: string): boolean {
  if (keyWords.test(text)) return true;
  for (const [word] of text.matchAll(base64Words))
    if (recognise(Buffer.from(word, "base64")) === "private key") return true;
  return false;
}

interface PemBlock {
  readonly label: string;
  readonly body: string;
}

const csrLabels: readonly string[] = ["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"];

function encodedCsr(text: string): string {
  const blocks = pemBlocks(text);
  const [csr, ...more] = blocks.filter(({ label }) => csrLabels.includes(label));
  if (more.length > 0)
    throw new CsrError(
      "several_csrs",
      `The text holds ${more.length + 1} CSRs; exactly one is expected.`,
      "Keep the CSR that this request is for, and remove the others.",
    );
  if (csr) return csr.body;
  const labels = blocks.map(({ label }) => label);
  if (labels.some((label) => label.endsWith("CERTIFICATE"))) throw notCsr("certificate");
  if (labels.some((label) => label.endsWith("PUBLIC KEY"))) throw notCsr("public key");
  if (labels.length > 0 || !/^[A-Za-z0-9+/=\s]+$/.test(text)) throw notCsr("something else");
  return text;
}

/** All PEM blocks. Line breaks do not matter: variables often lose them. */
function pemBlocks(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  let open: { readonly label: string; readonly bodyStart: number } | undefined;
  for (const marker of text.matchAll(/-----(BEGIN|END) ([A-Z0-9 ]{1,64})-----/g)) {
    const [line, side, label = ""] = marker;
    if (side === "BEGIN" ? open : open?.label !== label)
      throw malformed("its BEGIN and END lines do not belong together");
    if (open) {
      blocks.push({ label, body: text.slice(open.bodyStart, marker.index) });
      open = undefined;
    } else open = { label, bodyStart: marker.index + line.length };
  }
  if (open) throw malformed("its END line is missing");
  return blocks;
}

function decode(base64: string): Uint8Array {
  const dense = base64.replace(/\s+/g, "");
  const bytes = Buffer.from(dense, "base64");
  // Encoding it again finds wrong characters, wrong padding and stray bits in one comparison.
  if (bytes.length > 0 && bytes.toString("base64") === dense) return bytes;
  throw dense.includes("\\n")
    ? malformed("its line breaks are written as \\n", "Put real line breaks in place of the \\n.")
    : malformed("it is not valid base64");
}

/** What is said about a text or a file that is not a CSR, by what it is instead. */
const instead: Readonly<Record<Recognised, readonly [problem: string, remedy: string]>> = {
  "private key": [
    "holds a private key; expected a CSR, which is public",
    "Give the CSR that was made from the key. If the key may have been seen by others, replace it with a new one.",
  ],
  certificate: [
    "is a certificate; expected a CSR",
    'Give the CSR, the block that begins with "BEGIN CERTIFICATE REQUEST".',
  ],
  "public key": [
    "is a public key; expected a CSR",
    'Make a CSR from the key pair, for example with "openssl req -new", and give that.',
  ],
  "something else": [
    "is not a CSR: it is neither a PEM block of a CSR nor base64 alone",
    'Give the text from "-----BEGIN CERTIFICATE REQUEST-----" to "-----END CERTIFICATE REQUEST-----".',
  ],
};

export function notCsr(form: Recognised, what: "text" | "file" = "text"): CsrError {
  const [problem, remedy] = instead[form];
  const code = form === "private key" ? "private_key" : "not_a_csr";
  return new CsrError(code, `The ${what} ${problem}.`, remedy);
}
