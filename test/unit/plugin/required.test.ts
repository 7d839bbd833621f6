import { describe, expect, test } from "vitest";
import {
  type Attributes,
  defineAction,
  defineDataSource,
  defineEphemeralResource,
  defineListResource,
  defineProvider,
  defineResource,
  defineSchema,
  UNKNOWN,
} from "../../../src/plugin/index.ts";
import { type TestConfig, Workspace } from "../../../src/plugin/testing/index.ts";
import { bareProvider, reported } from "../../harness/plugin/thing.ts";

// Null for a required argument. The core takes it, so that the framework has to refuse it.

const required = { type: "string", required: true } as const;
const nested = { required: true, attributes: { key: required } } as const;
const attributes = {
  key: required,
  one: { ...nested, type: "object" },
  many: { ...nested, type: "list(object)" },
  named: { ...nested, type: "map(object)" },
  some: { ...nested, type: "set(object)" },
} as const satisfies Attributes;
const schema = defineSchema({
  attributes,
  blocks: { block: { type: "list(object)", attributes: { key: required } } },
});

const full = {
  key: "k",
  one: { key: "k" },
  many: [{ key: "k" }, { key: "k" }],
  named: { a: { key: "k" } },
  some: [{ key: "k" }],
  block: [{ key: "k" }],
};

const cases: [path: string, config: TestConfig][] = [
  ["key", { ...full, key: null }],
  ["one", { ...full, one: null }],
  ["many", { ...full, many: null }],
  ["one.key", { ...full, one: { key: null } }],
  ["many[1].key", { ...full, many: [{ key: "k" }, { key: null }] }],
  ['named["a"].key', { ...full, named: { a: { key: null } } }],
  ["some[*].key", { ...full, some: [{ key: null }] }],
  ["block[0].key", { ...full, block: [{ key: null }] }],
];

const missing = (path: string) => [
  { summary: "Missing value", detail: `"${path}" is required, but its value is null. Set a value.` },
];

const calls: string[] = [];
const called =
  <Answer>(name: string, answer: Answer) =>
  () => {
    calls.push(name);
    return answer;
  };
const checked = { schema, validate: called("validate", {}) };

const provider = defineProvider({
  ...bareProvider,
  resources: {
    t_a: defineResource()({
      ...checked,
      identity: { attributes: { key: { type: "string", requiredForImport: true } } },
      modifyPlan: called("modifyPlan", undefined),
      create: called("create", {}),
    }),
  },
  dataSources: { t_a: defineDataSource()({ ...checked, read: called("read", {}) }) },
  ephemeralResources: { t_a: defineEphemeralResource()({ ...checked, open: called("open", {}) }) },
  actions: { t_a: defineAction()({ ...checked, invoke: called("invoke", {}) }) },
  listResources: { t_a: defineListResource()({ ...checked, list: called("list", []) }) },
});

const uses: [kind: string, use: (workspace: Workspace, config: TestConfig) => Promise<unknown>][] = [
  ["a resource", (workspace, config) => workspace.resource("t_a").apply(config)],
  ["a data source", (workspace, config) => workspace.readDataSource("t_a", config)],
  ["an ephemeral resource", (workspace, config) => workspace.openEphemeral("t_a", config)],
  ["an action", (workspace, config) => workspace.invokeAction("t_a", config)],
  ["a list resource", (workspace, config) => workspace.list("t_a", config)],
];

describe.each(uses)("A required argument of %s that is null is an error", (_kind, use) => {
  test.each(cases)("%s", async (path, config) => {
    const workspace = await Workspace.open({ inProcess: provider });
    calls.length = 0;
    expect(await reported(use(workspace, config))).toMatchObject(missing(path));
    expect(calls).toEqual([]);
  });
});

test("A required argument of the provider block that is null is an error", async () => {
  const strict = defineProvider({
    ...bareProvider,
    schema: { attributes: { key: required } },
    configure: called("configure", { data: {} }),
  });
  calls.length = 0;
  const opened = Workspace.open({ inProcess: strict, provider: { key: null } });
  expect(await reported(opened)).toMatchObject(missing("key"));
  expect(calls).toEqual([]);
});

test("An argument that is null only in the apply is an error of the apply, and nothing is created", async () => {
  const thing = (await Workspace.open({ inProcess: provider })).resource("t_a");
  const applied = thing.apply({ ...full, key: null }, { plannedWith: { ...full, key: UNKNOWN } });
  calls.length = 0;
  expect(await reported(applied)).toMatchObject(missing("key"));
  expect(calls).not.toContain("create");
  expect(thing.state).toBeNull();
});

test("The kit refuses a required argument that is left out, as a core does", async () => {
  const workspace = await Workspace.open({ inProcess: provider });
  await expect(workspace.resource("t_a").validate({ ...full, key: undefined })).rejects.toThrow(
    'the argument "key" is required',
  );
});
