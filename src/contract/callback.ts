import type { Fields } from "./field.ts";
import { fieldRef, type Text, text } from "./text.ts";

/** Every value of a callback test request. The service uses the saved configuration for a value that is left out. */
export const callbackTestFields = {
  url: {
    kind: "string",
    place: "body",
    maxLength: 256,
    requiredWhen: "the account has no saved callback (then give both)",
    whenOmitted: "the saved address",
    doc: "Address to test instead of the saved one. HTTPS only. The account keeps the saved one.",
  },
  access_key: {
    kind: "string",
    place: "body",
    sensitive: true,
    maxLength: 256,
    requiredWhen: "the account has no saved callback (then give both)",
    whenOmitted: "the saved key",
    doc: "Callback authentication key to test with instead of the saved one, which the account keeps.",
  },
} as const satisfies Fields;

export const requireCallbackDoc =
  "Test the account's saved callback right before the reissue is sent, and send it only if that test passes.";

/** What a callback test says about the callback. `unknown`: no answer of the service says whether it works. */
export type CallbackVerdict = "pass" | "fail" | "unknown";

/** A function, so that a bundle that does not use them leaves them out. */
function describeCodes() {
  const both = text`${fieldRef("url")} and ${fieldRef("access_key")}`;

  /** How to find out why a callback that was reached, or should have been, does not work. */
  const findOutWhy = "To find out why: certorder doctor --url URL --callback-test.";

  return {
    request_too_fast: {
      verdict: "unknown",
      title: "The callback was tested too often",
      cause: "The account ran callback tests too often; this one was not carried out.",
      remedy: "Wait a little and run the test again.",
    },
    invalid_parameters: {
      verdict: "unknown",
      title: "The service could not read the callback test",
      cause: "The request body is malformed, or the address or the authentication key is empty.",
      remedy: text`Leave ${both} out to use the saved ones, or give them a value.`,
      remedyOfSaved: "Look at the callback configuration that is saved in the account.",
    },
    invalid_callback_url: {
      verdict: "fail",
      title: "The callback's address or key is not valid",
      cause:
        "The address is not a valid URL, or the address or the authentication key is longer than 256 characters.",
      remedy: "Correct the address; shorten the one that is too long.",
    },
    callback_url_not_https: {
      verdict: "fail",
      title: "The callback's address does not use HTTPS",
      cause: "The address does not use HTTPS.",
      remedy: "Serve the callback over HTTPS and use its https:// address.",
    },
    callback_not_configured: {
      verdict: "fail",
      title: "The account has no callback",
      cause:
        "The account has no saved callback configuration, and the request did not bring both address and key.",
      remedy: text`Save a callback configuration in the account, or give both ${both}.`,
      remedyOfSaved: "Save a callback configuration in the account.",
    },
    callback_send_error: {
      verdict: "fail",
      title: "The service could not reach the callback",
      cause: "The service could not reach the address: network, DNS, TLS or timeout.",
      remedy: `Try it from outside your network: curl --verbose --request POST ADDRESS. The name has to resolve, the port to be open, the certificate to be valid with its whole chain, and the answer to come quickly. ${findOutWhy}`,
    },
    callback_response_not_200: {
      verdict: "fail",
      title: "The callback answered with another status than 200",
      cause: "The address answered with a status other than 200.",
      remedy: `Look at the receiver's log. To see what answers there: curl --include --request POST ADDRESS. Without the key, a 401 is right; in the test, a 401 or 403 points at the authentication key. Redirects and other 2xx answers count as failures too. ${findOutWhy}`,
    },
    callback_private_domain: {
      verdict: "fail",
      title: "The callback's name leads to a private address",
      cause: "The callback's domain resolves to a private address.",
      remedy: `Use a name that resolves to a public address, in every view of your DNS that the service may see. Try it from outside your network: nslookup NAME. ${findOutWhy}`,
    },
    permission_denied: {
      verdict: "unknown",
      title: "This API key may not test the callback",
      cause:
        "This kind of credential may not test callbacks, or a managed-PKI account with a standard API key sent a temporary address or key.",
      remedy: text`Use a standard API key of the account; on a managed-PKI account leave ${both} out.`,
      remedyOfSaved: "Use a standard API key of the account.",
    },
  } as const satisfies Record<
    string,
    /** `title`: what failed, in a few words. `remedyOfSaved`: the remedy when only the saved configuration could be tested. */
    {
      verdict: Exclude<CallbackVerdict, "pass">;
      title: string;
      cause: string;
      remedy: Text;
      remedyOfSaved?: string;
    }
  >;
}

/** The service's codes for a callback test that failed: what each says about the callback, why, and what helps. */
export const callbackCodes = /* @__PURE__ */ describeCodes();

/** A code of the service about a callback. @useDeclaredType */
export type CallbackCode = keyof typeof callbackCodes;

export function isCallbackCode(code: string): code is CallbackCode {
  return Object.hasOwn(callbackCodes, code);
}

/**
 * The body that the service posts to the callback address. It keeps the names of the service, with underscores. An
 * `order:issued` has `order_id` and `cert_id`. The specification does not show other actions.
 */
export interface CallbackEvent {
  /** What happened. The specification has only `order:issued`. */
  readonly action_id: "order:issued" | (string & {});
  /** The category of the callback, such as `order`. */
  readonly action_type?: string | undefined;
  /** The order. A callback test names an order that does not exist. */
  readonly order_id?: string | undefined;
  /** The order's status, such as `issued`. */
  readonly order_status?: "issued" | (string & {}) | undefined;
  /** The certificate. A callback test names one that does not exist. */
  readonly cert_id?: string | undefined;
  /** Text for people, in some language. Never decide by it. */
  readonly message?: string | undefined;
}

/** The header that authenticates a callback. The specification does not say what it carries. */
export const callbackAuthHeader = "x-cc-callback-auth";

/** What a callback about an issued certificate says, apart from ids and message. A callback test sends the same. */
export const issuedEvent = {
  action_type: "order",
  action_id: "order:issued",
  order_status: "issued",
} as const;

/** What a callback test posts: an issued certificate of an order that does not exist. */
export const simulatedEvent: CallbackEvent = {
  ...issuedEvent,
  order_id: "order-simulated",
  cert_id: "cert-simulated",
  message: "This is a simulated callback.",
};

/** How often a receiver says in the journal that it is at work. One that was silent for a day does not count. */
export const receiverIntervalMs = 6 * 60 * 60_000;
