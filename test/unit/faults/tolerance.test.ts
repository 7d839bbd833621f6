import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CertOrderClient, callbackVerdict } from "../../../src/client/index.ts";
import type { CallbackTestRequest, ReissueRequest } from "../../../src/contract/index.ts";
import {
  CertOrderError,
  callbackCodes,
  isCallbackCode,
  render,
  terraformDialect,
} from "../../../src/contract/index.ts";
import type { Account, Answers, Sandbox, ServiceCode } from "../../../src/sandbox/index.ts";
import { answerPresets, defaultAnswers, startSandbox } from "../../../src/sandbox/index.ts";
import { call, clientFor, operations } from "../../harness/faults/calls.ts";
import { sandboxService, withFaultyService } from "../../harness/faults/faulty-service.ts";

/** A way to have the service refuse that the client cannot see coming. */
interface Situation {
  readonly code: ServiceCode;
  readonly account?: Partial<Account>;
  readonly authKey?: string;
  ask(client: CertOrderClient<"none">): Promise<unknown>;
}

const csr = readFileSync(new URL("../../harness/csr/fixtures/p256.pem", import.meta.url), "utf8");
const ssl = { signHash: "sha256", commonName: "www.example.com", csr };
const fixed = { ...ssl, commonName: "fixed.example.com" };
const cloud = { signHash: "sha256", csrFrom: "sign-cloud-csc" };
const reissue = (code: ServiceCode, orderId: string, request: ReissueRequest): Situation => ({
  code,
  ask: (client) => client.reissue(orderId, request),
});

const reissues: readonly Situation[] = [
  { ...reissue("unauthorized", "order-ssl-1", ssl), authKey: "wrong" },
  reissue("order_not_found", "order-none", ssl),
  reissue("common_name_required", "order-ssl-1", { signHash: "sha256", csr }),
  reissue("csr_required", "order-ssl-1", { ...ssl, csr: undefined }),
  reissue("cloud_key_not_available", "order-ssl-1", { ...cloud, commonName: "www.example.com" }),
  reissue("sign_key_pin_required", "order-code-1", cloud),
  reissue("sign_key_pin_wrong", "order-code-1", { ...cloud, signKeyPin: "00000" }),
  reissue("dns_names_not_changeable", "order-fixed-1", { ...fixed, dnsNames: ["new.example.com"] }),
  reissue("dcv_scope_not_supported", "order-fixed-1", { ...fixed, dcvScope: "any" }),
  reissue("domain_removal_not_acknowledged", "order-ssl-1", { ...ssl, dnsNames: ["www.example.com"] }),
  reissue("revocation_not_acknowledged", "order-revoking-1", { ...ssl, commonName: "once.example.com" }),
];

const testing = (code: ServiceCode, account: Partial<Account>, request?: CallbackTestRequest): Situation => ({
  code,
  account,
  ask: (client) => client.testCallback(request),
});
const saved = (url: string): Partial<Account> => ({ callback: { url, accessKey: "key" } });
const given = (host: string) => ({ url: `https://${host}/`, accessKey: "key" });
const addresses: Readonly<Record<string, string>> = { "private.example.test": "10.0.0.1" };

const tests: readonly Situation[] = [
  {
    code: "request_too_fast",
    async ask(client) {
      // Only one is allowed, whatever its outcome.
      await client.testCallback().catch(() => {});
      await client.testCallback();
    },
  },
  testing("invalid_parameters", saved("")),
  testing("invalid_callback_url", saved("nonsense")),
  testing("callback_url_not_https", saved("http://callback.example.test/")),
  testing("callback_not_configured", {}),
  testing("callback_send_error", {}, given("nowhere.example.test")),
  testing("callback_private_domain", {}, given("private.example.test")),
  testing("permission_denied", { kind: "lightweight-oauth" }),
  testing("permission_denied", { kind: "managed-pki" }, given("private.example.test")),
];

/** Each has an account of its own. */
const situations = [...reissues, ...tests].map((situation, index) => ({
  ...situation,
  keyId: `key-${index}`,
}));
const accounts = situations.map(
  ({ keyId, account }): Account => ({ keyId, authKey: "right", kind: "standard", ...account }),
);

for (const [name, preset] of Object.entries(answerPresets)) {
  const answers: Answers = { ...defaultAnswers, ...preset };
  describe(`Answers in the shape ${name}`, () => {
    let sandbox: Sandbox;
    beforeAll(async () => {
      sandbox = await startSandbox({
        httpsPort: false,
        accounts,
        answers,
        rateLimit: { tests: 1, perSeconds: 3_600 },
        resolve: async (host) => (addresses[host] ? [{ address: addresses[host], family: 4 }] : []),
      });
    });
    afterAll(() => sandbox.close());

    test.each(situations)("$code is recognised", async ({ code, keyId, authKey = "right", ask }) => {
      const { url: baseUrl } = sandbox;
      // A rate limit would be waited out.
      const options = { keyId, authKey, env: {}, maxTries: 1 };
      const client = new CertOrderClient({ baseUrl, ...options, journal: "none" });
      const error = await ask(client).catch((thrown: unknown) => thrown);
      if (!CertOrderError.is(error)) throw error;

      const word = wordFor(answers, code);
      expect(error).toMatchObject({ outcome: "rejected", code: word, httpStatus: answers.status(code) });
      expect(sandbox.ledger).toEqual([]);
      if (isCallbackCode(word)) {
        expect(error.message).toContain(callbackCodes[word].cause);
        expect(error.renderIn(terraformDialect).remedy).toBe(
          render(callbackCodes[word].remedy, terraformDialect),
        );
        expect(callbackVerdict(error)).toBe(callbackCodes[word].verdict);
      } else expect(callbackVerdict(error)).toBe("unknown");
    });

    for (const operation of operations)
      test(`The success of a ${operation} is recognised`, async (context) => {
        const service = await withFaultyService(context, sandboxService({ answers }));
        const { client } = clientFor(service);
        context.expect((await call(operation, client, service)).outcome).toBe("done");
        context.expect(service.carriedOut()).toBe(1);
      });

    test("callback_response_not_200 is recognised", async (context) => {
      const service = await withFaultyService(context, sandboxService({ answers, receiver: 301 }));
      const { error } = await call("callback-test", clientFor(service).client, service);
      context.expect(error?.code).toBe(wordFor(answers, "callback_response_not_200"));
    });
  });
}

/** The code of the error: the service's word, or else only the status. */
function wordFor(answers: Answers, code: ServiceCode): string {
  return answers.refusalBody(code, "") === undefined ? `http_${answers.status(code)}` : answers.word(code);
}
