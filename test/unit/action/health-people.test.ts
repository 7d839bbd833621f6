import { describe, expect } from "vitest";
import type { ActionWithSandbox } from "../../harness/action/action-with-sandbox.ts";
import { test } from "../../harness/action/action-with-sandbox.ts";
import type { FakeGitHub, Issue } from "../../harness/action/fake-github.ts";

// People edit, close, lock, move and copy issues. Their text is kept, and each outage has one issue.

async function outage(world: ActionWithSandbox): Promise<Issue> {
  await world.checkHere("callback_send_error");
  const [issue] = world.github.issues;
  if (!issue) throw new Error("there is no issue");
  return issue;
}

const byPerson = { env: { GITHUB_EVENT_NAME: "workflow_dispatch" } };

const states = ({ issues }: FakeGitHub) => issues.map(({ state }) => state);

describe.concurrent("An issue that people edited", () => {
  test.for<[string, (issue: Issue) => Partial<Issue>]>([
    ["notes above and below", ({ body }) => ({ body: `Note above.\n\n${body}\n\nNote below.` })],
    ["another title", () => ({ title: "We look at it" })],
    ["no label", () => ({ labels: [] })],
    ["lines that an editor has broken", ({ body }) => ({ body: body.replaceAll(" ", "\r\n") })],
    ["a count that is not a number", ({ body }) => ({ body: body.replace("fails=1", "fails=many") })],
  ])("is found again, kept and closed if it has %s", async ([_, edited], { world }) => {
    const issue = await outage(world);
    Object.assign(issue, edited(issue));
    const { title } = issue;
    await world.checkHere("callback_send_error");
    expect(issue.body).toContain("🟥🟥");
    await world.checkHere("success");
    expect(world.github.issues).toMatchObject([{ state: "closed", state_reason: "completed", title }]);
    if (_.startsWith("notes")) expect(issue.body).toMatch(/^Note above\.\n\n[\s\S]*\n\nNote below\.$/);
  });

  test("is left alone if they removed the part of the check", async ({ world }) => {
    const issue = await outage(world);
    issue.body = "I have taken this over.";
    await world.checkHere("callback_send_error");
    expect(states(world.github)).toEqual(["open", "open"]);
    expect(issue.body).toBe("I have taken this over.");
  });

  test("counts without its label: a second issue is closed", async ({ world }) => {
    const issue = await outage(world);
    world.github.issues.push({ ...issue, number: 2, comments: [], labels: [] });
    await world.checkHere("callback_send_error");
    expect(states(world.github)).toEqual(["open", "closed"]);
  });

  test("is left alone if it was copied, and the copy is not closed", async ({ world }) => {
    const issue = await outage(world);
    world.github.issues.push({ ...issue, number: 2, comments: [], author: "octocat", association: "MEMBER" });
    await world.checkHere("callback_send_error");
    expect(states(world.github)).toEqual(["open", "open"]);
  });
});

describe.concurrent("An issue that another person opened in the name of the check", () => {
  const claim = (body: string): Issue => ({
    number: 1,
    title: "Hello",
    state: "open",
    state_reason: null,
    labels: [],
    comments: [],
    author: "stranger",
    body,
  });
  const muted = (body: string) => body.replace("mutedUntil=", "mutedUntil=2099-01-01T00:00:00.000Z");
  /** The text that the check writes. Everyone can read and copy it. */
  async function checkText(world: ActionWithSandbox): Promise<string> {
    const { body } = await outage(world);
    world.github.issues.length = 0;
    return body;
  }

  test.for(["NONE", "CONTRIBUTOR"] as const)(
    "is left alone if that person does not belong to the repository (%s)",
    async (association, { world }) => {
      const theirs = { ...claim(muted(await checkText(world))), association };
      world.github.issues.push(theirs);
      const before = structuredClone(theirs);
      expect((await world.checkHere("callback_send_error")).level).toBe("failed");
      await world.checkHere("success");
      expect(world.github.issues).toMatchObject([before, { state: "closed", state_reason: "completed" }]);
      expect(theirs).toEqual(before);
    },
  );

  test.for(["OWNER", "MEMBER", "COLLABORATOR"] as const)(
    "is used if that person belongs to the repository (%s), as with their token",
    async (association, { world }) => {
      world.github.issues.push({ ...claim(await checkText(world)), association });
      await world.checkHere("success");
      expect(world.github.issues).toMatchObject([{ state: "closed", state_reason: "completed" }]);
    },
  );

  test("is muted for no longer than an input may say", async ({ world }) => {
    const issue = await outage(world);
    issue.body = muted(issue.body);
    expect((await world.checkHere("callback_response_not_200")).level).toBe("failed");
    expect(issue.body).toContain("mutedUntil= ");
  });
});

