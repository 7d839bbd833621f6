import { describe, expectTypeOf, test } from "vitest";
import {
  type Attributes,
  type Blocks,
  type Decided,
  type Dynamic,
  defineAction,
  defineDataSource,
  defineFunction,
  defineProvider,
  defineResource,
  defineSchema,
  type ExactNumber,
  error,
  exactlyOneOf,
  isKnown,
  type Planned,
  type Schema,
  type State,
  UNKNOWN,
  type Unknown,
  type Value,
} from "../../../src/plugin/index.ts";

// What the compiler knows. `tsc --noEmit` holds these; nothing has to run.

interface Small {
  readonly url: string;
}
interface Big extends Small {
  readonly token: string;
}

const schema = defineSchema({
  attributes: {
    name: { type: "string", required: true },
    size: { type: "integer", optional: true, default: 3 },
    tags: { type: "set(string)", optional: true },
    secret_wo: { type: "string", optional: true, writeOnly: true },
    id: { type: "string", computed: true },
    listener: {
      type: "list(object)",
      optional: true,
      attributes: { port: { type: "integer", required: true }, address: { type: "string", computed: true } },
    },
  },
  blocks: {
    rule: {
      type: "set(object)",
      attributes: { path: { type: "string", required: true } },
      blocks: { limit: { type: "object", attributes: { rate: { type: "number", optional: true } } } },
    },
  },
});
type Thing = typeof schema;

const needsBig = defineResource<Big>()({
  schema,
  create({ planned, config, provider }) {
    expectTypeOf(provider).toEqualTypeOf<Big>();
    expectTypeOf(planned.name).toEqualTypeOf<string>();
    expectTypeOf(planned.size).toEqualTypeOf<number>();
    expectTypeOf(planned.secret_wo).toEqualTypeOf<null>();
    expectTypeOf(config.secret_wo).toEqualTypeOf<string | null>();
    expectTypeOf(planned.rule[0]?.limit?.rate).toEqualTypeOf<number | ExactNumber | null | undefined>();
    // @ts-expect-error an address may still be unknown
    const unfinished: State<Thing> = { ...planned, id: "1" };
    void unfinished;
    const listener = planned.listener?.map(({ port }) => ({ port, address: `:${port}` })) ?? null;
    return { state: { ...planned, id: "1", listener } };
  },
  modifyPlan(request) {
    if (request.action !== "update") return undefined;
    expectTypeOf(request.changed).toEqualTypeOf<
      readonly ("name" | "size" | "tags" | "secret_wo" | "id" | "listener" | "rule")[]
    >();
    return { requiresReplace: ["listener"] };
  },
});

const inline = defineResource<Small>()({
  schema: {
    attributes: {
      name: {
        type: "string",
        required: true,
        validators: [
          (name, path) => {
            expectTypeOf(name).toEqualTypeOf<string>();
            return name === "" ? [error("Empty", "Name it.", path)] : [];
          },
        ],
      },
      id: { type: "string", computed: true },
    },
  },
  create({ planned, provider }) {
    expectTypeOf(planned.id).toEqualTypeOf<string | Unknown | null>();
    return { state: { ...planned, id: provider.url + planned.name } };
  },
  // @ts-expect-error there is no such attribute
  modifyPlan: () => ({ requiresReplace: ["nmae"] }),
});

const replanned = defineResource()({
  schema: {
    attributes: {
      name: { type: "string", required: true },
      id: { type: "string", computed: true },
      ports: {
        type: "list(object)",
        optional: true,
        attributes: { number: { type: "integer", required: true } },
      },
    },
    blocks: { link: { type: "set(object)", attributes: { url: { type: "string", required: true } } } },
  },
  create: () => ({}),
  modifyPlan({ action, planned }) {
    if (action === "delete") return undefined;
    if (!isKnown(planned.name)) return { planned: { id: UNKNOWN }, requiresReplace: ["link"] };
    return { planned: { id: planned.name, ports: [{ number: UNKNOWN }] } };
  },
});

defineResource()({
  schema: { attributes: { id: { type: "string", computed: true } } },
  create: () => ({}),
  // @ts-expect-error an id is a text
  modifyPlan: ({ planned }) => (planned === null ? undefined : { planned: { id: 1 } }),
});

