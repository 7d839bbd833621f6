/** Stryker's names for the results of a mutant. */
export type Status =
  | "Killed"
  | "Timeout"
  | "Survived"
  | "NoCoverage"
  | "Ignored"
  | "CompileError"
  | "RuntimeError"
  | "Pending";

/** A mistake that was made on purpose. */
export interface Mutant {
  readonly status: Status;
  readonly file: string;
  readonly at: number;
  /** What was replaced, as far as it stands on that line. */
  readonly code: string;
  readonly becomes: string;
}

/** A test failed, or did not come to an end, because of it. */
export function isKilled({ status }: Mutant): boolean {
  return status === "Killed" || status === "Timeout";
}

/** No test noticed it. */
export function isAlive({ status }: Mutant): boolean {
  return status === "Survived" || status === "NoCoverage";
}

export function inWords({ file, at, code, becomes }: Mutant): string {
  return `${file}:${at}  ${code}  →  ${becomes}`;
}
