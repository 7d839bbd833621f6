import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { certorder, newFolder } from "./cli.ts";

test.each([["../../evil"], ["a/b"], [""], ["b a d"]])("no host, no folder: %j", async (host) => {
  const mirror = join(newFolder(), "mirror");
  for (const args of [
    ["provider", "install", "--dir", mirror, "--host", host],
    ["provider", "schema", "--host", host],
  ])
    expect(await certorder(args)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("--host"),
    });
  expect(existsSync(mirror)).toBe(false);
});

test("a place that cannot be written to is named, and what to do", async () => {
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  const args = ["provider", "install", "--dir", join(file, "x"), "--host", "registry.example.com"];
  const { code, stderr } = await certorder(args);
  expect(code).toBe(2);
  expect(stderr).toContain("cannot be put into");
  expect(stderr).not.toContain("    at ");
});

test("is put where a core looks for it, and what was there before is gone", async () => {
  const mirror = newFolder();
  const args = ["provider", "install", "--dir", mirror, "--host", "registry.example.com"];
  for (let time = 0; time < 2; time++) expect(await certorder(args)).toMatchObject({ code: 0 });
  const folder = join(mirror, "registry.example.com", "certorder", "certorder");
  const [version = ""] = readdirSync(folder);
  expect(readdirSync(join(folder, version))).toHaveLength(1);
});
