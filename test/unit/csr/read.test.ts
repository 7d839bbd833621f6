import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readCsr } from "../../../src/csr/index.ts";
import {
  buildCsr,
  csrFor,
  decodePem,
  der,
  dns,
  exportSpki,
  extensionRequest,
  fixture,
  hex,
  oids,
  part,
  pem,
  refusal,
  sequence,
  text,
} from "../../harness/csr/build.ts";

const readBuilt = (parts?: Parameters<typeof buildCsr>[0]) => readCsr(pem(buildCsr(parts)));

describe("A CSR made by OpenSSL", () => {
  test("gives its subject in order, and every kind of alternative name", () => {
    const csr = readCsr(fixture("rsa-full"));
    expect(csr.subject).toEqual([
      { oid: "2.5.4.6", name: "C", value: "CN" },
      { oid: "2.5.4.10", name: "O", value: "Example Büro" },
      { oid: "2.5.4.3", name: "CN", value: "example.com" },
    ]);
    expect(csr).toMatchObject({
      commonName: "example.com",
      dnsNames: ["example.com", "*.example.com", "xn--bcher-kva.example"],
      ipAddresses: ["192.0.2.7", "2001:db8::1"],
      emailAddresses: ["admin@example.com"],
      uris: ["https://example.com/"],
    });
  });

  test.each([
    ["rsa-sha256", { algorithm: "rsa", bits: 2048 }, { algorithm: "rsa-sha256", verified: true }],
    ["rsa-1024", { algorithm: "rsa", bits: 1024 }, { algorithm: "rsa-sha256", verified: true }],
    ["pss-rsa-key", { algorithm: "rsa", bits: 2048 }, { algorithm: "rsa-pss-sha384", verified: true }],
    ["pss-defaults", { algorithm: "rsa", bits: 2048 }, { algorithm: "rsa-pss-sha1", verified: true }],
    ["pss-pss-key", { algorithm: "rsa-pss", bits: 2048 }, { algorithm: "rsa-pss-sha256", verified: true }],
    ["p256", { algorithm: "ec", bits: 256, curve: "P-256" }, { algorithm: "ecdsa-sha256", verified: true }],
    ["p384", { algorithm: "ec", bits: 384, curve: "P-384" }, { algorithm: "ecdsa-sha384", verified: true }],
    ["p521", { algorithm: "ec", bits: 521, curve: "P-521" }, { algorithm: "ecdsa-sha512", verified: true }],
    [
      "secp256k1",
      { algorithm: "ec", bits: 256, curve: "secp256k1" },
      { algorithm: "ecdsa-sha256", verified: true },
    ],
    ["ed25519", { algorithm: "ed25519", bits: 256 }, { algorithm: "ed25519", verified: true }],
    ["ed448", { algorithm: "ed448", bits: 456 }, { algorithm: "ed448", verified: true }],
  ])("has its key named and its signature verified: %s", (name, key, signature) => {
    const csr = readCsr(fixture(name));
    expect(csr.key).toEqual(key);
    expect(csr.signature).toEqual(signature);
    expect(csr.dnsNames).toEqual(["example.com", "www.example.com"]);
  });

  test("is read, and its signature is not judged, if its key is for SM2", () => {
    const csr = readCsr(fixture("sm2"));
    expect(csr.key).toEqual({ algorithm: "sm2", bits: 256, curve: "sm2p256v1" });
    expect(csr.signature).toEqual({ algorithm: "sm2-sm3", verified: "not-checked" });
    expect(csr.commonName).toBe("example.com");
  });
});

describe("A CSR", () => {
  const plain = fixture("p256");
  const expected = readCsr(plain);
  const base64 = decodePem(plain).toString("base64");

  test.each([
    ["with Windows line ends", plain.replaceAll("\n", "\r\n")],
    ["with blanks around it", ` \t\n\n${plain}\n\n `],
    ["with a byte order mark", `\uFEFF${plain}`],
    ["with prose before and after", `Dear CA,\nwith my private key I made\n${plain}\nRegards`],
    ["with its line breaks lost", plain.replaceAll("\n", " ")],
    [
      "below what OpenSSL prints of it",
      `Certificate Request:\n    Data:\n        Public-Key: (256 bit)\n            04:23:19:33:\n${plain}`,
    ],
    ["as base64 in one line", base64],
    ["as base64 in lines", `\n${base64.replace(/.{76}/g, "$&\r\n")}\n`],
    ["under the NEW label", plain.replaceAll("CERTIFICATE", "NEW CERTIFICATE")],
  ])("is read %s", (_, input) => {
    expect(readCsr(input)).toEqual(expected);
  });
});

