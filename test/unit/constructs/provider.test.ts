import { describe, expect, test } from "vitest";
import { both, problems, synth } from "../../harness/constructs/framework.ts";

describe.each(both)("CertOrderProvider on $name", (framework) => {
  const { core, certorder } = framework;
  const emptyStack = (name = "site", app = core.Testing.app()) => new core.TerraformStack(app, name);

  test("takes everything from the environment by default, and asks for compatible versions", () => {
    const stack = emptyStack();
    new certorder.CertOrderProvider(stack, "certorder");
    expect(problems(stack)).toEqual([]);
    expect(synth(framework, stack)).toEqual({
      provider: { certorder: [{}] },
      terraform: {
        required_providers: { certorder: { source: "certorder/certorder", version: "~> 0.1.0" } },
      },
    });
  });

  test("declares variables for what is not given, the secret one sensitive", () => {
    const stack = emptyStack();
    new certorder.CertOrderProvider(stack, "certorder", { credentials: "variables" });
    new certorder.CertOrderProvider(stack, "eu", {
      alias: "eu",
      credentials: "variables",
      baseUrl: "https://eu.example",
      maxReissues: 3,
    });
    expect(problems(stack)).toEqual([]);
    const { provider, variable } = synth(framework, stack);
    expect(provider.certorder).toEqual([
      {
        base_url: "${var.certorder_base_url}",
        key_id: "${var.certorder_key_id}",
        auth_key: "${var.certorder_auth_key}",
      },
      {
        alias: "eu",
        base_url: "https://eu.example",
        key_id: "${var.certorder_eu_key_id}",
        auth_key: "${var.certorder_eu_auth_key}",
        max_reissues: 3,
      },
    ]);
    const text = { type: "string", nullable: false, description: expect.any(String) };
    expect(variable).toEqual({
      certorder_base_url: text,
      certorder_key_id: text,
      certorder_auth_key: { ...text, sensitive: true },
      certorder_eu_key_id: text,
      certorder_eu_auth_key: { ...text, sensitive: true },
    });
  });

  test("reports wrong settings with the names of props", () => {
    const stack = emptyStack();
    new certorder.CertOrderProvider(stack, "certorder", {
      baseUrl: "",
      timeoutSeconds: 0,
      maxTries: 1.5,
      journal: "sometimes",
    });
    expect(problems(stack)).toMatchInlineSnapshot(`
      [
        "[site/certorder] baseUrl is empty. Give baseUrl, or set CERTORDER_BASE_URL.",
        "[site/certorder] timeoutSeconds must be a number of seconds above 0 and up to 86400. Correct the number.",
        "[site/certorder] maxTries must be a whole number from 1 to 100. Correct the number.",
        "[site/certorder] journal is not an absolute path, so every working folder would have its own journal. Give an absolute path, or an address such as postgres://user@host/database.",
      ]
    `);
  });

  test("serves reissues under several aliases, in two stacks of one app", () => {
    const app = core.Testing.app();
    const stacks = ["one", "two"].map((name) => {
      const stack = emptyStack(name, app);
      const standard = new certorder.CertOrderProvider(stack, "certorder");
      const eu = new certorder.CertOrderProvider(stack, "eu", { alias: "eu" });
      const order = { orderId: `order-${name}`, signHash: "sha256" };
      const here = new certorder.CertificateReissue(stack, "here", { ...order, provider: standard });
      new certorder.CertificateReissue(stack, "there", { ...order, provider: eu });
      expect(problems(stack)).toEqual([]);
      return { stack, here };
    });
    const [one, two] = stacks;
    if (!one || !two) throw new Error("There are two stacks.");
    expect(synth(framework, one.stack).resource.certorder_reissue).toEqual({
      here: { order_id: "order-one", sign_hash: "sha256", provider: "certorder" },
      there: { order_id: "order-one", sign_hash: "sha256", provider: "certorder.eu" },
    });
    new core.TerraformOutput(two.stack, "other", { value: one.here.certificateId });
    app.synth();
    expect(two.stack.dependencies.map(({ node }) => node.id)).toEqual(["one"]);
  });

  test("keeps the order ids in resolve and supersede, which the framework would rewrite", () => {
    const stack = emptyStack();
    const open = new core.TerraformVariable(stack, "open", { type: "string" });
    const provider = new certorder.CertOrderProvider(stack, "certorder", {
      resolve: { "order-SSL-1": "attempt-1:not-happened", "order-2": open.stringValue },
      supersede: { "order-SSL-1": "attempt-1" },
    });
    expect(synth(framework, stack).provider.certorder[0].resolve).toEqual({
      "order-SSL-1": "attempt-1:not-happened",
      "order-2": "${var.open}",
    });
    expect(synth(framework, stack).provider.certorder[0].supersede).toEqual({ "order-SSL-1": "attempt-1" });
    provider.resolve = { orderId3: "attempt-3:cert-3" };
    expect(synth(framework, stack).provider.certorder[0].resolve).toEqual({ orderId3: "attempt-3:cert-3" });
  });

  test("is a provider to the framework, and keeps its low-level setters", () => {
    const stack = emptyStack();
    const provider = new certorder.CertOrderProvider(stack, "certorder", { maxTries: 2 });
    provider.timeoutSeconds = 30;
    provider.addOverride("journal", "/var/lib/certorder");
    expect(provider).toBeInstanceOf(certorder.bindings.CertorderProvider);
    expect(core.TerraformProvider.isTerraformProvider(provider)).toBe(true);
    expect(synth(framework, stack).provider.certorder).toEqual([
      { max_tries: 2, timeout_seconds: 30, journal: "/var/lib/certorder" },
    ]);
  });
});
