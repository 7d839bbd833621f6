import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { explainApiError, type GitHub, readFailure } from "../github.ts";
import type { Runner } from "../runner.ts";
import { pasteLine } from "../step-result.ts";
import type { Check } from "./check.ts";
import { isFirstReport } from "./first-report.ts";
import type { TestDetails } from "./issue-texts.ts";
import {
  duplicateText,
  issueTitle,
  kindComment,
  noRoomText,
  outageText,
  recoveredText,
} from "./issue-texts.ts";
import { type CheckIssue, type IssueOptions, Issues } from "./issues.ts";
import { ourPart, withOurPart } from "./marker.ts";
import { ReportError } from "./report-error.ts";
import type { CheckState, FailureKind, Finding, KnownIssue } from "./state.ts";
import {
  afterFailure,
  afterPass,
  closedLast,
  isNews,
  isOutdated,
  issueToKeep,
  openOutages,
} from "./state.ts";

export interface ReportOptions extends IssueOptions {
  readonly check: Check;
  /** Why this run keeps no issue, such as its branch. Undefined: it keeps it. */
  readonly skipped: string | undefined;
  /** A folder that the steps of a job share, if there is one. */
  readonly jobFolder?: string | undefined;
}

/** The result of a report. */
export interface ReportResult {
  /** The issue is as this test found the callback. */
  readonly isReported: boolean;
  readonly issueNumber?: number;
  /** A mistake in the workflow that fails the step, whatever the test found. */
  readonly mistake?: readonly string[];
}

/** What a test found, by this machine's clock. */
export type LocalFinding = Omit<Finding, "at"> & { readonly at: Date };

interface ReportTools {
  readonly connect: () => Promise<GitHub>;
  readonly runner: Runner;
  /** How long after a write the issue is read again. Left out: as long as a parallel run may need between reading and writing. */
  readonly rereadAfterMs?: number | undefined;
}

/** GitHub's limit, in characters. */
const longestBody = 65_536;

/** How often an issue is written again that an older run has written over. */
const mostRepairs = 2;

/** Keeps one issue open while a check fails. A problem with that is said, and the verdict of the test stands. */
export async function reportHealth(
  options: ReportOptions,
  found: LocalFinding,
  details: TestDetails,
  tools: ReportTools,
): Promise<ReportResult> {
  const { connect, runner } = tools;
  if (options.skipped !== undefined) {
    runner.note(options.skipped);
    return { isReported: false };
  }
  const mistake = isFirstReport(options.jobFolder, options.check.id, found.run) ? {} : { mistake: twice };
  if (mistake.mistake && found.kind === undefined) return { isReported: false, ...mistake };
  try {
    const issues = await Issues.open(await connect(), options.check.id, options);
    return { ...mistake, ...(await new Report(issues, options, found, details, tools).update()) };
  } catch (error) {
    runner.warn("The verdict stands, but it was not reported", ...explain(error));
    return { isReported: false, ...mistake };
  }
}

/** A check reports once in each attempt of a run. A second report that passes would hide the first. */
const twice: readonly string[] = [
  "Another step of this run has reported the same check. Each check needs an issue of its own.",
  "Give each of the steps a check-id of its own, such as:",
  pasteLine("check-id: shop"),
];

function explain(error: unknown): readonly string[] {
  if (error instanceof ReportError) return [error.message, ...error.remedy.split("\n")];
  if (readFailure(error).status === 410)
    return [
      "The issue could not be kept up to date: issues are switched off in this repository (HTTP 410).",
      "Switch them on in its settings, or write report-issue: false.",
    ];
  return explainApiError(error, "The issue could not be kept up to date", ["issues: write"]);
}

/** One report of one run. */
class Report {
  readonly #issues: Issues;
  readonly #check: Check;
  readonly #finding: Finding;
  readonly #details: TestDetails;
  readonly #runner: Runner;
  readonly #rereadAfterMs: number;

  constructor(
    issues: Issues,
    { check }: ReportOptions,
    found: LocalFinding,
    details: TestDetails,
    { runner, rereadAfterMs = 1_000 }: ReportTools,
  ) {
    this.#issues = issues;
    this.#check = check;
    this.#finding = { ...found, at: issues.onGitHubsClock(found.at) };
    this.#details = details;
    this.#runner = runner;
    this.#rereadAfterMs = rereadAfterMs;
  }

