import { describe, expect } from "vitest";
import { actionDialect } from "../../../src/action/dialect.ts";
import { callbackCodes, render } from "../../../src/contract/index.ts";
import type { Texts } from "../../harness/action/action.ts";
import { type ActionWithSandbox, test } from "../../harness/action/action-with-sandbox.ts";
import { readTable } from "../../harness/action/summary.ts";

// What a callback test says, whether its step fails, and the issue that it keeps. One that cannot tell must not stay silent.

const titles = {
  pass: "The callback works",
  fail: "The callback fails",
  unknown: "The callback could not be tested",
};
const setupTitle = "The certificate callback check has a mistake in its setup";

async function checks(world: ActionWithSandbox, answers: readonly string[], inputs: Texts = {}) {
  const levels: string[] = [];
  for (const answer of answers) levels.push((await world.checkHere(answer, inputs)).level);
  return levels;
}

describe.concurrent("A callback test", () => {
  test.for(Object.entries(callbackCodes))(
    "shows cause and remedy of %s in annotation, summary and issue",
    async ([code, { verdict, cause, remedy }], { world }) => {
      const { title, outputs, said, summary } = await world.checkHere(code);
      expect(outputs).toMatchObject({ outcome: "rejected", code, verdict });
      expect(title).toBe(`${titles[verdict]}: ${code}`);
      for (const text of [cause, render(remedy, actionDialect)])
        for (const shown of [said, summary, world.github.issues[0]?.body]) expect(shown).toContain(text);
    },
  );

  test("reports a code that is new, with the text of the service", async ({ world }) => {
    const body = '{"code":"brand_new_code","message":"Something new is wrong."}';
    world.sandbox.addFault({ kind: "status", operation: "callback-test", status: 400, body });
    const { outputs, said, summary } = await world.checkHere("success");
    expect(outputs).toMatchObject({ verdict: "unknown", code: "brand_new_code" });
    for (const text of [said, summary]) expect(text).toContain("Something new is wrong.");
  });

  test.for<[string, string, string]>([
    ["not-pass", "callback_send_error", "failed"],
    ["not-pass", "503", "failed"],
    ["fail", "callback_send_error", "failed"],
    ["never", "callback_send_error", "warning"],
    ["fail", "brand_new_code", "warning"],
    // The next run would meet the same mistake, so it is not passed over.
    ["fail", "permission_denied", "failed"],
    ["fail", "unauthorized", "failed"],
    ["never", "permission_denied", "warning"],
  ])("with fail-on: %s and %s is %s", async ([failOn, code, level], { world }) => {
    const inputs = { "report-issue": "never", "fail-on": failOn };
    expect((await world.checkHere(code, inputs)).level).toBe(level);
  });

  test("fails a scheduled run without an issue, because its warnings are not read", async ({ world }) => {
    const scheduled = { env: { GITHUB_EVENT_NAME: "schedule" } };
    const inputs = { "report-issue": "never", "fail-on": "fail" };
    expect((await world.checkHere("503", inputs, scheduled)).level).toBe("failed");
  });

  test("has a summary with a table, and an issue with readable times and small print", async ({ world }) => {
    await world.checkHere("callback_send_error");
    const { summary } = await world.checkHere("503");
    expect(readTable(summary)).toMatchObject({
      Verdict: "⬜ unknown",
      Code: "`http_503`",
      Issue: "[#1](https://github.com/acme/site/issues/1)",
      "Last results": "🟥⬜ (1 failed, 1 could not tell; newest last)",
    });
    const time = /\d{4}-\d\d-\d\d \d\d:\d\d UTC/.source;
    const body = world.github.issues[0]?.body;
    expect(body).toMatch(
      new RegExp(`^\\*\\*Failing since:\\*\\* ${time} \\(1 run failed, 1 could not tell\\)$`, "m"),
    );
    expect(body).toMatch(new RegExp(`^\\*\\*Last run:\\*\\* \\[${time}\\]\\(\\S+/runs/1002\\)$`, "m"));
    expect(body).toMatch(/^<sub>Each run writes this part\..*<\/sub>$/m);
  });
});

