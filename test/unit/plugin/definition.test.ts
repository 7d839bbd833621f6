import { describe, expect, test } from "vitest";
import {
  defineListResource,
  defineProvider,
  defineResource,
  defineSchema,
} from "../../../src/plugin/index.ts";
import { exactlyOneOf } from "../../../src/plugin/validators/index.ts";
import { bareProvider } from "../../harness/plugin/thing.ts";

// What is refused at the start, with its message. The compiler refuses most of it before: types.test.ts.

const text = { type: "string", optional: true } as const;
const create = () => ({});

describe("A schema is refused if", () => {
  const schema = (attributes: object, more: object = {}) =>
    defineSchema({ attributes, ...more } as Parameters<typeof defineSchema>[0]);
  const one = (a: object) => () => schema({ a });
  const object = (parts: object, more: object = {}) =>
    one({ type: "object", optional: true, attributes: parts, ...more });
  const inSet = (b: object) => object({ b: { ...text, ...b } }, { type: "set(object)" });
  const block = (b: object) => () => schema({}, { blocks: { b: { attributes: {}, ...b } } });

  const refused: [message: string, define: () => unknown][] = [
    ["must be required, optional or computed", one({ type: "string" })],
    ["cannot be required and also optional or computed", one({ ...text, required: true })],
    ["use string, bool, number, integer", one({ ...text, type: "boolean" })],
    ["or with attributes: object", one({ ...text, type: "list(object({}))" })],
    ["of them (not of dynamic)", one({ ...text, type: "list(dynamic)" })],
    ["in lower case letters, digits", () => schema({ camelCase: text })],
    ["has a default and so must be optional", one({ type: "string", required: true, default: "x" })],
    ["must be a boolean", one({ ...text, type: "bool", default: "x" })],
    ["must be an integer", one({ ...text, type: "integer", default: 1.5 })],
    ["must be a bigint, not a number", one({ ...text, type: "int64", default: 1 })],
    ["must be from -9223372036854775808", one({ ...text, type: "int64", default: 2n ** 63n })],
    ["has allowNullElements but no elements", one({ ...text, allowNullElements: true })],
    ["has allowNullElements but no elements", object({}, { allowNullElements: true })],
    ["a null element, which needs allow", one({ ...text, type: "list(string)", default: [null] })],
    ["is write-only: the provider cannot set it", one({ ...text, computed: true, writeOnly: true })],
    ["its changes cannot be detected", one({ ...text, writeOnly: true, requiresReplace: true })],
    ["nothing in it can be computed", object({ b: { ...text, computed: true } }, { writeOnly: true })],
    ["has useStateForUnknown but is not computed", one({ ...text, useStateForUnknown: true })],
    ['attribute "a" has "requireReplace", but can only have', one({ ...text, requireReplace: true })],
    ['attribute "a.b" has "senstive"', object({ b: { ...text, senstive: true } })],
    ['attribute "a.b" must be required', object({ b: { type: "string" } })],
    ['has "semanticEquals", but', object({}, { semanticEquals: () => true })],
    [
      'attribute "a" has a wrong default: default.b must be a string, not undefined',
      object({ b: text }, { default: {} }),
    ],
    ['attribute "a" has a rule about "b"', object({}, { rules: [exactlyOneOf("b")] })],
    ['"a.b" is in a set: modifyPlan does not work there', inSet({ modifyPlan: () => null })],
    ['"a.b" is in a set: dynamic does not work there', inSet({ type: "dynamic" })],
    ['"a.b" is in a set: writeOnly does not work there', inSet({ writeOnly: true })],
    ['the schema has "verson"', () => schema({}, { verson: 1 })],
    ['the schema has a rule about "b"', () => schema({ a: text }, { rules: [exactlyOneOf("a", "b")] })],
    ['block "b" has "maxItem"', block({ type: "list(object)", maxItem: 1 })],
    ["has a maxItems that is not a whole number from 1", block({ type: "list(object)", maxItems: 0 })],
    ["has a minItems that is not a whole number from 0", block({ type: "list(object)", minItems: -1 })],
    ["the schema has a version that is not a whole number from 0", () => schema({}, { version: -1 })],
    ['block "b" has "allowNullElements"', block({ type: "list(object)", allowNullElements: true })],
    ["cannot have minItems or maxItems", block({ type: "object", maxItems: 1 })],
    [
      'block "x" has the name of an attribute',
      () => schema({ x: text }, { blocks: { x: { type: "object", attributes: {} } } }),
    ],
  ];
  test.each(refused)("%s", (message, define) => expect(define).toThrow(message));
});

