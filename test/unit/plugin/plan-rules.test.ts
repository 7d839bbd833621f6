import { describe, expect, test } from "vitest";
import { type Diagnostic, defineProvider, defineSchema, UNKNOWN } from "../../../src/plugin/index.ts";
import { createLogger } from "../../../src/plugin/log.ts";
import { SchemaFunctions } from "../../../src/plugin/server/call-author.ts";
import { changedAttributes, findReplaceCauses, startingPlan } from "../../../src/plugin/server/plan-rules.ts";
import { resultProblems } from "../../../src/plugin/server/result.ts";
import { ProviderSession } from "../../../src/plugin/server/session.ts";
import { checkShape, checkState, planProblems } from "../../../src/plugin/server/verify.ts";
import { bareProvider } from "../../harness/plugin/thing.ts";

// Attributes of every kind.
const text = { type: "string", optional: true } as const;
const integer = { type: "integer", optional: true } as const;
const required = { type: "string", required: true } as const;
const fixed = { ...required, requiresReplace: true } as const;
const writeOnly = { ...text, writeOnly: true } as const;
const computed = { type: "string", computed: true } as const;
const kept = { ...computed, useStateForUnknown: true } as const;
const count = { type: "integer", computed: true } as const;
const either = { ...text, computed: true } as const;
const list = { type: "list(object)", optional: true } as const;
const set = { type: "set(object)", optional: true } as const;
const map = { type: "map(object)", optional: true } as const;
const object = { type: "object", optional: true } as const;

const schema = defineSchema({
  attributes: {
    name: fixed,
    size: { ...integer, default: 1 },
    labels: { type: "set(string)", optional: true },
    owner: either,
    secret_wo: writeOnly,
    id: kept,
    etag: computed,
  },
});
const session = new ProviderSession(
  defineProvider(bareProvider),
  createLogger({ name: "t", environment: {}, write() {} }),
);
const [planning, creating] = [session.operation("Planning"), session.operation("Creating")];
const functions = new SchemaFunctions(session, planning, schema);
const silent = { name: "a", size: null, labels: null, owner: null, secret_wo: null, id: null, etag: null };
const stored = { name: "a", size: 1, labels: ["x", "y"], owner: "me", secret_wo: null, id: "1", etag: "e" };
// A set has no order.
const config = { ...silent, labels: ["y", "x"] };

/** Without the words around each problem that say whose mistake it is. */
const problemTexts = (problems: readonly Diagnostic[]) =>
  problems.map(({ detail, path }) => [/^(?:Creating|Planning): (.*?) This is/.exec(detail ?? "")?.[1], path]);

