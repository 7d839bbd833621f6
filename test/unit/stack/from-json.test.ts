import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkStack as checkStackRaw, stackFromJson } from "../../../src/stack/index.ts";
import { inTerraform } from "../../harness/terraform-names.ts";

const checkStack = (stack: ReturnType<typeof stackFromJson>, at: Date) =>
  checkStackRaw(stack, at).map(({ element, issue }) => ({ element, issue: inTerraform(issue) }));

const now = new Date("2026-11-16");
const found = (json: unknown) =>
  checkStack(stackFromJson(JSON.parse(JSON.stringify(json))), now).map(
    ({ element, issue }) => `${issue.severity} ${element.address} ${issue.field}:${issue.rule}`,
  );
const messages = (json: unknown) =>
  checkStack(stackFromJson(json), now).map(
    ({ element, issue }) => `${element.title}: ${issue.message} ${issue.remedy}`,
  );
const readReissue = (block: object) =>
  stackFromJson({ resource: { certorder_reissue: { www: block } } }).elements[0];
const base = { order_id: "order-1", sign_hash: "sha256" };

describe("A synthesized stack", () => {
  test.each([
    undefined,
    null,
    7,
    "text",
    [],
    {},
    [null],
    { resource: null, provider: 7, check: { a: null } },
    { provider: { certorder: [null, 7] }, resource: { certorder_reissue: { www: 7 } } },
  ])("is empty if it has none of our blocks: %j", (json) => {
    expect(stackFromJson(json)).toEqual({ elements: [], waiting: [] });
  });

  test("has providers, reissues, gates, tests and check blocks, and others that wait", () => {
    const { elements, waiting } = stackFromJson({
      provider: { certorder: [{}, { alias: "eu" }], aws: [{}] },
      resource: {
        certorder_reissue: { www: { ...base, provider: "certorder.eu", depends_on: ["module.a"] } },
        certorder_callback_check: { gate: {} },
        null_resource: { x: { depends_on: ["${certorder_reissue.www[0]}"] } },
      },
      data: { certorder_callback_test: { test: {} }, aws_ami: { y: {} } },
      check: { c: { data: { certorder_callback_test: { c: { url: "http://a" } } } } },
      module: { a: [{ depends_on: ["null_resource.x"], input: "${null_resource.y.id}" }] },
    });
    expect(elements.map(({ kind, address, alias, provider }) => [kind, address, alias ?? provider])).toEqual([
      ["provider", "certorder", undefined],
      ["provider", "certorder.eu", "eu"],
      ["reissue", "certorder_reissue.www", "certorder.eu"],
      ["callback", "certorder_callback_check.gate", undefined],
      ["callback", "data.certorder_callback_test.test", undefined],
      ["callback", "data.certorder_callback_test.c", undefined],
    ]);
    expect(waiting.map(({ address, dependsOn, element }) => [address, dependsOn, element?.address])).toEqual([
      ["certorder_reissue.www", ["module.a", "certorder.eu"], "certorder_reissue.www"],
      ["certorder_callback_check.gate", ["certorder"], "certorder_callback_check.gate"],
      ["null_resource.x", ["certorder_reissue.www", "null"], undefined],
      ["data.certorder_callback_test.test", ["certorder"], "data.certorder_callback_test.test"],
      ["data.aws_ami.y", ["aws"], undefined],
      ["data.certorder_callback_test.c", ["certorder"], "data.certorder_callback_test.c"],
      ["module.a", ["null_resource.x"], undefined],
    ]);
  });

  test("may have lists at every level", () => {
    const { elements } = stackFromJson([
      {
        provider: [{ certorder: [{}] }, { certorder: { alias: "eu" } }],
        resource: [{ certorder_reissue: [{ www: [base] }] }, { certorder_callback_check: { gate: {} } }],
        check: [{ c: [{ data: [{ certorder_callback_test: [{ c: {} }] }] }] }],
      },
    ]);
    expect(elements.map(({ address }) => address)).toEqual([
      "certorder",
      "certorder.eu",
      "certorder_reissue.www",
      "certorder_callback_check.gate",
      "data.certorder_callback_test.c",
    ]);
  });

  test("waits for what stands in its expressions, and not for what stands in their texts", () => {
    const { waiting } = stackFromJson({
      locals: [
        { a: "${certorder_reissue.www.id}", b: "a.b", c: { d: ["%{ if x.y }${{ a = data.s.t[0].u }}"] } },
        { deep: "${f({ a = { b = three.deep } })}", no_provider: null },
      ],
      resource: {
        other: {
          x: {
            "//": { metadata: { path: "${no.path}" } },
            a: 'no.text ${f("no.text", "${in.text}", local.a)} no.text $${no.expression} ${module.m.out}',
            depends_on: ["x${a.b}", "${a.b}x", "${a.b[1]}"],
            lifecycle: {
              replace_triggered_by: ["t.u.v", "some.name", "data.some.name.out", "none"],
              ignore_changes: ["a"],
            },
          },
        },
      },
    });
    expect(waiting.map(({ address, dependsOn }) => [address, dependsOn])).toEqual([
      [
        "other.x",
        ["x${a.b}", "${a.b}x", "a.b", "t.u", "some.name", "data.some.name", "none", "in.text", "local.a"],
      ],
      ["local.a", ["certorder_reissue.www"]],
      ["local.c", ["x.y", "data.s.t"]],
      ["local.deep", ["three.deep"]],
    ]);
  });

  test("names the path of a construct, without Default", () => {
    const element = (path: string) => readReissue({ ...base, "//": { metadata: { path } } });
    expect(element("site/www/Default")?.title).toBe("certorder_reissue.www (site/www)");
    expect(element("site/www/Defaults")?.constructPath).toBe("site/www/Defaults");
    expect(readReissue(base)?.title).toBe("certorder_reissue.www");
  });
});

