import { describe, expect, test } from "vitest";
import { Dynamic, ExactNumber, UNKNOWN, type Value } from "../../../src/plugin/index.ts";
import { schemaJson } from "../../../src/plugin/schema-json.ts";
import {
  type InstalledCore,
  ProviderErrors,
  type TestConfig,
  unknownNames,
} from "../../../src/plugin/testing/index.ts";
import { example } from "../../harness/plugin/example/provider.ts";
import { openExample } from "../../harness/plugin/example/start.ts";
import { filled, type Schemas } from "../../harness/plugin/filled.ts";
import { newCores, openExampleWith } from "../../harness/plugin/real-cores.ts";

// The test kit stands in for a core. Here the same configurations go to the kit, to OpenTofu and to Terraform, and have to
// come out the same: what is planned, what is stored, and what is refused.

interface Case {
  readonly type: string;
  /** Configurations that are applied one after the other. */
  readonly steps: readonly TestConfig[];
  /** Random, and so not compared. */
  readonly random?: string;
}

const record = (...steps: TestConfig[]): Case => ({ type: "example_record", steps });
const zones = [{ name: "a", tags: ["y", "x", "y"] }, { name: "b" }];
const rule = [{ action: "allow", match: [{ path: "/b" }, { path: "/a" }, { path: "/b" }] }];

const accepted: Readonly<Record<string, Case>> = {
  conversions: record(
    { name: "c", ratio: "1e3", enabled: "1", tags: ["b", "a", "b"], levels: ["10", 9, 9] },
    { name: "c", ratio: 0.1, enabled: false, tags: [1, true], levels: [] },
    { name: "c", ratio: "9007199254740993" },
  ),
  number_as_text: record({ name: 1.5 }, { name: "1.5" }, { name: true }),
  normal_form: record({ name: "e\u0301", tags: ["e\u0301", "\u00e9"] }, { name: "\u00e9", tags: ["\u00e9"] }),
  collections: record(
    { name: "m", matrix: [["1", 2], []] },
    { name: "m", matrix: [[1, 2], []] },
    { name: "m", groups: { x: ["b", "b", "a"], y: [] } },
  ),
  dynamic: record({ name: "d", body: { a: [1, "x"], b: true } }, { name: "d", body: "text" }, { name: "d" }),
  same_meaning: record(
    { name: "p", policy: '{ "a": 1 }' },
    { name: "p", policy: '{"a":1}' },
    { name: "p", policy: '{"a": 2}' },
  ),
  nested_default: record(
    { name: "n" },
    { name: "n", limits: { cpu: 2 } },
    { name: "n", limits: { cpu: "1" } },
  ),
  write_only: record(
    { name: "w", login_wo: { user: "u", password: "p" } },
    { name: "w", login_wo: { user: "u", password: "other" } },
  ),
  int64: record(
    { name: "i", bytes: "9223372036854775807", offsets: { a: ["10", 9, "-9223372036854775808"] } },
    {
      name: "i",
      bytes: "-9223372036854775808",
      offsets: { a: [9, 10] },
      areas: [{ size: 2 }, { size: "1" }],
    },
    { name: "i", bytes: 5, body: "9223372036854775807" },
  ),
  null_elements: record(
    { name: "u", notes: ["a", null], offsets: { a: [1, null], b: null } },
    { name: "u", notes: [null], spots: [{ at: 1, labels: ["x", null] }, null], routes: { a: null, b: {} } },
    { name: "u", spots: [null, { at: 2 }], areas: [{ size: 1 }, null], routes: { a: { via: "x" } } },
  ),
  timeouts: record({ name: "t", timeouts: { create: "90s" } }, { name: "t", timeouts: {} }),
  file: {
    type: "example_file",
    steps: [
      { name: "f", labels: ["b", "a", "b"], meta: { k: 1 }, size_limit: "3" },
      { name: "f", content: "text", labels: ["a", "b"], password_wo: "hush", password_wo_version: 1 },
      { name: "g", content: "text", lines: null },
    ],
  },
  network: {
    type: "example_network",
    steps: [
      { zones, rule, peers: [{ name: "q" }, { name: "p", weight: "2" }, { name: "q" }] },
      { zones, rule, peers: [{ name: "p", weight: 2 }], gateway: { host: "h", password_wo: "x" } },
      { zones: [], routes: { east: { via: "a", hops: [{ name: "one" }] } }, timeouts: {} },
    ],
  },
  token: {
    type: "example_token",
    steps: [{}, { length: "4" }, { length: 4, keepers: { a: 1 } }],
    random: "value",
  },
};

