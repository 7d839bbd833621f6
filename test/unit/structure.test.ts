import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

const common = [
  "version.ts",
  "needs-node.ts",
  "own-process.ts",
  "waiting.ts",
  "in-order.ts",
  "share-calls.ts",
  "file-text.ts",
  "read-all.ts",
  "durable-file.ts",
  "interrupt.ts",
  "ancestors.ts",
  "addresses.ts",
  "plain-address.ts",
  "trust-context.ts",
];

/** Which folders of src a folder may use, by the table in CONTRIBUTING.md. */
const mayUse = new Map(
  [...readFileSync(join(root, "CONTRIBUTING.md"), "utf8").matchAll(/^\| `src\/(\S+)` \|.*\| (.+) \|$/gm)].map(
    ([, folder = "", folders = ""]) => [folder, new Set([...folders.split(", "), ...commonFor(folder)])],
  ),
);

/** Every folder may use the files in src itself, except the contract and the framework: they have to work without them. */
function commonFor(folder: string): readonly string[] {
  return ["contract", "plugin"].includes(folder) ? [] : common;
}

/** What other folders may import of a folder. Tables of codes are plain data, and load nothing else. */
const entries = new Set([
  // For the page in the browser, which all of the contract would make larger.
  join("contract", "count.ts"),
  join("contract", "printable.ts"),
  join("plugin", "schema-json.ts"),
  join("plugin", "testing", "index.ts"),
  join("plugin", "timeouts.ts"),
  join("plugin", "validators", "index.ts"),
  join("provider", "codes.ts"),
  join("action", "codes.ts"),
]);

interface Import {
  readonly from: string;
  readonly to: string;
}

const src = join(root, "src");
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
const imports: Import[] = files.flatMap((file) =>
  [...readFileSync(join(src, file), "utf8").matchAll(/(?:from|import\(?)\s*"(\.[^"]+)"/g)].map((match) => ({
    from: file,
    to: relative(src, join(src, file, "..", match[1] ?? "")),
  })),
);
const folderOf = (path: string) => path.split(sep)[0] ?? "";

/** The groups of files that import each other, directly or through others (Tarjan's algorithm). Type imports count. */
function circles(all: readonly Import[]): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    lowest.set(file, own);
    path.push(file);
    for (const { to } of all.filter(({ from }) => from === file)) {
      const reached = order.has(to) ? (path.includes(to) ? (order.get(to) ?? own) : own) : visit(to);
      lowest.set(file, Math.min(lowest.get(file) ?? own, reached));
    }
    const low = lowest.get(file) ?? own;
    if (low === own) {
      const group = path.splice(path.indexOf(file));
      if (group.length > 1 || all.some(({ from, to }) => from === file && to === file))
        found.push(group.sort());
    }
    return low;
  };
  for (const { from } of all) if (!order.has(from)) visit(from);
  return found;
}

describe("The source layout", () => {
  test("The imports are found", () => {
    expect(imports.length).toBeGreaterThan(50);
  });

  test("Every folder is in the table of CONTRIBUTING.md", () => {
    const folders = new Set(files.map(folderOf).filter((name) => !common.includes(name)));
    expect([...mayUse.keys()].sort()).toEqual([...folders].sort());
  });

  test("Imports go one way", () => {
    const usable = (from: string) => (common.includes(from) ? new Set(common) : mayUse.get(folderOf(from)));
    const wrong = imports.filter(
      ({ from, to }) => folderOf(from) !== folderOf(to) && !usable(from)?.has(folderOf(to)),
    );
    expect(wrong).toEqual([]);
  });

  test("Imports make no circle, also inside a folder", () => {
    expect(circles(imports)).toEqual([]);
  });

  test("An import circle is found, also one of three files", () => {
    const ring = ["a", "b", "c", "a"].map((file, index, ring) => ({
      from: file,
      to: ring[index + 1] ?? "d",
    }));
    expect(circles(ring)).toEqual([["a", "b", "c"]]);
  });

  test("Other folders import only the index.ts of a folder", () => {
    const isEntry = (to: string) => to === join(folderOf(to), "index.ts") || entries.has(to);
    const wrong = imports.filter(
      ({ from, to }) => folderOf(from) !== folderOf(to) && to.includes(sep) && !isEntry(to),
    );
    expect(wrong).toEqual([]);
  });

  test("The contract imports nothing, not even from Node", () => {
    const contract = files.filter((file) => folderOf(file) === "contract");
    const outside = contract.filter((file) => /from "(?!\.\/)/.test(readFileSync(join(src, file), "utf8")));
    expect(outside).toEqual([]);
  });

  test("The framework for providers uses nothing but Node", () => {
    const plugin = files.filter((file) => folderOf(file) === "plugin");
    const outside = plugin.filter((file) =>
      /^(?:import|export|}).* from "(?!\.|node:)/m.test(readFileSync(join(src, file), "utf8")),
    );
    expect(outside).toEqual([]);
  });

  test("Only the client's transport uses undici, and loads it with the first request", () => {
    const users = files.filter((file) => /["'(]undici["')]/.test(readFileSync(join(src, file), "utf8")));
    expect(users).toEqual([join("client", "transport.ts")]);
    const transport = readFileSync(join(src, "client", "transport.ts"), "utf8");
    expect(transport.match(/^import (?!type).*undici/m)).toBeNull();
  });
});

test("A test that is not nested has a name that begins with a capital letter, or with code", () => {
  const folder = join(root, "test");
  const tests = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".test.ts"),
  );
  // The name is the first text of the call, or of the second call after `test.each(…)`.
  const call =
    /^(?:test|describe)[.\w]*(?:<[^(\n]*>)?(?:\((?!\s*["`])[\s\S]*?\)(?=\(\s*["`]))?\(\s*["`]([^"`]*)/gm;
  const names = tests.flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(call)].map(([, name = ""]) => name),
  );
  const beginsWithCode = /^(?:certorder\b|[a-z]+[-_.A-Z])/;
  expect(names.length).toBeGreaterThan(200);
  expect(names.filter((name) => /^[a-z]/.test(name) && !beginsWithCode.test(name))).toEqual([]);
});
