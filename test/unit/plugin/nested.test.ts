import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Attribute,
  type Attributes,
  type Block,
  type Blocks,
  defineSchema,
  UNKNOWN,
} from "../../../src/plugin/index.ts";
import { ProviderErrors } from "../../../src/plugin/testing/index.ts";
import { type ExampleWorkspace, openExample } from "../../harness/plugin/example/start.ts";

let example: ExampleWorkspace;
const network = () => example.workspace.resource("example_network");
beforeAll(async () => {
  example = await openExample();
});
afterAll(() => example.close());

const whole = {
  gateway: { host: "gw.example", password_wo: "hush" },
  zones: [{ name: "a", tags: ["x", "y"] }, { name: "b" }],
  peers: [{ name: "p" }, { name: "q", weight: 2 }],
  routes: { east: { via: "a", hops: [{ name: "one" }] }, west: { via: "b" } },
  rule: [
    { action: "allow", match: [{ path: "/" }, { path: "/x" }] },
    { action: "deny", match: [{ path: "/y" }] },
  ],
  timeouts: {},
};

describe("A resource with nested attributes and blocks", () => {
  test("is created with defaults and computed values at every depth, and then left alone", async () => {
    const { state } = await network().apply(whole);
    expect(state).toMatchObject({
      gateway: { host: "gw.example", port: 443, password_wo: null, address: "gw.example:443/4" },
      zones: [
        { name: "a", tags: ["x", "y"], id: "zone a" },
        { name: "b", tags: null, id: "zone b" },
      ],
      peers: expect.arrayContaining([
        { name: "p", weight: 1 },
        { name: "q", weight: 2 },
      ]) as unknown,
      routes: { east: { via: "a", hops: [{ name: "one", cost: 3 }] }, west: { via: "b", hops: null } },
      summary: { zones: 2 },
      rule: [{ id: 1 }, { id: 2, match: [{ path: "/y" }] }],
      timeouts: { create: "1m" },
    });
  });

  test("needs none of what is optional", async () => {
    const { state } = await network().apply({ zones: [] });
    expect(state).toMatchObject({ gateway: null, peers: null, routes: null, rule: [], timeouts: null });
  });

  test("is changed in place, and its computed parts are open until then", async () => {
    const one = network();
    await one.apply(whole);
    const plan = await one.plan({ ...whole, zones: [...whole.zones, { name: "c" }] });
    expect(plan.action).toBe("update");
    expect(plan.planned?.zones).toMatchObject([{ id: UNKNOWN }, { id: UNKNOWN }, { name: "c", id: UNKNOWN }]);
    expect(plan.planned?.gateway).toMatchObject({ port: 443, address: UNKNOWN, password_wo: null });
    expect(plan.planned?.summary).toBe(UNKNOWN);
    const { rule } = whole;
    await one.apply({ ...whole, peers: [{ name: "q" }], rule: [...rule].reverse(), routes: {} });
    expect(one.state).toMatchObject({ peers: [{ name: "q", weight: 1 }], routes: {} });
  });

  test("is planned with parts that are known only later", async () => {
    const plannedWith = { ...whole, zones: [{ name: UNKNOWN }], gateway: UNKNOWN, routes: UNKNOWN };
    await network().apply({ ...whole, zones: [{ name: "late" }] }, { plannedWith });
    await network().apply(whole, {
      plannedWith: { ...whole, rule: [{ action: UNKNOWN, match: UNKNOWN }, whole.rule[1] ?? null] },
    });
  });

  test("reports the exact place of a wrong value", async () => {
    const wrong = {
      ...whole,
      gateway: { host: "h", port: 1.5 },
      routes: { east: { via: "a", hops: [null] } },
    };
    const thrown = await network()
      .validate(wrong)
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ProviderErrors);
    expect(thrown).toMatchObject({
      diagnostics: [
        { summary: "Not an integer", attribute: "gateway.port" },
        { summary: "Null element", attribute: 'routes["east"].hops[0]' },
      ],
    });
  });

  test("keeps a state from before there were blocks", async () => {
    const one = network();
    await one.upgrade({ zones: [{ name: "a" }], rule: [{ action: "allow" }] }, 0);
    expect(one.state).toMatchObject({
      zones: [{ name: "a", tags: null }],
      rule: [{ match: [] }],
      timeouts: null,
    });
  });
});

describe("A nested schema", () => {
  const refused: [string, Attribute | undefined, Block | undefined, RegExp][] = [
    [
      "a write-only part of a set",
      {
        type: "set(object)",
        optional: true,
        attributes: { a: { type: "string", optional: true, writeOnly: true } },
      },
      undefined,
      /"x.a" is in a set/,
    ],
    [
      "a bad part",
      { type: "object", optional: true, attributes: { a: { type: "string" } } },
      undefined,
      /attribute "x.a" must be required/,
    ],
    [
      "a counted single block",
      undefined,
      { type: "object", attributes: {}, maxItems: 1 },
      /cannot have minItems or maxItems/,
    ],
    [
      "a block of an attribute's name",
      { type: "string", optional: true },
      { type: "object", attributes: {} },
      /block "x" has the name of an attribute/,
    ],
  ];
  test.each(refused)("is refused with %s", (_why, attribute, block, message) => {
    const attributes: Attributes = attribute ? { x: attribute } : {};
    const blocks: Blocks = block ? { x: block } : {};
    expect(() => defineSchema({ attributes, blocks })).toThrow(message);
  });
});