const refused: Readonly<Record<string, readonly [type: string, config: TestConfig]>> = {
  conflicting: ["example_record", { name: "x", matrix: [[1]], groups: {} }],
  fraction: ["example_record", { name: "x", matrix: [[1.5]] }],
  large_int64: ["example_record", { name: "x", bytes: "9223372036854775808" }],
  fraction_int64: ["example_record", { name: "x", spots: [{ at: 1 }, { at: 1.5 }] }],
  null_element: ["example_record", { name: "x", tags: [null] }],
  no_duration: ["example_record", { name: "x", timeouts: { create: "soon" } }],
  no_name: ["example_record", {}],
  no_number: ["example_record", { name: "x", ratio: "many" }],
  no_bool: ["example_record", { name: "x", enabled: 1 }],
  no_set: ["example_record", { name: "x", tags: "a" }],
  no_text: ["example_record", { name: ["a"] }],
  read_only: ["example_record", { name: "x", timeout_ms: 1 }],
  read_only_inside: ["example_network", { zones: [{ name: "a", id: "z" }] }],
  no_such_argument: ["example_record", { name: "x", nme: "x" }],
  missing_inside: ["example_record", { name: "x", limits: { memory: 1 } }],
  deep_fraction: ["example_network", { zones: [], gateway: { host: "h", port: 1.5 } }],
  too_few_blocks: ["example_network", { zones: [], rule: [{ action: "a" }] }],
  too_many_blocks: [
    "example_network",
    { zones: [], rule: [{ action: "a", match: ["a", "b", "c", "d"].map((path) => ({ path })) }] },
  ],
  bad_name: ["example_file", { name: "a/b" }],
};

// biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Terraform's language
const later = "${example_token.t.value}";
// biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Terraform's language
const number = "${length(example_token.t.value)}";

/** Configurations with references to what does not exist yet. */
const notKnownYet: Readonly<Record<string, Readonly<Record<string, TestConfig>>>> = {
  example_record: {
    name: { name: later },
    text: { name: "a", policy: later, timeouts: { create: later } },
    nulls: { name: "f", notes: [null, later], bytes: number, spots: [null, { at: number }] },
    parts: { name: "b", tags: ["x", later], matrix: [[1, number]], limits: { cpu: number } },
    groups: { name: "c", groups: { x: [later], y: ["z"] } },
    dynamic: { name: "d", body: { a: later, b: [1] } },
    all_dynamic: { name: "e", body: later },
  },
  example_network: {
    nested: {
      zones: [{ name: later }],
      peers: [{ name: "p" }, { name: later, weight: 2 }],
      routes: { west: { via: later } },
      rule: [{ action: "allow", match: [{ path: "/" }, { path: `/${later}` }] }],
    },
  },
};

/** The same for the kit: a reference is an unknown value. */
function withUnknowns(given: TestConfig): TestConfig {
  const replaced = (value: unknown): unknown => {
    if (value === number || (typeof value === "string" && value.includes(later))) return UNKNOWN;
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replaced(part)]));
  };
  return replaced(given) as TestConfig;
}

interface Outcome {
  readonly action: string;
  readonly state: unknown;
  readonly identity: unknown;
}

/** By case, what came of each step. */
type Outcomes = Record<string, Outcome[]>;

/** By case: the titles of the provider's errors, or that the core did not even ask the provider. */
type Refusals = Record<string, string[]>;

const byTheCore = "refused by the core";

async function acceptedByKit(): Promise<Outcomes> {
  const { workspace } = await openExample({ inProcess: true });
  const outcomes: Outcomes = {};
  for (const [name, { type, steps, random = "" }] of Object.entries(accepted)) {
    const resource = workspace.resource(type);
    outcomes[name] = [];
    for (const config of steps) {
      const { action } = await resource.plan(config);
      const { state } = await resource.apply(config);
      const { identity } = resource;
      outcomes[name].push({ action, state: plain({ ...state, [random]: null }), identity });
    }
  }
  return outcomes;
}

async function refusedByKit(): Promise<Refusals> {
  const { workspace } = await openExample({ inProcess: true });
  const refusals: Refusals = {};
  for (const [name, [type, config]] of Object.entries(refused)) {
    const problem = await workspace
      .resource(type)
      .plan(config)
      .then(
        () => undefined,
        (thrown: Error) => thrown,
      );
    if (problem instanceof ProviderErrors) refusals[name] = problem.diagnostics.map(({ summary }) => summary);
    else refusals[name] = problem === undefined ? [] : [byTheCore];
  }
  return refusals;
}

/** A configuration with these resources, by type and name. */
function inJson(resource: Readonly<Record<string, Readonly<Record<string, TestConfig>>>>) {
  return { "main.tf.json": JSON.stringify({ resource }) };
}

interface Shown {
  values: { root_module: { resources: { name: string; values: Record<string, unknown> }[] } };
}

