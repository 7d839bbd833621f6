import { createHash } from "node:crypto";
import { explainApiError, type GitHub } from "../github.ts";
import type { Runner } from "../runner.ts";
import { pasteLine } from "../step-result.ts";
import type { Check } from "./check.ts";
import type { TestDetails } from "./issue-texts.ts";
import { duplicateText, issueTitle, kindComment, outageText, recoveredText } from "./issue-texts.ts";
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
}

/** Keeps one issue open while a check fails. A problem with that is said, and the verdict of the test stands. */
export async function reportHealth(
  options: ReportOptions,
  found: LocalFinding,
  details: TestDetails,
  { connect, runner }: ReportTools,
): Promise<ReportResult> {
  if (options.skipped !== undefined) {
    runner.note(options.skipped);
    return { isReported: false };
  }
  try {
    const issues = await Issues.open(await connect(), options.check.id, options);
    return await new Report(issues, options, found, details, runner).update();
  } catch (error) {
    const lines = explain(error);
    if (error instanceof ReportError && error.isMistake) return { isReported: false, mistake: lines };
    runner.warn("The verdict stands, but it was not reported", ...lines);
    return { isReported: false };
  }
}

function explain(error: unknown): readonly string[] {
  return error instanceof ReportError
    ? [error.message, ...error.remedy.split("\n")]
    : explainApiError(error, "The issue could not be kept up to date", ["issues: write"]);
}

/** One report of one run. */
class Report {
  readonly #issues: Issues;
  readonly #check: Check;
  readonly #finding: Finding;
  readonly #details: TestDetails;
  readonly #runner: Runner;
  readonly #assignees: readonly string[];

  constructor(
    issues: Issues,
    { check, assignees }: ReportOptions,
    found: LocalFinding,
    details: TestDetails,
    runner: Runner,
  ) {
    this.#issues = issues;
    this.#check = check;
    this.#assignees = assignees;
    this.#finding = { ...found, at: issues.onGitHubsClock(found.at) };
    this.#details = details;
    this.#runner = runner;
  }

  async update(): Promise<ReportResult> {
    const { kind } = this.#finding;
    const found = await this.#issues.find();
    for (const issue of found) this.#expectFirst(issue);
    if (found.some((issue) => this.#isOutdated(issue))) return { isReported: false };
    const number =
      kind === undefined
        ? await this.#closeAll(found)
        : await this.#keepOpen(found, { ...this.#finding, kind });
    if (number === "outdated") return { isReported: false };
    return { isReported: true, ...(number !== undefined && { issueNumber: number }) };
  }

  /** A check reports once in each attempt of a run. A second report would hide the first. */
  #expectFirst({ number, state }: KnownIssue): void {
    if (state.run !== this.#finding.run) return;
    throw new ReportError(
      `Another step of this run has reported to the same issue, #${number}. Each check needs an issue of its own.`,
      `Give each of the steps a check-id of its own, such as:\n${pasteLine("check-id: shop")}`,
      { isMistake: true },
    );
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
      const { at } = this.#finding;
      const text = recoveredText(this.#check, issue.state, at, this.#details);
      await this.#issues.change(number, {
        body: this.#body(issue, afterPass(issue.state, this.#finding), text),
        ...(issue.isOpen && { state: "closed", state_reason: "completed" }),
      });
      closed ??= number;
    }
    return closed;
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
    const title = issueTitle(this.#check);
    const isOurTitle = digest(issue.title) === issue.state.title;
    const next = {
      ...afterFailure(issue.state, finding),
      title: isOurTitle ? digest(title) : issue.state.title,
    };
    await this.#issues.change(issue.number, {
      body: this.#body(issue, next, this.#outageText(next, finding)),
      state: "open",
      // A title that a person wrote stays.
      ...(isOurTitle && { title }),
    });
    // GitHub itself tells people about an issue that is opened or reopened.
    if (issue.isOpen && isNews(issue.state, next)) await this.#comment(issue, finding.kind);
    return issue.number;
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
    const { number, isAssigned } = await this.#issues.create(title, body);
    if (!isAssigned)
      this.#runner.warn(
        "The issue has no assignees",
        `GitHub refused issue-assignees (${this.#assignees.join(", ")}), so issue #${number} was opened without them.`,
        "Name only people who can be assigned to issues of this repository.",
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
      await this.#issues.change(number, { body, state: "closed", state_reason: "not_planned" });
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
    return withOurPart(issue.body, this.#check.id, ourPart(this.#check.id, state, text));
  }
}

function digest(title: string): string {
  return createHash("sha256").update(title).digest("hex").slice(0, 16);
}
