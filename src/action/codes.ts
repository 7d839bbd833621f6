import type { DocumentedCodes } from "../contract/index.ts";

/** Codes that only the GitHub Action has. The texts are for `certorder help` and the documents: the bundle needs only the type. */
export const actionCodes = {
  rerun_refused: {
    what: "This is a re-run of a workflow run, and with `journal: none` nothing knows what the run sent before.",
    remedy: "Look the order up at the service. If it was not reissued, start a new run.",
  },
  history_unavailable: {
    what: "The journal in the repository could not be read or written. Nothing was sent.",
    remedy: "Add the permission that the message shows. If GitHub is down, run the job again later.",
  },
  history_not_genuine: {
    what: "The journal in the repository was changed without the auth key.",
    remedy:
      "Find the workflow that changed it. Look the order up at the service. Then delete that deployment.",
  },
  not_issued_yet: {
    what: "The order was reissued, but its callback did not come within `wait-until-issued`.",
    remedy: "Run the job again: nothing is sent, and it waits again.",
  },
  stated: {
    what: "The step recorded what `resolve` or `import` states. Nothing was sent, and the step passed.",
    remedy: "Remove the input. Then run the job again that was blocked.",
  },
  stated_already: {
    what: "The journal already had what `resolve` or `import` states. Nothing was sent.",
    remedy: "Remove the input: a step that has it sends nothing.",
  },
  resolved_elsewhere: {
    what: "`resolve` names an attempt of another order. Nothing was sent, and the step passed.",
    remedy: "There is nothing to do.",
  },
  superseded_elsewhere: {
    what: "`supersede` names an attempt of another order. Nothing was sent, and the step passed.",
    remedy: "There is nothing to do.",
  },
  certificate_id_unusable: {
    what: "The reissue happened, but the id has other characters than letters, digits and `._:/+=-`, or more than 64 of them.",
    remedy:
      "Do not repeat it. Look the certificate up at the service. Resolve the attempt with another name of the certificate, such as its serial number: `resolve: ATTEMPT:NAME`.",
  },
  dry_run: { what: "`dry-run` is true. Nothing was sent.", remedy: "There is nothing to do." },
  unrecognised_code: {
    what: "The service answered with a code that is not a plain word. So the output `code` does not repeat it.",
    remedy:
      "The error message of the step shows the code and what the service said. The output `outcome` says whether the reissue happened.",
  },
  not_in_a_workflow: {
    what: "A variable that GitHub sets is missing.",
    remedy: "Run the action as a step of a workflow.",
  },
} as const satisfies DocumentedCodes;

/** The code of a result that only the GitHub Action has. */
export type ActionCode = keyof typeof actionCodes;
