import { describe, expect, test } from "vitest";
import { formatRecorded, parseRecorded, replaceFigures } from "../../bench/recorded.ts";

const recorded = new Map([
  ["client/throughput", 0.91],
  ["bundles/csr", 8.8],
]);

describe("The recorded run", () => {
  test("has one figure a line, sorted by name, with three digits", () => {
    const measured = new Map([...recorded, ["action/bundle", 1449.7], ["client/throughput", 0.90649]]);
    expect(formatRecorded(measured)).toBe("action/bundle 1450\nbundles/csr 8.8\nclient/throughput 0.906\n");
  });

  test("is read as it was written", () => {
    expect(parseRecorded(formatRecorded(recorded))).toEqual(recorded);
    expect(parseRecorded("")).toEqual(new Map());
  });

  test.each(["client/throughput", "client/throughput fast", "client/throughput 0", "client/throughput 1 2"])(
    "is refused if a line of it is %j",
    (line) => {
      expect(() => parseRecorded(`bundles/csr 8.8\n${line}\n`)).toThrow(line);
    },
  );

  test("keeps the figures of parts that did not run", () => {
    const measured = new Map([["client/throughput", 0.95]]);
    expect(replaceFigures(recorded, measured, ["client"])).toEqual(
      new Map([
        ["bundles/csr", 8.8],
        ["client/throughput", 0.95],
      ]),
    );
  });

  test("loses a figure that its part no longer has, unless the part stopped early", () => {
    const measured = new Map([["client/latency", 1.2]]);
    expect([...replaceFigures(recorded, measured, ["client"]).keys()]).toEqual([
      "bundles/csr",
      "client/latency",
    ]);
    expect(replaceFigures(recorded, measured, []).get("client/throughput")).toBe(0.91);
  });
});
