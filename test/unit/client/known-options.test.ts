import { describe, expect, test } from "vitest";
import { CertOrderClient } from "../../../src/client/index.ts";
import { Journal, MemoryStore } from "../../../src/journal/index.ts";
import { made, request, service } from "./serving.ts";

const keys = { authKey: "auth-key-1", keyId: "key-1" };

/** A variable, so that the compiler does not see the mistake. */
const misspelt = { requireCallbck: true };

const problem = (what: string) => ({
  code: "invalid_setting",
  outcome: "not-sent",
  message: `${what}: "requireCallbck" is not an option.`,
  remedy: expect.stringMatching(/^Use .*\.$/),
});

describe("An option that does not exist is refused, and nothing is sent", () => {
  test("by every call", async () => {
    const { url, seen } = await service(made("cert-1"));
    const journal = new Journal(new MemoryStore());
    const client = new CertOrderClient({ baseUrl: url, ...keys, env: {}, journal });
    const asked = { idempotencyKey: "ticket-7", ...misspelt };
    await expect(client.reissue("order-1", request, asked)).rejects.toMatchObject(
      problem("The reissue was not sent"),
    );
    await expect(client.testCallback({}, misspelt as object)).rejects.toMatchObject(
      problem("The callback test was not sent"),
    );
    await expect(client.importCertificate("order-1", "cert-1", misspelt as object)).rejects.toMatchObject(
      problem("The certificate was not imported"),
    );
    expect(seen).toEqual([]);
    expect(await journal.attempts("order-1")).toEqual([]);
  });

  test("by the constructor", () => {
    const options = { baseUrl: "https://service.example", ...keys, journal: "none" as const, ...misspelt };
    expect(() => new CertOrderClient(options)).toThrow(
      'The client cannot be set up: "requireCallbck" is not an option.',
    );
  });
});
