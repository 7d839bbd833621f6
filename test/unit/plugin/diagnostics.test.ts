import { expect, test } from "vitest";
import { type AttributePath, pathText, warning } from "../../../src/plugin/diagnostics.ts";
import { defineSchema } from "../../../src/plugin/index.ts";
import { writeDiagnostics } from "../../../src/plugin/rpc/wire.ts";

const text = { type: "string", optional: true } as const;
const secret = { ...text, sensitive: true } as const;
const schema = defineSchema({
  attributes: {
    name: text,
    pin: secret,
    key: { ...text, writeOnly: true },
    groups: { type: "set(object)", optional: true, attributes: { size: text } },
    logins: { type: "list(object)", optional: true, attributes: { user: text, password: secret } },
  },
});

function sentSteps(path: AttributePath) {
  return writeDiagnostics([warning("s", "d", path)], schema)[0]?.attribute?.steps;
}

test("A diagnostic points at a set as a whole", () => {
  expect(sentSteps(["groups", "size"])).toEqual([{ attribute_name: "groups" }]);
});

test("A diagnostic does not point at a secret, because the core quotes the lines there", () => {
  expect(sentSteps(["name"])).toHaveLength(1);
  expect(sentSteps(["logins", 0, "user"])).toHaveLength(3);
  for (const path of [["pin"], ["key"], ["logins", 0, "password"]] as const)
    expect(sentSteps(path)).toBeUndefined();
});

test("A path is written as people write it", () => {
  expect(pathText(["name"])).toBe("name");
  expect(pathText(["logins", 0, "user"])).toBe("logins[0].user");
  expect(pathText(["labels", "a b"])).toBe('labels["a b"]');
});
