import { expect, test } from "vitest";
import { isUntrusted } from "../../../src/contract/index.ts";

test("An untrusted server is recognised by the error's code", () => {
  for (const code of [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "HOSTNAME_MISMATCH",
  ])
    expect(isUntrusted(code)).toBe(true);
  for (const code of ["", "ECONNRESET", "NOT_CERT_", "ERR_TLS_HANDSHAKE_TIMEOUT"])
    expect(isUntrusted(code)).toBe(false);
});
