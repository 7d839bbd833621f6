import { describe, expect, test } from "vitest";
import { both, newStack, problems } from "../../harness/constructs/framework.ts";

// Props that a construct does not have: the types cannot find those that a spread brings.

const order = { orderId: "order-1", signHash: "sha256" };

describe.each(both)("An unknown prop on $name", (framework) => {
  const { certorder } = framework;

  test.each([
    ["requireCallBack", true, "Did you mean requireCallback?"],
    ["renewBeforDays", 30, "Did you mean renewBeforeDays?"],
    ["trigger", {}, "Did you mean triggers?"],
    ["order_id", "order-1", "Did you mean orderId?"],
    ["provisioners", [], "Leave it out, or use one of these: "],
  ])("of a reissue is refused: %s", (name, value, remedy) => {
    const stack = newStack(framework);
    const spread = { ...order, [name]: value };
    new certorder.CertificateReissue(stack, "www", spread);
    expect(problems(stack)).toEqual([
      expect.stringContaining(`[site/www] ${name} is not a prop here. ${remedy}`),
    ]);
  });

  test("inside another prop is refused", () => {
    const stack = newStack(framework);
    const nested = {
      acknowledge: { dropedNames: ["a.example"] },
      lifecycle: { createBeforeDestory: true },
      csr: { file: "examples/site.csr", encoding: "utf8" },
    };
    new certorder.CertificateReissue(stack, "www", { ...order, ...nested } as never);
    expect(problems(stack)).toEqual([
      "[site/www] lifecycle.createBeforeDestory is not a prop here. Did you mean lifecycle.createBeforeDestroy?",
      expect.stringContaining("[site/www] csr must be the text of a CSR, a Csr, or an object with the path"),
      "[site/www] acknowledge.dropedNames is not a prop here. Did you mean acknowledge.droppedNames?",
    ]);
  });

  test("is refused in every way to make a construct", () => {
    const stack = newStack(framework);
    const misspelt = { maxReissue: 3, requireCallBack: true };
    new certorder.CertOrderProvider(stack, "eu", { alias: "eu", ...misspelt } as never);
    const existing = { ...order, certificateId: "cert-7", issuedat: "2026-11-01" };
    certorder.CertificateReissue.importExisting(stack, "import", existing);
    const csr = certorder.Csr.fromFile("examples/site.csr");
    certorder.CertificateReissue.fromCsr(stack, "csr", csr, { ...order, orderId: "2", acces: 1 } as never);
    for (const mode of ["gate", "check", "postcondition"])
      new certorder.CallbackCheck(stack, mode, { mode, URL: "https://a.example" } as never);
    expect(problems(stack)).toEqual([
      "[site/eu] maxReissue is not a prop here. Did you mean maxReissues?",
      expect.stringContaining("[site/eu] requireCallBack is not a prop here. Leave it out, or use one"),
      "[site/import] issuedat is not a prop here. Did you mean issuedAt?",
      expect.stringContaining("[site/csr] acces is not a prop here."),
      ...["gate", "check", "postcondition"].map(
        (id) => `[site/${id}] URL is not a prop here. Did you mean url?`,
      ),
    ]);
  });
});
