import { DeploymentStore } from "../../../src/action/deployments/store.ts";
import { connectGitHub, type GitHub, TimeBudget } from "../../../src/action/github.ts";
import { atTheEnd } from "../at-the-end.ts";
import { FakeGitHub, sha } from "./fake-github.ts";

/** A repository for tests of its store alone, and a connection to it. */
export interface Repository {
  readonly github: FakeGitHub;
  readonly connection: GitHub;
}

export async function newRepository(): Promise<Repository> {
  const github = await FakeGitHub.start();
  atTheEnd(() => github.close());
  const run = { ...runOf(7), apiUrl: github.url, graphqlUrl: github.graphqlUrl };
  return { github, connection: await connectGitHub("token", run, new TimeBudget(600_000)) };
}

export function runOf(runId: number) {
  const url = `https://github.com/acme/site/actions/runs/${runId}`;
  return { owner: "acme", repo: "site", runId, attempt: 1, sha, url, apiUrl: "", graphqlUrl: "" };
}

/** Opens the journal in a repository, as another step would. It shows these names in place of their hashes. */
export function openRepository(connection: GitHub, names: readonly string[]): DeploymentStore {
  return new DeploymentStore(connection, "auth key", () => names);
}