const lookup = {
  attributes: {
    name: { type: "string", required: true },
    owner: { type: "string", optional: true, computed: true },
    text: { type: "string", computed: true },
    parts: {
      type: "list(object)",
      optional: true,
      attributes: { name: { type: "string", required: true }, size: { type: "integer", computed: true } },
    },
  },
} as const;
defineDataSource()({
  schema: lookup,
  read: ({ config }) => ({
    state: { ...config, text: "", parts: config.parts?.map((part) => ({ ...part, size: 1 })) ?? null },
  }),
});
// @ts-expect-error the text is forgotten
defineDataSource()({ schema: lookup, read: ({ config }) => ({ state: { ...config, parts: null } }) });
// @ts-expect-error the sizes of the parts are forgotten
defineDataSource()({ schema: lookup, read: ({ config }) => ({ state: { ...config, text: "" } }) });

const misspelt = () => {
  const create = () => ({});
  // @ts-expect-error it is requiresReplace
  defineSchema({ attributes: { a: { type: "string", optional: true, requireReplace: true } } });
  const inner = { type: "object", attributes: {}, maxItem: 1 } as const;
  // @ts-expect-error it is maxItems
  defineResource()({ schema: { attributes: {}, blocks: { b: inner } }, create });
  const nested = { b: { type: "string", optional: true, senstive: true } } as const;
  // @ts-expect-error it is sensitive
  defineSchema({ attributes: { a: { type: "object", optional: true, attributes: nested } } });
};
void misspelt;

const refusedAtStart = () => {
  const a = { type: "string", optional: true } as const;
  // @ts-expect-error it must be required, optional or computed
  defineSchema({ attributes: { a: { type: "string" } } });
  // @ts-expect-error it cannot be required and optional
  defineSchema({ attributes: { a: { type: "string", required: true, optional: true } } });
  // @ts-expect-error what has a default is optional
  defineSchema({ attributes: { a: { type: "string", computed: true, default: "" } } });
  // @ts-expect-error a list of texts is no default of a list of lists
  defineSchema({ attributes: { a: { type: "list(list(string))", optional: true, default: ["a"] } } });
  // @ts-expect-error the provider cannot compute what is write-only
  defineSchema({ attributes: { a: { type: "string", optional: true, computed: true, writeOnly: true } } });
  // @ts-expect-error only what is computed keeps its state
  defineSchema({ attributes: { a: { type: "string", optional: true, useStateForUnknown: true } } });
  // @ts-expect-error a block is not required, it is counted
  defineSchema({ attributes: {}, blocks: { b: { type: "list(object)", attributes: {}, required: true } } });
  // @ts-expect-error a single block is not counted
  defineSchema({ attributes: {}, blocks: { b: { type: "object", attributes: {}, maxItems: 1 } } });
  // @ts-expect-error objects have no semantic equality
  defineSchema({
    attributes: { o: { type: "object", optional: true, attributes: {}, semanticEquals: () => true } },
  });
  // @ts-expect-error the default lacks an attribute
  defineSchema({ attributes: { o: { type: "object", optional: true, default: {}, attributes: { a } } } });
  const withDefault = { attributes: { a: { type: "string", optional: true, default: "" } } } as const;
  // @ts-expect-error nothing is planned
  defineDataSource()({ schema: withDefault, read: () => ({}) });
  const computed = { attributes: { a: { type: "string", computed: true } } } as const;
  // @ts-expect-error nothing is computed
  defineAction()({ schema: computed, invoke: () => undefined });
  // @ts-expect-error nothing is computed
  defineProvider({ ...base, schema: computed });
  // @ts-expect-error there is no such argument
  defineSchema({ attributes: { a }, rules: [exactlyOneOf("a", "b")] });
  const o = { type: "object", optional: true, attributes: { a }, rules: [exactlyOneOf("a", "b")] } as const;
  // @ts-expect-error there is no such argument in the object
  defineSchema({ attributes: { o } });
};
void refusedAtStart;

/** A factory of resources that are all stored in the same way. */
function stored<const A extends Attributes, const B extends Blocks>(schema: Schema<A, B>) {
  return defineResource<Big>()({
    schema,
    create: ({ planned, provider }) => ({ state: save<State<Schema<A, B>>>(planned, provider.token) }),
    read: ({ state }) => ({ state }),
  });
}
declare function save<T>(planned: unknown, token: string): T;
const useFactory = () => expectTypeOf(stored(schema).schema).toEqualTypeOf<Thing>();
void useFactory;

