import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectGitHub, TimeBudget } from "../../../src/action/github.ts";
import { readCheckState } from "../../../src/action/health/marker.ts";
import { reportOptions } from "../../../src/action/health/options.ts";
import type { ReportOptions, ReportResult } from "../../../src/action/health/report.ts";
import { reportHealth } from "../../../src/action/health/report.ts";
import type { RunResult, Thresholds } from "../../../src/action/health/state.ts";
import { runContext } from "../../../src/action/run-context.ts";
import type { Texts } from "../../harness/action/action.ts";
import { stepEnvironment } from "../../harness/action/action.ts";
import type { Fault, Issue } from "../../harness/action/fake-github.ts";
import { FakeGitHub } from "../../harness/action/fake-github.ts";
import { quietRunner } from "../../harness/action/quiet-runner.ts";

// Whatever runs find out, people do and GitHub fails at, in whichever order: what has to hold for a monitor.

const sequences = 2_000;
/** Calls of one run: lists, one change, one comment, and a look at whether another run was quicker. */
const mostCalls = 8;
const muteLabel = "certorder-mute";
const hour = 3_600_000;
const day = 24 * hour;

type Seen = "pass" | "fail" | "unknown" | "mistake";

/** How a run was started, and what its workflow says. Wrong keys and addresses are corrected between runs. */
interface Start {
  readonly event: "schedule" | "workflow_dispatch";
  readonly mute: "" | "7d" | "off";
  readonly inputs: Texts;
  /** Runs the last run again. */
  readonly isRerun: boolean;
}

type Event =
  | { readonly run: Seen; readonly start: Start; readonly fault?: Omit<Fault, "times"> | undefined }
  | {
      /** At once, or so soon after one another that lists do not show yet what the first has done. */
      readonly runs: readonly [Seen, Seen];
      readonly lag: number;
      readonly inTurn: boolean;
    }
  | { readonly person: keyof typeof people }
  | { readonly token: Pick<Issue, "author" | "association"> }
  | { readonly waitDays: number };

/** What people do to the newest issue. */
const people = {
  noteAbove: (issue: Issue, note: string) => ({ body: `${note}\n\n${issue.body}` }),
  noteBelow: (issue: Issue, note: string) => ({ body: `${issue.body}\n\n${note}` }),
  rewrap: (issue: Issue) => ({ body: issue.body.replaceAll(" ", "\n") }),
  retitle: (_: Issue, note: string) => ({ title: note }),
  takeLabelsOff: () => ({ labels: [] }),
  mute: ({ labels }: Issue) => ({ labels: [...labels, muteLabel] }),
  muteInCapitals: ({ labels }: Issue) => ({ labels: [...labels, muteLabel.toUpperCase()] }),
  takeOver: (_: Issue, note: string) => ({ body: note }),
  transfer: () => ({ gone: "transferred" }),
  delete: () => ({ gone: "deleted" }),
  convert: () => ({ gone: "converted" }),
  lock: () => ({ locked: true }),
  complete: () => ({ state: "closed", state_reason: "completed" }),
  reopen: () => ({ state: "open", state_reason: "reopened" }),
  dismiss: () => ({ state: "closed", state_reason: "not_planned" }),
};

const limited = {
  how: 403,
  message: "You have exceeded a secondary rate limit.",
  headers: { "retry-after": "0.001" },
};
const faults: readonly Omit<Fault, "times">[] = [
  { method: "get", path: /issues$/, ...limited },
  { method: "patch", path: /issues/, ...limited },
  { method: "post", path: /issues$/, ...limited },
  { method: "get", path: /issues$/, how: 404 },
  { method: "patch", path: /issues/, how: 422 },
  { method: "post", path: /issues$/, how: 500 },
  { method: "post", path: /issues$/, how: "drop-after" },
  { method: "post", path: /comments$/, how: 403 },
  { method: "get", path: /issues$/, how: 401 },
  { method: "post", path: /issues$/, how: 410 },
  { method: "patch", path: /issues/, how: 403 },
  { method: "patch", path: /issues/, how: 301 },
  { method: "patch", path: /issues/, how: "drop-after" },
];

