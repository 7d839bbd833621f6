import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { CertOrderClient } from "../../../src/client/index.ts";
import { Journal } from "../../../src/journal/index.ts";
import { type Circumstances, newFolder, reissueInputs, startAction } from "../../harness/action/action.ts";
import { minute, readAttemptId, test, until } from "../../harness/action/action-with-sandbox.ts";
import { anotherCsr } from "../../harness/action/csr.ts";
import { ageJournal } from "../../harness/aged-journal.ts";

// The bundle and what it remembers, from run to run.

describe.concurrent("A reissue with a record", () => {
  test("is recorded before it is sent, in an environment of its own, with nothing in clear text", async ({
    world,
  }) => {
    const written: number[] = [];
    world.github.onCall = ({ method }) => {
      if (method === "post") written.push(world.reissues);
    };
    // However often it is tried before the service accepts it, it is one attempt.
    const body = '{"code":"request_too_fast"}';
    world.sandbox.fault({ kind: "status", operation: "reissue", status: 429, body });
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
      task: "certorder:reissue",
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

  test("of unknown outcome blocks the order in every run, until a person says that it did not happen", async ({
    world,
  }) => {
    world.lose();
    const lost = await world.reissue();
    expect(lost).toMatchObject({ code: 1, outputs: { outcome: "unknown", code: "connection_lost" } });
    expect(lost.said).toContain("Look the order up");
    const attempt = lost.outputs["attempt-id"];
    const resolve = `${attempt}:not-happened`;
    for (const more of [{ runAttempt: 2 }, { runId: 8 }]) {
      const { code, outputs, said } = await world.reissue({}, more);
      expect(code).toBe(1);
      expect(outputs).toMatchObject({
        outcome: "not-sent",
        code: "unresolved_attempt",
        "attempt-id": attempt,
      });
      expect(said).toContain(`\n    resolve: ${readAttemptId(said)}:not-happened`);
      expect(said).toContain("https://github.com/acme/site/actions/runs/7");
    }
    expect(world.reissues).toBe(0);

    const early = await world.reissue({ resolve }, { runId: 9 });
    expect(early.outputs).toMatchObject({ outcome: "not-sent", code: "order_busy" });
    world.github.age(16 * minute);
    // Left in the workflow, the input is about that attempt only.
    for (const [runAttempt, alreadyDone] of [
      [1, "false"],
      [2, "true"],
    ] as const) {
      const { outputs } = await world.reissue({ resolve }, { runId: 9, runAttempt });
      expect(outputs).toMatchObject({ outcome: "done", "already-done": alreadyDone });
    }
    expect(world.reissues).toBe(1);
  });
});

describe.concurrent("A cancelled run", () => {
  test.for(["SIGINT", "SIGTERM"] as const)("waits for an answer after %s", async (signal, { world }) => {
    world.sandbox.fault({ kind: "slow-bytes", operation: "reissue", everyMs: 15 });
    const { child, ended } = startAction(world.recorded());
    await until(() => world.reissues === 1);
    child.kill(signal);
    const { outputs, stdout } = await ended;
    expect(stdout).toContain("Cancelled.");
    expect(outputs["certificate-id"]).toBe(world.sandbox.ledger[0]?.certificateId);
  });

  test("gives up at the second signal, and records that the outcome is unknown", async ({ world }) => {
    world.sandbox.fault({ kind: "hang", operation: "reissue", effect: true });
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
  const env = { GITHUB_OUTPUT: "/nowhere/output" };
  const home = newFolder();
  const disk = { history: "journal", "allow-rerun": "true" };
  for (const [index, [inputs, more]] of (
    [
      [disk, { home }],
      [{}, { runId: 8 }],
    ] as const
  ).entries()) {
    const { code, said } = await world.reissue(inputs, { ...more, env });
    expect(code).toBe(1);
    const certificate = world.sandbox.ledger[index]?.certificateId;
    expect(said).toContain("The outputs could not be written");
    expect(said).toContain(`certificate ${certificate}`);
    const { outputs } = await world.reissue(inputs, { ...more, runAttempt: 2 });
    expect(outputs).toMatchObject({ "already-done": "true", "certificate-id": certificate });
  }
  expect(world.reissues).toBe(2);
});

describe.concurrent("A journal on a runner", () => {
  test.for([-300_000, 20_000])(
    "sends once for two runs although GitHub's clock differs by %i ms",
    async (clockSkewMs, { world }) => {
      const home = newFolder();
      const alreadyDone = async (runId: number) =>
        (await world.reissue({ history: "journal" }, { home, runId })).outputs["already-done"];
      world.github.clockSkewMs = clockSkewMs;
      for (const runId of [1, 2]) world.github.begin(runId)();
      expect(await alreadyDone(1)).toBe("false");
      expect(await alreadyDone(2)).toBe("true");
      await sleep(3_500);
      expect(await alreadyDone(3)).toBe("false");
      expect(world.reissues).toBe(2);
    },
  );

  test("knows what another program reissued, if the run was created later", async ({ world }) => {
    const home = newFolder();
    const dir = join(home, ".local", "state", "certorder");
    const { url: baseUrl, credentials } = world.sandbox;
    const client = new CertOrderClient({ baseUrl, ...credentials, journal: new Journal({ dir }) });
    const request = { signHash: "sha256", commonName: "www.example.com", csr: anotherCsr() };
    world.github.create(7, minute);
    await client.reissue("order-ssl-1", request, { idempotencyKey: "ticket-1" });
    const run = async (more: Circumstances) =>
      (await world.run({ ...reissueInputs, history: "journal" }, { home, ...more })).outputs;
    expect(await run({})).toMatchObject({ outcome: "not-sent", code: "reissued_since" });
    ageJournal(dir);
    expect(await run({ runId: 8 })).toMatchObject({ outcome: "done", "already-done": "false" });
    expect(world.reissues).toBe(2);
  });
});
