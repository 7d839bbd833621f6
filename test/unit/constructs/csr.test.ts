import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { both, csr, newStack, synth } from "../../harness/constructs/framework.ts";
import { csrFor } from "../../harness/csr/build.ts";
import { newFolder } from "../../harness/new-folder.ts";

const file = join(import.meta.dirname, "..", "..", "..", "examples", "site.csr");
const asked = { orderId: "order-1", signHash: "sha256" };

describe.each(both)("A Csr on $name", (framework) => {
  const { Csr, CertificateReissue } = framework.certorder;

  test("has the names that it asks for, from a file and from its text", () => {
    for (const read of [Csr.fromFile(file), Csr.fromString(csr)]) {
      expect(read.commonName).toBe("www.example.com");
      expect(read.dnsNames).toEqual(["www.example.com", "example.com"]);
      expect(read.text).toBe(csr);
    }
  });

  test("gives a reissue its names and itself, by props or by fromCsr", () => {
    const stack = newStack(framework);
    const { commonName, dnsNames } = Csr.fromFile(file);
    new CertificateReissue(stack, "props", { ...asked, csr: Csr.fromFile(file), commonName, dnsNames });
    const made = CertificateReissue.fromCsr(stack, "made", Csr.fromFile(file), { ...asked, orderId: "o-2" });
    const fewer = { ...asked, orderId: "o-3", dnsNames: ["www.example.com"], commonName: undefined };
    CertificateReissue.fromCsr(stack, "fewer", Csr.fromFile(file), fewer);
    expect(made).toBeInstanceOf(CertificateReissue);
    const written = synth(framework, stack).resource.certorder_reissue;
    const names = { common_name: commonName, dns_names: dnsNames };
    expect(written.props).toMatchObject({ csr, ...names });
    expect(written.made).toMatchObject({ csr, ...names });
    // undefined is as good as leaving it out.
    expect(written.fewer).toMatchObject({ ...names, dns_names: ["www.example.com"] });
  });

  test("has its names as plain text, which may be an id", () => {
    for (const name of ["web-1.example.com", "a-1.5e3.example.com", "-2e+9.example.com", "b-.example"]) {
      const { commonName = "", dnsNames } = Csr.fromString(csrFor(name, name));
      expect([commonName, dnsNames]).toEqual([name, [name]]);
      const stack = newStack(framework);
      CertificateReissue.fromCsr(stack, commonName, Csr.fromString(csrFor(name, name)), asked);
      const [written] = Object.values(synth(framework, stack).resource.certorder_reissue);
      expect(written).toMatchObject({ common_name: name, dns_names: [name] });
    }
  });

  test("does not let Terraform evaluate an expression inside it", () => {
    const hostile = `\${file("/etc/hostname")}.example.com`;
    const stack = newStack(framework);
    const read = Csr.fromString(`\${var.key}\n${csrFor(hostile, hostile)}`);
    CertificateReissue.fromCsr(stack, "hostile", read, asked);
    const text = JSON.stringify(synth(framework, stack).resource);
    expect(text).not.toContain("etc/hostname");
    expect(text).not.toContain("var.key");
    expect(text).toContain(`base64decode(\\"${Buffer.from(hostile).toString("base64")}\\")`);
  });

  test("is refused at once, with our message, if it cannot be read", () => {
    const broken = join(newFolder("certorder-csr-"), "broken.csr");
    writeFileSync(broken, "no CSR");
    expect(() => Csr.fromFile("/nowhere/site.csr")).toThrow(
      /^The csr file "\/nowhere\/site.csr" cannot be read \(ENOENT\)\. Correct its path; it starts where the app runs\.$/,
    );
    const empty = join(newFolder("certorder-csr-"), "empty.csr");
    writeFileSync(empty, "\n");
    expect(() => Csr.fromFile(empty)).toThrow(/^The csr file ".*empty.csr" is empty\./);
    expect(() => Csr.fromFile(broken)).toThrow(/^The csr file ".*broken.csr" cannot be used\. .+/);
    const token = framework.core.Token.asString({ resolve: () => "", creationStack: [] });
    for (const text of [token, undefined, 5])
      expect(() => Csr.fromString(text as string)).toThrow("Csr.fromString needs the text itself");
  });
});
