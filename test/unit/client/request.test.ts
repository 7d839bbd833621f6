import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkRequest, clientOptions, requestLines, shownRequest } from "../../../src/client/index.ts";
import type { Settings } from "../../../src/contract/index.ts";
import { callbackTestOperation, reissueOperation } from "../../../src/contract/index.ts";
import { newFolder } from "../../harness/new-folder.ts";

const settings = {
  base_url: "https://service.example",
  service: "prod",
  auth_key: "secret",
  key_id: "id",
  timeout_seconds: 100,
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
      maxTries: 4,
    });
  });

  test("hold the authorities of the named file", () => {
    const file = join(newFolder("ca-"), "ca.pem");
    const options = () => clientOptions({ ...settings, ca_file: file });
    expect(options).toThrow(
      expect.objectContaining({
        code: "invalid_setting",
        outcome: "not-sent",
        message: expect.stringMatching(/^The client cannot be set up: .*cannot be read \(ENOENT\)/),
        problems: [expect.objectContaining({ severity: "error", field: "ca", rule: "file" })],
      }),
    );
    writeFileSync(file, "no certificate at all");
    expect(options).toThrow("holds no certificate");
    const pem = "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n";
    writeFileSync(file, pem);
    expect(options().ca).toBe(pem);
  });
});

test("A request is checked by the rules of its operation, as of now or of a given day", () => {
  const fields = (problems: ReturnType<typeof checkRequest>) => problems.map(({ field }) => field);
  const asked = { order_id: "order-1", sign_hash: "sha256", csr: "nonsense" };
  expect(fields(checkRequest(reissueOperation, asked))).toEqual(["csr"]);
  expect(fields(checkRequest(callbackTestOperation, { url: "http://example.com" }))).toEqual(["url"]);
});

describe("A request that is only shown", () => {
  const settings = { base_url: "https://service.example/api/", auth_key: "auth-secret", key_id: "k-1" };

  test("is the one that would be sent, without its secrets", () => {
    const values = { order_id: "o 1", sign_hash: "sha256", sign_key_pin: "pin-secret", nonsense: "x" };
    const { method, url, headers, body } = shownRequest(reissueOperation, values, settings);
    expect([method, url]).toEqual(["POST", "https://service.example/api/openapi/v3/orders/o%201/reissue"]);
    expect(Object.values(headers)).toEqual(expect.arrayContaining(["***", "k-1", "application/json"]));
    const text = JSON.stringify({ headers, body });
    expect(text).toContain("sha256");
    expect(text.match(/\*\*\*/g)).toHaveLength(2);
    expect(text).not.toMatch(/auth-secret|pin-secret/);
  });

  test("names missing settings", () => {
    const { url, headers, body } = shownRequest(
      callbackTestOperation,
      { url: "https://a.example", access_key: undefined },
      {},
    );
    expect(url).toMatch(/^\{base_url\}\/\w/);
    expect(Object.values(headers).filter((value) => value === "(not set)")).toHaveLength(2);
    expect(JSON.stringify({ headers, body })).not.toContain("***");
  });

  test("is rendered line by line", () => {
    const shown = { method: "PUT", url: "https://a.example/x", headers: { a: "1", b: "2" } } as const;
    const head = ["PUT https://a.example/x", "a: 1", "b: 2"];
    expect(requestLines({ ...shown, body: undefined })).toEqual(head);
    expect(requestLines({ ...shown, body: { c: 3 } })).toEqual([...head, "", "{", '  "c": 3', "}"]);
  });
});
