import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { onLoopback } from "../on-loopback.ts";
import type { Schema, Schemas } from "./schema.ts";
import { schemaProblems, smallestValue, unknownMembers } from "./schema.ts";

/** GitHub's own description of the calls, as scripts/github-openapi.ts made it. */
interface Call {
  readonly query: Readonly<Record<string, Schema>>;
  readonly body?: Schema;
  readonly answers: Readonly<Record<string, Schema>>;
}
const description = JSON.parse(readFileSync(join(import.meta.dirname, "github-openapi.json"), "utf8")) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Call>>>>;
  readonly schemas: Schemas;
};

export type Permissions = Readonly<Partial<Record<"deployments" | "issues", "read" | "write">>>;

export interface Deployment {
  readonly id: number;
  payload: unknown;
  readonly body: Readonly<Record<string, unknown>>;
  /** When it was made. Left out: now. */
  at?: number;
  readonly statuses: Status[];
}

interface Status {
  readonly state: string;
  readonly description: string;
  readonly body: Readonly<Record<string, unknown>>;
  at?: number;
  /** How many queries it is still missing from. */
  hidden?: number;
}

export interface Issue {
  readonly number: number;
  title: string;
  body: string;
  state: string;
  state_reason: string | null;
  labels: readonly string[];
  readonly comments: string[];
  /** Who opened it. Left out: a workflow. */
  author?: string;
  assignees?: readonly string[];
  createdAt: number;
  closedAt?: number;
  locked?: boolean;
  /** No longer in this repository: it was transferred, deleted, or converted into a discussion. */
  gone?: "transferred" | "deleted" | "converted";
  /** Grows with each change: lists can be sorted by it. */
  updated?: number;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly authorization: string;
  readonly userAgent: string;
}

/** A fault for calls to come: answered with this status, or dropped or garbled, before or after it was carried out. */
export interface Fault {
  readonly method: string;
  readonly path: RegExp;
  readonly how: number | "drop-before" | "drop-after" | "garble-after";
  /** What GitHub says with the status. */
  readonly message?: string;
  /** The whole answer, in place of the message. */
  readonly body?: unknown;
  /** What is left of a garbled answer. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  times?: number;
}

export const sha = "0123456789abcdef0123456789abcdef01234567";

/**
 * GitHub, as far as the action calls it. It refuses what GitHub refuses, and each request and answer is held against
 * GitHub's own description; what does not fit is in `violations`, which every test expects to be empty.
 */
export class FakeGitHub {
  url = "";
  /** What its paths begin with: `/api/v3` on GitHub Enterprise Server. */
  prefix = "";
  /** The commit that there is. */
  sha = sha;
  permissions: Permissions = { deployments: "write", issues: "write" };
  /** The name under which it is asked for is an old one: the repository was renamed, or transferred. */
  isRenamed = false;
  /** To whom the token belongs: a workflow, an app, or a person. */
  login = "github-actions[bot]";
  /** Who cannot be assigned to an issue. */
  unassignable: readonly string[] = [];
  /** Whom this token may not assign, which GitHub does not say: it leaves them out. */
  dropsAssignees: readonly string[] = [];
  readonly deployments: Deployment[] = [];
  readonly issues: Issue[] = [];
  /** Each change of an issue and each comment, and to whom the token belonged. */
  readonly writes: { readonly number: number; readonly login: string }[] = [];
  /** How many lists of deployments, or of issues, a new one is missing from, and a changed one is in as it was. */
  lag = 0;
  /** How many queries of GraphQL a new status is missing from, and how many do not know a new deployment. */
  statusLag = 0;
  nodeLag = 0;
  /** Which status of a deployment a query shows first. GitHub does not say. */
  firstStatus: "newest" | "oldest" = "newest";
  /** The token may not set labels, which GitHub does not say: it leaves them out. */
  dropsLabels = false;
  /** How many calls it says are left. Left out: it does not say. */
  callsLeft: number | undefined;
  /** The same of GraphQL, which is counted apart. Left out: as many. */
  graphqlCallsLeft: number | undefined;
  /** How far its clock is ahead of this machine's. */
  clockSkewMs = 0;
  readonly seen: SeenRequest[] = [];
  readonly violations: string[] = [];
  readonly faults: Fault[] = [];
  /** Awaited before each call is carried out. */
  onCall: (seen: SeenRequest) => Promise<void> | void = () => {};
  readonly #hidden = new Map<number, number>();
  readonly #hiddenNodes = new Map<number, number>();
  #server = createServer((request, response) => void this.#serve(request, response));
  readonly #hiddenIssues = new Map<number, number>();
  readonly #outdated = new Map<number, { readonly before: Issue; left: number }>();
  #lastId = 100;
  #changes = 0;

