import { expect, test } from "vitest";
import { groups } from "./groups.ts";

test.each(groups)(
  "Group $name has sources to mutate, and tests that have to notice",
  ({ sources, tests }) => {
    expect(sources).not.toEqual([]);
    expect(tests).not.toEqual([]);
  },
);