describe.concurrent("A check", () => {
  const nightly = { "failure-threshold": "2", "fail-on": "fail" };

  test("has one issue, edits it quietly, comments when the kind of failure changes, and closes it", async ({
    world,
  }) => {
    await checks(world, ["callback_send_error", "callback_response_not_200", "503"]);
    const [issue] = world.github.issues;
    expect(issue).toMatchObject({ title: "The certificate callback fails", comments: [] });
    await world.checkHere("unauthorized");
    expect(issue?.title).toBe(setupTitle);
    expect(issue?.comments).toMatchObject([expect.stringContaining("setup now, with `unauthorized`")]);
    const { outputs } = await world.checkHere("success");
    expect(outputs).toMatchObject({ "issue-number": 1, verdict: "pass" });
    expect(world.github.issues).toMatchObject([{ state: "closed", state_reason: "completed" }]);
    expect(issue?.comments[1]).toMatch(
      /^The callback works again, after less than a minute: .*\n\n🟥🟥⬜⬜🟩$/s,
    );
  });

  test("opens the issue at the threshold, and counts in a closed one until then", async ({ world }) => {
    const inputs = { "failure-threshold": "3", "fail-on": "never" };
    world.github.permissions = { issues: "write" };
    for (const answer of ["callback_send_error", "success", "callback_send_error", "callback_send_error"]) {
      await world.checkHere(answer, inputs);
      expect(world.github.issues).toMatchObject([{ state: "closed", state_reason: "not_planned" }]);
    }
    const { level, summary } = await world.checkHere("callback_send_error", inputs);
    expect(level).toBe("warning");
    expect(summary).toContain("🟥🟩🟥🟥🟥");
    expect(world.github.issues).toMatchObject([{ state: "open", title: "The certificate callback fails" }]);
    expect(world.github.issues[0]?.body).toContain("(3 runs failed)");
  });

  test.for(["503", "404", "request_too_fast"])(
    "that cannot tell (%s) is an outage at the threshold, until the first pass",
    async (answer, { world }) => {
      expect(await checks(world, [answer, answer], nightly)).toEqual(["warning", "failed"]);
      const [issue] = world.github.issues;
      expect(issue).toMatchObject({ state: "open", title: "The certificate callback cannot be tested" });
      expect(issue?.body).toMatch(/\*\*Not tested since:\*\* .* \(2 runs could not tell\)/);
      await checks(world, ["success"], nightly);
      expect(world.github.issues).toMatchObject([{ state: "closed", state_reason: "completed" }]);
    },
  );

  test("that cannot tell can have a threshold of its own, and a recovery too", async ({ world }) => {
    const inputs = { ...nightly, "unknown-threshold": "3", "recovery-threshold": "2" };
    expect(await checks(world, ["503", "503", "503"], inputs)).toEqual(["warning", "warning", "failed"]);
    await checks(world, ["success"], inputs);
    expect(world.github.issues).toMatchObject([{ state: "open" }]);
    expect(world.github.issues[0]?.body).toContain("The callback passes again, 1 run so far.");
    await checks(world, ["success"], inputs);
    expect(world.github.issues).toMatchObject([{ state: "closed" }]);
  });

  test("with a mistake in its account or inputs has an issue at once, until it is corrected", async ({
    world,
  }) => {
    for (const answer of ["unauthorized", "permission_denied", "callback_not_configured"]) {
      expect(await checks(world, [answer], nightly)).toEqual(["failed"]);
      expect(world.github.issues).toMatchObject([{ state: "open", title: setupTitle }]);
      await checks(world, ["success"], nightly);
    }
    for (const [name, text] of Object.entries({ "auth-key": "", "ca-file": "/nowhere.pem" })) {
      await expect(world.checkHere("success", { [name]: text })).rejects.toMatchObject({
        outcome: "not-sent",
      });
      expect(world.github.issues).toMatchObject([{ state: "open", title: setupTitle }]);
      expect(world.github.issues[0]?.body).toContain(name);
      await checks(world, ["success", "success"]);
      expect(world.github.issues).toMatchObject([{ state: "closed" }]);
    }
    // Nothing was tested, so nothing failed.
    await expect(world.checkHere("success", { url: "http://a.example" })).rejects.toThrow();
    expect(world.github.issues.at(-1)?.body).toContain(" results=U ");
  });

  test("has one issue if it flaps, and a new one after a week", async ({ world }) => {
    await checks(world, ["callback_send_error", "success", "503", "success", "callback_send_error"]);
    const [issue] = world.github.issues;
    expect(world.github.issues).toMatchObject([{ state: "open", title: "The certificate callback fails" }]);
    expect(issue?.comments).toHaveLength(4);
    await checks(world, ["success"]);
    if (issue) issue.body = issue.body.replace(/ended=\S+/, "ended=2026-01-01T00:00:00.000Z");
    await checks(world, ["callback_send_error"]);
    expect(world.github.issues).toMatchObject([{ state: "closed" }, { state: "open" }]);
    expect(world.github.issues[1]?.body).toContain("The outage before this one: #1");
  });

  test("is the same after its key, its address and the name of its service were corrected", async ({
    world,
  }) => {
    await world.checkHere("unauthorized", { "key-id": "wrong", service: "staging" });
    const renamed = {
      GITHUB_REPOSITORY: "acme/renamed",
      GITHUB_WORKFLOW_REF: "acme/renamed/.github/workflows/health.yml@refs/heads/main",
    };
    const moved = { "base-url": world.sandbox.url.replace("127.0.0.1", "localhost") };
    await world.checkHere("success", moved, { env: renamed });
    expect(world.github.issues).toMatchObject([{ state: "closed" }]);
  });

  test("has an issue of its own in each workflow, job, matrix, for each address and check-id", async ({
    world,
  }) => {
    for (const env of [
      {},
      { GITHUB_WORKFLOW_REF: "acme/site/.github/workflows/b.yml@refs/heads/x" },
      { GITHUB_JOB: "intranet" },
      { INPUT_MATRIX: '{"account":"shop"}' },
      { INPUT_URL: "https://b.example.com/" },
      { "INPUT_CHECK-ID": "shop" },
    ])
      await world.checkHere("callback_send_error", {}, { env });
    expect(world.github.issues.map(({ state }) => state)).toEqual(Array(6).fill("open"));
  });

  test("gets the advice to set check-id if another step of the run has its issue", async ({ world }) => {
    await world.checkHere("callback_send_error", {}, { runId: 5 });
    const other = await world.checkHere("callback_response_not_200", { "fail-on": "never" }, { runId: 5 });
    expect(other.level).toBe("failed");
    expect(other.said).toContain("Give each of the steps a check-id of its own.");
    expect((await world.checkHere("success", {}, { runId: 5 })).said).toContain("check-id");
    expect(world.github.issues).toMatchObject([{ state: "open" }]);
    await world.checkHere("success", {}, { runId: 5, runAttempt: 2 });
    expect(world.github.issues).toMatchObject([{ state: "closed" }]);
  });
});

