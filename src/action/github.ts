import { setTimeout as sleep } from "node:timers/promises";
import type { getOctokit } from "@actions/github";
import { redactor, userAgent } from "../client/index.ts";
import { isRecord } from "../contract/index.ts";
import { clockSkew } from "../journal/index.ts";
import { repeat } from "../waiting.ts";
import type { RunContext } from "./run-context.ts";

/** The repository of this run, and its API. */
export interface GitHub {
  readonly api: ReturnType<typeof getOctokit>;
  readonly run: RunContext;
  readonly deadline: TimeBudget;
  /** What GitHub's last answer said about its time and its rate limit. */
  readonly last: {
    /** How far GitHub's clock is ahead of this machine's. */
    clockSkewMs: number;
    /** The same of all answers, with differences of seconds: at most a second, and the time of an answer on its way, too small. */
    aheadMs: number;
    /** How many calls are left in this hour, of REST or of GraphQL: the smaller number. Infinity if GitHub did not say. */
    callsLeft: number;
  };
  /** Names the repository in a call. */
  readonly here: { readonly owner: string; readonly repo: string };
}

/** GitHub's times are whole seconds, and an answer is some seconds old. */
const clockBlurMs = 10_000;

const callTimeoutMs = 20_000;

/** Twice the calls that a token may make in an hour. Only a list that never ends needs more. */
const mostCalls = 2_000;

/** How long to wait at least after the first call that was rate-limited. Each further one waits twice as long. */
const shortestWaitMs = 50;

/** How long after the deadline an outcome can still be recorded. */
export const graceMs = 10_000;

/** The time by which calls to GitHub have to end. */
export class TimeBudget {
  readonly #at: number;

  constructor(ms: number) {
    this.#at = performance.now() + ms;
  }

  msLeft(): number {
    return this.#at - performance.now();
  }
}

