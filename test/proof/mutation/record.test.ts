import { describe, expect, test } from "vitest";
import { groups } from "./groups.ts";
import { changedSince, count, hashesOf } from "./record.ts";

const group = {
  name: "some",
  sources: ["src/journal/rules.ts", "src/journal/request-digest.ts"],
  tests: ["test/journal/rules.test.ts"],
};
const counted = count(group, []);
const [file = "", ...others] = group.sources;
const changed = { sha256: "another", mutants: 1, killed: 1 };

describe("what was counted has to be counted again", () => {
  test("not while everything is as it was", () => {
    expect(changedSince({ some: counted }, group)).toEqual([]);
  });

  test.each([
    ["when it never was", {}, [...group.sources, ...group.tests]],
    [
      "when a source has changed",
      { some: { ...counted, files: { ...counted.files, [file]: changed } } },
      [file],
    ],
    [
      "when a test has changed",
      { some: { ...counted, tests: { "test/journal/rules.test.ts": changed } } },
      group.tests,
    ],
    [
      "when a file has gone",
      { some: { ...counted, files: { ...counted.files, "src/gone.ts": changed } } },
      ["src/gone.ts"],
    ],
  ])("%s", (_, record, expected) => {
    expect(changedSince(record, group)).toEqual(expected);
  });

  test("when a file has changed while it was counted", () => {
    const hashes = { ...hashesOf(group), [file]: "what it held before" };
    expect(changedSince({ some: count(group, [], hashes) }, group)).toEqual([file]);
  });

  test("when a file has come", () => {
    const files = Object.fromEntries(Object.entries(counted.files).filter(([name]) => name === file));
    expect(changedSince({ some: { ...counted, files } }, group)).toEqual(others);
  });
});

test("every group has something to mutate, and tests that have to notice", () => {
  for (const { name, sources, tests } of groups) {
    expect(sources, name).not.toEqual([]);
    expect(tests, name).not.toEqual([]);
  }
});
