import { describe, expect, test } from "vitest";
import {
  checkStack as checkStackRaw,
  type Element,
  literalOrders,
  readElements,
  readParts,
} from "../../../src/stack/index.ts";
import { inTerraform } from "../../harness/terraform-names.ts";

const checkStack = (elements: Element[], at: Date) =>
  checkStackRaw(elements, at).map(({ element, problem }) => ({ element, problem: inTerraform(problem) }));

const now = new Date("2026-11-16");
const found = (json: unknown) =>
  checkStack(readElements(JSON.parse(JSON.stringify(json))), now).map(
    ({ element, problem }) => `${problem.severity} ${element.address} ${problem.field}:${problem.rule}`,
  );
const messages = (json: unknown) =>
  checkStack(readElements(json), now).map(
    ({ element, problem }) => `${element.title}: ${problem.message} ${problem.remedy}`,
  );
const readReissue = (block: object) => readElements({ resource: { certorder_reissue: { www: block } } })[0];
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
    expect(readElements(json)).toEqual([]);
  });

  test("has providers, reissues, gates, tests and check blocks", () => {
    const elements = readElements({
      provider: { certorder: [{}, { alias: "eu" }], aws: [{}] },
      resource: {
        certorder_reissue: { www: { ...base, provider: "certorder.eu" } },
        certorder_callback_check: { gate: {} },
        null_resource: { x: {} },
      },
      data: { certorder_callback_test: { test: {} }, aws_ami: { y: {} } },
      check: { c: { data: { certorder_callback_test: { c: { url: "http://a" } } } } },
    });
    expect(elements.map(({ kind, address, alias, provider }) => [kind, address, alias ?? provider])).toEqual([
      ["provider", "certorder", undefined],
      ["provider", "certorder.eu", "eu"],
      ["reissue", "certorder_reissue.www", "certorder.eu"],
      ["callback", "certorder_callback_check.gate", "certorder"],
      ["callback", "data.certorder_callback_test.test", "certorder"],
      ["callback", "data.certorder_callback_test.c", "certorder"],
    ]);
  });

  test("may have lists at every level", () => {
    const elements = readElements([
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
    const element = readReissue({
      ...base,
      "//": { metadata: { path: "${no.path}" } },
      triggers: {
        a: 'no.text ${f("no.text", "${in.text}", local.a)} no.text $${no.expression} ${a.b.id}',
        b: "%{ if x.y }${{ a = data.s.t[0].u }}",
        c: "${f({ a = { b = three.deep } })}",
      },
      depends_on: ["x${a.b}", "${a.b}x", "${a.b[1]}"],
    });
    expect(element?.dependsOn).toEqual([
      ...["x${a.b}", "${a.b}x", "a.b", "in.text", "local.a", "x.y", "data.s.t", "three.deep"],
    ]);
  });

  test("has the texts of its locals in the place of their names", () => {
    const written = (locals: object) =>
      readElements({
        locals,
        resource: {
          certorder_reissue: { www: { ...base, order_id: "o-${local.n}", dns_names: ["${local.n}"] } },
        },
      })[0];
    expect(written({ n: "${local.m}", m: "1" })).toMatchObject({
      orderId: "o-1",
      known: { values: { order_id: "o-1", dns_names: ["1"] } },
    });
    expect(written({ n: "${var.n}" })?.orderId).toBe("o-${var.n}");
    for (const locals of [{}, { n: 1 }, { n: ["1"] }]) expect(written(locals)?.orderId).toBe("o-${local.n}");
    expect(written({ n: "${local.n}" })?.orderId).toBe("o-${local.n}");
    expect(written({ n: "${local.n}${local.n}" })?.orderId).toContain("${local.n}");
    expect(written({ n: "$${local.m}", m: "1" })?.orderId).toBe("o-$${local.m}");
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
    expect(readReissue({ sign_key_pin: text })?.clearSecrets).toEqual(meant ? { sign_key_pin: "whole" } : {});
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
    const elements = readElements({
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
    expect(messages(stack({ a: base, b: base }))).toEqual([
      'certorder_reissue.b: order_id "order-1" is reissued by certorder_reissue.a already. Describe each order once; remove one of the two.',
    ]);
  });

  test("leaves blocks with count or for_each to the plan: they may be alternatives", () => {
    const none = { ...base, count: 0 };
    const some = { ...base, count: "${var.n}" };
    expect(found(stack({ a: none, b: some, c: base, d: some, e: none }))).toEqual([]);
    for (const for_each of ["${var.orders}", "${toset([var.a])}"])
      expect(found(stack({ a: base, b: { ...base, for_each } }))).toEqual([]);
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

  test("warns of a gate whose later reissues are not tested", () => {
    const reissue = (id: string, more: object = {}) => ({
      [id]: { ...base, order_id: id, depends_on: ["certorder_callback_check.gate"], ...more },
    });
    const gate = (block: object, ...reissues: object[]) =>
      messages({
        provider: { certorder: [{}, { alias: "eu" }] },
        resource: {
          certorder_callback_check: { gate: block },
          certorder_reissue: Object.assign({}, ...reissues),
        },
      });
    const setTrue =
      "To test the saved callback of their account before each reissue, set require_callback to true there.";
    const warned = (what: string, which: string, remedy = setTrue) =>
      `certorder_callback_check.gate: This gate tests ${what} only when it is created or changed. Later reissues of ${which} are sent without a test. ${remedy}`;
    const orFalse = `${setTrue} To go without a test, set it to false.`;
    const www = "certorder_reissue.www";
    expect(gate({}, reissue("www"))).toEqual([warned("the callback", www)]);
    expect(gate({ provider: "certorder" }, reissue("www", { provider: "${certorder}" }))).toEqual([
      warned("the callback", www),
    ]);
    for (const own of [{ url: "https://a.example" }, { access_key: "${var.k}" }])
      expect(gate(own, reissue("www"))).toEqual([warned("its own url or access_key, and", www, orFalse)]);
    expect(
      gate({ provider: "certorder.eu" }, reissue("www"), reissue("a", { provider: "certorder.eu" })),
    ).toEqual([
      warned("the callback of another account (certorder.eu), and", www, orFalse),
      warned("the callback", "certorder_reissue.a"),
    ]);
    const after = { depends_on: [], triggers: { at: "${certorder_callback_check.gate.tested_at}" } };
    expect(gate({}, reissue("www", after))).toEqual([warned("the callback", www)]);
    for (const require_callback of [true, "${var.a}"])
      expect(gate({}, reissue("www", { require_callback }))).toEqual([]);
    const off = reissue("www", { require_callback: false });
    expect(gate({}, off)).toEqual([
      warned("the callback", www, `require_callback is false there. ${setTrue}`),
    ]);
    for (const other of [{ url: "https://a.example" }, { provider: "certorder.eu" }])
      expect(gate(other, off)).toEqual([]);
    expect(gate({}, reissue("www", { depends_on: ["certorder_callback_check.other"] }))).toEqual([]);
    expect(gate({}, ...Array.from({ length: 12 }, (_, index) => reissue(`r${index}`)))).toEqual([
      expect.stringContaining("certorder_reissue.r8, certorder_reissue.r9, and 2 more are sent"),
    ]);
  });

  test("refuses a gate that waits for itself, and names the way", () => {
    const gate = (blocks: object, more: object = {}) =>
      messages({ resource: { certorder_callback_check: blocks }, ...more });
    const refused = (first: string, ...rest: string[]) => [
      `${first}: This waits for itself, and Terraform would refuse the cycle: ${first} waits for ${rest.join(", which waits for ")}. One of these must not wait: see depends_on, and the arguments that refer to another block.`,
    ];
    const a = "certorder_callback_check.a";
    const b = "certorder_callback_check.b";
    expect(gate({ a: { depends_on: [b] }, b: { depends_on: [a] } })).toEqual(refused(a, b, a));
    expect(gate({ a: { depends_on: [a] } })).toEqual(refused(a, a));
    const site = { module: { site: { source: "./site", depends_on: [a] } } };
    expect(gate({ a: { url: "${module.site.url}" } }, site)).toEqual(refused(a, "module.site", a));
    const locals = { locals: { url: ["${module.site.url}"] }, ...site };
    expect(gate({ a: { url: "${local.url[0]}" } }, locals)).toEqual(
      refused(a, "local.url", "module.site", a),
    );
    const behind = (provider: object) => ({
      provider: { certorder: [{ auth_key: "${random_password.key.result}" }, { alias: "eu" }] },
      resource: {
        random_password: { key: { depends_on: ["${certorder_callback_check.a}"] } },
        certorder_callback_check: { a: provider },
      },
    });
    expect(messages(behind({}))).toEqual(refused(a, "certorder", "random_password.key", a));
    expect(messages(behind({ provider: "certorder.eu" }))).toEqual([]);
    expect(gate({ a: {}, b: { depends_on: [a], url: "${module.site.url}" } }, site)).toEqual([]);
  });

  test("warns of functions that change in every run, in a reissue and not in a gate", () => {
    const warned = (value: string, more: object = {}) =>
      found({
        resource: {
          certorder_reissue: { www: { ...base, triggers: { at: value } } },
          certorder_callback_check: { gate: { triggers: { at: value } } },
        },
        ...more,
      });
    const triggers = ["warning certorder_reissue.www triggers:changes"];
    for (const call of [
      "timestamp()",
      "plantimestamp()",
      "uuid()",
      'formatdate("YYYY-MM-DD hh:mm", timestamp())',
      'formatdate("D", plantimestamp())',
      'join(formatdate("YYYY", timestamp()), uuid())',
    ])
      expect(warned(`a-\${${call}}`)).toEqual(triggers);
    expect(warned("${local.a}", { locals: { a: "${local.b}", b: "${uuid()}" } })).toEqual(triggers);
    for (const call of [
      "timestamp()",
      "$${timestamp()}",
      '${f("timestamp()")}',
      '${uuidv5("dns", "a")}',
      "${a.uuid(1)}",
      '${formatdate("YYYY", plantimestamp())}',
      "${formatdate(\"MMM YYYY 'at this time'\", timestamp())}",
      '${formatdate("YYYY-MM", timeadd(plantimestamp(), "24h"))}',
      '${formatdate("D hh", time_static.a.rfc3339)}',
    ])
      expect(warned(call)).toEqual([]);
    expect(found(stack({ www: { ...base, common_name: "${uuid()}.example" } }))).toEqual([
      "warning certorder_reissue.www common_name:changes",
    ]);
    expect(
      messages(stack({ www: { ...base, triggers: { at: '${formatdate("YYYY-MM-DD", timestamp())}' } } })),
    ).toEqual([
      "certorder_reissue.www: triggers has the day in it: the first apply of each day reissues the order. Give a value that changes when you want a reissue. For renewals, use renew_before_days.",
    ]);
  });

  test("refuses an address that was made from a token", () => {
    for (const name of ["TfTokenTOKEN0", "sites_TfTokenTOKEN12_ABCDEF12", "18881545897087653e289"])
      expect(found(stack({ [name]: base }))).toEqual([`error certorder_reissue.${name} id:token`]);
    expect(found(stack({ TfToken: base, a: { ...base, order_id: "2" } }))).toEqual([]);
  });

  test("finds an order by a literal and by a local", () => {
    const json = stack({ a: base, b: { ...base, order_id: "${local.id}" } }, { locals: { id: "order-1" } });
    expect(found(json)).toEqual(["error certorder_reissue.b order_id:same_order"]);
  });

  test("warns of an order that another stack reissues, unless their accounts differ", () => {
    const warned = (one: object, other: object, provider: object = {}) =>
      checkStackRaw(
        readElements({ provider: { certorder: [provider] }, resource: { certorder_reissue: { b: other } } }),
        now,
        literalOrders(
          readElements({ provider: { certorder: [{}] }, resource: { certorder_reissue: { a: one } } }),
        ),
      ).map(({ problem }) => `${problem.severity} ${problem.rule}: ${inTerraform(problem).message}`);
    expect(warned(base, base)).toEqual([
      'warning same_order: order_id "order-1" is reissued by certorder_reissue.a too, in another stack.',
    ]);
    const open = { ...base, order_id: "${var.id}" };
    expect(warned(open, open)).toEqual([]);
    expect(warned(base, { ...base, order_id: "order-2" })).toEqual([]);
    expect(warned({ ...base, count: 0 }, base)).toEqual([]);
    for (const account of [{ key_id: "other" }, { base_url: "https://other.example" }])
      expect(warned(base, base, account)).toEqual([]);
  });

  test("refuses one order for several instances of a block, and a wait that is not a time", () => {
    const wrong = (more: object) => found(stack({ www: { ...base, ...more } }));
    expect(wrong({ count: 2 })).toEqual(["error certorder_reissue.www order_id:same_order"]);
    for (const for_each of ['${toset(["a", "b"])}', '${toset(["a","b", "a"])}', { a: 1, b: { c: 2 } }])
      for (const order_id of ["order-1", "${var.id}"])
        expect(wrong({ for_each, order_id })).toEqual(["error certorder_reissue.www order_id:same_order"]);
    expect(wrong({ count: 2, order_id: "${var.ids[count.index]}" })).toEqual([]);
    for (const count of [0, 1, "${var.count}"]) expect(wrong({ count })).toEqual([]);
    const two = { a: 1, b: 2 };
    for (const order_id of ["${each.value}", "o-${each.key}", '${lookup(each.value, "order")}'])
      expect(wrong({ for_each: two, order_id })).toEqual([]);
    for (const for_each of [
      '${toset(["a", "a"])}',
      "${toset(var.a)}",
      '${toset(["a", var.b])}',
      {},
      { a: 1 },
    ])
      expect(wrong({ for_each })).toEqual([]);
    expect(wrong({ wait_until_issued: "soon" })).toEqual([
      "error certorder_reissue.www wait_until_issued:duration",
    ]);
    for (const wait of ["10m", "${var.wait}"]) expect(wrong({ wait_until_issued: wait })).toEqual([]);
  });

  test("refuses values of a wrong type, as Terraform reads them", () => {
    const wrong = (more: object) => found(stack({ www: { ...base, ...more } }));
    expect(
      wrong({ require_callback: "true", renew_before_days: "3", validity_days: "90", count: "1" }),
    ).toEqual([]);
    expect(wrong({ triggers: { a: 1, b: "${var.b}" }, acknowledge_dropped_names: ["${var.x}"] })).toEqual([]);
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

  test("warns of secrets in clear text, and of the URL of a journal only with its password", () => {
    const json = {
      provider: { certorder: [{ auth_key: "k", journal: "postgres://me@host/db" }] },
      resource: {
        certorder_callback_check: { gate: { access_key: "${var.key}" } },
        certorder_reissue: { www: { ...base, csr_from: "sign-cloud-csc", sign_key_pin: "1" } },
      },
    };
    expect(found(json)).toEqual([
      "warning certorder auth_key:literal_secret",
      "warning certorder_reissue.www sign_key_pin:literal_secret",
    ]);
    expect(found({ provider: { certorder: { journal: "postgres://me:p@host/db" } } })).toEqual([
      "warning certorder journal:literal_secret",
    ]);
  });

  describe("of a secret", () => {
    const variable = {
      preset: { default: "hunter2", sensitive: true },
      number: { default: 1234 },
      empty: { default: "" },
      none: { default: null },
      map: { default: { a: "hunter2" } },
      secret: { sensitive: true },
      prefix: { default: "production" },
    };
    const locals = { preset: "hunter2", secret: "${random_password.x.result}" };
    const check = (setting: object) =>
      checkStack(
        readParts([
          {
            json: { variable, locals, provider: { certorder: setting } },
            origin: { literalSecrets: "refused" },
          },
        ]),
        now,
      ).map(({ problem: { severity, field, rule } }) => `${severity} ${field}:${rule}`);

    test.each([
      "hunter2",
      "${var.preset}",
      "${var.number}",
      "${sensitive(var.preset)}",
      "${var.prefix}-${var.preset}",
      "${local.preset}",
      "${upper(local.preset)}",
      '${join("-", ["hunter2", "b"])}',
      '${format("%s", "pa$$word")}',
      "${tostring(1234)}",
      'a${sha256("b")}',
      '${lookup({"a" = "b"}, "a", "")}',
    ])("refuses one that the file has in clear text: %s", (auth_key) => {
      expect(check({ auth_key })).toEqual(["error auth_key:literal_secret"]);
    });

    test.each(["hunter2-${var.secret}", "${var.secret}p@ssw0rd", '${join("", ["hunter2"])}${var.secret}'])(
      "warns of a part that the file has in clear text: %s",
      (auth_key) => {
        expect(check({ auth_key })).toEqual(["warning auth_key:literal_secret"]);
      },
    );

    test.each([
      "${var.secret}",
      "${var.prefix}-${random_password.x.result}",
      "eu-prod-${random_password.x.result}",
      "${local.secret}",
      "${var.empty}",
      "${var.none}",
      "${var.map.a}",
      "${var.unknown}",
      '${file("/etc/certorder/auth-key")}',
      '${trimspace(file("auth-key.txt"))}',
      '${provider::vault::read("certorder/auth-key")}',
      '${data.vault_kv_secret.x.data["certorder_auth_key"]}',
      '${lookup(jsondecode(data.a.b.secret_string), "certorder_auth_key")}',
      '${var.environment == "production" ? var.secret : var.unknown}',
      "${tostring(null)}",
      "$$${a}bcdefgh",
    ])("has nothing against %s", (auth_key) => {
      expect(check({ auth_key })).toEqual([]);
    });

    test("knows the password in the URL of a journal", () => {
      const journal = (place: string) => check({ journal: place });
      expect(journal("postgres://me:${var.secret}@database.example/journal")).toEqual([]);
      expect(journal("postgres://${var.unknown}:${var.secret}@${var.host}/journal")).toEqual([]);
      expect(journal("postgres://me:hunter2@${var.host}/journal")).toEqual([
        "warning journal:literal_secret",
      ]);
      expect(journal("postgres://me:${var.preset}@database.example/journal")).toEqual([
        "error journal:literal_secret",
      ]);
    });
  });

  test("refuses or allows secrets in clear text as the caller says", () => {
    const json = { provider: { certorder: { auth_key: "k" } } };
    const by = (literalSecrets?: "refused" | "allowed") =>
      checkStack(readParts([{ json, ...(literalSecrets && { origin: { literalSecrets } }) }]), now).map(
        ({ problem: { severity, message, remedy } }) => [severity, `${message} ${remedy}`],
      );
    const clear = "auth_key would be in the synthesized file in clear text. Use a sensitive";
    const rule =
      "without a default. The default of a variable and a function of literals are clear text too.";
    expect(by()).toEqual([["warning", `${clear} variable ${rule}`]]);
    expect(by("refused")).toEqual([
      ["error", `${clear} TerraformVariable ${rule} If this is intended, set allowLiteralSecrets.`],
    ]);
    expect(by("allowed")).toEqual([]);
    expect(readReissue(base)?.literalSecrets).toBe("doubted");
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
      "error certorder_reissue.www sign_hash:required",
      "error certorder_reissue.www csr:malformed",
      "error certorder_reissue.www renew_before_days:needs",
      "error certorder_callback_check.gate url:https",
    ]);
  });
});
