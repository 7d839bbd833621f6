import { expect, test } from "vitest";
import { type Heard, listener } from "../../../harness/cli/service.ts";
import { setStage } from "../../../harness/doctor/stage.ts";

const names = "github-token";

/** A workflow at a GitHub that answers with this status. */
async function workflow(status: (heard: Heard) => number) {
  const { url, heard } = await listener((item, response) => response.writeHead(status(item)).end("[]"));
  const stage = await setStage();
  Object.assign(stage.env, {
    GITHUB_ACTIONS: "true",
    GITHUB_REPOSITORY: "owner/repo",
    GITHUB_API_URL: url,
    GITHUB_TOKEN: "secret-token",
  });
  return { stage, heard };
}

test("Outside a workflow, and without a token, nothing is said about one", async () => {
  const { stage, heard } = await workflow(() => 200);
  expect((await stage.look()).has(names)).toBe(true);
  delete stage.env.GITHUB_TOKEN;
  expect((await stage.look()).has(names)).toBe(false);
  Object.assign(stage.env, { GITHUB_TOKEN: "secret-token", GITHUB_ACTIONS: undefined });
  expect((await stage.look()).has(names)).toBe(false);
  expect(heard).toHaveLength(2);
});

test("A token that may read what the action uses is right", async () => {
  const { stage, heard } = await workflow(() => 200);
  expect((await stage.look()).get(names)).toMatchObject({ status: "ok" });
  expect(heard.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    "GET /repos/owner/repo/deployments?per_page=1",
    "GET /repos/owner/repo/issues?per_page=1",
  ]);
  expect(heard[0]?.headers.authorization).toBe("Bearer secret-token");
});

test("A missing permission is named, with the lines of the workflow that grant it", async () => {
  const { stage } = await workflow(({ path }) => (path.includes("deployments") ? 403 : 200));
  const found = (await stage.look()).get(names);
  expect(found).toMatchObject({
    status: "warning",
    text: "The token may not read deployments, which journal: repository needs (HTTP 403).",
    remedy: "If the job uses it:\npermissions:\n  deployments: write",
  });
});

test("A token that GitHub does not accept fails", async () => {
  const { stage } = await workflow(({ headers }) => (headers.authorization === "Bearer right" ? 200 : 401));
  expect((await stage.look()).get(names)).toMatchObject({ status: "failed" });
  stage.env.GITHUB_TOKEN = "right";
  expect((await stage.look()).get(names)).toMatchObject({ status: "ok" });
});
