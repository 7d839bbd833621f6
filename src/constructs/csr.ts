import { readFileSync } from "node:fs";
import { CsrError, readCsr } from "../csr/index.ts";
import { literal } from "./literal.ts";
import { isKnown } from "./tokens.ts";

/**
 * A certificate signing request that is known while synthesizing, with the names that it asks for. What its maker wrote into
 * it stands for itself: a `${` in it begins no expression.
 */
export class Csr {
  /** Reads it from a file, whose path is absolute or begins in the folder in which the app runs. */
  static fromFile(file: string): Csr {
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? String(error);
      throw new Error(
        `The csr file ${JSON.stringify(file)} cannot be read (${reason}). Correct its path; it starts where the app runs.`,
      );
    }
    return new Csr(text, `The csr file ${JSON.stringify(file)}`);
  }

  /** Takes its text: PEM, or base64 of its DER form. */
  static fromString(text: string): Csr {
    if (typeof text !== "string" || (!isKnown(text) && !text.includes("-----BEGIN")))
      throw new Error(
        "Csr.fromString needs the text itself, and this is a token or no text. Give a token to the prop csr, and the names beside it.",
      );
    return new Csr(text, "The csr");
  }

  /** For the prop `csr`. */
  readonly text: string;
  /** The last common name of its subject, if it has one. */
  readonly commonName: string | undefined;
  /** The DNS names that it asks for. */
  readonly dnsNames: string[];

  private constructor(text: string, what: string) {
    try {
      const { commonName, dnsNames } = readCsr(text);
      this.commonName = commonName === undefined ? undefined : literal(commonName);
      this.dnsNames = dnsNames.map(literal);
    } catch (error) {
      if (!(error instanceof CsrError)) throw error;
      throw new Error(`${what} cannot be used. ${error.message} ${error.remedy}`);
    }
    this.text = literal(text);
  }
}
