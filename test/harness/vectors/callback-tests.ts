import { forCallbackTests, type Vector } from "./vector.ts";

const { accepted, rejected, unsent, foreign } = forCallbackTests;

/** An address at which the receiver of the callback listens. */
const receiver = "https://callback.example.test:{port}/orders";
const to = (url: string, access_key = "key") => ({ body: { url, access_key } });
const saved = { url: receiver, access_key: "saved-key" };
const elsewhere = { ...saved, url: "https://elsewhere.example.test/" };

/** The receiver gets the test with this key. */
const delivered = (
  ...rows: [name: string, request: Parameters<typeof accepted>[0][number][1], key: string][]
) => accepted(rows.map(([name, request, key]) => [name, request, { delivered: key }]));

export const callbackTests: readonly Vector[] = [
  ...delivered(
    ["url and access_key of the moment, with nothing saved", to(receiver, "new-key"), "new-key"],
    ["no body tests the saved configuration", { saved }, "saved-key"],
    ["url alone goes with the saved key", { body: { url: receiver }, saved: elsewhere }, "saved-key"],
    ["access_key alone goes with the saved address", { body: { access_key: "new-key" }, saved }, "new-key"],
    ["both take the place of what is saved", { ...to(receiver, "new-key"), saved: elsewhere }, "new-key"],
    [
      "the test is sent although callbacks are disabled",
      { saved: { ...saved, disabled: true } },
      "saved-key",
    ],
    [
      "the test is sent although order:issued is not enabled",
      { saved: { ...saved, enabled_actions: ["order:revoked"] } },
      "saved-key",
    ],
    [
      "null members are the same as absent ones",
      { body: { url: null, access_key: null }, saved, wire: null },
      "saved-key",
    ],
    ["an access_key of 256 characters", to(receiver, "k".repeat(256)), "k".repeat(256)],
    ["an access_key beyond ASCII", to(receiver, "schlüssel-キー"), "schlüssel-キー"],
    ["https in capitals is https", to("HTTPS://CALLBACK.example.test:{port}/orders"), "key"],
    ["managed PKI may test what is saved", { saved, credential: "managed-pki" }, "saved-key"],
  ),
  ...foreign("success", [
    ["an empty object tests the saved configuration", { saved, raw: "{}" }, { delivered: "saved-key" }],
  ]),
  ...unsent("success", [
    [
      "an unknown member",
      { body: { uri: receiver }, saved },
      "uri:unknown_field",
      { delivered: "saved-key" },
    ],
  ]),
  ...rejected("callback_send_error", [
    ["a url of 256 characters", to(`https://callback.example.test/${"a".repeat(226)}`)],
    ["the name does not resolve", to("https://nowhere.example.test/")],
    ["no server listens", to("https://callback.example.test:1/")],
    ["the certificate is for another name", to("https://impostor.example.test:{port}/")],
  ]),
  ...unsent("invalid_parameters", [
    ["url is empty", { body: { url: "" }, saved }, "url:empty"],
    ["access_key is empty", { body: { access_key: "" }, saved }, "access_key:empty"],
    ["url is not a string", { body: { url: ["https://callback.example.test/"] }, saved }, "url:kind"],
    ["access_key is a number", { body: { access_key: 12_345 }, saved }, "access_key:kind"],
  ]),
  ...foreign("invalid_parameters", [
    ["the body is not JSON", { saved, raw: "url=https://callback.example.test/" }],
    ["the body is a list", { saved, raw: "[]" }],
    ["the body is null", { saved, raw: "null" }],
  ]),
  ...unsent("invalid_callback_url", [
    ["url is not a URL", to("callback.example.test"), "url:url"],
    ["url has no host", to("https://"), "url:url"],
    ["url has an impossible port", to("https://callback.example.test:99999/"), "url:url"],
    ["url carries a user name and password", to("https://user:pass@callback.example.test/"), "url:user_info"],
    ["url of 257 characters", to(`https://callback.example.test/${"a".repeat(227)}`), "url:too_long"],
    ["access_key of 257 characters", to(receiver, "k".repeat(257)), "access_key:too_long"],
  ]),
  ...unsent("callback_url_not_https", [
    ["http", to("http://callback.example.test/"), "url:https"],
    ["another scheme", to("ftp://callback.example.test/"), "url:https"],
  ]),
  ...rejected("callback_not_configured", [
    ["nothing saved, nothing sent", {}],
    ["nothing saved, only url sent", { body: { url: receiver } }],
    ["nothing saved, only access_key sent", { body: { access_key: "key" } }],
  ]),
  ...rejected("callback_response_not_200", [
    ["an error", { ...to(receiver), receiver: 500 }, { delivered: "key" }],
    ["another success", { ...to(receiver), receiver: 204 }, { delivered: "key" }],
    ["a redirect is not followed", { ...to(receiver), receiver: 302 }, { delivered: "key" }],
  ]),
  ...rejected("callback_private_domain", [
    [
      "a name that resolves to a private address",
      { ...to("https://private.example.test/"), private_callbacks: "refused" },
    ],
    ["a private address in decimal", { ...to("https://2130706433/"), private_callbacks: "refused" }],
    ["a metadata service, even where private addresses are allowed", to("https://metadata.example.test/")],
  ]),
  ...rejected("request_too_fast", [
    ["one test more than the rate allows", { saved, rate_limit: { tests: 1, per_seconds: 60 }, times: 2 }],
  ]),
  ...unsent("request_too_fast", [
    [
      "comes before the body is looked at",
      { body: { url: "" }, saved, rate_limit: { tests: 1, per_seconds: 60 }, times: 2 },
      "url:empty",
    ],
  ]),
  ...rejected("permission_denied", [
    ["an internal token of a certificate manager", { saved, credential: "certificate-manager-token" }],
    ["an OAuth credential of a lightweight client", { saved, credential: "lightweight-oauth" }],
    ["a dedicated key of an integration", { saved, credential: "integration-key" }],
    ["managed PKI with a url of the moment", { body: { url: receiver }, saved, credential: "managed-pki" }],
    [
      "managed PKI with an access_key of the moment",
      { body: { access_key: "key" }, saved, credential: "managed-pki" },
    ],
  ]),
  ...unsent("permission_denied", [
    ["comes before the body is looked at", { body: { url: "" }, credential: "integration-key" }, "url:empty"],
  ]),
];
