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

// The tests of the action prove something only if the fake behaves like the real GitHub.
describe("The fake GitHub of these tests", () => {
  test.each([
    ["an empty token", 401, deployment, ""],
    ["a deployment that would merge", 202, { ...deployment, auto_merge: undefined }],
    ["checks that are not green", 409, { ...deployment, required_contexts: undefined }],
    ["a commit that does not exist", 422, { ...deployment, ref: "0".repeat(40) }],
    ["a value of the wrong kind", 422, { ...deployment, task: {} }],
  ])("refuses %s: %i", async (_, status, body, authorization?: string) => {
    expect((await post("deployments", body, authorization)).status).toBe(status);
    expect(github.deployments).toHaveLength(0);
  });

  test("refuses a long description, an unknown state and a long body", async () => {
    expect((await post("deployments", deployment)).status).toBe(201);
    const statuses = `deployments/${github.deployments[0]?.id}/statuses`;
    expect((await post(statuses, { state: "success", description: "x".repeat(141) })).status).toBe(422);
    expect((await post(statuses, { state: "finished" })).status).toBe(422);
    expect((await post("issues", { title: "Long", body: "x".repeat(65_537), labels: [] })).status).toBe(422);
  });

  test("refuses a call without its permission, and names it", async () => {
    github.permissions = { deployments: "read" };
    const answer = await post("deployments", deployment);
    expect(answer.status).toBe(403);
    expect(answer.headers.get("x-accepted-github-permissions")).toBe("deployments=write");
  });

  test("refuses comments in a locked issue, and changes to one that is gone or has moved", async () => {
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
        method: "PATCH",
        redirect: "manual",
        body: "{}",
        headers: { authorization: "token any", "content-type": "application/json" },
      });
      expect(answered).toBe(status);
    }
  });

  test("notes calls and members that GitHub's OpenAPI description does not have", async () => {
    await post("issues", { title: "Odd", labels: [], colour: "red" });
    await post("nonsense", {});
    expect(github.violations).toEqual([
      "body.colour is unknown",
      "there is no post /repos/acme/site/nonsense",
    ]);
  });
});
