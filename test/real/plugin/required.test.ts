import { describe, expect, test } from "vitest";
import {
  type Attributes,
  defineAction,
  defineDataSource,
  defineEphemeralResource,
  defineProvider,
  defineResource,
} from "../../../src/plugin/index.ts";
import { CoreWorkspace } from "../../../src/plugin/testing/index.ts";
import { installedCores, newCores } from "../../harness/plugin/real-cores.ts";
import { bareProvider } from "../../harness/plugin/thing.ts";

// Null for a required argument, and a secret in an argument that is not sensitive, as users write them.

const key = { type: "string", required: true } as const;
const attributes = {
  key,
  parts: { type: "map(object)", optional: true, attributes: { key } },
} as const satisfies Attributes;

const calls: string[] = [];
const provider = defineProvider({
  ...bareProvider,
  schema: { attributes: { token: { type: "string", optional: true }, key: { ...key, required: true } } },
  configure: () => ({ data: {} }),
  resources: {
    t_thing: defineResource()({
      schema: { attributes: { ...attributes, later: { type: "string", computed: true } } },
      create({ planned }) {
        calls.push("create");
        return { state: { ...planned, key: planned.key.toUpperCase(), later: null } };
      },
    }),
  },
  dataSources: {
    t_thing: defineDataSource()({ schema: { attributes }, read: ({ config }) => ({ state: config }) }),
  },
  ephemeralResources: {
    t_thing: defineEphemeralResource()({
      schema: { attributes },
      open: ({ config }) => ({ result: config }),
    }),
  },
  actions: {
    t_act: defineAction()({
      schema: { attributes: { ...attributes, whole: { type: "int64", optional: true } } },
      invoke: () => void calls.push("invoke"),
    }),
  },
});

const configured = 'provider "t" {\n  key = "k"\n}\n';
const nothing = 'variable "nothing" {\n  type    = string\n  default = null\n}\n';

const cases: [name: string, configuration: string, path: string][] = [
  ["a resource", `${configured}resource "t_thing" "a" {\n  key = null\n}\n`, "key"],
  ["a variable", `${configured}${nothing}resource "t_thing" "a" {\n  key = var.nothing\n}\n`, "key"],
  [
    "an object inside",
    `${configured}${nothing}resource "t_thing" "a" {\n  key = "k"\n  parts = { a = { key = var.nothing } }\n}\n`,
    'parts["a"].key',
  ],
  ["a data source", `${configured}${nothing}data "t_thing" "a" {\n  key = var.nothing\n}\n`, "key"],
  [
    "the provider block",
    'provider "t" {\n  key = null\n}\nresource "t_thing" "a" {\n  key = "k"\n}\n',
    "key",
  ],
];

describe.each(installedCores)("%s", (_, core) => {
  test.each(cases)("refuses null for a required argument in %s", async (_name, configuration, path) => {
    calls.length = 0;
    await using workspace = await CoreWorkspace.open({ core, inProcess: provider });
    const { text } = await workspace.expectError(configuration, "Missing value");
    expect(text).toContain(`"${path}" is required, but its value is null. Set a value.`);
    expect(calls).toEqual([]);
  });

  test("refuses null that is known only in the apply, and creates nothing", async () => {
    calls.length = 0;
    await using workspace = await CoreWorkspace.open({ core, inProcess: provider });
    const later = `${configured}
resource "terraform_data" "first" {
  input = "x"
}
resource "t_thing" "a" {
  key = terraform_data.first.output == "x" ? null : "k"
}
`;
    await workspace.expectError(later, '"key" is required, but its value is null', { changesState: true });
    expect(calls).toEqual([]);
    expect(workspace.resource("t_thing.a")).toBeUndefined();
    await workspace.apply(configured);
  });

  test("does not print a value that differs from the plan", async () => {
    await using workspace = await CoreWorkspace.open({ core, inProcess: provider });
    const secret = `${configured}variable "password" {
  type      = string
  sensitive = true
  default   = "hunter2"
}
resource "t_thing" "a" {
  key = var.password
}
`;
    const { text } = await workspace.expectError(secret, '"key" differs from what was planned.', {
      changesState: true,
    });
    expect(text).not.toMatch(/hunter2/i);
  });
});

test.each(newCores)("%s refuses it in an ephemeral resource", async (_, core) => {
  await using workspace = await CoreWorkspace.open({ core, inProcess: provider });
  const configuration = `${configured}${nothing}ephemeral "t_thing" "a" {\n  key = var.nothing\n}\n`;
  await workspace.expectError(configuration, '"key" is required, but its value is null');
});

test.each(newCores.filter(([name]) => name === "terraform"))(
  "%s refuses it in an action",
  async (_, core) => {
    await using workspace = await CoreWorkspace.open({ core, inProcess: provider });
    const action = `action "t_act" "a" {\n  config {\n    key = var.nothing\n  }\n}\n`;
    await workspace.expectError(
      `${configured}${nothing}${action}resource "t_thing" "a" {
  key = "K"
  lifecycle {
    action_trigger {
      events  = [before_create]
      actions = [action.t_act.a]
    }
  }
}
`,
      '"key" is required, but its value is null',
    );
  },
);

test.each(newCores.filter(([name]) => name === "terraform"))(
  "%s does not invoke an action with a value that becomes wrong in the apply",
  async (_, core) => {
    calls.length = 0;
    await using workspace = await CoreWorkspace.open({ core, inProcess: provider });
    const late = `${configured}
resource "terraform_data" "first" {
  input = 1.5
}
action "t_act" "a" {
  config {
    key   = "k"
    whole = terraform_data.first.output
  }
}
resource "t_thing" "a" {
  key = "K"
  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.t_act.a]
    }
  }
}
`;
    await workspace.expectError(late, '"whole" takes whole numbers', { changesState: true });
    expect(calls).not.toContain("invoke");
    await workspace.apply(configured);
  },
);
