import { describe, expect, test } from "vitest";
import { defineProvider, defineSchema, UNKNOWN } from "../../../src/plugin/index.ts";
import { createLogger } from "../../../src/plugin/log.ts";
import { SchemaFunctions } from "../../../src/plugin/server/call-author.ts";
import { changedAttributes, findReplaceCauses, startingPlan } from "../../../src/plugin/server/plan-rules.ts";
import { resultProblems } from "../../../src/plugin/server/result.ts";
import { ProviderSession } from "../../../src/plugin/server/session.ts";
import { checkShape, checkState, planProblems } from "../../../src/plugin/server/verify.ts";
import { Unknown } from "../../../src/plugin/values/unknown.ts";
import type { ObjectValue } from "../../../src/plugin/values/value.ts";

const schema = defineSchema({
  attributes: {
    name: { type: "string", required: true, requiresReplace: true },
    size: { type: "integer", optional: true, default: 1 },
    labels: { type: "set(string)", optional: true },
    owner: { type: "string", optional: true, computed: true },
    secret_wo: { type: "string", optional: true, writeOnly: true },
    id: { type: "string", computed: true, useStateForUnknown: true },
    etag: { type: "string", computed: true },
  },
});
const session = new ProviderSession(
  defineProvider({ name: "t", address: "t/t", version: "1.0.0", schema: { attributes: {} } }),
  createLogger({ name: "t", environment: {}, write() {} }),
);
const [planning, creating] = [session.operation("Planning"), session.operation("Creating")];
const functions = new SchemaFunctions(session, planning, schema);
const silent = { name: "a", size: null, labels: null, owner: null, secret_wo: null, id: null, etag: null };
const stored = { name: "a", size: 1, labels: ["x", "y"], owner: "me", secret_wo: null, id: "1", etag: "e" };
const config = { ...silent, labels: ["y", "x"] };

describe("The plan that follows from a schema", () => {
  test("leaves everything as it is when nothing differs, whatever the order of a set", () => {
    const planned = startingPlan(functions, schema, config, stored, { ...stored, labels: ["y", "x"] });
    expect(changedAttributes(schema, stored, planned)).toEqual([]);
    expect(planned).toMatchObject({ owner: "me", id: "1", etag: "e" });
  });

  test("knows of a new object what is configured or has a default", () => {
    expect(startingPlan(functions, schema, silent, null, silent)).toEqual({
      ...silent,
      size: 1,
      owner: UNKNOWN,
      id: UNKNOWN,
      etag: UNKNOWN,
    });
  });

  test("keeps what the schema says is kept, and makes the rest unknown, when something changes", () => {
    const planned = startingPlan(functions, schema, { ...config, size: 2 }, stored, { ...stored, size: 2 });
    expect(planned).toMatchObject({ size: 2, owner: UNKNOWN, id: "1", etag: UNKNOWN });
  });

  test("returns to the default when the argument is removed", () => {
    const planned = startingPlan(functions, schema, config, { ...stored, size: 5 }, {
      ...stored,
      size: null,
    } as never);
    expect(planned).toMatchObject({ size: 1 });
  });

  test("takes a configured value over everything computed", () => {
    const planned = startingPlan(functions, schema, { ...config, owner: "you", size: 2 }, stored, {
      ...stored,
      owner: "you",
      size: 2,
    });
    expect(planned).toMatchObject({ owner: "you" });
  });

  test("plans an unknown argument as unknown, not as its default", () => {
    const unknown = { ...silent, size: UNKNOWN };
    expect(startingPlan(functions, schema, unknown, null, unknown)).toMatchObject({ size: UNKNOWN });
  });

  test("never plans a write-only value, nor sees a change in one", () => {
    const secret = { ...config, secret_wo: "hush" };
    const planned = startingPlan(functions, schema, secret, stored, { ...stored, secret_wo: "hush" });
    expect(planned.secret_wo).toBeNull();
    expect(changedAttributes(schema, stored, planned)).toEqual([]);
  });

  test("does not keep a value that was never there", () => {
    const planned = startingPlan(
      functions,
      schema,
      { ...config, size: 2 },
      { ...stored, id: null },
      { ...stored, id: null, size: 2 },
    );
    expect(planned.id).toBe(UNKNOWN);
  });

  test("takes what is not mentioned for null", () => {
    const planned = startingPlan(functions, schema, { name: "a" }, null, { name: "a" });
    expect(planned).toEqual({ ...silent, size: 1, owner: UNKNOWN, id: UNKNOWN, etag: UNKNOWN });
    expect(changedAttributes(schema, { name: "a" }, silent)).toEqual([]);
    expect(changedAttributes(schema, silent, { name: "b" })).toEqual(["name"]);
  });

  test("keeps an optional value that the provider does not choose", () => {
    const planned = startingPlan(functions, schema, { ...config, size: 2 }, stored, {
      ...stored,
      size: 2,
      labels: null,
    });
    expect(planned.labels).toBeNull();
  });

  test("replaces for marked attributes, or for any argument where nothing can be updated", () => {
    const because = (changes: object, canUpdate: boolean) =>
      findReplaceCauses(functions, schema, {}, stored, { ...stored, ...changes }, canUpdate);
    expect(because({ size: 2, name: "b", etag: UNKNOWN }, true)).toEqual(["name"]);
    expect(because({ size: 2, etag: UNKNOWN }, false)).toEqual(["size"]);
    expect(because({ etag: UNKNOWN }, false)).toEqual(["etag"]);
  });
});