const seen = fc.constantFrom<Seen>("pass", "fail", "fail", "unknown", "mistake");
const start: fc.Arbitrary<Start> = fc.record({
  event: fc.constantFrom("schedule", "workflow_dispatch"),
  mute: fc.constantFrom("", "", "", "", "7d", "off"),
  inputs: fc.record({
    "key-id": fc.constantFrom("key-1", "key-2"),
    "base-url": fc.constantFrom("https://a.example.com", "https://b.example.com"),
    service: fc.constantFrom("", "production"),
  }),
  isRerun: fc.nat(5).map((number) => number === 0),
});
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ run: seen, start }) },
  { weight: 4, arbitrary: fc.record({ run: seen, start, fault: fc.constantFrom(...faults) }) },
  {
    weight: 2,
    arbitrary: fc.record({ runs: fc.tuple(seen, seen), lag: fc.nat(2), inTurn: fc.boolean() }),
  },
  {
    weight: 7,
    arbitrary: fc.record({ person: fc.constantFrom(...(Object.keys(people) as (keyof typeof people)[])) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      token: fc.constantFrom<Pick<Issue, "author" | "association">>(
        { author: "github-actions[bot]" },
        { author: "octocat", association: "MEMBER" },
        { author: "stranger", association: "CONTRIBUTOR" },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ waitDays: fc.constantFrom(5, 10, 40) }) },
);

let github: FakeGitHub;
beforeAll(async () => {
  github = await FakeGitHub.start();
});
afterAll(() => github.close());

const scheduled: Start = { event: "schedule", mute: "", inputs: {}, isRerun: false };

/** One check through a sequence, and what is known of it from outside. */
class MonitorModel {
  readonly #thresholds: Thresholds;
  readonly #checkId: string;
  #notes: { readonly number: number; readonly note: string }[] = [];
  #edits = 0;
  /** How often the same issue may say that the callback works again: once for each outage, and once more for runs at once. */
  #recoveriesReported = 1;
  /** What did not pass, was written down, and was not closed by a person since. */
  #misses = 0;
  #passes = 0;
  /** There was certainly an outage since the last recovery. */
  #isOutage = false;
  /** A person muted the outage, or the check, until then at the latest. */
  #mayBeMutedUntil = 0;
  /** The comments that the outage may still get. */
  #commentsLeft = 2;
  #comments = 0;
  #lastKind: Seen | "" = "";
  /** How many issues there may be. */
  #mostIssues = 1;
  #runId = 100;
  #attempt = 1;
  /** What the last run found, as far as it is known what was written down of it. A re-run takes its place. */
  #last: "miss" | "pass" | "unclear" = "pass";
  #at = Date.parse("2026-11-15T00:00:00Z");

  constructor(thresholds: Thresholds) {
    this.#thresholds = thresholds;
    this.#checkId = this.#report(scheduled).checkId;
  }

