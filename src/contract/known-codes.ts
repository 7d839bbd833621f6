// Written by npm run generate from the table of codes. Do not edit.

const knownCodes = [
  "request_too_fast",
  "invalid_parameters",
  "invalid_callback_url",
  "callback_url_not_https",
  "callback_not_configured",
  "callback_send_error",
  "callback_response_not_200",
  "callback_private_domain",
  "permission_denied",
  "no_receiver",
  "not_issued_yet",
  "connect_failed",
  "tls_untrusted",
  "proxy_failed",
  "usage",
  "invalid_request",
  "invalid_setting",
  "provider_not_started",
  "connection_lost",
  "deadline_exceeded",
  "aborted",
  "response_unusable",
  "certificate_id_missing",
  "unrecognised_code",
  "unresolved_attempt",
  "order_busy",
  "idempotency_key_used",
  "reissued_since",
  "recently_reissued",
  "result_unusable",
  "not_in_journal",
  "histories_differ",
  "other_service",
  "rerun_refused",
  "journal_not_found",
  "journal_unavailable",
  "journal_damaged",
  "journal_newer",
  "resolution_refused",
  "import_refused",
  "names_dropped",
  "too_many_reissues",
  "not_known_yet",
  "order_described_twice",
  "order_in_state",
  "replace_refused",
  "plan_outdated",
  "stated",
  "other_order",
  "dry_run",
] as const;

/** A code that a table explains. */
export type KnownCode = (typeof knownCodes)[number];

const codesWithPage: ReadonlySet<string> = /* @__PURE__ */ new Set(knownCodes);

/** The address of the page about a code. The service's own codes for a reissue have none. */
export function errorPage(code: string): string | undefined {
  return codesWithPage.has(code) ? `https://certorder.github.io/certorder/errors/${code}/` : undefined;
}
