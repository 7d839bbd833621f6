import { describe, expect } from "vitest";
import type { ActionWithSandbox } from "../../harness/action/action-with-sandbox.ts";
import { test } from "../../harness/action/action-with-sandbox.ts";
import type { SeenRequest } from "../../harness/action/fake-github.ts";

// GitHub moves repositories, forgets records, shows lists late, and counts calls.

const minute = 60_000;

describe.concurrent("A repository that was renamed", () => {
  test("is read but not written to during a run, so that nothing is sent", async ({ world }) => {
    world.github.isRenamed = true;
    const { outputs, said } = await world.reissueHere();
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "history_unavailable" });
    expect(said).toContain("it was moved elsewhere");
    expect(said).toContain("Start a new run");
    expect(said).not.toContain("permission");
    expect(world.sandbox.ledger).toEqual([]);
    expect(world.github.deployments).toEqual([]);
  });

  test("does not lose the result if it is renamed after the reissue was sent", async ({ world }) => {
    world.github.onCall = () => {
      world.github.isRenamed = world.sandbox.ledger.length > 0;
    };
    const { outputs, said } = await world.reissueHere();
    expect(outputs).toMatchObject({ outcome: "done" });
    expect(said).toContain(`\n    resolve: ${outputs["attempt-id"]}:${outputs["certificate-id"]}`);
  });

  test("keeps its history for a re-run: the same request is not sent again", async ({ world }) => {
    await world.reissueHere();
    const renamed = { env: { GITHUB_REPOSITORY: "acme/renamed" }, runAttempt: 2 };
    expect((await world.reissueHere({}, renamed)).outputs).toMatchObject({
      outcome: "done",
      "already-done": true,
    });
    const other = await world.reissueHere({ "validity-days": "90" }, renamed);
    expect(other.outputs).toMatchObject({ outcome: "not-sent", code: "idempotency_key_used" });
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("keeps an open attempt, although its run has another address now", async ({ world }) => {
    world.sandbox.fault({ kind: "reset-before-reading", operation: "reissue" });
    await world.reissueHere();
    const renamed = { env: { GITHUB_REPOSITORY: "acme/renamed" }, runId: 8 };
    expect((await world.reissueHere({}, renamed)).outputs.code).toBe("unresolved_attempt");
  });

  test("fails a check that cannot write its issue, and the next one finds it", async ({ world }) => {
    await world.checkHere("callback_send_error");
    world.github.isRenamed = true;
    const ended = await world.checkHere("callback_send_error", { "fail-on": "never" });
    expect(ended.level).toBe("failed");
    expect(ended.said).toContain("it was moved elsewhere");
    world.github.isRenamed = false;
    const renamed = {
      GITHUB_REPOSITORY: "acme/renamed",
      GITHUB_WORKFLOW_REF: "acme/renamed/.github/workflows/health.yml@refs/heads/main",
    };
    await world.checkHere("success", {}, { env: renamed });
    expect(world.github.issues).toMatchObject([{ state: "closed", state_reason: "completed" }]);
  });
});

describe.concurrent("Records that a person deletes", () => {
  test("are no longer known to the next run", async ({ world }) => {
    world.sandbox.fault({ kind: "reset-before-reading", operation: "reissue" });
    await world.reissueHere();
    expect((await world.reissueHere({}, { runId: 8 })).outputs.code).toBe("unresolved_attempt");
    world.github.deleteDeployments(() => true);
    expect((await world.reissueHere({}, { runId: 9 })).outputs).toMatchObject({ outcome: "done" });
  });

  test("leave the history of the newest record if that one stays", async ({ world }) => {
    for (const runId of [7, 8, 9]) {
      await world.reissueHere({}, { runId });
      world.github.age(minute);
    }
    const newest = world.github.deployments.at(-1);
    world.github.deleteDeployments((deployment) => deployment !== newest);
    expect((await world.reissueHere({}, { runId: 9, runAttempt: 2 })).outputs["already-done"]).toBe(true);
    expect((await world.reissueHere({}, { runId: 10 })).outputs).toMatchObject({ outcome: "done" });
    expect(world.sandbox.ledger).toHaveLength(4);
  });

  test("are not taken for a missing permission if they go between two reads", async ({ world }) => {
    await world.reissueHere();
    world.github.onCall = ({ method, path }) => {
      if (method === "get" && path.endsWith("/statuses")) world.github.deleteDeployments(() => true);
    };
    const { outputs, said } = await world.reissueHere({}, { runId: 8 });
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "history_unavailable" });
    expect(said).toContain("it is not there, or the token lacks a permission");
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("do not lose the result of a reissue that was sent before", async ({ world }) => {
    world.github.onCall = ({ path }) => {
      if (path.endsWith("/statuses")) world.github.deleteDeployments(() => true);
    };
    const { outputs, said } = await world.reissueHere();
    expect(outputs).toMatchObject({ outcome: "done" });
    expect(said).toContain("could not be recorded");
  });
});

