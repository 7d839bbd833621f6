import type { DocumentedCodes } from "../contract/index.ts";

/** Codes that only the GitHub Action has. The texts are for `certorder help` and the documents: the bundle needs only the type. */
export const actionCodes = {
  rerun_refused: {
    what: "This is a re-run of a workflow run, and with `journal: none` nothing knows what the run sent before.",
    remedy: "Look the order up in the service's portal. If it was not reissued, start a new run.",
  },
  not_issued_yet: {
    what: "The order was reissued, but its callback did not come within `wait-until-issued`.",
    remedy: "Run the job again: nothing is sent, and it waits again.",
  },
  stated: {
    what: "The step recorded what `resolve` or `import` states. Nothing was sent, and the step passed.",
    remedy: "Remove the input. Then run the job again that was blocked.",
  },
  other_order: {
    what: "`resolve` or `supersede` names an attempt of another order. Nothing was sent, and the step passed.",
    remedy: "There is nothing to do.",
  },
  dry_run: { what: "`dry-run` is true. Nothing was sent.", remedy: "There is nothing to do." },
  unrecognised_code: {
    what: "The service answered with a code that is not a plain word. So the output `code` does not repeat it.",
    remedy:
      "Read the error message of the step: it shows the code and what the service said. The output `outcome` says whether the reissue happened.",
  },
} as const satisfies DocumentedCodes;

/** The code of a result that only the GitHub Action has. */
export type ActionCode = keyof typeof actionCodes;
