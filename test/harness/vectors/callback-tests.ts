import { forCallbackTests, type Vector } from "./vector.ts";

const { accepted, rejected, unsent, foreign } = forCallbackTests;

/** An address at which the receiver of the callback listens. */
const receiver = "https://callback.example.test:{port}/orders";
const saved = { url: receiver, access_key: "saved-key" };

export const callbackTests: readonly Vector[] = [
  accepted(
    "url and access_key of the moment, with nothing saved",
    { body: { url: receiver, access_key: "key-of-the-moment" } },
    { delivered: "key-of-the-moment" },
  ),
  accepted("no body tests the saved configuration", { saved }, { delivered: "saved-key" }),
  foreign("an empty object tests the saved configuration", { saved, raw: "{}" }, "success", {
    delivered: "saved-key",
  }),
  accepted(
    "url alone goes with the saved key",
    { body: { url: receiver }, saved: { url: "https://elsewhere.example.test/", access_key: "saved-key" } },
    { delivered: "saved-key" },
  ),
  accepted(
    "access_key alone goes with the saved address",
    { body: { access_key: "key-of-the-moment" }, saved },
    { delivered: "key-of-the-moment" },
  ),
  accepted(
    "both take the place of what is saved",
    {
      body: { url: receiver, access_key: "key-of-the-moment" },
      saved: { url: "https://elsewhere.example.test/", access_key: "saved-key" },
    },
    { delivered: "key-of-the-moment" },
  ),
  accepted(
    "the test is sent although callbacks are disabled",
    { saved: { ...saved, disabled: true } },
    { delivered: "saved-key" },
  ),
  accepted(
    "the test is sent although order:issued is not enabled",
    { saved: { ...saved, enabled_actions: ["order:revoked"] } },
    { delivered: "saved-key" },
  ),
  accepted(
    "null members are the same as absent ones",
    { body: { url: null, access_key: null }, saved, wire: null },
    { delivered: "saved-key" },
  ),
  unsent("an unknown member", { body: { uri: receiver }, saved }, ["uri:unknown_field"], "success", {
    delivered: "saved-key",
  }),
  accepted(
    "an access_key of 256 characters",
    { body: { url: receiver, access_key: "k".repeat(256) } },
    { delivered: "k".repeat(256) },
  ),
  accepted(
    "an access_key beyond ASCII",
    { body: { url: receiver, access_key: "schlüssel-キー" } },
    { delivered: "schlüssel-キー" },
  ),
  rejected(
    "a url of 256 characters",
    { body: { url: `https://callback.example.test/${"a".repeat(226)}`, access_key: "key" } },
    "callback_send_error",
  ),
  unsent(
    "invalid_parameters: url is empty",
    { body: { url: "" }, saved },
    ["url:empty"],
    "invalid_parameters",
  ),
  unsent(
    "invalid_parameters: access_key is empty",
    { body: { access_key: "" }, saved },
    ["access_key:empty"],
    "invalid_parameters",
  ),
  unsent(
    "invalid_parameters: url is not a string",
    { body: { url: ["https://callback.example.test/"] }, saved },
    ["url:kind"],
    "invalid_parameters",
  ),
  unsent(
    "invalid_parameters: access_key is a number",
    { body: { access_key: 12_345 }, saved },
    ["access_key:kind"],
    "invalid_parameters",
  ),
  foreign(
    "invalid_parameters: the body is not JSON",
    { saved, raw: "url=https://callback.example.test/" },
    "invalid_parameters",
  ),
  foreign("invalid_parameters: the body is a list", { saved, raw: "[]" }, "invalid_parameters"),
  foreign("invalid_parameters: the body is null", { saved, raw: "null" }, "invalid_parameters"),
  unsent(
    "invalid_callback_url: url is not a URL",
    { body: { url: "callback.example.test", access_key: "key" } },
    ["url:url"],
    "invalid_callback_url",
  ),
  unsent(
    "invalid_callback_url: url has no host",
    { body: { url: "https://", access_key: "key" } },
    ["url:url"],
    "invalid_callback_url",
  ),
  unsent(
    "invalid_callback_url: url has an impossible port",
    { body: { url: "https://callback.example.test:99999/", access_key: "key" } },
    ["url:url"],
    "invalid_callback_url",
  ),
  unsent(
    "invalid_callback_url: url carries a user name and password",
    { body: { url: "https://user:pass@callback.example.test/", access_key: "key" } },
    ["url:user_info"],
    "invalid_callback_url",
  ),
  unsent(
    "invalid_callback_url: url of 257 characters",
    { body: { url: `https://callback.example.test/${"a".repeat(227)}`, access_key: "key" } },
    ["url:too_long"],
    "invalid_callback_url",
  ),
  unsent(
    "invalid_callback_url: access_key of 257 characters",
    { body: { url: receiver, access_key: "k".repeat(257) } },
    ["access_key:too_long"],
    "invalid_callback_url",
  ),
  unsent(
    "callback_url_not_https: http",
    { body: { url: "http://callback.example.test/", access_key: "key" } },
    ["url:https"],
    "callback_url_not_https",
  ),
  unsent(
    "callback_url_not_https: another scheme",
    { body: { url: "ftp://callback.example.test/", access_key: "key" } },
    ["url:https"],
    "callback_url_not_https",
  ),
  accepted(
    "https in capitals is https",
    { body: { url: "HTTPS://CALLBACK.example.test:{port}/orders", access_key: "key" } },
    { delivered: "key" },
  ),
  rejected("callback_not_configured: nothing saved, nothing sent", {}, "callback_not_configured"),
  rejected(
    "callback_not_configured: nothing saved, only url sent",
    { body: { url: receiver } },
    "callback_not_configured",
  ),
  rejected(
    "callback_not_configured: nothing saved, only access_key sent",
    { body: { access_key: "key" } },
    "callback_not_configured",
  ),
  rejected(
    "callback_send_error: the name does not resolve",
    { body: { url: "https://nowhere.example.test/", access_key: "key" } },
    "callback_send_error",
  ),
  rejected(
    "callback_send_error: no server listens",
    { body: { url: "https://callback.example.test:1/", access_key: "key" } },
    "callback_send_error",
  ),
  rejected(
    "callback_send_error: the certificate is for another name",
    { body: { url: "https://impostor.example.test:{port}/", access_key: "key" } },
    "callback_send_error",
  ),
  rejected(
    "callback_response_not_200: an error",
    { body: { url: receiver, access_key: "key" }, receiver: 500 },
    "callback_response_not_200",
    { delivered: "key" },
  ),
  rejected(
    "callback_response_not_200: another success",
    { body: { url: receiver, access_key: "key" }, receiver: 204 },
    "callback_response_not_200",
    { delivered: "key" },
  ),
  rejected(
    "callback_response_not_200: a redirect is not followed",
    { body: { url: receiver, access_key: "key" }, receiver: 302 },
    "callback_response_not_200",
    { delivered: "key" },
  ),
  rejected(
    "callback_private_domain: a name that resolves to a private address",
    { body: { url: "https://private.example.test/", access_key: "key" }, private_callbacks: "refused" },
    "callback_private_domain",
  ),
  rejected(
    "callback_private_domain: a private address in decimal",
    { body: { url: "https://2130706433/", access_key: "key" }, private_callbacks: "refused" },
    "callback_private_domain",
  ),
  rejected(
    "callback_private_domain: a metadata service, even where private addresses are allowed",
    { body: { url: "https://metadata.example.test/", access_key: "key" } },
    "callback_private_domain",
  ),
  rejected(
    "request_too_fast: one test more than the rate allows",
    { saved, rate_limit: { tests: 1, per_seconds: 60 }, times: 2 },
    "request_too_fast",
  ),
  unsent(
    "request_too_fast comes before the body is looked at",
    { body: { url: "" }, saved, rate_limit: { tests: 1, per_seconds: 60 }, times: 2 },
    ["url:empty"],
    "request_too_fast",
  ),
  rejected(
    "permission_denied: an internal token of a certificate manager",
    { saved, credential: "certificate-manager-token" },
    "permission_denied",
  ),
  rejected(
    "permission_denied: an OAuth credential of a lightweight client",
    { saved, credential: "lightweight-oauth" },
    "permission_denied",
  ),
  rejected(
    "permission_denied: a dedicated key of an integration",
    { saved, credential: "integration-key" },
    "permission_denied",
  ),
  unsent(
    "permission_denied comes before the body is looked at",
    { body: { url: "" }, credential: "integration-key" },
    ["url:empty"],
    "permission_denied",
  ),
  rejected(
    "permission_denied: managed PKI with a url of the moment",
    { body: { url: receiver }, saved, credential: "managed-pki" },
    "permission_denied",
  ),
  rejected(
    "permission_denied: managed PKI with an access_key of the moment",
    { body: { access_key: "key" }, saved, credential: "managed-pki" },
    "permission_denied",
  ),
  accepted(
    "managed PKI may test what is saved",
    { saved, credential: "managed-pki" },
    { delivered: "saved-key" },
  ),
];