describe("A replacement because of a nested value", () => {
  const parts = {
    zone: { type: "string", optional: true, requiresReplace: true },
    note: { type: "string", optional: true },
    hops: {
      type: "list(object)",
      optional: true,
      attributes: { via: { type: "string", optional: true, requiresReplace: true } },
    },
  } as const;
  const nested = defineSchema({
    attributes: {
      list: { type: "list(object)", optional: true, attributes: parts },
      map: { type: "map(object)", optional: true, attributes: parts },
      set: { type: "set(object)", optional: true, attributes: parts },
      free: { type: "list(object)", optional: true, attributes: { note: parts.note } },
    },
    blocks: { block: { type: "list(object)", attributes: parts } },
  });
  const none = { list: null, map: null, set: null, free: null, block: [] };
  const element = (part: object) => ({ zone: null, note: null, hops: null, ...part });
  const [plain, other, zoned] = [element({ note: "a" }), element({ note: "b" }), element({ zone: "z" })];
  const because = (before: object, after: object) =>
    findReplaceCauses(functions, nested, {}, { ...none, ...before }, { ...none, ...after }, true);

  test("is not needed for objects without a value that requires it", () => {
    expect(because({ list: [plain] }, { list: [plain, other] })).toEqual([]);
    expect(because({ list: [zoned, plain] }, { list: [zoned] })).toEqual([]);
    expect(because({ list: null }, { list: [plain] })).toEqual([]);
    expect(because({ map: { a: plain } }, { map: { a: other, b: plain } })).toEqual([]);
    expect(because({ set: [plain, zoned] }, { set: [zoned, other, element({ note: "c" })] })).toEqual([]);
    expect(because({ block: [] }, { block: [plain] })).toEqual([]);
    expect(
      because({ list: [element({ hops: [] })] }, { list: [element({ hops: [{ via: null }] })] }),
    ).toEqual([]);
    expect(because({ free: [{ note: "a" }] }, { free: UNKNOWN })).toEqual([]);
    expect(because({ free: [{ note: "a" }] }, { free: [UNKNOWN] })).toEqual([]);
    expect(because({ list: [zoned] }, { list: [zoned, null] })).toEqual([]);
    const [a, b, changed] = [
      element({ zone: "a" }),
      element({ zone: "b" }),
      element({ zone: "a", note: "c" }),
    ];
    expect(because({ set: [b, a] }, { set: [changed, b] })).toEqual([]);
    expect(because({ set: [a, b] }, { set: [b, changed] })).toEqual([]);
  });

  test("is needed if a value that requires it is added, removed or moved", () => {
    expect(because({ list: [plain] }, { list: [plain, zoned] })).toEqual(["list"]);
    expect(because({ list: [plain, zoned] }, { list: [zoned, plain] })).toEqual(["list"]);
    expect(because({ map: { a: zoned } }, { map: { b: zoned } })).toEqual(["map"]);
    expect(because({ set: [zoned] }, { set: [zoned, { ...zoned, note: "a" }] })).toEqual(["set"]);
    expect(because({ set: [zoned] }, { set: [] })).toEqual(["set"]);
    expect(because({ block: [zoned] }, { block: [] })).toEqual(["block"]);
    const deep = (via: string) => ({ list: [element({ hops: [{ via }] })] });
    expect(because(deep("a"), deep("b"))).toEqual(["list"]);
  });

  test("is planned if the new value is unknown", () => {
    expect(because({ list: [plain] }, { list: UNKNOWN })).toEqual(["list"]);
    expect(because({ list: [plain] }, { list: [UNKNOWN] })).toEqual(["list"]);
    const via = { type: "string", optional: true, requiresReplace: true } as const;
    const soft = { type: "string", optional: true, requiresReplace: false } as const;
    const inner = { type: "list(object)", optional: true, attributes: { via } } as const;
    const outer = { type: "list(object)", optional: true } as const;
    const further = defineSchema({
      attributes: { deep: { ...outer, attributes: { inner } }, soft: { ...outer, attributes: { soft } } },
    });
    const before = { deep: [{ inner: null }], soft: [{ soft: "a" }] };
    expect(findReplaceCauses(functions, further, {}, before, { deep: UNKNOWN, soft: UNKNOWN }, true)).toEqual(
      ["deep"],
    );
  });
});

