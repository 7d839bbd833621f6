import { describe, expect, test } from "vitest";
import {
  type Attributes,
  defineFunction,
  defineProvider,
  defineSchema,
  error,
  type Resource,
  UNKNOWN,
} from "../../../src/plugin/index.ts";
import { type ManagedResource, Workspace } from "../../../src/plugin/testing/index.ts";
import { decodePrivate } from "../../harness/plugin/private-data.ts";
import { bareProvider, openThing, reported } from "../../harness/plugin/thing.ts";

// What the functions of a provider's author answer or throw. The test kit throws a CoreViolation where a core would refuse
// an answer, so that these tests show that the framework says it first.

const schema = defineSchema({
  version: 1,
  attributes: {
    name: { type: "string", required: true },
    note: { type: "string", optional: true },
    secret_wo: { type: "string", optional: true, writeOnly: true },
    id: { type: "string", computed: true },
  },
});
const config = { name: "a", note: "hello" };
const stored = { name: "a", note: "hello", secret_wo: null, id: "1" };

/** Stands for code that the type checker never saw. */
// biome-ignore lint/suspicious/noExplicitAny: wrong on purpose
type Methods = Partial<Record<keyof Resource, (request: any) => unknown>>;

const good: Methods = {
  create: ({ planned }) => ({ state: { ...planned, id: "1" } }),
  update: ({ planned }) => ({ state: { ...planned, id: "1" } }),
};
const open = (methods: Methods, described = schema as unknown) =>
  openThing({ ...good, ...methods, schema: described } as unknown as Resource);

async function openStored(methods: Methods, described?: unknown): Promise<ManagedResource> {
  return Object.assign(await open(methods, described), { state: stored });
}

const bug = (problem: string, attribute?: string) => [
  { summary: "Bug in the provider", detail: expect.stringContaining(problem), attribute },
];

test.each([
  ['"note" is neither its configured nor its prior value', { planned: { note: "other" } }, "note"],
  ['"id" must be a string, not a number', { planned: { id: 42 } }, "id"],
  ['the answer has "surprise", which is not an attribute', { planned: { surprise: "" } }, undefined],
  ["requiresReplace[0] must be the name of an attribute", { requiresReplace: ["surprise"] }, undefined],
])(
  "A wrong plan is a bug in the provider, and nothing is applied: %s",
  async (problem, answer, attribute) => {
    const thing = await open({ modifyPlan: () => answer });
    expect(await reported(thing.apply(config))).toMatchObject(bug(`Planning t_thing: ${problem}`, attribute));
    expect(thing.state).toBeNull();
  },
);

test("A plan of a destruction has no values", async () => {
  const thing = await openStored({ modifyPlan: () => ({ planned: {} }) });
  const problem = "Planning t_thing: a destroyed object has no planned values";
  expect(await reported(thing.destroy())).toMatchObject(bug(problem));
});

test.each([
  ['"note" differs from what was planned', { ...stored, note: "other" }, "note", { note: "other" }],
  ['"id" is still unknown', { ...stored, id: UNKNOWN }, "id", { id: null }],
  ['"secret_wo" is write-only', { ...stored, secret_wo: "hush" }, undefined, stored],
])(
  "A wrong result is a bug in the provider, and stored all the same: %s",
  async (problem, state, attribute, kept) => {
    const thing = await open({ create: () => ({ state }) });
    const diagnostics = await reported(thing.apply({ ...config, secret_wo: "hush" }));
    expect(diagnostics).toMatchObject(bug(`Creating t_thing: ${problem}`, attribute));
    expect(JSON.stringify(diagnostics)).not.toContain("hush");
    expect(thing).toMatchObject({ state: kept, tainted: true });
  },
);