describe("A value of a synthesized stack", () => {
  const known = (csr: unknown) => readReissue({ ...base, csr })?.known;

  test.each([
    ["plain", "plain"],
    ["$${a} %%{b}", "${a} %{b}"],
    ["$$ $a 100% #{x}", "$$ $a 100% #{x}"],
    [`\${base64decode("${Buffer.from("${a} é").toString("base64")}")}`, "${a} é"],
    ['${base64decode("")}', ""],
  ])("is read as Terraform reads it: %j is %j", (text, meant) => {
    expect(known(text)?.values.csr).toBe(meant);
    expect(readReissue({ csr: text, sign_key_pin: text })?.literals).toEqual({ sign_key_pin: meant });
  });

  test.each([
    "${var.a}",
    "x ${var.a}",
    "%{ if true }a%{ endif }",
    "$$${a}",
    '${base64decode("YQ==")}${var.a}',
    'x${base64decode("YQ==")}',
    "w-1.8881545897087505e+289.example",
  ])("is not known yet: %j", (text) => {
    expect(known(text)).toMatchObject({ values: base, unknownNames: new Set(["csr"]) });
    expect(known(text)?.values).not.toHaveProperty("csr");
    expect(readReissue({ sign_key_pin: text })?.literals).toEqual({});
  });

  test("is not there if it is null or not an argument of ours", () => {
    expect(known(null)?.values).toEqual(base);
    expect(readReissue({ ...base, unknown: { a: "b" } })?.known.values).toEqual(base);
  });

  test("is known member by member if it is a list or a map", () => {
    const element = readReissue({ ...base, dns_names: ["a.example", "${var.b}", "$${c}"] });
    expect(element?.known).toMatchObject({
      values: { dns_names: ["a.example", "${c}"] },
      partial: new Set(["dns_names"]),
      unknownNames: new Set(),
    });
    expect(readReissue({ dns_names: ["a.example"] })?.known.partial).toEqual(new Set());
    const { elements } = stackFromJson({
      provider: { certorder: { resolve: { a: "nonsense", b: "${var.b}" }, max_reissues: 3 } },
    });
    expect(elements[0]?.known).toMatchObject({
      values: { resolve: { a: "nonsense" }, max_reissues: 3 },
      partial: new Set(["resolve"]),
    });
  });

  test("may be a number or a boolean in quotes, as Terraform takes it", () => {
    expect(
      readReissue({ validity_days: "90", un_modify_key: "true", sign_hash: "256" })?.known.values,
    ).toEqual({ validity_days: 90, un_modify_key: true, sign_hash: "256" });
  });
});