describe("A plan", () => {
  const problems = (planned: object, prior = stored as never, configured: ObjectValue = config) => {
    return planProblems(planning, schema, configured, prior, { ...stored, ...planned } as never).length;
  };
  test("may have the configured value, the prior value, or any computed value", () => {
    expect(problems({})).toBe(0);
    expect(problems({ labels: ["x", "y", "x"] })).toBe(0);
    expect(problems({ etag: UNKNOWN, owner: "another" })).toBe(0);
    expect(problems({ name: "a" }, stored as never, { ...config, name: "A" })).toBe(0);
    expect(problems({}, stored as never, { ...config, secret_wo: "hush" })).toBe(0);
    expect(problems({ labels: null }, stored as never, { name: "a", size: 1 })).toBe(0);
  });
  test("may not have another value", () => {
    expect(problems({ name: "b" })).toBe(1);
    expect(problems({ labels: ["x"] })).toBe(1);
    expect(problems({ labels: null }, null as never)).toBe(1);
    expect(problems({ labels: null }, { ...stored, labels: null } as never)).toBe(1);
    expect(problems({ labels: undefined }, { name: "a", size: 1 } as never)).toBe(1);
    expect(problems({}, stored as never, silent)).toBe(1);
    expect(problems({ name: UNKNOWN })).toBe(1);
  });
  test("is compared with the configuration as a whole in a set of plain values", () => {
    const planned = { ...stored, labels: ["x", "z"] };
    const problemsFor = planProblems(planning, schema, config, null, planned as never);
    expect(problemsFor.map(({ path }) => path)).toEqual([["labels"]]);
  });
});

