import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { checkCsr } from "../../../src/csr/index.ts";
import { csrFor, decodePem, der, fixture, hex, pem, refusal, sequence } from "../../harness/csr/build.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey;
const pss = generateKeyPairSync("rsa-pss", { modulusLength: 1024 }).privateKey;
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
const ed = generateKeyPairSync("ed25519").privateKey;
const dsa = generateKeyPairSync("dsa", { modulusLength: 1024, divisorLength: 160 }).privateKey;

const exportDer = (key: KeyObject, type: "pkcs8" | "pkcs1" | "sec1") =>
  key.export({ type, format: "der" } as never) as Buffer;
const encrypted = (key: KeyObject, cipher: string) =>
  key.export({ type: "pkcs8", format: "der", cipher, passphrase: "canary" });
// Node writes neither of these forms, so their beginnings are made by hand.
const openssh = Buffer.concat([Buffer.from("openssh-key-v1\0\0\0\0\x04none"), Buffer.alloc(80, 7)]);
const traditionalDsa = sequence(hex("020100"), der(2, Buffer.alloc(128, 1)), der(2, Buffer.alloc(20, 1)));
const pkcs12 = sequence(
  hex("020103"),
  sequence(hex("06092a864886f70d010701"), der(0xa0, Buffer.alloc(90, 7))),
);

const keys: [string, Buffer, string][] = [
  ["RSA in PKCS#8", exportDer(rsa, "pkcs8"), "PRIVATE KEY"],
  ["RSA-PSS in PKCS#8", exportDer(pss, "pkcs8"), "PRIVATE KEY"],
  ["EC in PKCS#8", exportDer(ec, "pkcs8"), "PRIVATE KEY"],
  ["Ed25519 in PKCS#8", exportDer(ed, "pkcs8"), "PRIVATE KEY"],
  ["DSA in PKCS#8", exportDer(dsa, "pkcs8"), "PRIVATE KEY"],
  ["RSA in PKCS#1", exportDer(rsa, "pkcs1"), "RSA PRIVATE KEY"],
  ["EC in SEC1", exportDer(ec, "sec1"), "EC PRIVATE KEY"],
  ["DSA in its traditional form", traditionalDsa, "DSA PRIVATE KEY"],
  ["encrypted PKCS#8", encrypted(rsa, "aes-256-cbc"), "ENCRYPTED PRIVATE KEY"],
  ["small encrypted PKCS#8", encrypted(ed, "aes-128-cbc"), "ENCRYPTED PRIVATE KEY"],
  ["OpenSSH", openssh, "OPENSSH PRIVATE KEY"],
];

function expectRefused(input: string, secret: Buffer): void {
  const error = refusal(input);
  expect(error.code).toBe("private_key");
  expect(error.remedy).toContain("CSR");
  const shown = [
    error.message,
    error.stack,
    inspect(error, { depth: null, showHidden: true }),
    JSON.stringify(error),
  ];
  const [problem, ...more] = checkCsr({ csr: input, common_name: "example.com", dns_names: [] });
  expect(more).toEqual([]);
  expect(problem).toMatchObject({
    severity: "error",
    field: "csr",
    rule: "private_key",
    code: "invalid_request",
  });
  shown.push(JSON.stringify(problem));

  const canaries = [
    ...(secret.toString("base64").match(/.{8}/g) ?? []),
    ...(secret.toString("hex").match(/.{12}/g) ?? []),
  ];
  for (const canary of canaries) expect(shown.some((text) => text?.includes(canary))).toBe(false);
}

describe.each(keys)("A private key (%s)", (_, secret, label) => {
  const csr = fixture("p256");
  const base64 = secret.toString("base64");

  test("is refused as PEM and never shown", () => {
    expectRefused(pem(secret, label), secret);
  });

  test("is refused as bare base64, in one line, in lines of 64 and in short lines", () => {
    expectRefused(base64, secret);
    expectRefused(base64.replace(/.{64}/g, "$&\r\n"), secret);
    expectRefused(base64.replace(/.{8}/g, "$&\n"), secret);
  });

  test("is refused under the label of a CSR", () => {
    expectRefused(pem(secret), secret);
  });

  test("is refused before and after a good CSR, with and without its label", () => {
    expectRefused(pem(secret, label) + csr, secret);
    expectRefused(csr + pem(secret, label), secret);
    expectRefused(`${csr}\nkey: ${base64}\n`, secret);
    expectRefused(`${base64}\n${csr}`, secret);
  });

  test("is refused when it is cut off", () => {
    expectRefused(pem(secret, label).slice(0, 120), secret);
    expectRefused(base64.slice(0, 61), secret);
  });

  test("is refused when its line breaks were written as \\n, or lost", () => {
    expectRefused(pem(secret, label).replaceAll("\n", "\\n"), secret);
    expectRefused(pem(secret, label).replaceAll("\n", " "), secret);
  });
});

test("A private key is refused also in a key store, PuTTY's format, and the old encrypted PEM with headers", () => {
  expectRefused(pkcs12.toString("base64"), pkcs12);
  expectRefused(
    `PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n${openssh.toString("base64")}`,
    openssh,
  );
  const body = Buffer.alloc(96, 0x5a);
  expectRefused(
    pem(body, "RSA PRIVATE KEY").replace(
      "KEY-----\n",
      "KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\n",
    ),
    body,
  );
});

test("A private key that is encrypted in an unknown way is refused", () => {
  const secret = sequence(sequence(hex("06032a0304"), hex("0500")), der(4, Buffer.alloc(64, 0x5a)));
  expectRefused(secret.toString("base64"), secret);
});

describe("A CSR", () => {
  test("is not taken for a private key, wherever its lines are broken", () => {
    for (const name of ["rsa-full", "rsa-1024", "p256", "p521", "ed25519", "ed448", "sm2", "pss-pss-key"])
      for (const width of [16, 20, 24, 32, 64, 76]) {
        const base64 = decodePem(fixture(name)).toString("base64");
        expect(checkCsr({ csr: base64.replace(new RegExp(`.{${width}}`, "g"), "$&\n") })).toEqual(
          checkCsr({ csr: fixture(name) }),
        );
      }
  });

  test("is not taken for a private key if its signed part, which begins like PKCS#8, stands on a line of its own", () => {
    const base64 = decodePem(csrFor("example.com")).toString("base64");
    expect(base64).toMatch(/^MI.{2}M.{2}CAQAw/); // the outer header fills four characters, and then it begins
    expect(checkCsr({ csr: `${base64.slice(0, 4)}\n${base64.slice(4)}` })).toEqual([]);
  });

  test("is not taken for a private key if a list of one oid happens to stand before other bytes", () => {
    const other = Buffer.concat([sequence(sequence(hex("06032a0304"))), der(4, Buffer.alloc(9))]);
    expect(checkCsr({ csr: `${fixture("p256")}\n${other.toString("base64")}` })).toEqual([]);
  });
});