describe("A text that is not one CSR", () => {
  const csr = fixture("p256");
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const oldPublicKey = publicKey.export({ type: "pkcs1", format: "der" });
  const certificate = sequence(sequence(hex("a003020102"), hex("020101")), sequence(), hex("030100"));

  test.each([
    ["nothing", "", "empty"],
    ["blanks", " \r\n\t", "empty"],
    ["prose", "my CSR is in the other file!", "not_a_csr"],
    ["an unknown PEM block", pem(hex("3000"), "PKCS7"), "not_a_csr"],
    ["two CSRs", csr + fixture("p384"), "several_csrs"],
    ["a very long text", csr + " ".repeat(64 * 1024), "too_large"],
    ["a CSR without its END line", csr.slice(0, csr.indexOf("-----END")), "malformed"],
    ["a CSR without its BEGIN line", csr.slice(csr.indexOf("\n")), "malformed"],
    ["mixed labels", csr.replace("BEGIN CERT", "BEGIN NEW CERT"), "malformed"],
    ["an empty block", pem(hex("")), "malformed"],
    ["a character that is not base64", csr.replace("MII", "M*I"), "malformed"],
    ["lost padding", "MAA", "malformed"],
    ["stray bits after the last byte", "MAB=", "malformed"],
    [
      "two DER values in a row",
      Buffer.concat([decodePem(csr), decodePem(csr)]).toString("base64"),
      "malformed",
    ],
  ])("is refused: %s", (_, input, code) => {
    expect(refusal(input).code).toBe(code);
  });

  test.each([
    ["a certificate", "under its own label", pem(certificate, "CERTIFICATE")],
    ["a certificate", "under the label of a CSR", pem(certificate)],
    ["a certificate", "as bare base64", certificate.toString("base64")],
    ["a public key", "under its own label", pem(exportSpki(publicKey), "PUBLIC KEY")],
    ["a public key", "in the old RSA form", publicKey.export({ type: "pkcs1", format: "pem" }).toString()],
    ["a public key", "under the label of a CSR", pem(exportSpki(publicKey))],
    ["a public key", "as bare base64", exportSpki(publicKey).toString("base64")],
    ["a public key", "as base64 of the old form", oldPublicKey.toString("base64")],
  ])("is called %s if it is one, %s", (kind, _, input) => {
    expect(refusal(input)).toMatchObject({
      code: "not_a_csr",
      message: expect.stringContaining(kind.replace("a ", "")),
    });
  });

  test("is refused with a remedy if its line breaks were written as \\n", () => {
    expect(refusal(csr.replaceAll("\n", "\\n"))).toMatchObject({
      code: "malformed",
      message: expect.stringContaining("\\n"),
      remedy: expect.stringContaining("real line breaks"),
    });
  });
});