describe("A result", () => {
  const nested = defineSchema({
    attributes: {
      ...schema.attributes,
      steps: { type: "list(string)", computed: true },
      tags: { type: "map(string)", computed: true },
    },
  });
  const whole = { ...stored, steps: ["a", "b"], tags: { a: "1", b: "2" } };
  const problems = (planned: object, state: object) => {
    return resultProblems(
      creating,
      nested,
      { ...whole, ...planned } as never,
      { ...whole, ...state } as never,
    ).flatMap(({ path }) => path);
  };
  test("may complete the plan", () => {
    expect(problems({}, {})).toEqual([]);
    expect(problems({ etag: UNKNOWN }, { etag: "new" })).toEqual([]);
    expect(problems({ labels: ["y", "x"] }, {})).toEqual([]);
    expect(problems({ labels: ["x", UNKNOWN] }, { labels: ["x", "z"] })).toEqual([]);
    expect(problems({ labels: ["x", UNKNOWN] }, { labels: ["x"] })).toEqual([]);
    expect(problems({ steps: ["a", UNKNOWN] }, {})).toEqual([]);
    expect(problems({ tags: { a: "1", b: UNKNOWN } }, {})).toEqual([]);
    expect(problems({ etag: undefined }, { etag: null })).toEqual([]);
    expect(problems({ etag: null }, { etag: undefined })).toEqual([]);
  });
  test("may not contradict the plan", () => {
    expect(problems({}, { etag: "other" })).toEqual(["etag"]);
    expect(problems({ labels: ["x", UNKNOWN] }, { labels: ["z"] })).toEqual(["labels"]);
    expect(problems({ labels: ["x", UNKNOWN] }, { labels: ["x", "y", "z"] })).toEqual(["labels"]);
    expect(problems({ labels: ["x", UNKNOWN] }, { labels: null })).toEqual(["labels"]);
    expect(problems({ labels: ["x", "y", UNKNOWN] }, { labels: ["x", "z"] })).toEqual(["labels"]);
    expect(problems({ owner: new Unknown({ nullness: false }) }, { owner: null })).toEqual(["owner"]);
    expect(problems({ owner: new Unknown({ stringPrefix: "m" }) }, { owner: "you" })).toEqual(["owner"]);
  });
  test("may not contradict the length, the order or a known element of a list", () => {
    for (const steps of [
      ["b", "b"],
      ["b", "a"],
    ])
      expect(problems({ steps: ["a", UNKNOWN] }, { steps })).toEqual(["steps", 0]);
    for (const steps of [["a"], ["a", "b", "c"], null])
      expect(problems({ steps: ["a", UNKNOWN] }, { steps })).toEqual(["steps"]);
  });
  test("may not contradict the keys or a known element of a map", () => {
    const planned = { tags: { a: "1", b: UNKNOWN } };
    expect(problems(planned, { tags: { a: "2", b: "2" } })).toEqual(["tags", "a"]);
    const others = [{ a: "1" }, { a: "1", c: "2" }, { a: "1", b: "2", c: "3" }, null];
    for (const tags of others) expect(problems(planned, { tags })).toEqual(["tags"]);
  });
  test("is reported with both values, unless they may be secret", () => {
    const logins = defineSchema({
      attributes: {
        pin: { type: "string", optional: true, sensitive: true },
        people: {
          type: "map(object)",
          optional: true,
          attributes: {
            name: { type: "string", optional: true },
            password: { type: "string", optional: true, sensitive: true },
            home: {
              type: "object",
              optional: true,
              attributes: { town: { type: "string", optional: true } },
            },
          },
        },
        note: { type: "string", optional: true },
      },
    });
    const problemsFor = (planned: ObjectValue, state: ObjectValue) =>
      resultProblems(creating, logins, planned, state).map(
        ({ detail }) => /^Creating: (.*?) This is/.exec(detail ?? "")?.[1],
      );
    const known = (as: string, person: ObjectValue) => ({
      people: { [as]: { name: "Ann", password: "hush", home: null, ...person } },
    });
    const ann = (person: ObjectValue) => known("ann", person);
    expect(problemsFor(ann({}), ann({ name: "Anna" }))).toEqual([
      '"people["ann"].name" differs from what was planned: it is "Anna", not "Ann".',
    ]);
    expect(problemsFor(ann({}), ann({ password: "psst" }))).toEqual([
      '"people["ann"].password" differs from what was planned.',
    ]);
    expect(problemsFor(known("home", {}), known("home", { password: "psst" }))).toEqual([
      '"people["home"].password" differs from what was planned.',
    ]);
    expect(problemsFor(ann({}), { people: {} })).toEqual(['"people" differs from what was planned.']);
    expect(problemsFor({ pin: "1" }, { pin: "2" })).toEqual(['"pin" differs from what was planned.']);
    expect(problemsFor({ note: null }, { note: "x".repeat(300) })[0]).toMatch(
      /: it is "x{199}…, not null\.$/,
    );
  });
});

