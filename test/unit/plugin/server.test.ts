import { describe, expect, test } from "vitest";
import {
  type Attributes,
  type Diagnostic,
  defineFunction,
  defineSchema,
  type Provider,
  type Resource,
  type ResourceMethods,
  UNKNOWN,
} from "../../../src/plugin/index.ts";
import { createLogger } from "../../../src/plugin/log.ts";
import { invokeAction, planAction } from "../../../src/plugin/server/action.ts";
import { applyResourceChange } from "../../../src/plugin/server/apply.ts";
import { configureProvider } from "../../../src/plugin/server/configure.ts";
import { readDataSource } from "../../../src/plugin/server/data-source.ts";
import { callFunction } from "../../../src/plugin/server/function.ts";
import { importResourceState, moveResourceState } from "../../../src/plugin/server/import.ts";
import { planResourceChange } from "../../../src/plugin/server/plan.ts";
import { readResource } from "../../../src/plugin/server/read.ts";
import { ProviderSession } from "../../../src/plugin/server/session.ts";
import { upgradeResourceState } from "../../../src/plugin/server/upgrade.ts";
import { validateConfig } from "../../../src/plugin/server/validate.ts";

// The calls, without a wire between.

const schema = defineSchema({
  version: 1,
  attributes: {
    name: { type: "string", required: true },
    secret_wo: { type: "string", optional: true, writeOnly: true },
    id: { type: "string", computed: true, useStateForUnknown: true },
  },
});
type Thing = ResourceMethods<typeof schema, { account: string }>;
const create: Thing["create"] = ({ planned }) => ({ state: { ...planned, id: "1" } });

const lines: string[] = [];
const log = createLogger({ name: "t", environment: { TF_LOG: "trace" }, write: (line) => lines.push(line) });
const provider: Provider = {
  name: "t",
  address: "t/t",
  version: "1",
  schema,
  configure: () => ({ diagnostics: [] }),
};
const session = new ProviderSession(provider, log);
session.configured({ account: "mine" });

const nothing = new Uint8Array();
const config = { name: "a", secret_wo: null, id: null };
const state = { name: "a", secret_wo: null, id: "1" };
const thing = (more: Partial<Thing> = {}): Resource => ({ schema, create, ...more }) as unknown as Resource;
const summaries = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ summary }) => summary);

describe("Upgrading a state", () => {
  test("asks the resource also when the version is the current one", async () => {
    const seen: unknown[] = [];
    const upgrade: Thing["upgrade"] = ({ provider, version, stored }) => {
      seen.push([provider?.account, version, stored.name]);
      return undefined;
    };
    const upgraded = await upgradeResourceState(session, "t_thing", thing({ upgrade }), 1, {
      name: "a",
      id: "1",
    });
    expect(seen).toEqual([["mine", 1, "a"]]);
    expect(upgraded).toEqual({ state, diagnostics: [] });
  });

  test("does not need a configured provider", async () => {
    const bare = new ProviderSession(provider, log);
    const upgrade: Thing["upgrade"] = ({ provider }) => ({ stored: { name: String(provider) } });
    const { state: upgraded } = await upgradeResourceState(bare, "t_thing", thing({ upgrade }), 0, {});
    expect(upgraded).toMatchObject({ name: "undefined" });
  });

  test("is a bug without a way from an older version", async () => {
    const { state: upgraded, diagnostics } = await upgradeResourceState(session, "t_thing", thing(), 0, {
      name: "a",
    });
    expect(upgraded).toBeNull();
    expect(diagnostics[0]?.detail).toContain("no way from version 0 to version 1");
  });

  test("drops a value that has become write-only since", async () => {
    const stored = { ...state, secret_wo: "hush" };
    expect((await upgradeResourceState(session, "t_thing", thing(), 1, stored)).state?.secret_wo).toBeNull();
  });
});

describe("Configuring", () => {
  test("is a bug if it returns neither data nor an error", async () => {
    const bare = new ProviderSession(provider, log);
    expect((await configureProvider(bare, {}, "1.0"))[0]?.detail).toContain("neither data nor an error");
    expect(bare.dataIfConfigured).toBeUndefined();
    const empty = new ProviderSession({ ...provider, configure: () => ({ data: undefined }) }, log);
    expect((await configureProvider(empty, {}, "1.0"))[0]?.detail).toContain("neither data nor an error");
  });

  test("is optional if the resources need no data", async () => {
    const { configure, ...rest } = provider;
    const bare = new ProviderSession(rest, log);
    expect(await configureProvider(bare, {}, "1.0")).toEqual([]);
    expect(bare.providerContext.provider).toBeUndefined();
  });
});

