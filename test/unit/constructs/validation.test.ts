import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { both, folder, newApp, newStack, problems, warnings } from "../../harness/constructs/framework.ts";

const order = { orderId: "order-1", signHash: "sha256" };

describe.each(both)("Synthesizing with $name", (framework) => {
  const { core, certorder } = framework;

  test("reports all problems of all constructs at once, also what a type checker would have caught", () => {
    const stack = newStack(framework);
    const make = (id: string, props: object) => new certorder.CertificateReissue(stack, id, props as never);
    make("www", { orderId: 7, dnsNames: "www.example.com", validityDays: "90", unModifyKey: "yes" });
    make("api", {
      ...order,
      dnsNames: ["a", null],
      renewBeforeDays: 1.5,
      requireCallback: "yes",
      count: -1,
      acknowledge: { droppedNames: "x" },
      triggers: { a: { b: "c" } },
    });
    for (const [id, csr] of Object.entries({ path: { path: "www.csr" }, bytes: Buffer.from("csr"), half: 5 }))
      make(id, { ...order, orderId: id, csr, acknowledge: "all" });
    new certorder.CallbackCheck(stack, "callback", { mode: "sometimes" as never });
    new certorder.CallbackCheck(stack, "test", { mode: "postcondition", minIntervalSeconds: -1 });
    expect(problems(stack)).toMatchInlineSnapshot(`
      [
        "[site/www] orderId must be a string, got the number 7. Give orderId as a string.",
        "[site/www] dnsNames must be a list of strings, got a string. Give dnsNames as a list of strings.",
        "[site/www] signHash is missing. Give signHash: digest algorithm of the signature, such as \`sha256\`.",
        "[site/www] unModifyKey must be true or false, got a string. Give unModifyKey as true or false.",
        "[site/www] validityDays must be a whole number, got a string. Give validityDays as a whole number.",
        "[site/api] dnsNames must be a list of strings, got a list with null in it. Give dnsNames as a list of strings.",
        "[site/api] triggers must be a map of strings, got a map with an object in it. Give triggers as a map of strings.",
        "[site/api] renewBeforeDays must be a whole number, got the number 1.5. Give renewBeforeDays as a whole number.",
        "[site/api] requireCallback must be true or false, got a string. Give requireCallback as true or false.",
        "[site/api] acknowledge.droppedNames must be a list of strings, got a string. Give acknowledge.droppedNames as a list of strings.",
        "[site/api] count is -1; the smallest allowed value is 0. Use 0 or more, or leave it out.",
        "[site/api] renewBeforeDays needs validityDays to count from. Give validityDays too.",
        "[site/path] csr must be the text of a CSR, a Csr, or an object with the path of its file. Give the text, Csr.fromFile("www.csr"), or { file: "www.csr" }.",
        "[site/path] acknowledge must be an object. Say what is accepted, such as { droppedNames: ["old.example.com"] }.",
        "[site/bytes] csr must be the text of a CSR, a Csr, or an object with the path of its file. Give the text, Csr.fromFile("www.csr"), or { file: "www.csr" }.",
        "[site/bytes] acknowledge must be an object. Say what is accepted, such as { droppedNames: ["old.example.com"] }.",
        "[site/half] csr must be the text of a CSR, a Csr, or an object with the path of its file. Give the text, Csr.fromFile("www.csr"), or { file: "www.csr" }.",
        "[site/half] acknowledge must be an object. Say what is accepted, such as { droppedNames: ["old.example.com"] }.",
        "[site/callback] mode is "sometimes". Use one of these: "gate", "check", "postcondition".",
        "[site/test] minIntervalSeconds is -1; the smallest allowed value is 0. Use 0 or more, or leave it out.",
      ]
    `);
  });

  test("refuses secrets as literals, unless allowLiteralSecrets is set", () => {
    const insisting = { allowLiteralSecrets: true };
    const withSecrets = (more: object) => {
      const stack = new core.TerraformStack(newApp(core), "site");
      new certorder.CertOrderProvider(stack, "certorder", { authKey: "canary-1", ...more });
      new certorder.CallbackCheck(stack, "gate", { accessKey: "canary-2#{", ...more });
      new certorder.CallbackCheck(stack, "block", { mode: "check", accessKey: "canary-3", ...more });
      const cloud = { csrFrom: "sign-cloud-csc", signKeyPin: "canary-4" };
      new certorder.CertificateReissue(stack, "www", { ...order, ...cloud, ...more });
      return stack;
    };
    const found = problems(withSecrets({}));
    expect(found.map((text) => text.slice(0, text.indexOf(".")))).toEqual([
      "[site/certorder] authKey would be in the synthesized file in clear text",
      "[site/gate] accessKey would be in the synthesized file in clear text",
      "[site/block] accessKey would be in the synthesized file in clear text",
      "[site/www] signKeyPin would be in the synthesized file in clear text",
    ]);
    expect(found.join()).not.toContain("canary");
    expect(problems(withSecrets(insisting))).toEqual([]);
  });

  test("refuses secrets of literals only, and warns of a long word beside a token", () => {
    const stack = newStack(framework);
    const gate = (id: string, accessKey: string, more: object = {}) =>
      new certorder.CallbackCheck(stack, id, { accessKey, ...more });
    const declare = (id: string, config: object = {}) =>
      new core.TerraformVariable(stack, id, { type: "string", sensitive: true, ...config }).stringValue;
    const secret = declare("secret");
    gate("default", declare("preset", { default: "canary-1" }));
    gate("function", core.Fn.join("-", ["canary", "2"]));
    gate("template", `canary3-${secret}`);
    gate("allowed", `canary4-${secret}`, { allowLiteralSecrets: true });
    gate("right", secret);
    gate("prefixed", `${declare("prefix", { default: "production" })}-${secret}`);
    gate("file", core.Fn.trimspace(core.Fn.file("certorder-access-key")));
    const option = "If this is intended, set allowLiteralSecrets.";
    const clear = `accessKey would be in the synthesized file in clear text. Use a sensitive TerraformVariable without a default. The default of a variable and a function of literals are clear text too. ${option}`;
    expect(problems(stack)).toEqual([`[site/default] ${clear}`, `[site/function] ${clear}`]);
    expect(warnings(stack)).toEqual([
      `[site/template] A part of accessKey would be in the synthesized file in clear text: a word of 6 or more characters beside an expression. If the word is secret, use a sensitive TerraformVariable without a default. If it is a prefix, make it shorter, or use a variable for it. ${option}`,
    ]);
  });

  test("refuses a stack without the provider", () => {
    for (const mode of ["gate", "check", "postcondition"] as const) {
      const stack = new core.TerraformStack(newApp(core), "site");
      new certorder.CallbackCheck(stack, "callback", { mode });
      expect(() => stack.runAllValidations(), mode).toThrow(/provider/);
    }
  });

  test("refuses a write-only access code for versions without them, if the framework knows of those", () => {
    const synthesize = (context?: Record<string, unknown>) => {
      const app = new core.App({ outdir: mkdtempSync(join(folder, "out-")), ...(context && { context }) });
      const stack = new core.TerraformStack(app, "site");
      new certorder.CertOrderProvider(stack, "certorder");
      const pin = new core.TerraformVariable(stack, "pin", { type: "string", sensitive: true });
      const cloud = { csrFrom: "sign-cloud-csc", signKeyPin: pin.stringValue };
      new certorder.CertificateReissue(stack, "www", { ...order, ...cloud });
      app.synth();
    };
    if (framework.name === "cdktf") synthesize();
    else expect(() => synthesize()).toThrow("write-only attributes requires terraform >=1.11.0");
    synthesize({ targetVersions: { terraform: ">=1.11.0", opentofu: ">=1.11.0" } });
  });
});