describe("The check of a stack", () => {
  const stack = (reissues: object, more: object = { provider: { certorder: [{}] } }) => ({
    resource: { certorder_reissue: reissues },
    ...more,
  });

  test("refuses two blocks of one order of one provider", () => {
    expect(found(stack({ a: base, b: base, c: { ...base, provider: "${certorder}" } }))).toEqual([
      "error certorder_reissue.b order_id:same_order",
      "error certorder_reissue.c order_id:same_order",
    ]);
    const eu = { provider: { certorder: [{}, { alias: "eu" }] } };
    expect(found(stack({ a: base, b: { ...base, provider: "certorder.eu" } }, eu))).toEqual([]);
    expect(found(stack({ a: { ...base, order_id: "$${x}" }, b: { ...base, order_id: "${x}" } }))).toEqual([]);
    const same = (order_id: string) => found(stack({ a: { ...base, order_id }, b: { ...base, order_id } }));
    expect(same("${var.x}")).toEqual(["error certorder_reissue.b order_id:same_order"]);
    expect(same("${each.value}")).toEqual([]);
    expect(same("${var.orders[count.index]}")).toEqual([]);
    expect(same("${var.each.x}")).toEqual(["error certorder_reissue.b order_id:same_order"]);
  });

  test.each([
    [{ count: 2 }, true],
    [{ count: "3" }, true],
    [{ for_each: '${toset(["a"])}' }, false],
    [{ for_each: '${toset(["a", "a"])}' }, false],
    [{ for_each: '${toset(["a", "b"])}' }, true],
    [{ for_each: { a: 1, b: 2 } }, true],
    [{ for_each: "${toset([var.a, var.b])}" }, false],
    [{ for_each: 'x${toset(["a", "b"])}' }, false],
    [{ for_each: '${toset(["a", "b"])}x' }, false],
    [{ for_each: null }, false],
    [{ for_each: "${var.orders}" }, false],
    [{ count: 1 }, false],
    [{ count: 0 }, false],
    [{ count: "${var.n}" }, false],
  ])("refuses several instances of one order (%j: %s)", (many, isWrong) => {
    expect(found(stack({ www: { ...base, ...many } }))).toEqual(
      isWrong ? ["error certorder_reissue.www order_id:same_order"] : [],
    );
    expect(found(stack({ www: { ...base, order_id: "${each.value}", ...many } }))).toEqual([]);
  });

  test("passes two blocks of one order if at most one of them may exist", () => {
    const none = { ...base, count: 0 };
    const some = { ...base, count: "${var.n}" };
    expect(found(stack({ a: none, b: some, c: base, d: some, e: none }))).toEqual([]);
    for (const for_each of ["${var.orders}", "${toset([var.a])}"])
      expect(found(stack({ a: base, b: { ...base, for_each } }))).toEqual([]);
  });

  test("names the blocks, and count or for_each, of an order that is described twice", () => {
    const more = {
      a: { ...base, count: 2 },
      b: { ...base, order_id: "p", for_each: { x: 1, y: 2 } },
      c: base,
    };
    expect(messages(stack(more))).toEqual([
      'certorder_reissue.a: order_id is "order-1" for all that count makes: the same order would be reissued several times. Take order_id from a list, by the index, or leave count out.',
      'certorder_reissue.b: order_id is "p" for all that for_each makes: the same order would be reissued several times. Take order_id from the members of for_each, or leave for_each out.',
      'certorder_reissue.c: order_id "order-1" is reissued by certorder_reissue.a already. Describe each order once; remove one of the two.',
    ]);
  });

  test("needs a provider to be named if all of them have an alias", () => {
    const aliased = { provider: { certorder: [{ alias: "eu" }, { alias: "us" }] } };
    const check = { check: { c: { data: { certorder_callback_test: { c: {} } } } } };
    const reissues = { a: base, b: { ...base, provider: "certorder.eu" } };
    expect(found(stack(reissues, { ...aliased, ...check }))).toEqual([
      "error certorder_reissue.a provider:provider",
      "error data.certorder_callback_test.c provider:provider",
    ]);
    expect(found(stack(reissues, {}))).toEqual(["error certorder_reissue.b provider:provider"]);
    expect(found(stack({ a: base }, {}))).toEqual([]);
    const none =
      "provider is not given, and every certorder provider of this stack has an alias (eu, us): Terraform would use a default provider from the environment, possibly of another account. Name one with provider, or add a provider without an alias.";
    const named = (name: string) => ({ order_id: name, sign_hash: "sha256", provider: name });
    expect(messages(stack({ a: base, b: named("certorder"), c: named("certorder.asia") }, aliased))).toEqual([
      `certorder_reissue.a: ${none}`,
      `certorder_reissue.b: ${none}`,
      "certorder_reissue.c: provider certorder.asia is not a certorder provider of this stack. Add it to this stack, or name another with provider.",
    ]);
  });

  test("refuses an alias that is used twice or is not a name", () => {
    const names = (...aliases: unknown[]) =>
      found({ provider: { certorder: aliases.map((alias) => ({ alias })) } });
    expect(names(undefined, "eu", "_a-1", "ü")).toEqual([]);
    expect(names("eu", undefined, "eu", undefined)).toEqual([
      "error certorder.eu alias:alias",
      "error certorder alias:alias",
    ]);
    const at = (path: string, alias?: string) => ({ alias, "//": { metadata: { path } } });
    expect(messages({ provider: { certorder: [at("a"), at("b"), at("c", "eu"), at("d", "eu")] } })).toEqual(
      [
        "certorder (b): alias is not given, and certorder (a) is the provider without one already.",
        'certorder.eu (d): alias "eu" is already used by certorder.eu (c).',
      ].map((text) => `${text} Give each provider of a stack another alias; one can do without.`),
    );
    for (const alias of ["", "1a", "e u", "a.b", "${var.a}"]) expect(names(alias)).toHaveLength(1);
  });

  test("refuses values of a wrong type, as Terraform reads them", () => {
    const wrong = (more: object) => found(stack({ www: { ...base, ...more } }));
    expect(
      wrong({ require_callback: "true", renew_before_days: "3", validity_days: "90", count: "1" }),
    ).toEqual([]);
    expect(wrong({ triggers: { a: 1, b: "${var.b}" }, acknowledge_removed_names: ["${var.x}"] })).toEqual([]);
    expect(wrong({ require_callback: "yes", triggers: "x", count: 1.5 })).toEqual(
      ["triggers", "require_callback", "count"].map((name) => `error certorder_reissue.www ${name}:kind`),
    );
    const token = -1.8881545897087505e289;
    const lost = { common_name: `w${token}.example`, dns_names: ["w.example", "w-2e+289.example"] };
    expect(wrong(lost)).toEqual(
      ["common_name", "dns_names"].map((name) => `error certorder_reissue.www ${name}:token`),
    );
    expect(readReissue({ ...base, validity_days: token })?.numberTokens).toEqual([]);
  });

  test("refuses an import of another order, without a certificate, or with a wrong date", () => {
    const wrong = (id: string, order_id = "o") =>
      found(stack({ www: { ...base, order_id } }, { import: [{ to: "certorder_reissue.www", id }] }));
    for (const id of ["o/c", "o/c@2026-11-01", "${var.x}", "${var.o}/c@x", 'o/${f("@", "/")}'])
      expect(wrong(id)).toEqual([]);
    expect(wrong("o/c", "${var.o}")).toEqual([]);
    expect(wrong("${var.o}/undefined@11/01/2026", "${var.o}")).toEqual([
      "error certorder_reissue.www certificate_id:import",
      "error certorder_reissue.www issued_at:import",
    ]);
    expect(wrong("p/c@2026-11-17")).toEqual([
      "error certorder_reissue.www order_id:import",
      "error certorder_reissue.www issued_at:import",
    ]);
  });

  test("checks the import of a block whose order is missing or wrong", () => {
    const imports = { import: [{ to: "certorder_reissue.b", id: "o-2/c@x" }] };
    expect(found(stack({ a: base, b: { ...base, order_id: "o-2" } }, imports))).toEqual([
      "error certorder_reissue.b issued_at:import",
    ]);
    expect(found(stack({ b: { ...base, order_id: undefined } }, imports))).toEqual([
      "error certorder_reissue.b order_id:required",
      "error certorder_reissue.b issued_at:import",
    ]);
    expect(found(stack({ b: { ...base, order_id: 7 } }, imports))).toEqual([
      "error certorder_reissue.b order_id:kind",
      "error certorder_reissue.b issued_at:import",
    ]);
  });

  test("refuses an import with count or for_each without an index", () => {
    const many = { ...base, order_id: "${each.value}", for_each: "${var.orders}" };
    const imports = (to: string) => stack({ www: many }, { import: [{ to, id: "o/c" }] });
    expect(found(imports("certorder_reissue.www"))).toEqual(["error certorder_reissue.www for_each:import"]);
    expect(found(imports('certorder_reissue.www["a"]'))).toEqual([]);
    const counted = stack(
      { www: { ...base, count: 1 } },
      { import: { to: "${certorder_reissue.www}", id: "order-1/c" } },
    );
    expect(found(counted)).toEqual(["error certorder_reissue.www count:import"]);
    expect([...messages(imports("certorder_reissue.www")), ...messages(counted)]).toEqual(
      ["for_each", "count"].map(
        (many) =>
          `certorder_reissue.www: An existing certificate cannot be adopted together with ${many}: the import names one object. Leave ${many} out, and describe each imported order in a block of its own.`,
      ),
    );
  });

  test("reports a block that waits for itself, each circle once and at its gate", () => {
    const circular = {
      resource: {
        certorder_reissue: {
          www: { ...base, depends_on: ["certorder_callback_check.gate", "null_resource.x"] },
          own: { ...base, order_id: "order-2", depends_on: ["certorder_reissue.own"] },
          after: { ...base, order_id: "order-3", depends_on: ["certorder_reissue.www"] },
        },
        certorder_callback_check: { gate: { depends_on: ["null_resource.x"] } },
        null_resource: { x: { depends_on: ["certorder_reissue.www"] } },
      },
    };
    const cycles = checkStack(stackFromJson(circular), now).map(({ issue }) => issue.message);
    expect(cycles).toEqual([
      "This waits for itself: certorder_reissue.own waits for certorder_reissue.own.",
      "This waits for itself: certorder_callback_check.gate waits for null_resource.x waits for certorder_reissue.www waits for certorder_callback_check.gate.",
    ]);
  });

  describe("looks for circles", () => {
    const circlesIn = (
      waits: Readonly<Record<string, readonly string[]>>,
      type = "certorder_callback_check",
    ) => {
      const address = (name: string) => (name.startsWith("x") ? `other.${name}` : `${type}.${name}`);
      const blocks = Object.entries(waits).map(([name, others]) => {
        const [ofType = "", label = ""] = address(name).split(".");
        return { [ofType]: { [label]: { depends_on: others.map(address) } } };
      });
      return checkStack(stackFromJson({ resource: blocks }), now)
        .filter(({ issue }) => issue.rule === "cycle")
        .map(({ issue: { field, message } }) => {
          expect(field).toBe("depends_on");
          return message
            .replace("This waits for itself: ", "")
            .replaceAll(/ waits for /g, " ")
            .replaceAll(/\w+\.(?=\w)|\.$/g, "");
        });
    };

    test("and reports one only if one of our blocks is in it", () => {
      expect(circlesIn({ x1: ["x2"], x2: ["x1"] })).toEqual([]);
      expect(circlesIn({ x1: ["a"], a: ["x1"] }, "certorder_reissue")).toEqual(["a x1 a"]);
    });

    test("and reports one once, without the blocks that lead to it", () => {
      expect(circlesIn({ a: ["b"], b: ["b"] })).toEqual(["b b"]);
      expect(circlesIn({ a: ["b"], b: ["c"], c: ["b"] })).toEqual(["b c b"]);
    });

    test("and reports none where two ways lead to one block", () => {
      expect(circlesIn({ a: ["b", "c"], b: [], c: ["b"] })).toEqual([]);
    });

    test("and names up to ten blocks of one", () => {
      const ring = (length: number) =>
        circlesIn(
          Object.fromEntries(Array.from({ length }, (_, at) => [`g${at}`, [`g${(at + 1) % length}`]])),
        );
      expect(ring(9)).toEqual(["g0 g1 g2 g3 g4 g5 g6 g7 g8 g0"]);
      expect(ring(10)).toEqual(["g0 g1 g2 g3 g4 g5 g6 g7 2 more g0"]);
    });
  });

  test("follows a line of 12,000 blocks, which is a circle only if its end waits for its beginning", () => {
    const many = 12_000;
    const line = (first: readonly string[]) => {
      const blocks = Array.from({ length: many }, (_, index) => ({
        depends_on: index === 0 ? first : [`certorder_callback_check.g${index - 1}`],
      }));
      return {
        resource: { certorder_callback_check: Object.fromEntries(blocks.map((b, i) => [`g${i}`, b])) },
      };
    };
    expect(checkStack(stackFromJson(line([])), now)).toEqual([]);
    const cycles = checkStack(stackFromJson(line([`certorder_callback_check.g${many - 1}`])), now);
    expect(cycles.map(({ element, issue }) => [element.address, issue.rule])).toEqual([
      ["certorder_callback_check.g0", "cycle"],
    ]);
    const names = cycles[0]?.issue.message.replaceAll("certorder_callback_check.", "").split(" waits for ");
    const last = "g11999 g11998 g11997 g11996 g11995 g11994 g11993".split(" ");
    expect(names?.slice(-9)).toEqual([...last, "11992 more", "g0."]);
  });

  test("reports two circles through one block", () => {
    const gate = (...dependsOn: string[]) => ({
      depends_on: dependsOn.map((name) => `certorder_callback_check.${name}`),
    });
    const json = {
      resource: { certorder_callback_check: { a: gate("b", "c"), b: gate("a"), c: gate("d"), d: gate("a") } },
    };
    expect(checkStack(stackFromJson(json), now).map(({ issue }) => issue.message)).toEqual(
      ["a waits for b waits for a", "a waits for c waits for d waits for a"].map(
        (circle) => `This waits for itself: ${circle.replace(/\b[a-d]\b/g, "certorder_callback_check.$&")}.`,
      ),
    );
  });

  test("warns of secrets in clear text, and of the URL of a journal only with its password", () => {
    const json = {
      provider: { certorder: [{ auth_key: "k", journal_url: "postgres://me@host/db" }] },
      resource: {
        certorder_callback_check: { gate: { access_key: "${var.key}" } },
        certorder_reissue: { www: { ...base, csr_from: "sign-cloud-csc", sign_key_pin_wo: "1" } },
      },
    };
    expect(found(json)).toEqual([
      "warning certorder auth_key:literal_secret",
      "warning certorder_reissue.www sign_key_pin_wo:literal_secret",
    ]);
    expect(found({ provider: { certorder: { journal_url: "postgres://me:p@host/db" } } })).toEqual([
      "warning certorder journal_url:literal_secret",
    ]);
  });

  test("refuses or allows secrets in clear text as the caller says", () => {
    const json = { provider: { certorder: { auth_key: "k" } } };
    const by = (literalSecrets?: "refused" | "allowed") =>
      checkStack(stackFromJson(json, literalSecrets && { literalSecrets }), now).map(
        ({ issue: { severity, message, remedy } }) => [severity, `${message} ${remedy}`],
      );
    const clear = "auth_key would be in the synthesized file in clear text. Use a sensitive";
    expect(by()).toEqual([["warning", `${clear} variable.`]]);
    expect(by("refused")).toEqual([
      ["error", `${clear} TerraformVariable, or set allowLiteralSecrets if this is intended.`],
    ]);
    expect(by("allowed")).toEqual([]);
    expect(readReissue(base)?.literalSecrets).toBe("doubted");
  });

  test("checks a file of authorities, as far as this machine has it", () => {
    const folder = mkdtempSync(join(tmpdir(), "certorder-stack-"));
    const by = (ca_file: string, text?: string) => {
      if (text !== undefined) writeFileSync(ca_file, text);
      return checkStack(stackFromJson({ provider: { certorder: { ca_file } } }), now).map(
        ({ issue }) => `${issue.severity} ${issue.rule}: ${issue.message} ${issue.remedy}`,
      );
    };
    const file = join(folder, "ca.pem");
    expect(by(file)).toEqual([
      `warning file: ca_file ${file} cannot be read (ENOENT). Create it on the machine on which Terraform runs.`,
    ]);
    expect(by(file, "x")).toEqual([
      `error file: ca_file ${file} holds no certificate. Give a file with certificates in PEM form.`,
    ]);
    expect(by(file, "-----BEGIN CERTIFICATE-----\n")).toEqual([]);
    expect(by("ca.pem")).toEqual([
      "warning file: ca_file ca.pem is relative to the folder in which Terraform runs, that of the synthesized stack. Give an absolute path.",
    ]);
    expect(by("")).toEqual([expect.stringMatching(/^error empty: ca_file is empty\./)]);
  });

  test("applies the rules of the contract to each block", () => {
    expect(
      found({
        provider: { certorder: [{ base_url: "http://example.com", ca_file: "ca.pem", key_id: "" }] },
        resource: {
          certorder_reissue: { www: { order_id: "o", csr: "x", renew_before_days: 5 } },
          certorder_callback_check: { gate: { url: "http://a" } },
        },
      }),
    ).toEqual([
      "error certorder key_id:empty",
      "error certorder base_url:https",
      "warning certorder ca_file:file",
      "error certorder_reissue.www sign_hash:required",
      "error certorder_reissue.www csr:malformed",
      "error certorder_reissue.www renew_before_days:needs",
      "error certorder_callback_check.gate url:https",
    ]);
  });
});
