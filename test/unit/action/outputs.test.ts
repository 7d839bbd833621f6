import { expect, test } from "vitest";
import { listOutputs, outputs } from "../../../src/action/index.ts";
import { runAction } from "../../harness/action/action.ts";

const refused = { outcome: "not-sent", tries: "0", "duration-ms": "0" };
const notTested = { verdict: "unknown", reported: "false", "issue-number": "" };
const notReissued = { sent: "false", "already-done": "false", "certificate-id": "", "attempt-id": "" };

test.concurrent.each([
  ["callback-test", Object.keys(listOutputs("callback-test")), { ...refused, ...notTested }],
  ["reissue", Object.keys(listOutputs("reissue")), { ...refused, ...notReissued, verdict: "", due: "" }],
  ["renew", Object.keys(outputs), { ...refused, ...notTested, ...notReissued }],
])(
  "With wrong inputs, %s sets every output that it documents, and links to the page about them",
  async (operation, names, values) => {
    const ended = await runAction({ inputs: { operation } });
    expect(ended.code).toBe(1);
    expect(Object.keys(ended.outputs).sort()).toEqual(names.toSorted());
    expect(ended.outputs).toMatchObject(values);
    expect(Object.keys(JSON.parse(ended.outputs.json ?? "")).sort()).toEqual(
      names.filter((name) => name !== "json").sort(),
    );
    expect(ended.summary).toMatch(/^More: https:\S+\/errors\/\w+\/$/m);
  },
);

test("A monitor whose run lacks a variable of GitHub sets every output, too", async () => {
  const inputs = { operation: "callback-test", "report-issue": "true" };
  const ended = await runAction({ inputs, env: { GITHUB_SHA: undefined } });
  expect(ended.outputs).toMatchObject({ ...refused, ...notTested });
  expect(Object.keys(ended.outputs).sort()).toEqual(Object.keys(listOutputs("callback-test")).sort());
});