describe("The subject", () => {
  const commonName = (value: Uint8Array) =>
    readBuilt({ subject: sequence(part(oids.commonName, value)) }).commonName;

  test.each([
    ["UTF8String", der(12, Buffer.from("bücher 書")), "bücher 書"],
    ["NumericString", text(18, "42"), "42"],
    ["PrintableString, with the star that it should not have", text(19, "*.example.com"), "*.example.com"],
    ["T61String", text(20, "bücher"), "bücher"],
    ["IA5String", text(22, "a@example.com"), "a@example.com"],
    ["VisibleString", text(26, "example"), "example"],
    ["UniversalString", der(28, hex("000000fc 0001f600")), "ü😀"],
    ["BMPString", der(30, hex("00fc 66f8")), "ü書"],
    ["something that is not text", hex("020105"), "#020105"],
    ["an empty string", hex("0c00"), ""],
  ])("may be a %s", (_, value, expected) => {
    expect(commonName(value)).toBe(expected);
  });

  test.each([
    ["UTF-8", hex("0c02c328")],
    ["ASCII", hex("1301fc")],
    ["UTF-16, having half a character", hex("1e03006100")],
    ["UTF-16, having a lone surrogate", hex("1e02d800")],
    ["UTF-32, being cut off", hex("1c03000000")],
    ["UTF-32, being beyond Unicode", hex("1c0400110000")],
    ["UTF-32, having a lone surrogate", hex("1c040000d800")],
  ])("is refused if its text is not %s", (_, value) => {
    expect(() => commonName(value)).toThrow(/not text of the type/);
  });

  test("may be empty, and then there is no common name", () => {
    const csr = readBuilt();
    expect(csr.subject).toEqual([]);
    expect(csr).not.toHaveProperty("commonName");
  });

  test("gives the last of several common names, and parts that share a level one after the other", () => {
    const cn = (value: string) => sequence(oids.commonName, text(12, value));
    const csr = readBuilt({ subject: sequence(der(0x31, cn("a"), cn("b")), der(0x31, cn("c"))) });
    expect(csr.subject.map(({ value }) => value)).toEqual(["a", "b", "c"]);
    expect(csr.commonName).toBe("c");
  });

  test("keeps a part that has no short name under its oid, however large its numbers are", () => {
    const subject = sequence(part(hex("060d 6981ffffffffffffffffff7f 05"), text(12, "x")));
    const [only] = readBuilt({ subject }).subject;
    expect(only).toEqual({ oid: `2.25.${2n ** 71n - 1n}.5`, value: "x" });
  });
});

describe("The alternative names", () => {
  const read = (...attributes: Uint8Array[]) => readBuilt({ attributes: der(0xa0, ...attributes) });
  const reason = (...attributes: Uint8Array[]) =>
    refusal(pem(buildCsr({ attributes: der(0xa0, ...attributes) }))).message;

  test("are also found under Microsoft's older number, and beside other attributes", () => {
    const challenge = sequence(hex("06092a864886f70d010907"), der(0x31, text(12, "x")));
    expect(read(challenge, extensionRequest([dns("a.example")], oids.oldExtensionRequest)).dnsNames).toEqual([
      "a.example",
    ]);
  });

  test("may be missing together with the whole list of attributes", () => {
    expect(readBuilt({ attributes: hex("") })).toMatchObject({
      dnsNames: [],
      signature: { verified: true },
    });
  });

  test("are refused when there are two lists, because readers differ on which one counts", () => {
    expect(reason(extensionRequest([dns("a.example")]), extensionRequest([dns("b.example")]))).toMatch(
      /two lists/,
    );
  });

  test.each([
    ["a zero byte", dns("good.example\0.evil.example")],
    ["a line break", dns("a.example\n")],
    ["Unicode", dns("bücher.example")],
  ])("are refused if one holds %s", (_, name) => {
    expect(reason(extensionRequest([name]))).toMatch(/printable ASCII/);
  });

  test("are refused if one is of no known type, or an address of odd length", () => {
    expect(reason(extensionRequest([hex("8900")]))).toMatch(/no known type/);
    expect(reason(extensionRequest([hex("8705c000020700")]))).toMatch(/neither 4 nor 16/);
  });

  test.each([
    ["00000000000000000000000000000000", "::"],
    ["20010db8000000010000000000000001", "2001:db8:0:1::1"],
    ["ff020000000000000000000000000abc", "ff02::abc"],
  ])("write the IPv6 address %s as %s", (bytes, expected) => {
    expect(read(extensionRequest([der(0x87, hex(bytes))])).ipAddresses).toEqual([expected]);
  });
});

