import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkRequest, clientOptions } from "../../../src/client/index.ts";
import type { Settings } from "../../../src/contract/index.ts";
import { callbackTestOperation, reissueOperation } from "../../../src/contract/index.ts";
import { newFolder } from "../../harness/new-folder.ts";

const settings = {
  base_url: "https://service.example",
  service: "prod",
  auth_key: "secret",
  key_id: "id",
  timeout_seconds: 100,
  connect_timeout_seconds: 5,
  response_timeout_seconds: 50,
  max_tries: 4,
  ca_file: undefined,
} as unknown as Settings;

describe("Settings as options", () => {
  test("are the same, in milliseconds", () => {
    expect(clientOptions(settings)).toEqual({
      baseUrl: "https://service.example",
      service: "prod",
      authKey: "secret",
      keyId: "id",
      timeoutMs: 100_000,
      connectTimeoutMs: 5_000,
      responseTimeoutMs: 50_000,
      maxTries: 4,
      ca: undefined,
    });
  });

  test("hold the authorities of the named file", () => {
    const file = join(newFolder("ca-"), "ca.pem");
    const refused = (why: RegExp) =>
      expect.objectContaining({
        code: "invalid_setting",
        outcome: "not-sent",
        message: expect.stringMatching(why),
        issues: [expect.objectContaining({ severity: "error", field: "ca", rule: "file" })],
      });
    const options = () => clientOptions({ ...settings, ca_file: file });
    expect(options).toThrow(refused(/^The client cannot be set up: .*cannot be read \(ENOENT\)/));
    writeFileSync(file, "no certificate at all");
    expect(options).toThrow(refused(/holds no certificate/));
    const pem = "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n";
    writeFileSync(file, pem);
    expect(options().ca).toBe(pem);
  });
});

test("A request is checked by the rules of its operation, as of now or of a given day", () => {
  const fields = (issues: ReturnType<typeof checkRequest>) => issues.map(({ field }) => field);
  const asked = { order_id: "order-1", sign_hash: "sha256", csr: "nonsense" };
  expect(fields(checkRequest(reissueOperation, asked))).toEqual(["csr"]);
  expect(fields(checkRequest(callbackTestOperation, { url: "http://example.com" }))).toEqual(["url"]);
});