describe.concurrent("The issue of a check", () => {
  test("is opened once although GitHub dropped its labels", async ({ world }) => {
    world.github.dropsLabels = true;
    await outage(world);
    await world.checkHere("callback_send_error");
    await world.checkHere("success");
    expect(states(world.github)).toEqual(["closed"]);
  });

  test("is found without a label among a hundred others", async ({ world }) => {
    const issue = await outage(world);
    issue.labels = [];
    for (let number = 2; number <= 150; number++) {
      const other: Issue = { ...issue, number, body: "Something else.", comments: [] };
      world.github.issues.push(other);
      world.github.touch(other);
    }
    await world.checkHere("success");
    expect(issue.state).toBe("closed");
  });

  test("gets no comments while it is locked, and is closed", async ({ world }) => {
    const issue = await outage(world);
    issue.locked = true;
    await world.checkHere("callback_response_not_200");
    const { said } = await world.checkHere("success");
    expect(issue).toMatchObject({ state: "closed", comments: [] });
    expect(issue.body).toContain("The callback works again");
    expect(said).not.toContain("permission");
  });

  test.for(["transferred", "deleted", "converted"] as const)(
    "is opened again if it was %s during the outage",
    async (gone, { world }) => {
      const issue = await outage(world);
      issue.gone = gone;
      await world.checkHere("callback_send_error");
      expect(world.github.issues).toHaveLength(2);
      await world.checkHere("success");
      expect(world.github.issues[1]?.state).toBe("closed");
    },
  );

  test("fails the step if it is moved while it is written to", async ({ world }) => {
    const issue = await outage(world);
    world.github.onCall = ({ method }) => {
      if (method === "patch") issue.gone = "transferred";
    };
    const ended = await world.checkHere("callback_send_error", { "fail-on": "never" });
    expect(ended.level).toBe("failed");
    expect(ended.said).toContain("moved elsewhere");
  });

  test("is left open if a person reopened it, and is used for the next outage", async ({ world }) => {
    const issue = await outage(world);
    await world.checkHere("success");
    Object.assign(issue, { state: "open", state_reason: "reopened" });
    await world.checkHere("success");
    expect(issue.state).toBe("open");
    await world.checkHere("callback_send_error");
    expect(issue.comments.at(-1)).toContain("The callback fails again");
    await world.checkHere("success");
    expect(states(world.github)).toEqual(["closed"]);
  });

  test("gets one comment about the recovery, also if it was not closed at first", async ({ world }) => {
    const issue = await outage(world);
    world.github.faults.push({ method: "patch", path: /issues/, how: 422 });
    await world.checkHere("success");
    expect(issue).toMatchObject({ state: "open", comments: [] });
    await world.checkHere("success");
    await world.checkHere("success");
    expect(issue.state).toBe("closed");
    expect(issue.comments).toHaveLength(1);
  });

  test("is one although two runs opened one each and lists are late", async ({ world }) => {
    world.github.lag = 2;
    await Promise.all([world.checkHere("callback_send_error"), world.checkHere("callback_send_error")]);
    world.github.lag = 0;
    await world.checkHere("callback_send_error");
    await world.checkHere("callback_send_error");
    expect(states(world.github).filter((state) => state === "open")).toHaveLength(1);
  });

  test("is one at once if lists are not late", async ({ world }) => {
    await Promise.all([world.checkHere("callback_send_error"), world.checkHere("callback_send_error")]);
    expect(states(world.github).filter((state) => state === "open")).toHaveLength(1);
  });
});

