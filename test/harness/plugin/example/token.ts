import { randomBytes } from "node:crypto";
import { defineResource } from "../../../../src/plugin/index.ts";
import type { Example } from "./provider.ts";

// No update: a token cannot be changed. No read and no delete: there is nothing outside the state.
export const token = defineResource<Example>()({
  schema: {
    description: "A random token that lives in the state only. Every change makes a new one.",
    attributes: {
      length: { type: "integer", optional: true, default: 8 },
      keepers: { type: "map(string)", optional: true },
      value: { type: "string", computed: true, sensitive: true },
    },
  },
  create: ({ planned }) => ({ state: { ...planned, value: randomBytes(planned.length).toString("hex") } }),
});