  static async start(): Promise<FakeGitHub> {
    const github = new FakeGitHub();
    const port = await onLoopback(github.#server);
    github.url = `http://127.0.0.1:${port}`;
    return github;
  }

  /** The address that a runner names. */
  get graphqlUrl(): string {
    return `${this.url}${this.#graphqlPath}`;
  }

  get #graphqlPath(): string {
    return this.prefix ? "/api/graphql" : "/graphql";
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Lets time pass, by its own clock. What it shows of the past stays the same. */
  age(ms: number): void {
    this.clockSkewMs += ms;
  }

  #now(): number {
    return Date.now() + this.clockSkewMs;
  }

  /** A person closes or reopens an issue. */
  setState(
    issue: Issue,
    state: "open" | "closed",
    reason = state === "open" ? "reopened" : "completed",
  ): void {
    if (state === "closed" && issue.state === "open") issue.closedAt = this.#now();
    Object.assign(issue, { state, state_reason: reason });
    this.touch(issue);
  }

  /** A deployment is missing from so many lists, although they show what is newer. */
  hide(id: number, lists: number): void {
    this.#hidden.set(id, lists);
  }

  /** Its lists show everything as it is by now. */
  catchUp(): void {
    Object.assign(this, { lag: 0, statusLag: 0, nodeLag: 0 });
    for (const { statuses } of this.deployments) for (const status of statuses) status.hidden = 0;
    for (const late of [this.#hidden, this.#hiddenNodes, this.#hiddenIssues, this.#outdated]) late.clear();
  }

  /**
   * Of two runs that change issues, the older one writes late: it has read, then the newer one reads and writes, then the older one
   * writes. The newer one reads again only after that, however slow this machine is.
   */
  writesLate(runNewer: () => Promise<unknown>): void {
    const [newerWrote, olderWrote] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let changes = 0;
    this.onCall = async ({ method }) => {
      if (method === "get" && changes > 1) await olderWrote.promise;
      if (method !== "patch") return;
      changes += 1;
      // A call is carried out before the event loop goes on.
      if (changes > 1) return void setImmediate(newerWrote.resolve);
      // It may have nothing to write.
      await Promise.race([newerWrote.promise, runNewer()]);
      setImmediate(olderWrote.resolve);
    };
  }

  /** A person deletes the environment. Its deployments keep its name, and are deleted one by one. */
  deleteDeployments(which: (deployment: Deployment) => boolean): void {
    this.deployments.splice(0, Number.POSITIVE_INFINITY, ...this.deployments.filter((item) => !which(item)));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://github");
    const method = (request.method ?? "").toLowerCase();
    const { authorization = "", "user-agent": userAgent = "" } = request.headers;
    const isGraphQL = url.pathname === this.#graphqlPath;
    if (!isGraphQL && !url.pathname.startsWith(`${this.prefix}/`))
      this.violations.push(`${url.pathname} lacks the prefix`);
    if (!isGraphQL) url.pathname = url.pathname.slice(this.prefix.length);
    const seen: SeenRequest = { method, path: url.pathname, query: url.search, authorization, userAgent };
    this.seen.push(seen);
    const body = method === "get" ? undefined : ((await json(request)) as Record<string, unknown>);
    await this.onCall(seen);
    const fault = this.#faultFor(method, url.pathname);
    if (fault?.how === "drop-before") return void request.socket.destroy();
    if (typeof fault?.how === "number") {
      for (const [name, value] of Object.entries(fault.headers ?? {})) response.setHeader(name, value);
      return this.#send(response, fault.how, fault.body ?? { message: fault.message ?? "fault" });
    }
    if (isGraphQL) {
      const answer = this.#graphql(body ?? {});
      if (fault) return void request.socket.destroy();
      return this.#send(response, 200, answer, this.graphqlCallsLeft);
    }
    if (this.isRenamed && url.pathname.startsWith("/repos/")) return this.#redirect(response, method, url);
    const found = route(url.pathname.replace(/^\/repositories\/\d+/, "/repos/acme/renamed"));
    const call = found && description.paths[found.template]?.[method];
    if (!found || !call) {
      this.violations.push(`there is no ${method} ${url.pathname}`);
      return this.#send(response, 404, { message: "Not Found" });
    }
    if (!/^(?:token|bearer) \S+$/i.test(authorization))
      return this.#send(response, 401, { message: "Bad credentials" });
    const refusal = this.#refusal(method, found.template);
    if (refusal) {
      response.setHeader("x-accepted-github-permissions", refusal);
      return this.#send(response, 403, { message: "Resource not accessible by integration" });
    }
    for (const name of url.searchParams.keys())
      if (name !== "page" && !(name in call.query)) this.violations.push(`${url.pathname} knows no ${name}`);
    if (call.body && body) {
      const wrong = schemaProblems(description.schemas, call.body, body);
      this.violations.push(
        ...wrong,
        ...unknownMembers(call.body, body).map((name) => `body.${name} is unknown`),
      );
      if (wrong.length > 0) return this.#send(response, 422, { message: wrong.join("; ") });
    }
    if (String(body?.body ?? "").length > 65_536)
      return this.#send(response, 422, { message: "body is too long (maximum is 65536 characters)" });
    const [status, answer] = this.#answer(method, found, url.searchParams, body ?? {}, response);
    const schema = call.answers[String(status)];
    if (!schema) this.violations.push(`${method} ${found.template} never answers ${status}`);
    else if (status < 300)
      this.violations.push(...schemaProblems(description.schemas, schema, answer, found.template));
    if (fault?.how === "drop-after") return void request.socket.destroy();
    this.#send(response, status, answer, this.callsLeft, fault?.text);
  }

  /** Not where it was, but there: GitHub names the repository by its number. */
  #redirect(response: ServerResponse, method: string, { pathname, search }: URL): void {
    const there = pathname.replace(/^\/repos\/[^/]+\/[^/]+/, `${this.prefix}/repositories/1`);
    response.setHeader("location", this.url + there + search);
    this.#send(response, method === "get" ? 301 : 307, { message: "Moved Permanently" });
  }

  #send(
    response: ServerResponse,
    status: number,
    body: unknown,
    callsLeft = this.callsLeft,
    text = JSON.stringify(body),
  ): void {
    response
      .writeHead(status, {
        "content-type": "application/json; charset=utf-8",
        date: new Date(this.#now()).toUTCString(),
        ...(callsLeft !== undefined && { "x-ratelimit-remaining": String(callsLeft) }),
      })
      .end(text);
  }

  #faultFor(method: string, path: string): Fault | undefined {
    const index = this.faults.findIndex((fault) => fault.method === method && fault.path.test(path));
    const fault = this.faults[index];
    if (!fault) return undefined;
    fault.times = (fault.times ?? 1) - 1;
    if (fault.times <= 0) this.faults.splice(index, 1);
    return fault;
  }

