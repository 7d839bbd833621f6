import type { CallbackCode } from "./callback.ts";
import type { FailureCode } from "./failure-codes.ts";
import { whenNotHappened } from "./resolutions.ts";

/** The code of an error: one of this package, or the service's own. */
export type ErrorCode = FailureCode | JournalCode | RequestCode | CallbackCode | SandboxCode | (string & {});

/** The code of an error that the journal causes. */
export type JournalCode = keyof typeof journalCodes;

/** The code of an error in a request or a setting. */
export type RequestCode = keyof typeof requestCodes;

/** The code of an error that only the sandbox has. */
export type SandboxCode = keyof typeof sandboxCodes;

/** What a code means, and what to do about it. */
export interface DocumentedCode {
  readonly what: string;
  readonly remedy: string;
  /** The remedy, step by step. */
  readonly steps?: readonly string[];
}

export type DocumentedCodes = Readonly<Record<string, DocumentedCode>>;

/** Codes of requests and settings, for every interface. */
export const requestCodes = {
  invalid_request: {
    what: "A field of the request is missing or wrong. The message lists all problems.",
    remedy: "Correct the fields that the message names.",
  },
  invalid_setting: {
    what: "A setting is missing or wrong. The message lists all problems.",
    remedy: "Correct the settings that the message names.",
  },
} as const satisfies DocumentedCodes;

const lookUp = "Look the order up at the service: is there a certificate that was issued after the attempt?";

/** Codes of the journal, which block an order. */
export const journalCodes = {
  unresolved_attempt: {
    what: "An earlier reissue was sent, and its outcome is not known. It blocks the order until you resolve it.",
    remedy: "Look the order up at the service, then resolve the attempt.",
    steps: [
      "Run `certorder journal show ORDER`. It shows the attempt's id and its time.",
      lookUp,
      "Yes: `certorder journal resolve ORDER ATTEMPT --certificate-id ID`.",
      `No, ${whenNotHappened}: \`certorder journal resolve ORDER ATTEMPT --not-happened\`.`,
      'In Terraform: `resolve = { ORDER = "ATTEMPT:ID" }` in the provider block. In a workflow: the input `resolve: ATTEMPT:ID`. Write `not-happened` in the place of the id if it did not happen.',
      "Run the same command, plan or job again.",
    ],
  },
  order_busy: {
    what: "Another process or run is reissuing the order now.",
    remedy:
      "Wait, then run it again. The message names the process, its host, and until when it waits for its answer.",
  },
  idempotency_key_used: {
    what: "The idempotency key was used for another request, or the order has a newer certificate since.",
    remedy:
      "Use the certificate that the message names, or another key. In a workflow without a key, start a new run.",
  },
  reissued_since: {
    what: "The order has a newer certificate, from a different request.",
    remedy: "Adopt that certificate, or supersede it.",
    steps: [
      "Run `certorder journal show ORDER`. It shows the latest attempt and its certificate.",
      "To keep that certificate in Terraform, make the configuration equal to its request, or import it: `terraform import ADDRESS ORDER/CERTIFICATE`.",
      'To reissue the order on top of it, name its attempt: `--supersede ATTEMPT`, `supersede = { ORDER = "ATTEMPT" }`, or the input `supersede`.',
    ],
  },
  nothing_to_supersede: {
    what: "`supersede` names an attempt, and the journal has no certificate of the order.",
    remedy: "Leave `supersede` out, or name the right journal.",
  },
  latest_unclear: {
    what: "Terraform's state and the journal each have a certificate that the other does not know.",
    remedy: "Look up which one is newer, and import it: `terraform import ADDRESS ORDER/CERTIFICATE@latest`.",
  },
  other_service: {
    what: "The journal has an attempt of this order at another service.",
    remedy:
      "If it is the same service at a new address, set `service` to its earlier name. Otherwise use another journal.",
  },
  journal_damaged: {
    what: "An entry of the order's log cannot be read.",
    remedy:
      "Look the order up at the service. Then run `certorder journal repair ORDER`. It forgets what that entry recorded: a certificate or a key.",
  },
  journal_newer: {
    what: "A newer certorder wrote an entry of the order's log.",
    remedy: "Update certorder on this machine.",
  },
  certificate_expired: {
    what: "The request was carried out earlier, but its certificate has expired.",
    remedy: "Ask for one more with `supersede` or with another key.",
  },
  result_sealed: {
    what: "The request was carried out, but its certificate id is encrypted with another auth key.",
    remedy: "State the id with `resolve`, or ask for one more with `supersede` or another key.",
  },
  journal_refused: {
    what: "A `resolve` or `journal copy` contradicts the journal.",
    remedy: "Follow the message: it names the entry.",
  },
  journal_unavailable: {
    what: "The journal cannot be read or written. Nothing was sent.",
    remedy:
      "For a folder: free the disk, and make the folder writable for you alone. For a server: see the messages of the journal stores.",
  },
  journal_failed: {
    what: "A store of your own, given to the library, threw an error. Nothing was sent.",
    remedy: "Look at the `cause` of the error.",
  },
} as const satisfies DocumentedCodes;

/** Codes that only the GitHub Action has. */
export const actionCodes = {
  rerun_refused: {
    what: "This is a re-run, the step may have run before, and there is no record of it.",
    remedy: "Look the order up at the service. Then start a new run, or set `allow-rerun: true`.",
  },
  record_unavailable: {
    what: "The record, or the time of this run, could not be read or written. Nothing was sent.",
    remedy: "Add the permission that the message shows. If GitHub is down, run the job again later.",
  },
  record_refused: {
    what: "`resolve` or `supersede` names an attempt that does not exist, has another result, or may still be in flight.",
    remedy: "Follow the message: it names the attempt.",
  },
  record_not_genuine: {
    what: "The record was changed without the auth key.",
    remedy:
      "Find the workflow that changed it. Look the order up at the service. Then delete that deployment.",
  },
  not_issued_yet: {
    what: "The order was reissued, but its callback did not come within `wait-until-issued`.",
    remedy: "Run the job again: nothing is sent, and it waits again.",
  },
  resolved_already: {
    what: "`resolve` names an attempt that has a result already. Nothing was sent.",
    remedy: "To reissue the order, start a run without `resolve`.",
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
    what: "The service's code is not a plain word. The annotation shows it.",
    remedy: "Read the annotation.",
  },
  not_in_a_workflow: {
    what: "A variable that GitHub sets is missing.",
    remedy: "Run the action as a step of a workflow.",
  },
} as const satisfies DocumentedCodes;

/** Codes that only the command line has. */
export const commandCodes = {
  recently_reissued: {
    what: "A different request reissued the order within the time of `--unless-within`.",
    remedy: "Use that certificate, or name its attempt with `--supersede`.",
  },
  usage: {
    what: "The command line is wrong. Nothing was done.",
    remedy: "Read `certorder help COMMAND`.",
  },
  not_confirmed: {
    what: "The question was not answered with yes. Nothing was done.",
    remedy: "Run the command again, and type `yes`.",
  },
  provider_not_started: {
    what: "The provider was installed, but it does not start here.",
    remedy: "Read the message. With `--dir`, install it on a file system from which programs may run.",
  },
} as const satisfies DocumentedCodes;

/** Codes that only the sandbox has. It answers with the service's codes otherwise. */
export const sandboxCodes = {
  sandbox_state_unreadable: {
    what: "The file is not a saved state of the sandbox.",
    remedy: "Move the file away to start again, or name another one.",
  },
} as const satisfies DocumentedCodes;
