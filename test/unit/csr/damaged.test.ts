import { describe, expect, test } from "vitest";
import { CsrError, checkCsr, readCsr } from "../../../src/csr/index.ts";
import {
  buildCsr,
  decodePem,
  der,
  dns,
  extensionRequest,
  fixture,
  oids,
  pem,
  sequence,
} from "../../harness/csr/build.ts";

// Random changes of CSRs with keys of each kind: test/proof/hostile/targets/csrs.ts.

const original = decodePem(fixture("ed25519"));

test("Every changed bit of the signed part of a CSR is found", () => {
  const unsigned = sequence(oids.ed25519).length + der(3, Buffer.alloc(65)).length;
  for (let bit = 0; bit < (original.length - unsigned) * 8; bit++)
    expect(isVerified(withBitChanged(original, bit))).toBe(false);
});

test("A CSR is refused when it is cut off anywhere", () => {
  for (let length = 0; length < original.length; length++)
    expect(() => readCsr(original.subarray(0, length).toString("base64"))).toThrow(CsrError);
});

/** Any other error than a CsrError fails the test. */
function isVerified(input: string): boolean {
  try {
    return readCsr(input).signature.verified === true;
  } catch (error) {
    if (error instanceof CsrError) return false;
    throw error;
  }
}

function withBitChanged(bytes: Buffer, bit: number): string {
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return changed.toString("base64");
}

describe("Hostile input", () => {
  test.each([
    ["nested as deeply as fits", nested(45_000)],
    [
      "of very many empty values",
      pem(buildCsr({ subject: sequence(Buffer.from("3000".repeat(20_000), "hex")) })),
    ],
    [
      "of very many names",
      pem(buildCsr({ attributes: der(0xa0, extensionRequest([Buffer.from("8200".repeat(20_000), "hex")])) })),
    ],
    [
      "of one very long name",
      pem(buildCsr({ attributes: der(0xa0, extensionRequest([dns("a".repeat(45_000))])) })),
    ],
    ["of very many BEGIN lines", "-----BEGIN A-----\n".repeat(3600)],
    ["of dashes only", "-".repeat(65_000)],
    ["of words that almost name a private key", "BEGIN PRIVATE ".repeat(4600)],
    ["of very many short base64 words", "MIIEvQIBADANBgkq ".repeat(3800).replaceAll("MIIEvQIB", "MIIEvQMB")],
    ["of white space inside base64", `MAA${" \n".repeat(32_000)}=`],
  ])("takes little time: %s", (_, input) => {
    expect(input.length).toBeLessThan(64 * 1024);
    const start = process.cpuUsage();
    checkCsr({ csr: input, common_name: "example.com", dns_names: ["example.com"] });
    expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
  });

  function nested(bytes: number): string {
    // Backwards, from the innermost value out.
    const headers: number[] = [];
    while (headers.length < bytes) {
      const length = headers.length;
      if (length < 128) headers.push(length, 0x30);
      else if (length < 256) headers.push(length, 0x81, 0x30);
      else headers.push(length & 255, length >> 8, 0x82, 0x30);
    }
    return pem(Buffer.from(headers.reverse()));
  }
});