  async go(event: Event): Promise<void> {
    if ("person" in event) return this.#edit(event.person);
    if ("waitDays" in event) {
      this.#at += event.waitDays * day;
      // A recovery may be more than a week ago by now.
      this.#mostIssues += 1;
      return;
    }
    if ("token" in event) {
      github.tokenOf = event.token;
      return;
    }
    github.seen.length = 0;
    if ("runs" in event) return this.#runTwo(event);
    github.faults.splice(0, Number.POSITIVE_INFINITY, ...(event.fault ? [{ ...event.fault }] : []));
    const reported = await this.#run(event.run, event.start);
    const wasFaulty = event.fault !== undefined && github.faults.length === 0;
    github.faults.length = 0;
    this.#count(event.run, event.start, reported);
    this.#expectLaws(event.run, reported, wasFaulty);
    if (this.#passes >= this.#thresholds.recoveries) this.#recover();
  }

  async #runTwo({ runs, lag, inTurn }: Extract<Event, { runs: unknown }>): Promise<void> {
    github.lag = lag;
    if (inTurn) for (const run of runs) await this.#run(run, scheduled);
    else await Promise.all(runs.map((run) => this.#run(run, scheduled)));
    github.catchUp();
    // It is not known which of the two was the last one, and whether it has seen the other. Both may tell of the recovery,
    // and the next outage may go on in the same issue.
    this.#recoveriesReported += runs.includes("pass") ? 2 : 1;
    this.#mostIssues += 2;
    this.#commentsLeft += 6;
    this.#misses = runs.includes("pass") || lag > 0 ? 0 : this.#misses + 1;
    this.#passes = 0;
    this.#isOutage &&= !runs.includes("pass");
    this.#last = "unclear";
    this.#lastKind = "";
    expect(github.seen.length, "calls").toBeLessThanOrEqual(2 * mostCalls);
    this.#expectNotesKept();
  }

  #dueAfter(): number {
    return Math.max(this.#thresholds.failures, this.#thresholds.unknowns);
  }

  #report({ event, mute, inputs }: Start): ReportOptions {
    const { failures, unknowns, recoveries } = this.#thresholds;
    const env = stepEnvironment({
      inputs: {
        ...inputs,
        mute,
        "report-issue": "on-failure",
        "issue-labels": "health",
        "failure-threshold": String(failures),
        "unknown-threshold": String(unknowns),
        "recovery-threshold": String(recoveries),
      },
    });
    const report = reportOptions({ ...env, GITHUB_EVENT_NAME: event });
    if (!report) throw new Error("nothing is reported");
    const until = report.mute?.until === "" ? "" : new Date(this.#at + 7 * day).toISOString();
    return { ...report, mute: report.mute && { until } };
  }

  #run(run: Seen, start: Start): Promise<ReportResult> {
    this.#at += hour;
    if (start.isRerun) this.#attempt += 1;
    else [this.#runId, this.#attempt] = [this.#runId + 1, 1];
    const at = new Date(this.#at).toISOString();
    const result: RunResult = {
      verdict: run === "mistake" ? "unknown" : run,
      misconfigured: run === "mistake",
      at,
      run: `${this.#runId}.${this.#attempt}`,
    };
    // The code changes from run to run.
    const details = {
      code: `code_${this.#at % 7}`,
      cause: "Cause.",
      remedy: "Remedy.",
      runUrl: "https://github.com/r",
      at,
    };
    const connect = () =>
      connectGitHub(
        "any",
        runContext({ ...stepEnvironment({}), GITHUB_API_URL: github.url }),
        new TimeBudget(60_000),
      );
    return reportHealth(this.#report(start), result, details, { connect, runner: quietRunner() });
  }

  #edit(person: keyof typeof people): void {
    const issue = github.issues.at(-1);
    if (!issue) return;
    this.#edits += 1;
    const note = `note-${this.#edits}.`;
    Object.assign(issue, people[person](issue, note));
    github.touch(issue);
    // The check that adopts the issue replaces its body.
    if (person === "takeOver") this.#notes = this.#notes.filter(({ number }) => number !== issue.number);
    if (person.startsWith("note") || person === "takeOver") this.#notes.push({ number: issue.number, note });
    if (person === "dismiss" || person.startsWith("mute")) this.#mayBeMutedUntil = Number.POSITIVE_INFINITY;
    if (person === "reopen" || person === "complete" || person === "dismiss") {
      // The outage is reported once more.
      this.#recoveriesReported += 1;
      this.#commentsLeft += 2;
    }
    // What was counted in it is over, or lost with it.
    if (person === "takeOver" || issue.gone || person === "complete") {
      this.#misses = 0;
      this.#isOutage = false;
    }
    if (person === "takeOver" || issue.gone) {
      this.#mostIssues += 1;
      this.#commentsLeft += 2;
    }
  }

  #count(run: Seen, { event, mute, isRerun }: Start, { isWritten }: ReportResult): void {
    if (event === "workflow_dispatch" && mute === "7d")
      this.#mayBeMutedUntil = Math.max(this.#mayBeMutedUntil, this.#at + 7 * day);
    if (!isWritten) {
      // Parts of the report may have been written.
      this.#recoveriesReported += 1;
      this.#mostIssues += 1;
      this.#commentsLeft += 3;
      this.#misses = 0;
      this.#passes = 0;
      this.#isOutage = false;
      this.#last = "unclear";
      return;
    }
    if (run === "pass") {
      this.#passes += isRerun && this.#last !== "miss" ? 0 : 1;
      // It may have ended the outage.
      this.#commentsLeft += isRerun && this.#last === "unclear" ? 2 : 0;
      this.#misses = 0;
    } else {
      this.#passes = 0;
      this.#misses += isRerun && this.#last !== "pass" ? 0 : 1;
      this.#commentsLeft += this.#lastKind !== "" && this.#lastKind !== run ? 1 : 0;
      this.#lastKind = run;
    }
    this.#last = run === "pass" ? "pass" : "miss";
    this.#isOutage ||= run === "mistake" || this.#misses >= this.#dueAfter();
  }

  #recover(): void {
    // A mute ends with its outage.
    if (this.#isOutage) this.#mayBeMutedUntil = 0;
    this.#isOutage = false;
    this.#commentsLeft = 2;
    this.#comments = this.#countComments();
    this.#lastKind = "";
    // The next outage may go on in the same issue.
    this.#recoveriesReported += 1;
  }

  #countComments(): number {
    return github.issues.reduce((sum, { comments }) => sum + comments.length, 0);
  }

  #expectLaws(run: Seen, { isWritten, mutedUntil }: ReportResult, wasFaulty: boolean): void {
    const ours = github.issues.filter(
      ({ gone, author, body }) => !gone && author !== "stranger" && readCheckState(body, this.#checkId),
    );
    const open = ours.filter(({ state }) => state === "open");
    const isDue = this.#misses >= this.#dueAfter() || run === "mistake";
    // Where it cannot be written down, the step fails.
    if (run !== "pass" && isDue && isWritten && mutedUntil === undefined)
      expect(open, "the outage is not reported").toHaveLength(1);
    if (mutedUntil !== undefined) {
      expect(this.#mayBeMutedUntil, "it is muted without a reason").toBeGreaterThan(this.#at);
      if (run !== "pass")
        expect(ours.map(({ body }) => body).join("\n"), "the end of the mute is shown").toContain(
          "Muted until:",
        );
    }
    expect(this.#countComments() - this.#comments, "comments of the outage").toBeLessThanOrEqual(
      this.#commentsLeft,
    );
    expect(github.issues.length, "issues").toBeLessThanOrEqual(this.#mostIssues);
    // A call that was turned away is made once more.
    expect(github.seen.length, "calls").toBeLessThanOrEqual(mostCalls + (wasFaulty ? 1 : 0));
    if (!wasFaulty && github.tokenOf.author !== "stranger") {
      expect(isWritten).toBe(true);
      expect(open.length, "one issue for each check").toBeLessThanOrEqual(1);
    }
    if (this.#passes >= this.#thresholds.recoveries && !wasFaulty)
      for (const { body } of open)
        expect(readCheckState(body, this.#checkId)?.phase, "recovery closes").not.toBe("outage");
    for (const { comments } of github.issues) {
      const reported = comments.filter((comment) => comment.includes("works again"));
      expect(reported.length, "the recovery is reported once").toBeLessThanOrEqual(this.#recoveriesReported);
    }
    this.#expectNotesKept();
  }

  #expectNotesKept(): void {
    for (const { number, note } of this.#notes) expect(github.issues[number - 1]?.body).toContain(note);
  }
}

test("In every order of events, each outage is reported, few comments are made, and no text of people is lost", async () => {
  const threshold = fc.integer({ min: 1, max: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 16 }),
      fc.record({ failures: threshold, unknowns: threshold, recoveries: threshold }),
      fc.boolean(),
      async (events, thresholds, dropsLabels) => {
        github.issues.length = 0;
        github.dropsLabels = dropsLabels;
        github.tokenOf = { author: "github-actions[bot]" };
        const model = new MonitorModel(thresholds);
        for (const event of events) await model.go(event);
      },
    ),
    { numRuns: sequences },
  );
  expect(github.violations).toEqual([]);
});
