import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../new-folder.ts";
import { reissue, Stage } from "./stage.ts";

// Which Node runs the provider, and how, is up to the user's environment.

test.concurrent("options for Node that load modules, as tracing and TypeScript loaders ask for, reach the provider", async () => {
  const folder = newFolder("certorder-node-");
  const note = join(folder, "loaded");
  const module = join(folder, "module.mjs");
  writeFileSync(
    module,
    `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(note)}, "yes");`,
  );
  await using stage = await Stage.open({ env: { NODE_OPTIONS: `--import=${module}` } });
  await stage.begin(reissue());
  await stage.applies();
  expect(readFileSync(note, "utf8")).toBe("yes");
});

test.concurrent("without a Node, or with one that is too old, the core shows what the provider needs", async () => {
  const folder = newFolder("certorder-node-");
  await using stage = await Stage.open();
  await stage.begin(reissue());
  const planWith = (path: string, env = {}) =>
    stage.workspace.start(["plan", "-no-color"], { PATH: path, ...env }).ended;
  expect((await planWith(folder)).text).toMatch(/needs Node 22\.19 or later; there is no node on the PATH/);

  const older = join(folder, "older.cjs");
  writeFileSync(older, 'Object.defineProperty(process, "versions", { value: { node: "22.18.0" } });');
  symlinkSync(process.execPath, join(folder, "node"));
  const withOld = await planWith([folder, process.env.PATH].join(delimiter), {
    NODE_OPTIONS: `--require=${older}`,
  });
  expect(withOld.text).toMatch(/needs Node 22\.19 or later; node on the PATH is v\d+/);
});