describe.concurrent("A pull request from a fork", () => {
  test("reissues nothing, and the message says why", async ({ world }) => {
    world.github.giveForksToken();
    const { outputs, said } = await world.reissueHere();
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "history_unavailable" });
    expect(said).toContain("Tokens of pull requests from forks and of Dependabot can only read");
    expect(world.sandbox.ledger).toEqual([]);
  });

  test("may run a check, and the check fails if its issue cannot be written", async ({ world }) => {
    world.github.giveForksToken();
    const ended = await world.checkHere("callback_send_error", { "fail-on": "never" });
    expect(ended.level).toBe("failed");
    expect(ended.said).toContain("permissions:\n  issues: write");
    expect((await world.checkHere("success")).level).toBe("passed");
    expect(world.github.issues).toEqual([]);
  });

  test("fails the check with GitHub's message if the repository has no issues", async ({ world }) => {
    world.github.hasIssues = false;
    const ended = await world.checkHere("callback_send_error", { "fail-on": "never" });
    expect(ended.level).toBe("failed");
    expect(ended.said).toContain("Issues has been disabled in this repository");
  });
});

describe.concurrent("A call that GitHub refuses", () => {
  test.for([
    "Although you appear to have the correct authorization credentials, the acme organization has an IP allow list enabled.",
    "Resource protected by organization SAML enforcement. You must grant your token access to this organization.",
  ])("by a rule of the organisation is reported with its sentence: %s", async (message, { world }) => {
    const refused = { path: /(?:issues|deployments)$/, method: "get", how: 403, message };
    world.github.faults.push({ ...refused }, { ...refused });
    const { said } = await world.checkHere("callback_send_error", { "fail-on": "never" });
    const reissued = await world.reissueHere();
    for (const text of [said, reissued.said]) {
      expect(text).toContain(message);
      expect(text).not.toContain("permissions:");
    }
  });

  test("for a missing permission is reported with its sentence too", async ({ world }) => {
    world.github.permissions = {};
    const { said } = await world.checkHere("callback_send_error");
    expect(said).toContain("Resource not accessible by integration");
    expect(said).toContain("permissions:\n  issues: write");
  });

  test("without a wait, again and again, is repeated a few times only", async ({ world }) => {
    const limit = { how: 429, headers: { "retry-after": "0" }, times: 1_000 };
    world.github.faults.push({ method: "get", path: /deployments$/, ...limit });
    const { outputs } = await world.reissueHere({ "timeout-seconds": "2" });
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "history_unavailable" });
    expect(world.github.seen.length).toBeLessThan(15);
  });
});

test("GitHub Enterprise Server keeps records, which are found page by page", async ({ world }) => {
  const { github } = world;
  github.prefix = "/api/v3";
  const inputs = { "github-api-url": `${github.url}/api/v3/` };
  const env = { GITHUB_SERVER_URL: "https://github.example.com" };
  const first = await world.reissueHere(inputs, { env });
  expect(first.outputs.outcome).toBe("done");
  expect(first.summary).toContain("(https://github.example.com/acme/site/deployments/certorder-history)");
  const body = { task: "certorder:reissue", environment: "certorder-history" };
  for (let id = 1_000; id < 1_150; id++) github.deployments.push({ id, payload: {}, body, statuses: [] });
  expect((await world.reissueHere(inputs, { env, runAttempt: 2 })).outputs["already-done"]).toBe(true);
});

describe.concurrent("Lists that show an issue late", () => {
  test("delay a change of the issue by one run at most", async ({ world }) => {
    await world.checkHere("callback_send_error");
    world.github.lag = 1;
    await world.checkHere("success");
    // Seconds later: to this run, the outage is not over yet.
    await world.checkHere("callback_send_error");
    world.github.lag = 0;
    await world.checkHere("callback_send_error");
    await world.checkHere("callback_send_error");
    expect(world.github.issues.filter(({ state }) => state === "open")).toHaveLength(1);
    await world.checkHere("success");
    expect(world.github.issues.filter(({ state }) => state === "open")).toEqual([]);
  });
});

describe.concurrent("GitHub's count of calls", () => {
  test("is waited for until its hour is over if a run uses it up", async ({ world }) => {
    world.github.callsLeft = 2;
    world.github.resetAt = Math.ceil(Date.now() / 1_000) + 1;
    expect((await world.reissueHere()).outputs).toMatchObject({ outcome: "done" });
    expect(world.github.deployments).toHaveLength(1);
  });

  /** What was asked for once more in a run though it was the same as before. */
  function repeated(seen: readonly SeenRequest[]): SeenRequest[] {
    const answered = new Set<string>();
    return seen.filter(({ path, query, etag }) => {
      if (etag === undefined) return false;
      const key = `${path}${query} ${etag}`;
      return answered.has(key) || !answered.add(key);
    });
  }

  /** How much lower it would be for each of several runs if requests were conditional. */
  async function savedBy(
    world: ActionWithSandbox,
    runs: readonly (() => Promise<unknown>)[],
  ): Promise<number[]> {
    const saved: number[] = [];
    for (const run of runs) {
      world.github.seen.length = 0;
      await run();
      saved.push(repeated(world.github.seen).length);
      world.github.age(minute);
    }
    return saved;
  }

  test("would not be lower with conditional requests", async ({ world }) => {
    const reissues = [
      () => world.reissueHere(),
      () => world.reissueHere({}, { runId: 8 }),
      () => world.reissueHere({}, { runId: 8, runAttempt: 2 }),
    ];
    expect(await savedBy(world, reissues)).toEqual([0, 0, 0]);
    const checks = ["callback_send_error", "callback_send_error", "success", "success"];
    expect(
      await savedBy(
        world,
        checks.map((code) => () => world.checkHere(code)),
      ),
    ).toEqual([0, 0, 0, 0]);
  });
});
