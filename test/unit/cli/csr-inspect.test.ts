import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { certorder, certorderEach, newFolder } from "../../harness/cli/cli.ts";
import { csr, csrFile } from "../../harness/cli/service.ts";
import { buildCsr, csrFor, fixture, pem } from "../../harness/csr/build.ts";

const fileWith = (content: string) => {
  const path = join(newFolder(), "site.csr");
  writeFileSync(path, content);
  return path;
};

describe("certorder csr inspect", () => {
  test("shows what a CSR asks for, from a file and from standard input", async () => {
    const file = await certorder(["csr", "inspect", csrFile]);
    expect(file).toMatchObject({ code: 0, stderr: "" });
    expect(file.stdout.split("\n")).toEqual([
      "subject    C=CN, O=Example Büro, CN=example.com",
      "names      example.com, www.example.com",
      "key        ec, P-256, 256 bits",
      "signature  ecdsa-sha256, valid",
      expect.stringMatching(/^public key sha256 [0-9a-f]{64}$/),
      "",
    ]);
    expect(await certorder("csr inspect -", { stdin: csr })).toEqual(file);
  });

  test("shows the same in JSON, with what it cannot check, and fails for a wrong signature", async () => {
    const forged = pem(buildCsr({ signature: () => Buffer.alloc(64, 1) }));
    const [rsa, sm2, empty, wrong] = (
      await certorderEach(
        [fixture("rsa-full"), fixture("sm2"), csrFor(undefined), forged].map((text) => [
          ...["csr", "inspect", fileWith(text), "--json"],
        ]),
      )
    ).map(({ code, stdout }) => ({ code, ...(JSON.parse(stdout) as object) }));
    expect(rsa).toMatchObject({
      code: 0,
      common_name: "example.com",
      dns_names: ["example.com", "*.example.com", "xn--bcher-kva.example"],
      ip_addresses: ["192.0.2.7", "2001:db8::1"],
      key: { algorithm: "rsa", bits: 2048 },
      signature: { verified: true },
    });
    expect(sm2).toMatchObject({ code: 0, signature: { verified: "not-checked" } });
    expect(empty).toMatchObject({ code: 0, subject: [], dns_names: [] });
    expect(wrong).toMatchObject({ code: 7, signature: { verified: false } });
  });

  test("refuses a file that is not a CSR, with the reason", async () => {
    const files = [fileWith("nonsense"), fileWith(csr + csr), "/nowhere.csr", "/dev/zero"];
    for (const { code, stdout, stderr } of await certorderEach(
      files.map((file) => ["csr", "inspect", file]),
    )) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr.trim().split("\n")).toHaveLength(2);
    }
  });

  test("does not pass control characters of a CSR to the terminal", async () => {
    const hostile = "a\x1b]0;owned\x07\x1b[2J\r\nfake\x9b31m\u202egnp.exe\u2028x\x7f";
    const args = ["csr", "inspect", fileWith(csrFor(hostile))];
    const [people, programs] = await certorderEach([args, [...args, "--json"]]);
    expect(people?.stdout.trim().split("\n")).toHaveLength(5);
    for (const ended of [people, programs])
      expect(ended?.stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u2028]/);
    // Programs get the name as it is.
    expect(JSON.parse(programs?.stdout ?? "")).toMatchObject({ common_name: hostile });
  });
});
