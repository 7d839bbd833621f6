import { describe, expect } from "vitest";
import type { Texts } from "../../harness/action/action.ts";
import type { World } from "../../harness/action/world.ts";
import { test } from "../../harness/action/world.ts";

// A check that cannot tell must not stay silent.

async function checks(world: World, answers: readonly string[], inputs: Texts) {
  const levels: string[] = [];
  for (const answer of answers) levels.push((await world.checkHere(answer, inputs)).level);
  return levels;
}

describe.concurrent("A check that cannot tell", () => {
  const nightly = { "failure-threshold": "2", "fail-on": "fail" };

  test.for(["unauthorized", "permission_denied", "callback_not_configured"])(
    "is an outage at once if the account is set up wrongly (%s)",
    async (answer, { world }) => {
      expect(await checks(world, [answer], nightly)).toEqual(["failed"]);
      expect(world.github.issues).toMatchObject([{ state: "open" }]);
      expect(world.github.issues[0]?.title).toMatch(/cannot be tested|fails/);
    },
  );

  test.for(["500", "503", "404", "request_too_fast"])(
    "is an outage at the threshold until the first pass (%s)",
    async (answer, { world }) => {
      expect(await checks(world, [answer, answer, answer], nightly)).toEqual(["warning", "failed", "failed"]);
      const [issue] = world.github.issues;
      expect(issue).toMatchObject({ state: "open", title: "The certificate callback cannot be tested" });
      expect(issue?.body).toContain("⬜⬜⬜");
      expect(issue?.body).toContain("**Not tested since:**");
      expect(issue?.body).toContain("(3 runs could not tell)");
      expect(issue?.comments).toEqual([]);
      await checks(world, ["success"], nightly);
      expect(world.github.issues).toMatchObject([{ state: "closed", state_reason: "completed" }]);
    },
  );

  test("is an outage if no server listens", async ({ world }) => {
    const inputs = { ...nightly, "base-url": "http://127.0.0.1:9", "max-tries": "1" };
    expect(await checks(world, ["success", "success"], inputs)).toEqual(["warning", "failed"]);
    expect(world.github.issues[0]?.state).toBe("open");
  });

  test("can have a threshold of its own", async ({ world }) => {
    const inputs = { ...nightly, "unknown-threshold": "3" };
    expect(await checks(world, ["503", "503", "503"], inputs)).toEqual(["warning", "warning", "failed"]);
  });

  test("counts together with checks that fail", async ({ world }) => {
    const inputs = { "failure-threshold": "3", "fail-on": "never" };
    await checks(world, ["callback_send_error", "503"], inputs);
    expect(world.github.issues[0]?.state).toBe("closed");
    await checks(world, ["callback_send_error", "503"], inputs);
    expect(world.github.issues).toMatchObject([{ state: "open", title: "The certificate callback fails" }]);
    expect(world.github.issues[0]?.body).toContain("🟥⬜🟥⬜");
    // A run that could not tell does not change the failure.
    expect(world.github.issues[0]?.comments).toEqual([]);
  });

  test("counts the outage from its first failure, not from the threshold", async ({ world }) => {
    const before = new Date().toISOString();
    await checks(world, ["callback_send_error"], nightly);
    const between = new Date().toISOString();
    await checks(world, ["callback_send_error"], nightly);
    const [, since = ""] = / since=(\S+)/.exec(world.github.issues[0]?.body ?? "") ?? [];
    expect(since >= before && since <= between).toBe(true);
  });

  test("fails a scheduled run without an issue, because its warnings are not read", async ({ world }) => {
    const inputs = { "report-issue": "never", "fail-on": "fail" };
    expect((await world.checkHere("503", inputs)).level).toBe("warning");
    const scheduled = { env: { GITHUB_EVENT_NAME: "schedule" } };
    expect((await world.checkHere("503", inputs, scheduled)).level).toBe("failed");
    expect((await world.checkHere("unauthorized", inputs)).level).toBe("failed");
  });

  test("is identified by the address under test", async ({ world }) => {
    await world.checkHere("callback_send_error", { url: "https://a.example.com/" });
    await world.checkHere("success", { url: "https://b.example.com/" });
    expect(world.github.issues).toMatchObject([{ state: "open" }]);
  });
});
