import { isRecord } from "../../contract/index.ts";
import {
  type GitHub,
  graceMs,
  isRefusedByGraphQL,
  queryGraphQL,
  readFailure,
  withRetries,
} from "../github.ts";
import { readCheckState } from "./marker.ts";
import { ReportError } from "./report-error.ts";
import type { KnownIssue } from "./state.ts";

/** What new issues get, apart from their label. */
export interface IssueOptions {
  readonly assignees: readonly string[];
}

export interface CheckIssue extends KnownIssue {
  readonly title: string;
  readonly body: string;
  readonly isLocked: boolean;
  readonly labels: readonly string[];
}

interface IssueChange {
  readonly body: string;
  readonly title?: string;
  readonly state?: "open" | "closed";
  readonly state_reason?: "completed" | "not_planned";
}

type GitHubIssue = Awaited<ReturnType<GitHub["api"]["rest"]["issues"]["get"]>>["data"];
type ListedIssue = Awaited<ReturnType<GitHub["api"]["rest"]["issues"]["listForRepo"]>>["data"][number];

/** What is asked by GraphQL. A test compares it with GitHub's schema. REST does not say who the token of a workflow or an app is. */
export const queries = { viewer: "query Viewer { viewer { login } }" } as const;

/** By this label the issue is looked for, then among the issues that changed last. */
const label = "certorder-callback";

/** How many pages of issues are read. Every failing run edits the issue, so it is among those that changed last. */
const mostPages = 3;

/** The issue was created within this time of the time that its body states. GitHub may have let the call wait. */
const openedBlurMs = 3_600_000;

/**
 * The issues of one check. Their author, their marker and their time identify them: people change labels and titles, and search lags.
 * Any user, and any bot, may open an issue with our marker in it. So only issues of the token's own login are used.
 */
export class Issues {
  readonly #github: GitHub;
  readonly #checkId: string;
  readonly #options: IssueOptions;
  readonly #login: string;

  private constructor(github: GitHub, checkId: string, options: IssueOptions, login: string) {
    this.#github = github;
    this.#checkId = checkId;
    this.#options = options;
    this.#login = login;
  }

  /** Asks GitHub who the token is, before anything is written. */
  static async open(github: GitHub, checkId: string, options: IssueOptions): Promise<Issues> {
    const { viewer, refusal = "" } = await withRetries(github, () =>
      queryGraphQL(github, queries.viewer),
    ).catch(readRefusal);
    const login = isRecord(viewer) && viewer.login;
    if (typeof login !== "string" || login === "")
      throw new ReportError(
        `GitHub does not say to whom github-token belongs${refusal && `: ${refusal}`}.`,
        "Leave github-token out, or give the token of an app or of a person.",
      );
    return new Issues(github, checkId, options, login);
  }

  /** The times of different runners can be compared only by GitHub's clock. Without an answer's time there is only this machine's. */
  onGitHubsClock(time: Date): string {
    const { aheadMs } = this.#github.last;
    return new Date(time.getTime() + (Number.isFinite(aheadMs) ? aheadMs : 0)).toISOString();
  }

  async find(): Promise<CheckIssue[]> {
    const labelled = await this.#list({ labels: label }, 1);
    // The label may be missing, so a list without it follows.
    const recent = await this.#list({}, labelled.some(({ isOpen }) => isOpen) ? 1 : mostPages);
    return [...new Map([...labelled, ...recent].map((issue) => [issue.number, issue])).values()];
  }

