import { describe, expect } from "vitest";
import type { ActionWithSandbox } from "../../harness/action/action-with-sandbox.ts";
import { readAttemptId, test } from "../../harness/action/action-with-sandbox.ts";

describe.concurrent("A reissue with a record, if GitHub fails,", () => {
  const nothingSent = async (world: ActionWithSandbox) => {
    const ended = await world.reissue();
    expect(ended.code).toBe(1);
    expect(ended.outputs.outcome).toBe("not-sent");
    expect(world.sandbox.ledger).toHaveLength(0);
    return ended;
  };

  test.for([{}, { deployments: "read" }] as const)(
    "stops before sending without the permission, and prints the YAML: %j",
    async (permissions, { world }) => {
      world.github.permissions = permissions;
      const { said, outputs, summary } = await nothingSent(world);
      expect(outputs.code).toBe("history_unavailable");
      expect(said).toContain("permissions:\n  deployments: write");
      expect(said).toContain("forks");
      expect(summary).toContain("```yaml\npermissions:\n  deployments: write\n  actions: read\n```");
    },
  );

  test.for([202, 409, 422, 500])(
    "stops before sending unless the record is written with 201: %i",
    async (how, { world }) => {
      world.github.faults.push({ method: "post", path: /deployments$/, how });
      expect((await nothingSent(world)).outputs.code).toBe("history_unavailable");
    },
  );

  test("goes on if the answer to the record is lost, and a list shows the record", async ({ world }) => {
    world.github.faults.push({ method: "post", path: /deployments$/, how: "drop-after" });
    world.github.lag = 2;
    expect((await world.reissue()).outputs).toMatchObject({ outcome: "done", "already-done": "false" });
    expect(world.github.deployments).toHaveLength(1);
    expect((await world.reissue({}, { runAttempt: 2 })).outputs["already-done"]).toBe("true");
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("stops before sending if the answer to the record is lost and no list shows it, and shows the way out", async ({
    world,
  }) => {
    world.github.faults.push({ method: "post", path: /deployments$/, how: "drop-after" });
    world.github.lag = 20;
    const { said } = await nothingSent(world);
    const attempt = readAttemptId(said);
    expect(said).toContain(`\n    resolve: ${attempt}:not-happened`);
    world.github.catchUp();
    expect((await world.reissue({}, { runId: 8 })).outputs.code).toBe("unresolved_attempt");
    world.github.age(48 * 3_600_000);
    expect((await world.reissue({ resolve: `${attempt}:not-happened` }, { runId: 8 })).outputs.outcome).toBe(
      "done",
    );
  });

  test("waits out an outage while it reads", async ({ world }) => {
    world.github.faults.push({ method: "get", path: /deployments$/, how: 502 });
    world.github.faults.push({ method: "get", path: /deployments$/, how: "drop-before" });
    expect((await world.reissue()).outputs.outcome).toBe("done");
  });

  test("returns a result that cannot be recorded, with a warning", async ({ world }) => {
    world.github.faults.push({ method: "post", path: /statuses$/, how: 503, times: 9 });
    const { code, outputs, said } = await world.reissue();
    expect(code).toBe(0);
    expect(outputs["certificate-id"]).toBe(world.sandbox.ledger[0]?.certificateId);
    expect(said).toContain("The outcome could not be recorded");
    expect(said).not.toContain("not sent");
    world.github.faults.length = 0;
    const blocked = await world.reissue({}, { runId: 8 });
    expect(blocked.outputs.code).toBe("unresolved_attempt");
    expect(said).toContain(`\n    resolve: ${readAttemptId(blocked.said)}:${outputs["certificate-id"]}`);
  });

  test("stops at a record that was changed without the auth key", async ({ world }) => {
    await world.reissue();
    const [deployment] = world.github.deployments;
    const forged = {
      ...(deployment?.payload as object),
      process: "https://github.com/acme/site/actions/runs/8/attempts/1",
    };
    if (deployment) deployment.payload = JSON.stringify(forged);
    const { outputs, said } = await world.reissue({}, { runId: 8 });
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "history_not_genuine" });
    expect(said).toContain("deployment 101");
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("counts by GitHub's clock, not by the runner's", async ({ world }) => {
    world.sandbox.fault({ kind: "reset-after-processing", operation: "reissue" });
    const { outputs } = await world.reissueHere();
    const resolve = `${outputs["attempt-id"]}:not-happened`;
    const resolved = () => world.reissueHere({ resolve }, { runId: 8 });
    expect((await resolved()).outputs.code).toBe("journal_refused");
    world.github.clockSkewMs = 20 * 60_000;
    expect((await resolved()).outputs).toMatchObject({ outcome: "done", "already-done": false });
  });

  test("stops at a result that was copied from another record", async ({ world }) => {
    await world.reissue();
    world.github.age(60_000);
    world.sandbox.fault({ kind: "reset-before-reading", operation: "reissue" });
    await world.reissue({}, { runId: 8 });
    const [done, lost] = world.github.deployments;
    lost?.statuses.push(...(done?.statuses ?? []));
    expect((await world.reissue({}, { runId: 8, runAttempt: 2 })).outputs.code).toBe("history_not_genuine");
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("ignores statuses that GitHub adds, and reads old records on later pages", async ({ world }) => {
    await world.reissue();
    world.github.deployments[0]?.statuses.push({ state: "inactive", description: "", body: {} });
    const other = {
      ...world.github.deployments[0],
      payload: { v: 3, order: "another order" },
      statuses: [],
    };
    for (let id = 1000; id < 1150; id++) world.github.deployments.push({ ...other, id } as never);
    expect((await world.reissue({}, { runAttempt: 2 })).outputs["already-done"]).toBe("true");
  });

  test("stops before sending if the record is deleted right after it was written", async ({ world }) => {
    world.github.onCall = ({ method }) => {
      if (method === "get") world.github.deleteDeployments(() => true);
    };
    await nothingSent(world);
  });

  test("stops before sending if a list never ends", async ({ world }) => {
    world.github.endless = true;
    const { outputs, said } = await nothingSent(world);
    expect(outputs.code).toBe("history_unavailable");
    // Which of the two comes first depends on the machine.
    expect(said).toMatch(/its lists do not end|timeout-seconds are over/);
  });

  test("fails the step if the outputs cannot be written, shows the result, and a re-run replays it", async ({
    world,
  }) => {
    const { code, said } = await world.reissue({}, { env: { GITHUB_OUTPUT: "/nowhere/output" } });
    expect(code).toBe(1);
    expect(said).toContain("The outputs could not be written");
    expect(said).toContain(`certificate ${world.sandbox.ledger[0]?.certificateId}`);
    expect((await world.reissue({}, { runAttempt: 2 })).outputs["already-done"]).toBe("true");
    expect(world.sandbox.ledger).toHaveLength(1);
  });
});
