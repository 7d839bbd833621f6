import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import type { Ended } from "../../harness/action/action.ts";
import {
  type ActionWithSandbox,
  hour,
  minute,
  test,
  until,
  withAnotherCsr,
} from "../../harness/action/action-with-sandbox.ts";

// Runs and jobs at the same time, while GitHub's lists are late: one of them sends.

type Run = Pick<Awaited<ReturnType<ActionWithSandbox["reissueHere"]>> | Ended, "outputs" | "said">;

/** One of those that requested at the same time was sent. The others say why they were not, or adopt that result. */
const expectOne = (ended: readonly Run[]) => {
  const sent = ended.filter(
    ({ outputs }) => outputs.outcome === "done" && String(outputs["already-done"]) === "false",
  );
  expect(sent).toHaveLength(1);
  for (const { outputs, said } of ended)
    if (outputs.outcome === "done")
      expect(outputs["certificate-id"]).toBe(sent[0]?.outputs["certificate-id"]);
    else {
      expect(["order_busy", "unresolved_attempt", "reissued_since"]).toContain(outputs.code);
      expect(said).toMatch(/actions\/runs\/\d+/);
      expect(said).not.toMatch(/nothing happened/i);
    }
};

describe.concurrent("Runs at once", () => {
  test.for([0, 1])("Two runs at once send once, 25 times, if lists lag by %i", async (lag, { world }) => {
    for (let round = 1; round <= 25; round++) {
      world.github.lag = lag;
      const runs = [2 * round, 2 * round + 1].map((runId) =>
        world.reissueHere(round % 2 ? {} : withAnotherCsr(), { runId }),
      );
      expectOne(await Promise.all(runs));
      expect(world.reissues).toBe(round);
      world.github.age(minute);
    }
  });

  test.for([1, 3])("Two runs %i seconds apart send once, with latency", async (seconds, { world }) => {
    // The first is at its answer for as long as it takes the second to begin.
    world.sandbox.addFault({ kind: "slow-bytes", operation: "reissue", everyMs: 70 });
    world.github.onCall = () => sleep(150);
    const first = world.reissueHere(withAnotherCsr(), { runId: 11 });
    await sleep(seconds * 1_000);
    expectOne(await Promise.all([first, world.reissueHere(withAnotherCsr(), { runId: 12 })]));
    expect(world.reissues).toBe(1);
  });

  test("Three processes send once if lists lag by two, and none blocks the order", async ({ world }) => {
    world.github.lag = 2;
    expectOne(await Promise.all([11, 12, 13].map((runId) => world.reissue({}, { runId }))));
    expect(world.reissues).toBe(1);
    world.github.age(minute);
    expect(await world.ends({}, { runId: 14 })).toBe("sent");
  });

  test("One of two runs sends if both looked before either wrote", async ({ world }) => {
    // Holds every first write back until both have come.
    const both = Promise.withResolvers<void>();
    let arrived = 0;
    world.github.onCall = ({ method, path }) => {
      if (method !== "post" || !path.endsWith("/deployments")) return;
      if (++arrived === 2) both.resolve();
      return both.promise;
    };
    const runs = await Promise.all([11, 12].map((runId) => world.ends({}, { runId })));
    expect(runs.sort()).toEqual(["order_busy", "sent"]);
    expect(world.reissues).toBe(1);
  });

  test("One of two renewals at once sends, and the other is blocked or answered", async ({ world }) => {
    await world.reissueHere({}, { runId: 1 });
    world.github.age(31 * 24 * hour);
    const renewal = { "max-age": "30d" };
    expectOne(await Promise.all([11, 12].map((runId) => world.reissueHere(renewal, { runId }))));
    expect(world.reissues).toBe(2);
    expect(await world.ends(renewal, { runId: 13 })).toBe("answered");
  });

  test("The younger run sends if a list let it through before it showed the older", async ({ world }) => {
    // The older stands still after it has written. The younger does not see it, and ends.
    const goOn = Promise.withResolvers<void>();
    let isHeld = true;
    world.github.onCall = ({ method, path }) => {
      const hasWritten = world.github.deployments.length > 0;
      if (isHeld && hasWritten && method === "get" && path.endsWith("/deployments")) return goOn.promise;
    };
    const older = world.ends({}, { runId: 11 });
    await until(() => world.github.deployments.length === 1);
    const hidden = world.github.deployments.splice(0, 1);
    isHeld = false;
    expect(await world.ends({}, { runId: 12 })).toBe("sent");
    world.github.deployments.unshift(...hidden);
    goOn.resolve();
    expect(await older).toBe("reissued_since");
    expect(world.reissues).toBe(1);
    // The older one does not block the order, and hides nothing.
    world.github.age(minute);
    expect(await world.ends({}, { runId: 13 })).toBe("sent");
  });

  test("A run gets the result of another run that began and ended between its look and its record", async ({
    world,
  }) => {
    let other: Promise<string> | undefined;
    world.github.onCall = async ({ method, path }) => {
      if (method !== "post" || !path.endsWith("/deployments") || other) return;
      other = world.ends({}, { runId: 11 });
      await other;
    };
    expect(await world.ends({}, { runId: 12 })).toBe("answered");
    expect(await other).toBe("sent");
    expect(world.reissues).toBe(1);
    // A key that was answered stays answered, whatever is sent later.
    expect(JSON.stringify(world.github.deployments)).not.toMatch(/order-ssl-1|cert-1001/);
    expect(await world.ends({}, { runId: 12, runAttempt: 2 })).toBe("answered");
    expect(await world.ends({}, { runId: 13 })).toBe("sent");
    expect(await world.ends({}, { runId: 12, runAttempt: 3 })).toBe("idempotency_key_used");
  });
});

test.concurrent("Of two jobs of one run at once, one sends, and the other says that the order is busy", async ({
  world,
}) => {
  world.sandbox.addFault({ kind: "slow-bytes", operation: "reissue", everyMs: 20 });
  const first = world.ends();
  await until(() => world.reissues === 1);
  const second = await world.reissueHere();
  expect(second.outputs).toMatchObject({ outcome: "not-sent", code: "order_busy" });
  expect(second.said).toContain("Wait until it ends.");
  expect(await first).toBe("sent");
  expect(await world.ends()).toBe("answered");
  expect(world.reissues).toBe(1);
});

describe.concurrent("A list that shows what is newer, of another order, before what is older", () => {
  const hideOnce = async (world: ActionWithSandbox) => {
    await world.reissueHere({ "order-id": "order-of-others" }, { runId: 20 });
    world.github.age(minute);
    world.github.hide(world.github.deployments[0]?.id ?? 0, 1);
  };

  const key = { "idempotency-key": "k" };
  test.for([
    ["does not make a key be sent twice", { inputs: key, losesAnswer: false, ends: "answered", reissues: 1 }],
    [
      "does not hide what is open, now or later",
      { inputs: {}, losesAnswer: true, ends: "unresolved_attempt", reissues: 1 },
    ],
    // The run did not know that certificate. A person who wants one more uses another key.
    ["answers a new key", { inputs: {}, losesAnswer: false, ends: "answered", reissues: 1 }],
  ] as const)("%s", async ([_, { inputs, losesAnswer, ends, reissues }], { world }) => {
    if (losesAnswer) world.lose("after");
    await world.reissueHere(inputs, { runId: 11 });
    await hideOnce(world);
    expect(await world.ends(inputs, { runId: 12 })).toBe(ends);
    if (losesAnswer) expect(await world.ends(inputs, { runId: 13 })).toBe(ends);
    expect(world.reissues).toBe(reissues);
  });
});
