import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { Construct } from "constructs";
import { describe, expect, test } from "vitest";
import {
  both,
  type Framework,
  folder,
  newStack,
  problems,
  type Stack,
  synth,
  warnings,
} from "../../harness/constructs/framework.ts";

const order = { orderId: "order-1", signHash: "sha256" };

/** The problems after a synthesis as an app does it, which tells each construct what it has to wait for. */
function synthProblems({ core }: Framework, stack: Stack): string[] {
  core.Testing.synth(stack);
  return problems(stack);
}

describe.each(both)("A stack of $name", (framework) => {
  const { core, certorder } = framework;

  test("refuses two constructs of one address, and names both", () => {
    const stack = newStack(framework);
    const reissue = (id: string, orderId: string) =>
      new certorder.CertificateReissue(stack, id, { orderId, signHash: "sha256" });
    reissue("example.com", "a");
    reissue("*.example.com", "b");
    new certorder.bindings.Reissue(stack, "examplecom", { orderId: "c", signHash: "sha256" });
    new certorder.CallbackCheck(stack, "call.back");
    new certorder.CallbackCheck(stack, "callback");
    // These have addresses of their own.
    reissue("example-com", "d");
    reissue("call!back", "e");
    new certorder.CallbackCheck(stack, "call*back", { mode: "postcondition" });
    const remedy = "Give one of them an id that differs in letters, digits, - or _.";
    const both = (id: string, address: string, first: string) =>
      `[site/${id}] This has the address ${address}, and so has site/${first}. ${remedy}`;
    expect(problems(stack)).toEqual([
      both("*.example.com", "certorder_reissue.examplecom", "example.com"),
      both("examplecom", "certorder_reissue.examplecom", "example.com"),
      both("callback", "certorder_callback_check.callback", "call.back"),
    ]);
    stack.addOverride("resource.null_resource.a", {});
    expect(problems(stack)).toHaveLength(3);
  });

  test("refuses a token in the id of a construct or of one around it, and the token of a number inside a text", () => {
    const stack = newStack(framework);
    const name = new core.TerraformVariable(stack, "name", { type: "string" }).stringValue;
    const number = new core.TerraformVariable(stack, "number", { type: "number" }).numberValue;
    const reissue = (scope: Construct, id: string, props: { orderId: string; commonName?: string }) =>
      new certorder.CertificateReissue(scope, id, { signHash: "sha256", ...props });
    reissue(stack, name, { orderId: "a" });
    reissue(new Construct(stack, `site-${number}`), "www", { orderId: "b" });
    reissue(stack, "lost", { orderId: "c", commonName: `www${number}.example.com` });
    expect(problems(stack)).toEqual([
      expect.stringContaining("The id of this construct, or of one around it, is a token."),
      expect.stringContaining("The id of this construct, or of one around it, is a token."),
      expect.stringContaining("commonName has a number token in its text, which is never resolved."),
    ]);
  });

  test("warns of an order that an earlier stack of the app reissues too", () => {
    const app = core.Testing.app();
    const stacks = ["one", "two"].map((name) => {
      const stack = new core.TerraformStack(app, name);
      new certorder.CertOrderProvider(stack, "certorder");
      new certorder.CertificateReissue(stack, "www", order);
      return stack;
    });
    for (const stack of [...stacks, ...stacks.slice(1)]) expect(problems(stack)).toEqual([]);
    expect(stacks.map(warnings)).toEqual([
      [],
      [
        '[two/www] orderId "order-1" is reissued by one/www too, in another stack. Describe each order in one stack, unless these are the orders of two accounts.',
      ],
    ]);
  });

  test("refuses one order for all members of an iterator", () => {
    const stack = newStack(framework);
    const reissue = (id: string, forEach: InstanceType<Framework["core"]["TerraformIterator"]>) =>
      new certorder.CertificateReissue(stack, id, { orderId: id, signHash: "sha256", forEach });
    reissue("list", core.TerraformIterator.fromList(["a", "b"]));
    reissue("map", core.TerraformIterator.fromMap({ a: { b: "c" }, d: { b: "e" }, f: { b: "g" } }));
    reissue("one", core.TerraformIterator.fromList(["a"]));
    const names = new core.TerraformVariable(stack, "names", { type: "list(string)" }).listValue;
    reissue("open", core.TerraformIterator.fromList(names));
    const remedy = "Describe each order once: give each instance an order of its own.";
    expect(problems(stack)).toEqual([
      `[site/list] orderId "list" is reissued by each of the 2 instances of site/list. ${remedy}`,
      `[site/map] orderId "map" is reissued by each of the 3 instances of site/map. ${remedy}`,
    ]);
  });

  describe("that describes one order twice", () => {
    const already = (path: string, other: string) =>
      `[site/${path}] orderId "order-1" is reissued by site/${other} already. Describe each order once; remove one of the two.`;

    test("is accepted if one construct moves to the other", () => {
      const stack = newStack(framework);
      new certorder.CertificateReissue(stack, "new", order).resource.addMoveTarget("here");
      new certorder.CertificateReissue(stack, "old", order).resource.moveTo("here");
      expect(problems(stack)).toEqual([]);
    });

    test("is refused for an override of a construct or of the stack", () => {
      const stack = newStack(framework);
      new certorder.CertificateReissue(stack, "a", order);
      const b = new certorder.CertificateReissue(stack, "b", { ...order, orderId: "order-2" });
      new certorder.CertificateReissue(stack, "c", { ...order, orderId: "order-3" });
      expect(problems(stack)).toEqual([]);
      b.resource.addOverride("order_id", "order-1");
      expect(problems(stack)).toEqual([already("b", "a")]);
      stack.addOverride("resource.certorder_reissue.c.order_id", "order-1");
      expect(problems(stack)).toEqual([already("b", "a"), already("c", "a")]);
    });
  });

  test("refuses a provider of another stack", () => {
    const stack = newStack(framework);
    const elsewhere = new core.TerraformStack(core.App.of(stack), "elsewhere");
    const provider = new certorder.CertOrderProvider(elsewhere, "us", { alias: "us" });
    new certorder.CertificateReissue(stack, "www", { ...order, provider });
    expect(problems(stack)).toEqual([
      expect.stringContaining("[site/www] provider certorder.us is not a certorder provider of this stack."),
    ]);
  });

  test("reports the mistakes of all stacks of the app, except where an aspect may still correct them", () => {
    const app = core.Testing.app();
    const stacks = ["a", "b", "c", "d"].map((name) => new core.TerraformStack(app, name));
    for (const stack of stacks) {
      new certorder.CertOrderProvider(stack, "certorder");
      const signHash = stack.node.id === "c" ? "sha256" : "";
      const www = new certorder.CertificateReissue(stack, "www", { ...order, signHash });
      new certorder.CallbackCheck(stack, "gate", { url: "nowhere" }).runsBefore(www);
    }
    core.Aspects.of(stacks[3] as Stack).add({ visit: () => {} });
    const wrong = (name: string) =>
      [`${name}/www] signHash is empty.`, `${name}/gate] url is not a valid URL.`].map((text) =>
        expect.stringContaining(`[${text}`),
      );
    expect(problems(stacks[0] as Stack)).toEqual([...wrong("a"), ...wrong("b"), ...wrong("c").slice(1)]);
    expect(problems(stacks[3] as Stack).slice(0, 2)).toEqual(wrong("d"));
  });

  test("lets a gate wait for another gate that names it", () => {
    const stack = newStack(framework);
    const second = new certorder.CallbackCheck(stack, "second");
    new certorder.CallbackCheck(stack, "first").runsBefore(second);
    expect(synthProblems(framework, stack)).toEqual([]);
    expect(synth(framework, stack).resource.certorder_callback_check.second.depends_on).toEqual([
      "certorder_callback_check.first",
    ]);
  });

  describe("with overrides", () => {
    test("reports their mistakes at the construct that they change", () => {
      const stack = newStack(framework);
      const accessKey = new core.TerraformVariable(stack, "key", { type: "string" }).stringValue;
      new certorder.CallbackCheck(stack, "gate", { accessKey });
      new certorder.CallbackCheck(stack, "meant", { accessKey, allowLiteralSecrets: true });
      new certorder.CallbackCheck(stack, "block", { mode: "check" });
      for (const id of ["gate", "meant"])
        stack.addOverride(`resource.certorder_callback_check.${id}.access_key`, "canary");
      stack.addOverride("check.block.data.certorder_callback_test.block.url", "http://example.com");
      expect(problems(stack)).toEqual([
        "[site/gate] accessKey would be in the synthesized file in clear text. Use a sensitive TerraformVariable without a default. The default of a variable and a function of literals are clear text too. If this is intended, set allowLiteralSecrets.",
        "[site/block] url uses http, not https. Use the callback's https:// address.",
      ]);
    });

    test("reports the mistakes of an override that names a provider by its number", () => {
      const stack = newStack(framework);
      for (const id of ["a", "b"]) new certorder.CertOrderProvider(stack, id, { alias: "eu" });
      stack.addOverride("provider.certorder.2.max_reissues", -1);
      expect(problems(stack)).toEqual([
        "[site/b] This has the address certorder.eu, and so has site/a. Give each provider of a stack another alias. One of them can do without.",
        "[site/b] maxReissues is -1; the smallest allowed value is 0. Use 0 or more, or leave it out.",
      ]);
    });

    test("reports the mistakes of an added block at the stack", () => {
      const stack = newStack(framework);
      new certorder.CertificateReissue(stack, "www", { ...order, signHash: "" });
      stack.addOverride("resource.certorder_reissue.added", { order_id: "order-2", sign_hash: "" });
      const expected = [
        "[site] certorder_reissue.added: signHash is empty. Give it a value.",
        "[site/www] signHash is empty. Give it a value.",
      ];
      expect(problems(stack)).toEqual(expected);
      expect(problems(stack)).toEqual(expected);
    });
  });

  test("prints each warning once where no command line prints it", () => {
    const variable = "CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS";
    const program = `
      process.stderr.write = (text) => process.stdout.write(text);
      const { App, TerraformStack } = require("${framework.name}");
      const { CertificateReissue, CertOrderProvider } = require("./${framework.name}.cjs");
      const synthesize = (name) => {
        const app = new App({ outdir: process.argv[1] });
        const stack = new TerraformStack(app, name);
        new CertOrderProvider(stack, "certorder");
        new CertificateReissue(stack, "www", { orderId: "o", signHash: "sha256", dnsNames: ["example.com"] });
        app.synth();
        app.synth();
      };
      synthesize("alone");
      process.env.${variable} = "true";
      synthesize("by-command-line");`;
    const printed = execFileSync(process.execPath, ["-e", program, mkdtempSync(join(folder, "out-"))], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, [variable]: undefined },
    });
    expect(printed).toBe(
      "[alone/www] Warning: dnsNames are given without commonName, which SSL certificates require. Give commonName if the order is for an SSL certificate.\n",
    );
  });
});
