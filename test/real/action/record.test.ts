import { describe, expect } from "vitest";
import { attemptIn, test } from "../../harness/action/world.ts";

describe.concurrent("A reissue with a record", () => {
  test("is recorded before it is sent, in an environment of its own, with nothing in clear", async ({
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
      replayed: "false",
      "certificate-id": world.sandbox.ledger[0]?.certificateId,
    });
    expect(written).toEqual([0, 1]);
    const [deployment] = world.github.deployments;
    expect(deployment?.body).toMatchObject({
      environment: "certorder-record",
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

  test("is replayed by a re-run, and by another job of the same run", async ({ world }) => {
    const first = await world.reissue();
    const again = await world.reissue({}, { runAttempt: 2 });
    expect(again.code).toBe(0);
    expect(again.outputs).toMatchObject({
      outcome: "done",
      replayed: "true",
      "certificate-id": first.outputs["certificate-id"],
    });
    expect(again.summary).toContain("nothing was sent now");
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("of another run is sent, and another request of the same run is not", async ({ world }) => {
    await world.reissue();
    world.github.age(60_000);
    expect((await world.reissue({}, { runId: 8 })).outputs.replayed).toBe("false");
    expect(world.sandbox.ledger).toHaveLength(2);
    const other = await world.reissue({ "validity-days": "90" });
    expect(other.outputs).toMatchObject({ outcome: "not-sent", code: "idempotency_key_used" });
    expect(other.summary).toContain("This step sent nothing.");
    expect(world.sandbox.ledger).toHaveLength(2);
  });

  test("that was refused may be sent again by a re-run", async ({ world }) => {
    world.sandbox.fault({
      kind: "status",
      operation: "reissue",
      status: 400,
      body: '{"code":"out_of_stock"}',
    });
    expect((await world.reissue()).outputs).toMatchObject({ outcome: "rejected", code: "out_of_stock" });
    expect(world.github.deployments[0]?.statuses).toHaveLength(1);
    expect((await world.reissue({}, { runAttempt: 2 })).outputs.outcome).toBe("done");
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("is one attempt, however often it is tried before the service takes it", async ({ world }) => {
    world.sandbox.fault({
      kind: "status",
      operation: "reissue",
      status: 429,
      body: '{"code":"request_too_fast"}',
    });
    expect((await world.reissue()).outputs).toMatchObject({ outcome: "done", attempts: "2" });
    expect(world.github.deployments).toHaveLength(1);
    expect(world.github.deployments[0]?.statuses).toHaveLength(1);
  });

  test("of unknown outcome blocks the order in every run, until a person says that it did not happen", async ({
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
      expect(blocked.said).toContain(`\n    resolve: ${attemptIn(blocked.said)}:not-happened`);
      expect(blocked.said).toContain("https://github.com/acme/site/actions/runs/7");
    }
    const attempt = attemptIn((await world.reissue({}, { runId: 8 })).said);
    expect(lost.said).toContain(attempt);
    expect(world.sandbox.ledger).toHaveLength(0);

    const early = await world.reissue({ resolve: `${attempt}:not-happened` }, { runId: 9 });
    expect(early.outputs).toMatchObject({ outcome: "not-sent", code: "journal_refused" });
    world.github.age(16 * 60_000);
    const resolved = await world.reissue({ resolve: `${attempt}:not-happened` }, { runId: 9 });
    expect(resolved.outputs).toMatchObject({ outcome: "done", replayed: "false" });
    expect(world.sandbox.ledger).toHaveLength(1);
    // Left in the workflow, the input is about that attempt only.
    const again = await world.reissue({ resolve: `${attempt}:not-happened` }, { runId: 9, runAttempt: 2 });
    expect(again.outputs.replayed).toBe("true");
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("that happened and whose answer was lost is resolved with the certificate's id, and nothing is sent", async ({
    world,
  }) => {
    world.sandbox.fault({ kind: "reset-after-processing", operation: "reissue" });
    const attempt = attemptIn((await world.reissue()).said + (await world.reissue({}, { runId: 8 })).said);
    const id = world.sandbox.ledger[0]?.certificateId;
    const resolved = await world.reissue({ resolve: `${attempt}:${id}` }, { runId: 9 });
    expect(resolved.outputs).toMatchObject({ outcome: "done", replayed: "true", "certificate-id": id });
    expect((await world.reissue({ resolve: `${attempt}:not-happened` }, { runId: 10 })).said).toContain(
      "settled already",
    );
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("of which the service reported success cannot be resolved as not happened", async ({ world }) => {
    world.sandbox.fault({ kind: "no-certificate-id", operation: "reissue" });
    const lost = await world.reissue();
    expect(lost.outputs).toMatchObject({ outcome: "done-unread", code: "certificate_id_missing" });
    const blocked = await world.reissue({}, { runId: 8 });
    expect(blocked.said).toContain("its certificate id did not arrive");
    const refused = await world.reissue({ resolve: `${attemptIn(blocked.said)}:not-happened` }, { runId: 8 });
    expect(refused.said).toContain("did happen");
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("is not resolved by the id of another attempt", async ({ world }) => {
    world.sandbox.fault({ kind: "reset-before-reading", operation: "reissue" });
    await world.reissue();
    const { outputs, said } = await world.reissue({ resolve: "abcdefabcdef:not-happened" });
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "record_refused" });
    expect(said).toContain("this order has no attempt abcdefabcdef");
  });

  test("whose id a shell could misread is done, but its result is not passed on", async ({ world }) => {
    const body = JSON.stringify({ code: "success", data: { certificate: { id: "$(reboot)" } } });
    world.sandbox.fault({ kind: "status", operation: "reissue", status: 200, body });
    const ended = await world.reissue();
    expect(ended.code).toBe(1);
    expect(ended.outputs).toMatchObject({ outcome: "done-unread", code: "certificate_id_unusable" });
    expect(ended.outputs["certificate-id"]).toBeUndefined();
    expect((await world.reissue({}, { runId: 8 })).outputs.code).toBe("unresolved_attempt");
  });
});