describe("The key and the signature", () => {
  test("have a fingerprint over the whole public key information", () => {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const publicKeyInfo = exportSpki(publicKey);
    const csr = readBuilt({
      publicKeyInfo,
      algorithm: sequence(hex("06082a8648ce3d040302")),
      signature: (info) => sign("sha256", info, privateKey),
    });
    expect(csr.signature).toEqual({ algorithm: "ecdsa-sha256", verified: true });
    expect(csr.publicKeySha256).toBe(createHash("sha256").update(publicKeyInfo).digest("hex"));
  });

  test.each([
    ["sha1", "05"],
    ["sha224", "0e"],
    ["sha384", "0c"],
    ["sha512", "0d"],
  ])("are verified with RSA and %s", (hash, number) => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
    const csr = readBuilt({
      publicKeyInfo: exportSpki(publicKey),
      algorithm: sequence(hex(`06092a864886f70d0101${number}`), hex("0500")),
      signature: (info) => sign(hash, info, privateKey),
    });
    expect(csr.signature).toEqual({ algorithm: `rsa-${hash}`, verified: true });
  });

  test("are named by oid and not judged when they are of no known kind", () => {
    const unknown = sequence(hex("06032a0304"), text(12, "settings"));
    const csr = readBuilt({
      publicKeyInfo: sequence(unknown, hex("03020000")),
      algorithm: unknown,
      signature: () => hex("00"),
    });
    expect(csr.key).toEqual({ algorithm: "1.2.3.4" });
    expect(csr.signature).toEqual({ algorithm: "1.2.3.4", verified: "not-checked" });
  });

  test("are not judged on a curve that is unknown or spelled out", () => {
    const onCurve = (parameters: Uint8Array) =>
      readBuilt({
        publicKeyInfo: sequence(sequence(hex("06072a8648ce3d0201"), parameters), hex("03020004")),
        algorithm: sequence(hex("06082a8648ce3d040302")),
      });
    const named = onCurve(hex("06032a0304"));
    expect(named.key).toEqual({ algorithm: "ec", curve: "1.2.3.4" });
    expect(named.signature.verified).toBe("not-checked");
    const spelledOut = onCurve(sequence());
    expect(spelledOut.key).toEqual({ algorithm: "ec" });
    expect(spelledOut.signature.verified).toBe("not-checked");
  });

  test("are wrong together when the key cannot have made such a signature", () => {
    const csr = readBuilt({ algorithm: sequence(hex("06082a8648ce3d040302")) });
    expect(csr.signature).toEqual({ algorithm: "ecdsa-sha256", verified: false });
  });

  test("are not judged when the RSA key is beyond what OpenSSL computes with", () => {
    const rsa = (modulus: Buffer, exponent: Buffer) => {
      const key = sequence(der(2, hex("00"), modulus), der(2, hex("00"), exponent));
      return readBuilt({
        publicKeyInfo: sequence(sequence(hex("06092a864886f70d010101"), hex("0500")), der(3, hex("00"), key)),
        algorithm: sequence(hex("06092a864886f70d01010b"), hex("0500")),
      });
    };
    const huge = rsa(Buffer.alloc(2049, 0xff), hex("ff"));
    expect(huge).toMatchObject({ key: { bits: 16392 }, signature: { verified: "not-checked" } });
    const slow = rsa(Buffer.alloc(512, 0xff), Buffer.alloc(9, 0xff));
    expect(slow).toMatchObject({ key: { bits: 4096 }, signature: { verified: "not-checked" } });
    const usual = rsa(Buffer.alloc(512, 0xff), hex("ff"));
    expect(usual).toMatchObject({ key: { bits: 4096 }, signature: { verified: false } });
  });

  test("are not judged when the PSS settings are none that node:crypto knows", () => {
    const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
    const sha256 = sequence(hex("0609608648016503040201"));
    const signedWith = (...settings: Uint8Array[]) =>
      readBuilt({
        publicKeyInfo: exportSpki(publicKey),
        algorithm: sequence(hex("06092a864886f70d01010a"), sequence(...settings)),
      }).signature;
    const usual = [der(0xa0, sha256), der(0xa1, sequence(hex("06092a864886f70d010108"), sha256))];
    expect(signedWith(...usual)).toEqual({ algorithm: "rsa-pss-sha256", verified: false });
    for (const settings of [
      [...usual, hex("a20702 0500ffffffff")], // a salt of 4 GiB
      [...usual, hex("a303020102")], // another trailer
      [der(0xa0, sha256), der(0xa1, sequence(hex("06032a0304")))], // another mask function
      [der(0xa0, sha256)], // the mask function with its default, SHA-1
    ])
      expect(signedWith(...settings)).toEqual({ algorithm: "rsa-pss-sha256", verified: "not-checked" });
    const unknownHash = der(0xa0, sequence(hex("06032a0304")));
    expect(signedWith(unknownHash)).toEqual({ algorithm: "rsa-pss", verified: "not-checked" });
  });

  test("are SM2 also when the curve stands where the algorithm belongs", () => {
    const csr = buildCsr({ publicKeyInfo: sequence(sequence(hex("06082a811ccf5501822d")), hex("03020004")) });
    expect(readCsr(pem(csr))).toMatchObject({
      key: { algorithm: "sm2" },
      signature: { verified: "not-checked" },
    });
  });

  test("are refused when the point is not on its curve", () => {
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const publicKeyInfo = exportSpki(publicKey);
    publicKeyInfo.writeUInt8(publicKeyInfo.readUInt8(90) ^ 1, 90);
    const csr = buildCsr({ publicKeyInfo, algorithm: sequence(hex("06082a8648ce3d040302")) });
    expect(refusal(pem(csr))).toMatchObject({
      code: "malformed",
      message: expect.stringContaining("not a possible key"),
    });
  });

  test.each(["020100", "0400", "050100"])(
    "are refused if an algorithm without settings has %s",
    (settings) => {
      const csr = buildCsr({ algorithm: sequence(oids.ed25519, hex(settings)) });
      expect(refusal(pem(csr)).message).toMatch(/must not have parameters/);
    },
  );
});