describe("A state", () => {
  test("is corrected so that it can be stored, and the mistake is named without the value", () => {
    const answer = { ...stored, id: 7, etag: UNKNOWN, secret_wo: "hush", extra: "hush" };
    const { value, problems } = checkState(creating, schema, answer, stored);
    expect(value).toEqual({ ...stored, id: "1", etag: null, secret_wo: null });
    expect(problems).toHaveLength(4);
    expect(JSON.stringify(problems)).not.toContain("hush");
  });

  test("has one problem if a computed value is wrong", () => {
    const { value, problems } = checkState(
      creating,
      schema,
      { ...stored, id: 7 },
      { ...stored, id: UNKNOWN },
    );
    expect(value.id).toBeNull();
    expect(problems).toMatchObject([{ path: ["id"], detail: expect.stringContaining("must be a string") }]);
  });

  test("names the exact place of an unknown value or of a fraction in place of an integer", () => {
    const people = defineSchema({
      attributes: {
        people: {
          type: "map(object)",
          optional: true,
          attributes: {
            badge: { type: "string", computed: true },
            lucky: { type: "list(integer)", optional: true },
          },
        },
        teams: {
          type: "set(object)",
          optional: true,
          attributes: { size: { type: "integer", optional: true } },
        },
        size: { type: "integer", optional: true },
      },
    });
    const problemsFor = (answer: object) =>
      checkState(creating, people, { people: null, teams: null, size: 1, ...answer }, null).problems.map(
        ({ detail, path }) => [/^Creating: (.*?) This is/.exec(detail ?? "")?.[1], path],
      );
    expect(
      problemsFor({ people: { ann: { badge: UNKNOWN, lucky: [1, 2] } }, teams: [{ size: UNKNOWN }] }),
    ).toEqual([
      ['"people["ann"].badge" is still unknown.', ["people", "ann", "badge"]],
      ['"teams" is still unknown.', ["teams"]],
    ]);
    expect(problemsFor({ people: { ann: null, bob: { badge: "", lucky: [1, UNKNOWN] } } })).toEqual([
      ['"people["bob"].lucky[1]" is still unknown.', ["people", "bob", "lucky", 1]],
    ]);
    expect(
      problemsFor({ size: 1.5, people: { ann: { badge: "", lucky: [1, 2.5] } }, teams: [{ size: 1e300 }] }),
    ).toEqual([
      ['"people["ann"].lucky" must be an integer.', ["people", "ann", "lucky"]],
      ['"teams.size" must be an integer.', ["teams", "size"]],
      ['"size" must be an integer.', ["size"]],
    ]);
  });

  test("is the fallback if it is not an object", () => {
    const { value, problems } = checkState(creating, schema, "what", stored);
    expect(value).toEqual(stored);
    expect(problems.map(({ path }) => path?.[0])).toEqual([undefined, ...Object.keys(schema.attributes)]);
    const empty = { ...silent, name: null };
    expect(checkState(creating, schema, null, null).value).toEqual(empty);
    expect(checkState(creating, schema, {}, { name: "a" }).value).toEqual(silent);
  });

  test("is kept as it is if it is right", () => {
    expect(checkState(creating, schema, stored, null)).toEqual({ value: stored, problems: [] });
  });

  test("has no unknown value, also not in a part", () => {
    const { value, problems } = checkState(creating, schema, { ...stored, labels: ["x", UNKNOWN] }, stored);
    expect(value).toEqual({ ...stored, labels: null });
    expect(problems.map(({ path }) => path)).toEqual([["labels"]]);
  });

  test("may have unknown values while it is a plan", () => {
    const planned = { ...stored, etag: UNKNOWN };
    expect(checkShape(planning, schema, planned, null)).toEqual({ value: planned, problems: [] });
  });
});

