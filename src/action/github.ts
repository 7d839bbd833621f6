import { setTimeout as sleep } from "node:timers/promises";
import type { getOctokit } from "@actions/github";
import { NotSentError, redactor, userAgent } from "../client/index.ts";
import { clockSkew } from "../journal/index.ts";
import { repeat } from "../waiting.ts";
import type { RunContext } from "./run-context.ts";

/** The repository of this run, and the way to it. */
export interface GitHub {
  readonly api: ReturnType<typeof getOctokit>;
  readonly run: RunContext;
  readonly deadline: Deadline;
  readonly clock: Clock;
  /** Names the repository in a call. */
  readonly here: { readonly owner: string; readonly repo: string };
}

interface Clock {
  /** How far GitHub's clock is ahead of this machine's, by its last answer. */
  clockSkewMs: number;
}

/** GitHub's times are whole seconds, and an answer takes its time. */
const clockBlurMs = 10_000;

/** Time for one call. */
const callTimeoutMs = 20_000;

/** Twice what a workflow's token may make in an hour: only a list whose pages never end takes more. */
const mostCalls = 2_000;

/** After the deadline, the outcome of a reissue or of a check can still be recorded for so long. */
export const graceMs = 10_000;

/** When the step has to be done with GitHub. */
export class Deadline {
  readonly #at: number;

  constructor(ms: number) {
    this.#at = performance.now() + ms;
  }

  msLeft(): number {
    return this.#at - performance.now();
  }
}

