import { describe, expect, test } from "vitest";
import { both, newStack, problems, synth } from "../../harness/constructs/framework.ts";

// In JavaScript, props may be missing, null or of any type. The messages are ours then, too.

/** A construct's class as JavaScript sees it: its props have no types. */
// biome-ignore lint/suspicious/noExplicitAny: that is the point
type Untyped = new (scope: object, id: string, props?: any) => object;

const props = {
  CertificateReissue: [
    ..."orderId signHash csr csrFrom commonName dnsNames unModifyKey validityDays customExpirationDate".split(
      " ",
    ),
    ..."dcvMethod persistUntil persistPolicy dcvScope signKeyPin signKeyPinTip".split(" "),
    ..."renewBeforeDays triggers acknowledge provider dependsOn lifecycle allowLiteralSecrets".split(" "),
  ],
  CallbackCheck: "url accessKey triggers mode minIntervalSeconds provider dependsOn".split(" "),
  CertOrderProvider: "baseUrl keyId authKey credentials maxReissues resolve alias".split(" "),
};

describe.each(both)("Constructs in JavaScript on $name", (framework) => {
  const { certorder } = framework;
  const classes = certorder as unknown as Record<string, Untyped>;
  const made = (name: string, given?: unknown) => {
    const stack = newStack(framework);
    new (classes[name] as Untyped)(stack, "it", given);
    return { problems: problems(stack), stack };
  };

  test("say what is required if there are no props, or null for them", () => {
    for (const given of [undefined, null, {}])
      expect(made("CertificateReissue", given).problems.join("\n")).toMatch(/orderId is .*\n.*signHash is /);
    for (const name of ["CallbackCheck", "CertOrderProvider"]) made(name, null);
    for (const given of ["order-1", 5, ["order-1"]])
      expect(() => made("CertificateReissue", given)).toThrow("The props of a construct must be an object");
  });

  test("take null for a prop that is not given", () => {
    for (const [name, names] of Object.entries(props)) {
      const required = name === "CertificateReissue" ? { orderId: "order-1", signHash: "sha256" } : {};
      const nothing = Object.fromEntries(names.map((prop) => [prop, null]));
      const bare = made(name, required);
      const nulls = made(name, { ...nothing, ...required });
      expect(nulls.problems, name).toEqual(bare.problems);
      expect(synth(framework, nulls.stack), name).toEqual(synth(framework, bare.stack));
    }
    const losses = { droppedNames: null, revocationOfPreviousCertificate: null };
    const { stack } = made("CertificateReissue", { orderId: "o", signHash: "sha256", acknowledge: losses });
    expect(synth(framework, stack).resource.certorder_reissue.it).toEqual({
      order_id: "o",
      sign_hash: "sha256",
    });
  });

  test.each(Object.entries(props))("never throw a TypeError: %s", (name, names) => {
    const required = { orderId: "order-1", signHash: "sha256" };
    for (const prop of names)
      for (const value of [5, "x", true, {}, [], [null], { x: null }, () => {}]) {
        // What the frameworks' own props get wrong, the frameworks say.
        if (["provider", "dependsOn", "lifecycle", "alias"].includes(prop)) continue;
        try {
          made(name, { ...(name === "CertificateReissue" && required), [prop]: value });
        } catch (error) {
          expect(
            (error as Error).name,
            `${prop}: ${JSON.stringify(value)}: ${(error as Error).stack}`,
          ).not.toBe("TypeError");
        }
      }
  });
});

describe.each(both)("The classes on $name", (framework) => {
  const { core, certorder } = framework;

  test("keep their names", () => {
    const { CallbackCheck, CertificateReissue, CertOrderProvider, Csr, bindings } = certorder;
    const classes = { CallbackCheck, CertificateReissue, CertOrderProvider, Csr };
    for (const [name, { name: own }] of Object.entries(classes)) expect(own).toBe(name);
    for (const [name, binding] of Object.entries(bindings))
      if (typeof binding === "function" && binding.prototype?.constructor === binding)
        expect(binding.name).toBe(name);
  });

  test("are known to the frameworks' own assertions", () => {
    const stack = newStack(framework);
    new certorder.CertificateReissue(stack, "www", { orderId: "order-1", signHash: "sha256" });
    new certorder.CallbackCheck(stack, "callback");
    const { toHaveResource, toHaveResourceWithProperties } = core.Testing;
    const text = core.Testing.synth(stack, true);
    const { CallbackCheck, CertificateReissue } = certorder;
    for (const { tfResourceType } of [CertificateReissue, CallbackCheck])
      expect(toHaveResource(text, tfResourceType)).toBe(true);
    const reissue = CertificateReissue.tfResourceType;
    expect(toHaveResourceWithProperties(text, reissue, { order_id: "order-1" })).toBe(true);
    expect(toHaveResourceWithProperties(text, reissue, { order_id: "order-2" })).toBe(false);
  });
});
