import { readFileSync } from "node:fs";
import { CsrError, csrText, readCsr } from "../csr/index.ts";
import { literal } from "./literal.ts";

/**
 * A certificate signing request that is known at synthesis, with its names. Its texts are literal: a `${` in them
 * does not begin an expression.
 */
export class Csr {
  /** Reads it from a file. A relative path begins in the folder in which the app runs. */
  static fromFile(file: string): Csr {
    const text = explained(() => readCsrFile(file));
    return explained(() => new Csr(text), `The csr file ${JSON.stringify(file)} cannot be used. `);
  }

  /** Reads its text: PEM, or base64 of its DER form. */
  static fromString(text: string): Csr {
    if (typeof text !== "string" || (/[$%#]\{/.test(text) && !text.includes("-----BEGIN")))
      throw new Error(
        "Csr.fromString needs the text itself, and this is a token or no text. Give a token to the prop csr, and the names beside it.",
      );
    return explained(() => new Csr(text), "The csr cannot be used. ");
  }

  /** For the prop `csr`. */
  readonly text: string;
  /** The last common name of its subject, if it has one. */
  readonly commonName: string | undefined;
  /** The DNS names that it asks for. */
  readonly dnsNames: string[];

  private constructor(text: string) {
    const { commonName, dnsNames } = readCsr(text);
    this.commonName = commonName === undefined ? undefined : literal(commonName);
    this.dnsNames = dnsNames.map(literal);
    this.text = literal(text);
  }
}

/** The text of the file. Throws a `CsrError` if it cannot be read. */
export function readCsrFile(file: string): string {
  const failed = (why: string, remedy: string) =>
    new CsrError("file", `The csr file ${JSON.stringify(file)} ${why}.`, remedy);
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw failed(`cannot be read (${reason})`, "Correct its path; it starts where the app runs.");
  }
  const text = csrText(bytes);
  if (text.trim() === "") throw failed("is empty", "Make the CSR before the app is synthesized.");
  return text;
}

function explained<T>(make: () => T, before = ""): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof CsrError)) throw error;
    throw new Error(`${before}${error.message} ${error.remedy}`);
  }
}
