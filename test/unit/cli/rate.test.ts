import { expect, test } from "vitest";
import { parseRate } from "../../../src/cli/rate.ts";

test.each([
  ["5/s", 5, 1_000],
  ["100/m", 100, 60_000],
  ["36/h", 36, 3_600_000],
])("The rate %s is %s in %s ms", (text, count, perMs) => {
  expect(parseRate("rate", text)).toEqual({ count, perMs });
});

test.each(["0/s", "5", "5/d", "-5/s", ""])("The rate %j is refused", (text) => {
  expect(() => parseRate("rate", text)).toThrow("--rate is not a rate above 0.");
});