  /** The issue as it is now: a list may lag, and a person may have edited it since. Undefined: it is not the check's any more. */
  async read(number: number): Promise<CheckIssue | undefined> {
    const { api, here } = this.#github;
    const query = { ...here, issue_number: number };
    try {
      const { data } = await withRetries(this.#github, () => api.rest.issues.get(query));
      // GitHub leads on to the repository that an issue was moved to.
      return data.number === number ? this.#ours(data)[0] : undefined;
    } catch (error) {
      const { status } = readFailure(error);
      if (status === 404 || status === 410) return undefined;
      throw error;
    }
  }

  /**
   * If the answer is lost, the issue of this run is looked for before the next try: there would be two. GitHub refuses all of it if
   * one of the assignees has left. Then it is created without them, and each one is assigned by itself.
   */
  async create(
    title: string,
    body: string,
    run: string,
  ): Promise<{ readonly number: number; readonly notAssigned: readonly string[] }> {
    const { api, here } = this.#github;
    const issue = { ...here, title, body, labels: [label] };
    const assignees = [...new Set(this.#options.assignees)];
    let isRefused = false;
    let tries = 0;
    const create = async () => {
      tries += 1;
      const made = tries > 1 && (await this.find()).find(({ isOpen, state }) => isOpen && state.run === run);
      if (made) return { number: made.number, notAssigned: [] };
      try {
        if (!isRefused) {
          const { data } = await api.rest.issues.create({ ...issue, assignees });
          return {
            number: readNumber(data),
            notAssigned: assignees.filter((login) => isMissing(login, data)),
          };
        }
      } catch (error) {
        if (readFailure(error).status !== 422 || assignees.length === 0) throw error;
        isRefused = true;
      }
      const { data } = await api.rest.issues.create(issue);
      return { number: readNumber(data), notAssigned: [] };
    };
    const { number, notAssigned } = await withRetries(this.#github, create, graceMs);
    return { number, notAssigned: isRefused ? await this.#assign(number, assignees) : notAssigned };
  }

  /** Returns those whom GitHub does not assign. */
  async #assign(number: number, assignees: readonly string[]): Promise<string[]> {
    const { api, here } = this.#github;
    const assigned: string[] = [];
    for (const login of assignees) {
      const query = { ...here, issue_number: number, assignees: [...assigned, login] };
      const isAssigned = await withRetries(this.#github, () => api.rest.issues.update(query), graceMs).then(
        ({ data }) => !isMissing(login, data),
        () => false,
      );
      if (isAssigned) assigned.push(login);
    }
    return assignees.filter((login) => !assigned.includes(login));
  }

  /** A label that a person removed is set again: the issue is found by it. */
  async change(
    { number, labels }: Pick<CheckIssue, "number" | "labels">,
    change: IssueChange,
  ): Promise<void> {
    const { api, here } = this.#github;
    const isLabelled = labels.includes(label);
    const query = {
      ...here,
      ...change,
      issue_number: number,
      ...(!isLabelled && { labels: [...labels, label] }),
    };
    await withRetries(this.#github, () => api.rest.issues.update(query), graceMs);
  }

  /** Never repeated: there would be two. A locked issue takes no comments; its body has the important part too. */
  async comment({ number, isLocked }: Pick<CheckIssue, "number" | "isLocked">, body: string): Promise<void> {
    if (isLocked) return;
    const { api, here } = this.#github;
    await api.rest.issues.createComment({ ...here, issue_number: number, body });
  }

  async #list(filter: { labels?: string }, pages: number): Promise<CheckIssue[]> {
    const { api, here } = this.#github;
    const query = { ...here, ...filter, state: "all", sort: "updated", per_page: 100 } as const;
    const issues = await withRetries(this.#github, () => {
      let page = 0;
      return api.paginate(api.rest.issues.listForRepo, query, ({ data }, done) => {
        page += 1;
        if (page === pages) done();
        return data;
      });
    });
    return issues.flatMap((issue) => this.#ours(issue));
  }

  #ours(issue: ListedIssue | GitHubIssue): CheckIssue[] {
    const { number, title, body, pull_request, locked, user, created_at, closed_at, labels } = issue;
    const state = readCheckState(body, this.#checkId);
    const isOwn = user?.login.toLowerCase() === this.#login.toLowerCase();
    if (!state || !isOwn || pull_request) return [];
    if (!(Math.abs(Date.parse(created_at) - Date.parse(state.opened)) <= openedBlurMs)) return [];
    return [
      {
        number,
        title,
        state,
        body: body ?? "",
        isOpen: issue.state === "open",
        closedAt: closed_at ?? "",
        isLocked: locked,
        labels: labels.flatMap((each) => (typeof each === "string" ? each : each.name) ?? []),
      },
    ];
  }
}

/** An answer that was cut off is a lost one: the issue may be there. */
function readNumber(data: unknown): number {
  const { number } = isRecord(data) ? data : {};
  if (Number.isInteger(number)) return number as number;
  throw new Error("its answer has no number of the issue");
}

/** GitHub leaves out whom a token may not assign, and does not say so. An answer without assignees says nothing. */
function isMissing(login: string, data: unknown): boolean {
  const { assignees } = isRecord(data) ? data : {};
  return (
    Array.isArray(assignees) &&
    !assignees.some((one) => isRecord(one) && String(one.login).toLowerCase() === login.toLowerCase())
  );
}

/** GraphQL answers with status 200 to a query that it refuses. */
function readRefusal(error: unknown): Readonly<Record<string, unknown>> {
  if (!isRefusedByGraphQL(error) || readFailure(error).waitMs !== undefined) throw error;
  return { refusal: (error as Error).message.trim().replace(/\s+/g, " ") };
}
