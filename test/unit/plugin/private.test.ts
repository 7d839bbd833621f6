import { describe, expect, test } from "vitest";
import {
  defineEphemeralResource,
  defineProvider,
  defineResource,
  ExactNumber,
  error,
  type PrivateData,
} from "../../../src/plugin/index.ts";
import { createLogger } from "../../../src/plugin/log.ts";
import { readPrivate } from "../../../src/plugin/server/private.ts";
import { ProviderSession } from "../../../src/plugin/server/session.ts";
import { Workspace } from "../../../src/plugin/testing/index.ts";
import { decodePrivate, encodePrivate } from "../../harness/plugin/private-data.ts";
import { bareProvider, openThing, reported } from "../../harness/plugin/thing.ts";

const schema = { attributes: { name: { type: "string", required: true } } } as const;

/** A resource that notes the private data of each request, and answers with what `answers` has for the method. */
async function open(answers: Readonly<Record<string, PrivateData | undefined>> = {}) {
  const seen: [method: string, data: PrivateData][] = [];
  const answer = (method: string, data: PrivateData) => {
    seen.push([method, data]);
    const own = answers[method];
    return own === undefined ? {} : { private: own };
  };
  const thing = await openThing(
    defineResource()({
      schema,
      modifyPlan: (request) => answer("modifyPlan", request.private),
      create: (request) => ({ state: request.planned, ...answer("create", request.private) }),
      read: (request) => ({ state: request.state, ...answer("read", request.private) }),
      update: (request) => ({ state: request.planned, ...answer("update", request.private) }),
      delete: (request) => ({
        ...answer("delete", request.private),
        ...(request.prior.name === "stubborn" && { state: request.prior, diagnostics: [error("No")] }),
      }),
      import: ({ id }) => ({ state: { name: id }, ...answer("import", {}) }),
      move: (request) => ({ state: { name: "moved" }, ...answer("move", request.private) }),
    }),
  );
  return { thing, seen };
}

describe("Private data", () => {
  test("is passed from method to method by key", async () => {
    const { thing, seen } = await open({
      modifyPlan: { step: "planned" },
      create: { etag: "abc", n: [1, null] },
    });
    await thing.apply({ name: "a" });
    expect(decodePrivate(thing.private)).toEqual({ etag: "abc", n: [1, null] });
    const created = { etag: "abc", n: [1, null] };
    expect(seen.slice(0, 2)).toEqual([
      ["modifyPlan", {}],
      ["modifyPlan", {}],
    ]);
    expect(seen[2]).toEqual(["create", { step: "planned" }]);
    await thing.refresh();
    expect(seen.at(-1)).toEqual(["read", created]);
    await thing.destroy();
    expect(seen.at(-1)?.[0]).toBe("delete");
  });

  test("stays if the answer leaves it out, and is replaced as a whole", async () => {
    const { thing } = await open({ update: { b: 2 } });
    await thing.apply({ name: "a" });
    thing.private = encodePrivate({ a: 1, kept: true });
    await thing.refresh();
    expect(decodePrivate(thing.private)).toEqual({ a: 1, kept: true });
    await thing.apply({ name: "b" });
    expect(decodePrivate(thing.private)).toEqual({ b: 2 });
  });

  test.each<[string, PrivateData]>([
    ["an empty object", {}],
    ["keys that are undefined", { a: undefined }],
  ])("is removed by %s", async (_, nothing) => {
    const { thing } = await open({ read: nothing });
    await thing.apply({ name: "a" });
    thing.private = encodePrivate({ a: 1 });
    await thing.refresh();
    expect(thing.private).toHaveLength(0);
  });

  test("is stored by an import, a move and a deletion that failed", async () => {
    const imported = await open({ import: { from: "import" } });
    await imported.thing.import("a");
    expect(decodePrivate(imported.thing.private)).toEqual({ from: "import" });
    expect(imported.seen.at(-1)).toEqual(["read", { from: "import" }]);
    const moved = await open({ move: { from: "move" } });
    await moved.thing.move({ type: "t_other", stored: {} });
    expect(decodePrivate(moved.thing.private)).toEqual({ from: "move" });
    const stubborn = await open({ delete: { tries: 1 } });
    await stubborn.thing.apply({ name: "stubborn" });
    await reported(stubborn.thing.destroy());
    expect(decodePrivate(stubborn.thing.private)).toEqual({ tries: 1 });
  });

  test("of a provider in Go is read, without the keys of its framework and with all digits", async () => {
    const { thing, seen } = await open();
    await thing.apply({ name: "a" });
    // As json.Marshal writes map[string][]byte{".import_before_read": "true", "etag": `"abc"`, "id": "9007199254740993"}.
    const fromGo = '{".import_before_read":"dHJ1ZQ==","etag":"ImFiYyI=","id":"OTAwNzE5OTI1NDc0MDk5Mw=="}';
    thing.private = Buffer.from(fromGo);
    await thing.refresh();
    expect(seen.at(-1)).toEqual(["read", { etag: "abc", id: ExactNumber.parse("9007199254740993") }]);
    expect(Buffer.from(thing.private).toString()).toBe(fromGo);
  });

  test("keeps the digits of a number", async () => {
    const { thing } = await open({ create: { id: ExactNumber.parse("9007199254740993") } });
    await thing.apply({ name: "a" });
    expect(Buffer.from(thing.private).toString()).toBe('{"id":"OTAwNzE5OTI1NDc0MDk5Mw=="}');
  });

  test.each([
    ["terraform-plugin-sdk", '{"schema_version":"1"}'],
    ["terraform-plugin-sdk with timeouts", '{"e2bfb730-ecaa-11e6-8f88-34363bc7c4c0":{"create":60}}'],
    ["another framework", '{"order":"order-1"}'],
    ["no JSON", "garbage"],
    ["no object", "[1]"],
    ["values that are not JSON", '{"a":"Z2FyYmFnZQ=="}'],
    ["no text", "\u0000\u0001"],
  ])("in another format counts as empty, and the log says so: %s", async (_, bytes) => {
    const { thing, seen } = await open();
    await thing.apply({ name: "a" });
    thing.private = Buffer.from(bytes);
    await thing.refresh();
    expect(seen.at(-1)).toEqual(["read", {}]);
    // An answer without private data leaves the bytes as they are.
    expect(Buffer.from(thing.private).toString()).toBe(bytes);

    const lines: string[] = [];
    const log = createLogger({
      name: "t",
      environment: { TF_LOG: "debug" },
      write: (line) => lines.push(line),
    });
    const session = new ProviderSession(defineProvider(bareProvider), log);
    readPrivate(session, session.operation("Reading t_thing"), Buffer.from(bytes));
    expect(lines).toEqual([expect.stringContaining("Reading t_thing: the private data has another format")]);
  });
});

