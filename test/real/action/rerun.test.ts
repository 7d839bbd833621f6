import { describe, expect } from "vitest";
import type { Texts } from "../../harness/action/action.ts";
import { reissueInputs } from "../../harness/action/action.ts";
import type { ActionWithSandbox } from "../../harness/action/action-with-sandbox.ts";
import { test } from "../../harness/action/action-with-sandbox.ts";

const step = (conclusion: string | null, status = "completed") => ({
  name: "Reissue",
  number: 3,
  status,
  conclusion,
});
const job = (members: object) => ({
  name: "reissue",
  status: "completed",
  conclusion: "failure",
  runner_name: "runner-1",
  ...members,
});
/** An earlier attempt in which the job never got a runner. */
const skipped = job({ conclusion: "skipped", runner_name: null, steps: [] });
/** This attempt, as GitHub shows it while the step runs. */
const now = job({
  status: "in_progress",
  conclusion: null,
  steps: [
    { name: "Check out", number: 2, status: "completed", conclusion: "success" },
    step(null, "in_progress"),
    { name: "Use it", number: 4, status: "queued", conclusion: null },
  ],
});

const rerun = (world: ActionWithSandbox, inputs: Texts = {}, runAttempt = 2) =>
  world.run({ ...reissueInputs, history: "none", ...inputs }, { runAttempt });

describe.concurrent("A re-run without a history", () => {
  test("waits for GitHub to show that the step runs", async ({ world }) => {
    world.github.jobs.set("7/1", [skipped]).set("7/2", [job({ status: "queued", steps: [] })]);
    world.github.onCall = () => {
      if (world.github.seen.length === 2) world.github.jobs.set("7/2", [now]);
    };
    expect((await rerun(world)).outputs.outcome).toBe("done");
  });

  test("is refused when the step ran before, with the ways out", async ({ world }) => {
    world.github.jobs.set("7/1", [job({ steps: [step("failure")] })]).set("7/2", [now]);
    const { code, outputs, said } = await rerun(world);
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "rerun_refused" });
    expect(said).toContain("has run in an earlier attempt");
    expect(said).toContain("allow-rerun: true");
    expect(said).toContain("history: repository");
    expect(world.sandbox.ledger).toHaveLength(0);
  });

  test.for([
    ["the job was skipped, because one before it failed", skipped],
    ["a step before it failed", job({ steps: [step("skipped")] })],
  ] as const)("goes on when the step never started: %s", async ([_, earlier], { world }) => {
    world.github.jobs.set("7/1", [earlier]).set("7/2", [now]);
    expect((await rerun(world)).outputs.outcome).toBe("done");
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test.for([
    ["one of several attempts ran it", [job({ steps: [step("cancelled")] })], [now]],
    ["the job has another name now", [job({ name: "renewal", steps: [step("skipped")] })], [now]],
    ["two jobs have its name", [skipped, job({ steps: [step("success")] })], [now]],
    ["the step stood elsewhere", [job({ steps: [{ ...step("skipped"), number: 2 }] })], [now]],
    ["two jobs run on a runner of this name", [skipped], [now, { ...now, name: "other" }]],
    ["GitHub does not show yet that the step runs", [skipped], [job({ status: "queued", steps: [] })]],
    ["the earlier job had a runner, and shows no steps", [job({ steps: [] })], [now]],
    ["the earlier attempt has not ended", [job({ status: "in_progress", steps: [step("skipped")] })], [now]],
  ] as const)("is refused when that is not clear: %s", async ([_, earlier, current], { world }) => {
    world.github.jobs.set("7/1", [skipped]).set("7/2", earlier).set("7/3", current);
    expect((await rerun(world, {}, 3)).outputs.code).toBe("rerun_refused");
    expect(world.sandbox.ledger).toHaveLength(0);
  });

  test("is refused when the jobs cannot be read, with the YAML that allows it", async ({ world }) => {
    world.github.permissions = {};
    const { outputs, said } = await rerun(world);
    expect(outputs.code).toBe("rerun_refused");
    expect(said).toContain("permissions:\n  actions: read");
    expect(world.sandbox.ledger).toHaveLength(0);
  });

  test("asks GitHub only when the run was created, if the journal of the runner is used", async ({
    world,
  }) => {
    const inputs = { "allow-rerun": "true", history: "journal" };
    expect((await rerun(world, inputs)).outputs.outcome).toBe("done");
    expect(world.github.seen.map(({ path }) => path)).toEqual(["/repos/acme/site/actions/runs/7"]);
  });

  test("differs from a first attempt, which is sent", async ({ world }) => {
    expect((await rerun(world, {}, 1)).outputs.outcome).toBe("done");
    expect(world.github.seen).toEqual([]);
  });

  test("goes on when the workflow says so, and asks GitHub nothing", async ({ world }) => {
    expect((await rerun(world, { "allow-rerun": "true" })).outputs).toMatchObject({
      outcome: "done",
      "already-done": "false",
    });
    expect(world.github.seen).toEqual([]);
  });
});
