import { setTimeout as sleep } from "node:timers/promises";
import type { getOctokit } from "@actions/github";
import { NotSentError, redactor } from "../client/index.ts";
import { version } from "../version.ts";
import type { RunContext } from "./run-context.ts";

/** The repository of this run, and the way to it. */
export interface GitHub {
  readonly api: ReturnType<typeof getOctokit>;
  readonly run: RunContext;
  /** Names the repository in a call. */
  readonly here: { readonly owner: string; readonly repo: string };
}

/** Time for one call. */
const callTimeoutMs = 20_000;

/** Twice what a workflow's token may make in an hour: only a list whose pages never end takes more. */
const mostCalls = 2_000;

/** Loaded only when it is needed: most callback tests have nothing to say to GitHub. */
export async function connectGitHub(token: string, apiUrl: string, run: RunContext): Promise<GitHub> {
  const { getOctokit } = await import("@actions/github");
  const api = getOctokit(token || "missing", {
    ...(apiUrl && { baseUrl: apiUrl.replace(/\/+$/, "") }),
    userAgent: `certorder/${version} node/${process.versions.node}`,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
  let calls = 0;
  api.hook.before("request", (options) => {
    calls += 1;
    if (calls > mostCalls) throw new Error("its lists do not end");
    options.request = { ...options.request, signal: AbortSignal.timeout(callTimeoutMs) };
  });
  // What stands before GitHub may say in an error what it was sent.
  const redact = redactor([token]);
  api.hook.error("request", (error) => {
    error.message = redact(error.message);
    throw error;
  });
  return { api, run, here: { owner: run.owner, repo: run.repo } };
}

function quiet(): void {}

/** Nothing was sent because of what GitHub says. The remedy is there line by line: it may be YAML to copy. */
export class GitHubError extends NotSentError {
  override readonly name = "GitHubError";
  readonly lines: readonly string[];

  constructor(
    message: string,
    { code, lines }: { readonly code: string; readonly lines: readonly string[] },
  ) {
    super(message, { code, remedy: lines.join(" ") });
    this.lines = lines;
  }
}

/** What GitHub says about a run of this repository. */
export async function workflowRun({ api, here }: GitHub, id: number) {
  const { data } = await patiently(() => api.rest.actions.getWorkflowRun({ ...here, run_id: id }), sleep);
  return data;
}

/** What GitHub answered, as far as anybody has to know. */
export interface GitHubFailure {
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  readonly message: string;
  /** The permissions that would have been enough, in GitHub's words. */
  readonly accepted: string | undefined;
  /** Too many calls, which GitHub says with the status of a missing permission too. */
  readonly limited: boolean;
}

export function failureOf(error: unknown): GitHubFailure {
  const { status, message, response, cause } = error as {
    status?: number;
    message?: string;
    response?: { headers?: Record<string, string | undefined> };
    cause?: { message?: string; cause?: { message?: string } };
  };
  if (response) {
    const { headers = {} } = response;
    const isLimit = headers["x-ratelimit-remaining"] === "0" || headers["retry-after"] !== undefined;
    const limited = status === 429 || (status === 403 && isLimit);
    return { status, message: message ?? "", accepted: headers["x-accepted-github-permissions"], limited };
  }
  // octokit reports a connection that failed as status 500.
  const reason = cause?.cause?.message ?? cause?.message ?? message ?? String(error);
  return { status: undefined, message: reason, accepted: undefined, limited: false };
}

/** Repeats a call that changes nothing, or may be made twice without harm, when GitHub did not answer properly. */
export async function patiently<T>(
  call: () => Promise<T>,
  wait: (ms: number) => Promise<unknown>,
): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await call();
    } catch (error) {
      const { status } = failureOf(error);
      if (attempt >= 3 || (status !== undefined && status < 500)) throw error;
      await wait(attempt * 500);
    }
}

/** What went wrong with GitHub and, where a permission is missing, the YAML that gives it. */
export function explain(
  error: unknown,
  what: string,
  permission: `${string}: ${"read" | "write"}`,
): string[] {
  const { status, message, accepted, limited } = failureOf(error);
  if (status === undefined)
    return [
      `${what}: GitHub did not answer (${message}).`,
      "Check the network, the proxy variables and github-api-url.",
    ];
  if (status === 401)
    return [
      `${what}: GitHub does not accept github-token.`,
      "Leave github-token out, or give a valid token.",
    ];
  if (limited) return [`${what}: the token has used up GitHub's rate limit.`, "Run it again later."];
  // To a token that may not see something, GitHub says that it is not there.
  if (status === 403 || status === 404)
    return [
      `${what}: the token lacks a permission (HTTP ${status}${accepted ? `; GitHub asks for ${accepted}` : ""}).`,
      "Add to the job:",
      "permissions:",
      `  ${permission}`,
      "Tokens of pull requests from forks and of Dependabot can only read, whatever the workflow says.",
    ];
  const next = status < 500 ? "See what GitHub says about it." : "Run it again when GitHub is well.";
  return [`${what}: GitHub answered HTTP ${status} (${message}).`, next];
}
