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
    const [file, stdin] = await Promise.all([
      certorder(["csr", "inspect", csrFile]),
      certorder(["csr", "inspect", "-"], { stdin: csr }),
    ]);
    expect(file).toMatchObject({ code: 0, stderr: "" });
    expect(file.stdout.split("\n").slice(0, 4)).toEqual([
      "subject    C=CN, O=Example Büro, CN=example.com",
      "names      example.com, www.example.com",
      "key        ec, P-256, 256 bits",
      "signature  ecdsa-sha256, valid",
    ]);
    expect(file.stdout).toMatch(/public key sha256 [0-9a-f]{64}\n$/);
    expect(stdin.stdout).toBe(file.stdout);
  });

  test("shows the same in JSON, with what it cannot check", async () => {
    const [rsa, sm2, empty] = await certorderEach(
      [fixture("rsa-full"), fixture("sm2"), csrFor(undefined)].map((text) => ({
        args: ["csr", "inspect", fileWith(text), "--json"],
      })),
    );
    expect(JSON.parse(rsa?.stdout ?? "")).toMatchObject({
      common_name: "example.com",
      dns_names: ["example.com", "*.example.com", "xn--bcher-kva.example"],
      ip_addresses: ["192.0.2.7", "2001:db8::1"],
      key: { algorithm: "rsa", bits: 2048 },
      signature: { verified: true },
    });
    expect(sm2).toMatchObject({ code: 0 });
    expect(JSON.parse(sm2?.stdout ?? "")).toMatchObject({ signature: { verified: "not-checked" } });
    expect(JSON.parse(empty?.stdout ?? "")).toMatchObject({ subject: [], dns_names: [] });
  });

  test("fails with exit code 7 for a wrong signature", async () => {
    const forged = pem(buildCsr({ signature: () => Buffer.alloc(64, 1) }));
    const { code, stdout } = await certorder(["csr", "inspect", fileWith(forged)]);
    expect(code).toBe(7);
    expect(stdout).toContain("INVALID");
  });

  test("refuses a file that is not a CSR, with the reason", async () => {
    const ended = await certorderEach(
      ["", "nonsense", csr.slice(0, 200), csr + csr, "\0\0\0"].map((text) => ({
        args: ["csr", "inspect", fileWith(text)],
      })),
    );
    for (const { code, stdout, stderr } of ended) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr.trim().split("\n")).toHaveLength(2);
    }
    const [missing, folder] = await certorderEach([
      { args: ["csr", "inspect", "/nowhere.csr"] },
      { args: ["csr", "inspect", "/"] },
    ]);
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be read (ENOENT)") });
    expect(folder).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be read (EISDIR)") });
  });

  test("does not pass control characters of a CSR to the terminal", async () => {
    const hostile = "a\x1b]0;owned\x07\x1b[2J\r\nfake\x9b31m\u202egnp.exe\u2028x\x7f";
    const path = fileWith(csrFor(hostile));
    const [people, programs] = await certorderEach([
      { args: ["csr", "inspect", path] },
      { args: ["csr", "inspect", path, "--json"] },
    ]);
    expect(people?.stdout.trim().split("\n")).toHaveLength(5);
    expect(people?.stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u2028]/);
    expect(programs?.stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u2028]/);
    // Programs get the name as it is.
    expect(JSON.parse(programs?.stdout ?? "")).toMatchObject({ common_name: hostile });
  });
});