/** Loaded only when it is needed: most callback tests have nothing to say to GitHub. */
export async function connectGitHub(
  token: string,
  apiUrl: string,
  run: RunContext,
  deadline: Deadline,
): Promise<GitHub> {
  const { getOctokit } = await import("@actions/github");
  const api = getOctokit(token || "missing", {
    ...(apiUrl && { baseUrl: apiUrl.replace(/\/+$/, "") }),
    userAgent,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
  // What stands before GitHub may say in an error what it was sent.
  const redact = redactor([token]);
  const clock: Clock = { clockSkewMs: 0 };
  let calls = 0;
  api.hook.wrap("request", async (request, options) => {
    const isRead = options.method === "GET";
    const msLeft = () => deadline.msLeft() + (isRead ? 0 : graceMs);
    for (;;) {
      calls += 1;
      if (calls > mostCalls) throw new Error("its lists do not end");
      if (msLeft() <= 0) throw new Error("timeout-seconds are over");
      const signal = AbortSignal.timeout(Math.min(callTimeoutMs, Math.ceil(msLeft())));
      try {
        // What is to be changed may have been moved to where it is not ours to change.
        const redirect = isRead ? "follow" : "manual";
        // Not in a copy: octokit's own hooks see only this object.
        options.request = { ...options.request, signal, redirect };
        const answer = await request(options);
        clock.clockSkewMs = clockSkew(answer.headers.date, clockBlurMs);
        if (Number(answer.status) < 300) return answer;
        throw Object.assign(new Error("it was moved elsewhere"), { status: answer.status, response: answer });
      } catch (error) {
        (error as Error).message = redact((error as Error).message);
        // A call that GitHub turns away was not carried out, so that every kind of call can be made again.
        const { waitMs } = readFailure(error);
        if (waitMs === undefined || waitMs >= msLeft()) throw error;
        await sleep(waitMs);
      }
    }
  });
  return { api, run, deadline, clock, here: { owner: run.owner, repo: run.repo } };
}

function quiet(): void {}

/** Nothing was sent because of what GitHub says. The remedy has lines: some are YAML to copy. */
export class GitHubError extends NotSentError {
  override readonly name = "GitHubError";

  constructor(
    message: string,
    { code, lines }: { readonly code: string; readonly lines: readonly string[] },
  ) {
    super(message, { code, remedy: lines.join("\n") });
  }
}

/** What GitHub says about a run of this repository. */
export async function workflowRun(github: GitHub, id: number, isPatient = true) {
  const { api, here } = github;
  const ask = () => api.rest.actions.getWorkflowRun({ ...here, run_id: id });
  const { data, headers } = await (isPatient ? patiently(github, ask) : ask());
  return { ...data, clock: headers.date ?? "" };
}

/** What GitHub answered, as far as it matters here. */
interface GitHubFailure {
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  readonly message: string;
  /** The permissions that would have been enough, in GitHub's words. */
  readonly accepted?: string | undefined;
  /** Too many calls, which GitHub says with the status of a missing permission too: how long it wants to be left alone. */
  readonly waitMs?: number;
}

export function readFailure(error: unknown): GitHubFailure {
  const { status, message, response, cause } = error as {
    status?: number;
    message?: string;
    response?: { headers?: Record<string, string | undefined> };
    cause?: { message?: string; cause?: { message?: string } };
  };
  if (response) {
    const { headers = {} } = response;
    const accepted = headers["x-accepted-github-permissions"];
    const waitMs =
      status === 403 || status === 429 ? rateLimitWait(status, headers, message ?? "") : undefined;
    return { status, message: message ?? "", accepted, ...(waitMs !== undefined && { waitMs }) };
  }
  // octokit reports a connection that failed as status 500.
  const reason = cause?.cause?.message ?? cause?.message ?? message ?? String(error);
  return { status: undefined, message: reason };
}

/** As GitHub's documentation says: what it asks for, or until its hour is over, or a minute. */
function rateLimitWait(
  status: number,
  headers: Record<string, string | undefined>,
  message: string,
): number | undefined {
  const asked = Number(headers["retry-after"] ?? Number.NaN);
  if (asked >= 0) return asked * 1000;
  if (headers["x-ratelimit-remaining"] === "0") {
    const reset = Number(headers["x-ratelimit-reset"] ?? Number.NaN) * 1000;
    return Number.isNaN(reset) ? 60_000 : Math.max(1_000, reset - Date.now());
  }
  return status === 429 || /\brate limit\b/i.test(message) ? 60_000 : undefined;
}

/** How long to wait before each further try. */
const patienceMs = [500, 1_000, 2_000, 4_000];

/** Repeats a call that changes nothing, or may be made twice without harm, when GitHub did not answer properly. */
export function patiently<T>(
  { deadline }: Pick<GitHub, "deadline">,
  call: () => Promise<T>,
  moreMs = 0,
): Promise<T> {
  return repeat(call, patienceMs, (error, nextWaitMs) => {
    const { status } = readFailure(error);
    return nextWaitMs >= deadline.msLeft() + moreMs || (status !== undefined && status < 500);
  });
}

/** What went wrong with GitHub and, where a permission is missing, the YAML that gives it. */
export function explain(
  error: unknown,
  what: string,
  permission: `${string}: ${"read" | "write"}`,
): string[] {
  const { status, message, accepted, waitMs } = readFailure(error);
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
  if (waitMs !== undefined)
    return [
      `${what}: GitHub's rate limit is used up, for another ${Math.ceil(waitMs / 1000)} s.`,
      "Run it again later, or give timeout-seconds more time.",
    ];
  // To a token that may not see something, GitHub says that it is not there.
  const hidden = status === 404 ? "it is not there, or " : "";
  if (status === 403 || status === 404)
    return [
      `${what}: ${hidden}the token lacks a permission (HTTP ${status}${accepted ? `; GitHub asks for ${accepted}` : ""}).`,
      "Add to the job:",
      "permissions:",
      `  ${permission}`,
      "Tokens of pull requests from forks and of Dependabot can only read, whatever the workflow says.",
    ];
  const next =
    status < 400
      ? "Start a new run, which knows where it is now."
      : status < 500
        ? "See what GitHub says about it."
        : "Run it again when GitHub is well.";
  return [`${what}: GitHub answered HTTP ${status} (${message}).`, next];
}