/** Objects in objects, as attributes and as blocks. */
const deep = defineSchema({
  attributes: {
    name: { type: "string", required: true, computed: false, requiresReplace: false },
    revision: { type: "integer", computed: true, optional: false, useStateForUnknown: false },
    owner: { type: "string", optional: true, computed: true },
    gateway: {
      type: "object",
      optional: true,
      attributes: {
        host: { type: "string", required: true, requiresReplace: true },
        port: { type: "integer", optional: true, default: 443 },
        password_wo: { type: "string", optional: true, writeOnly: true },
        address: { type: "string", computed: true },
        id: { type: "string", computed: true, useStateForUnknown: true },
      },
    },
    zones: {
      type: "list(object)",
      optional: true,
      attributes: {
        name: { type: "string", required: true, requiresReplace: false },
        id: { type: "string", computed: true },
      },
    },
    peers: {
      type: "set(object)",
      optional: true,
      attributes: {
        name: { type: "string", required: true },
        owner: { type: "string", optional: true, computed: true },
        ports: {
          type: "list(object)",
          optional: true,
          attributes: { number: { type: "integer", required: true }, id: { type: "string", computed: true } },
        },
      },
    },
    routes: {
      type: "map(object)",
      optional: true,
      attributes: {
        via: { type: "string", required: true },
        cost: { type: "integer", computed: true },
        hops: {
          type: "list(object)",
          optional: true,
          attributes: {
            name: { type: "string", required: true, requiresReplace: true },
            note: { type: "string", optional: true },
          },
        },
      },
    },
    summary: { type: "object", computed: true, attributes: { zones: { type: "integer", computed: true } } },
  },
  blocks: {
    rule: {
      type: "list(object)",
      attributes: { action: { type: "string", required: true }, id: { type: "integer", computed: true } },
    },
    timeouts: { type: "object", attributes: { create: { type: "string", optional: true } } },
  },
});
const gateway = { host: "gw", port: null, password_wo: null, address: null, id: null };
const ports = (id: unknown, ...numbers: number[]) => numbers.map((number) => ({ number, id }));
const written = {
  name: "n",
  revision: null,
  owner: null,
  summary: null,
  timeouts: { create: null },
  gateway,
  zones: [
    { name: "a", id: null },
    { name: "b", id: null },
  ],
  peers: [
    { name: "p", owner: null, ports: ports(null, 2, 4) },
    { name: "p", owner: "me", ports: ports(null, 2, 3) },
    { name: "q", owner: null, ports: null },
  ],
  routes: { east: { via: "a", cost: null, hops: [{ name: "h", note: null }] } },
  rule: [{ action: "allow", id: null }],
};
const made = {
  ...written,
  revision: 1,
  owner: "us",
  summary: { zones: 2 },
  gateway: { ...gateway, port: 443, address: "gw:443", id: "g" },
  zones: [
    { name: "a", id: "za" },
    { name: "b", id: "zb" },
  ],
  // A set has no order.
  peers: [
    { name: "q", owner: "them", ports: null },
    { name: "p", owner: "me", ports: ports("i", 2, 3) },
    { name: "p", owner: "they", ports: ports("i", 2, 4) },
  ],
  routes: { east: { via: "a", cost: 3, hops: [{ name: "h", note: null }] } },
  rule: [{ action: "allow", id: 1 }],
};

