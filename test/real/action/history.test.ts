import { describe, expect } from "vitest";
import { readAttemptId, test } from "../../harness/action/action-with-sandbox.ts";

describe.concurrent("A reissue with a record", () => {
  test("is recorded before it is sent, in an environment of its own, with nothing in clear text", async ({
    world,
  }) => {
    const written: number[] = [];
    world.github.onCall = ({ method }) => {
      if (method === "post") written.push(world.sandbox.ledger.length);
    };
    const { code, outputs } = await world.reissue();
    expect(code).toBe(0);
    expect(outputs).toMatchObject({
      outcome: "done",
      code: "success",
      "already-done": "false",
      "certificate-id": world.sandbox.ledger[0]?.certificateId,
    });
    expect(written).toEqual([0, 1]);
    const [deployment] = world.github.deployments;
    expect(deployment?.body).toMatchObject({
      environment: "certorder-history",
      task: "certorder:reissue",
      auto_merge: false,
      required_contexts: [],
      production_environment: false,
      transient_environment: false,
    });
    expect(deployment?.statuses).toMatchObject([{ state: "success", body: { auto_inactive: false } }]);
    const stored = JSON.stringify(deployment);
    for (const secret of ["order-ssl-1", "cert-1001", world.sandbox.credentials.authKey, "example.com"])
      expect(stored).not.toContain(secret);
  });

  test("answers a re-run, and another job of the same run", async ({ world }) => {
    const first = await world.reissue();
    const again = await world.reissue({}, { runAttempt: 2 });
    expect(again.code).toBe(0);
    expect(again.outputs).toMatchObject({
      outcome: "done",
      "already-done": "true",
      "certificate-id": first.outputs["certificate-id"],
    });
    expect(again.summary).toContain("nothing was sent now");
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("is one attempt, however often it is tried before the service accepts it", async ({ world }) => {
    world.sandbox.fault({
      kind: "status",
      operation: "reissue",
      status: 429,
      body: '{"code":"request_too_fast"}',
    });
    expect((await world.reissue()).outputs).toMatchObject({ outcome: "done", tries: "2" });
    expect(world.github.deployments).toHaveLength(1);
    expect(world.github.deployments[0]?.statuses).toHaveLength(1);
  });

  test("A reissue of unknown outcome blocks the order in every run, until a person says that it did not happen", async ({
    world,
  }) => {
    world.sandbox.fault({ kind: "reset-before-reading", operation: "reissue" });
    const lost = await world.reissue();
    expect(lost.code).toBe(1);
    expect(lost.outputs).toMatchObject({ outcome: "unknown", code: "connection_lost" });
    expect(lost.said).toContain("Look the order up");

    for (const more of [{ runAttempt: 2 }, { runId: 8 }]) {
      const blocked = await world.reissue({}, more);
      expect(blocked.code).toBe(1);
      expect(blocked.outputs).toMatchObject({ outcome: "not-sent", code: "unresolved_attempt" });
      expect(blocked.said).toContain(`\n    resolve: ${readAttemptId(blocked.said)}:not-happened`);
      expect(blocked.said).toContain("https://github.com/acme/site/actions/runs/7");
    }
    const attempt = readAttemptId((await world.reissue({}, { runId: 8 })).said);
    expect(lost.said).toContain(attempt);
    expect(world.sandbox.ledger).toHaveLength(0);

    const early = await world.reissue({ resolve: `${attempt}:not-happened` }, { runId: 9 });
    expect(early.outputs).toMatchObject({ outcome: "not-sent", code: "journal_refused" });
    world.github.age(16 * 60_000);
    const resolved = await world.reissue({ resolve: `${attempt}:not-happened` }, { runId: 9 });
    expect(resolved.outputs).toMatchObject({ outcome: "done", "already-done": "false" });
    expect(world.sandbox.ledger).toHaveLength(1);
    // Left in the workflow, the input is about that attempt only.
    const again = await world.reissue({ resolve: `${attempt}:not-happened` }, { runId: 9, runAttempt: 2 });
    expect(again.outputs["already-done"]).toBe("true");
    expect(world.sandbox.ledger).toHaveLength(1);
  });
});
