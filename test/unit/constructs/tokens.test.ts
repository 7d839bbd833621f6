import { describe, expect, test } from "vitest";
import { asProps, both, csr, newStack, problems, synth } from "../../harness/constructs/framework.ts";

describe.each(both)("The checks on $name", (framework) => {
  const { core, certorder } = framework;
  const variables = (stack: ReturnType<typeof newStack>) => ({
    text: new core.TerraformVariable(stack, "text", { type: "string" }).stringValue,
    number: new core.TerraformVariable(stack, "number", { type: "number" }).numberValue,
    list: new core.TerraformVariable(stack, "list", { type: "list(string)" }).listValue,
    flag: new core.TerraformVariable(stack, "flag", { type: "bool" }).booleanValue,
    map: core.Token.asStringMap(new core.TerraformVariable(stack, "map", { type: "map(string)" }).value),
  });

  test("pass texts, numbers, lists, booleans and maps that are tokens", () => {
    const stack = newStack(framework);
    const tokens = variables(stack);
    const { text, number, list, flag, map } = tokens;
    const variable = new Map(Object.entries(tokens).map(([name, token]) => [token as unknown, name]));
    /** What Terraform has to read for these props. */
    const expressions = (props: object) =>
      Object.fromEntries(
        Object.entries(props).map(([prop, token]) => [prop, `\${var.${variable.get(token)}}`]),
      );
    const reissue = {
      orderId: text,
      signHash: text,
      csr: text,
      csrFrom: text,
      commonName: text,
      dnsNames: list,
      unModifyKey: flag,
      validityDays: number,
      dcvMethod: text,
      persistUntil: number,
      persistPolicy: text,
      signKeyPin: text,
      renewBeforeDays: number,
      triggers: map,
    };
    const losses = { droppedNames: list, revocationOfPreviousCertificate: flag };
    const gate = { url: text, accessKey: text, triggers: map };
    const block = { url: text, accessKey: text, minIntervalSeconds: number };
    const provider = {
      baseUrl: text,
      authKey: text,
      timeoutSeconds: number,
      maxReissues: number,
      resolve: map,
    };
    new certorder.CertificateReissue(stack, "www", { ...reissue, acknowledge: losses });
    new certorder.CallbackCheck(stack, "gate", gate);
    new certorder.CallbackCheck(stack, "block", { mode: "check", ...block });
    new certorder.CertOrderProvider(stack, "other", { alias: "other", ...provider });
    expect(problems(stack)).toEqual([]);
    const written = synth(framework, stack);
    const { certorder_reissue, certorder_callback_check } = written.resource;
    expect(asProps(certorder_reissue.www)).toEqual({
      ...expressions(reissue),
      acknowledgeDroppedNames: "${var.list}",
      iKnowWillRevokeLastCert: "${var.flag}",
    });
    expect(asProps(certorder_callback_check.gate)).toEqual(expressions(gate));
    const { data } = written.check.block;
    expect(asProps(data.certorder_callback_test.block)).toEqual(expressions(block));
    expect(asProps(written.provider.certorder[1])).toEqual({ alias: "other", ...expressions(provider) });
  });

  test("pass members of lists and maps that are tokens, and check their neighbours", () => {
    const stack = newStack(framework);
    const { text } = variables(stack);
    new certorder.CertificateReissue(stack, "www", {
      orderId: "order-1",
      signHash: "sha256",
      commonName: "www.example.com",
      dnsNames: [text, "", `prefix-${text}`, "www.example.com"],
      triggers: { fixed: "1", open: text },
    });
    expect(problems(stack)).toEqual(["[site/www] dnsNames contains an empty name. Remove the empty name."]);
    const { www } = synth(framework, stack).resource.certorder_reissue;
    expect(www.dns_names).toEqual(["${var.text}", "", "prefix-${var.text}", "www.example.com"]);
    expect(www.triggers).toEqual({ fixed: "1", open: "${var.text}" });
  });

  test("do not compare names with the CSR while some are tokens", () => {
    const stack = newStack(framework);
    const { text } = variables(stack);
    const props = { orderId: "order-1", signHash: "sha256", commonName: "www.example.com", csr };
    const open = new certorder.CertificateReissue(stack, "open", {
      ...props,
      dnsNames: [text, "a.example.com"],
    });
    const known = new certorder.CertificateReissue(stack, "known", {
      ...props,
      orderId: "order-2",
      dnsNames: ["a.example.com"],
    });
    expect(problems(stack)).toEqual([]);
    const warnings = ({ node }: typeof open) => node.metadata.filter(({ type }) => type === "@cdktf/warn");
    expect(warnings(open)).toEqual([]);
    expect(warnings(known)).toHaveLength(1);
  });

  test("do not apply a rule while one side of it is a token", () => {
    const stack = newStack(framework);
    const { text, number } = variables(stack);
    const reissue = (id: string, props: object) =>
      new certorder.CertificateReissue(stack, id, { orderId: id, signHash: "sha256", ...props });
    reissue("method", { dcvMethod: text, persistUntil: 0 });
    reissue("until", { persistUntil: number });
    reissue("days", { validityDays: number, renewBeforeDays: 300 });
    expect(problems(stack)).toEqual([]);
  });

  test("pass lazy values, functions and expressions written by hand", () => {
    const stack = newStack(framework);
    const { list } = variables(stack);
    new certorder.CertificateReissue(stack, "www", {
      orderId: core.Lazy.stringValue({ produce: () => "order-1" }),
      signHash: core.Fn.lower("SHA256"),
      commonName: core.Fn.element(list, 0),
      dnsNames: core.Fn.concat([list, ["example.com"]]),
      validityDays: core.Lazy.numberValue({ produce: () => 90 }),
      csr: core.Fn.file("site.csr"),
    });
    new certorder.CallbackCheck(stack, "gate", { url: "${local.callback_url}" });
    new certorder.CallbackCheck(stack, "block", {
      mode: "check",
      url: "%{ if true }https://a.example%{ endif }",
    });
    expect(problems(stack)).toEqual([]);
    const { www } = synth(framework, stack).resource.certorder_reissue;
    expect(www).toMatchObject({ order_id: "order-1", validity_days: 90, csr: '${file("site.csr")}' });
  });
});
