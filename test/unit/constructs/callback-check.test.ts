import { describe, expect, test } from "vitest";
import { both, newStack, problems, synth } from "../../harness/constructs/framework.ts";

const order = { orderId: "order-1", signHash: "sha256" };

describe.each(both)("CallbackCheck on $name", (framework) => {
  const { core, certorder } = framework;

  test("is a gate, a check block or a postcondition", () => {
    const stack = newStack(framework);
    const url = "https://example.com/callback";
    new certorder.CallbackCheck(stack, "gate", { url, triggers: { release: "7" } });
    new certorder.CallbackCheck(stack, "block", { mode: "check", url, minIntervalSeconds: 300 });
    new certorder.CallbackCheck(stack, "condition", { mode: "postcondition", url, minIntervalSeconds: 0 });
    new certorder.CallbackCheck(stack, "saved");
    expect(problems(stack)).toEqual([]);
    const { check, data, resource } = synth(framework, stack);
    const works = (test: string) => ({
      condition: `\${${test}.verdict != "fail"}`,
      error_message: `The callback does not work (\${${test}.code}). \${${test}.hint}`,
    });
    const block = { certorder_callback_test: { block: { url, min_interval_seconds: 300 } } };
    expect(check).toEqual({ block: { data: block, assert: [works("data.certorder_callback_test.block")] } });
    expect(data.certorder_callback_test).toEqual({
      condition: { url, min_interval_seconds: 0, lifecycle: { postcondition: [works("self")] } },
    });
    expect(resource.certorder_callback_check).toEqual({
      gate: { url, triggers: { release: "7" } },
      saved: {},
    });
  });

  test("takes a provider and dependencies in every mode", () => {
    const stack = newStack(framework);
    const provider = new certorder.CertOrderProvider(stack, "eu", { alias: "eu" });
    const before = new certorder.CertificateReissue(stack, "www", order);
    for (const mode of ["gate", "check", "postcondition"] as const)
      new certorder.CallbackCheck(stack, mode, { mode, provider, dependsOn: [before] });
    const { resource, data, check } = synth(framework, stack);
    const expected = { provider: "certorder.eu", depends_on: ["certorder_reissue.www"] };
    expect(resource.certorder_callback_check.gate).toEqual(expected);
    expect(data.certorder_callback_test.postcondition).toMatchObject(expected);
    expect(check.check.data.certorder_callback_test.check).toEqual(expected);
  });

  test("makes a reissue and a whole deployment wait for it, also for what is added later", () => {
    const stack = newStack(framework);
    const gate = new certorder.CallbackCheck(stack, "gate");
    const condition = new certorder.CallbackCheck(stack, "condition", { mode: "postcondition" });
    const reissue = new certorder.CertificateReissue(stack, "www", order);
    const deployment = new certorder.CertificateReissue(stack, "deployment", order);
    expect(gate.runsBefore(reissue, deployment)).toBe(gate);
    condition.runsBefore(reissue);
    new core.TerraformResource(deployment, "later", { terraformResourceType: "null_resource" });
    new core.TerraformHclModule(deployment, "module", {
      source: "./module",
      skipAssetCreationFromLocalModules: true,
    });
    const synthesized = synth(framework, stack);
    const { certorder_reissue: reissues, null_resource: others } = synthesized.resource;
    const gateAddress = "certorder_callback_check.gate";
    expect(reissues.www.depends_on).toEqual([gateAddress, "data.certorder_callback_test.condition"]);
    expect(reissues.deployment.depends_on).toEqual([gateAddress]);
    expect(Object.values<{ depends_on: unknown }>(others)[0]?.depends_on).toEqual([gateAddress]);
    expect(Object.values<{ depends_on: unknown }>(synthesized.module)[0]?.depends_on).toEqual([gateAddress]);
    expect(synth(framework, stack)).toEqual(synthesized);
  });

  test("takes lifecycle, count and forEach, except in a check block", () => {
    const stack = newStack(framework);
    const lifecycle = { preventDestroy: true };
    const each = core.TerraformIterator.fromList(["eu", "us"]);
    new certorder.CallbackCheck(stack, "gate", { lifecycle, count: 2 });
    new certorder.CallbackCheck(stack, "each", { forEach: each });
    const condition = { condition: "${true}", errorMessage: "never" };
    new certorder.CallbackCheck(stack, "condition", {
      mode: "postcondition",
      lifecycle: { postcondition: [condition] },
    });
    expect(problems(stack)).toEqual([]);
    const { resource, data } = synth(framework, stack);
    expect(resource.certorder_callback_check.gate).toMatchObject({
      count: 2,
      lifecycle: { prevent_destroy: true },
    });
    expect(resource.certorder_callback_check.each.for_each).toContain("toset");
    expect(data.certorder_callback_test.condition.lifecycle.postcondition).toMatchObject([
      { error_message: "never" },
      { condition: expect.stringContaining("self.verdict") },
    ]);

    const another = newStack(framework, "another");
    // @ts-expect-error a check block has no lifecycle
    new certorder.CallbackCheck(another, "block", { mode: "check", lifecycle, count: 2 });
    expect(problems(another)).toEqual([
      expect.stringContaining("lifecycle is not a prop here."),
      expect.stringContaining("count is not a prop here."),
    ]);
  });

  test("says what a check block cannot do", () => {
    const block = new certorder.CallbackCheck(newStack(framework), "block", { mode: "check" });
    const cannot =
      "[site/block] A check block cannot be waited for or read from outside. Use the mode gate or postcondition.";
    // @ts-expect-error nothing can wait for a check block
    expect(() => block.runsBefore(block)).toThrow(cannot);
    expect(() => block.fqn).toThrow(cannot);
    expect(() => block.testedAt).toThrow(cannot);
    expect(() => block.verdict).toThrow("postcondition only");
  });

  test("refuses to run before something that is not a construct", () => {
    const gate = new certorder.CallbackCheck(newStack(framework), "gate");
    for (const none of [undefined, null, "www"])
      expect(() => gate.runsBefore(none as never)).toThrow("[site/gate] runsBefore takes constructs");
  });

  test("cannot make another stack wait, and names stack.addDependency", () => {
    const app = core.Testing.app();
    const [one, two] = ["one", "two"].map((name) => new core.TerraformStack(app, name));
    if (!one || !two) throw new Error("There are two stacks.");
    const gate = new certorder.CallbackCheck(one, "gate");
    expect(() => gate.runsBefore(two)).toThrow("stack.addDependency");
  });

  test("offers its results in the modes that have some", () => {
    const stack = newStack(framework);
    const gate = new certorder.CallbackCheck(stack, "gate");
    const condition = new certorder.CallbackCheck(stack, "condition", { mode: "postcondition" });
    new core.TerraformOutput(stack, "gated", { value: gate.testedAt });
    new core.TerraformOutput(stack, "tested", { value: condition.testedAt });
    new core.TerraformOutput(stack, "verdict", { value: condition.verdict });
    expect(synth(framework, stack).output).toEqual({
      gated: { value: "${certorder_callback_check.gate.tested_at}" },
      tested: { value: "${data.certorder_callback_test.condition.tested_at}" },
      verdict: { value: "${data.certorder_callback_test.condition.verdict}" },
    });
  });

  test("refuses arguments that its mode has no use for", () => {
    const stack = newStack(framework);
    // @ts-expect-error a gate has no interval
    new certorder.CallbackCheck(stack, "gate", { minIntervalSeconds: 5 });
    // @ts-expect-error a check block has no triggers
    new certorder.CallbackCheck(stack, "block", { mode: "check", triggers: {} });
    expect(problems(stack)).toEqual([
      "[site/gate] minIntervalSeconds is not a prop here. Leave it out, or use one of these: accessKey, triggers, url, provider, dependsOn, lifecycle, count, forEach, mode, allowLiteralSecrets.",
      "[site/block] triggers is not a prop here. Leave it out, or use one of these: accessKey, minIntervalSeconds, url, provider, dependsOn, mode, allowLiteralSecrets.",
    ]);
  });

  test("lets its check block be overridden", () => {
    const stack = newStack(framework);
    const { block } = new certorder.CallbackCheck(stack, "block", { mode: "check" });
    block.addOverride("data.certorder_callback_test.block.url", "https://other.example/callback");
    block.addOverride("assert", []);
    expect(synth(framework, stack).check).toEqual({
      block: {
        data: { certorder_callback_test: { block: { url: "https://other.example/callback" } } },
        assert: [],
      },
    });
  });

  test("is refused in HCL output as a check block, and is written there in the other modes", () => {
    const stack = newStack(framework);
    new certorder.CallbackCheck(stack, "gate");
    new certorder.CallbackCheck(stack, "condition", { mode: "postcondition" });
    expect(stack.toHclTerraform().hcl).toContain('resource "certorder_callback_check" "gate"');
    new certorder.CallbackCheck(stack, "block", { mode: "check" });
    expect(() => stack.toHclTerraform()).toThrow(
      "[site/block/Default] HCL output cannot hold a check block.",
    );
  });
});