test("On GitHub Enterprise Server, issues are kept and found page by page", async ({ world }) => {
  const { github } = world;
  github.prefix = "/api/v3";
  const inputs = { "github-api-url": `${github.url}/api/v3` };
  const labels = ["certorder-callback"];
  for (let number = 1; number <= 120; number++)
    github.issues.push({
      number,
      title: "Other",
      body: "",
      state: "open",
      state_reason: null,
      labels,
      comments: [],
    });
  await world.checkHere("callback_send_error", inputs);
  await world.checkHere("success", inputs);
  expect(github.issues.slice(120)).toMatchObject([{ state: "closed", state_reason: "completed" }]);
});

describe.concurrent("The issue of an outage", () => {
  test("restarts the count if a person closes it as completed", async ({ world }) => {
    const issue = await outage(world);
    Object.assign(issue, { state: "closed", state_reason: "completed" });
    await world.checkHere("callback_send_error", { "failure-threshold": "2" });
    expect(states(world.github)).toEqual(["closed"]);
    await world.checkHere("callback_send_error", { "failure-threshold": "2" });
    expect(states(world.github)).toEqual(["open"]);
    expect(issue.comments).toMatchObject([expect.stringContaining("fails again")]);
  });

  test("is muted for 30 days, until the next outage, if a person closes it as not planned", async ({
    world,
  }) => {
    const issue = await outage(world);
    Object.assign(issue, { state: "closed", state_reason: "not_planned" });
    const muted = await world.checkHere("callback_response_not_200");
    expect(muted.level).toBe("warning");
    expect(muted.summary).toContain("muted");
    expect(issue).toMatchObject({ state: "closed", comments: [] });
    expect(issue.body).toMatch(/\*\*Muted until:\*\* \d{4}-.* UTC, or until the callback works again/);
    await world.checkHere("success");
    expect(issue).toMatchObject({ state: "closed", state_reason: "not_planned", comments: [] });
    expect((await world.checkHere("callback_send_error")).level).toBe("failed");
    expect(states(world.github)).toEqual(["open"]);
  });

  test.for([
    ["closed", { state: "closed", state_reason: "not_planned" }],
    ["labelled", { labels: ["Certorder-Mute"] }],
  ] as const)(
    "is reported again when the mute of an issue that was %s is over",
    async ([_, edit], { world }) => {
      const issue = await outage(world);
      Object.assign(issue, edit);
      expect((await world.checkHere("callback_send_error")).level).toBe("warning");
      issue.body = issue.body.replace(/mutedUntil=\S+/, "mutedUntil=2026-01-01T00:00:00.000Z");
      expect((await world.checkHere("callback_send_error")).level).toBe("failed");
      expect(states(world.github)).toEqual(["open"]);
      expect((await world.checkHere("callback_send_error")).level).toBe("failed");
    },
  );
});