describe("The plan that follows from a schema with objects", () => {
  const begun = (config: object, prior: object | null, proposed: object) =>
    startingPlan(functions, deep, config as never, prior as never, proposed as never);

  test("has defaults and what is still open at every depth", () => {
    const secret = { ...written, gateway: { ...gateway, password_wo: "hush" } };
    expect(begun(secret, null, secret)).toEqual({
      ...written,
      revision: UNKNOWN,
      owner: UNKNOWN,
      summary: UNKNOWN,
      gateway: { ...gateway, port: 443, address: UNKNOWN, id: UNKNOWN },
      zones: [
        { name: "a", id: UNKNOWN },
        { name: "b", id: UNKNOWN },
      ],
      peers: [
        { name: "p", owner: UNKNOWN, ports: ports(UNKNOWN, 2, 4) },
        { name: "p", owner: "me", ports: ports(UNKNOWN, 2, 3) },
        { name: "q", owner: UNKNOWN, ports: null },
      ],
      routes: { east: { via: "a", cost: UNKNOWN, hops: [{ name: "h", note: null }] } },
      rule: [{ action: "allow", id: UNKNOWN }],
    });
  });

  test("has nothing where nothing is configured", () => {
    const bare = { ...written, gateway: null, zones: null, peers: null, routes: null, rule: [] };
    expect(begun(bare, null, bare)).toMatchObject({
      gateway: null,
      zones: null,
      peers: null,
      routes: null,
      rule: [],
      summary: UNKNOWN,
    });
  });

  test("leaves everything as it is when nothing differs", () => {
    expect(begun(written, made, made)).toEqual(made);
  });

  test("keeps what is kept, and opens the rest, each element by what is configured for it", () => {
    const planned = begun({ ...written, name: "m" }, made, { ...made, name: "m" });
    expect(planned).toEqual({
      ...made,
      name: "m",
      revision: UNKNOWN,
      owner: UNKNOWN,
      summary: UNKNOWN,
      gateway: { ...made.gateway, address: UNKNOWN, id: "g" },
      zones: [
        { name: "a", id: UNKNOWN },
        { name: "b", id: UNKNOWN },
      ],
      peers: [
        { name: "q", owner: UNKNOWN, ports: null },
        { name: "p", owner: "me", ports: ports(UNKNOWN, 2, 3) },
        { name: "p", owner: UNKNOWN, ports: ports(UNKNOWN, 2, 4) },
      ],
      routes: { east: { via: "a", cost: UNKNOWN, hops: [{ name: "h", note: null }] } },
      rule: [{ action: "allow", id: UNKNOWN }],
    });
  });

  test("finds the configured element of a set also while a part of it is unknown", () => {
    const peer = (owner: unknown, part: unknown) => ({ name: "p", owner, ports: [part] });
    const config = { ...written, peers: [peer(null, UNKNOWN), peer("me", { number: 1, id: null })] };
    const { peers } = begun(config, null, config);
    expect(peers).toEqual([peer(UNKNOWN, UNKNOWN), peer("me", { number: 1, id: UNKNOWN })]);
  });

  test("keeps an element of a set that is not configured", () => {
    const strange = { name: "x", owner: "other", ports: null };
    const planned = begun({ ...written, name: "m" }, made, { ...made, name: "m", peers: [strange] });
    expect(planned.peers).toEqual([strange]);
  });

  test("replaces for a marked value at any depth, and for no other", () => {
    const causes = (change: object, canUpdate = true) =>
      findReplaceCauses(functions, deep, {}, made as never, { ...made, ...change } as never, canUpdate);
    const hops = (...all: object[]) => ({ routes: { east: { ...made.routes.east, hops: all } } });
    expect(causes({ gateway: { ...made.gateway, host: "other" } })).toEqual(["gateway"]);
    expect(causes({ gateway: null })).toEqual(["gateway"]);
    expect(causes(hops({ name: "i", note: null }))).toEqual(["routes"]);
    for (const inPlace of [
      { gateway: { ...made.gateway, port: 80 } },
      { zones: [] },
      { name: "m" },
      hops({ name: "h", note: "new" }),
    ])
      expect(causes(inPlace)).toEqual([]);
  });

  test("replaces for every argument where nothing can be updated, and else for what is computed", () => {
    const causes = (change: object) =>
      findReplaceCauses(functions, deep, {}, made as never, { ...made, ...change } as never, false);
    const computed = { revision: 2, summary: { zones: 3 } };
    expect(causes({ ...computed, name: "m", owner: "you" })).toEqual(["name", "owner"]);
    expect(causes({ ...computed, rule: [] })).toEqual(["rule"]);
    expect(causes(computed)).toEqual(["revision", "summary"]);
  });
});