const needsNothing = defineResource()({ schema: { attributes: {} }, create: () => ({ state: {} }) });

const base = { name: "x", address: "x/x", version: "1.0.0", schema: { attributes: {} } } as const;

describe("The data of a provider", () => {
  test("has the type that its resources, data sources and actions need", () => {
    const small = defineDataSource<Small>()({ schema: { attributes: {} }, read: () => ({ state: {} }) });
    const action = defineAction<Big>()({ schema: { attributes: {} }, invoke: () => undefined });
    const big = { url: "", token: "" };
    defineProvider({
      ...base,
      configure: () => ({ data: big }),
      resources: { x_a: needsNothing, x_b: needsBig, x_c: inline, x_d: replanned },
      dataSources: { x_a: small },
    });
    defineProvider({ ...base, configure: () => ({ data: { url: "" } }), dataSources: { x_a: small } });
    defineProvider({ ...base, resources: { x_a: needsNothing } });
    // @ts-expect-error nothing is delivered
    defineProvider({ ...base, resources: { x_b: needsBig } });
    defineProvider({
      ...base,
      // @ts-expect-error there is no token in it
      configure: () => ({ data: { url: "" } }),
      resources: { x_b: needsBig },
      dataSources: { x_a: small },
    });
    // @ts-expect-error there is no token in it
    defineProvider({ ...base, configure: async () => ({ data: { url: "" } }), actions: { x_a: action } });
  });

  test("is made from a configuration typed by an inline schema", () => {
    defineProvider({
      ...base,
      schema: { attributes: { url: { type: "string", required: true } } },
      configure({ config }) {
        expectTypeOf(config.url).toEqualTypeOf<string | Unknown | null>();
        return { data: { url: isKnown(config.url) ? (config.url ?? "") : "" } };
      },
      resources: { x_a: needsNothing },
    });
  });
});

describe("Known and unknown values", () => {
  test("are distinguished in a whole plan and in its parts", () => {
    const use = (planned: Planned<Thing>, decided: Decided<Thing>) => {
      // @ts-expect-error parts of a plan may be unknown
      const early: State<Thing> = planned;
      void early;
      if (isKnown(planned)) expectTypeOf(planned).toExtend<State<Thing>>();
      if (isKnown(decided)) expectTypeOf(decided).toExtend<State<Thing>>();
      if (isKnown(planned.tags)) expectTypeOf(planned.tags).toEqualTypeOf<readonly string[] | null>();
      if (isKnown(planned.listener)) {
        expectTypeOf(planned.listener?.map(({ port }) => port)).toEqualTypeOf<
          (number | null)[] | undefined
        >();
      }
    };
    void use;
    // Of what can be anything nothing is taken away.
    const general = (value: Value, anything: unknown) => {
      if (isKnown(value)) expectTypeOf(value).toEqualTypeOf<Exclude<Value, Unknown>>();
      if (isKnown(anything)) expectTypeOf(anything).toEqualTypeOf<unknown>();
    };
    void general;
    expectTypeOf<typeof UNKNOWN>().not.toExtend<State<Thing>["id"]>();
  });
});

describe("A function", () => {
  test("is typed by its parameters and by what it returns", () => {
    defineFunction({
      summary: "",
      parameters: [
        { name: "a", type: "string" },
        { name: "b", type: "integer", allowNull: true },
        { name: "c", type: ["list", ["object", { d: "bool" }]] },
        { name: "e", type: "dynamic" },
      ],
      variadicParameter: { name: "rest", type: "list(string)" },
      returns: ["object", { length: "number" }],
      call([a, b, c, e, ...rest]) {
        expectTypeOf(a).toEqualTypeOf<string>();
        expectTypeOf(b).toEqualTypeOf<number | null>();
        expectTypeOf(c[0]?.d).toEqualTypeOf<boolean | null | undefined>();
        expectTypeOf(e).toEqualTypeOf<Dynamic>();
        expectTypeOf(rest).toEqualTypeOf<(readonly string[])[]>();
        return { result: { length: a.length } };
      },
    });
    // @ts-expect-error a number is promised
    defineFunction({ summary: "", parameters: [], returns: "number", call: () => ({ result: "" }) });
  });
});
