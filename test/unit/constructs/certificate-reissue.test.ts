import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { declaredReissueFields } from "../../../src/contract/index.ts";
import { asProps, both, csr, folder, newStack, problems, synth } from "../../harness/constructs/framework.ts";

const order = { orderId: "order-1", signHash: "sha256" };

describe.each(both)("CertificateReissue on $name", (framework) => {
  const { core, certorder } = framework;

  test("becomes a resource with every argument if it has every prop", () => {
    const stack = newStack(framework);
    const pin = new core.TerraformVariable(stack, "pin", { type: "string", sensitive: true });
    const props = {
      orderId: "order-1",
      signHash: "sha256",
      csr,
      csrFrom: "sign-cloud-csc",
      commonName: "www.example.com",
      dnsNames: ["www.example.com", "example.com"],
      unModifyKey: true,
      validityDays: 90,
      customExpirationDate: "2027-01-31",
      dcvMethod: "dns-persist",
      persistUntil: 0,
      persistPolicy: "wildcard",
      dcvScope: "organisation",
      signKeyPinTip: "the usual one",
      renewBeforeDays: 30,
      triggers: { reason: "key rotation" },
    };
    new certorder.CertificateReissue(stack, "www", {
      ...props,
      signKeyPin: pin.stringValue,
      acknowledge: {
        droppedNames: ["old.example.com"],
        revocationOfPreviousCertificate: true,
      },
    });
    expect(problems(stack)).toEqual([]);
    const { www } = synth(framework, stack).resource.certorder_reissue;
    expect(asProps(www)).toEqual({
      ...props,
      signKeyPin: "${var.pin}",
      acknowledgeDroppedNames: ["old.example.com"],
      iKnowWillRevokeLastCert: true,
    });
    expect(Object.keys(declaredReissueFields()).filter((name) => !Object.hasOwn(www, name))).toEqual([]);
  });

  test("writes nothing else if it has the required props only", async () => {
    const stack = newStack(framework);
    new certorder.CertificateReissue(stack, "www", { ...order, csr: undefined, dnsNames: undefined });
    expect(problems(stack)).toEqual([]);
    expect(synth(framework, stack).resource.certorder_reissue).toEqual({
      www: { order_id: "order-1", sign_hash: "sha256" },
    });
  });

  test("has the address that the low-level construct would have, at any depth", () => {
    const stack = newStack(framework);
    const bare = newStack(framework);
    for (const [target, create] of [
      [stack, (scope: typeof stack) => new certorder.CertificateReissue(scope, "www", order)],
      [bare, (scope: typeof stack) => new certorder.bindings.Reissue(scope, "www", order)],
    ] as const) {
      create(target);
      create(new core.TerraformElement(target, "area") as unknown as typeof stack);
    }
    const { resource } = synth(framework, stack);
    expect(resource).toEqual(synth(framework, bare).resource);
    expect(Object.keys(resource.certorder_reissue)).toContain("www");
  });

  test("offers its results as tokens", () => {
    const stack = newStack(framework);
    const reissue = new certorder.CertificateReissue(stack, "www", order);
    const results = {
      orderId: "order_id",
      certificateId: "certificate_id",
      certificateHistory: "certificate_history",
      issuedAt: "issued_at",
      issuedEventAt: "issued_event_at",
      renewalDue: "renewal_due",
      lastOutcome: "last_outcome",
      attemptId: "attempt_id",
      openAttemptId: "open_attempt_id",
    } as const;
    for (const id of Object.keys(results) as (keyof typeof results)[])
      new core.TerraformOutput(stack, id, { value: reissue[id] });
    const { output } = synth(framework, stack);
    for (const [id, attribute] of Object.entries(results))
      expect(output[id].value).toBe(`\${certorder_reissue.www.${attribute}}`);
  });

  describe("does not let Terraform evaluate", () => {
    const key = (stack: ReturnType<typeof newStack>) =>
      new core.TerraformVariable(stack, "key", { type: "string", sensitive: true });
    /** What Terraform gets to see, and what it makes of it. */
    const written = (stack: ReturnType<typeof newStack>) => {
      const { www } = synth(framework, stack).resource.certorder_reissue;
      const [, base64] = /^\$\{base64decode\("([\w+/=]+)"\)\}$/.exec(www.csr) ?? [];
      return base64 === undefined ? www.csr : Buffer.from(base64, "base64").toString();
    };
    const file = (text: string) => {
      writeFileSync(join(folder, "hostile.csr"), text);
      return { file: join(folder, "hostile.csr") };
    };

    test.each([
      'x ${file("/etc/hostname")} ${var.key}',
      "%{ if true }y%{ endif }",
      "already doubled: $${a} %%{b} $$${c}",
      "at the end: $",
      "the framework's #{TfToken[TOKEN.0]} and &{TfToken[TOKEN.0]}",
      'a quote " and a \\ and \u00e9',
    ])("the text of a CSR: %s", (text) => {
      for (const source of [file(`${text}\n${csr}${text}`), `${text}\n${csr}${text}`]) {
        const stack = newStack(framework);
        key(stack);
        new certorder.CertificateReissue(stack, "www", { ...order, csr: source });
        expect(problems(stack)).toEqual([]);
        expect(written(stack)).toBe(`${text}\n${csr}${text}`);
      }
    });

    test("a token of this app in a CSR file", () => {
      const stack = newStack(framework);
      const number = new core.TerraformVariable(stack, "number", { type: "number" }).numberValue;
      const { stringValue } = key(stack);
      const text = `${csr}${stringValue} $${stringValue} ${number}`;
      new certorder.CertificateReissue(stack, "www", { ...order, csr: file(text) });
      expect(problems(stack)).toEqual([]);
      expect(written(stack)).toBe(text);
    });

    test("the text beside a token, which stays a token", () => {
      const stack = newStack(framework);
      const token = key(stack).stringValue;
      new certorder.CertificateReissue(stack, "www", { ...order, csr: `costs $${token}\n` });
      expect(synth(framework, stack).resource.certorder_reissue.www.csr).toBe(
        `\${base64decode("${btoa("costs $")}")}\${var.key}\n`,
      );
    });

    test("a CSR that one construct passes on to another", () => {
      const stack = newStack(framework);
      const text = `\${a}\n${csr}`;
      const other = new certorder.CertificateReissue(stack, "other", {
        orderId: "order-2",
        signHash: "sha256",
        csr: file(text),
      });
      new certorder.CertificateReissue(stack, "www", { ...order, csr: other.resource.csrInput });
      expect(problems(stack)).toEqual([]);
      expect(written(stack)).toBe(text);
    });

    test("a binary file, which is refused with the form that it has", () => {
      const path = join(folder, "binary.csr");
      const der = Buffer.from(csr.replace(/-----[A-Z ]+-----/g, ""), "base64");
      const problemsWith = (bytes: Buffer) => {
        writeFileSync(path, bytes);
        const stack = newStack(framework);
        new certorder.CertificateReissue(stack, "www", { ...order, csr: { file: path } });
        expect(synth(framework, stack).resource.certorder_reissue.www).not.toHaveProperty("csr");
        return problems(stack);
      };
      expect(problemsWith(der)).toEqual([
        "[site/www] The file is a CSR in binary form (DER); expected its text (PEM). Convert it: openssl req -inform DER -in FILE -out FILE.pem.",
      ]);
      expect(problemsWith(Buffer.concat([Buffer.from("${var.key}"), der]))).toEqual([
        "[site/www] The file is binary, but not a CSR. Give the file with the text of the CSR (PEM).",
      ]);
    });

    test.each([
      ["-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----", "The text is a certificate"],
      [
        "-----BEGIN EC PRIVATE KEY-----\nY2FuYXJ5\n-----END EC PRIVATE KEY-----",
        "The text holds a private key",
      ],
      ["canary, nothing else", "The text is not a CSR"],
    ])("a text that is not a CSR, with an expression beside it: %s", (text, message) => {
      for (const around of ["", "${var.key}", "%{ if true }"]) {
        const stack = newStack(framework);
        new certorder.CertificateReissue(stack, "www", { ...order, csr: file(`${around}\n${text}`) });
        const found = problems(stack);
        expect(found).toEqual([expect.stringContaining(`[site/www] ${message}`)]);
        expect(found[0]).not.toMatch(/canary|Y2FuYXJ5/);
      }
    });

    test("a CSR in HCL output", () => {
      const stack = newStack(framework);
      const text = `\${file("/etc/hostname")} "q" \\ \${\n${csr}`;
      new certorder.CertificateReissue(stack, "www", { ...order, csr: file(text) });
      const { hcl } = stack.toHclTerraform() as { hcl: string };
      expect(hcl).not.toContain("/etc/hostname");
      const [, base64 = ""] = /csr += "\$\{base64decode\("([\w+/=]+)"\)\}"/.exec(hcl) ?? [];
      expect(Buffer.from(base64, "base64").toString()).toBe(text);
    });
  });

  test.each(["site.csr", "/etc/certs/site.PEM", '${file("site.csr")}', "canary"])(
    "says how to give a file or a token if the text is not a CSR: %s",
    (csr) => {
      const stack = newStack(framework);
      new certorder.CertificateReissue(stack, "www", { ...order, csr });
      expect(problems(stack)).toEqual([
        '[site/www] csr is sent as it is, and this is not the text of a CSR. Give the text. For a file, give { file: "www.csr" }. For a value of Terraform, give a token, such as the attribute of a resource.',
      ]);
    },
  );

  test("says which CSR file it cannot read", () => {
    const stack = newStack(framework);
    new certorder.CertificateReissue(stack, "www", { ...order, csr: { file: "missing.csr" } });
    expect(problems(stack)).toContain(
      '[site/www] The csr file "missing.csr" cannot be read (ENOENT). Correct its path; it starts where the app runs.',
    );
  });

  test("takes the CSR of another resource", () => {
    const stack = newStack(framework);
    const request = new core.TerraformResource(stack, "request", {
      terraformResourceType: "tls_cert_request",
    });
    new certorder.CertificateReissue(stack, "www", { ...order, csr: request.getStringAttribute("pem") });
    const { www } = synth(framework, stack).resource.certorder_reissue;
    expect(www.csr).toBe("${tls_cert_request.request.pem}");
  });

  test("adopts an existing certificate by an import block", () => {
    const stack = newStack(framework);
    const existing = certorder.CertificateReissue.importExisting(stack, "www", {
      ...order,
      certificateId: "cert-7",
      issuedAt: new Date("2026-11-01"),
    });
    certorder.CertificateReissue.importExisting(stack, "api", { ...order, certificateId: "cert-8" });
    const portal = { ...order, certificateId: "cert-9", isLatest: true };
    certorder.CertificateReissue.importExisting(stack, "portal", portal);
    expect(problems(stack).filter((text) => text.startsWith(`[${existing.node.path}]`))).toEqual([]);
    expect(synth(framework, stack).import).toEqual([
      { id: "order-1/cert-7@2026-11-01T00:00:00.000Z", to: "certorder_reissue.www" },
      { id: "order-1/cert-8", to: "certorder_reissue.api" },
      { id: "order-1/cert-9@latest", to: "certorder_reissue.portal" },
    ]);
  });

  test("refuses to adopt a certificate without its id or its order", () => {
    const found = (props: object) => {
      const stack = newStack(framework);
      const all = { ...order, certificateId: "cert-7", ...props };
      certorder.CertificateReissue.importExisting(stack, "www", all);
      return problems(stack);
    };
    const empty = "[site/www] certificateId is empty. Give the id of the order's current certificate.";
    for (const certificateId of ["", undefined]) expect(found({ certificateId })).toEqual([empty]);
    expect(found({ certificateId: "${var.id}", orderId: "${var.order}" })).toEqual([]);
    expect(found({ orderId: "a/b" })).toEqual([]);
    expect(found({ orderId: "" })).toEqual(["[site/www] orderId is empty. Give it a value."]);
    expect(found({ orderId: undefined })).toEqual([
      expect.stringContaining("[site/www] orderId is missing."),
    ]);
    for (const issuedAt of ["soon", new Date("soon")])
      expect(found({ issuedAt })).toEqual([expect.stringContaining("[site/www] issuedAt is not a date.")]);
  });

  test("passes iterators, counts, lifecycles, providers and dependencies on", () => {
    const stack = newStack(framework);
    const sites = {
      www: { order: "order-1", name: "www.example.com" },
      api: { order: "order-2", name: "api.example.com" },
    };
    const orders = core.TerraformIterator.fromMap(sites);
    const names = core.TerraformIterator.fromList(["a.example.com", "b.example.com"]);
    const each = new certorder.CertificateReissue(stack, "each", {
      forEach: orders,
      orderId: orders.getString("order"),
      signHash: "sha256",
      dnsNames: [orders.getString("name"), "example.com"],
      commonName: orders.getString("name"),
      triggers: { key: orders.key },
    });
    const listed = new certorder.CertificateReissue(stack, "listed", {
      ...order,
      orderId: names.value,
      forEach: names,
      dependsOn: [each],
    });
    new certorder.CertificateReissue(stack, "counted", {
      ...order,
      count: 1,
      lifecycle: { preventDestroy: true, ignoreChanges: ["triggers"] },
      dependsOn: [listed.resource],
    });
    expect(problems(stack)).toEqual([]);
    expect(synth(framework, stack).resource.certorder_reissue).toEqual({
      each: {
        for_each: sites,
        order_id: "${each.value.order}",
        sign_hash: "sha256",
        dns_names: ["${each.value.name}", "example.com"],
        common_name: "${each.value.name}",
        triggers: { key: "${each.key}" },
      },
      listed: {
        for_each: '${toset(["a.example.com", "b.example.com"])}',
        order_id: "${each.value}",
        sign_hash: "sha256",
        depends_on: ["certorder_reissue.each"],
      },
      counted: {
        count: 1,
        order_id: "order-1",
        sign_hash: "sha256",
        lifecycle: { prevent_destroy: true, ignore_changes: ["triggers"] },
        depends_on: ["certorder_reissue.listed"],
      },
    });
  });

  test("hands everything else to its low-level construct", () => {
    const stack = newStack(framework);
    const reissue = new certorder.CertificateReissue(stack, "www", order);
    reissue.resource.validityDays = 90;
    reissue.resource.addOverride("lifecycle.create_before_destroy", true);
    reissue.resource.addOverride("sign_hash", "sha384");
    reissue.resource.overrideLogicalId("renamed");
    expect(reissue.node.defaultChild).toBe(reissue.resource);
    expect(synth(framework, stack).resource.certorder_reissue).toEqual({
      renamed: {
        order_id: "order-1",
        sign_hash: "sha384",
        validity_days: 90,
        lifecycle: { create_before_destroy: true },
      },
    });
  });

  test("checks what will be written, overrides and later changes included", () => {
    const stack = newStack(framework);
    const { resource } = new certorder.CertificateReissue(stack, "www", { ...order, persistPolicy: "fqdn" });
    expect(problems(stack)).toHaveLength(1);
    resource.addOverride("dcv_method", "dns-persist");
    expect(problems(stack)).toEqual([]);
    resource.validityDays = 0;
    expect(problems(stack)[0]).toContain("validityDays is 0");
  });
});
