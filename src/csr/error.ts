/** Why a text is refused. */
export type CsrErrorCode =
  /** The file is not there, or may not be read. */
  | "file"
  | "empty"
  | "too_large"
  | "private_key"
  | "not_a_csr"
  /** A file of bytes, or of text in another encoding than UTF-8. */
  | "not_text"
  | "several_csrs"
  /** The text looks like a CSR, but breaks the rules of PEM, DER or PKCS#10. */
  | "malformed";

/**
 * Why a text cannot be read as a CSR. The message has fixed words and counts, never parts of the input: people paste
 * private keys by mistake, and messages end up in logs.
 */
export class CsrError extends Error {
  override readonly name = "CsrError";
  /** Why, for a program. */
  readonly code: CsrErrorCode;
  /** What to do about it. */
  readonly remedy: string;

  constructor(code: CsrErrorCode, message: string, remedy: string) {
    super(message);
    this.code = code;
    this.remedy = remedy;
  }
}

/** `problem` completes the sentence "The CSR is damaged: …". */
export function malformed(problem: string, remedy = copyWhole): CsrError {
  return new CsrError("malformed", `The CSR is damaged: ${problem}.`, remedy);
}

const copyWhole =
  "Copy the CSR again, whole and unchanged, from the program that made it, or let that program make a new one.";