describe.concurrent("A check whose issue cannot be written fails whatever fail-on says, and says why, if", () => {
  const saml = "Resource protected by organization SAML enforcement.";
  const off = "Issues has been disabled in this repository.";
  const policy = (how: number, method: string, message: string) => ({
    how,
    method,
    path: /issues$/,
    message,
  });

  test.for<[string, (world: ActionWithSandbox) => unknown, string]>([
    [
      "a permission is missing",
      ({ github }) => Object.assign(github, { permissions: {} }),
      "permissions:\n  issues: write",
    ],
    [
      "its token can only read",
      ({ github }) => Object.assign(github, { permissions: { issues: "read" } }),
      "Resource not accessible by integration",
    ],
    ["the organisation refuses", ({ github }) => github.faults.push(policy(403, "get", saml)), saml],
    ["there are no issues", ({ github }) => github.faults.push(policy(410, "post", off)), off],
    [
      "the repository has moved",
      ({ github }) => Object.assign(github, { isRenamed: true }),
      "moved elsewhere",
    ],
    [
      "no later run would trust it",
      ({ github }) => Object.assign(github, { tokenOf: { author: "octocat", association: "CONTRIBUTOR" } }),
      "Leave github-token out",
    ],
  ])("%s", async ([_, setUp, text], { world }) => {
    setUp(world);
    const ended = await world.checkHere("callback_send_error", { "fail-on": "never" });
    expect(ended.level).toBe("failed");
    expect(ended.outputs).toMatchObject({ verdict: "fail", code: "callback_send_error" });
    expect(ended.said).toContain(text);
    expect(ended.said.includes("permissions:")).toBe(world.github.permissions.issues !== "write");
    expect((await world.checkHere("success")).level).toBe("passed");
    expect(world.github.issues.filter(({ state }) => state === "open")).toEqual([]);
  });

  test("and waits if there is a rate limit", async ({ world }) => {
    const limit = {
      how: 403,
      message: "You have exceeded a secondary rate limit.",
      headers: { "retry-after": "1" },
    };
    for (const method of ["get", "post"]) world.github.faults.push({ method, path: /issues$/, ...limit });
    await world.checkHere("callback_send_error");
    expect(world.github.issues).toMatchObject([{ state: "open" }]);
  });
});
