import { describe, expect, test } from "vitest";
import { type Csr, CsrError, checkCsr, readCsr } from "../../../src/csr/index.ts";
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

/** The CSR, or undefined when it is refused. Any other error than a CsrError fails the test. */
function attempt(input: string): Csr | undefined {
  try {
    return readCsr(input);
  } catch (error) {
    if (error instanceof CsrError) return undefined;
    throw error;
  }
}

const signedContent = ({ signature: _, ...content }: Csr) => content;

/** Every third bit is in every byte. With RSA most of them are in one of two long numbers, and all alike: fewer will do. */
const candidates: readonly [string, number][] = [
  ["p256", 3],
  ["ed25519", 3],
  ["rsa-full", 11],
  ["pss-pss-key", 11],
];

describe.each(candidates)("The CSR %s", (name, everyBits) => {
  const original = decodePem(fixture(name));
  const expected = signedContent(readCsr(fixture(name)));

  test("never verifies with another content, whichever bit is changed", () => {
    for (let bit = 0; bit < original.length * 8; bit += everyBits) {
      const csr = attempt(withBitChanged(original, bit));
      if (csr?.signature.verified === true) expect(signedContent(csr)).toEqual(expected);
    }
  });

  test("is refused when it is cut off anywhere", () => {
    for (let length = 0; length < original.length; length++)
      expect(attempt(original.subarray(0, length).toString("base64"))).toBeUndefined();
  });
});

test("Every changed bit of the signed part of a CSR is found", () => {
  const original = decodePem(fixture("ed25519"));
  const unsigned = sequence(oids.ed25519).length + der(3, Buffer.alloc(65)).length;
  for (let bit = 0; bit < (original.length - unsigned) * 8; bit++)
    expect(attempt(withBitChanged(original, bit))?.signature.verified).not.toBe(true);
});

function withBitChanged(bytes: Buffer, bit: number): string {
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return changed.toString("base64");
}

// Random requests: test/proof/hostile/targets/csrs.ts.
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
