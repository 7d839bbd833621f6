import { describe, expect } from "vitest";
import { callbackCodes } from "../../../src/contract/index.ts";
import type { Texts } from "../../harness/action/action.ts";
import type { ActionWithSandbox } from "../../harness/action/action-with-sandbox.ts";
import { test } from "../../harness/action/action-with-sandbox.ts";

/** Runs the check, one run after the other, with what the service answers to each. */
function checksIn(world: ActionWithSandbox) {
  let runId = 50;
  return (code: string, inputs?: Texts) => world.check(code, inputs, { runId: ++runId });
}

describe.concurrent("A scheduled health check", () => {
  test("opens one issue, edits it quietly, comments when the failure changes, and closes it", async ({
    world,
  }) => {
    const check = checksIn(world);
    const first = await check("callback_send_error");
    expect(first.code).toBe(1);
    expect(first.outputs).toMatchObject({ "issue-number": "1", verdict: "fail" });
    const [issue] = world.github.issues;
    expect(issue).toMatchObject({ title: "The certificate callback fails", labels: ["certorder-callback"] });
    expect(issue?.body).toContain(callbackCodes.callback_send_error.cause);
    expect(issue?.body).toContain(callbackCodes.callback_send_error.remedy);
    expect(issue?.body).toContain("https://github.com/acme/site/actions/runs/51");

    const second = await check("callback_send_error");
    expect(issue?.comments).toEqual([]);
    expect(issue?.body).toContain("(2 runs failed)");
    expect(second.summary).toContain("🟥🟥");

    await check("callback_response_not_200");
    expect(issue?.comments).toEqual([]);
    await check("unauthorized");
    expect(issue?.comments).toHaveLength(1);
    expect(issue?.comments[0]).toContain("check has a mistake in its setup now, with `unauthorized`");
    expect(issue?.title).toBe("The certificate callback check has a mistake in its setup");

    const last = await check("success");
    expect(last.code).toBe(0);
    expect(last.outputs).toMatchObject({ "issue-number": "1", verdict: "pass" });
    expect(issue).toMatchObject({ state: "closed", state_reason: "completed" });
    expect(issue?.comments[1]).toMatch(/The callback works again, after (?:less than a minute|\d+ min)/);
    expect(issue?.comments[1]).toContain("🟥🟥🟥⬜🟩");
    expect(world.github.issues).toHaveLength(1);
  });

  test("reports wrong inputs in an issue, and ignores a mute of a schedule", async ({ world }) => {
    const wrong = { operation: "callback-test", "report-issue": "on-failure", "auth-key": "" };
    const ended = await world.run({ ...wrong, mute: "7d" }, { runId: 89 });
    expect(ended.code).toBe(1);
    expect(ended.said).toContain("auth-key is missing.");
    expect(world.github.issues).toMatchObject([{ state: "open" }]);
    expect(world.github.issues[0]?.body).toContain("auth-key");
    const scheduled = { runId: 90, env: { GITHUB_EVENT_NAME: "schedule" } };
    const failed = await world.check("callback_send_error", { mute: "7d" }, scheduled);
    expect(failed.code).toBe(1);
    expect(failed.said).toContain("mute is ignored");
    const dry = await world.run({ ...wrong, "dry-run": "true", "check-id": "dry" });
    expect(dry.code).toBe(1);
    expect(world.github.issues).toHaveLength(1);
  });

  test("opens the issue at the failure threshold, counting what earlier runs have found", async ({
    world,
  }) => {
    const check = checksIn(world);
    const inputs = { "failure-threshold": "3", "fail-on": "never" };
    world.github.permissions = { issues: "write" };
    for (const code of ["callback_send_error", "success", "callback_send_error", "callback_send_error"]) {
      await check(code, inputs);
      // It counts in a closed issue.
      expect(world.github.issues).toMatchObject([{ state: "closed", state_reason: "not_planned" }]);
    }
    const ended = await check("callback_send_error", inputs);
    expect(ended.code).toBe(0);
    expect(ended.outputs["issue-number"]).toBe("1");
    expect(ended.summary).toContain("🟥🟩🟥🟥🟥");
    expect(world.github.issues).toMatchObject([{ state: "open", title: "The certificate callback fails" }]);
    expect(world.github.issues[0]?.body).toContain("(3 runs failed)");
  });

  test("keeps checks, labels and other people's issues apart", async ({ world }) => {
    const check = checksIn(world);
    await check("callback_send_error", { "check-id": "shop", "issue-title": "Shop" });
    await check("callback_send_error", {
      "check-id": "intranet",
      "issue-labels": "certorder-callback\nurgent",
    });
    await check("success", { "check-id": "shop" });
    expect(world.github.issues.map(({ state }) => state)).toEqual(["closed", "open"]);
    expect(world.github.issues[0]?.title).toBe("Shop");
    expect(world.github.issues[1]?.labels).toEqual(["certorder-callback", "urgent"]);
  });

  test.for([
    ["a missing permission", {}, "permissions:\n  issues: write"],
    ["a missing permission to write", { issues: "read", actions: "read" }, "permissions:\n  issues: write"],
  ] as const)(
    "keeps its verdict through %s, and says what to add",
    async ([_, permissions, yaml], { world }) => {
      const check = checksIn(world);
      world.github.permissions = permissions;
      const ended = await check("callback_send_error");
      expect(ended.code).toBe(1);
      expect(ended.outputs).toMatchObject({ verdict: "fail", code: "callback_send_error" });
      expect(ended.said).toContain(yaml);
      // Otherwise the failure would not show anywhere.
      expect((await check("callback_send_error", { "fail-on": "never" })).code).toBe(1);
      const passed = await check("success");
      expect(passed.code).toBe(0);
      expect(passed.outputs.verdict).toBe("pass");
    },
  );

  test("keeps its verdict when GitHub is down", async ({ world }) => {
    const check = checksIn(world);
    await world.github.close();
    const ended = await check("success");
    expect(ended.code).toBe(0);
    expect(ended.said).toContain("GitHub did not answer");
  });
});
