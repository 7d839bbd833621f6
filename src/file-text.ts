import { readFileSync } from "node:fs";

interface ReadFailure {
  /** Such as ENOENT. */
  readonly failed: string;
  readonly cause: unknown;
}

/** The text of a file, or why it cannot be read. */
export function readFileText(file: string): { readonly text: string } | ReadFailure {
  try {
    return { text: readFileSync(file, "utf8") };
  } catch (error) {
    return { failed: String((error as NodeJS.ErrnoException).code), cause: error };
  }
}
