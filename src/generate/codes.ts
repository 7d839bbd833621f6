/** What the documents say about a code of this package that is not one of the network. */
interface DocumentedCode {
  readonly what: string;
  readonly remedy: string;
}

type DocumentedCodes = Readonly<Record<string, DocumentedCode>>;

/** Codes of requests and settings, for every interface. */
export const requestCodes: DocumentedCodes = {
  invalid_request: {
    what: "a field of the request is missing or wrong; all problems are listed",
    remedy: "correct the fields that the message names",
  },
  invalid_setting: {
    what: "a setting is missing or wrong; all problems are listed",
    remedy: "correct the settings that the message names",
  },
};

/** Codes of the journal, which block an order. */
export const journalCodes: DocumentedCodes = {
  unresolved_attempt: {
    what: "an earlier reissue was sent, and its outcome is not known",
    remedy: "look the order up at the service, then `resolve`",
  },
  order_busy: { what: "another process or run is reissuing the order now", remedy: "wait" },
  idempotency_key_used: {
    what: "the key was used for another request, or the order has a newer certificate since",
    remedy: "use that certificate, or another key; in a workflow without a key, start a new run",
  },
  reissued_since: {
    what: "the order has a newer certificate, from a different request",
    remedy: "adopt it, or `supersede` it",
  },
  recently_reissued: {
    what: "with `--unless-within`: a different request reissued the order within that time",
    remedy: "use that certificate, or `supersede` it",
  },
  nothing_to_supersede: {
    what: "a typed `supersede` (not one in a configuration) names an attempt, and the journal has no certificate of the order",
    remedy: "leave it out, or name the right journal",
  },
  latest_unclear: {
    what: "state and journal each have a certificate, and neither knows the other",
    remedy: "import the newer one with `@latest`",
  },
  other_service: {
    what: "the journal has an attempt at another service",
    remedy: "set `service`, or use another journal",
  },
  journal_damaged: {
    what: "an entry of the order's log cannot be read",
    remedy:
      "look the order up, then `certorder journal repair ORDER`: what the entry recorded, a certificate or a key, is forgotten",
  },
  journal_newer: {
    what: "an entry of the order's log was written by a newer certorder",
    remedy: "update certorder on this machine",
  },
  certificate_expired: {
    what: "the request was carried out, but the certificate has expired",
    remedy: "`supersede`, or another key",
  },
  result_sealed: {
    what: "the request was carried out, but its certificate id is encrypted with another auth key",
    remedy: "state the id with `resolve`, or buy one more with `supersede` or another key",
  },
  journal_refused: { what: "a `resolve` or `journal copy` that cannot be right", remedy: "see the message" },
  journal_unavailable: {
    what: "the journal cannot be read or written",
    remedy:
      "free the disk, make the folder writable and yours alone; for servers see the guide about many machines",
  },
  journal_failed: {
    what: "in the library: a store of your own threw an error; nothing was sent",
    remedy: "see the `cause` of the error",
  },
};

/** Codes that only the GitHub Action has. */
export const actionCodes: DocumentedCodes = {
  rerun_refused: {
    what: "a re-run without a record, and the step may have run before",
    remedy: "look the order up; start a new run, or set `allow-rerun: true`",
  },
  record_unavailable: {
    what: "the record, or the time of this run, could not be read or written; nothing was sent",
    remedy: "add the permission that the message shows, or wait for GitHub",
  },
  record_refused: {
    what: "`resolve` or `supersede` names an attempt that does not exist, was settled differently, or may still be in flight",
    remedy: "see the message",
  },
  record_not_genuine: {
    what: "the record was changed without the auth key",
    remedy: "find the workflow that did it; look the order up; delete that deployment",
  },
  not_issued_yet: {
    what: "the order was reissued, but its callback did not come within `wait-until-issued`",
    remedy: "run the job again: nothing is sent, and it waits again",
  },
  resolved_already: {
    what: "`resolve` names an attempt that was settled before; nothing was sent",
    remedy: "to reissue the order, start a run without `resolve`",
  },
  resolved_elsewhere: {
    what: "`resolve` names an attempt of another order; nothing was sent, and the step passed",
    remedy: "nothing",
  },
  superseded_elsewhere: {
    what: "`supersede` names an attempt of another order; nothing was sent, and the step passed",
    remedy: "nothing",
  },
  certificate_id_unusable: {
    what: "the reissue happened, but the id has other characters than letters, digits and `._:/+=-`, or more than 64 of them",
    remedy:
      "do not repeat it; look the certificate up at the service. Resolve the attempt with `resolve: ATTEMPT:NAME`, another name of the certificate, such as its serial number",
  },
  dry_run: { what: "`dry-run: true`: nothing was sent", remedy: "nothing" },
  unrecognised_code: {
    what: "the service's code is not a plain word; the annotation shows it",
    remedy: "see the annotation",
  },
  not_in_a_workflow: {
    what: "a variable that GitHub sets is missing",
    remedy: "run it as a step of a workflow",
  },
};

/** Codes that only the sandbox has. It answers with the service's codes otherwise. */
export const sandboxCodes: DocumentedCodes = {
  sandbox_state_unreadable: {
    what: "the file is not a saved state of the sandbox",
    remedy: "move the file away to start again, or name another one",
  },
};
