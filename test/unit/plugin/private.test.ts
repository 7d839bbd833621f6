import { describe, expect, test } from "vitest";
import {
  defineEphemeralResource,
  defineProvider,
  defineResource,
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

  test("of a provider in Go is read, without the keys of its framework", async () => {
    const { thing, seen } = await open();
    await thing.apply({ name: "a" });
    // As json.Marshal writes map[string][]byte{".import_before_read": "true", "etag": `"abc"`}.
    const fromGo = '{".import_before_read":"dHJ1ZQ==","etag":"ImFiYyI="}';
    thing.private = Buffer.from(fromGo);
    await thing.refresh();
    expect(seen.at(-1)).toEqual(["read", { etag: "abc" }]);
    expect(Buffer.from(thing.private).toString()).toBe(fromGo);
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
const throwing = {
  get secret() {
    throw new Error("hush");
  },
};
test.each<[kind: string, value: unknown]>([
  ["a function", { call: () => 1 }],
  ["a bigint", 1n],
  ["a symbol", Symbol("x")],
  ["undefined inside", { deep: [{ a: undefined }] }],
  ["a hole", new Array(1)],
  ["NaN", Number.NaN],
  ["a Date", new Date(0)],
  ["an instance of a class", { deep: new Token() }],
  ["an object that contains itself", cyclic],
  ["a getter that throws", throwing],
])(
  "A private value that JSON would change is a bug in the provider, and the object is kept: %s",
  async (_kind, bad) => {
    const { thing } = await open({ create: { good: "g", bad } as PrivateData });
    const diagnostics = await reported(thing.apply({ name: "a" }));
    expect(diagnostics).toMatchObject([
      {
        summary: "Bug in the provider",
        detail: expect.stringContaining(`Creating t_thing: "bad" of the private data is not JSON.`),
      },
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain("hush");
    expect(thing).toMatchObject({ state: { name: "a" }, tainted: true });
    expect(decodePrivate(thing.private)).toEqual({ good: "g" });
  },
);

test.each<[method: "modifyPlan" | "read" | "create", problem: string, data: unknown]>([
  ["create", '".x" of the private data begins with a period', { ".x": 1 }],
  ["create", "the private data must be a plain object", Buffer.from("bytes")],
  ["modifyPlan", "the private data must be a plain object", null],
  ["modifyPlan", '"a" of the private data is not JSON', { a: 1n }],
  ["read", '"a" of the private data is not JSON', { a: 1n }],
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
