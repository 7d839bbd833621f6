import { expect, test } from "vitest";
import { UNKNOWN } from "../../../src/plugin/index.ts";
import { openExample } from "../../harness/plugin/example/start.ts";
import { reported } from "../../harness/plugin/thing.ts";

// A resource with nested attributes and blocks of every kind.

const { workspace } = await openExample({ inProcess: true });
const network = () => workspace.resource("example_network");

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

test("It is created with defaults and computed values at every depth, then changed in place", async () => {
  const one = network();
  await one.apply(whole);
  expect(one.state).toMatchObject({
    gateway: { host: "gw.example", port: 443, password_wo: null, address: "gw.example:443/4" },
    zones: [
      { name: "a", tags: ["x", "y"], id: "zone a" },
      { name: "b", tags: null, id: "zone b" },
    ],
    peers: [
      { name: "p", weight: 1 },
      { name: "q", weight: 2 },
    ],
    routes: { east: { via: "a", hops: [{ name: "one", cost: 3 }] }, west: { via: "b", hops: null } },
    summary: { zones: 2 },
    rule: [{ id: 1 }, { id: 2, match: [{ path: "/y" }] }],
    timeouts: { create: "1m" },
  });

  expect(await one.plan({ ...whole, zones: [...whole.zones, { name: "c" }] })).toMatchObject({
    action: "update",
    planned: {
      zones: [{ id: UNKNOWN }, { id: UNKNOWN }, { name: "c", id: UNKNOWN }],
      gateway: { port: 443, address: UNKNOWN, password_wo: null },
      summary: UNKNOWN,
    },
  });
  await one.apply({ ...whole, peers: [{ name: "q" }], rule: whole.rule.toReversed(), routes: {} });
  expect(one.state).toMatchObject({ peers: [{ name: "q", weight: 1 }], routes: {} });
});

test("It needs none of what is optional", async () => {
  const { state } = await network().apply({ zones: [], peers: undefined });
  expect(state).toMatchObject({ gateway: null, peers: null, routes: null, rule: [], timeouts: null });
});

test("It is planned with parts that are known only later", async () => {
  const plannedWith = { ...whole, zones: [{ name: UNKNOWN }], gateway: UNKNOWN, routes: UNKNOWN };
  await network().apply({ ...whole, zones: [{ name: "late" }] }, { plannedWith });
  const rule = [{ action: UNKNOWN, match: UNKNOWN }, whole.rule[1] ?? null];
  await network().apply(whole, { plannedWith: { ...whole, rule } });
});

test("It reports the exact place of a wrong value", async () => {
  const gateway = { host: "h", port: 1.5 };
  const routes = { east: { via: "a", hops: [null] } };
  expect(await reported(network().validate({ ...whole, gateway, routes }))).toMatchObject([
    { summary: "Not an integer", attribute: "gateway.port" },
    { summary: "Null element", attribute: 'routes["east"].hops[0]' },
  ]);
});

test("It keeps a state from before there were blocks", async () => {
  const one = network();
  await one.upgrade({ zones: [{ name: "a" }], rule: [{ action: "allow" }] }, 0);
  expect(one.state).toMatchObject({
    zones: [{ name: "a", tags: null }],
    rule: [{ match: [] }],
    timeouts: null,
  });
});
