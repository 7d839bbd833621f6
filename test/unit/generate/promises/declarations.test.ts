import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { comparePromises } from "../../../../src/generate/promises/compare.ts";
import { describeExports } from "../../../../src/generate/promises/declarations.ts";

const client = `import type { Options, Result } from "./types.ts";
/** … */
export declare class Client {
    #private;
    private secret;
    constructor(options: Options);
    get name(): string;
    /** Sends. */
    send(order: string, listener?: (result: Result) => void): Promise<Result>;
}
export declare function start(one: string): void;
export declare function start(one: number): void;
`;
const types = `declare const codes: { readonly lost: { readonly what: "It was lost."; }; };
export declare const outcomes: { readonly done: { readonly what: "It happened."; readonly code: "a-b"; }; };
export type Code = keyof typeof codes;
interface Base { readonly url: string; }
export interface Options extends Base { readonly mode?: "a" | "b" | undefined; }
export interface Result { readonly id: string; /** … */ readonly more?: { readonly x: number; }; }
export interface Unrelated { readonly id: string; }
`;

function described(changed: { readonly client?: string; readonly types?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "certorder-declarations-"));
  writeFileSync(join(folder, "client.d.ts"), changed.client ?? client);
  writeFileSync(join(folder, "types.d.ts"), changed.types ?? types);
  const index = `export * from "./client.ts";\nexport { type Code, type Options, outcomes, type Result } from "./types.js";\nexport * as more from "elsewhere";\n`;
  writeFileSync(join(folder, "index.d.ts"), index);
  return describeExports({ package: join(folder, "index.d.ts") });
}

test("The exports of a package are described, with the types that they need and no others", () => {
  expect(described()).toEqual({
    "not exported: Base": { url: { give: "string" } },
    "not exported: codes": { lost: { read: "any" } },
    "package: Code": { Code: { read: "keyof typeof codes" } },
    "package: outcomes": { done: { read: '{ readonly what: string; readonly code: "a-b"; }' } },
    "package: Client": {
      name: { read: "string" },
      "constructor()": { read: "" },
      "constructor(1)": { give: "Options" },
      "send()": { read: "Promise<Result>" },
      "send(1)": { give: "string" },
      "send(2)": { give: "(result: Result) => void", optional: true },
    },
    "package: Options": {
      extends: { read: "Base" },
      mode: { give: "word | undefined", optional: true, values: ["a", "b"] },
    },
    "package: Result": { id: { read: "string" }, more: { read: "{ readonly x: number; }", optional: true } },
    "package: more": { more: { read: "all of elsewhere" } },
    "package: start": {
      "start()": {
        read: "declare function start(one: string): void; declare function start(one: number): void;",
      },
    },
  });
});

test.each([
  [
    "a further optional option",
    { types: types.replace("{ readonly mode", "{ readonly n?: number; readonly mode") },
    "feature",
  ],
  [
    "a further needed option",
    { types: types.replace("{ readonly mode", "{ readonly n: number; readonly mode") },
    "breaking",
  ],
  [
    "a needed option of a type that is not exported",
    { types: types.replace("readonly url", "readonly n: number; readonly url") },
    "breaking",
  ],
  [
    "a further field of a result, which users only read",
    { types: types.replace("Result { readonly id", "Result { readonly n: number; readonly id") },
    "feature",
  ],
  [
    "a further optional argument",
    { client: client.replace("void): Promise", "void, more?: string): Promise") },
    "feature",
  ],
  [
    "a further needed argument",
    { client: client.replace("constructor(options: Options", "constructor(options: Options, more: string") },
    "breaking",
  ],
  [
    "a result that may be missing",
    { types: types.replace("Result { readonly id", "Result { readonly id?") },
    "breaking",
  ],
  ["a further code", { types: types.replace("codes: {", "codes: { readonly more: {};") }, "feature"],
  ["a method that is gone", { client: client.replace(/ {4}send.*\n/, "") }, "breaking"],
] as const)("The effect of %s is known", (_, changed, effect) => {
  const changes = comparePromises({ exports: described() }, { exports: described(changed) });
  expect(changes.map((change) => change.effect)).toContain(effect);
  expect(new Set(changes.map((change) => change.effect)).size).toBe(1);
});

test.each([
  ["a comment", { client: client.replace("Sends.", "Sends it.") }],
  ["a text", { types: types.replace("It was lost.", "It is lost.").replace("It happened.", "Yes, it did.") }],
  ["the name of an argument", { client: client.replace("send(order", "send(orderId") }],
  ["a private member", { client: client.replace("private secret", "private other") }],
])("A change of %s is none", (_, changed) => {
  expect(described(changed)).toEqual(described());
});
