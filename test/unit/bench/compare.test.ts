import { expect, test } from "vitest";
import { isWorse, worseBy } from "../../bench/compare.ts";
import { type Measurement, median } from "../../bench/measurement.ts";

const measurement = (number: number, more: Partial<Measurement> = {}): Measurement => ({
  name: "throughput",
  what: "client throughput / undici",
  value: String(number),
  aim: "at least 0.90",
  met: true,
  kind: "speed",
  better: "higher",
  number,
  ...more,
});

test("The median is the run in the middle, and one bad run does not count", () => {
  const [bad, ...others] = [0.7, 0.93, 0.88].map((number) => measurement(number)) as [
    Measurement,
    ...Measurement[],
  ];
  expect(median([bad, ...others]).value).toBe("0.88");
  expect(median([bad]).value).toBe("0.7");
});

test("Of two runs in the middle the median is the lower one", () => {
  expect(median([measurement(2), measurement(1)]).number).toBe(1);
  expect(median([measurement(4), measurement(1), measurement(3), measurement(2)]).number).toBe(2);
});

test("A number is worse in the direction that its aim has", () => {
  expect(worseBy(measurement(0.5), 1)).toBe(1);
  expect(worseBy(measurement(2), 1)).toBe(-0.5);
  expect(worseBy(measurement(2, { better: "lower" }), 1)).toBe(1);
  expect(worseBy(measurement(0.5, { better: "lower" }), 1)).toBe(-0.5);
});

test.each<[kind: Measurement["kind"], within: number, beyond: number]>([
  ["speed", 114, 116],
  ["memory", 109, 111],
  ["size", 101, 103],
])("A number of kind %s is worse beyond its tolerance only", (kind, within, beyond) => {
  expect(isWorse(measurement(within, { kind, better: "lower" }), 100)).toBe(false);
  expect(isWorse(measurement(beyond, { kind, better: "lower" }), 100)).toBe(true);
  expect(isWorse(measurement(50, { kind, better: "lower" }), 100)).toBe(false);
});
