import { type CertOrderError, type InvalidInputError, outcomes } from "../contract/index.ts";

/** The exit codes beside those of the outcomes, which are in the contract. */
export const exitCodes = { ok: 0, bug: 1, usage: 2, failed: 7, timedOut: 8, found: 9 } as const;

const unreadDone = outcomes["done-unread"];

/** What each exit code means, by its name. */
const meanings: Readonly<Record<string, { readonly exitCode: number; readonly meaning: string }>> = {
  ...outcomes,
  "done-unread": {
    exitCode: unreadDone.exitCode,
    meaning: `${unreadDone.meaning} Also: it happened, but its result could not be written to standard output.`,
  },
  bug: {
    exitCode: exitCodes.bug,
    meaning:
      "certorder has a bug, or the result of a command other than a reissue could not be written to standard output.",
  },
  usage: {
    exitCode: exitCodes.usage,
    meaning: "The command line, a setting or the request is wrong. Nothing was sent.",
  },
  failed: {
    exitCode: exitCodes.failed,
    meaning:
      "A check found a problem (`doctor`, `journal check`, `synth check`, `csr inspect`), the journal refused or could not be used (`journal …`, `status`), a callback was not delivered (`sandbox trigger`), the provider did not start (`provider install`), or you said no or cancelled. No reissue was sent.",
  },
  "timed out": {
    exitCode: exitCodes.timedOut,
    meaning: "The wait ended or was cancelled before the callback came (`wait`).",
  },
  found: {
    exitCode: exitCodes.found,
    meaning: "Orders match the filters (`status`).",
  },
};

/** All exit codes in their order, for the help, the manual page and the reference. */
export const exits = Object.entries(meanings)
  .map(([name, exit]) => ({ name, ...exit }))
  .sort((one, other) => one.exitCode - other.exitCode);

export function exitCode(error: CertOrderError): number {
  // A store that is bundled for itself has its own copy of the class.
  const isWrong = error.name === ("InvalidInputError" satisfies InvalidInputError["name"]);
  return isWrong ? exitCodes.usage : outcomes[error.outcome].exitCode;
}
