import { expect, test } from "vitest";
import { pathText, warning } from "../../../src/plugin/diagnostics.ts";
import { defineSchema } from "../../../src/plugin/index.ts";
import { writeDiagnostics } from "../../../src/plugin/rpc/wire.ts";

const schema = defineSchema({
  attributes: {
    name: { type: "string", optional: true },
    pin: { type: "string", optional: true, sensitive: true },
    key: { type: "string", optional: true, writeOnly: true },
    groups: {
      type: "set(object)",
      optional: true,
      attributes: { size: { type: "integer", optional: true } },
    },
    logins: {
      type: "list(object)",
      optional: true,
      attributes: {
        user: { type: "string", optional: true },
        password: { type: "string", optional: true, sensitive: true },
      },
    },
  },
});

test("A diagnostic points at a set as a whole", () => {
  const [sent] = writeDiagnostics([warning("s", "d", ["groups", "size"])], schema);
  expect(sent?.attribute).toEqual({ steps: [{ attribute_name: "groups" }] });
});

test.each([
  [["name"], true],
  [["pin"], false],
  [["key"], false],
  [["logins", 0, "user"], true],
  [["logins", 0, "password"], false],
] as const)("A diagnostic points at %j: %s (the core quotes the lines there)", (path, isShown) => {
  const [sent] = writeDiagnostics([warning("s", "d", path)], schema);
  expect(sent?.attribute !== undefined).toBe(isShown);
});

test.each([
  [["name"], "name"],
  [["logins", 0, "user"], "logins[0].user"],
  [["labels", "a b"], 'labels["a b"]'],
] as const)("The path %j is written as %s", (path, text) => {
  expect(pathText(path)).toBe(text);
});
