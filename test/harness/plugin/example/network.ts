import { type Decided, defineResource, defineSchema, type State } from "../../../../src/plugin/index.ts";

const schema = defineSchema({
  attributes: {
    gateway: {
      type: "object",
      optional: true,
      attributes: {
        host: { type: "string", required: true, requiresReplace: true },
        port: { type: "integer", optional: true, default: 443 },
        password_wo: { type: "string", optional: true, writeOnly: true },
        address: { type: "string", computed: true },
      },
    },
    zones: {
      type: "list(object)",
      required: true,
      attributes: {
        name: { type: "string", required: true },
        tags: { type: "set(string)", optional: true },
        id: { type: "string", computed: true },
      },
    },
    peers: {
      type: "set(object)",
      optional: true,
      attributes: {
        name: { type: "string", required: true },
        weight: { type: "integer", optional: true, default: 1 },
      },
    },
    routes: {
      type: "map(object)",
      optional: true,
      attributes: {
        via: { type: "string", required: true },
        hops: {
          type: "list(object)",
          optional: true,
          attributes: { name: { type: "string", required: true }, cost: { type: "integer", computed: true } },
        },
      },
    },
    summary: { type: "object", computed: true, attributes: { zones: { type: "integer", computed: true } } },
  },
  blocks: {
    rule: {
      type: "list(object)",
      attributes: { action: { type: "string", required: true }, id: { type: "integer", computed: true } },
      blocks: {
        match: {
          type: "set(object)",
          minItems: 1,
          maxItems: 3,
          attributes: { path: { type: "string", required: true } },
        },
      },
    },
    timeouts: { type: "object", attributes: { create: { type: "string", optional: true, default: "1m" } } },
  },
});
type Network = typeof schema;

/** Has nested attributes and blocks of every kind. It lives in the state only. */
export const network = defineResource()({
  schema,
  create: ({ planned, config }) => ({ state: complete(planned, config.gateway?.password_wo ?? null) }),
  update: ({ planned, config }) => ({ state: complete(planned, config.gateway?.password_wo ?? null) }),
});

function complete(planned: Decided<Network>, password: string | null): State<Network> {
  const { gateway, zones, routes, rule } = planned;
  return {
    ...planned,
    gateway: gateway && { ...gateway, address: `${gateway.host}:${gateway.port}/${password?.length ?? 0}` },
    zones: zones.map((zone) => ({ ...zone, id: `zone ${zone.name}` })),
    routes:
      routes &&
      Object.fromEntries(
        Object.entries(routes).map(([to, { via, hops }]) => [
          to,
          { via, hops: hops?.map((hop) => ({ ...hop, cost: hop.name.length })) ?? null },
        ]),
      ),
    rule: rule.map((one, index) => ({ ...one, id: index + 1 })),
    summary: { zones: zones.length },
  };
}
