import { expect } from "vitest";
import { csr } from "../../harness/provider/provider.ts";
import { test } from "./provider-fixture.ts";

test("parse_csr gives what a CSR asks for, and null for what it does not have", async ({ provider }) => {
  const parse = (text: string) => provider.workspace.callFunction("parse_csr", text);
  expect(await parse(csr)).toEqual({
    common_name: "www.example.com",
    dns_names: ["www.example.com", "example.com"],
    ip_addresses: [],
    key_algorithm: "ec",
    key_bits: 256,
    key_curve: "P-256",
    public_key_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    signature_algorithm: expect.any(String),
    signature_valid: true,
  });
});

test("parse_csr refuses what is not a CSR, and does not repeat a private key", async ({ provider }) => {
  const key = "-----BEGIN PRIVATE KEY-----\nc2VjcmV0LWtleS1ieXRlcw==\n-----END PRIVATE KEY-----\n";
  const error = await provider.workspace.callFunction("parse_csr", key).catch((failure: Error) => failure);
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).toMatch(/private key/i);
  expect(String(error)).not.toContain("c2VjcmV0");
});