test("A schema has the type of its attributes", () => {
  const size = { type: "integer", computed: true } as const;
  const schema = defineSchema({ attributes: { names: { ...text, type: "set(string)" }, size } });
  expect(schema.type).toEqual(["object", { names: ["set", "string"], size: "number" }]);
  expect(schema.version).toBe(0);
});

describe("A provider is refused if", () => {
  const provider = (parts: object) => () => defineProvider({ ...bareProvider, ...parts } as never);
  const named = (name: string) => defineSchema({ attributes: { [name]: text } });
  const schema = named("name");
  const read = () => ({});
  const computed = { attributes: { a: { type: "string", computed: true } } } as const;
  const withDefault = defineSchema({ attributes: { a: { ...text, default: "" } } });
  const mistaken = { attributes: { a: { ...text, type: "text" as never } } } as const;
  const mistakenResource = defineResource()({ schema: mistaken, create });
  const lister = defineListResource()({ schema: { attributes: {} }, list: () => [] });
  const resource = (part: object) => provider({ resources: { t_a: { schema, create, ...part } } });
  const withFunction = (name: string, ...parameters: object[]) =>
    provider({ functions: { [name]: { summary: "", parameters, returns: "string", call: create } } });
  const parameter = { name: "a", type: "string" };
  const identity = (attributes: object) => resource({ identity: { attributes } });
  const id = { type: "string", requiredForImport: true };

  const refused: [message: string, define: () => unknown][] = [
    ['version "1" is not a version such as "1.0.0"', provider({ version: "1" })],
    ['address "notes" must be NAMESPACE/TYPE or HOST', provider({ address: "notes" })],
    ["HOST/NAMESPACE/TYPE", provider({ address: "a/b/c/d" })],
    ['type "t_R" must be "t_" with lower case letters', provider({ resources: { t_R: { schema, create } } })],
    ['resource "t_a" must have the method create', provider({ resources: { t_a: { schema } } })],
    ['resource "t_a" must have the method create', resource({ create: "create" })],
    ['data source "t_a" must have the method read', provider({ dataSources: { t_a: { schema } } })],
    ['action "t_a" must have the method invoke', provider({ actions: { t_a: { schema } } })],
    [
      'ephemeral resource "t_a" must have the method open',
      provider({ ephemeralResources: { t_a: { schema } } }),
    ],
    ['type "other_a" must be "t_" with', provider({ resources: { other_a: { schema, create } } })],
    ['"t_a": attribute "count" has a name that', resource({ schema: named("count") })],
    ['"t_b": attribute "for_each"', provider({ dataSources: { t_b: { schema: named("for_each"), read } } })],
    ['"provider": attribute "alias"', provider({ schema: named("alias") })],
    ["cannot be computed here", provider({ schema: computed })],
    ["cannot be write-only here", provider({ schema: { attributes: { a: { ...text, writeOnly: true } } } })],
    ["cannot have a default here", provider({ dataSources: { t_a: { schema: withDefault, read } } })],
    ['"t_a": attribute "a" is of type "text"', provider({ resources: { t_a: mistakenResource } })],
    ['"provider": attribute "a" is of type "text"', provider({ schema: mistaken })],
    ["has two parameters with the same name", withFunction("twice", parameter, parameter)],
    ['"bad-name" is not a valid name', withFunction("bad-name")],
    ['parameter "a" has "allowNul"', withFunction("misspelt", { ...parameter, allowNul: true })],
    ["needs an identify function", identity({ id })],
    ["either requiredForImport", identity({ name: { type: "string" } })],
    ["is not an attribute of that type", identity({ name: { ...id, type: "int64" } })],
    ["primitive", identity({ name: { ...id, type: "map(string)" } })],
    ["an identity has attributes", identity({})],
    ['needs a resource "t_a" with an identity', provider({ listResources: { t_a: lister } })],
  ];
  test.each(refused)("%s", (message, define) => expect(define).toThrow(message));

  test.each([
    { version: "1.0.0-rc.1+build.2" },
    { address: "registry.example:8443/acme/notes" },
    // The arguments of an action are in a block of their own.
    { actions: { t_a: { schema: named("count"), invoke: create } } },
  ])("but not with %j", (parts) => expect(provider(parts)).not.toThrow());
});
