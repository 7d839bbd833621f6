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

// Only `certorder help` and the documents need these texts. The calls are marked as pure, so that other bundles leave them out.

/** What a code means, and what to do about it. */
export interface DocumentedCode {
  readonly what: string;
  readonly remedy: string;
  /** The remedy, step by step. */
  readonly steps?: readonly string[];
  /** What the message may say, and what to do then. */
  readonly cases?: readonly string[];
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

/** How to resolve an attempt without the command line. */
const elsewhere =
  'In Terraform, write `resolve = { "ORDER" = "ATTEMPT:ID" }` into the provider block. In a workflow, use the input `resolve: ATTEMPT:ID`.';

/** How to find out whether a reissue happened, and how to say so. */
export const resolveSteps = /* @__PURE__ */ (() => ({
  find: "Run `certorder journal show ORDER`. It shows the attempt's id and its time. Look the order up at the service.",
  happened: "There is a new certificate: `certorder journal resolve ORDER ATTEMPT --certificate-id ID`.",
  notHappened: `There is none ${whenNotHappened}: \`certorder journal resolve ORDER ATTEMPT --not-happened\`.`,
  elsewhere: `${elsewhere} If it did not happen, write \`not-happened\` in place of the id.`,
}))();

/** A further step, for readers who do not know whether the service reported success. */
export const afterDoneUnread =
  "After `done-unread`, `not-happened` is refused: the service reported success. Ask it for the id.";

/** How to find the id of a certificate after `done-unread`: the service reported success. */
export const lostIdSteps = /* @__PURE__ */ (() => [
  resolveSteps.find,
  resolveSteps.happened,
  elsewhere,
  "If the service shows no new certificate, ask the service. `not-happened` is refused: the service reported success.",
])();

/** Codes of the journal, which block an order. */
export const journalCodes = /* @__PURE__ */ (() =>
  ({
    unresolved_attempt: {
      what: "An earlier reissue was sent, and its outcome or its certificate id is not known. It blocks the order until you resolve it.",
      remedy:
        "Look the order up at the service, then resolve the attempt. If a receiver recorded its callback, the message names the certificate.",
      steps: [
        ...Object.values(resolveSteps),
        afterDoneUnread,
        "After `not-happened`, run the same command, plan or job again: it reissues the order. After an id you are finished. In Terraform, plan again: the apply adopts the certificate.",
      ],
    },
    order_busy: {
      what: "Another process or run is reissuing the order now, or the service may still work on a reissue.",
      remedy:
        "Wait until the time that the message names, then run it again. If the sender runs on after that, end it.",
    },
    idempotency_key_used: {
      what: "The idempotency key led to a certificate before. That certificate came from another request, or the order has a newer one since.",
      remedy:
        "Use the certificate that the message names. To reissue the order, use another key, such as the same one with `-2`.",
    },
    reissued_since: {
      what: "The order has a newer certificate that this request does not build on. Usually a different request made it. With `supersede`, the same request may have made it: then the named attempt is not the latest.",
      remedy: "Use that certificate, or supersede it.",
      steps: [
        "Run `certorder journal show ORDER`. It shows the latest attempt and its certificate.",
        "To keep that certificate, do nothing at the command line and in a workflow. In Terraform, make the configuration equal to its request.",
        "If Terraform cannot compare the requests, import the certificate: `terraform state rm ADDRESS` if the resource is in the state, then `terraform import ADDRESS ORDER/CERTIFICATE`. Write `ORDER/CERTIFICATE@latest` if the journal does not know the certificate: you then state that it is the newest one.",
        'To reissue the order once more, name its latest attempt: `--supersede ATTEMPT`, `supersede = { ORDER = "ATTEMPT" }`, or the input `supersede`. An idempotency key that led to a certificate cannot be used again: give another one.',
      ],
    },
    certificate_not_found: {
      what: "`max_age` or `supersede` needs the order's latest certificate, and the journal has none. Nothing was sent.",
      remedy:
        "Import the certificate that the order has, or name the journal that knows it. To reissue the order for the first time, use an idempotency key.",
    },
    recently_reissued: {
      what: "The latest certificate is younger than `max_age`, or its age is not known, and it was not made from the same request. Nothing was sent.",
      remedy:
        "To use that certificate, do nothing. To reissue the order with this request now, use an idempotency key instead of `max_age`.",
    },
    import_not_latest: {
      what: "The journal has a later certificate of the order than the imported one. Nothing was imported.",
      remedy:
        "Import the certificate that the message names. If the other one is newer, import it as the latest.",
    },
    latest_unclear: {
      what: "Terraform's state and the journal each have a certificate that the other does not know.",
      remedy: "Look up at the service which one is newer, and import that one.",
      steps: [
        "Run `certorder journal show ORDER` for the journal's certificate, and `terraform state show ADDRESS` for the state's. Look both up at the service.",
        "Take the resource out of the state: `terraform state rm ADDRESS`. Nothing is sent.",
        "Import the newer certificate: `terraform import ADDRESS ORDER/CERTIFICATE@latest`. `@latest` states that it is the newest one.",
        "Plan again.",
      ],
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
    result_encrypted: {
      what: "The request was carried out, but its certificate id is encrypted with another auth key.",
      remedy: "State the id with `resolve`, or ask for one more with `supersede` or another key.",
    },
    resolution_refused: {
      what: "`resolve` states a result that contradicts the journal. The journal was not changed.",
      remedy: "Do what the message says. These are its reasons:",
      cases: [
        "The attempt did happen. The service reported success, so `not-happened` is refused. Resolve the attempt with the certificate's id.",
        "The attempt already has another result. One that a person or a callback stated can be corrected with another certificate's id, not with `not-happened`. One that the service answered cannot be changed. To reissue the order, use `supersede`.",
        "You named the certificate to replace. Name the new one. If there is none, state `not-happened`.",
      ],
    },
    attempt_not_found: {
      what: "The journal has no such attempt of the order, or no reissue of it to wait for. Nothing was sent.",
      remedy:
        "Copy the attempt's id from the message about the blocked order, or run `certorder journal list --all`. Use the journal, or the repository, of that reissue.",
    },
    histories_differ: {
      what: "Both journals of a `journal copy` have attempts of an order, and they differ. Nothing was copied.",
      remedy: "Use one of the two journals for this order, everywhere.",
    },
    journal_not_found: {
      what: "The journal does not exist. Nothing was sent.",
      remedy:
        "Only `certorder journal init`, a reissue at a terminal and a Terraform apply create a journal: a new one does not know earlier reissues.",
      cases: [
        "It was there before: mount or restore its volume, or correct its name.",
        "It is new: create it once with `certorder journal init`.",
        "A `journal copy` found no attempts to copy: check its first operand.",
      ],
    },
    journal_unavailable: {
      what: "The journal cannot be read or written. Nothing was sent.",
      remedy: "Do what the message says. These are its reasons:",
      cases: [
        "The disk is full, or the folder is read-only: free it, or name another folder with `journal`.",
        "Others may write to the folder, or it is owned by another user: `chmod go-w FOLDER`, or move the journal.",
        "The user may not create the table, or there is no schema: run `certorder journal init` with a role that may, or the SQL that the message shows.",
        "The user may not add to the table and read it, or lacks a right: run the grant that the message shows.",
        "The table has a trigger, a rule or row-level security: drop it, or switch it off.",
        "The table was locked for too long, or the server cancelled the statement: run it again, or raise `lock_timeout` or `statement_timeout`.",
        "The server is overloaded or unavailable: run it again later.",
        "The server is read-only (a replica?): name the primary server.",
        "The password is wrong, or one is needed: check `PGPASSWORD`, the password file and the URL.",
        "The server does not speak TLS, or its certificate is not trusted: set `sslmode` and `sslrootcert`; for S3, `AWS_CA_BUNDLE`.",
        "The store does not answer with a list of objects: correct `endpoint`. A login page or a proxy may answer in place of the store.",
        "The proxy variable does not hold an http or https address: correct `HTTPS_PROXY` or `ALL_PROXY`, or exempt the host with `NO_PROXY`.",
        "The store ignores `If-None-Match: *` and overwrites existing objects: use another store.",
        "The store does not say whether it has stored an entry: run it again. If an attempt blocks the order later, it was not sent: resolve it as `not-happened`.",
      ],
    },
    no_receiver: {
      what: "A wait for a callback cannot end: no receiver writes to the journal. Nothing was sent.",
      remedy:
        "Start `certorder receive` with the same journal, and run `certorder callback-test` once. Or do not wait.",
    },
    journal_failed: {
      what: "The journal itself failed, not its store. That is a bug. Nothing was sent.",
      remedy: "Look at the `cause` of the error, and report it.",
    },
  }) as const satisfies DocumentedCodes)();

/** Codes that only the sandbox has. It answers with the service's codes otherwise. */
export const sandboxCodes = {
  sandbox_state_unreadable: {
    what: "The file is not a saved state of the sandbox.",
    remedy: "Move the file away to start again, or name another one.",
  },
} as const satisfies DocumentedCodes;