describe("A plan with objects", () => {
  const problems = (planned: object, prior: object | null = null, configured: object = written) =>
    planProblems(planning, deep, configured as never, prior as never, { ...made, ...planned } as never).map(
      ({ path }) => path?.join("."),
    );

  test("may complete the configuration at every depth", () => {
    expect(problems({})).toEqual([]);
  });

  test("is reported at the exact place that differs from the configuration", () => {
    expect(problems({ gateway: { ...made.gateway, host: "other" } })).toEqual(["gateway.host"]);
    expect(problems({ zones: [made.zones[0], { name: "c", id: "zc" }] })).toEqual(["zones.1.name"]);
    expect(problems({ routes: { east: { ...made.routes.east, via: "b" } } })).toEqual(["routes.east.via"]);
    expect(problems({ rule: [{ action: "deny", id: 1 }] })).toEqual(["rule.0.action"]);
  });

  test("is reported if it has another number of objects", () => {
    expect(problems({ zones: [made.zones[0]] })).toEqual(["zones"]);
    expect(problems({ gateway: null })).toEqual(["gateway"]);
    expect(problems({ peers: made.peers.slice(1) })).toEqual(["peers"]);
  });

  test("is reported at the whole set, whose elements have no place", () => {
    const [first, ...others] = made.peers;
    expect(problems({ peers: [{ ...first, name: "r" }, ...others] })).toEqual(["peers"]);
    expect(problems({ peers: [...others, { ...first, owner: "anybody" }] })).toEqual([]);
  });

  test("may keep the prior value, of the whole or of the same place", () => {
    const zones = [{ name: "c", id: "zc" }];
    expect(problems({ zones }, { ...made, zones })).toEqual([]);
    const moved = { zones: [{ name: "c", id: "new" }, made.zones[1]] };
    expect(problems(moved, { ...made, zones: [{ name: "c", id: "old" }] })).toEqual([]);
    expect(problems(moved, { ...made, zones: [made.zones[0], { name: "c", id: "old" }] })).toEqual([
      "zones.0.name",
    ]);
    expect(problems(moved, { ...made, zones: null })).toEqual(["zones.0.name"]);
  });

  test("keeps an unknown object unknown", () => {
    const configured = { ...written, zones: [written.zones[0], UNKNOWN] };
    expect(problems({ zones: [made.zones[0], UNKNOWN] }, null, configured)).toEqual([]);
    expect(problems({}, null, configured)).toEqual(["zones.1"]);
    for (const zones of [made.zones, []])
      expect(problems({ zones }, null, { ...written, zones: UNKNOWN })).toEqual(["zones"]);
    expect(problems({ zones: [made.zones[0], UNKNOWN] })).toEqual(["zones.1"]);
  });

  test("is reported with the mistake and without the value", () => {
    const said = (configured: object, planned: object) =>
      planProblems(planning, deep, configured as never, null, { ...made, ...planned } as never).map(
        ({ detail }) => detail,
      );
    expect(said(written, { gateway: { ...made.gateway, host: "hush" } })).toEqual([
      expect.stringMatching(/gateway.*host" is neither its configured nor its prior value/),
    ]);
    for (const zones of [[], [made.zones[0], UNKNOWN]])
      expect(said(written, { zones })).toEqual([expect.stringContaining("is neither its configured")]);
    expect(said({ ...written, zones: null }, {})).toEqual([
      expect.stringContaining('"zones" is not configured and not computed, but has a value'),
    ]);
  });
});

describe("A state with objects", () => {
  const checked = (change: object, fallback: object | null = null) => {
    const { value, problems } = checkState(creating, deep, { ...made, ...change }, fallback as never);
    return { value, said: problems.map(({ detail }) => detail) };
  };

  test("is kept as it is if it is right", () => {
    expect(checked({})).toEqual({ value: made, said: [] });
  });

  test("always has a list for blocks that can be many", () => {
    const { value, said } = checked({ rule: null });
    expect(value).toEqual({ ...made, rule: [] });
    expect(said).toEqual([expect.stringContaining('the value of "rule" must be an array')]);
    expect(checked({ zones: null, timeouts: null }).said).toEqual([]);
  });

  test("has no write-only value at any depth", () => {
    const { value, said } = checked({ gateway: { ...made.gateway, password_wo: "hush" } });
    expect(value).toEqual(made);
    expect(said).toEqual([expect.stringContaining('"gateway" has something that is write-only')]);
    const { problems } = checkState(creating, schema, { ...stored, secret_wo: "hush" }, null);
    expect(problems[0]?.detail).toContain('"secret_wo" is write-only');
  });

  test("keeps the known parts of a value that is partly unknown", () => {
    const { value, said } = checked({
      gateway: { ...made.gateway, address: UNKNOWN },
      owner: UNKNOWN,
      rule: UNKNOWN,
      summary: UNKNOWN,
    });
    expect(value).toEqual({
      ...made,
      owner: null,
      rule: [],
      summary: null,
      gateway: { ...made.gateway, address: null },
    });
    expect(said).toHaveLength(4);
  });
});
