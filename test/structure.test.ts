import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

const common = ["version.ts", "needs-node.ts", "own-process.ts"];

/** Which rooms of src a room may use, as CONTRIBUTING.md has it. Everybody may know those of `common`. */
const mayUse = new Map(
  [...readFileSync(join(root, "CONTRIBUTING.md"), "utf8").matchAll(/^\| `src\/(\S+)` \|.*\| (.+) \|$/gm)].map(
    ([, room = "", rooms = ""]) => [room, new Set([...rooms.split(", "), ...common])],
  ),
);

interface Import {
  readonly from: string;
  readonly to: string;
}

const src = join(root, "src");
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
const imports: Import[] = files.flatMap((file) =>
  [...readFileSync(join(src, file), "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map((match) => ({
    from: file,
    to: relative(src, join(src, file, "..", match[1] ?? "")),
  })),
);
const room = (path: string) => path.split(sep)[0] ?? "";

describe("the rooms of the house", () => {
  test("imports were found at all", () => {
    expect(imports.length).toBeGreaterThan(50);
  });

  test("every room stands in the table", () => {
    const rooms = new Set(files.map(room).filter((name) => !common.includes(name)));
    expect([...mayUse.keys()].sort()).toEqual([...rooms].sort());
  });

  test("imports go one way", () => {
    const usable = (from: string) => (common.includes(from) ? new Set(common) : mayUse.get(room(from)));
    const wrong = imports.filter(({ from, to }) => room(from) !== room(to) && !usable(from)?.has(room(to)));
    expect(wrong).toEqual([]);
  });

  test("a folder is entered by its index.ts only", () => {
    const wrong = imports.filter(
      ({ from, to }) => room(from) !== room(to) && to.includes(sep) && !to.endsWith(`${sep}index.ts`),
    );
    expect(wrong).toEqual([]);
  });

  test("the contract imports nothing, not even from Node", () => {
    const contract = files.filter((file) => room(file) === "contract");
    const outside = contract.filter((file) => /from "(?!\.\/)/.test(readFileSync(join(src, file), "utf8")));
    expect(outside).toEqual([]);
  });

  test("the framework for providers uses nothing but Node", () => {
    const plugin = files.filter((file) => room(file) === "plugin");
    const outside = plugin.filter((file) =>
      /^(?:import|export|}).* from "(?!\.|node:)/m.test(readFileSync(join(src, file), "utf8")),
    );
    expect(outside).toEqual([]);
  });

  test("only the client's transport knows undici, and loads it when the first request is made", () => {
    const users = files.filter((file) => /["'(]undici["')]/.test(readFileSync(join(src, file), "utf8")));
    expect(users).toEqual([join("client", "transport.ts")]);
    const transport = readFileSync(join(src, "client", "transport.ts"), "utf8");
    expect(transport.match(/^import (?!type).*undici/m)).toBeNull();
  });
});