  #refusal(method: string, template: string): string | undefined {
    const [, area = ""] = /\{repo\}\/(\w+)/.exec(template) ?? [];
    const needs = method === "get" ? "read" : "write";
    const has = this.permissions[area as keyof Permissions];
    return has === "write" || has === needs ? undefined : `${area}=${needs}`;
  }

  /** By the name of the query. test/real/action/graphql.test.ts compares queries and answers with GitHub's schema. */
  #graphql({ query, variables }: Record<string, unknown>): unknown {
    const [, name] = /^query (\w+)/.exec(String(query)) ?? [];
    switch (name) {
      case "DeploymentStatuses":
        return this.#statusesByGraphQL(variables as { ids: string[]; after?: string });
      case "Viewer":
        return { data: { viewer: { login: this.login } } };
      default:
        this.violations.push(`there is no query ${name}`);
        return { data: null, errors: [{ message: "unknown query" }] };
    }
  }

  #statusesByGraphQL({ ids, after }: { readonly ids: readonly string[]; readonly after?: string }): unknown {
    if (ids.length > 100) this.violations.push(`${ids.length} ids in one query`);
    if (this.permissions.deployments === undefined)
      return graphqlError("FORBIDDEN", "Resource not accessible by integration", ids);
    const found = ids.map((nodeId) => {
      const deployment = this.deployments.find(({ id }) => nodeIdOf(id) === nodeId);
      const left = deployment ? (this.#hiddenNodes.get(deployment.id) ?? 0) : 1;
      if (deployment) this.#hiddenNodes.set(deployment.id, left - 1);
      return left > 0 ? undefined : deployment;
    });
    const missing = found.indexOf(undefined);
    const nodes = found.map((deployment) => {
      if (!deployment) return null;
      const shown = deployment.statuses.filter((status) => {
        status.hidden = (status.hidden ?? 0) - 1;
        return status.hidden < 0;
      });
      if (this.firstStatus === "newest") shown.reverse();
      const start = Number(after ?? 0);
      return {
        statuses: {
          nodes: shown.slice(start, start + 20).map(({ description, at }) => ({
            description,
            createdAt: this.#madeAt(at).created_at,
          })),
          pageInfo: { hasNextPage: shown.length > start + 20, endCursor: String(start + 20) },
        },
      };
    });
    const text = `Could not resolve to a node with the global id of '${ids[missing]}'`;
    return missing < 0 ? { data: { nodes } } : { ...graphqlError("NOT_FOUND", text, ids), data: { nodes } };
  }

  #answer(
    method: string,
    { template, ids }: Route,
    query: URLSearchParams,
    body: Record<string, unknown>,
    response: ServerResponse,
  ): [number, unknown] {
    const [first = 0] = ids.map(Number);
    const page = <T>(items: readonly T[]) => paged(items, query, response);
    switch (`${method} ${template.replace("/repos/{owner}/{repo}", "")}`) {
      case "get /deployments":
        return [200, page(this.#visible(query)).map((deployment) => this.#shown(deployment))];
      case "post /deployments":
        return this.#createDeployment(body);
      case "post /deployments/{deployment_id}/statuses": {
        const deployment = this.deployments.find(({ id }) => id === first);
        if (!deployment) return [422, { message: "No such deployment" }];
        const description = String(body.description ?? "");
        if (description.length > 140)
          return [422, { message: "description is too long (maximum is 140 characters)" }];
        const { statusLag: hidden } = this;
        deployment.statuses.push({ state: String(body.state), description, body, at: this.#now(), hidden });
        return [201, this.#made("deployment-status", { state: body.state, description })];
      }
      case "get /issues":
        return [200, page(this.#visibleIssues(query)).map((issue) => this.#shownIssue(issue))];
      case "post /issues":
        return this.#createIssue(body);
      case "get /issues/{issue_number}": {
        const issue = this.issues[first - 1];
        return !issue || issue.gone ? this.#gone(issue, response) : [200, this.#shownIssue(issue)];
      }
      case "patch /issues/{issue_number}": {
        const issue = this.issues[first - 1];
        if (!issue || issue.gone) return this.#gone(issue, response);
        this.writes.push({ number: first, login: this.login });
        if (String(body.body ?? "").length > 65_536) return [422, { message: "body is too long" }];
        if (this.#isRefusedTo(body.assignees)) return [422, { message: "Validation Failed" }];
        const reopened = body.state === "open" && issue.state === "closed";
        if (this.lag > 0) this.#outdated.set(first, { before: { ...issue }, left: this.lag });
        if (body.state === "closed" && issue.state === "open") issue.closedAt = this.#now();
        const { labels = issue.labels, assignees = issue.assignees } = body as Partial<Issue>;
        Object.assign(issue, body, reopened && { state_reason: "reopened" });
        issue.labels = this.dropsLabels ? issue.labels : labels;
        issue.assignees = this.#assignable(assignees);
        this.touch(issue);
        return [200, this.#shownIssue(issue)];
      }
      case "post /issues/{issue_number}/comments": {
        const issue = this.issues[first - 1];
        if (!issue || issue.gone) return this.#gone(issue, response);
        if (issue.locked) return [403, { message: "Unable to create comment because issue is locked." }];
        this.writes.push({ number: first, login: this.login });
        issue.comments.push(String(body.body));
        this.touch(issue);
        return [201, this.#made("issue-comment", { body: body.body })];
      }
      default:
        return [404, { message: "Not Found" }];
    }
  }

  #assignable(assignees: unknown): string[] {
    return ((assignees ?? []) as string[]).filter((login) => !this.dropsAssignees.includes(login));
  }

  #isRefusedTo(assignees: unknown): boolean {
    return ((assignees ?? []) as string[]).some((login) => this.unassignable.includes(login));
  }

  /** The issue was changed just now. */
  touch(issue: Issue): void {
    this.#changes += 1;
    issue.updated = this.#changes;
  }

  #gone(issue: Issue | undefined, response: ServerResponse): [number, unknown] {
    if (issue?.gone === "deleted") return [410, { message: "This issue was deleted" }];
    if (issue?.gone !== "transferred") return [404, { message: "Not Found" }];
    response.setHeader("location", `${this.url}/repositories/2/issues/1`);
    return [301, { message: "Moved Permanently" }];
  }

  #createIssue(body: Record<string, unknown>): [number, unknown] {
    if (String(body.body ?? "").length > 65_536) return [422, { message: "body is too long" }];
    if (this.#isRefusedTo(body.assignees)) return [422, { message: "Validation Failed" }];
    const issue: Issue = {
      number: this.issues.length + 1,
      title: String(body.title),
      body: String(body.body ?? ""),
      state: "open",
      state_reason: null,
      comments: [],
      author: this.login,
      assignees: this.#assignable(body.assignees),
      createdAt: this.#now(),
      labels: this.dropsLabels ? [] : (body.labels as string[]),
    };
    this.issues.push(issue);
    this.touch(issue);
    this.#hiddenIssues.set(issue.number, this.lag);
    return [201, this.#shownIssue(issue)];
  }

  #visibleIssues(query: URLSearchParams): Issue[] {
    const labels = (query.get("labels") ?? "").split(",").filter((label) => label !== "");
    const state = query.get("state") ?? "open";
    const issues = this.issues
      .filter(({ number }) => {
        const left = this.#hiddenIssues.get(number) ?? 0;
        this.#hiddenIssues.set(number, left - 1);
        return left <= 0;
      })
      .map((issue) => this.#asListed(issue))
      .filter((issue) => !issue.gone && (state === "all" || issue.state === state))
      .filter((issue) => labels.every((label) => issue.labels.includes(label)))
      .toReversed();
    return query.get("sort") === "updated"
      ? issues.sort((a, b) => (b.updated ?? 0) - (a.updated ?? 0))
      : issues;
  }

  #asListed(issue: Issue): Issue {
    const outdated = this.#outdated.get(issue.number);
    if (!outdated || outdated.left <= 0) return issue;
    outdated.left -= 1;
    return outdated.before;
  }

  #createDeployment(body: Record<string, unknown>): [number, unknown] {
    if (body.auto_merge !== false) return [202, { message: "Auto-merged main into topic on deployment." }];
    // Left out, every check of the commit has to be green, and one of them is the run that asks.
    if (!Array.isArray(body.required_contexts))
      return [409, { message: "Conflict: Commit status checks failed for topic." }];
    if (body.ref !== this.sha) return [422, { message: `No ref found for: ${body.ref}` }];
    this.#lastId = Math.max(this.#lastId, ...this.deployments.map(({ id }) => id)) + 1;
    const deployment = { id: this.#lastId, payload: body.payload, body, statuses: [], at: this.#now() };
    this.deployments.push(deployment);
    this.#hidden.set(deployment.id, this.lag);
    this.#hiddenNodes.set(deployment.id, this.nodeLag);
    return [201, this.#shown(deployment)];
  }

  /** Newest first. One that is new does not show yet. */
  #visible(query: URLSearchParams): Deployment[] {
    return this.deployments
      .filter(({ id }) => {
        const left = this.#hidden.get(id) ?? 0;
        this.#hidden.set(id, left - 1);
        return left <= 0;
      })
      .filter(({ body }) =>
        ["task", "environment"].every((name) => (query.get(name) ?? body[name]) === body[name]),
      )
      .toReversed();
  }

  #shown({ id, payload, body, at }: Deployment): unknown {
    const { task, environment } = body;
    const node_id = nodeIdOf(id);
    return this.#made("deployment", { id, node_id, payload, task, environment, ...this.#madeAt(at) });
  }

  #shownIssue(issue: Issue): unknown {
    const {
      labels,
      comments,
      author,
      assignees = [],
      gone: _,
      updated: __,
      createdAt,
      closedAt,
      ...rest
    } = issue;
    const login = author ?? "github-actions[bot]";
    const closed = issue.state === "closed" ? this.#madeAt(closedAt ?? createdAt).created_at : null;
    return this.#made("issue", {
      ...rest,
      ...this.#madeAt(createdAt),
      closed_at: closed,
      author_association: "NONE",
      locked: issue.locked ?? false,
      comments: comments.length,
      labels: labels.map((name) => ({ name })),
      assignees: assignees.map((login) => this.#made("simple-user", { login })),
      user: this.#made("simple-user", { login, type: login.endsWith("[bot]") ? "Bot" : "User" }),
    });
  }

  /** GitHub's times are whole seconds. */
  #madeAt(ms = this.#now()) {
    return { created_at: new Date(ms).toISOString().replace(/\.\d+/, "") };
  }

  #made(schema: string, members: object): unknown {
    return smallestValue(description.schemas, { $ref: schema }, members);
  }
}

function nodeIdOf(id: number): string {
  return `DE_${id}`;
}

function graphqlError(type: string, message: string, ids: readonly string[]) {
  return { data: { nodes: ids.map(() => null) }, errors: [{ type, path: ["nodes", 0], message }] };
}

interface Route {
  readonly template: string;
  readonly ids: readonly string[];
}

function route(path: string): Route | undefined {
  for (const template of Object.keys(description.paths)) {
    const match = new RegExp(`^${template.replace(/\{\w+\}/g, "([^/]+)")}$`).exec(path);
    if (match) return { template, ids: match.slice(3) };
  }
  return undefined;
}

function paged<T>(items: readonly T[], query: URLSearchParams, response: ServerResponse): T[] {
  const size = Math.min(100, Number(query.get("per_page") ?? 30));
  const page = Number(query.get("page") ?? 1);
  if (items.length > page * size) {
    const { host } = response.req.headers;
    const next = new URL(response.req.url ?? "/", `http://${host}`);
    next.searchParams.set("page", String(page + 1));
    response.setHeader("link", `<${next}>; rel="next"`);
  }
  return items.slice((page - 1) * size, page * size);
}