describe("Calling a function", () => {
  const sum = defineFunction({
    summary: "Adds up",
    parameters: [{ name: "numbers", type: "list(integer)" }],
    returns: "integer",
    call: ([numbers]) => ({ result: numbers.reduce((total, number) => total + number, 0) }),
  });

  test("checks the types of arguments and result", async () => {
    expect(await callFunction(session, "sum", sum, [[1, 2]])).toEqual({ result: 3 });
    expect(await callFunction(session, "sum", sum, [[1, null]])).toMatchObject({ argument: 0 });
    expect(await callFunction(session, "sum", sum, [[1.5]])).toMatchObject({ argument: 0 });
    const half = { ...sum, call: () => ({ result: 0.5 }) };
    expect(await callFunction(session, "half", half, [[]])).toMatchObject({
      error: expect.stringContaining("Function half: the result must be an integer."),
    });
  });
});

describe("Planning", () => {
  test("shows the resource what is about to happen, and takes its changes", async () => {
    const seen: unknown[] = [];
    const modifyPlan: Thing["modifyPlan"] = (request) => {
      seen.push([request.action, request.provider.account, request.action === "update" && request.changed]);
      if (request.action === "delete") return undefined;
      return { planned: { id: UNKNOWN }, requiresReplace: ["id"], private: Buffer.from("planned") };
    };
    const update = create as Thing["update"];
    const plan = (prior: object | null, proposed: object | null) => {
      const input = { config: proposed && config, prior, proposed, private: nothing };
      return planResourceChange(
        session,
        "t_thing",
        thing({ modifyPlan, update } as Partial<Thing>),
        input as never,
      );
    };
    expect(await plan(state, { ...state, name: "b" })).toMatchObject({
      planned: { id: UNKNOWN },
      requiresReplace: ["id"],
      private: Buffer.from("planned"),
    });
    await plan(null, config);
    expect(await plan(state, null)).toMatchObject({ planned: null, private: nothing, diagnostics: [] });
    expect(seen).toEqual([
      ["update", "mine", ["name"]],
      ["create", "mine", false],
      ["delete", "mine", false],
    ]);
  });
});

describe("Applying", () => {
  test("keeps private data unless the resource has new", async () => {
    const input = { config, prior: null, planned: { ...config, id: UNKNOWN }, private: Buffer.from("old") };
    expect((await applyResourceChange(session, "t_thing", thing(), input)).private).toEqual(
      Buffer.from("old"),
    );
    const renewed = thing({
      create: (request) => ({ ...create(request), private: Buffer.from("new") }) as never,
    });
    expect((await applyResourceChange(session, "t_thing", renewed, input)).private).toEqual(
      Buffer.from("new"),
    );
  });

  test("logs the stack of an exception, and shows the message only", async () => {
    const failing = thing({
      create() {
        throw new Error("no luck");
      },
    });
    const input = { config, prior: null, planned: { ...config, id: UNKNOWN }, private: nothing };
    const { state: stored, diagnostics } = await applyResourceChange(session, "t_thing", failing, input);
    expect(stored).toBeNull();
    expect(diagnostics).toEqual([
      { severity: "error", summary: "Creating t_thing failed", detail: "no luck" },
    ]);
    expect(lines.at(-1)).toContain("server.test.ts");
  });
});

describe("Reading", () => {
  test("keeps a state if the resource returns none", async () => {
    const silent = thing({ read: () => ({}) });
    expect(await readResource(session, "t_thing", silent, state, nothing)).toMatchObject({
      state,
      diagnostics: [],
    });
    expect(await readResource(session, "t_thing", thing(), state, nothing)).toMatchObject({
      state,
      diagnostics: [],
    });
    const gone = thing({ read: () => ({ state: null }) });
    expect(await readResource(session, "t_thing", gone, state, nothing)).toMatchObject({ state: null });
  });
});

