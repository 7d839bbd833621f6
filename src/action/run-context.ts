import { type Environment, NotSentError } from "../contract/index.ts";

/** The run of a workflow that this step is part of. */
export interface RunContext {
  readonly owner: string;
  readonly repo: string;
  readonly runId: number;
  /** 1 for the first; each re-run counts one more. */
  readonly attempt: number;
  readonly sha: string;
  /** Page of this run. */
  readonly url: string;
  /** Address of GitHub's API. */
  readonly apiUrl: string;
  /** Address of its GraphQL API. */
  readonly graphqlUrl: string;
}

const address = /^https?:\/\/[\w.:/[\]-]+$/;

/** Reads the run from the environment. All values are checked, because they become part of URLs. */
export function runContext(env: Environment): RunContext {
  const [owner = "", repo = ""] = variable(env, "GITHUB_REPOSITORY", /^[\w.-]+\/[\w.-]+$/).split("/");
  const runId = Number(variable(env, "GITHUB_RUN_ID", /^\d{1,15}$/));
  const attempt = Number(variable(env, "GITHUB_RUN_ATTEMPT", /^\d{1,6}$/, "1"));
  const server = variable(env, "GITHUB_SERVER_URL", /^https?:\/\/[\w.:[\]-]+\/?$/, "https://github.com");
  const apiUrl = variable(env, "GITHUB_API_URL", address, "https://api.github.com");
  return {
    owner,
    repo,
    runId,
    attempt,
    sha: variable(env, "GITHUB_SHA", /^[0-9a-f]{40,64}$/),
    url: `${server.replace(/\/$/, "")}/${owner}/${repo}/actions/runs/${runId}`,
    apiUrl: apiUrl.replace(/\/+$/, ""),
    graphqlUrl: variable(env, "GITHUB_GRAPHQL_URL", address, "https://api.github.com/graphql"),
  };
}

function variable(env: Environment, name: string, form: RegExp, standard?: string): string {
  const value = env[name] || standard;
  if (value !== undefined && form.test(value)) return value;
  throw new NotSentError(
    `Nothing was sent: ${name} is ${value === undefined ? "not set" : "not as GitHub sets it"}.`,
    {
      code: "invalid_setting",
      remedy: "Run this as a step of a GitHub workflow.",
    },
  );
}
