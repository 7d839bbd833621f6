import { describe, expect } from "vitest";
import { type ActionWithSandbox, test } from "../../harness/action/action-with-sandbox.ts";
import type { Issue } from "../../harness/action/fake-github.ts";

// People edit, close, lock, move and copy issues. health-laws.test.ts has what holds in every order; here is what one edit does.

async function outage(world: ActionWithSandbox): Promise<Issue> {
  await world.checkHere("callback_send_error");
  const [issue] = world.github.issues;
  if (!issue) throw new Error("there is no issue");
  return issue;
}

const byPerson = { env: { GITHUB_EVENT_NAME: "workflow_dispatch" } };
const states = ({ github }: ActionWithSandbox) => github.issues.map(({ state }) => state);
const levelOf = async (world: ActionWithSandbox, answer = "callback_send_error") =>
  (await world.checkHere(answer)).level;
const endMute = (issue: Issue | undefined) =>
  Object.assign(issue ?? {}, {
    body: issue?.body.replace(/mutedUntil=\S+/, "mutedUntil=2026-01-01T00:00:00.000Z"),
  });
const dismissed = { state: "closed", state_reason: "not_planned" };
const muteLabel = { labels: ["certorder-callback", "Certorder-Mute"] };

describe.concurrent("An issue that people edited", () => {
  test("keeps their title and text, and is found without label, with line breaks and locked", async ({
    world,
  }) => {
    const issue = await outage(world);
    const body = `Note above.\n\n${issue.body.replaceAll(" ", "\r\n")}\n\nNote below.`;
    Object.assign(issue, { body, title: "We look at it", labels: [], locked: true });
    await world.checkHere("callback_send_error");
    expect(issue.body).toContain("🟥🟥");
    expect((await world.checkHere("success")).said).not.toContain("not reported");
    expect(world.github.issues).toMatchObject([{ state_reason: "completed", title: "We look at it" }]);
    expect(issue.body).toMatch(/^Note above\.\n\n[\s\S]*\n\nNote below\.$/);
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

  test("is not closed if it is a person's copy", async ({ world }) => {
    const issue = await outage(world);
    world.github.issues.push({ ...issue, number: 2, comments: [], author: "octocat", association: "MEMBER" });
    await world.checkHere("callback_send_error");
    expect(states(world)).toEqual(["open", "open"]);
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
    expect(states(world)).toEqual(["closed"]);
  });

  test("restarts the count if a person closes it as completed", async ({ world }) => {
    Object.assign(await outage(world), { state: "closed", state_reason: "completed" });
    for (const state of ["closed", "open"]) {
      await world.checkHere("callback_send_error", { "failure-threshold": "2" });
      expect(states(world)).toEqual([state]);
    }
    expect(world.github.issues[0]?.comments).toMatchObject([expect.stringContaining("fails again")]);
  });
});

test("An issue gets one comment about the recovery, also if it was not closed at first", async ({
  world,
}) => {
  const issue = await outage(world);
  world.github.faults.push({ method: "patch", path: /issues/, how: 422 });
  await world.checkHere("success");
  expect(issue).toMatchObject({ state: "open", comments: [] });
  for (let run = 0; run < 2; run++) await world.checkHere("success");
  expect(issue.state).toBe("closed");
  expect(issue.comments).toHaveLength(1);
});

test("Two checks at once have one issue at once, if lists are not late", async ({ world }) => {
  await Promise.all([world.checkHere("callback_send_error"), world.checkHere("callback_send_error")]);
  expect(states(world).filter((state) => state === "open")).toHaveLength(1);
});

describe.concurrent("An issue that another person opened in the name of the check", () => {
  const muted = (body: string) => body.replace("mutedUntil=", "mutedUntil=2099-01-01T00:00:00.000Z");

  test.for([
    ["NONE", false],
    ["CONTRIBUTOR", false],
    ["COLLABORATOR", true],
    ["MEMBER", true],
    ["OWNER", true],
  ] as const)(
    "counts only if that person belongs to the repository: %s, %s",
    async ([association, counts], { world }) => {
      const issue = await outage(world);
      Object.assign(issue, { author: "hubot", association, ...(!counts && { body: muted(issue.body) }) });
      const before = structuredClone(issue);
      if (!counts) expect(await levelOf(world)).toBe("failed");
      await world.checkHere("success");
      expect(states(world)).toEqual(counts ? ["closed"] : ["open", "closed"]);
      if (!counts) expect(issue).toEqual(before);
    },
  );

  test("is muted for no longer than an input may say", async ({ world }) => {
    const issue = await outage(world);
    issue.body = muted(issue.body);
    expect(await levelOf(world)).toBe("failed");
    expect(issue.body).toContain("mutedUntil= ");
  });
});

describe.concurrent("An outage", () => {
  test.for([
    ["a closed issue", dismissed, {}],
    ["a label", muteLabel, {}],
    ["a run", {}, { mute: "7d" }],
  ] as const)("is muted by %s, without comments, until it is over", async ([_, edit, inputs], { world }) => {
    const issue = await outage(world);
    Object.assign(issue, edit);
    const muted = await world.checkHere("unauthorized", inputs, byPerson);
    expect(muted.level).toBe("warning");
    expect(muted.said).toMatch(/The check is muted until \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    expect(muted.summary).toContain("muted");
    expect(issue.body).toMatch(/\*\*Muted until:\*\* \d{4}-.* UTC, or until the callback works again/);
    await world.checkHere("success");
    expect(issue).toMatchObject({ state: "closed", comments: [] });
    expect(issue.body).toContain("The callback works again");
    for (let run = 0; run < 2; run++) expect(await levelOf(world)).toBe("failed");
    expect(states(world)).toEqual(["open"]);
  });

  test.for([
    ["closed", dismissed],
    ["labelled", muteLabel],
  ] as const)(
    "is reported again when the mute of an issue that was %s ends",
    async ([_, edit], { world }) => {
      const issue = await outage(world);
      Object.assign(issue, edit);
      expect(await levelOf(world)).toBe("warning");
      endMute(issue);
      for (let run = 0; run < 2; run++) expect(await levelOf(world)).toBe("failed");
      expect(states(world)).toEqual(["open"]);
    },
  );

  test("is reported again when its label is taken off", async ({ world }) => {
    const issue = await outage(world);
    Object.assign(issue, muteLabel);
    expect(await levelOf(world)).toBe("warning");
    issue.labels = ["certorder-callback"];
    expect(await levelOf(world)).toBe("failed");
  });

  test("that begins while the check is muted is reported when the time is over", async ({ world }) => {
    expect((await world.checkHere("success", { mute: "7d" }, byPerson)).level).toBe("passed");
    expect(await levelOf(world)).toBe("warning");
    expect(await levelOf(world, "unauthorized")).toBe("warning");
    expect(states(world)).toEqual(["closed"]);
    const [issue] = world.github.issues;
    endMute(issue);
    expect(await levelOf(world)).toBe("failed");
    expect(states(world)).toEqual(["open"]);
    expect(issue?.body).toContain("🟥⬜🟥");
  });

  test("is reported again with mute: off", async ({ world }) => {
    await world.checkHere("callback_send_error", { mute: "30m" }, byPerson);
    expect(states(world)).toEqual(["closed"]);
    await world.checkHere("callback_send_error", { mute: "off" }, byPerson);
    expect(states(world)).toEqual(["open"]);
  });

  test.for(["schedule", "push"])("is not muted by a run of %s", async (GITHUB_EVENT_NAME, { world }) => {
    const env = { GITHUB_EVENT_NAME };
    expect((await world.checkHere("callback_send_error", { mute: "7d" }, { env })).level).toBe("failed");
    expect(states(world)).toEqual(["open"]);
  });
});
