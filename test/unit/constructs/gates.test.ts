import { Construct } from "constructs";
import { describe, expect, test } from "vitest";
import {
  both,
  type Constructs,
  csr,
  type Framework,
  newStack,
  problems,
  type Stack,
  synth,
  warnings,
} from "../../harness/constructs/framework.ts";

// A gate protects later reissues by require_callback, whichever class wrote them.

const props = { orderId: "order-1", signHash: "sha256" };

type Provider = InstanceType<Constructs["CertOrderProvider"]> | undefined;

/** Each way to write a reissue or a gate, as a class that the gate may not know. */
const writers: Record<string, (framework: Framework) => Constructs> = {
  "this package": ({ certorder }) => certorder,
  "a second copy of this package": ({ copy }) => copy,
};

describe.each(both)("A gate on $name", (framework) => {
  const { core, certorder } = framework;
  const requires = (stack: Stack) => synth(framework, stack).resource.certorder_reissue.www.require_callback;

  describe.each(Object.entries(writers))("before a reissue from %s", (_, from) => {
    const other = from(framework);
    const reissues: Record<string, (stack: Stack, provider: Provider) => void> = {
      construct: (stack, provider) => new other.CertificateReissue(stack, "www", { ...props, provider }),
      "low-level construct": (stack, provider) =>
        new other.bindings.Reissue(stack, "www", { ...props, ...(provider && { provider }) }),
      "resource without a class": (stack, provider) =>
        new core.TerraformResource(stack, "www", {
          terraformResourceType: "certorder_reissue",
          ...(provider && { provider }),
        }),
    };

    test.each(Object.keys(reissues))("sets require_callback on a %s", (kind) => {
      const stack = newStack(framework);
      new certorder.CallbackCheck(stack, "gate").runsBefore(stack);
      reissues[kind]?.(stack, undefined);
      expect(requires(stack)).toBe(true);
    });

    test.each(Object.keys(reissues))("knows the default provider of a %s, named on either side", (kind) => {
      for (const isNamedByGate of [true, false]) {
        const stack = new core.TerraformStack(core.Testing.app(), "site");
        const provider = new certorder.CertOrderProvider(stack, "certorder");
        new certorder.CallbackCheck(stack, "gate", isNamedByGate ? { provider } : {}).runsBefore(stack);
        reissues[kind]?.(stack, isNamedByGate ? undefined : provider);
        expect(requires(stack)).toBe(true);
      }
    });
  });

  test("is judged after all aspects and overrides, whichever run last", () => {
    const judged = (change: (stack: Stack, gate: InstanceType<Constructs["CallbackCheck"]>) => void) => {
      const stack = newStack(framework);
      new certorder.CertOrderProvider(stack, "eu", { alias: "eu" });
      new certorder.CertificateReissue(stack, "www", props);
      const gate = new certorder.CallbackCheck(stack, "zgate").runsBefore(stack);
      change(stack, gate);
      return requires(stack);
    };
    expect(judged(() => {})).toBe(true);
    for (const [path, value] of [
      ["provider", "certorder.eu"],
      ["url", "https://other.example"],
    ])
      expect(
        judged((_, { gate }) =>
          core.Aspects.of(gate as never).add({ visit: () => gate?.addOverride(String(path), value) }),
        ),
        path,
      ).toBeUndefined();
    const onReissue = (visit: (reissue: InstanceType<Constructs["bindings"]["Reissue"]>) => void) =>
      judged((stack) =>
        core.Aspects.of(stack).add({
          visit: (node) => {
            if (node instanceof certorder.bindings.Reissue) visit(node);
          },
        }),
      );
    expect(onReissue((reissue) => reissue.addOverride("provider", "certorder.eu"))).toBeUndefined();
    expect(onReissue((reissue) => reissue.addOverride("require_callback", false))).toBe(false);
    expect(
      onReissue((reissue) => {
        reissue.requireCallback = false;
      }),
    ).toBe(false);
  });

  test("sets require_callback if one of two gates can", () => {
    const stack = newStack(framework);
    const eu = new certorder.CertOrderProvider(stack, "eu", { alias: "eu" });
    new certorder.CertificateReissue(stack, "www", props);
    new certorder.CallbackCheck(stack, "one", { provider: eu }).runsBefore(stack);
    new certorder.CallbackCheck(stack, "two").runsBefore(stack);
    new certorder.CallbackCheck(stack, "three", { provider: eu }).runsBefore(stack);
    expect(requires(stack)).toBe(true);
    expect(requires(stack)).toBe(true);
    expect(framework.core.Testing.synthHcl(stack)).toContain("require_callback = true");
  });

  test("sets require_callback also in the mode postcondition", () => {
    const stack = newStack(framework);
    const reissue = new certorder.CertificateReissue(stack, "www", props);
    new certorder.CallbackCheck(stack, "read", { mode: "postcondition" }).runsBefore(reissue);
    expect(requires(stack)).toBe(true);
  });

  test("says which later reissues it cannot protect, and why", () => {
    const stack = newStack(framework);
    const eu = new certorder.CertOrderProvider(stack, "eu", { alias: "eu" });
    const url = "https://example.com/callback";
    const reissue = (id: string, more: object = {}) =>
      new certorder.CertificateReissue(stack, id, { orderId: id, signHash: "sha256", ...more });
    new certorder.CallbackCheck(stack, "own", { url }).runsBefore(reissue("a"), reissue("b"));
    new certorder.CallbackCheck(stack, "account", { provider: eu }).runsBefore(reissue("c"));
    reissue("d", { dependsOn: [new certorder.CallbackCheck(stack, "plain")] });
    new certorder.CallbackCheck(stack, "off").runsBefore(reissue("i", { requireCallback: false }));
    // These are protected, or accept it.
    new certorder.CallbackCheck(stack, "able").runsBefore(reissue("e"));
    new certorder.CallbackCheck(stack, "read", { mode: "postcondition", url }).runsBefore(reissue("f"));
    new certorder.CallbackCheck(stack, "accepted", { url }).runsBefore(
      reissue("g", { requireCallback: false }),
      reissue("h", { requireCallback: true }),
    );
    synth(framework, stack);
    expect(problems(stack)).toEqual([]);
    const setTrue =
      "To test the saved callback of their account before each reissue, set requireCallback to true there.";
    const remedy = `${setTrue} To go without a test, set it to false.`;
    const when = "only when it is created or changed";
    expect(warnings(stack)).toEqual([
      `[site/own] This gate tests its own url or accessKey, and ${when}. Later reissues of site/a and site/b are sent without a test. ${remedy}`,
      `[site/account] This gate tests the callback of another account (certorder.eu), and ${when}. Later reissues of site/c are sent without a test. ${remedy}`,
      `[site/plain] This gate tests the callback ${when}. Later reissues of site/d are sent without a test. ${setTrue}`,
      `[site/off] This gate tests the callback ${when}. Later reissues of site/i are sent without a test. requireCallback is false there. ${setTrue}`,
    ]);
  });

  describe("that waits for itself is refused with the way:", () => {
    const cycle = (path: string, way: string) =>
      `[${path}] This waits for itself, and Terraform would refuse the cycle: ${way}. One of these must not wait: see dependsOn and runsBefore, and the arguments that refer to another block.`;
    const found = (stack: Stack) => {
      synth(framework, stack);
      return problems(stack);
    };

    test("it needs a resource that it runs before", () => {
      const stack = newStack(framework);
      const receiver = new core.TerraformResource(stack, "receiver", {
        terraformResourceType: "null_resource",
      });
      const url = core.Fn.format("https://%s.example", [receiver.getStringAttribute("id")]);
      new certorder.CallbackCheck(stack, "gate", { url }).runsBefore(receiver);
      expect(found(stack)).toEqual([
        cycle(
          "site/gate",
          "certorder_callback_check.gate waits for null_resource.receiver, which waits for certorder_callback_check.gate",
        ),
      ]);
    });

    test("two gates run before each other", () => {
      const stack = newStack(framework);
      const one = new certorder.CallbackCheck(stack, "one");
      const two = new certorder.CallbackCheck(stack, "two").runsBefore(one);
      one.runsBefore(two);
      expect(found(stack)).toEqual([
        cycle(
          "site/one",
          "certorder_callback_check.one waits for certorder_callback_check.two, which waits for certorder_callback_check.one",
        ),
      ]);
    });

    test("it runs before the construct around it, and before what its provider needs", () => {
      const stack = new core.TerraformStack(core.Testing.app(), "site");
      const site = new Construct(stack, "area");
      const password = new core.TerraformResource(site, "key", { terraformResourceType: "random_password" });
      new certorder.CertOrderProvider(site, "certorder", { authKey: password.getStringAttribute("result") });
      new certorder.CallbackCheck(site, "gate").runsBefore(site);
      expect(problems(stack)).toEqual([]);
      const { certorder_callback_check, random_password } = synth(framework, stack).resource;
      const gate = `certorder_callback_check.${Object.keys(certorder_callback_check)[0]}`;
      const key = `random_password.${Object.keys(random_password)[0]}`;
      expect(problems(stack)).toEqual([
        cycle(
          "site/area/gate",
          `${gate} waits for certorder, which waits for ${key}, which waits for ${gate}`,
        ),
      ]);
    });
  });

  test("refuses to run before nothing, and warns of a construct without a resource", () => {
    const stack = newStack(framework);
    const gate = new certorder.CallbackCheck(stack, "gate");
    expect(() => gate.runsBefore()).toThrow("[site/gate] runsBefore needs at least one construct");
    const later = new Construct(stack, "later");
    const empty = new Construct(stack, "empty");
    new core.TerraformVariable(empty, "a", { type: "string" });
    gate.runsBefore(later, empty, gate);
    new certorder.CertificateReissue(later, "www", props);
    synth(framework, stack);
    expect(problems(stack)).toEqual([]);
    const nothing = (path: string) =>
      `[site/gate] ${path} has no resource that could wait for the callback. So runsBefore protects nothing there. Give runsBefore a construct with a resource or module in it.`;
    expect(warnings(stack)).toEqual([nothing("site/empty"), nothing("site/gate")]);
  });

  test("is checked once, whichever copy of the package its constructs come from", () => {
    const stack = newStack(framework);
    const { copy } = framework;
    new copy.CertificateReissue(stack, "www", { ...props, signHash: "" });
    new certorder.CertificateReissue(stack, "api", props);
    new copy.CertificateReissue(stack, "csr", {
      orderId: "order-2",
      signHash: "sha256",
      commonName: "www.example.com",
      dnsNames: ["www.example.com", "example.com"],
      csr: certorder.Csr.fromString(csr),
    });
    expect(problems(stack)).toEqual([
      "[site/www] signHash is empty. Give it a value.",
      expect.stringContaining('[site/api] orderId "order-1" is reissued by site/www already.'),
    ]);
  });

  test("waits for no other gate of any class that is in the same stack", () => {
    const stack = newStack(framework);
    new certorder.CallbackCheck(stack, "one").runsBefore(stack);
    new framework.copy.CallbackCheck(stack, "two").runsBefore(stack);
    new certorder.bindings.CallbackCheck(stack, "low", {});
    const gates = synth(framework, stack).resource.certorder_callback_check;
    expect(gates).toEqual({ one: {}, two: {}, low: {} });
  });

  test("refuses to run before constructs in a stack of another framework, which would not ask it", () => {
    const another = both.find(({ name }) => name !== framework.name);
    if (!another) throw new Error("There are two frameworks.");
    const stack = newStack(another);
    const gate = new certorder.CallbackCheck(stack, "gate");
    expect(() => gate.runsBefore(stack)).toThrow(
      "[site/gate] This stack and this class come from two frameworks",
    );
    // The other way round works: the gate belongs to the framework that writes the stack.
    const mixed = newStack(framework);
    new certorder.CallbackCheck(mixed, "gate").runsBefore(mixed);
    new another.certorder.CertificateReissue(mixed, "www", props);
    expect(requires(mixed)).toBe(true);
  });
});
