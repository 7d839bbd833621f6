import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  both,
  type Framework,
  folder,
  newStack,
  problems,
  type Stack,
  synth,
} from "../../harness/constructs/framework.ts";

const order = { orderId: "order-1", signHash: "sha256" };

/** The problems when the stack is synthesized as an app does it: what runs before others has been told to them by then. */
function synthProblems({ core }: Framework, stack: Stack): string[] {
  core.Testing.synth(stack);
  return problems(stack);
}

describe.each(both)("a whole stack on $name:", (framework) => {
  const { core, certorder } = framework;

  test("a number that is not known yet is no part of a text", () => {
    const stack = newStack(framework);
    const number = new core.TerraformVariable(stack, "number", { type: "number" });
    const lost = `www${number.numberValue}.example.com`;
    new certorder.CertificateReissue(stack, "lost", {
      ...order,
      commonName: lost,
      dnsNames: ["a.example", lost],
    });
    const remedy = "Convert the number to text first: Token.asString(…), or Fn.format.";
    expect(problems(stack)).toEqual(
      ["commonName", "dnsNames"].map(
        (name) => `[site/lost] ${name} has a number token in its text, which is never resolved. ${remedy}`,
      ),
    );
    const another = newStack(framework, "another");
    const kept = `www${core.Token.asString(number.value)}.example.com`;
    new certorder.CertificateReissue(another, "kept", { ...order, commonName: kept });
    expect(problems(another)).toEqual([]);
  });

  test("an existing certificate has an id", () => {
    for (const certificateId of [undefined, null, "undefined"]) {
      const stack = newStack(framework);
      const props = { ...order, certificateId: certificateId as string };
      certorder.CertificateReissue.importExisting(stack, "www", props);
      expect(problems(stack)).toEqual([
        "[site/www] certificateId is not given. Give the id of the order's current certificate.",
      ]);
    }
  });

  describe("one order is described once,", () => {
    const already = (path: string, other: string) =>
      `[site/${path}] orderId "order-1" is reissued by site/${other} already. Describe each order once; remove one of the two.`;

    test("by one construct", () => {
      const stack = newStack(framework);
      for (const id of ["a", "b", "c"]) new certorder.CertificateReissue(stack, id, order);
      new certorder.CertificateReissue(stack, "d", { ...order, orderId: "order-2" });
      expect(problems(stack)).toEqual([already("b", "a"), already("c", "a")]);
    });

    test("and not by a low-level construct as well, whichever comes first", () => {
      for (const turn of [0, 1]) {
        const stack = newStack(framework);
        const make = [
          () => new certorder.bindings.Reissue(stack, "low", order),
          () => new certorder.CertificateReissue(stack, "high", order),
        ];
        make[turn]?.();
        make[1 - turn]?.();
        expect(problems(stack)).toEqual([turn === 0 ? already("high", "low") : already("low", "high")]);
      }
    });

    test("also while it moves: what it moves from is not written", () => {
      const stack = newStack(framework);
      new certorder.CertificateReissue(stack, "new", order).resource.addMoveTarget("here");
      new certorder.CertificateReissue(stack, "old", order).resource.moveTo("here");
      expect(problems(stack)).toEqual([]);
    });

    test("also by forEach, as far as its members are known", () => {
      const { TerraformIterator, TerraformVariable } = core;
      const stack = newStack(framework);
      const open = new TerraformVariable(stack, "wanted", { type: "set(string)" });
      for (const [index, list] of [["a"], ["a", "a"], open.listValue].entries()) {
        const forEach = TerraformIterator.fromList(list);
        new certorder.CertificateReissue(stack, `one-${index}`, { ...order, orderId: `o-${index}`, forEach });
      }
      expect(problems(stack)).toEqual([]);
      const forEach = TerraformIterator.fromList(["a", "b"]);
      new certorder.CertificateReissue(stack, "two", { ...order, forEach });
      expect(problems(stack)).toEqual([
        '[site/two] orderId is "order-1" for all that forEach makes: the same order would be reissued several times. Take orderId from the members of forEach, or leave forEach out.',
      ]);
    });

    test("also where only the provider is one of ours", () => {
      const stack = newStack(framework);
      new certorder.bindings.Reissue(stack, "a", order);
      new certorder.bindings.Reissue(stack, "b", order);
      expect(problems(stack)).toEqual([already("b", "a")]);
    });

    test("within an account: another provider may know an order of the same id", () => {
      const stack = newStack(framework);
      const provider = new certorder.CertOrderProvider(stack, "eu", { alias: "eu" });
      new certorder.CertificateReissue(stack, "here", order);
      new certorder.CertificateReissue(stack, "there", { ...order, provider });
      expect(problems(stack)).toEqual([]);
      const overridden = new certorder.CertificateReissue(stack, "more", order);
      overridden.resource.addOverride("provider", "certorder.eu");
      expect(problems(stack)).toEqual([already("more", "there")]);
    });

    test("also by one and the same expression", () => {
      const stack = newStack(framework);
      const orderId = new core.TerraformVariable(stack, "order", { type: "string" }).stringValue;
      for (const id of ["a", "b"]) new certorder.CertificateReissue(stack, id, { ...order, orderId });
      new certorder.CertificateReissue(stack, "c", { ...order, orderId: `${orderId}-c` });
      const each = (id: string) => {
        const forEach = core.TerraformIterator.fromList(["x", "y"]);
        new certorder.CertificateReissue(stack, id, { ...order, orderId: forEach.value, forEach });
      };
      each("d");
      each("e");
      const [told, ...more] = problems(stack);
      expect(told).toContain('[site/b] orderId "${var.order}" is reissued by site/a already.');
      expect(more).toEqual([]);
    });

    test("also when it is lazy", () => {
      const stack = newStack(framework);
      const orderId = core.Lazy.stringValue({ produce: () => "order-1" });
      new certorder.CertificateReissue(stack, "a", order);
      new certorder.CertificateReissue(stack, "b", { ...order, orderId });
      expect(problems(stack)).toEqual([already("b", "a")]);
    });

    test("also when it is named by an override", () => {
      const stack = newStack(framework);
      new certorder.CertificateReissue(stack, "a", order);
      const other = new certorder.CertificateReissue(stack, "b", { ...order, orderId: "order-2" });
      expect(problems(stack)).toEqual([]);
      other.resource.addOverride("order_id", "order-1");
      expect(problems(stack)).toEqual([already("b", "a")]);
    });

    test("also when it is named by an override of the stack", () => {
      const stack = newStack(framework);
      new certorder.CertificateReissue(stack, "a", order);
      new certorder.CertificateReissue(stack, "b", { ...order, orderId: "order-2" });
      stack.addOverride("terraform.required_version", ">= 1.5");
      expect(problems(stack)).toEqual([]);
      stack.addOverride("resource.certorder_reissue.b.order_id", "order-1");
      expect(problems(stack)).toEqual([already("b", "a")]);
    });

    test("and not by several of one construct", () => {
      const stack = newStack(framework);
      const reissue = (id: string, props: object) =>
        new certorder.CertificateReissue(stack, id, { ...order, orderId: id, ...props });
      const list = core.TerraformIterator.fromList(["x", "y"]);
      reissue("counted", { count: 3 });
      reissue("counting", { count: core.TerraformCount.of(2) });
      reissue("each", { forEach: list });
      const many = "the same order would be reissued several times.";
      expect(problems(stack)).toEqual([
        `[site/counted] orderId is "counted" for all that count makes: ${many} Take orderId from a list, by the index, or leave count out.`,
        `[site/counting] orderId is "counting" for all that count makes: ${many} Take orderId from a list, by the index, or leave count out.`,
        `[site/each] orderId is "each" for all that forEach makes: ${many} Take orderId from the members of forEach, or leave forEach out.`,
      ]);
    });

    test("while one of them at most, or one or the other, is fine", () => {
      const stack = newStack(framework);
      const flag = new core.TerraformVariable(stack, "flag", { type: "number" }).numberValue;
      const list = core.TerraformIterator.fromList(["x", "y"]);
      new certorder.CertificateReissue(stack, "none", { ...order, count: 0 });
      new certorder.CertificateReissue(stack, "one", { ...order, count: 1 });
      new certorder.CertificateReissue(stack, "blue", { ...order, count: flag });
      new certorder.CertificateReissue(stack, "green", { ...order, count: core.TerraformCount.of(flag) });
      new certorder.CertificateReissue(stack, "each", { ...order, orderId: list.value, forEach: list });
      expect(problems(stack)).toEqual([]);
    });
  });

  test("where every provider has an alias, one is named", () => {
    const stack = new core.TerraformStack(core.Testing.app(), "site");
    const eu = new certorder.CertOrderProvider(stack, "eu", { alias: "eu" });
    new certorder.CertOrderProvider(stack, "us", { alias: "us" });
    new certorder.CertificateReissue(stack, "named", { ...order, provider: eu });
    new certorder.CertificateReissue(stack, "www", { ...order, orderId: "order-2" });
    new certorder.bindings.Reissue(stack, "low", { ...order, orderId: "order-3" });
    for (const mode of ["gate", "check", "postcondition"] as const)
      new certorder.CallbackCheck(stack, mode, { mode });
    const text =
      "provider is not given, and every certorder provider of this stack has an alias (eu, us): Terraform would use a default provider from the environment, possibly of another account. Name one with provider, or add a provider without an alias.";
    expect(problems(stack)).toEqual(
      ["www", "low", "gate", "check", "postcondition"].map((id) => `[site/${id}] ${text}`),
    );
    new certorder.CertOrderProvider(stack, "default");
    expect(problems(stack)).toEqual([]);
  });

  test("each provider has another name, and what is named is there", () => {
    const stack = newStack(framework);
    const second = new certorder.CertOrderProvider(stack, "second");
    for (const id of ["eu", "eu2"]) new certorder.CertOrderProvider(stack, id, { alias: "eu" });
    const elsewhere = new core.TerraformStack(core.App.of(stack), "elsewhere");
    const us = new certorder.CertOrderProvider(elsewhere, "us", { alias: "us" });
    new certorder.CertificateReissue(stack, "www", { ...order, provider: us });
    const name = "certorder.eu" as unknown as typeof second;
    new certorder.CertificateReissue(stack, "api", { ...order, orderId: "order-2", provider: name });
    new certorder.bindings.Reissue(stack, "low", { ...order, orderId: "order-3", provider: name });
    const remedy = "Give each provider of a stack another alias; one can do without.";
    const none =
      'provider must be a provider itself, not its name. Give the construct: new CertOrderProvider(stack, "eu", { alias: "eu" }).';
    expect(problems(stack)).toEqual([
      `[site/second] alias is not given, and site/certorder is the provider without one already. ${remedy}`,
      `[site/eu2] alias "eu" is already used by site/eu. ${remedy}`,
      "[site/www] provider certorder.us is not a certorder provider of this stack. Add it to this stack, or name another with provider.",
      `[site/api] ${none}`,
      `[site/low] ${none}`,
    ]);
  });

  test("the mistakes of all stacks of an app are told together, but for those that an aspect may still mend", () => {
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

  describe("gates", () => {
    test("before one stack wait for nothing, and everything else for all of them", () => {
      const stack = newStack(framework);
      for (const id of ["a", "b"]) new certorder.CallbackCheck(stack, id).runsBefore(stack);
      new certorder.CallbackCheck(stack, "c", { mode: "postcondition" }).runsBefore(stack);
      new certorder.CertificateReissue(stack, "www", order);
      expect(synthProblems(framework, stack)).toEqual([]);
      const { resource } = synth(framework, stack);
      expect(resource.certorder_callback_check).toEqual({ a: {}, b: {} });
      expect(resource.certorder_reissue.www.depends_on).toEqual([
        "certorder_callback_check.a",
        "certorder_callback_check.b",
        "data.certorder_callback_test.c",
      ]);
    });

    test("wait for another that names them", () => {
      const stack = newStack(framework);
      const second = new certorder.CallbackCheck(stack, "second");
      new certorder.CallbackCheck(stack, "first").runsBefore(second);
      expect(synthProblems(framework, stack)).toEqual([]);
      expect(synth(framework, stack).resource.certorder_callback_check.second.depends_on).toEqual([
        "certorder_callback_check.first",
      ]);
    });

    test("that wait for each other are told, with the whole circle, once", () => {
      const stack = newStack(framework);
      const other = new core.TerraformResource(stack, "other", { terraformResourceType: "null_resource" });
      const gate = new certorder.CallbackCheck(stack, "gate", { dependsOn: [other] });
      const www = new certorder.CertificateReissue(stack, "www", { ...order, dependsOn: [gate] });
      other.dependsOn = [core.dependable(www)];
      new certorder.CertificateReissue(stack, "after", { ...order, orderId: "order-2", dependsOn: [www] });
      expect(synthProblems(framework, stack)).toEqual([
        "[site/gate] This waits for itself: site/gate waits for site/other waits for site/www waits for site/gate. Let one of them not wait for the next: look at dependsOn and runsBefore, and at the values that they take from each other.",
      ]);
    });

    test("that are before what they wait for are told", () => {
      const stack = newStack(framework);
      const www = new certorder.CertificateReissue(stack, "www", order);
      new certorder.CallbackCheck(stack, "gate", { dependsOn: [www] }).runsBefore(stack);
      expect(synthProblems(framework, stack)).toEqual([
        "[site/gate] This waits for itself: site/gate waits for site/www waits for site/gate. Let one of them not wait for the next: look at dependsOn and runsBefore, and at the values that they take from each other.",
      ]);
    });

    test("that take a value from what waits for them are told, through locals and providers too", () => {
      const stack = newStack(framework);
      const eu = new certorder.CertOrderProvider(stack, "eu", { alias: "eu" });
      const www = new certorder.CertificateReissue(stack, "www", order);
      const local = new core.TerraformLocal(stack, "id", `cert-${www.certificateId}`);
      new certorder.CallbackCheck(stack, "gate", { triggers: { id: local.asString } }).runsBefore(www);
      const api = new certorder.CertificateReissue(stack, "api", {
        ...{ ...order, orderId: "order-2", provider: eu },
        triggers: { note: "after certorder_callback_check.later", $: '${"certorder_callback_check.later"}' },
      });
      eu.service = api.orderId;
      new certorder.CallbackCheck(stack, "later", { dependsOn: [api] });
      expect(synthProblems(framework, stack).map((text) => text.slice(0, text.indexOf(". Let")))).toEqual([
        "[site/eu] This waits for itself: site/eu waits for site/api waits for site/eu",
        "[site/gate] This waits for itself: site/gate waits for site/id waits for site/www waits for site/gate",
      ]);
    });

    test("leave circles of others to Terraform, and a long line is none", () => {
      const stack = newStack(framework);
      const make = (id: string) =>
        new core.TerraformResource(stack, id, { terraformResourceType: "null_resource" });
      const [a, b] = [make("a"), make("b")];
      a.dependsOn = [core.dependable(b)];
      b.dependsOn = [core.dependable(a)];
      let last = new certorder.CertificateReissue(stack, "r0", { ...order, orderId: "0" });
      for (let index = 1; index < 50; index++)
        last = new certorder.CertificateReissue(stack, `r${index}`, {
          ...order,
          orderId: String(index),
          dependsOn: [last],
        });
      expect(synthProblems(framework, stack)).toEqual([]);
    });
  });

  describe("the provider's props", () => {
    const problemsOf = (props: object) => {
      const stack = new core.TerraformStack(core.Testing.app(), "site");
      new certorder.CertOrderProvider(stack, "certorder", props);
      return problems(stack).map((text) => text.replace("[site/certorder] ", ""));
    };

    test.each([
      [{ baseUrl: "http://example.com" }, /^baseUrl uses http; only https is allowed/],
      [{ baseUrl: "example.com" }, /^baseUrl is not a URL\./],
      [{ baseUrl: "https://a@example.com" }, /^baseUrl has a user name or an @\./],
      [{ keyId: "id\n" }, /^keyId contains characters that an HTTP header cannot carry/],
      [{ maxReissues: -1 }, /^maxReissues is -1; the smallest allowed value is 0\./],
      [{ maxReissues: "many" }, /^maxReissues must be a whole number, got a string\./],
      [{ allowReissue: "no" }, /^allowReissue must be true or false, got a string\./],
      [{ keyId: 7 }, /^keyId must be a string\./],
      [{ timeoutSeconds: true }, /^timeoutSeconds must be a number of seconds/],
      [{ resolve: { "": "a:b" } }, /^resolve \(CERTORDER_RESOLVE\) does not name an order\./],
      [{ alias: "e u" }, /^alias "e u" is not a valid name in Terraform\./],
      [{ maxReissues: 1.5 }, /^maxReissues must be a whole number/],
      [{ resolve: { x: "nonsense" } }, /^resolve for order x cannot be read\./],
      [{ supersede: { x: "a:b" } }, /^supersede for order x cannot be read\./],
      [{ credentials: "vault" }, /^credentials is "vault"; there are only "environment" and "variables"\./],
      [{ journalDir: "journal" }, /^journalDir is not an absolute path/],
      [{ journalUrl: "mysql://host/db" }, /^journalUrl has the scheme mysql:\/\//],
      [{ journalDir: "/a", journalUrl: "file:///a" }, /^Both journalDir and journalUrl name a journal\./],
      [{ timeoutSeconds: -1 }, /^timeoutSeconds must be a number of seconds/],
      [{ journal: "maybe" }, /^journal is not one of required, best-effort, off\./],
    ])("%o are wrong", (props, message) => {
      expect(problemsOf(props)).toEqual([expect.stringMatching(message)]);
    });

    test("that are right, or not known yet, pass", () => {
      expect(
        problemsOf({
          baseUrl: "https://service.example/api",
          keyId: "id",
          service: "prod",
          maxReissues: 0,
          allowReissue: false,
          resolve: { "order-1": "attempt-1:not-happened", "order-2": "${var.open}" },
          journalUrl: "postgres://me@host/db",
          credentials: "environment",
        }),
      ).toEqual([]);
      expect(problemsOf({ baseUrl: "${var.address}", journalDir: "${var.folder}/journal" })).toEqual([]);
    });

    test("name a file of authorities, which may be on another machine and is not something else", () => {
      const file = join(mkdtempSync(join(folder, "ca-")), "ca.pem");
      writeFileSync(file, "no certificate");
      expect(problemsOf({ caFile: file })).toEqual([
        `caFile ${file} holds no certificate. Give a file with certificates in PEM form.`,
      ]);
      writeFileSync(file, "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n");
      expect(warningsOf(file)).toEqual([]);
      expect(warningsOf("/missing/ca.pem")).toEqual([
        "caFile /missing/ca.pem cannot be read (ENOENT). Create it on the machine on which Terraform runs.",
      ]);
      expect(warningsOf("ca.pem")).toEqual([
        "caFile ca.pem is relative to the folder in which Terraform runs, that of the synthesized stack. Give an absolute path.",
      ]);
      function warningsOf(caFile: string) {
        const stack = new core.TerraformStack(core.Testing.app(), "site");
        const { node } = new certorder.CertOrderProvider(stack, "certorder", { caFile });
        expect(problems(stack)).toEqual([]);
        return node.metadata.filter(({ type }) => type === "@cdktf/warn").map(({ data }) => data);
      }
    });
  });

  test("a construct with count or forEach cannot adopt an existing certificate", () => {
    const stack = newStack(framework);
    const forEach = core.TerraformIterator.fromList(["x", "y"]);
    const take = (id: string, many: object) =>
      certorder.CertificateReissue.importExisting(stack, id, {
        ...{ ...order, orderId: id, certificateId: "cert-1" },
        ...many,
      });
    take("single", {});
    take("each", { forEach, orderId: forEach.value });
    take("counted", { count: 1 });
    const many = (id: string, name: string) =>
      `[site/${id}] An existing certificate cannot be adopted together with ${name}: the import names one object. Leave ${name} out, and describe each imported order in a block of its own.`;
    expect(problems(stack)).toEqual([many("each", "forEach"), many("counted", "count")]);
  });

  describe("overrides of the stack", () => {
    test("are told of the construct that they change", () => {
      const stack = newStack(framework);
      const accessKey = new core.TerraformVariable(stack, "key", { type: "string" }).stringValue;
      new certorder.CallbackCheck(stack, "gate", { accessKey });
      new certorder.CallbackCheck(stack, "meant", { accessKey, allowLiteralSecrets: true });
      new certorder.CallbackCheck(stack, "block", { mode: "check" });
      for (const id of ["gate", "meant"])
        stack.addOverride(`resource.certorder_callback_check.${id}.access_key`, "canary");
      stack.addOverride("check.block.data.certorder_callback_test.block.url", "http://example.com");
      expect(problems(stack)).toEqual([
        "[site/gate] accessKey would be in the synthesized file in clear text. Use a sensitive TerraformVariable, or set allowLiteralSecrets if this is intended.",
        "[site/block] url uses http, not https. Use the callback's https:// address.",
      ]);
    });

    test("change providers by their number", () => {
      const stack = newStack(framework);
      for (const id of ["a", "b"]) new certorder.CertOrderProvider(stack, id, { alias: "eu" });
      stack.addOverride("provider.certorder.2.max_reissues", -1);
      expect(problems(stack)).toEqual([
        "[site/b] maxReissues is -1; the smallest allowed value is 0. Use 0 or more, or leave it out.",
        '[site/b] alias "eu" is already used by site/a. Give each provider of a stack another alias; one can do without.',
      ]);
    });

    test("may add blocks, which are the stack's own", () => {
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

    test("may have blocks wait for themselves", () => {
      const stack = newStack(framework);
      const reissue = new certorder.CertificateReissue(stack, "www", order);
      new certorder.CallbackCheck(stack, "gate").runsBefore(reissue);
      core.Testing.synth(stack);
      expect(problems(stack)).toEqual([]);
      stack.addOverride("resource.certorder_callback_check.gate.depends_on", ["certorder_reissue.www"]);
      expect(problems(stack)).toEqual([
        expect.stringContaining("[site/gate] This waits for itself: site/gate waits for site/www waits"),
      ]);
    });
  });

  test("names that are none are told, in the words of props", () => {
    const stack = newStack(framework);
    const { node } = new certorder.CertificateReissue(stack, "www", {
      ...order,
      commonName: "https://www.example.com",
      dnsNames: ["a.example.com b.example.com", "me@example.com", "${var.name}"],
    });
    expect(problems(stack)).toEqual([
      '[site/www] dnsNames contains "a.example.com b.example.com": no name has a blank, a line break, a comma or a semicolon in it, or nothing before a dot. Give each name by itself, without anything around it.',
    ]);
    const warnings = node.metadata.filter(({ type }) => type === "@cdktf/warn").map(({ data }) => data);
    expect(warnings).toEqual([
      'dnsNames contains "me@example.com", which is an e-mail address, not a DNS name. Give the DNS name alone, unless the product takes such names.',
      'commonName "https://www.example.com" is a URL, not a name. Give the host name alone.',
    ]);
  });

  test("low-level constructs are checked too; that a secret is meant they cannot say", () => {
    const stack = newStack(framework);
    const { node } = new certorder.bindings.CallbackCheck(stack, "low", {
      url: "http://example.com",
      accessKey: "canary",
    });
    expect(problems(stack)).toEqual([
      "[site/low] url uses http, not https. Use the callback's https:// address.",
    ]);
    expect(node.metadata.filter(({ type }) => type === "@cdktf/warn").map(({ data }) => data)).toEqual([
      "accessKey would be in the synthesized file in clear text. Use a sensitive variable.",
    ]);
  });

  test("what is doubtful is printed where no command line prints it, once", () => {
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
      ...{ cwd: folder, encoding: "utf8", env: { ...process.env, [variable]: undefined } },
    });
    expect(printed).toBe(
      "[alone/www] Warning: dnsNames are given without commonName, which SSL certificates require. Give commonName if the order is for an SSL certificate.\n",
    );
  });
});