describe.concurrent("A muted check", () => {
  test("keeps its results, and reports again when the time is over", async ({ world }) => {
    const muted = await world.checkHere("success", { mute: "7d" }, byPerson);
    expect(muted.level).toBe("passed");
    expect((await world.checkHere("callback_send_error")).level).toBe("warning");
    expect((await world.checkHere("unauthorized")).level).toBe("warning");
    expect(states(world.github)).toEqual(["closed"]);
    const [issue] = world.github.issues;
    if (issue) issue.body = issue.body.replace(/mutedUntil=\S+/, "mutedUntil=2026-01-01T00:00:00.000Z");
    const ended = await world.checkHere("callback_send_error");
    expect(ended.level).toBe("failed");
    expect(states(world.github)).toEqual(["open"]);
    expect(issue?.body).toContain("🟥⬜🟥");
    expect(issue?.body).toContain("(2 runs failed, 1 could not tell)");
  });

  test("reports again with mute: off", async ({ world }) => {
    await world.checkHere("callback_send_error", { mute: "30m" }, byPerson);
    expect(states(world.github)).toEqual(["closed"]);
    await world.checkHere("callback_send_error", { mute: "off" }, byPerson);
    expect(states(world.github)).toEqual(["open"]);
  });

  test.for(["schedule", "push"])("is not muted by a run of %s", async (GITHUB_EVENT_NAME, { world }) => {
    const env = { GITHUB_EVENT_NAME };
    expect((await world.checkHere("callback_send_error", { mute: "7d" }, { env })).level).toBe("failed");
    expect(states(world.github)).toEqual(["open"]);
  });

  test.for([
    ["a label", {}],
    ["a run", { mute: "7d" }],
  ] as const)("is muted by %s for one outage only", async ([how, inputs], { world }) => {
    const issue = await outage(world);
    if (how === "a label") issue.labels = [...issue.labels, "certorder-mute"];
    const muted = await world.checkHere("callback_send_error", inputs, byPerson);
    expect(muted.level).toBe("warning");
    expect(muted.said).toMatch(/The check is muted until \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    await world.checkHere("success");
    expect(issue).toMatchObject({ state: "closed" });
    expect((await world.checkHere("callback_send_error")).level).toBe("failed");
    expect((await world.checkHere("callback_send_error")).level).toBe("failed");
    expect(states(world.github)).toEqual(["open"]);
  });

  test("stays muted while its issue has the label certorder-mute", async ({ world }) => {
    const issue = await outage(world);
    issue.labels = [...issue.labels, "certorder-mute"];
    expect((await world.checkHere("callback_response_not_200")).level).toBe("warning");
    expect(issue.comments).toEqual([]);
    expect(issue.body).toContain("🟥🟥");
    issue.labels = ["certorder-callback"];
    expect((await world.checkHere("callback_response_not_200")).level).toBe("failed");
  });

  test.for([
    ["by a label", {}],
    ["by a run", { mute: "7d" }],
  ] as const)(
    "closes its issue at the end of an outage without a comment, if it is muted %s",
    async ([how, inputs], { world }) => {
      const issue = await outage(world);
      if (how === "by a label") issue.labels = [...issue.labels, "certorder-mute"];
      await world.checkHere("success", inputs, byPerson);
      expect(issue).toMatchObject({ state: "closed", state_reason: "completed", comments: [] });
      expect(issue.body).toContain("The callback works again");
    },
  );
});

describe.concurrent("A check", () => {
  test("is the same after its key, its address and the name of its service were corrected", async ({
    world,
  }) => {
    await world.checkHere("unauthorized", { "key-id": "wrong", service: "staging" });
    const moved = world.sandbox.url.replace("127.0.0.1", "localhost");
    await world.checkHere("success", { "base-url": moved });
    expect(states(world.github)).toEqual(["closed"]);
  });

  test.for([
    ["another workflow", { env: { GITHUB_WORKFLOW_REF: "acme/site/.github/workflows/b.yml@refs/heads/x" } }],
    ["another job", { env: { GITHUB_JOB: "intranet" } }],
    ["other values of the matrix", { env: { INPUT_MATRIX: '{"account":"shop"}' } }],
    ["another address under test", { env: { INPUT_URL: "https://b.example.com/" } }],
    ["another check-id", { env: { "INPUT_CHECK-ID": "shop" } }],
  ] as const)("has an issue of its own in %s", async ([_, more], { world }) => {
    await world.checkHere("callback_send_error");
    await world.checkHere("callback_send_error", {}, more);
    expect(states(world.github)).toEqual(["open", "open"]);
  });

  test("is told to set check-id if another step of the run has its issue", async ({ world }) => {
    await world.checkHere("callback_send_error", {}, { runId: 5 });
    const quiet = { "fail-on": "never" };
    const other = await world.checkHere("callback_response_not_200", quiet, { runId: 5 });
    expect(other.level).toBe("failed");
    expect(other.said).toContain("Give each of the steps a check-id of its own.");
    expect((await world.checkHere("success", {}, { runId: 5 })).said).toContain("check-id");
    expect(states(world.github)).toEqual(["open"]);
    await world.checkHere("success", {}, { runId: 5, runAttempt: 2 });
    expect(states(world.github)).toEqual(["closed"]);
  });
});
