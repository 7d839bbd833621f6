import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FakeGitHub, sha } from "../../harness/action/fake-github.ts";

let github: FakeGitHub;
beforeEach(async () => {
  github = await FakeGitHub.start();
});
afterEach(() => github.close());

const post = (path: string, body: object, authorization = "token any") =>
  fetch(`${github.url}/repos/acme/site/${path}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const deployment = { ref: sha, auto_merge: false, required_contexts: [], task: "any", payload: {} };

// The tests of the action are worth as much as this GitHub is like the real one.
describe("the GitHub of these tests refuses what GitHub refuses", () => {
  test.each([
    ["a token that is none", 401, deployment, ""],
    ["a merge by the way, which is no deployment", 202, { ...deployment, auto_merge: undefined }],
    ["checks that are not green", 409, { ...deployment, required_contexts: undefined }],
    ["a commit that does not exist", 422, { ...deployment, ref: "0".repeat(40) }],
    ["a value of the wrong kind", 422, { ...deployment, task: {} }],
  ])("%s: %i", async (_, status, body, authorization?: string) => {
    expect((await post("deployments", body, authorization)).status).toBe(status);
    expect(github.deployments).toHaveLength(0);
  });

  test("a description of more than 140 characters, an unknown state, a body that is too long", async () => {
    expect((await post("deployments", deployment)).status).toBe(201);
    const statuses = `deployments/${github.deployments[0]?.id}/statuses`;
    expect((await post(statuses, { state: "success", description: "x".repeat(141) })).status).toBe(422);
    expect((await post(statuses, { state: "finished" })).status).toBe(422);
    expect((await post("issues", { title: "Long", body: "x".repeat(65_537), labels: [] })).status).toBe(422);
  });

  test("a missing permission, with the one that would do", async () => {
    github.permissions = { deployments: "read" };
    const answer = await post("deployments", deployment);
    expect(answer.status).toBe(403);
    expect(answer.headers.get("x-accepted-github-permissions")).toBe("deployments=write");
  });

  test("comments in a locked issue, and changes to one that is gone or has moved", async () => {
    await post("issues", { title: "One", labels: ["any"] });
    const issue = github.issues.at(-1);
    if (!issue) throw new Error("there is no issue");
    const number = issue.number;
    issue.locked = true;
    expect((await post(`issues/${number}/comments`, { body: "Hello." })).status).toBe(403);
    for (const [gone, status] of [
      ["deleted", 410],
      ["converted", 404],
      ["transferred", 301],
    ] as const) {
      issue.gone = gone;
      const { status: answered } = await fetch(`${github.url}/repos/acme/site/issues/${number}`, {
        ...{ method: "PATCH", redirect: "manual", body: "{}" },
        headers: { authorization: "token any", "content-type": "application/json" },
      });
      expect(answered).toBe(status);
    }
  });

  test("labels of a token that may not set them, without a word", async () => {
    github.dropsLabels = true;
    expect((await post("issues", { title: "Two", labels: ["any"] })).status).toBe(201);
    expect(github.issues.at(-1)?.labels).toEqual([]);
  });

  test("issues in a repository that has none", async () => {
    github.hasIssues = false;
    expect((await post("issues", { title: "One", labels: [] })).status).toBe(410);
  });

  test("to write where a repository was, and says where it is", async () => {
    github.isRenamed = true;
    const answer = await fetch(`${github.url}/repos/acme/site/issues`, {
      ...{ method: "POST", redirect: "manual", body: "{}" },
      headers: { authorization: "token any", "content-type": "application/json" },
    });
    expect(answer.status).toBe(307);
    expect(answer.headers.get("location")).toBe(`${github.url}/repositories/1/issues`);
  });

  test("more calls than an hour has, but not those that ask for what has not changed", async () => {
    github.callsLeft = 2;
    github.resetAt = Date.now() / 1_000 + 60;
    const list = (etag = "") =>
      fetch(`${github.url}/repos/acme/site/issues`, {
        headers: { authorization: "token any", "if-none-match": etag },
      });
    const first = await list();
    const etag = first.headers.get("etag") ?? "";
    expect([first.status, first.headers.get("x-ratelimit-remaining")]).toEqual([200, "1"]);
    for (let time = 0; time < 3; time++) expect((await list(etag)).status).toBe(304);
    await post("issues", { title: "One", labels: [] });
    const over = await list(etag);
    expect([over.status, over.headers.get("x-ratelimit-remaining")]).toEqual([403, "0"]);
    github.resetAt = 0;
    expect((await list(etag)).status).toBe(200);
  });

  test("and notes what GitHub's description does not know", async () => {
    await post("issues", { title: "Odd", labels: [], colour: "red" });
    await post("nonsense", {});
    expect(github.violations).toEqual([
      "body.colour is unknown",
      "there is no post /repos/acme/site/nonsense",
    ]);
  });
});
