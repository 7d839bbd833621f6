import { type GitHub, graceMs, withRetries } from "../github.ts";
import { readCheckState } from "./marker.ts";
import type { CheckState } from "./state.ts";

/** The issue cannot be kept. The texts of the error are for people. */
export class ReportError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

/** What identifies a check, and what its new issues get. */
export interface HealthCheck {
  readonly checkId: string;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
}

export interface CheckIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly checkState: CheckState;
  readonly isOpen: boolean;
  /** Why it was closed, in GitHub's words. */
  readonly reason: string;
  readonly isLocked: boolean;
  readonly author: string;
  readonly labels: readonly string[];
}

interface IssueChange {
  readonly body: string;
  readonly title?: string;
  readonly state?: "open" | "closed";
  readonly state_reason?: "completed" | "not_planned";
}

type ListedIssue = Awaited<ReturnType<GitHub["api"]["rest"]["issues"]["listForRepo"]>>["data"][number];

/** How many pages of issues are read. Every run edits the issue, so it is among those that changed last. */
const mostPages = 3;

/** The roles of people who belong to the repository, in GitHub's words. */
const members: ReadonlySet<string> = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

/** Any user may open an issue with our marker in it, so only members and bots are trusted. */
function isTrusted({ user, author_association }: Pick<ListedIssue, "user" | "author_association">): boolean {
  return user?.type === "Bot" || members.has(author_association ?? "");
}

/** The issues of one check. Their marker and author identify them: people change labels and titles, and search lags. */
export class Issues {
  readonly #github: GitHub;
  readonly #check: HealthCheck;

  constructor(github: GitHub, check: HealthCheck) {
    this.#github = github;
    this.#check = check;
  }

  /**
   * Open issues first, the oldest at the front, because parallel runs may have opened several. Then closed ones, the
   * newest first.
   */
  async find(): Promise<CheckIssue[]> {
    const labelled = await this.#list({ labels: this.#check.labels[0] ?? "" }, 1);
    // The label may be missing, so a list without it follows.
    const recent = await this.#list({}, labelled.some(({ isOpen }) => isOpen) ? 1 : mostPages);
    const byNumber = new Map([...labelled, ...recent].map((issue) => [issue.number, issue]));
    const byAge = [...byNumber.values()].sort((a, b) => a.number - b.number);
    return [...byAge.filter(({ isOpen }) => isOpen), ...byAge.filter(({ isOpen }) => !isOpen).reverse()];
  }

  /**
   * Never repeated: if only the answer was lost, there would be two issues. An issue that later runs would not trust is
   * closed again: each run would open another one.
   */
  async create(title: string, body: string): Promise<number> {
    const { api, here } = this.#github;
    const [labels, assignees] = [[...this.#check.labels], [...this.#check.assignees]];
    const { data } = await api.rest.issues.create({ ...here, title, body, labels, assignees });
    if (isTrusted(data)) return data.number;
    const who = `${data.user?.login}, whose token opened it, is neither a bot nor shown as a member of the repository`;
    const why = `No later run would trust issue #${data.number}: ${who}.`;
    await this.change(data.number, { body: why, state: "closed", state_reason: "not_planned" });
    throw new ReportError(
      why,
      "Leave github-token out, or give the token of an app or of a collaborator. In an organisation, make the membership public.",
    );
  }

  async change(number: number, change: IssueChange): Promise<void> {
    const { api, here } = this.#github;
    const query = { ...here, issue_number: number, ...change };
    await withRetries(this.#github, () => api.rest.issues.update(query), graceMs);
  }

  /** Never repeated either. A locked issue takes no comments; its body has the important part too. */
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

  #ours(issue: ListedIssue): CheckIssue[] {
    const { number, title, body, pull_request, state, state_reason, locked, user, labels } = issue;
    const checkState =
      pull_request || !isTrusted(issue) ? undefined : readCheckState(body, this.#check.checkId);
    if (!checkState) return [];
    return [
      {
        number,
        title,
        checkState,
        body: body ?? "",
        isOpen: state === "open",
        reason: state_reason ?? "",
        isLocked: locked,
        author: user?.login ?? "",
        labels: labels.map((label) => (typeof label === "string" ? label : (label.name ?? ""))),
      },
    ];
  }
}