  async update(): Promise<ReportResult> {
    const { kind, run } = this.#finding;
    const found = await this.#issues.find();
    // Two steps on two machines have no folder in common.
    const mistake = found.some(({ state }) => state.run === run) ? { mistake: twice } : {};
    if (mistake.mistake && kind === undefined) return { isReported: false, ...mistake };
    if (found.some((issue) => this.#isOutdated(issue))) return { isReported: false, ...mistake };
    const number =
      kind === undefined
        ? await this.#closeAll(found)
        : await this.#keepOpen(found, { ...this.#finding, kind });
    if (number === "outdated") return { isReported: false, ...mistake };
    if (number === undefined) return { isReported: true };
    await this.#repair(number);
    return { isReported: true, issueNumber: number, ...mistake };
  }

  /**
   * GitHub writes an issue whatever stands in it. So an older run that read the issue before this one wrote may write after it, and
   * this run writes again.
   */
  async #repair(number: number): Promise<void> {
    const { kind, run } = this.#finding;
    for (let repairs = 0; repairs < mostRepairs; repairs++) {
      await sleep(this.#rereadAfterMs);
      const issue = await this.#issues.read(number);
      if (!issue || issue.state.run === run || this.#isOutdated(issue)) return;
      this.#runner.note(`An older run has written over issue #${number}. It is written again.`);
      await (kind === undefined ? this.#close(issue) : this.#show(issue, { ...this.#finding, kind }));
    }
  }

  #isOutdated(issue: KnownIssue): boolean {
    if (!isOutdated(this.#finding, issue, this.#issues.onGitHubsClock(new Date()))) return false;
    this.#runner.note(`A newer run has already reported to issue #${issue.number}, so this one does not.`);
    return true;
  }

  /** The callback works. Closes what reports an outage. An issue that a person reopened after it stays open. */
  async #closeAll(found: readonly CheckIssue[]): Promise<number | "outdated" | undefined> {
    const outages = openOutages(found);
    const last = closedLast(found);
    // A person closed it before the outage was over.
    const ended = outages.length === 0 && last?.state.phase === "failing" ? [last] : [];
    let closed: number | undefined;
    for (const { number } of [...outages, ...ended]) {
      const issue = await this.#issues.read(number);
      if (!issue) continue;
      if (this.#isOutdated(issue)) return "outdated";
      await this.#close(issue);
      closed ??= number;
    }
    return closed;
  }

  async #close(issue: CheckIssue): Promise<void> {
    const text = recoveredText(this.#check, issue.state, this.#finding.at, this.#details);
    await this.#issues.change(issue, {
      body: this.#body(issue, afterPass(issue.state, this.#finding), text),
      ...(issue.isOpen && { state: "closed", state_reason: "completed" }),
    });
  }

  async #keepOpen(
    found: readonly CheckIssue[],
    finding: Finding & { readonly kind: FailureKind },
  ): Promise<number | "outdated"> {
    await this.#closeDuplicates(found);
    const known = issueToKeep(found, finding.at);
    const issue = known && (await this.#issues.read(known.number));
    if (!issue) return this.#create(finding);
    if (this.#isOutdated(issue)) return "outdated";
    await this.#show(issue, finding);
    return issue.number;
  }

  async #show(issue: CheckIssue, finding: Finding & { readonly kind: FailureKind }): Promise<void> {
    const title = issueTitle(this.#check);
    const isOurTitle = digest(issue.title) === issue.state.title;
    const next = {
      ...afterFailure(issue.state, finding),
      title: isOurTitle ? digest(title) : issue.state.title,
    };
    await this.#issues.change(issue, {
      body: this.#body(issue, next, this.#outageText(next, finding)),
      state: "open",
      // A title that a person wrote stays.
      ...(isOurTitle && { title }),
    });
    // GitHub itself tells people about an issue that is opened or reopened.
    if (issue.isOpen && isNews(issue.state, next)) await this.#comment(issue, finding.kind);
  }

  async #create(finding: Finding & { readonly kind: FailureKind }): Promise<number> {
    const title = issueTitle(this.#check);
    const opened = this.#issues.onGitHubsClock(new Date());
    const none = {
      phase: "works",
      opened,
      since: "",
      kinds: [],
      at: "",
      run: "",
      title: digest(title),
    } as const;
    const state = afterFailure(none, finding);
    const body = ourPart(this.#check.id, state, this.#outageText(state, finding));
    const { number, notAssigned } = await this.#issues.create(title, body, finding.run);
    if (notAssigned.length > 0)
      this.#runner.warn(
        "The issue lacks assignees",
        `Issue #${number} is open, but GitHub did not assign it to ${notAssigned.join(", ")}.`,
        "Name in issue-assignees only people who can be assigned to issues of this repository.",
      );
    // A parallel run may have opened one too.
    const found = await this.#issues.find();
    await this.#closeDuplicates(found);
    return Math.min(number, ...openOutages(found).map((issue) => issue.number));
  }

  /** Closes further issues that parallel runs opened. They lose our part, so no later run reads them. */
  async #closeDuplicates(found: readonly CheckIssue[]): Promise<void> {
    const [first, ...duplicates] = openOutages(found);
    for (const { number } of duplicates) {
      const issue = first && (await this.#issues.read(number));
      if (!issue) continue;
      const body = withOurPart(issue.body, this.#check.id, duplicateText(first.number));
      await this.#issues.change(issue, { body, state: "closed", state_reason: "not_planned" });
    }
  }

  /** The issue says the same, so a comment that fails is only a warning. */
  async #comment(issue: CheckIssue, kind: FailureKind): Promise<void> {
    try {
      await this.#issues.comment(issue, kindComment(kind, this.#details));
    } catch (error) {
      this.#runner.warn(`Issue #${issue.number} is up to date, but got no comment`, ...explain(error));
    }
  }

  #outageText(state: CheckState, { kind, at }: Finding & { readonly kind: FailureKind }): string {
    return outageText(this.#check, state, kind, at, this.#details);
  }

  #body(issue: CheckIssue, state: CheckState, text: string): string {
    const withText = (shown: string) =>
      withOurPart(issue.body, this.#check.id, ourPart(this.#check.id, state, shown));
    const body = withText(text);
    return body.length > longestBody ? withText(noRoomText(this.#details)) : body;
  }
}

function digest(title: string): string {
  return createHash("sha256").update(title).digest("hex").slice(0, 16);
}
