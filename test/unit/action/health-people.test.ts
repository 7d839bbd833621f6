import { describe, expect } from "vitest";
import { type ActionWithSandbox, test } from "../../harness/action/action-with-sandbox.ts";
import type { Issue } from "../../harness/action/fake-github.ts";

// People and bots edit, close, lock, move and copy issues. health-laws.test.ts has what holds in every order; here is what one edit
// does.

async function outage(world: ActionWithSandbox): Promise<Issue> {
  await world.checkHere("callback_send_error");
  const [issue] = world.github.issues;
  if (!issue) throw new Error("there is no issue");
  return issue;
}

const states = ({ github }: ActionWithSandbox) => github.issues.map(({ state }) => state);

describe.concurrent("An issue that people edited", () => {
  test("keeps their title and text, and is found without label, with line breaks and locked", async ({
    world,
  }) => {
    const issue = await outage(world);
    const body = `Note above.\n\n${issue.body.replaceAll(" ", "\r\n")}\n\nNote below.`;
    Object.assign(issue, { body, title: "We look at it", labels: [], locked: true });
    expect((await world.checkHere("503")).outputs).toMatchObject({ reported: true, "issue-number": 1 });
    expect(issue.body).toContain("http_503");
    expect((await world.checkHere("success")).said).not.toContain("not reported");
    expect(world.github.issues).toMatchObject([{ state_reason: "completed", title: "We look at it" }]);
    expect(issue.body).toMatch(/^Note above\.\n\n[\s\S]*\n\nNote below\.$/);
  });

  test("is edited and closed also if they filled it up", async ({ world }) => {
    await world.checkHere("503");
    const [issue] = world.github.issues;
    if (!issue) throw new Error("there is no issue");
    const note = "x".repeat(65_536 - issue.body.length);
    issue.body = `${note}${issue.body}`;
    const ended = await world.checkHere("callback_response_not_200");
    expect(ended.outputs).toMatchObject({ reported: true, "issue-number": 1 });
    expect(issue.body.startsWith(note)).toBe(true);
    expect(issue.body.slice(note.length)).toMatch(/`callback_response_not_200`.*There is no room for more/);
    await world.checkHere("success");
    expect(states(world)).toEqual(["closed"]);
  });

  test("has the title of the present service, unless a person wrote another one", async ({ world }) => {
    const of = (service: string) => ({ env: { CERTORDER_SERVICE: service } });
    await world.checkHere("callback_send_error", {}, of("staging"));
    await world.checkHere("callback_send_error", {}, of("production"));
    const [issue] = world.github.issues;
    expect(issue?.title).toContain("(production, saved callback)");
    Object.assign(issue ?? {}, { title: "Ours" });
    await world.checkHere("callback_send_error", {}, of("staging"));
    expect(issue?.title).toBe("Ours");
  });

  test("gets its label again beside the labels that they set", async ({ world }) => {
    const issue = await outage(world);
    issue.labels = ["urgent"];
    await world.checkHere("callback_send_error");
    expect(issue.labels).toEqual(["urgent", "certorder-callback"]);
    issue.labels = ["certorder-callback", "urgent"];
    await world.checkHere("success");
    expect(issue.labels).toEqual(["certorder-callback", "urgent"]);
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

  test.for(["completed", "not_planned", "duplicate"])(
    "is reopened by the next failure if a person closes it as %s, in the same outage",
    async (reason, { world }) => {
      const issue = await outage(world);
      world.github.setState(issue, "closed", reason);
      expect((await world.checkHere("callback_send_error")).level).toBe("failed");
      expect(issue).toMatchObject({ state: "open", comments: [] });
    },
  );

  test("is left open if a person reopened it, and is used for the next outage, with a comment", async ({
    world,
  }) => {
    const issue = await outage(world);
    await world.checkHere("success");
    world.github.setState(issue, "open");
    await world.checkHere("success");
    expect(issue).toMatchObject({ state: "open", comments: [] });
    await world.checkHere("callback_send_error");
    expect(issue.comments).toMatchObject([expect.stringContaining("The callback fails: ")]);
    await world.checkHere("success");
    expect(states(world)).toEqual(["closed"]);
  });

  test("begins a new outage after a pass, if a person closed it before", async ({ world }) => {
    const issue = await outage(world);
    world.github.setState(issue, "closed");
    await world.checkHere("success");
    expect(issue.body).toContain("The callback works again");
    await world.checkHere("503");
    expect(issue).toMatchObject({ state: "open", comments: [] });
    expect(issue.body).not.toContain("Also seen");
  });
});

test("A text that a person writes while the run reads lists is kept", async ({ world }) => {
  const issue = await outage(world);
  world.github.onCall = ({ method, path }) => {
    if (method === "get" && /issues$/.test(path) && !issue.body.includes("Just now."))
      queueMicrotask(() => Object.assign(issue, { body: `${issue.body}\n\nJust now.` }));
  };
  await world.checkHere("503");
  expect(issue.body).toMatch(/http_503[\s\S]*Just now\.$/);
});

test("Two checks at once have one issue at once, if lists are not late", async ({ world }) => {
  await Promise.all([world.checkHere("callback_send_error"), world.checkHere("callback_send_error")]);
  expect(states(world).filter((state) => state === "open")).toHaveLength(1);
});

test("Two issues that parallel runs opened unseen by each other become one, or are both closed by a pass", async ({
  world,
}) => {
  for (const after of ["callback_send_error", "success"]) {
    world.github.lag = 9;
    await Promise.all([world.checkHere("503"), world.checkHere("503")]);
    world.github.catchUp();
    expect(states(world).filter((state) => state === "open")).toHaveLength(2);
    await world.checkHere(after);
    expect(states(world).filter((state) => state === "open")).toHaveLength(after === "success" ? 0 : 1);
    await world.checkHere("success");
    world.github.age(20 * 86_400_000);
  }
});

describe.concurrent("An issue of another login", () => {
  test.for(["relay[bot]", "octocat", "github-actions"])(
    "is never changed, and hides no outage: %s",
    async (author, { world }) => {
      const genuine = await outage(world);
      const forged: Issue = { ...structuredClone(genuine), number: 2, author };
      world.github.issues.push(forged);
      const before = structuredClone(forged);
      await world.checkHere("success");
      await world.checkHere("503");
      expect(world.github.issues).toMatchObject([{ state: "open" }, before]);
      await world.checkHere("success");
      expect(forged).toEqual(before);
      expect(genuine.state).toBe("closed");
    },
  );

  test("is not the check's, even if it is the only one", async ({ world }) => {
    const genuine = await outage(world);
    genuine.author = "relay[bot]";
    const before = structuredClone(genuine);
    expect((await world.checkHere("callback_send_error")).outputs).toMatchObject({ "issue-number": 2 });
    expect(world.github.issues[0]).toEqual(before);
  });

  test.for(["our-app[bot]", "octocat", "stranger"])(
    "and one of the token's own: %s has one issue over many runs",
    async (login, { world }) => {
      world.github.login = login;
      for (let run = 0; run < 3; run++) await world.checkHere("callback_send_error");
      expect(states(world)).toEqual(["open"]);
      await world.checkHere("success");
      expect(states(world)).toEqual(["closed"]);
    },
  );
});

test("A copy of the issue by a bot with the same token is not taken for it", async ({ world }) => {
  const genuine = await outage(world);
  world.github.age(2 * 3_600_000);
  const createdAt = Date.now() + world.github.clockSkewMs;
  const copy: Issue = { ...structuredClone(genuine), number: 2, title: "A visitor writes", createdAt };
  world.github.issues.push(copy);
  const before = structuredClone(copy);
  await world.checkHere("503");
  await world.checkHere("success");
  expect(copy).toEqual(before);
  expect(genuine.state).toBe("closed");
});

test("Two checks in one body, as a person may put them together, keep a part each", async ({ world }) => {
  const shop = { env: { "INPUT_CHECK-ID": "shop" } };
  await world.checkHere("503", {}, shop);
  const issue = await outage(world);
  const part = /<!-- certorder[\s\S]*end -->/.exec(issue.body)?.[0] ?? "";
  const [, second] = world.github.issues;
  expect(second).toBeDefined();
  Object.assign(second ?? {}, { body: `${part}\n\n${second?.body}` });
  await world.checkHere("success");
  expect(world.github.issues[1]?.state).toBe("closed");
  expect(world.github.issues[1]?.body).toContain(part);
});
