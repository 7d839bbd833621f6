import { describe, expect } from "vitest";
import { reissueInputs } from "../../harness/action/action.ts";
import { test } from "../../harness/action/action-with-sandbox.ts";

const success = {
  kind: "status",
  operation: "callback-test",
  status: 200,
  body: '{"code":"success"}',
} as const;
const failure = { ...success, status: 400, body: '{"code":"callback_response_not_200"}' };
const required = { "require-callback": "true" };

describe.concurrent("require-callback", () => {
  test("sends nothing while the callback fails: the step fails with the verdict, and a re-run goes on", async ({
    world,
  }) => {
    world.sandbox.fault(failure);
    const failed = await world.reissueHere(required);
    expect(failed.level).toBe("failed");
    expect(failed.outputs).toMatchObject({
      outcome: "not-sent",
      code: "callback_response_not_200",
      verdict: "fail",
    });
    expect(failed.said).toContain("The reissue was not sent: callback_response_not_200");
    expect(failed.said).toContain("Look at the receiver's log.");
    expect(world.github.deployments).toEqual([]);
    expect(world.sandbox.ledger).toEqual([]);

    world.sandbox.fault(success);
    const again = await world.reissueHere(required, { runAttempt: 2 });
    expect(again.outputs).toMatchObject({ outcome: "done", "already-done": false, verdict: "pass" });
    const once = await world.reissueHere(required, { runAttempt: 3 });
    expect(once.outputs).toMatchObject({ outcome: "done", "already-done": true });
    expect(once.outputs).not.toHaveProperty("verdict");
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("says to leave resolve out the next time", async ({ world }) => {
    world.sandbox.fault({ kind: "reset-before-reading", operation: "reissue" });
    const lost = await world.reissueHere();
    world.github.age(20 * 60_000);
    world.sandbox.fault(failure);
    const resolve = `${lost.outputs["attempt-id"]}:not-happened`;
    const failed = await world.reissueHere({ ...required, resolve }, { runId: 8 });
    expect(failed.outputs).toMatchObject({ outcome: "not-sent", verdict: "fail" });
    expect(failed.said).toContain("The resolve entry is recorded. Start a new run without it");
    world.sandbox.fault(success);
    expect((await world.reissueHere(required, { runId: 9 })).outputs.outcome).toBe("done");
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("The bundle tests the callback first, and says so in a dry run", async ({ world }) => {
    const dry = await world.run({ ...reissueInputs, ...required, "dry-run": "true" });
    expect(dry.stdout).toContain("The callback would be tested first.");
    expect(world.sandbox.requests).toEqual([]);
    world.sandbox.fault(success);
    const ended = await world.run({ ...reissueInputs, ...required });
    expect(ended.outputs.outcome).toBe("done");
    expect(world.sandbox.requests.map(({ operation }) => operation)).toEqual(["callback-test", "reissue"]);
  });
});