describe("Validating", () => {
  test("survives a validator that throws", async () => {
    const fragile = defineSchema({
      attributes: {
        name: {
          type: "string",
          required: true,
          validators: [
            () => {
              throw new Error("too fragile");
            },
          ],
        },
      },
    });
    const found = await validateConfig(session, "t_thing", { schema: fragile }, { name: "a" }, true);
    expect(found).toMatchObject([
      { summary: "Validating t_thing failed", detail: 'A validator of "name" failed: too fragile' },
    ]);
  });

  test("refuses write-only values where the core would store them", async () => {
    const given = { ...config, secret_wo: "hush" };
    expect(summaries(await validateConfig(session, "t_thing", { schema }, given, false))).toEqual([
      "Write-only Argument Not Supported",
    ]);
    expect(await validateConfig(session, "t_thing", { schema }, given, true)).toEqual([]);
  });
});

describe("A function in a schema that throws", () => {
  const broken = (): never => {
    throw new SyntaxError("not JSON");
  };
  const change = { config, prior: null, private: nothing };
  const fragile = (option: "semanticEquals" | "requiresReplace" | "modifyPlan"): Resource => ({
    schema: defineSchema<Attributes>({
      attributes: { ...schema.attributes, name: { type: "string", required: true, [option]: broken } },
    }),
    create: ({ planned }) => ({ state: { ...planned, name: "A", id: "1" } as never }),
    update: () => ({}),
    read: () => ({ state: { ...state, name: "A" } as never }),
  });
  const said = (doing: string, option: string) => [
    {
      severity: "error",
      summary: `${doing} t_thing failed`,
      detail: `${option} of "name" failed: not JSON`,
      path: ["name"],
    },
  ];

  test("does not lose the object that was created", async () => {
    const planned = { ...config, id: UNKNOWN };
    const applied = await applyResourceChange(session, "t_thing", fragile("semanticEquals"), {
      ...change,
      planned,
    });
    expect(applied.state).toEqual({ ...state, name: "A" });
    expect(applied.diagnostics).toEqual(said("Creating", "semanticEquals"));
  });

  test("does not lose what was read", async () => {
    const read = await readResource(session, "t_thing", fragile("semanticEquals"), state, nothing);
    expect(read.state).toEqual({ ...state, name: "A" });
    expect(read.diagnostics).toEqual(said("Reading", "semanticEquals"));
  });

  test.each(["semanticEquals", "requiresReplace", "modifyPlan"] as const)(
    "is an error of the plan: %s",
    async (option) => {
      const proposed = { ...state, name: "b" };
      const input = { config: proposed, prior: state, proposed, private: nothing };
      const { diagnostics } = await planResourceChange(session, "t_thing", fragile(option), input);
      expect(diagnostics).toEqual(said("Planning", option));
    },
  );

  test("is an error of the validation if it is a rule", async () => {
    const ruled = { ...schema, rules: [{ names: [], check: broken }] };
    expect(await validateConfig(session, "t_thing", { schema: ruled }, config, true)).toMatchObject([
      { detail: "A rule of the schema failed: not JSON" },
    ]);
  });

  test("is not called for equal values", async () => {
    const same = { ...fragile("semanticEquals"), read: () => ({ state: state as never }) };
    expect(await readResource(session, "t_thing", same, state, nothing)).toMatchObject({ diagnostics: [] });
  });
});

describe("An exception", () => {
  const thrownBy = async (thrown: unknown) => {
    const failing = thing({
      read() {
        throw thrown;
      },
    });
    const { diagnostics } = await readResource(session, "t_thing", failing, state, nothing);
    return diagnostics;
  };

  test.each([
    new TypeError("x is undefined"),
    new ReferenceError("no such name"),
    new RangeError("too long"),
  ])("is a bug in the provider if JavaScript throws it for a mistake: %s", async (thrown) => {
    expect(await thrownBy(thrown)).toEqual([
      {
        severity: "error",
        summary: "Bug in the provider",
        detail: `Reading t_thing: ${thrown.message}. This is a mistake in the provider (t 1) and not in your configuration. Please report it.`,
      },
    ]);
  });

  test("of a failed connection or a bad URL is not a bug in the provider", async () => {
    const failedFetch = new TypeError("fetch failed", { cause: new Error("refused") });
    expect(summaries(await thrownBy(failedFetch))).toEqual(["Reading t_thing failed"]);
    const badUrl = Object.assign(new TypeError("Invalid URL"), { code: "ERR_INVALID_URL" });
    expect(summaries(await thrownBy(badUrl))).toEqual(["Reading t_thing failed"]);
  });
});

