import { describe, expect } from "vitest";
import { startAction } from "../../harness/action/action.ts";
import { test, until } from "../../harness/action/action-with-sandbox.ts";

// The bundle and what it remembers, from run to run.

test.concurrent("A reissue is recorded before it is sent, in an environment of its own, with nothing in clear text", async ({
  world,
}) => {
  const written: number[] = [];
  world.github.onCall = ({ method }) => {
    if (method === "post") written.push(world.reissues);
  };
  // However often it is tried before the service accepts it, it is one attempt.
  const body = '{"code":"request_too_fast"}';
  world.sandbox.addFault({ kind: "status", operation: "reissue", status: 429, body });
  const first = await world.reissue();
  const certificate = world.sandbox.ledger[0]?.certificateId ?? "";
  const result = { outcome: "done", code: "success", "certificate-id": certificate };
  expect(first).toMatchObject({ code: 0, outputs: { ...result, "already-done": "false", tries: "2" } });
  expect(JSON.parse(first.outputs.json ?? "")).toMatchObject({
    ...result,
    "already-done": false,
    tries: 2,
  });
  expect(written).toEqual([0, 1]);
  const [deployment] = world.github.deployments;
  expect(deployment?.body).toMatchObject({
    environment: "certorder-history",
    task: expect.stringMatching(/^certorder:reissue:[0-9a-f]{32}$/),
    auto_merge: false,
    required_contexts: [],
    production_environment: false,
    transient_environment: false,
  });
  expect(deployment?.statuses).toMatchObject([{ state: "success", body: { auto_inactive: false } }]);
  for (const secret of ["order-ssl-1", certificate, world.sandbox.credentials.authKey, "example.com"])
    expect(JSON.stringify(deployment)).not.toContain(secret);

  const again = await world.reissue({}, { runAttempt: 2 });
  expect(again).toMatchObject({ code: 0, outputs: { ...result, "already-done": "true" } });
  expect(again.outputs["attempt-id"]).toBe(first.outputs["attempt-id"]);
  expect(again.summary).toContain("nothing was sent now");
  expect(world.reissues).toBe(1);
});

describe.concurrent("A cancelled run", () => {
  test.for(["SIGINT", "SIGTERM"] as const)("waits for an answer after %s", async (signal, { world }) => {
    world.sandbox.addFault({ kind: "slow-bytes", operation: "reissue", everyMs: 15 });
    const { child, ended } = startAction(world.recorded());
    await until(() => world.reissues === 1);
    child.kill(signal);
    const { outputs, stdout } = await ended;
    expect(stdout).toContain("Cancelled.");
    expect(outputs["certificate-id"]).toBe(world.sandbox.ledger[0]?.certificateId);
  });

  test("gives up at the second signal, and records that the outcome is unknown", async ({ world }) => {
    world.sandbox.addFault({ kind: "hang", operation: "reissue", effect: true });
    const { child, ended } = startAction(world.recorded());
    await until(() => world.reissues === 1);
    child.kill("SIGINT");
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 1, outputs: { outcome: "unknown", code: "aborted" } });
    expect(world.github.deployments[0]?.statuses).toHaveLength(1);
    expect(await world.ends({}, { runAttempt: 2 })).toBe("unresolved_attempt");
  });

  test("leaves the order free if nothing was sent", async ({ world }) => {
    // Nothing listens there, so that no connection is ever made.
    const inputs = { "base-url": "http://127.0.0.1:9", "max-tries": "9" };
    const { child, ended } = startAction(world.recorded(inputs));
    child.stdout.on("data", (text: string) => {
      if (text.includes("Trying again")) child.kill("SIGINT");
    });
    expect((await ended).outputs.outcome).toBe("not-sent");
    expect(await world.ends({}, { runAttempt: 2 })).toBe("sent");
  });
});

test.concurrent("A run that cannot write its outputs fails and shows its result, and a re-run replays it", async ({
  world,
}) => {
  const { code, said } = await world.reissue({}, { env: { GITHUB_OUTPUT: "/nowhere/output" } });
  expect(code).toBe(1);
  const certificate = world.sandbox.ledger[0]?.certificateId;
  expect(said).toContain("The outputs could not be written");
  expect(said).toContain(`certificate ${certificate}`);
  const { outputs } = await world.reissue({}, { runAttempt: 2 });
  expect(outputs).toMatchObject({ "already-done": "true", "certificate-id": certificate });
  expect(world.reissues).toBe(1);
});