/** Loads octokit only when it is needed: most callback tests do not use GitHub. */
export async function connectGitHub(token: string, run: RunContext, deadline: TimeBudget): Promise<GitHub> {
  const { getOctokit } = await import("@actions/github");
  const api = getOctokit(token || "missing", {
    baseUrl: run.apiUrl,
    userAgent,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  // A proxy's error may repeat the token.
  const redact = redactor([token]);
  const last = {
    clockSkewMs: 0,
    aheadMs: Number.NEGATIVE_INFINITY,
    callsLeft: Number.POSITIVE_INFINITY,
  };
  // GitHub counts the calls of REST and of GraphQL apart.
  const callsLeft = new Map<string, number>();
  let calls = 0;
  let limited = 0;
  api.hook.wrap("request", async (request, options) => {
    const isGraphQL = options.url === run.graphqlUrl;
    const isRead = options.method === "GET" || isGraphQL;
    const msLeft = () => deadline.msLeft() + (isRead ? 0 : graceMs);
    for (;;) {
      calls += 1;
      if (calls > mostCalls) throw new Error("its lists do not end");
      if (msLeft() <= 0) throw new Error("timeout-seconds are over");
      const signal = AbortSignal.timeout(Math.min(callTimeoutMs, Math.ceil(msLeft())));
      try {
        // A write does not follow a redirect: the repository may have moved to another owner.
        const redirect = isRead ? "follow" : "manual";
        // Changes the object itself: octokit's own hooks see only this one.
        options.request = { ...options.request, signal, redirect };
        const answer = await request(options);
        last.clockSkewMs = clockSkew(answer.headers.date, clockBlurMs);
        last.aheadMs = Math.max(last.aheadMs, clockSkew(answer.headers.date, 0));
        const left = Number(answer.headers["x-ratelimit-remaining"] ?? Number.NaN);
        if (!Number.isNaN(left)) callsLeft.set(isGraphQL ? "graphql" : "rest", left);
        last.callsLeft = Math.min(...callsLeft.values());
        if (isGraphQL) refuseErrors(answer);
        else if (isRead && !isReadable(answer.data)) throw new Error("its answer cannot be read");
        if (Number(answer.status) < 300) return answer;
        throw Object.assign(new Error("it was moved elsewhere"), { status: answer.status, response: answer });
      } catch (error) {
        (error as Error).message = redact((error as Error).message);
        // GitHub did not carry out a call that it rate-limits, so every kind of call can be repeated.
        const { waitMs: waitByGitHubMs } = readFailure(error);
        if (waitByGitHubMs === undefined) throw error;
        // GitHub may ask for no wait at all, again and again.
        const waitMs = Math.max(waitByGitHubMs, shortestWaitMs * 2 ** limited);
        if (waitMs >= msLeft()) throw error;
        limited += 1;
        await sleep(waitMs);
      }
    }
  });
  return { api, run, deadline, last, here: { owner: run.owner, repo: run.repo } };
}

/** The statuses that REST has for the kinds of errors of GraphQL. */
const statusOfError: Partial<Record<string, number>> = {
  RATE_LIMITED: 429,
  FORBIDDEN: 403,
  INSUFFICIENT_SCOPES: 403,
  NOT_FOUND: 404,
};

/** GraphQL answers 200 also if it could not read a part. Such a part is missing from its data, and must not look empty. */
function refuseErrors(response: { readonly data: unknown }): void {
  const { errors, data } = isRecord(response.data) ? response.data : {};
  const [first] = Array.isArray(errors) ? errors : [];
  if (first === undefined && isRecord(data)) return;
  const { type, message } = isRecord(first) ? first : {};
  throw Object.assign(new Error(`${fromGraphQL}${message ?? "no data"}`), {
    status: statusOfError[String(type)] ?? 500,
    response,
  });
}

/** octokit passes on as text what is not JSON. A list that was cut off must not look empty. */
function isReadable(data: unknown): boolean {
  return typeof data === "object" && data !== null;
}

const fromGraphQL = "GraphQL: ";

/** The answer came with status 200, and says that the query was not carried out. */
export function isRefusedByGraphQL(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(fromGraphQL);
}

/** Reads by GraphQL. A module that calls this exports its queries as `queries`: a test compares them with GitHub's schema. */
export async function queryGraphQL(
  { api, run }: GitHub,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const { data } = await api.request({ method: "POST", url: run.graphqlUrl, query, variables });
  return data.data;
}

/** GitHub's answer to a failed call. */
interface GitHubFailure {
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  readonly message: string;
  /** The permissions that the call needs, in GitHub's words. */
  readonly accepted?: string | undefined;
  /** How long to wait after too many calls. GitHub reports those with the status of a missing permission too. */
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

/** By GitHub's documentation: the time it asks for, or until its hour ends, or a minute. */
function rateLimitWait(
  status: number,
  headers: Record<string, string | undefined>,
  message: string,
): number | undefined {
  const retryAfter = Number(headers["retry-after"] ?? Number.NaN);
  if (retryAfter >= 0) return retryAfter * 1000;
  if (headers["x-ratelimit-remaining"] === "0") {
    const reset = Number(headers["x-ratelimit-reset"] ?? Number.NaN) * 1000;
    return Number.isNaN(reset) ? 60_000 : Math.max(1_000, reset - Date.now());
  }
  return status === 429 || /\brate limit\b/i.test(message) ? 60_000 : undefined;
}

/** How long to wait before each further try. */
const retryWaitsMs = [500, 1_000, 2_000, 4_000];

/**
 * Repeats a call that may be made twice without harm, if GitHub did not answer properly. `lateStatus`: the answer about something
 * that is there, and that GitHub does not show yet.
 */
export function withRetries<T>(
  { deadline }: Pick<GitHub, "deadline">,
  call: () => Promise<T>,
  moreMs = 0,
  lateStatus?: number,
): Promise<T> {
  return repeat(call, retryWaitsMs, (error, nextWaitMs) => {
    const { status = 500 } = readFailure(error);
    return nextWaitMs >= deadline.msLeft() + moreMs || (status < 500 && status !== lateStatus);
  });
}

/** A rule of the organisation refuses the call, whatever the token may do. */
const policy = /\bSAML\b|\bIP allow list\b/i;

/** What went wrong with GitHub and, if a permission is missing, the YAML that grants it. */
export function explainApiError(
  error: unknown,
  what: string,
  permissions: readonly `${string}: ${"read" | "write"}`[],
): string[] {
  const { status, message, accepted, waitMs } = readFailure(error);
  if (status === undefined)
    return [
      `${what}: GitHub did not answer (${message}).`,
      "Check the network, the proxy variables and GITHUB_API_URL.",
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
  // GitHub answers 404 to a token that may not see something.
  const hidden = status === 404 ? "it is not there, or " : "";
  if ((status === 403 && !policy.test(message)) || status === 404)
    return [
      `${what}: ${hidden}the token lacks a permission (HTTP ${status}, ${message}${accepted ? `; GitHub asks for ${accepted}` : ""}).`,
      "Give the job these permissions, beside others that it has. In a private repository, checkout needs the first one:",
      "permissions:",
      "  contents: read",
      ...permissions.map((permission) => `  ${permission}`),
      "Tokens of pull requests from forks and of Dependabot can only read, even if the workflow grants more.",
    ];
  const next =
    status < 400
      ? "Start a new run: the repository has moved."
      : status < 500
        ? "See what GitHub says about it."
        : "Run it again when GitHub works again.";
  return [`${what}: GitHub answered HTTP ${status} (${message}).`, next];
}
