import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

// The page that compares the framework with HashiCorp's. Each claim about ours has a test.

const folder = join(import.meta.dirname, "..", "..", "..", "docs", "plugin");
const page = readFileSync(join(folder, "comparison.md"), "utf8");

/** The cells of each row, without the heads of the tables. */
const rows = [...page.matchAll(/^\|(?!feature\||---)(.+)\|$/gm)].map(([, cells = ""]) => cells.split("|"));

test("The comparison with Go has three cells in each row, and says has, lacks or better in two", () => {
  expect(rows.length).toBeGreaterThan(50);
  const wrong = rows.filter(
    ([, go = "", ours = "", ...more]) =>
      more.length > 0 || ![go, ours].every((cell) => /^\[?(has|lacks|better)\b/.test(cell)),
  );
  expect(wrong).toEqual([]);
});

test("Each feature that the framework claims in the comparison links to a test that exists", () => {
  const unproven = rows.filter(([, , ours = ""]) => {
    const [, link] = /\]\((.+?\.test\.ts)\)/.exec(ours) ?? [];
    return !ours.startsWith("lacks") && (link === undefined || !existsSync(join(folder, link)));
  });
  expect(unproven).toEqual([]);
});

test("The comparison with Go has no dead link", () => {
  const links = [...page.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = ""]) => link);
  expect(links.filter((link) => !existsSync(join(folder, link)))).toEqual([]);
});
