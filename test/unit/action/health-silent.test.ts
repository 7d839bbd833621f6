import { describe, expect } from "vitest";
import type { Texts } from "../../harness/action/action.ts";
import type { ActionWithSandbox } from "../../harness/action/action-with-sandbox.ts";
import { test } from "../../harness/action/action-with-sandbox.ts";

// A check that cannot tell must not stay silent.

async function checks(world: ActionWithSandbox, answers: readonly string[], inputs: Texts) {
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
      expect(world.github.issues[0]?.title).toBe("The certificate callback check has a mistake in its setup");
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

  test("has a title and comments by the kind of the failure, not by its code", async ({ world }) => {
    const codes = ["500", "503", "404", "callback_send_error", "callback_response_not_200", "500"];
    await checks(world, codes, {});
    expect(world.github.issues).toMatchObject([
      {
        title: "The certificate callback fails",
        comments: [expect.stringContaining("The certificate callback fails now")],
      },
    ]);
  });

  test("has one issue if it flaps, and a new one after a week", async ({ world }) => {
    await checks(world, ["callback_send_error", "success", "503", "success", "callback_send_error"], {});
    const [issue] = world.github.issues;
    expect(world.github.issues).toMatchObject([{ state: "open", title: "The certificate callback fails" }]);
    expect(issue?.comments).toHaveLength(4);
    await checks(world, ["success"], {});
    if (issue) issue.body = issue.body.replace(/ended=\S+/, "ended=2026-01-01T00:00:00.000Z");
    await checks(world, ["callback_send_error"], {});
    expect(world.github.issues).toMatchObject([{ state: "closed" }, { state: "open" }]);
    expect(world.github.issues[1]?.body).toContain("The outage before this one: #1");
  });

  test.for([
    ["a missing secret", { "auth-key": "" }, "auth-key"],
    ["a wrong address", { "base-url": "ftp://example.com" }, "base-url"],
    ["a file that does not exist", { "ca-file": "/nowhere.pem" }, "ca-file"],
  ] as const)("keeps an issue for %s, until it is corrected", async ([_, inputs, named], { world }) => {
    await expect(world.checkHere("success", inputs)).rejects.toMatchObject({ outcome: "not-sent" });
    expect(world.github.issues).toMatchObject([
      { state: "open", title: "The certificate callback check has a mistake in its setup" },
    ]);
    expect(world.github.issues[0]?.body).toContain(named);
    await checks(world, ["success"], {});
    expect(world.github.issues).toMatchObject([{ state: "closed" }]);
  });

  test("says that it does not trust an issue of its token, and fails", async ({ world }) => {
    world.github.tokenOf = { author: "octocat", association: "CONTRIBUTOR" };
    const inputs = { "failure-threshold": "2", "fail-on": "never" };
    for (let run = 0; run < 3; run++) {
      const ended = await world.checkHere("callback_send_error", inputs);
      expect(ended.level).toBe("failed");
      expect(ended.said).toContain("octocat");
      expect(ended.said).toContain("Leave github-token out");
    }
    expect(world.github.issues.filter(({ state }) => state === "open")).toEqual([]);
    world.github.tokenOf = { author: "octocat", association: "MEMBER" };
    await checks(world, ["callback_send_error", "callback_send_error"], inputs);
    expect(world.github.issues.filter(({ state }) => state === "open")).toHaveLength(1);
  });

  test("is identified by the address under test", async ({ world }) => {
    await world.checkHere("callback_send_error", { url: "https://a.example.com/" });
    await world.checkHere("success", { url: "https://b.example.com/" });
    expect(world.github.issues).toMatchObject([{ state: "open" }]);
  });
});