/** Objects in objects, as attributes and as blocks. */
const port = { ...integer, default: 443 } as const;
const deep = defineSchema({
  attributes: {
    name: { ...required, computed: false, requiresReplace: false },
    revision: { ...count, optional: false, useStateForUnknown: false },
    owner: either,
    gateway: {
      ...object,
      attributes: { host: fixed, port, password_wo: writeOnly, address: computed, id: kept },
    },
    zones: { ...list, attributes: { name: { ...required, requiresReplace: false }, id: computed } },
    peers: {
      ...set,
      attributes: {
        name: required,
        owner: either,
        ports: { ...list, attributes: { number: { type: "integer", required: true }, id: computed } },
      },
    },
    routes: {
      ...map,
      attributes: { via: required, cost: count, hops: { ...list, attributes: { name: fixed, note: text } } },
    },
    summary: { type: "object", computed: true, attributes: { zones: count } },
  },
  blocks: {
    rule: { type: "list(object)", attributes: { action: required, id: count } },
    timeouts: { type: "object", attributes: { create: text } },
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

describe("The plan that follows from a schema", () => {
  const onlyComputed = { owner: UNKNOWN, id: UNKNOWN, etag: UNKNOWN };
  const planned = (configured: object, prior: object = {}, proposed = configured) =>
    startingPlan(
      functions,
      schema,
      { ...config, ...configured },
      { ...stored, ...prior },
      { ...stored, ...prior, labels: ["y", "x"], ...proposed },
    );

  test("leaves everything as it is when nothing differs", () => {
    expect(planned({})).toEqual({ ...stored, labels: ["y", "x"] });
    expect(changedAttributes(schema, stored, planned({}))).toEqual([]);
    // A change of a write-only value cannot be seen, and its value is not in a plan.
    expect(planned({ secret_wo: "hush" })).toEqual(planned({}));
  });

  test("knows of a new object what is configured or has a default", () => {
    const created = { ...silent, size: 1, ...onlyComputed };
    expect(startingPlan(functions, schema, silent, null, silent)).toEqual(created);
    // What is not mentioned is null.
    expect(startingPlan(functions, schema, { name: "a" }, null, { name: "a" })).toEqual(created);
    const unknown = { ...silent, size: UNKNOWN };
    expect(startingPlan(functions, schema, unknown, null, unknown)).toMatchObject({ size: UNKNOWN });
  });

  test("keeps what the schema says is kept, and makes the rest unknown, when something changes", () => {
    const changed = { size: 2, owner: UNKNOWN, id: "1", etag: UNKNOWN };
    expect(planned({ size: 2 })).toMatchObject(changed);
    expect(planned({ size: 2, owner: "you" })).toMatchObject({ ...changed, owner: "you" });
    // A value that was never there is not kept.
    expect(planned({ size: 2 }, { id: null })).toMatchObject({ ...changed, id: UNKNOWN });
    // An argument that was removed: back to its default, or to nothing.
    expect(planned({}, { size: 5 }, { size: null })).toMatchObject({ size: 1 });
    expect(planned({ size: 2, labels: null })).toMatchObject({ labels: null });
  });

  test("takes what is not mentioned for null when it looks for changes", () => {
    expect(changedAttributes(schema, { name: "a" }, silent)).toEqual([]);
    expect(changedAttributes(schema, silent, { name: "b" })).toEqual(["name"]);
  });
});

describe("The plan that follows from a schema with objects", () => {
  const begun = (config: object, prior: object | null, proposed: object) =>
    startingPlan(functions, deep, config as never, prior as never, proposed as never);
  const open = {
    revision: UNKNOWN,
    owner: UNKNOWN,
    summary: UNKNOWN,
    zones: [
      { name: "a", id: UNKNOWN },
      { name: "b", id: UNKNOWN },
    ],
    routes: { east: { via: "a", cost: UNKNOWN, hops: [{ name: "h", note: null }] } },
    rule: [{ action: "allow", id: UNKNOWN }],
  };
  const [p, mine, q] = [
    { name: "p", owner: UNKNOWN, ports: ports(UNKNOWN, 2, 4) },
    { name: "p", owner: "me", ports: ports(UNKNOWN, 2, 3) },
    { name: "q", owner: UNKNOWN, ports: null },
  ];

  test("has defaults and what is still open at every depth", () => {
    const secret = { ...written, gateway: { ...gateway, password_wo: "hush" } };
    expect(begun(secret, null, secret)).toEqual({
      ...written,
      ...open,
      gateway: { ...gateway, port: 443, address: UNKNOWN, id: UNKNOWN },
      peers: [p, mine, q],
    });
    const nothing = { gateway: null, zones: null, peers: null, routes: null, rule: [] };
    const bare = { ...written, ...nothing };
    expect(begun(bare, null, bare)).toMatchObject({ ...nothing, summary: UNKNOWN });
  });

  test("leaves everything as it is when nothing differs", () => {
    expect(begun(written, made, made)).toEqual(made);
  });

  test("keeps what is kept, and opens the rest, each element by what is configured for it", () => {
    expect(begun({ ...written, name: "m" }, made, { ...made, name: "m" })).toEqual({
      ...made,
      ...open,
      name: "m",
      gateway: { ...made.gateway, address: UNKNOWN, id: "g" },
      peers: [q, mine, p],
    });
    const strange = { name: "x", owner: "other", ports: null };
    const unconfigured = begun({ ...written, name: "m" }, made, { ...made, name: "m", peers: [strange] });
    expect(unconfigured.peers).toEqual([strange]);
  });

  test("finds the configured element of a set also while a part of it is unknown", () => {
    const peer = (owner: unknown, part: unknown) => ({ name: "p", owner, ports: [part] });
    const config = { ...written, peers: [peer(null, UNKNOWN), peer("me", { number: 1, id: null })] };
    const { peers } = begun(config, null, config);
    expect(peers).toEqual([peer(UNKNOWN, UNKNOWN), peer("me", { number: 1, id: UNKNOWN })]);
  });
});

describe("An object is replaced", () => {
  const flat = (change: object, canUpdate: boolean) =>
    findReplaceCauses(functions, schema, {}, stored, { ...stored, ...change }, canUpdate);
  const nested = (change: object, canUpdate: boolean) =>
    findReplaceCauses(functions, deep, {}, made as never, { ...made, ...change } as never, canUpdate);

  test("for a marked value at any depth, and for no other", () => {
    expect(flat({ size: 2, name: "b", etag: UNKNOWN }, true)).toEqual(["name"]);
    const hops = (...all: object[]) => ({ routes: { east: { ...made.routes.east, hops: all } } });
    expect(nested({ gateway: { ...made.gateway, host: "other" } }, true)).toEqual(["gateway"]);
    expect(nested({ gateway: null }, true)).toEqual(["gateway"]);
    expect(nested(hops({ name: "i", note: null }), true)).toEqual(["routes"]);
    const port = { gateway: { ...made.gateway, port: 80 } };
    for (const inPlace of [port, { zones: [] }, { name: "m" }, hops({ name: "h", note: "new" })])
      expect(nested(inPlace, true)).toEqual([]);
  });

  test("for every argument where nothing can be updated, and else for what is computed", () => {
    expect(flat({ size: 2, etag: UNKNOWN }, false)).toEqual(["size"]);
    expect(flat({ etag: UNKNOWN }, false)).toEqual(["etag"]);
    const computed = { revision: 2, summary: { zones: 3 } };
    expect(nested({ ...computed, name: "m", owner: "you" }, false)).toEqual(["name", "owner"]);
    expect(nested({ ...computed, rule: [] }, false)).toEqual(["rule"]);
    expect(nested(computed, false)).toEqual(["revision", "summary"]);
  });
});

describe("For the elements of a collection, a replacement", () => {
  const replacing = { ...text, requiresReplace: true } as const;
  const parts = { zone: replacing, note: text, hops: { ...list, attributes: { via: replacing } } };
  const nested = defineSchema({
    attributes: {
      list: { ...list, attributes: parts },
      map: { ...map, attributes: parts },
      set: { ...set, attributes: parts },
      free: { ...list, attributes: { note: text } },
      soft: { ...list, attributes: { note: { ...text, requiresReplace: false } } },
      deep: { ...list, attributes: { inner: { ...list, attributes: { via: replacing } } } },
    },
    blocks: { block: { type: "list(object)", attributes: parts } },
  });
  const none = { list: null, map: null, set: null, free: null, soft: null, deep: null, block: [] };
  const element = (part: object) => ({ zone: null, note: null, hops: null, ...part });
  const [plain, other, zoned] = [element({ note: "a" }), element({ note: "b" }), element({ zone: "z" })];
  const [a, b, changed] = [element({ zone: "a" }), element({ zone: "b" }), element({ zone: "a", note: "c" })];
  const hops = (...all: object[]) => ({ list: [element({ hops: all })] });
  const because = (before: object, after: object) =>
    findReplaceCauses(functions, nested, {}, { ...none, ...before }, { ...none, ...after }, true);

  // A marked value is one of an attribute that requires a replacement.
  test.each<[name: string, before: object, after: object]>([
    ["an element is appended", { list: [plain] }, { list: [plain, other] }],
    ["an element is removed", { list: [zoned, plain] }, { list: [zoned] }],
    ["a list is added", { list: null }, { list: [plain] }],
    ["null is appended", { list: [zoned] }, { list: [zoned, null] }],
    ["an inner element is added", hops(), hops({ via: null })],
    ["elements of a map are changed and added", { map: { a: plain } }, { map: { a: other, b: plain } }],
    [
      "elements of a set are changed and added",
      { set: [plain, zoned] },
      { set: [zoned, other, element({ note: "c" })] },
    ],
    ["a set's last element changes beside its marked value", { set: [b, a] }, { set: [changed, b] }],
    ["a set's first element changes beside its marked value", { set: [a, b] }, { set: [b, changed] }],
    ["a block is added", { block: [] }, { block: [plain] }],
    ["a list becomes unknown", { free: [{ note: "a" }] }, { free: UNKNOWN }],
    ["an element becomes unknown", { free: [{ note: "a" }] }, { free: [UNKNOWN] }],
    ["a list with requiresReplace: false becomes unknown", { soft: [{ note: "a" }] }, { soft: UNKNOWN }],
  ])("is not needed without a change of a marked value: %s", (_, before, after) => {
    expect(because(before, after)).toEqual([]);
  });

  test.each<[name: string, cause: string, before: unknown, after: unknown]>([
    ["is appended", "list", [plain], [plain, zoned]],
    ["moves", "list", [plain, zoned], [zoned, plain]],
    ["of an inner element changes", "list", hops({ via: "a" }).list, hops({ via: "b" }).list],
    ["gets another key", "map", { a: zoned }, { b: zoned }],
    ["is added to a set", "set", [zoned], [zoned, { ...zoned, note: "a" }]],
    ["is removed from a set", "set", [zoned], []],
    ["is removed with its block", "block", [zoned], []],
    ["may be in an unknown list", "list", [plain], UNKNOWN],
    ["may be in an unknown element", "list", [plain], [UNKNOWN]],
    ["may be in an inner list of an unknown list", "deep", [{ inner: null }], UNKNOWN],
  ])("is needed if a marked value %s", (_, cause, before, after) => {
    expect(because({ [cause]: before }, { [cause]: after })).toEqual([cause]);
  });
});

describe("A plan", () => {
  /** The places of the problems of a plan with these values. */
  const problems = (planned: object, prior: object | null = stored, configured: object = config) =>
    planProblems(
      planning,
      schema,
      configured as never,
      prior as never,
      { ...stored, ...planned } as never,
    ).map(({ path }) => path?.join("."));

  test("may have the configured value, the prior value, or any computed value", () => {
    expect(problems({})).toEqual([]);
    expect(problems({ labels: ["x", "y", "x"] })).toEqual([]);
    expect(problems({ etag: UNKNOWN, owner: "another" })).toEqual([]);
    expect(problems({}, stored, { ...config, name: "A" })).toEqual([]);
    expect(problems({}, stored, { ...config, secret_wo: "hush" })).toEqual([]);
    expect(problems({ labels: null }, stored, { name: "a", size: 1 })).toEqual([]);
  });

  test("may not have another value", () => {
    for (const name of ["b", UNKNOWN]) expect(problems({ name })).toEqual(["name"]);
    // A set of plain values is compared as a whole.
    expect(problems({ labels: ["x", "z"] }, null)).toEqual(["labels"]);
    expect(problems({ labels: ["x"] })).toEqual(["labels"]);
    for (const prior of [null, { ...stored, labels: null }])
      expect(problems({ labels: null }, prior)).toEqual(["labels"]);
    expect(problems({ labels: undefined }, { name: "a", size: 1 })).toEqual(["labels"]);
    expect(problems({}, stored, silent)).toEqual(["labels"]);
  });
});

describe("A plan with objects", () => {
  const found = (planned: object, prior: object | null = null, configured: object = written) =>
    planProblems(planning, deep, configured as never, prior as never, { ...made, ...planned } as never);
  const problems = (...args: Parameters<typeof found>) => found(...args).map(({ path }) => path?.join("."));

  test("may complete the configuration at every depth", () => {
    expect(problems({})).toEqual([]);
  });

  test("is reported at the exact place that differs from the configuration", () => {
    expect(problems({ gateway: { ...made.gateway, host: "other" } })).toEqual(["gateway.host"]);
    expect(problems({ zones: [made.zones[0], { name: "c", id: "zc" }] })).toEqual(["zones.1.name"]);
    expect(problems({ routes: { east: { ...made.routes.east, via: "b" } } })).toEqual(["routes.east.via"]);
    expect(problems({ rule: [{ action: "deny", id: 1 }] })).toEqual(["rule.0.action"]);
    // Another number of objects.
    expect(problems({ zones: [made.zones[0]] })).toEqual(["zones"]);
    expect(problems({ gateway: null })).toEqual(["gateway"]);
    // The elements of a set have no place.
    const [first, ...others] = made.peers;
    expect(problems({ peers: others })).toEqual(["peers"]);
    expect(problems({ peers: [{ ...first, name: "r" }, ...others] })).toEqual(["peers"]);
    expect(problems({ peers: [...others, { ...first, owner: "anybody" }] })).toEqual([]);
  });

  test("may keep the prior value, of the whole or of the same place", () => {
    const zones = [{ name: "c", id: "zc" }];
    expect(problems({ zones }, { ...made, zones })).toEqual([]);
    const moved = { zones: [{ name: "c", id: "new" }, made.zones[1]] };
    const old = { name: "c", id: "old" };
    expect(problems(moved, { ...made, zones: [old] })).toEqual([]);
    for (const before of [[made.zones[0], old], null])
      expect(problems(moved, { ...made, zones: before })).toEqual(["zones.0.name"]);
  });

  test("keeps an unknown object unknown", () => {
    const [known] = made.zones;
    const configured = { ...written, zones: [written.zones[0], UNKNOWN] };
    expect(problems({ zones: [known, UNKNOWN] }, null, configured)).toEqual([]);
    expect(problems({}, null, configured)).toEqual(["zones.1"]);
    for (const zones of [made.zones, []])
      expect(problems({ zones }, null, { ...written, zones: UNKNOWN })).toEqual(["zones"]);
    expect(problems({ zones: [known, UNKNOWN] })).toEqual(["zones.1"]);
  });

  test("is reported with the mistake and without the value", () => {
    const texts = (...args: Parameters<typeof found>) => problemTexts(found(...args)).map(([text]) => text);
    const neither = "is neither its configured nor its prior value";
    expect(texts({ gateway: { ...made.gateway, host: "hush" } })).toEqual([`"gateway.host" ${neither}.`]);
    expect(texts({ zones: [] })).toEqual([`"zones" ${neither}.`]);
    expect(texts({ zones: [made.zones[0], UNKNOWN] })).toEqual([`"zones[1]" ${neither}.`]);
    expect(texts({}, null, { ...written, zones: null })).toEqual([
      '"zones" is not configured and not computed, but has a value.',
    ]);
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
  const problems = (planned: object, state: object) =>
    resultProblems(
      creating,
      nested,
      { ...whole, ...planned } as never,
      { ...whole, ...state } as never,
    ).flatMap(({ path }) => path);

  test.each<[name: string, planned: object, state: object]>([
    ["nothing was unknown", {}, {}],
    ["an unknown value becomes known", { etag: UNKNOWN }, { etag: "new" }],
    ["undefined becomes null", { etag: undefined }, { etag: null }],
    ["null becomes undefined", { etag: null }, { etag: undefined }],
    ["a set has another order", { labels: ["y", "x"] }, {}],
    ["an unknown element of a set becomes known", { labels: ["x", UNKNOWN] }, { labels: ["x", "z"] }],
    ["an unknown element of a set equals a known one", { labels: ["x", UNKNOWN] }, { labels: ["x"] }],
    ["an unknown element of a list becomes known", { steps: ["a", UNKNOWN] }, {}],
    ["an unknown element of a map becomes known", { tags: { a: "1", b: UNKNOWN } }, {}],
  ])("may complete the plan: %s", (_, planned, state) => {
    expect(problems(planned, state)).toEqual([]);
  });

  const [labels, steps, tags] = [["x", UNKNOWN], ["a", UNKNOWN], { a: "1", b: UNKNOWN }];
  test.each<[name: string, attribute: string, planned: unknown, result: unknown, key?: string | number]>([
    ["a known value changes", "etag", "e", "other"],
    ["a set loses its known element", "labels", labels, ["z"]],
    ["a set grows", "labels", labels, ["x", "y", "z"]],
    ["a set becomes null", "labels", labels, null],
    ["a set loses one of its known elements", "labels", ["x", "y", UNKNOWN], ["x", "z"]],
    ["a list shrinks", "steps", steps, ["a"]],
    ["a list grows", "steps", steps, ["a", "b", "c"]],
    ["a list becomes null", "steps", steps, null],
    ["a known element of a list changes", "steps", steps, ["b", "b"], 0],
    ["a known element of a list moves", "steps", steps, ["b", "a"], 0],
    ["a map loses a key", "tags", tags, { a: "1" }],
    ["a key of a map changes", "tags", tags, { a: "1", c: "2" }],
    ["a map gets another key", "tags", tags, { a: "1", b: "2", c: "3" }],
    ["a map becomes null", "tags", tags, null],
    ["a known element of a map changes", "tags", tags, { a: "2", b: "2" }, "a"],
  ])("may not contradict the plan: %s", (_, attribute, planned, result, key) => {
    expect(problems({ [attribute]: planned }, { [attribute]: result })).toEqual(
      key === undefined ? [attribute] : [attribute, key],
    );
  });

  test("is reported by its path, without the values: any of them may be secret", () => {
    const people = {
      ...map,
      attributes: { name: text, home: { ...object, attributes: { town: text } } },
    } as const;
    const logins = defineSchema({ attributes: { people } });
    const person = (as: string, name: string) => ({ people: { [as]: { name, home: null } } });
    for (const [planned, state, place] of [
      // A key that is also the name of an attribute.
      [person("home", "Ann"), person("home", "Anna"), 'people["home"].name'],
      [person("ann", "Ann"), { people: {} }, "people"],
    ] as const)
      expect(problemTexts(resultProblems(creating, logins, planned, state)).map(([text]) => text)).toEqual([
        `"${place}" differs from what was planned.`,
      ]);
  });
});

describe("A state", () => {
  test("is kept as it is if it is right, and may have unknown values while it is a plan", () => {
    expect(checkState(creating, schema, stored, null)).toEqual({ value: stored, problems: [] });
    const planned = { ...stored, etag: UNKNOWN };
    expect(checkShape(planning, schema, planned, null)).toEqual({ value: planned, problems: [] });
  });

  test("is corrected so that it can be stored, and the mistake is named without the value", () => {
    const answer = { ...stored, id: 7, etag: UNKNOWN, secret_wo: "hush", extra: "hush" };
    const { value, problems } = checkState(creating, schema, answer, stored);
    expect(value).toEqual({ ...stored, id: "1", etag: null, secret_wo: null });
    expect(problems).toHaveLength(4);
    expect(JSON.stringify(problems)).not.toContain("hush");
  });

  test("has one problem if a computed value is wrong", () => {
    const wrong = { ...stored, id: 7 };
    const { value, problems } = checkState(creating, schema, wrong, { ...stored, id: UNKNOWN });
    expect(value.id).toBeNull();
    expect(problems).toMatchObject([{ path: ["id"], detail: expect.stringContaining("must be a string") }]);
  });

  test("names the exact place of an unknown value or of a fraction in place of an integer", () => {
    const lucky = { type: "list(integer)", optional: true } as const;
    const members = defineSchema({
      attributes: {
        people: { ...map, attributes: { badge: computed, lucky } },
        teams: { ...set, attributes: { size: integer } },
        size: integer,
      },
    });
    const found = (answer: object) =>
      problemTexts(
        checkState(creating, members, { people: null, teams: null, size: 1, ...answer }, null).problems,
      );
    expect(found({ people: { ann: { badge: UNKNOWN, lucky: [1, 2] } }, teams: [{ size: UNKNOWN }] })).toEqual(
      [
        ['"people["ann"].badge" is still unknown.', ["people", "ann", "badge"]],
        ['"teams" is still unknown.', ["teams"]],
      ],
    );
    expect(found({ people: { bob: { badge: "", lucky: [1, UNKNOWN] } } })).toEqual([
      ['"people["bob"].lucky[1]" is still unknown.', ["people", "bob", "lucky", 1]],
    ]);
    const fractions = {
      size: 1.5,
      people: { ann: { badge: "", lucky: [1, 2.5] } },
      teams: [{ size: 1e300 }],
    };
    expect(found(fractions)).toEqual([
      ['"people["ann"].lucky[1]" must be an integer.', ["people", "ann", "lucky", 1]],
      ['"teams[*].size" must be an integer.', ["teams", "size"]],
      ['"size" must be an integer.', ["size"]],
    ]);
  });

  test("is the fallback if it is not an object", () => {
    const { value, problems } = checkState(creating, schema, "what", stored);
    expect(value).toEqual(stored);
    expect(problemTexts(problems)).toEqual([
      ["the values must be in a plain object, not a string.", undefined],
    ]);
    expect(checkState(creating, schema, null, null).value).toEqual({ ...silent, name: null });
    expect(checkState(creating, schema, {}, { name: "a" }).value).toEqual(silent);
  });

  test("has no unknown value, also not in a part", () => {
    const { value, problems } = checkState(creating, schema, { ...stored, labels: ["x", UNKNOWN] }, stored);
    expect(value).toEqual({ ...stored, labels: null });
    expect(problems.map(({ path }) => path)).toEqual([["labels"]]);
  });
});

describe("A state with objects", () => {
  const checked = (change: object) => {
    const { value, problems } = checkState(creating, deep, { ...made, ...change }, null);
    return { value, texts: problemTexts(problems).map(([text]) => text) };
  };

  test("is kept as it is if it is right", () => {
    expect(checked({})).toEqual({ value: made, texts: [] });
    expect(checked({ zones: null, timeouts: null }).texts).toEqual([]);
  });

  test("always has a list for blocks that can be many", () => {
    const texts = ['"rule" must be an array, not null.'];
    expect(checked({ rule: null })).toEqual({ value: { ...made, rule: [] }, texts });
  });

  test("has no write-only value at any depth", () => {
    const { value, texts } = checked({ gateway: { ...made.gateway, password_wo: "hush" } });
    expect(value).toEqual(made);
    expect(texts).toEqual([
      '"gateway" has something that is write-only and must be null in plans and states.',
    ]);
    const { problems } = checkState(creating, schema, { ...stored, secret_wo: "hush" }, null);
    expect(problems[0]?.detail).toContain('"secret_wo" is write-only');
  });

  test("keeps the known parts of a value that is partly unknown", () => {
    const unknown = { owner: UNKNOWN, rule: UNKNOWN, summary: UNKNOWN };
    const { value, texts } = checked({ ...unknown, gateway: { ...made.gateway, address: UNKNOWN } });
    const nulled = { owner: null, rule: [], summary: null };
    expect(value).toEqual({ ...made, ...nulled, gateway: { ...made.gateway, address: null } });
    expect(texts).toHaveLength(4);
  });
});