async function acceptedByCore(core: InstalledCore): Promise<Outcomes> {
  const { workspace } = await openExampleWith(core);
  await using _ = workspace;
  const outcomes: Outcomes = {};
  for (const step of [0, 1, 2]) {
    const resource: Record<string, Record<string, TestConfig>> = {};
    for (const [name, { type, steps }] of Object.entries(accepted)) {
      resource[type] = { ...resource[type], [name]: steps[Math.min(step, steps.length - 1)] ?? {} };
    }
    const plan = await workspace.plan(inJson(resource));
    await workspace.apply();
    const { values } = JSON.parse((await workspace.run("show", "-json")).stdout) as Shown;
    for (const [name, { type, steps, random = "" }] of Object.entries(accepted)) {
      if (step >= steps.length) continue;
      const { action } = plan.change(`${type}.${name}`);
      const stored = values.root_module.resources.find((it) => it.name === name)?.values;
      const outcome = {
        action: action === "no-op" ? "none" : action,
        state: { ...stored, [random]: null },
        // OpenTofu shows no identities, but stores them.
        identity: workspace.resource(`${type}.${name}`)?.identity ?? null,
      };
      outcomes[name] = [...(outcomes[name] ?? []), outcome];
    }
  }
  return outcomes;
}

async function refusedByCore(core: InstalledCore): Promise<Refusals> {
  const { workspace } = await openExampleWith(core);
  await using _ = workspace;
  const files = Object.entries(refused).map(([name, [type, config]]) => [
    `${name}.tf.json`,
    JSON.stringify({ resource: { [type]: { [name]: config } } }),
  ]);
  const command = ["validate", "-json"] as const;
  const { stdout } = await workspace.expectError(Object.fromEntries(files), "diagnostics", { command });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { severity: string; summary: string; range?: { filename: string } }[];
  };
  const ours = new Set(Object.values(await refusedByKit()).flat());
  const refusals: Refusals = {};
  for (const { severity, summary, range } of diagnostics) {
    if (severity !== "error") continue;
    const name = range?.filename.replace(".tf.json", "") ?? "";
    refusals[name] = [...(refusals[name] ?? []), ours.has(summary) ? summary : byTheCore];
  }
  return refusals;
}

/** As `show -json` writes it, and JavaScript reads that. */
function plain(value: Value): unknown {
  if (value instanceof Dynamic) return plain(value.value);
  if (typeof value === "bigint" || value instanceof ExactNumber) return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
}

describe.each(newCores)("The kit and %s", (name, core) => {
  test("plan and store the same", async () => {
    expect(await acceptedByCore(core)).toEqual(await acceptedByKit());
  });

  test("plan the same with values that are not known yet", async () => {
    const { workspace } = await openExampleWith(core);
    await using _ = workspace;
    const { workspace: kit } = await openExample({ inProcess: true });
    const plan = await workspace.plan(inJson({ example_token: { t: {} }, ...notKnownYet }));
    for (const [type, configs] of Object.entries(notKnownYet))
      for (const [name, config] of Object.entries(configs)) {
        const planned = await kit.resource(type).plan(withUnknowns(config));
        expect(plan.change(`${type}.${name}`).unknown, name).toEqual(unknownNames(planned));
      }
  });

  test("keep every digit of an int64", async () => {
    const { workspace: real } = await openExampleWith(core);
    await using _ = real;
    const bytes = "9223372036854775806";
    await real.apply(
      inJson({ example_record: { a: { name: "a", bytes, offsets: { a: ["-9223372036854775808"] } } } }),
    );
    const digits = {
      bytes: ExactNumber.parse(bytes),
      next_byte: ExactNumber.parse("9223372036854775807"),
      offsets: { a: [ExactNumber.parse("-9223372036854775808")] },
    };
    expect(real.attributes("example_record.a")).toMatchObject(digits);
    const { workspace } = await openExample({ inProcess: true });
    const config = { name: "a", bytes: BigInt(bytes), offsets: { a: [-9223372036854775808n] } };
    expect((await workspace.resource("example_record").apply(config)).state).toMatchObject(digits);
  });

  test("print the same schema", async () => {
    const { workspace } = await openExampleWith(core);
    await using _ = workspace;
    workspace.configure("");
    const { stdout } = await workspace.run("providers", "schema", "-json");
    const { provider_schemas: printed } = JSON.parse(stdout) as Schemas;
    const [address = "", schemas] = Object.entries(printed)[0] ?? [];
    const ours = (schemaJson(example, address) as Schemas).provider_schemas[address] ?? {};
    // A core leaves out what it does not have.
    const known = Object.entries(ours).filter(([kind]) => Object.hasOwn(schemas ?? {}, kind));
    expect(filled(schemas)).toEqual(filled(Object.fromEntries(known)));
    if (name === "terraform") expect(known).toHaveLength(Object.keys(ours).length);
  });

  test("refuse the same, for the same reason", async () => {
    expect(await refusedByCore(core)).toEqual(await refusedByKit());
  });
});
