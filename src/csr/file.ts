import { isUtf8 } from "node:buffer";
import { CsrError } from "./error.ts";
import { holdsPrivateKey, notCsr } from "./pem.ts";
import { readCsr } from "./read.ts";
import { recognise } from "./recognise.ts";

/** The text of a file with a CSR. The error for other files says what the file is, without its content. */
export function csrText(bytes: Buffer): string {
  if (isUtf8(bytes) && !bytes.includes(0)) return bytes.toString();
  throw describeBinary(bytes);
}

function describeBinary(bytes: Buffer): CsrError {
  const text = bytes.toString("latin1");
  // Without the zero bytes, text in UTF-16 can be searched too.
  const letters = text.replaceAll("\0", "");
  const form = holdsPrivateKey(text) || holdsPrivateKey(letters) ? "private key" : recognise(bytes);
  if (form !== "something else") return notCsr(form, "file");
  const not = (message: string, remedy: string) => new CsrError("not_text", message, remedy);
  if (isCsr(bytes))
    return not(
      "The file is a CSR in binary form (DER); expected its text (PEM).",
      "Convert it: openssl req -inform DER -in FILE -out FILE.pem.",
    );
  if (/^(?:\xff\xfe|\xfe\xff)/.test(text))
    return not("The file is text in UTF-16; expected UTF-8.", "Save it as UTF-8.");
  if (text.includes("-----BEGIN "))
    return not(
      "The file has bytes that are not text in UTF-8.",
      "Keep only the lines from BEGIN CERTIFICATE REQUEST to END CERTIFICATE REQUEST.",
    );
  return not("The file is binary, but not a CSR.", "Give the file with the text of the CSR (PEM).");
}

function isCsr(bytes: Buffer): boolean {
  try {
    readCsr(bytes.toString("base64"));
    return true;
  } catch (error) {
    if (error instanceof CsrError) return false;
    throw error;
  }
}
