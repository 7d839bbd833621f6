import { describe, expect, onTestFinished, vi } from "vitest";
import { JournalCallbacks } from "../../../src/journal/callbacks.ts";
import { Journal } from "../../../src/journal/index.ts";
import { unavailableError } from "../../../src/journal/unavailable.ts";
import type { Texts } from "../../harness/action/action.ts";
import { type ActionWithSandbox, hour, test } from "../../harness/action/action-with-sandbox.ts";
import { newFolder } from "../../harness/new-folder.ts";

// The inputs require-callback and allow-rerun.

describe.concurrent("With require-callback", () => {
  const callback = ({ sandbox }: ActionWithSandbox, status: number, code: string) =>
    sandbox.addFault({ kind: "status", operation: "callback-test", status, body: JSON.stringify({ code }) });
  const required = { "require-callback": "true" };

  test("nothing is sent while the callback fails, and a re-run goes on", async ({ world }) => {
    callback(world, 400, "callback_response_not_200");
    const failed = await world.reissueHere(required);
    const code = "callback_response_not_200";
    expect(failed).toMatchObject({
      level: "failed",
      outputs: { outcome: "not-sent", code, verdict: "fail" },
    });
    expect(failed.said).toContain(`The reissue was not sent: ${code}`);
    expect(failed.said).toContain("Look at the receiver's log.");
    expect([world.github.deployments, world.sandbox.ledger]).toEqual([[], []]);

    callback(world, 200, "success");
    const again = await world.reissueHere(required, { runAttempt: 2 });
    expect(again.outputs).toMatchObject({ outcome: "done", "already-done": false, verdict: "pass" });
    const once = await world.reissueHere(required, { runAttempt: 3 });
    expect(once.outputs).toMatchObject({ outcome: "done", "already-done": true });
    expect(once.outputs).not.toHaveProperty("verdict");
    expect(world.reissues).toBe(1);
  });

  test("a resolve that was recorded is left out the next time", async ({ world }) => {
    world.lose();
    const { outputs } = await world.reissueHere();
    world.github.age(hour);
    callback(world, 400, "callback_response_not_200");
    const resolve = `${outputs["attempt-id"]}:not-happened`;
    const failed = await world.reissueHere({ ...required, resolve }, { runId: 8 });
    expect(failed.outputs).toMatchObject({ outcome: "not-sent", verdict: "fail" });
    expect(failed.said).toContain("The resolve entry is recorded. Start a new run without it");
    callback(world, 200, "success");
    expect(await world.ends(required, { runId: 9 })).toBe("sent");
  });
});

describe.concurrent("A re-run without a history", () => {
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
  const queued = job({ status: "queued", steps: [] });

  const rerun = (world: ActionWithSandbox, inputs: Texts = {}, runAttempt = 3) =>
    world.reissueHere({ history: "none", ...inputs }, { runAttempt });

  test.for([
    ["the job was skipped, because one before it failed", "sent", [skipped], [now]],
    ["a step before it failed", "sent", [job({ steps: [step("skipped")] })], [now]],
    ["the step ran before", "refused", [job({ steps: [step("failure")] })], [now]],
    ["the job has another name now", "refused", [job({ name: "renewal", steps: [step("skipped")] })], [now]],
    ["two jobs have its name", "refused", [skipped, job({ steps: [step("success")] })], [now]],
    ["the step stood elsewhere", "refused", [job({ steps: [{ ...step("skipped"), number: 2 }] })], [now]],
    ["two jobs run on a runner of this name", "refused", [skipped], [now, { ...now, name: "other" }]],
    ["GitHub does not show yet that the step runs", "refused", [skipped], [queued]],
    ["the earlier job had a runner, and shows no steps", "refused", [job({ steps: [] })], [now]],
    [
      "the earlier attempt has not ended",
      "refused",
      [job({ status: "in_progress", steps: [step("skipped")] })],
      [now],
    ],
  ] as const)("because %s is %s", async ([_, ends, earlier, current], { world }) => {
    world.github.jobs.set("7/1", [skipped]).set("7/2", earlier).set("7/3", current);
    const { outputs, said } = await rerun(world);
    expect(outputs.code).toBe(ends === "sent" ? "success" : "rerun_refused");
    if (ends === "refused") expect(said).toContain("or set allow-rerun: true for this one");
    expect(world.reissues).toBe(ends === "sent" ? 1 : 0);
  });

  test("waits for GitHub to show that the step runs", async ({ world }) => {
    world.github.jobs.set("7/1", [skipped]).set("7/2", [queued]);
    world.github.onCall = () => {
      if (world.github.seen.length === 2) world.github.jobs.set("7/2", [now]);
    };
    expect((await rerun(world, {}, 2)).outputs.outcome).toBe("done");
  });

  test("is refused when the jobs cannot be read, with the YAML that allows it", async ({ world }) => {
    world.github.permissions = {};
    const { outputs, said } = await rerun(world);
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "rerun_refused" });
    expect(said).toContain("permissions:\n  actions: read");
    expect(world.reissues).toBe(0);
  });

  test.for([
    ["is sent if the workflow allows it, and asks GitHub nothing", { "allow-rerun": "true" }, 3],
    ["differs from a first attempt, which asks GitHub nothing", {}, 1],
  ] as const)("%s", async ([_, inputs, runAttempt], { world }) => {
    expect((await rerun(world, inputs, runAttempt)).outputs).toMatchObject({
      outcome: "done",
      "already-done": false,
    });
    expect(world.github.seen).toEqual([]);
  });
});

test("A reissue stays done if the journal fails during the wait for its callback", async ({ world }) => {
  const folder = newFolder("certorder-action-");
  await new Journal({ dir: folder }).callbacks.addReceiver("r1");
  const fails = async () => Promise.reject(unavailableError("The disk is gone.", "Mount it."));
  const spy = vi.spyOn(JournalCallbacks.prototype, "waitUntilIssued").mockImplementation(fails);
  onTestFinished(() => spy.mockRestore());
  const journal = { history: "journal", "journal-dir": folder, "idempotency-key": "t-1" };
  const failed = await world.reissueHere({ ...journal, "wait-until-issued": "10m" });
  const certificate = world.sandbox.ledger[0]?.certificateId;
  expect(failed).toMatchObject({
    level: "failed",
    outputs: { outcome: "done", code: "not_issued_yet", "certificate-id": certificate },
  });
  expect(failed.said).toContain("was reissued, but the wait for its callback ended. The disk is gone.");
});
