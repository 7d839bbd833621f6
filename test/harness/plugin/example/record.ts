import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Decided,
  Dynamic,
  defineEphemeralResource,
  defineListResource,
  defineResource,
  defineSchema,
  type State,
} from "../../../../src/plugin/index.ts";
import { timeoutMs, timeouts } from "../../../../src/plugin/timeouts.ts";
import { conflictsWith } from "../../../../src/plugin/validators/index.ts";
import type { Example } from "./provider.ts";

const sameJson = (left: string, right: string) =>
  JSON.stringify(JSON.parse(left)) === JSON.stringify(JSON.parse(right));

const schema = defineSchema({
  description: "A record with one attribute of each kind of type. It has an identity.",
  attributes: {
    name: { type: "string", required: true, requiresReplace: true },
    matrix: { type: "list(list(integer))", optional: true },
    groups: { type: "map(set(string))", optional: true },
    body: { type: "dynamic", optional: true },
    policy: { type: "string", optional: true, semanticEquals: sameJson },
    tags: { type: "set(string)", optional: true },
    levels: { type: "set(number)", optional: true },
    ratio: { type: "number", optional: true },
    enabled: { type: "bool", optional: true },
    bytes: { type: "int64", optional: true },
    offsets: { type: "map(set(int64))", optional: true, allowNullElements: true },
    notes: { type: "list(string)", optional: true, allowNullElements: true },
    spots: {
      type: "list(object)",
      optional: true,
      allowNullElements: true,
      attributes: {
        at: { type: "int64", required: true },
        labels: { type: "set(string)", optional: true, allowNullElements: true },
      },
    },
    areas: {
      type: "set(object)",
      optional: true,
      allowNullElements: true,
      attributes: { size: { type: "int64", required: true } },
    },
    routes: {
      type: "map(object)",
      optional: true,
      allowNullElements: true,
      attributes: { via: { type: "string", optional: true } },
    },
    limits: {
      type: "object",
      optional: true,
      default: { cpu: 1, memory: null },
      attributes: {
        cpu: {
          type: "integer",
          required: true,
          requiresReplace: ({ prior, planned }) =>
            typeof planned === "number" && prior !== null && planned < prior,
        },
        memory: { type: "integer", optional: true },
      },
    },
    login_wo: {
      type: "object",
      optional: true,
      writeOnly: true,
      attributes: {
        user: { type: "string", required: true },
        password: { type: "string", required: true },
      },
    },
    timeouts: timeouts("create", "delete"),
    echo: { type: "dynamic", computed: true },
    next_byte: { type: "int64", computed: true },
    timeout_ms: { type: "integer", computed: true },
  },
  rules: [conflictsWith("matrix", "groups")],
});
type RecordSchema = typeof schema;

export const record = defineResource<Example>()({
  schema,
  identity: { attributes: { name: { type: "string", requiredForImport: true } } },
  create: ({ planned, provider }) => ({ state: write(planned, provider) }),
  update: ({ planned, provider }) => ({ state: write(planned, provider) }),
  read: ({ state, provider }) => ({ state: existsSync(pathOf(provider, state.name)) ? state : null }),
  delete({ prior, provider }) {
    rmSync(pathOf(provider, prior.name), { force: true });
    return undefined;
  },
  import: ({ id }) => ({ state: { name: id } }),
  upgrade: () => undefined,
  move({ sourceType, stored: { output } }) {
    if (sourceType !== "terraform_data") return undefined;
    // A dynamic value is stored with its type.
    const { value } = output as { value: string };
    return { state: { name: value } };
  },
});

function write(planned: Decided<RecordSchema>, provider: Example): State<RecordSchema> {
  writeFileSync(pathOf(provider, planned.name), "");
  return {
    ...planned,
    // The service writes its JSON without white space.
    policy: planned.policy && JSON.stringify(JSON.parse(planned.policy)),
    echo: planned.body && new Dynamic(["tuple", [planned.body.type]], [planned.body.value]),
    next_byte: planned.bytes === null ? null : BigInt.asIntN(64, planned.bytes + 1n),
    timeout_ms: timeoutMs(planned.timeouts, "create", "20m"),
  };
}

function pathOf(provider: Example, name: string | null): string {
  const folder = recordsOf(provider);
  mkdirSync(folder, { recursive: true });
  return join(folder, String(name));
}

function recordsOf({ folder = "" }: Example): string {
  return join(folder, "records");
}

export const records = defineListResource<Example>()({
  schema: { attributes: { prefix: { type: "string", optional: true } } },
  *list({ config, provider }) {
    // What the type checker cannot see.
    if (config.prefix === "unnamed") yield { displayName: "Unnamed", identity: { id: "none" } };
    for (const name of readdirSync(recordsOf(provider)).sort()) {
      if (name === "throw") throw new Error("thrown as asked");
      if (name.startsWith(config.prefix ?? "")) yield { displayName: `Record ${name}`, state: { name } };
    }
  },
});

/** Writes down what happens to it. */
export const lease = defineEphemeralResource<Example>()({
  schema: {
    attributes: {
      name: { type: "string", required: true },
      seconds: { type: "integer", optional: true },
      token: { type: "string", computed: true, sensitive: true },
    },
  },
  open({ config, provider }) {
    note(provider, `open ${config.name}`);
    return {
      result: { ...config, token: `token of ${config.name}` },
      private: { name: config.name },
      ...(config.seconds !== null && { renewAt: new Date(Date.now() + config.seconds * 1000) }),
    };
  },
  renew({ private: { name }, provider }) {
    note(provider, `renew ${name}`);
    return {};
  },
  close({ private: { name }, provider }) {
    note(provider, `close ${name}`);
    return undefined;
  },
});

function note({ folder = "" }: Example, text: string): void {
  writeFileSync(join(folder, "leases.log"), `${text}\n`, { flag: "a" });
}