class Token {}
const cyclic: Record<string, unknown> = {};
cyclic.self = [cyclic];
test.each<[problem: string, value: unknown]>([
  ["must be JSON, but has a function", { call: () => 1 }],
  ["must be JSON, but has a bigint", 1n],
  ["must be JSON, but has a symbol", Symbol("x")],
  ["must be JSON, but has undefined", { deep: [{ a: undefined }] }],
  ["must be JSON, but has undefined", new Array(1)],
  ["must be JSON, but has a number", Number.NaN],
  ["must be JSON, but has an object of a class", new Date(0)],
  ["must be JSON, but has an object of a class", { deep: new Token() }],
  ["must be JSON, but has an object that contains itself", cyclic],
  [
    "cannot be read",
    {
      get secret() {
        throw new Error("hush");
      },
    },
  ],
])(
  "A private value that cannot be stored is a bug in the provider, and the object is kept: %s",
  async (problem, bad) => {
    const { thing } = await open({ create: { good: "g", bad } as PrivateData });
    const diagnostics = await reported(thing.apply({ name: "a" }));
    expect(diagnostics).toMatchObject([
      {
        summary: "Bug in the provider",
        detail: expect.stringContaining(`Creating t_thing: "bad" of the private data ${problem}.`),
      },
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain("hush");
    expect(thing).toMatchObject({ state: { name: "a" }, tainted: true });
    expect(decodePrivate(thing.private)).toEqual({ good: "g" });
  },
);

test.each<[method: "modifyPlan" | "read" | "create", problem: string, data: unknown]>([
  ["create", '".x" of the private data begins with a period', { ".x": 1 }],
  ["create", "the private data is not a plain object", Buffer.from("bytes")],
  ["modifyPlan", "the private data is not a plain object", null],
  ["modifyPlan", '"a" of the private data must be JSON', { a: 1n }],
  ["read", '"a" of the private data must be JSON', { a: 1n }],
])("Wrong private data of %s is a bug in the provider: %s", async (method, problem, data) => {
  const { thing } = await open({ [method]: data as PrivateData });
  const diagnostics = await reported(thing.apply({ name: "a" }));
  expect(diagnostics).toMatchObject([
    { summary: "Bug in the provider", detail: expect.stringContaining(problem) },
  ]);
});

test("An ephemeral resource passes private data from open to renew and close", async () => {
  const seen: unknown[] = [];
  const lease = defineEphemeralResource()({
    schema,
    open: ({ config }) => ({ result: config, private: { token: "t1", renewals: 0 } }),
    renew({ private: data }) {
      seen.push(data);
      return { private: { ...data, renewals: 1 } };
    },
    close({ private: data }) {
      seen.push(data);
      return undefined;
    },
  });
  const provider = defineProvider({ ...bareProvider, ephemeralResources: { t_lease: lease } });
  const workspace = await Workspace.open({ inProcess: provider });
  const opened = await workspace.openEphemeral("t_lease", { name: "a" });
  await opened.renew();
  await opened.close();
  expect(seen).toEqual([
    { token: "t1", renewals: 0 },
    { token: "t1", renewals: 1 },
  ]);
});
