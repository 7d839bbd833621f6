import { expect, test } from "vitest";
import { listOutputs, outputs } from "../../../src/action/index.ts";
import { runAction } from "../../harness/action/action.ts";
import { test as sandboxTest } from "../../harness/action/action-with-sandbox.ts";

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

sandboxTest(
  "A reissue that the service refuses, an order that is blocked, and a dry run of it name the attempt",
  async ({ world }) => {
    world.refuse();
    const refused = await world.reissue({}, { runId: 7 });
    expect(refused.outputs).toMatchObject({ outcome: "rejected", sent: "true" });
    expect(refused.outputs["attempt-id"]).toMatch(/^[0-9a-f]{12}$/);
    world.lose();
    const lost = await world.reissue({}, { runId: 8 });
    const attempt = lost.outputs["attempt-id"];
    expect(attempt).toMatch(/^[0-9a-f]{12}$/);
    const blocked = await world.reissue({ "idempotency-key": "other" });
    expect(blocked.outputs).toMatchObject({ outcome: "not-sent", sent: "false", "attempt-id": attempt });
    const dry = await world.reissue({ "max-age": "60d", "dry-run": "true" });
    expect(dry.outputs).toMatchObject({
      outcome: "not-sent",
      "already-done": "false",
      "attempt-id": attempt,
    });
  },
);