test.each([
  ["diagnostics must be an array, not an object", { state: stored, diagnostics: {} }, stored],
  ['the answer has "diagnostic", but can only have state', { state: stored, diagnostic: [] }, stored],
  ["there must be a state or an error, not null", {}, { ...stored, id: null }],
  ["there must be a state or an error, not null", undefined, { ...stored, id: null }],
])("A wrong answer is a bug in the provider, and its state is stored: %s", async (problem, answer, kept) => {
  const thing = await open({ create: () => answer });
  expect(await reported(thing.apply(config))).toMatchObject(bug(`Creating t_thing: ${problem}`));
  expect(thing.state).toEqual(kept);
});

test("After an error of the author, unfinished values are stored as null, without further complaint", async () => {
  const thing = await open({
    create: ({ planned }) => ({ state: planned, diagnostics: [error("Failed Halfway")] }),
  });
  expect(await reported(thing.apply(config))).toMatchObject([{ summary: "Failed Halfway" }]);
  expect(thing.state).toMatchObject({ note: "hello", id: null });
});

test("An object that survives its deletion stays in the state", async () => {
  const thing = await openStored({ delete: ({ prior }) => ({ state: prior }) });
  const problem = "Destroying t_thing: it returned a state, but no error";
  expect(await reported(thing.destroy())).toMatchObject(bug(problem));
  expect(thing.state).toEqual(stored);
});

test("A read without a state leaves it as it is, and an unknown value in one is a bug", async () => {
  const silent = await openStored({ read: () => ({}) });
  await silent.refresh();
  expect(silent.state).toEqual(stored);
  const wrong = await openStored({ read: () => ({ state: { ...stored, id: UNKNOWN } }) });
  const problem = 'Reading t_thing: "id" is still unknown';
  expect(await reported(wrong.refresh())).toMatchObject(bug(problem, "id"));
});

test("The planner sees what is about to happen, and changes it", async () => {
  const seen: unknown[] = [];
  const thing = await open({
    modifyPlan({ action, changed = [] }) {
      seen.push([action, ...changed]);
      if (action !== "update") return { private: { action } };
      return { planned: { id: UNKNOWN }, requiresReplace: ["id"] };
    },
  });
  expect(decodePrivate((await thing.plan(config)).private)).toEqual({ action: "create" });
  thing.state = stored;
  const replacing = { action: "replace", requiresReplace: ["id"] };
  expect(await thing.plan({ ...config, note: "new" })).toMatchObject(replacing);
  expect(decodePrivate((await thing.planDestroy()).private)).toEqual({ action: "delete" });
  // A replacement is planned again, as a new object.
  expect(seen).toEqual([["create"], ["update", "note", "id"], ["create"], ["delete"]]);
});

