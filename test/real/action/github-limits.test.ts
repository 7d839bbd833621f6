import { describe, expect } from "vitest";
import { readAttemptId, test } from "../../harness/action/action-with-sandbox.ts";
import type { Fault } from "../../harness/action/fake-github.ts";

// GitHub turns calls away with a status that it also has for missing permissions, and says for how long.

const secondary = (seconds: number) => ({
  how: 403,
  message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
  headers: { "retry-after": String(seconds), "x-ratelimit-remaining": "4000" },
});
const primary = (seconds: number) => ({
  how: 403,
  message: "API rate limit exceeded for installation.",
  headers: {
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + seconds),
  },
});
const calls: readonly Pick<Fault, "method" | "path">[] = [
  { method: "get", path: /deployments$/ },
  { method: "post", path: /deployments$/ },
  { method: "post", path: /statuses$/ },
];

describe.concurrent("A rate limit of GitHub", () => {
  test.for([
    ["secondary", secondary],
    ["primary", primary],
    ["of status 429", (seconds: number) => ({ ...secondary(seconds), how: 429 })],
  ] as const)("that is %s is waited out in every call", async ([_, limit], { world }) => {
    for (const call of calls) world.github.faults.push({ ...call, ...limit(1) });
    const { outputs } = await world.reissueHere();
    expect(outputs).toMatchObject({ outcome: "done" });
    expect(world.github.faults).toEqual([]);
    // What was turned away was not carried out, so there is one of each.
    expect(world.github.deployments).toHaveLength(1);
    expect(world.github.deployments[0]?.statuses).toHaveLength(1);
  });

  test("is waited out for an issue, too", async ({ world }) => {
    for (const method of ["get", "post"])
      world.github.faults.push({ method, path: /issues$/, ...secondary(1) });
    await world.checkHere("callback_send_error");
    expect(world.github.issues).toMatchObject([{ state: "open" }]);
  });

  test.for([
    ["that lasts longer than there is time", secondary(3_600)],
    ["that does not say how long", { how: 403, message: "You have exceeded a secondary rate limit." }],
  ] as const)("%s is reported as a limit, at once", async ([_, limit], { world }) => {
    world.github.faults.push({ method: "get", path: /deployments$/, ...limit });
    const started = performance.now();
    const { outputs, said } = await world.reissueHere({ "timeout-seconds": "20" });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "history_unavailable" });
    expect(said).toContain("rate limit is used up");
    expect(said).not.toContain("permission");
  });

  test("A rate limit between the record and the request leaves an attempt that the next run knows as not sent", async ({
    world,
  }) => {
    let isLimited = false;
    world.github.onCall = ({ method, path }) => {
      if (method === "post" && path.endsWith("/deployments") && !isLimited) {
        isLimited = true;
        world.github.faults.push({ method: "get", path: /deployments/, times: 9, ...secondary(3_600) });
      }
    };
    const { outputs } = await world.reissueHere();
    expect(outputs.outcome).toBe("not-sent");
    expect(world.sandbox.ledger).toHaveLength(0);
    world.github.faults.length = 0;
    expect((await world.reissueHere({}, { runAttempt: 2 })).outputs.outcome).toBe("done");
  });

  test("A rate limit that lets nothing be written leaves an open attempt, and the message shows how to resolve it", async ({
    world,
  }) => {
    let isLimited = false;
    world.github.onCall = ({ method, path }) => {
      if (method === "post" && path.endsWith("/deployments") && !isLimited) {
        isLimited = true;
        for (const method of ["get", "post"])
          world.github.faults.push({ method, path: /deployments\b./, times: 9, ...secondary(3_600) });
        world.github.faults.push({ method: "get", path: /deployments$/, times: 9, ...secondary(3_600) });
      }
    };
    const { outputs, said } = await world.reissueHere();
    expect(outputs.outcome).toBe("not-sent");
    expect(said).toContain(`\n    resolve: ${readAttemptId(said)}:not-happened`);
    world.github.faults.length = 0;
    const blocked = await world.reissueHere({}, { runAttempt: 2 });
    expect(blocked.outputs.code).toBe("unresolved_attempt");
    expect(readAttemptId(blocked.said)).toBe(readAttemptId(said));
  });
});

describe.concurrent("A GitHub that hangs", () => {
  test("The action gives up when timeout-seconds are over", async ({ world }) => {
    world.github.onCall = () => new Promise(() => {});
    const started = performance.now();
    const { outputs } = await world.reissueHere({ "timeout-seconds": "3" });
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "history_unavailable" });
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test("The action writes the outcome again if GitHub hangs and then fails once", async ({ world }) => {
    let asked = 0;
    world.github.onCall = async ({ method, path }) => {
      if (method === "post" && path.endsWith("/statuses") && asked++ === 0)
        await new Promise((resolve) => setTimeout(resolve, 3_000));
    };
    world.github.faults.push({ method: "post", path: /\/statuses$/, how: 502, times: 1 });
    const { outputs } = await world.reissueHere({ "timeout-seconds": "3" });
    expect(outputs.outcome).toBe("done");
    expect(asked).toBe(2);
    expect((await world.reissueHere({}, { runAttempt: 2 })).outputs["already-done"]).toBe(true);
  });

  test("does not lose a result, and takes little time", async ({ world }) => {
    world.github.onCall = ({ path }) => (path.endsWith("/statuses") ? new Promise(() => {}) : undefined);
    const started = performance.now();
    const { outputs } = await world.reissueHere({ "timeout-seconds": "3" });
    expect(outputs.outcome).toBe("done");
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});
