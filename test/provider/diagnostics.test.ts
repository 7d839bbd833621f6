import { expect, test } from "vitest";
import { Issue } from "../../src/contract/index.ts";
import { fromIssues } from "../../src/provider/diagnostics.ts";

test.each([
  ["csr", "form", ["csr"]],
  ["csr", "private_key", undefined],
  ["elsewhere", "form", undefined],
] as const)(
  "a problem of %s (%s) is told at %j: the core quotes what it is pointed at",
  (field, rule, path) => {
    const [told] = fromIssues([new Issue(field, rule, "m", "r")], { attributes: { csr: {} } });
    expect(told?.path).toEqual(path);
    expect(told?.detail).toContain(rule === "private_key" ? "csr: m r" : "m r");
  },
);
