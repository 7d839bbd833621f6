import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { CsrError, csrText } from "../../../src/csr/index.ts";
import { decodePem, der, fixture, hex, sequence } from "../../harness/csr/build.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const keyPem = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
const utf16 = (text: string) => Buffer.concat([hex("fffe"), Buffer.from(text, "utf16le")]);
const latin1 = (text: string) => Buffer.from(text, "latin1");

function told(bytes: Buffer): Pick<CsrError, "code" | "message" | "remedy"> {
  try {
    csrText(bytes);
  } catch (error) {
    if (error instanceof CsrError) return error;
    throw error;
  }
  throw new Error("It was taken for text.");
}

describe("The file of a CSR", () => {
  test.each(["", "text", fixture("p256"), `\ufeff${fixture("p256")}`, `é \${a} %{b}\r\n`, "\u{1f600}"])(
    "is taken as it is, if it is text: %j",
    (text) => {
      expect(csrText(Buffer.from(text))).toBe(text);
    },
  );

  const toConvert = "The file is a CSR in binary form (DER); expected its text (PEM).";
  test.each([
    ["a CSR as DER", decodePem(fixture("p256")), "not_text", toConvert, "openssl req -inform DER"],
    ["a larger one", decodePem(fixture("rsa-full")), "not_text", toConvert, "-out FILE.pem"],
    [
      "a certificate as DER",
      sequence(sequence(der(0xa0, hex("020102")), hex("0201ff"))),
      "not_a_csr",
      "The file is a certificate; expected a CSR.",
      "BEGIN CERTIFICATE REQUEST",
    ],
    [
      "a public key as DER",
      publicKey.export({ type: "spki", format: "der" }),
      "not_a_csr",
      "The file is a public key; expected a CSR.",
      "openssl req -new",
    ],
    ["UTF-16", utf16(fixture("p256")), "not_text", "The file is text in UTF-16; expected UTF-8.", "as UTF-8"],
    [
      "UTF-16 of the other kind",
      utf16(fixture("p256")).swap16(),
      "not_text",
      "The file is text in UTF-16; expected UTF-8.",
      "as UTF-8",
    ],
    [
      "a CSR below text in Latin-1",
      latin1(`Büro\n${fixture("p256")}`),
      "not_text",
      "The file has bytes that are not text in UTF-8.",
      "Keep only the lines",
    ],
    ["an image", hex("89504e470d0a1a0a0000"), "not_text", "The file is binary, but not a CSR.", "(PEM)"],
    ["a template in bytes", latin1(`\${a}\xff`), "not_text", "The file is binary, but not a CSR.", "(PEM)"],
    ["an empty sequence", hex("3000"), "not_text", "The file is binary, but not a CSR.", "(PEM)"],
  ])("is recognised by its bytes: %s", (_, bytes, code, message, remedy) => {
    expect(told(bytes)).toMatchObject({ code, message, remedy: expect.stringContaining(remedy) });
  });

  test.each([
    ["DER", privateKey.export({ type: "pkcs8", format: "der" })],
    ["DER of the old form", privateKey.export({ type: "pkcs1", format: "der" })],
    ["PEM in UTF-16", utf16(keyPem)],
    ["PEM in UTF-16 of the other kind", utf16(keyPem).swap16()],
    ["PEM below text in Latin-1", latin1(`é\n${keyPem}`)],
  ])("is named as a private key if it has one, and nothing of it is shown: %s", (_, bytes) => {
    const { code, message, remedy } = told(bytes);
    expect(code).toBe("private_key");
    expect(message).toBe("The file holds a private key; expected a CSR, which is public.");
    expect(remedy).toContain("replace it with a new one");
  });
});
