import type { Flags, FlagValues } from "../command.ts";
import { UsageError } from "../command-error.ts";

export const fileFlags = {
  from: {
    kind: "value",
    value: "FILE",
    doc: "Record the statements of a CSV or NDJSON file, one a row; - is standard input. A row that is refused does not stop the others. Run it again for what is left.",
  },
  yes: { kind: "switch", doc: "With --from: do not ask for confirmation. Needed without a terminal." },
} as const satisfies Flags;

/** A statement is about its operands, or the file has all statements. Throws unless it is one of the two. */
export function checkOperandsOrFile(
  command: string,
  wanted: readonly string[],
  operands: readonly string[],
  { from, yes }: FlagValues<typeof fileFlags>,
): void {
  if (operands.length !== (from === undefined ? wanted.length : 0))
    throw new UsageError(
      `certorder ${command} needs either ${wanted.join(" and ")}, or --from FILE.`,
      "Give one of the two.",
    );
  if (yes && from === undefined)
    throw new UsageError("--yes needs --from FILE.", "Leave it out: a single statement asks no question.");
}