describe("The strict DER reader", () => {
  const inSubject = (value: Uint8Array) => refusal(pem(buildCsr({ subject: value }))).message;

  test.each([
    ["a length of no definite size", hex("3080 0000"), /no definite length/],
    ["a long length where a short one would do", hex("308100"), /shortest form/],
    ["a length with leading zeros", Buffer.concat([hex("30820080"), Buffer.alloc(128)]), /shortest form/],
    ["a length beyond the end", hex("30847fffffff"), /cut off/],
    ["a length of more than four bytes", hex("3085010000000000"), /cut off/],
    ["a tag number of more than 30", hex("3f2000"), /tag that no CSR uses/],
    ["a value that ends after what it is in", hex("30023101"), /the subject is cut off/],
    ["another type", hex("3100"), /wrong type/],
    ["an empty level", sequence(hex("3100")), /empty part/],
    ["an oid with leading zeros", sequence(part(hex("0603558003"), hex("0c00"))), /shortest form/],
    ["an oid that is cut off", sequence(part(hex("06025584"), hex("0c00"))), /cut off/],
    ["an empty oid", sequence(part(hex("0600"), hex("0c00"))), /cut off/],
    ["an endless oid", sequence(part(der(6, Buffer.alloc(65, 1)), hex("0c00"))), /too long/],
    ["a value too many", sequence(part(oids.commonName, hex("0c000c00"))), /something follows/],
  ])("refuses %s", (_, value, message) => {
    expect(inSubject(value)).toMatch(message);
  });

  test.each([
    ["another version", hex("020101"), /version other than 0/],
    ["a negative version", hex("0201ff"), /negative/],
    ["a version in a long form", hex("02020000"), /shortest form/],
    ["an empty version", hex("0200"), /empty/],
  ])("refuses %s", (_, version, message) => {
    expect(refusal(pem(buildCsr({ version }))).message).toMatch(message);
  });

  test.each([
    ["0101ff", true],
    ["010100", true],
    ["010101", false],
    ["0100", false],
  ])("takes only true and false as the flag of an extension: %s", (flag, accepted) => {
    const extension = sequence(hex("0603551d0f"), hex(flag), hex("0400"));
    const attribute = sequence(oids.extensionRequest, der(0x31, sequence(extension)));
    const csr = pem(buildCsr({ attributes: der(0xa0, attribute) }));
    if (accepted) expect(readCsr(csr).signature.verified).toBe(true);
    else expect(refusal(csr).message).toMatch(/neither true nor false/);
  });

  test("refuses bytes after the request, and a signature of partial bytes", () => {
    const csr = buildCsr();
    expect(refusal(pem(Buffer.concat([csr, hex("00")]))).message).toMatch(/something follows/);
    const partial = Buffer.from(csr);
    partial[csr.length - 65] = 4;
    expect(refusal(pem(partial)).message).toMatch(/whole bytes/);
  });

  test("reads the smallest possible CSR", () => {
    expect(readCsr(csrFor(undefined)).signature.verified).toBe(true);
  });
});
