import type { CallbackCode } from "./callback.ts";
import type { FailureCode } from "./failure-codes.ts";
import { whenNotHappened } from "./resolutions.ts";

/** The code of an error: one of this package, or the service's own. */
export type ErrorCode = FailureCode | JournalCode | RequestCode | CallbackCode | (string & {});

/** The code of an error that the journal causes. @useDeclaredType */
export type JournalCode = keyof typeof journalCodes;

/** The code of an error in a request or a setting. @useDeclaredType */
export type RequestCode = keyof typeof requestCodes;

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
    cases: [
      "A variable that GitHub sets is missing: run the action as a step of a workflow.",
      "The file of `--state-file` is not a saved state of the sandbox: move it away to start again, or name another one.",
    ],
  },
} as const satisfies DocumentedCodes;

/** How to resolve an attempt without the command line. */
const elsewhere =
  'In Terraform, write `resolve = { "ORDER" = "ATTEMPT:ID" }` into the provider block. In a workflow, use the input `resolve: ATTEMPT:ID`.';

/** The command line cannot read the journal that the action keeps in a repository. */
const showOrder = (what: string) =>
  `Run \`certorder journal show ORDER\`. It shows ${what}. With \`journal: repository\`, read the message of the workflow's run instead.`;

/** How to find out whether a reissue happened, and how to say so. */
export const resolveSteps = /* @__PURE__ */ (() => ({
  find: `${showOrder("the attempt's id and its time")} Look the order up in the service's portal.`,
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
        "Look the order up in the service's portal, then resolve the attempt. If a receiver recorded its callback, the message names the certificate.",
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
        "Use the certificate that the message names. To reissue the order, use another key. The message names one that was not used yet.",
    },
    reissued_since: {
      what: "The order has a newer certificate that this request does not build on. Usually a different request made it. With `supersede`, the same request may have made it: then the named attempt is not the latest.",
      remedy: "Use that certificate, or supersede it.",
      steps: [
        showOrder("the latest attempt and its certificate"),
        "To keep that certificate, do nothing at the command line and in a workflow. In Terraform, make the configuration equal to its request.",
        "If Terraform cannot compare the requests, import the certificate: `terraform state rm ADDRESS` if the resource is in the state, then `terraform import ADDRESS ORDER/CERTIFICATE`. Write `ORDER/CERTIFICATE@latest` if the journal does not know the certificate: you then state that it is the newest one.",
        'To reissue the order once more, name its latest attempt: `--supersede ATTEMPT`, `supersede = { ORDER = "ATTEMPT" }`, or the input `supersede`. An idempotency key that led to a certificate cannot be used again: give another one.',
      ],
    },
    recently_reissued: {
      what: "The latest certificate is younger than `max_age`, or its age is not known, and it was not made from the same request. Nothing was sent.",
      remedy:
        "To use that certificate, do nothing. To reissue the order with this request now, use an idempotency key instead of `max_age`. If an import left the request out, or stated a wrong one, import the certificate again with this request.",
    },
    other_service: {
      what: "The journal has an attempt of this order at another service.",
      remedy:
        "If it is the same service at a new address, set `service` to its earlier name. Otherwise use another journal.",
    },
    journal_damaged: {
      what: "An entry of the order's log cannot be read, or is not genuine. Nothing was sent.",
      remedy: "Look the order up in the service's portal. Only then remove the entry.",
      cases: [
        "It cannot be read: run `certorder journal repair ORDER`. It forgets what that entry recorded: a certificate or a key.",
        "The journal in a repository was changed without the auth key: find the workflow that changed it, then delete the deployment that the message names.",
      ],
    },
    journal_newer: {
      what: "A newer certorder wrote the journal, or an entry of the order's log.",
      remedy: "Update certorder on this machine.",
    },
    result_unusable: {
      what: "The request was carried out earlier, but its certificate cannot be used. Nothing was sent.",
      remedy:
        "To reissue the order once more, use another idempotency key, or name its latest attempt with `supersede`. The message shows the line.",
      cases: [
        "The certificate has expired, by its `validity_days`: reissue the order once more.",
        "Its id is encrypted with another auth key: look it up in the service's portal, or in the log of that run. State it with `resolve: ATTEMPT:ID`.",
      ],
    },
    resolution_refused: {
      what: "`resolve` states a result that contradicts the journal, or that it already has. The journal was not changed.",
      remedy: showOrder("what the journal knows about the attempt"),
      cases: [
        "The attempt did happen. The service reported success, so `not-happened` is refused. Resolve the attempt with the certificate's id.",
        "The attempt already has another result. One that a person stated can be corrected with another certificate's id, not with `not-happened`. One that the service answered cannot be changed. To reissue the order, use `supersede`.",
        "You named the certificate to replace. Name the new one. If there is none, state `not-happened`.",
        "A step of a workflow states what the journal already has: remove the input `resolve`. A step that has it sends nothing.",
      ],
    },
    import_refused: {
      what: "The certificate is not imported, or not adopted. Nothing was sent.",
      remedy: showOrder("the order's latest certificate"),
      cases: [
        "The journal has a later certificate: import the one that the message names. If the other one is newer, import it as the latest: `ORDER/CERTIFICATE@latest`.",
        "The journal knows another request for the certificate: leave the request out, or correct an earlier import with the line of the message.",
        "The journal already has the import: remove the input `import`. A step that has it sends nothing.",
        "The id of a Terraform import cannot be read: write `ORDER/CERTIFICATE`, `ORDER/CERTIFICATE@2026-01-31` or `ORDER/CERTIFICATE@latest`.",
        "The import has another order than `order_id`: import the configured order, or correct `order_id`.",
        "Another request made the imported certificate: configure that request. To reissue the order instead, name its attempt with `supersede`.",
      ],
    },
    not_in_journal: {
      what: "The journal does not have the attempt, or the certificate, that is asked for. Nothing was sent.",
      remedy: "Run `certorder status`. It shows what the journal has of each order.",
      cases: [
        "The attempt is not there: copy its id from the message about the blocked order. Use the journal, or the repository, of that reissue.",
        "`max_age` or `supersede` needs the order's latest certificate: import the certificate that the order has. To reissue the order for the first time, use an idempotency key.",
        "A wait finds no reissue of the order: name the journal that the reissue used.",
      ],
    },
    histories_differ: {
      what: "Two histories of an order differ, and neither is part of the other. Nothing was sent or copied.",
      remedy:
        "Run `certorder journal show ORDER`, and look up in the service's portal which certificate of the order is newer.",
      cases: [
        "Terraform's state (`terraform state show ADDRESS`) and the journal each have a certificate that the other does not know. Run `terraform state rm ADDRESS`, then `terraform import ADDRESS ORDER/CERTIFICATE@latest` with the newer one. Nothing is sent. Plan again.",
        "Both journals of a `journal copy` have attempts of the order: use one of the two journals for it, everywhere.",
      ],
    },
    journal_not_found: {
      what: "The journal does not exist. Nothing was sent. Only `certorder journal init`, a reissue at a terminal and a Terraform apply create a journal.",
      remedy:
        "If it was there before, mount or restore it: a new one does not know earlier reissues. If it is new, run `certorder journal init` once.",
      cases: [
        "The journal of the setting `journal` is not there: mount or restore its volume, correct its name, or create it.",
        "A `journal copy` found no attempts to copy: check its first operand.",
      ],
    },
    journal_unavailable: {
      what: "The journal cannot be read or written. Nothing was sent.",
      remedy: "Run `certorder journal check`. It tries the journal, and shows what fails.",
      cases: [
        "The disk is full, or this user may not read and write the folder: free space, or allow it. Another folder does not know the reissues of this one.",
        "Others may write to the folder, to one of its files or to a folder above: `chmod go-w PATH`, with the path that the message shows, or move the journal.",
        "Another user owns the folder, one of its files or a folder above: run it as that user, or `chown -R USER PATH`, or move the journal.",
        "It is a file or a link, not a folder: name a folder with `journal`.",
        "It is the journal of a sandbox, and this is another service: name another journal. The clock of a sandbox can be moved, so its journal is for its own orders only.",
        "A file of the folder is a link, a pipe, or has another name elsewhere: put the journal's own file in its place.",
        "The user may not create the table, or there is no schema: run `certorder journal init` with a role that may, or the SQL that the message shows.",
        "The user may not add to the table and read it, or lacks a right: use a role that has it, or run the grant that the message shows.",
        "The table has a trigger, a rule or row-level security: drop it, or switch it off.",
        "The table was not created by certorder: name a schema without it. If only the type of `position` differs, run the statement that the message shows.",
        "The table was locked for too long, or the server cancelled the statement: run it again, or raise `lock_timeout` or `statement_timeout`.",
        "The server is overloaded or unavailable: run it again later.",
        "The server is read-only (a replica?): name the primary server.",
        "The password is wrong, or one is needed: check `PGPASSWORD`, the password file and the URL.",
        "The server does not speak TLS, or its certificate is not trusted: set `sslmode` and `sslrootcert`; for S3, `AWS_CA_BUNDLE`.",
        "The store does not answer with a list of objects: correct `endpoint`. A login page or a proxy may answer in place of the store.",
        "The proxy variable does not hold an http or https address: correct `HTTPS_PROXY` or `ALL_PROXY`, or exempt the host with `NO_PROXY`.",
        "The store ignores `If-None-Match: *` and overwrites existing objects: use another store.",
        "The store does not say whether it has stored an entry: run it again. If an attempt blocks the order later, it was not sent: resolve it as `not-happened`.",
        "The journal in a repository needs a permission: add the one that the message shows. If GitHub is down, run the job again later.",
        "The journal itself failed, not its store. That is a bug: report the `cause` of the error.",
      ],
    },
    no_receiver: {
      what: "A wait for a callback cannot end: no receiver writes to the journal. Nothing was sent.",
      remedy:
        "Start `certorder receive` with the same journal, and run `certorder callback-test` once. Or do not wait.",
    },
  }) as const satisfies DocumentedCodes)();
