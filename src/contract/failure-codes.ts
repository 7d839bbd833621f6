import { fieldRef, text } from "./text.ts";

/**
 * Why no answer was received, or none that could be used: the code, what happened and what helps. Reasons that lead to the same
 * action have one code. A pure call, so that bundles which do not need the texts leave them out.
 */
export const failures = /* @__PURE__ */ (() =>
  ({
    "dns-failed": {
      code: "connect_failed",
      what: "the name of the service could not be resolved",
      remedy: text`Check the host name in ${fieldRef("base_url")} and this machine's DNS.`,
    },
    "connection-refused": {
      code: "connect_failed",
      what: "the connection was refused",
      remedy: text`Check host and port in ${fieldRef("base_url")}, and that the service is up.`,
    },
    "connect-failed": {
      code: "connect_failed",
      what: "no connection could be made",
      remedy: text`Check this machine's network, ${fieldRef("base_url")} and the proxy variables.`,
    },
    "connect-timeout": {
      code: "connect_failed",
      what: "the connection was not ready in time",
      remedy: text`Check the network and the proxy variables, or raise ${fieldRef("timeout_seconds")}.`,
    },
    "tls-failed": {
      code: "connect_failed",
      what: "no secure connection could be made",
      remedy: text`Check that ${fieldRef("base_url")} names an HTTPS port. Check the proxies and firewalls before the service.`,
    },
    "tls-untrusted": {
      code: "tls_untrusted",
      what: "the service's certificate is not trusted",
      remedy: text`If its authority is your own, name it in ${fieldRef("ca_file")}; else stop: this may be a man-in-the-middle attack.`,
    },
    "proxy-failed": {
      code: "proxy_failed",
      what: "the proxy did not open a way to the service",
      remedy: "Check HTTPS_PROXY and its credentials, or name the service's host in NO_PROXY.",
    },
    aborted: {
      code: "aborted",
      what: "it was cancelled",
      remedy: "Run it again if it is still wanted.",
    },
    "deadline-exceeded": {
      code: "deadline_exceeded",
      what: "the time for the whole operation ran out",
      remedy: text`Run it again, or raise ${fieldRef("timeout_seconds")}.`,
    },
    "connection-lost": {
      code: "connection_lost",
      what: "the connection was lost before an answer came",
      remedy: "Check the network, and the proxies and firewalls before the service.",
    },
    "response-timeout": {
      code: "deadline_exceeded",
      what: "no whole answer came in time",
      remedy: text`Raise ${fieldRef("timeout_seconds")} if the service is known to be slow.`,
    },
    "response-invalid": {
      code: "response_unusable",
      what: "the answer is not valid HTTP",
      remedy: text`Check that ${fieldRef("base_url")} names the service itself.`,
    },
    "response-cut": {
      code: "response_unusable",
      what: "the answer broke off before its end",
      remedy: "Check the network, and the proxies and firewalls before the service.",
    },
    "response-too-large": {
      code: "response_unusable",
      what: "the answer is larger than 1 MiB",
      remedy: text`Check that ${fieldRef("base_url")} names the service itself.`,
    },
    "response-unreadable": {
      code: "response_unusable",
      what: "the answer is not what the service sends",
      remedy: text`Check that ${fieldRef("base_url")} names the service itself, without a portal or gateway page in between.`,
    },
    "certificate-id-missing": {
      code: "certificate_id_missing",
      what: "the answer has no certificate id that can be used",
      remedy: "Look the new certificate up in the service's portal.",
    },
  }) as const)();

/** Why no answer was received, or none that could be used. */
export type FailureReason = keyof typeof failures;

/** The code of an error without an answer that could be used. @useDeclaredType */
export type FailureCode = (typeof failures)[keyof typeof failures]["code"];

/** Trying again cannot help, or was not wanted. */
export function isFinal(reason: FailureReason | undefined): boolean {
  return reason === "tls-untrusted" || isEndedHere(reason);
}

/** The caller or the time limit ended the call, before or after it was sent. The remedy is to run it again. */
export function isEndedHere(reason: FailureReason | undefined): boolean {
  return reason === "aborted" || reason === "deadline-exceeded";
}
