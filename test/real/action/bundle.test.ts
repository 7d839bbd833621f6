import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundleAction, readFolder } from "../../../scripts/action-bundle.ts";
import { inputs, outputs } from "../../../src/action/index.ts";
import { callbackTestFields, kebabCase, settings } from "../../../src/contract/index.ts";
import { bundle, newFolder, root } from "../../harness/action/action.ts";

const text = readFileSync(bundle, "utf8");
const actionYml = readFileSync(join(root, "action.yml"), "utf8");

describe("The bundle in dist", () => {
  test("is what the sources make, byte for byte, wherever it is made", async () => {
    const committed = readFolder(join(root, "dist"));
    for (let time = 1; time <= 2; time++) {
      const folder = newFolder();
      await bundleAction(folder);
      const made = readFolder(folder);
      expect([...made.keys()]).toEqual([...committed.keys()]);
      for (const [name, code] of made)
        expect(code === committed.get(name), `dist/${name}: run npm run build:action`).toBe(true);
    }
  });

  test("holds one undici, no path of the machine that made it, and is small enough to be reviewed", () => {
    expect(text.match(/^\/\/ node_modules\/undici\/lib\/dispatcher\/client\.js$/gm)).toHaveLength(1);
    expect(text).not.toMatch(/node_modules\/[^\n]*\/node_modules\/undici/);
    expect(text).not.toContain(root);
    expect(Buffer.byteLength(text)).toBeLessThan(1_250_000);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(100_000);
  });

  test("loads no second undici, and what talks to the server of a journal only when it is needed", () => {
    expect(text).not.toMatch(/^import .* from "(?:node:)?https?";$/m);
    expect(text).not.toMatch(/^\/\/ node_modules\/(?:pg|@aws-sdk)\//m);
    expect(text).not.toMatch(/^\/\/ (?:src\/inspector|node_modules\/preact)\//m);
    for (const name of ["postgres", "s3"]) expect(text).toContain(`import("./${name}.js")`);
  });

  test("lists the licence of every package in it", () => {
    const packages = new Set(
      [...text.matchAll(/^\/\/ node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm)].map(([, name]) => name),
    );
    const licences = readFileSync(join(root, "dist", "licenses.txt"), "utf8");
    for (const name of packages) expect(licences).toMatch(new RegExp(`^${name} \\d`, "m"));
  });
});

describe("action.yml", () => {
  const declared = (section: string) => {
    const [, entries = ""] = new RegExp(`^${section}:\\n((?:  .*\\n)+)`, "m").exec(actionYml) ?? [];
    return [...entries.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => name);
  };

  test("has every field of a callback test and every setting as an input", () => {
    const names = Object.keys({ ...callbackTestFields, ...settings }).map(kebabCase);
    expect(declared("inputs")).toEqual(expect.arrayContaining(names));
    expect(declared("inputs")).toEqual(Object.keys(inputs));
  });

  test("declares the outputs", () => {
    expect(declared("outputs")).toEqual(Object.keys(outputs));
  });
});