test("Diagnostics that are not an array do not lose the object that was created", async () => {
  const created = thing({ create: () => ({ state, diagnostics: {} }) as never });
  const input = { config, prior: null, planned: { ...config, id: UNKNOWN }, private: nothing };
  const applied = await applyResourceChange(session, "t_thing", created, input);
  expect(applied.state).toEqual(state);
  expect(applied.diagnostics[0]?.detail).toContain("has diagnostics that are not an array");
});

describe("An answer with an unknown key", () => {
  const whole = { diagnostic: [], state, planned: {}, stored: {}, data: {} };
  /** Answers to anything with the parts that are due, and one that is misspelt. */
  const misspelt = (...due: (keyof typeof whole)[]): never =>
    (() => Object.fromEntries(["diagnostic" as const, ...due].map((key) => [key, whole[key]]))) as never;
  const change = { config, prior: null, planned: state, private: nothing };
  const source = { sourceProvider: "", sourceType: "t_old", version: 0, stored: {}, private: nothing };
  const calls: [string, () => Promise<readonly Diagnostic[] | { diagnostics: readonly Diagnostic[] }>][] = [
    [
      "validate",
      () => validateConfig(session, "t", { schema, validate: misspelt() }, { ...config, name: "a" }, true),
    ],
    [
      "modifyPlan",
      () =>
        planResourceChange(session, "t", thing({ modifyPlan: misspelt("planned") }), {
          ...change,
          proposed: config,
        }),
    ],
    ["create", () => applyResourceChange(session, "t", thing({ create: misspelt("state") }), change)],
    [
      "delete",
      () =>
        applyResourceChange(session, "t", thing({ delete: misspelt() }), {
          ...change,
          prior: state,
          planned: null,
        }),
    ],
    ["read", () => readResource(session, "t", thing({ read: misspelt("state") }), state, nothing)],
    ["import", () => importResourceState(session, "t", thing({ import: misspelt("state") }), "a")],
    ["move", () => moveResourceState(session, "t", thing({ move: misspelt("state") }), source)],
    ["upgrade", () => upgradeResourceState(session, "t", thing({ upgrade: misspelt("stored") }), 1, {})],
    ["data source", () => readDataSource(session, "t", { schema, read: misspelt("state") }, config)],
    [
      "plan of an action",
      () => planAction(session, "t", { schema, plan: misspelt(), invoke: misspelt() }, config),
    ],
    ["action", () => invokeAction(session, "t", { schema, invoke: misspelt() }, config, () => {})],
    [
      "configure",
      () =>
        configureProvider(
          new ProviderSession({ ...provider, configure: misspelt("data") }, log),
          config,
          "1.0",
        ),
    ],
  ];
  test.each(calls)("is a bug: %s", async (_name, call) => {
    const answered = await call();
    const diagnostics = "diagnostics" in answered ? answered.diagnostics : answered;
    expect(summaries(diagnostics)).toEqual(["Bug in the provider"]);
    expect(diagnostics[0]?.detail).toContain('the answer has "diagnostic", but can only have');
  });

  test("is a bug also of a function, and what was created is stored all the same", async () => {
    const wrong = { summary: "", parameters: [], returns: "string", call: () => ({ result: "", eror: "" }) };
    expect(await callFunction(session, "wrong", wrong as never, [])).toMatchObject({
      error: expect.stringContaining('has "eror", but can only have result'),
    });
    const created = await applyResourceChange(session, "t", thing({ create: misspelt("state") }), change);
    expect(created.state).toEqual(state);
  });
});

describe("Importing", () => {
  test("needs an id, a state, and an answer of the right shape", async () => {
    const importing = (answer: object | undefined) => thing({ import: () => answer as never });
    const byIdentity = await importResourceState(session, "t_thing", importing({ state: {} }), "");
    expect(summaries(byIdentity.diagnostics)).toEqual(["Import by Identity Not Supported"]);
    const empty = await importResourceState(session, "t_thing", importing({}), "x");
    expect(summaries(empty.diagnostics)).toEqual(["Bug in the provider"]);
    const wrong = await importResourceState(session, "t_thing", importing({ state: { id: 1 } }), "x");
    expect(wrong.diagnostics).toMatchObject([{ path: ["id"] }]);
  });
});