describe("An exception", () => {
  test.each([
    ["just a string", "Reading t_thing failed"],
    [new Error("no luck"), "Reading t_thing failed"],
    [new TypeError("x is undefined"), "Bug in the provider"],
    [new ReferenceError("no such name"), "Bug in the provider"],
    [new RangeError("too long"), "Bug in the provider"],
    // Node uses these classes also for what is no mistake in the code.
    [new TypeError("fetch failed", { cause: new Error("refused") }), "Reading t_thing failed"],
    [Object.assign(new TypeError("Invalid URL"), { code: "ERR_INVALID_URL" }), "Reading t_thing failed"],
  ])("is a bug in the provider only if JavaScript throws it for a mistake: %s", async (thrown, summary) => {
    const thing = await openStored({
      read() {
        throw thrown;
      },
    });
    const detail = expect.stringContaining(thrown instanceof Error ? thrown.message : thrown);
    expect(await reported(thing.refresh())).toMatchObject([{ summary, detail }]);
  });

  const broken = () => {
    throw new SyntaxError("not JSON");
  };
  const fragile = (option: string, value: unknown = broken) =>
    defineSchema<Attributes>({
      ...schema,
      attributes: { ...schema.attributes, note: { type: "string", optional: true, [option]: value } },
    } as never);
  const failed = (doing: string, what: string, attribute?: string) => [
    { summary: `${doing} t_thing failed`, detail: `${what} failed: not JSON`, attribute },
  ];
  const differs = { state: { ...stored, note: "HELLO" } };

  test("of a function in the schema does not lose what was created or read", async () => {
    const unequal = fragile("semanticEquals");
    const created = await open({ create: () => differs }, unequal);
    const problem = 'semanticEquals of "note"';
    expect(await reported(created.apply(config))).toMatchObject(failed("Creating", problem, "note"));
    expect(created.state).toEqual(differs.state);
    const read = await openStored({ read: () => differs }, unequal);
    expect(await reported(read.refresh())).toMatchObject(failed("Reading", problem, "note"));
    // Equal values are not compared.
    await (await openStored({ read: () => ({ state: stored }) }, unequal)).refresh();
  });

  test.each(["semanticEquals", "requiresReplace", "modifyPlan"])(
    "of %s is an error of the plan",
    async (option) => {
      const thing = await openStored({}, fragile(option));
      const planned = thing.plan({ ...config, note: "new" });
      expect(await reported(planned)).toMatchObject(failed("Planning", `${option} of "note"`, "note"));
    },
  );

  test("of a validator or a rule is an error of the validation", async () => {
    const validated = await open({}, fragile("validators", [broken]));
    const ofValidator = failed("Validating", 'A validator of "note"', "note");
    expect(await reported(validated.validate(config))).toMatchObject(ofValidator);
    const ruled = await open({}, { ...schema, rules: [{ names: [], check: broken }] });
    expect(await reported(ruled.validate(config))).toMatchObject(
      failed("Validating", "A rule of the schema"),
    );
  });
});

describe("An answer with a misspelt key is a bug in the provider", () => {
  const misspelt = bug('the answer has "diagnostic", but can only have');
  const answers = (due: object) => () => ({ ...due, diagnostic: [] });
  const state = { state: stored };

  const ofResources: [keyof Resource, due: object, (thing: ManagedResource) => Promise<unknown>][] = [
    ["validate", {}, (thing) => thing.validate(config)],
    ["modifyPlan", { planned: {} }, (thing) => thing.plan(config)],
    ["update", state, (thing) => thing.apply({ ...config, note: "new" })],
    ["delete", {}, (thing) => thing.destroy()],
    ["read", state, (thing) => thing.refresh()],
    ["import", state, (thing) => thing.import("a")],
    ["move", state, (thing) => thing.move({ type: "t_old", stored: {} })],
    ["upgrade", { stored }, (thing) => thing.upgrade(stored, 1)],
  ];
  test.each(ofResources)("%s", async (method, due, call) => {
    expect(await reported(call(await openStored({ [method]: answers(due) })))).toMatchObject(misspelt);
  });

  const call = (name: string, part: object) => ({
    [name]: { t_a: { schema: defineSchema({ attributes: {} }), ...part } },
  });
  const ofProviders: [string, object, (workspace: Workspace) => Promise<unknown>][] = [
    [
      "a data source",
      call("dataSources", { read: answers({ state: {} }) }),
      (workspace) => workspace.readDataSource("t_a", {}),
    ],
    [
      "the plan of an action",
      call("actions", { plan: answers({}), invoke: () => undefined }),
      (workspace) => workspace.invokeAction("t_a", {}),
    ],
    ["an action", call("actions", { invoke: answers({}) }), (workspace) => workspace.invokeAction("t_a", {})],
    ["configure", { configure: answers({ data: {} }) }, async () => {}],
  ];
  test.each(ofProviders)("%s", async (_name, parts, use) => {
    const inProcess = { ...defineProvider(bareProvider), ...parts };
    expect(await reported(Workspace.open({ inProcess }).then(use))).toMatchObject(misspelt);
  });
});

