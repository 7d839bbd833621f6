import { expect, test } from "vitest";
import { presentable, redactor } from "../../../src/client/index.ts";

test.each(["\\", "&amp;", "%25", "\u001b]", "x"])("A secret is looked for in a mebibyte of %j", (unit) => {
  const text = unit.repeat(1_048_576 / unit.length);
  expect(presentable(text, redactor(['é"TopSecret&=%<>'])).length).toBeLessThanOrEqual(301);
});
