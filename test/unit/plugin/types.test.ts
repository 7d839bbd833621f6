import { expectTypeOf, test } from "vitest";
import {
  type Attributes,
  type Blocks,
  type Config,
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
  isKnown,
  type Json,
  type KnownConfig,
  type Planned,
  type PrivateValue,
  type Schema,
  type State,
  toDynamic,
  UNKNOWN,
  type Unknown,
  type Value,
  warning,
} from "../../../src/plugin/index.ts";
import { CoreWorkspace, findCore } from "../../../src/plugin/testing/index.ts";
import {
  eachElement,
  eachKey,
  exactlyOneOf,
  length,
  matches,
  noneOf,
  oneOf,
  range,
  size,
  uniqueValues,
} from "../../../src/plugin/validators/index.ts";
import { bareProvider as bare } from "../../harness/plugin/thing.ts";

// What the compiler knows. `tsc --noEmit` checks it, and nothing has to run.

const schema = defineSchema({
  attributes: {
    name: { type: "string", required: true },
    size: { type: "integer", optional: true, default: 3 },
    ratio: { type: "number", optional: true },
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

interface Small {
  readonly url: string;
}
interface Big extends Small {
  readonly token: string;
}

const needsNothing = defineResource()({ schema: { attributes: {} }, create: () => ({ state: {} }) });

const needsSmall = defineResource<Small>()({
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

const needsBig = defineResource<Big>()({
  schema,
  create({ planned, config, provider }) {
    expectTypeOf(provider).toEqualTypeOf<Big>();
    expectTypeOf(config.secret_wo).toEqualTypeOf<string | null>();
    expectTypeOf(planned.rule[0]?.limit?.rate).toEqualTypeOf<number | ExactNumber | null | undefined>();
    // @ts-expect-error an address may still be unknown
    const unfinished: State<Thing> = { ...planned, id: "1" };
    void unfinished;
    const listener = planned.listener?.map(({ port }) => ({ port, address: `:${port}` })) ?? null;
    return { state: { ...planned, id: "1", listener } };
  },
  modifyPlan(request) {
    if (request.action === "delete") return undefined;
    if (request.action === "create")
      return { planned: { id: UNKNOWN, listener: [{ port: UNKNOWN, address: "" }] } };
    expectTypeOf(request.changed).toEqualTypeOf<readonly (keyof Thing["attributes"] | "rule")[]>();
    return { requiresReplace: ["listener", "rule"] };
  },
});

test("The types of values follow the schema through the life of an object", () => {
  expectTypeOf<State<Thing>["name"]>().toEqualTypeOf<string | null>();
  expectTypeOf<State<Thing>["secret_wo"]>().toEqualTypeOf<null>();
  expectTypeOf<State<Thing>["tags"]>().toEqualTypeOf<readonly string[] | null>();
  expectTypeOf<State<Thing>["ratio"]>().toEqualTypeOf<number | ExactNumber | null>();
  expectTypeOf<Decided<Thing>["name"]>().toEqualTypeOf<string>();
  expectTypeOf<Decided<Thing>["size"]>().toEqualTypeOf<number>();
  expectTypeOf<Decided<Thing>["secret_wo"]>().toEqualTypeOf<null>();
  expectTypeOf<Decided<Thing>["id"]>().toEqualTypeOf<string | Unknown | null>();
  expectTypeOf<KnownConfig<Thing>["secret_wo"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Config<Thing>["name"]>().toEqualTypeOf<string | Unknown>();
  expectTypeOf<Planned<Thing>["tags"]>().toEqualTypeOf<
    readonly string[] | readonly (string | Unknown)[] | Unknown | null
  >();
});

test("isKnown takes the unknown out of a whole plan and out of its parts", () => {
  const use = (planned: Planned<Thing>, decided: Decided<Thing>, value: Value, anything: unknown) => {
    // @ts-expect-error parts of a plan may be unknown
    const early: State<Thing> = planned;
    void early;
    if (isKnown(planned)) expectTypeOf(planned).toExtend<State<Thing>>();
    if (isKnown(decided)) expectTypeOf(decided).toExtend<State<Thing>>();
    if (isKnown(planned.tags)) expectTypeOf(planned.tags).toEqualTypeOf<readonly string[] | null>();
    if (isKnown(planned.listener))
      expectTypeOf(planned.listener?.map(({ port }) => port)).toEqualTypeOf<(number | null)[] | undefined>();
    if (isKnown(value)) expectTypeOf(value).toEqualTypeOf<Exclude<Value, Unknown>>();
    // Of what can be anything nothing is taken away.
    if (isKnown(anything)) expectTypeOf(anything).toEqualTypeOf<unknown>();
  };
  void use;
  expectTypeOf<typeof UNKNOWN>().not.toExtend<State<Thing>["id"]>();
});

test("The data of a provider has the type that its resources, data sources and actions need", () => {
  const small = defineDataSource<Small>()({ schema: { attributes: {} }, read: () => ({ state: {} }) });
  const action = defineAction<Big>()({ schema: { attributes: {} }, invoke: () => undefined });
  defineProvider({
    ...bare,
    configure: () => ({ data: { url: "", token: "" } }),
    resources: { t_a: needsNothing, t_b: needsBig, t_c: needsSmall },
    dataSources: { t_a: small },
  });
  defineProvider({ ...bare, configure: () => ({ data: { url: "" } }), dataSources: { t_a: small } });
  defineProvider({ ...bare, resources: { t_a: needsNothing } });
  // @ts-expect-error nothing is delivered
  defineProvider({ ...bare, resources: { t_b: needsBig } });
  // @ts-expect-error there is no token in it
  defineProvider({ ...bare, configure: () => ({ data: { url: "" } }), resources: { t_b: needsBig } });
  // @ts-expect-error there is no token in it
  defineProvider({ ...bare, configure: async () => ({ data: { url: "" } }), actions: { t_a: action } });
  defineProvider({
    ...bare,
    schema: { attributes: { url: { type: "string", required: true } } },
    configure({ config, log }) {
      log.mask(config.url);
      // @ts-expect-error only text can be hidden
      log.mask(42);
      expectTypeOf(config.url).toEqualTypeOf<string | Unknown>();
      return { data: { url: isKnown(config.url) ? config.url : "" } };
    },
    resources: { t_c: needsSmall },
  });
});

test("An int64 is a bigint everywhere", () => {
  const numbers = defineSchema({
    attributes: {
      size: {
        type: "int64",
        required: true,
        validators: [(size) => (size > 0n ? [] : [error("Too small")])],
        requiresReplace: ({ prior, planned }) => prior !== null && prior !== planned,
      },
      limit: { type: "int64", optional: true, default: 3n },
      sizes: { type: "map(list(int64))", optional: true, default: { a: [1n] } },
      total: { type: "int64", computed: true },
    },
  });
  type Numbers = typeof numbers;
  expectTypeOf<State<Numbers>["size"]>().toEqualTypeOf<bigint | null>();
  expectTypeOf<Decided<Numbers>["limit"]>().toEqualTypeOf<bigint>();
  expectTypeOf<Decided<Numbers>["total"]>().toEqualTypeOf<bigint | Unknown | null>();
  expectTypeOf<Config<Numbers>["size"]>().toEqualTypeOf<bigint | Unknown>();
  expectTypeOf<KnownConfig<Numbers>["sizes"]>().toEqualTypeOf<Readonly<
    Record<string, readonly bigint[]>
  > | null>();
  defineFunction({
    summary: "",
    parameters: [
      { name: "a", type: "int64" },
      { name: "b", type: ["list", "int64"] },
    ],
    returns: "list(int64)",
    call([a, b]) {
      expectTypeOf(b).toEqualTypeOf<readonly (bigint | null)[]>();
      return { result: [a] };
    },
  });
  // @ts-expect-error a bigint is promised
  defineFunction({ summary: "", parameters: [], returns: "int64", call: () => ({ result: 1 }) });
});

test("Elements are null only with allowNullElements, at every level", () => {
  const nulls = defineSchema({
    attributes: {
      names: {
        type: "list(string)",
        optional: true,
        allowNullElements: true,
        validators: [
          (names) => {
            expectTypeOf(names).toEqualTypeOf<readonly (string | null)[]>();
            return [];
          },
        ],
        semanticEquals(left, right) {
          expectTypeOf(left).toEqualTypeOf<readonly (string | null)[]>();
          return left.length === right.length;
        },
        modifyPlan({ planned, prior }) {
          expectTypeOf(prior).toEqualTypeOf<readonly (string | null)[] | null>();
          return planned;
        },
        requiresReplace({ prior }) {
          expectTypeOf(prior).toEqualTypeOf<readonly (string | null)[] | null>();
          return true;
        },
        default: ["a", null],
      },
      groups: { type: "map(list(integer))", optional: true, allowNullElements: true },
      plain: {
        type: "list(string)",
        optional: true,
        validators: [
          (names) => {
            expectTypeOf(names).toEqualTypeOf<readonly string[]>();
            return [];
          },
        ],
      },
      rules: {
        type: "list(object)",
        optional: true,
        allowNullElements: true,
        attributes: { port: { type: "integer", required: true } },
        default: [{ port: 1 }, null],
      },
    },
  });
  type Nulls = typeof nulls;
  type Port = { readonly port: number | null };
  expectTypeOf<State<Nulls>["names"]>().toEqualTypeOf<readonly (string | null)[] | null>();
  expectTypeOf<State<Nulls>["plain"]>().toEqualTypeOf<readonly string[] | null>();
  expectTypeOf<State<Nulls>["groups"]>().toEqualTypeOf<Readonly<
    Record<string, readonly (number | null)[] | null>
  > | null>();
  expectTypeOf<State<Nulls>["rules"]>().toEqualTypeOf<readonly (Port | null)[] | null>();
  expectTypeOf<Decided<Nulls>["names"]>().toEqualTypeOf<readonly (string | null)[]>();
});

test("toDynamic makes a Dynamic of everything that is known", () => {
  interface Settings {
    readonly retries: number;
    readonly hosts: readonly { name: string }[];
    readonly note?: string;
  }
  const use = (settings: Settings, value: Value, json: Json, text: string | null) => {
    expectTypeOf(toDynamic(settings)).toEqualTypeOf<Dynamic>();
    expectTypeOf(toDynamic({ a: 1, b: [1n, "x", null] })).toEqualTypeOf<Dynamic>();
    expectTypeOf(toDynamic(["a"])).toEqualTypeOf<Dynamic>();
    expectTypeOf(toDynamic(text)).toEqualTypeOf<Dynamic | null>();
    expectTypeOf(toDynamic(UNKNOWN)).toEqualTypeOf<Unknown>();
    expectTypeOf(toDynamic(value)).toEqualTypeOf<Dynamic | Unknown | null>();
    expectTypeOf(toDynamic(json)).toEqualTypeOf<Dynamic | null>();
    // @ts-expect-error undefined is not a value
    toDynamic(undefined);
    // @ts-expect-error a part of it is not a value
    toDynamic({ a: { b: undefined } });
    // @ts-expect-error an instance of a class is not a value
    toDynamic(new Map([["a", 1]]));
    // @ts-expect-error a function is not a value
    toDynamic({ a: () => 1 });
  };
  void use;
  defineResource()({
    schema: { attributes: { settings: { type: "dynamic", computed: true } } },
    create: () => ({ state: { settings: toDynamic({ a: 1 }) } }),
    modifyPlan: () => ({ planned: { settings: toDynamic({ a: UNKNOWN }) } }),
  });
});

test("A function is typed by its parameters and by what it returns", () => {
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

/** A factory of resources that are all stored in the same way. */
function stored<const A extends Attributes, const B extends Blocks>(schema: Schema<A, B>) {
  return defineResource<Big>()({
    schema,
    create: ({ planned, provider }) => ({ state: save<State<Schema<A, B>>>(planned, provider.token) }),
    read: ({ state }) => ({ state }),
  });
}
declare function save<T>(planned: unknown, token: string): T;
void (() => expectTypeOf(stored(schema).schema).toEqualTypeOf<Thing>());

test("A validator fits only attributes of its type", () => {
  const use = () => {
    const text = { type: "string", optional: true } as const;
    const integer = { type: "integer", optional: true } as const;
    const tags = { type: "set(string)", optional: true } as const;
    const ratios = { type: "map(number)", optional: true } as const;
    const parts = { type: "list(object)", optional: true, attributes: { text } } as const;
    defineSchema({
      attributes: {
        text: { ...text, validators: [length({ min: 1 }), matches(/a/, "must have an a"), oneOf("a")] },
        integer: { ...integer, validators: [range({ min: 1 }), noneOf(2, 3)] },
        number: { type: "number", optional: true, validators: [range({ max: 1n })] },
        tags: { ...tags, validators: [size({ max: 3 }), eachElement(length({ max: 3 })), uniqueValues()] },
        ratios: {
          ...ratios,
          validators: [eachKey(oneOf("a")), eachElement(range({ min: 0 })), size({ max: 9 })],
        },
        parts: { ...parts, validators: [size({ min: 1 })] },
        own: {
          type: "list(string)",
          optional: true,
          validators: [
            eachElement((value, path, name) => {
              expectTypeOf(value).toEqualTypeOf<string>();
              expectTypeOf(name).toEqualTypeOf<string>();
              return [warning("", "", path)];
            }),
          ],
        },
      },
    });
    // @ts-expect-error a number has no length
    defineSchema({ attributes: { a: { ...integer, validators: [length({ min: 1 })] } } });
    // @ts-expect-error a text has no range
    defineSchema({ attributes: { a: { ...text, validators: [range({ min: 1 })] } } });
    // @ts-expect-error a text has a length and no size
    defineSchema({ attributes: { a: { ...text, validators: [size({ min: 1 })] } } });
    // @ts-expect-error a text is no number
    defineSchema({ attributes: { a: { ...text, validators: [oneOf(1)] } } });
    // @ts-expect-error a set has no length
    defineSchema({ attributes: { a: { ...tags, validators: [length({ min: 1 })] } } });
    // @ts-expect-error the elements are texts
    defineSchema({ attributes: { a: { ...tags, validators: [eachElement(range({ min: 1 }))] } } });
    // @ts-expect-error a set has no keys
    defineSchema({ attributes: { a: { ...tags, validators: [eachKey(oneOf("a"))] } } });
    // @ts-expect-error texts and numbers are not mixed
    oneOf("a", 1);
    // @ts-expect-error without bounds there is nothing to check
    length({});
  };
  void use;
});

test("Private data has JSON values by key", () => {
  defineResource()({
    schema: { attributes: {} },
    create: () => ({ state: {}, private: { etag: "abc", parts: [1, { a: null }], gone: undefined } }),
    read({ private: data }) {
      expectTypeOf(data.etag).toEqualTypeOf<PrivateValue | undefined>();
      return { private: { ...data, etag: "abc" } };
    },
    // @ts-expect-error a date is not JSON
    update: () => ({ state: {}, private: { at: new Date() } }),
    // @ts-expect-error private data has keys
    import: () => ({ state: {}, private: Buffer.from("abc") }),
  });
});

const refusedByTheCompiler = () => {
  const a = { type: "string", optional: true } as const;
  const computed = { type: "string", computed: true } as const;
  const create = () => ({});
  // @ts-expect-error it must be required, optional or computed
  defineSchema({ attributes: { a: { type: "string" } } });
  // @ts-expect-error it cannot be required and optional
  defineSchema({ attributes: { a: { ...a, required: true } } });
  // @ts-expect-error a text has no elements
  defineSchema({ attributes: { a: { ...a, allowNullElements: true } } });
  const single = { type: "object", optional: true, attributes: {}, allowNullElements: true } as const;
  // @ts-expect-error an object has no elements
  defineSchema({ attributes: { a: single } });
  // @ts-expect-error its elements cannot be null
  defineSchema({ attributes: { a: { type: "list(string)", optional: true, default: [null] } } });
  const parts = { type: "list(object)", optional: true, attributes: { a } } as const;
  // @ts-expect-error its elements cannot be null
  defineSchema({ attributes: { parts: { ...parts, default: [null] } } });
  // @ts-expect-error the default of an int64 is a bigint
  defineSchema({ attributes: { a: { type: "int64", optional: true, default: 1 } } });
  const block = { type: "list(object)", attributes: { a }, allowNullElements: true } as const;
  // @ts-expect-error a block is never null
  defineSchema({ attributes: {}, blocks: { b: block } });
  // @ts-expect-error what has a default is optional
  defineSchema({ attributes: { a: { ...computed, default: "" } } });
  // @ts-expect-error a list of texts is no default of a list of lists
  defineSchema({ attributes: { a: { type: "list(list(string))", optional: true, default: ["a"] } } });
  // @ts-expect-error the provider cannot compute what is write-only
  defineSchema({ attributes: { a: { ...a, computed: true, writeOnly: true } } });
  // @ts-expect-error only what is computed keeps its state
  defineSchema({ attributes: { a: { ...a, useStateForUnknown: true } } });
  // @ts-expect-error it is requiresReplace
  defineSchema({ attributes: { a: { ...a, requireReplace: true } } });
  const misspelt = { type: "object", optional: true, attributes: { a: { ...a, senstive: true } } } as const;
  // @ts-expect-error it is sensitive
  defineSchema({ attributes: { o: misspelt } });
  const compared = { type: "object", optional: true, attributes: {}, semanticEquals: () => true } as const;
  // @ts-expect-error objects have no semantic equality
  defineSchema({ attributes: { o: compared } });
  // @ts-expect-error the default lacks an attribute
  defineSchema({ attributes: { o: { type: "object", optional: true, default: {}, attributes: { a } } } });
  // @ts-expect-error there is no such argument
  defineSchema({ attributes: { a }, rules: [exactlyOneOf("a", "b")] });
  const o = { type: "object", optional: true, attributes: { a }, rules: [exactlyOneOf("a", "b")] } as const;
  // @ts-expect-error there is no such argument in the object
  defineSchema({ attributes: { o } });
  // @ts-expect-error a block is not required, it is counted
  defineSchema({ attributes: {}, blocks: { b: { type: "list(object)", attributes: {}, required: true } } });
  // @ts-expect-error a single block is not counted
  defineSchema({ attributes: {}, blocks: { b: { type: "object", attributes: {}, maxItems: 1 } } });
  const counted = { type: "object", attributes: {}, maxItem: 1 } as const;
  // @ts-expect-error it is maxItems
  defineResource()({ schema: { attributes: {}, blocks: { b: counted } }, create });
  const schema = { attributes: { a: computed } };
  // @ts-expect-error what is computed is a text
  defineResource()({ schema, create, modifyPlan: () => ({ planned: { a: 1 } }) });
  // @ts-expect-error nothing is planned
  defineDataSource()({ schema: { attributes: { a: { ...a, default: "" } } }, read: create });
  // @ts-expect-error nothing is computed
  defineAction()({ schema, invoke: () => undefined });
  // @ts-expect-error nothing is computed
  defineProvider({ ...bare, schema });
  const core = findCore("tofu");
  // @ts-expect-error it may be missing
  core.program.slice();
  if (core.missing === undefined) expectTypeOf(core.name).toEqualTypeOf<"tofu" | "terraform">();
  const own = { core, inProcess: defineProvider(bare) };
  void CoreWorkspace.open(own);
  const command = ["node", "main.ts"] as const;
  void CoreWorkspace.open({ core, command, address: "example/t" });
  // @ts-expect-error a command does not tell its address
  void CoreWorkspace.open({ core, command });
  // @ts-expect-error it runs either in the process or as a command
  void CoreWorkspace.open({ ...own, command, address: "example/t" });
  const looked = { type: "list(object)", optional: true, attributes: { a, computed } } as const;
  const lookup = { attributes: { a, computed, parts: looked } };
  defineDataSource()({
    schema: lookup,
    read: ({ config: { a, parts } }) => ({
      state: { a, computed: "", parts: parts?.map((part) => ({ ...part, computed: "" })) ?? null },
    }),
  });
  // @ts-expect-error what is computed is forgotten
  defineDataSource()({ schema: lookup, read: ({ config }) => ({ state: { ...config, parts: null } }) });
  // @ts-expect-error what is computed in the parts is forgotten
  defineDataSource()({ schema: lookup, read: ({ config }) => ({ state: { ...config, computed: "" } }) });
};
void refusedByTheCompiler;