describe("A state that was not made here", () => {
  test("is upgraded by the resource, also if its version is the current one", async () => {
    const thing = await open({
      upgrade: ({ version, stored }) => ({ stored: { ...stored, id: `${version}` } }),
    });
    await thing.upgrade({ name: "a" }, 1);
    expect(thing.state).toMatchObject({ name: "a", id: "1" });
  });

  test("needs a way from an older version", async () => {
    const upgraded = (await open({})).upgrade({ name: "a" }, 0);
    const problem = "Upgrading the state of t_thing: there is no way from version 0 to version 1";
    expect(await reported(upgraded)).toMatchObject(bug(problem));
  });

  test.each<[kind: string, size: number]>([
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
  ])("is refused with %s from an upgrade", async (_kind, size) => {
    const sized = {
      ...schema,
      attributes: { ...schema.attributes, size: { type: "number", optional: true } },
    };
    const described = defineSchema<Attributes>({ version: 1, attributes: sized.attributes } as never);
    const thing = await open({ upgrade: ({ stored }) => ({ stored: { ...stored, size } }) }, described);
    expect(await reported(thing.upgrade(stored, 1))).toMatchObject(
      bug('the stored "size" is not of the type', "size"),
    );
  });

  test("may have a number or a flag as text, as older versions stored it", async () => {
    const described = defineSchema({
      attributes: { name: { type: "string", optional: true }, flag: { type: "bool", optional: true } },
    });
    const thing = await open({}, described);
    await thing.upgrade({ name: 12, flag: "true" }, 0);
    expect(thing.state).toEqual({ name: "12", flag: true });
  });

  test("loses a value that has become write-only since", async () => {
    const thing = await open({});
    // Of another type than it has now.
    await thing.upgrade({ ...stored, secret_wo: ["hush"] }, 1);
    expect(thing.state).toEqual(stored);
  });

  test.each([
    ["", { state: {} }, [{ summary: "Import by Identity Not Supported" }]],
    ["x", {}, bug("Importing t_thing: there is neither a state nor an error")],
    ["x", { state: { id: 1 } }, bug('Importing t_thing: "id" must be a string', "id")],
  ])("is not imported with the id %j and the answer %j", async (id, answer, problem) => {
    const thing = await open({ import: () => answer });
    expect(await reported(thing.import(id))).toMatchObject(problem);
  });
});

test.each([{}, { data: undefined }])(
  "A provider that answers %j to configure is not configured",
  async (answer) => {
    const inProcess = defineProvider({ ...bareProvider, configure: () => answer });
    expect(await reported(Workspace.open({ inProcess }))).toMatchObject([
      { detail: expect.stringContaining("neither data nor an error") },
    ]);
  },
);

test("An exception's message hides what the author has masked", async () => {
  const thing = await openStored({
    read({ log }) {
      log.mask("hush");
      throw new Error("no access with hush");
    },
  });
  expect(await reported(thing.refresh())).toMatchObject([{ detail: "no access with ***" }]);
});

test("A function gets and returns values of its types only", async () => {
  const sum = defineFunction({
    summary: "Adds up",
    parameters: [{ name: "numbers", type: "list(integer)" }],
    returns: "integer",
    call: ([numbers]) => ({ result: numbers.reduce((total, number) => total + number, 0) }),
  });
  const half = { ...sum, call: () => ({ result: 0.5 }) };
  const misspelt = { ...sum, call: () => ({ result: 1, eror: "" }) };
  const workspace = await Workspace.open({
    inProcess: defineProvider({ ...bareProvider, functions: { sum, half, misspelt } }),
  });
  expect(await workspace.callFunction("sum", [1, 2])).toBe(3);
  for (const wrong of [[1, null], [1.5]])
    await expect(workspace.callFunction("sum", wrong)).rejects.toThrow("numbers");
  await expect(workspace.callFunction("half", [])).rejects.toThrow("the result must be an integer");
  await expect(workspace.callFunction("misspelt", [])).rejects.toThrow(
    'has "eror", but can only have result',
  );
});
