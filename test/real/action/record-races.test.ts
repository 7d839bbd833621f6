import { describe, expect } from "vitest";
import { type ActionWithSandbox, test } from "../../harness/action/action-with-sandbox.ts";

describe.concurrent("A list that shows what is newer, of another order, before what is older", () => {
  const hiddenOnce = async (world: ActionWithSandbox) => {
    await world.reissueHere({ "order-id": "order-of-others" }, { runId: 20 });
    world.github.age(60_000);
    world.github.hide(world.github.deployments[0]?.id ?? 0, 1);
  };

  test("does not make a key be sent twice", async ({ world }) => {
    await world.reissueHere({ "idempotency-key": "k" }, { runId: 11 });
    await hiddenOnce(world);
    expect((await world.reissueHere({ "idempotency-key": "k" }, { runId: 12 })).outputs).toMatchObject({
      "already-done": true,
    });
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("does not hide what is open, now or later", async ({ world }) => {
    world.sandbox.fault({ kind: "reset-after-processing", operation: "reissue" });
    await world.reissueHere({}, { runId: 11 });
    await hiddenOnce(world);
    for (const runId of [12, 13])
      expect((await world.reissueHere({}, { runId })).outputs.code).toBe("unresolved_attempt");
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("does not swallow a new request either", async ({ world }) => {
    await world.reissueHere({}, { runId: 11 });
    await hiddenOnce(world);
    expect((await world.reissueHere({}, { runId: 12 })).outputs).toMatchObject({ "already-done": false });
    expect(world.sandbox.ledger).toHaveLength(2);
  });
});

describe.concurrent("Two runs at once", () => {
  test("send one reissue, however GitHub's lists lag", async ({ world }) => {
    world.github.lag = 2;
    const runs = await Promise.all([11, 12, 13].map((runId) => world.reissue({}, { runId })));
    expect(world.sandbox.ledger).toHaveLength(1);
    expect(
      runs.filter(({ outputs }) => outputs["already-done"] === "false" && outputs.outcome === "done"),
    ).toHaveLength(1);
    // The others say why, or get the first one's certificate.
    for (const { outputs } of runs)
      expect(["success", "order_busy", "unresolved_attempt"]).toContain(outputs.code);
    // The others do not block the order.
    world.github.age(60_000);
    expect((await world.reissue({}, { runId: 14 })).outputs.outcome).toBe("done");
  });

  test("The run that wrote first sends, if both looked before either wrote", async ({ world }) => {
    // Holds every first write back until both have come.
    let arrived = 0;
    let letGo = () => {};
    const both = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    world.github.onCall = ({ method, path }) => {
      if (method !== "post" || !path.endsWith("/deployments")) return;
      if (++arrived === 2) letGo();
      return both;
    };
    const runs = await Promise.all([11, 12].map((runId) => world.reissue({}, { runId })));
    expect(arrived).toBe(2);
    expect(world.sandbox.ledger).toHaveLength(1);
    expect(runs.map(({ outputs }) => outputs["already-done"] ?? "").sort()).toEqual(["false", "false"]);
    expect(runs.map(({ outputs }) => outputs.code).sort()).toEqual(["order_busy", "success"]);
  });

  test("The older run does not send as well, if a list has let the younger one through", async ({
    world,
  }) => {
    // The first run stands still after it has written; the second does not see it, and ends.
    let goOn = () => {};
    const written = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let posts = 0;
    world.github.onCall = ({ method, path }) => {
      if (method === "post" && path.endsWith("/deployments")) posts++;
      else if (method === "get" && path.endsWith("/deployments") && posts === 1) return written;
    };
    const older = world.reissue({}, { runId: 11 });
    while (world.github.deployments.length < 1) await new Promise((resolve) => setTimeout(resolve, 10));
    const [hidden] = world.github.deployments.splice(0, 1);
    posts = 2;
    expect((await world.reissue({}, { runId: 12 })).outputs.outcome).toBe("done");
    if (hidden) world.github.deployments.unshift(hidden);
    goOn();
    expect((await older).outputs).toMatchObject({ outcome: "not-sent", code: "reissued_since" });
    expect(world.sandbox.ledger).toHaveLength(1);
  });
});
