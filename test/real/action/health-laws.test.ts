import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectGitHub, Deadline } from "../../../src/action/github.ts";
import { readMemory } from "../../../src/action/health/marker.ts";
import type { ReportOptions, ReportResult } from "../../../src/action/health/report.ts";
import { reportHealth } from "../../../src/action/health/report.ts";
import type { Result, Thresholds } from "../../../src/action/health/state.ts";
import { runContext } from "../../../src/action/run-context.ts";
import { stepEnvironment } from "../../harness/action/action.ts";
import type { Fault, Issue } from "../../harness/action/fake-github.ts";
import { FakeGitHub } from "../../harness/action/fake-github.ts";
import { quietRunner } from "../../harness/action/quiet-runner.ts";

// Whatever runs find out, people do and GitHub fails at, in whichever order: what has to hold for a monitor.

const sequences = 1_000;
/** Calls of one run: lists, one change, one comment, and a look at whether another run was quicker. */
const mostCalls = 8;
const checkId = "0123";
const muteLabel = "certorder-mute";

type Seen = "pass" | "fail" | "unknown" | "mistake";
type Event =
  | { readonly run: Seen; readonly fault?: Omit<Fault, "times"> | undefined }
  | {
      /** At once, or so soon after one another that lists do not show yet what the first has done. */
      readonly runs: readonly [Seen, Seen];
      readonly lag: number;
      readonly inTurn: boolean;
    }
  | { readonly person: keyof typeof people };

/** What people do to the newest issue. */
const people = {
  noteAbove: (issue: Issue, note: string) => ({ body: `${note}\n\n${issue.body}` }),
  noteBelow: (issue: Issue, note: string) => ({ body: `${issue.body}\n\n${note}` }),
  rewrap: (issue: Issue) => ({ body: issue.body.replaceAll(" ", "\n") }),
  retitle: (_: Issue, note: string) => ({ title: note }),
  takeLabelsOff: () => ({ labels: [] }),
  mute: ({ labels }: Issue) => ({ labels: [...labels, muteLabel] }),
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
  headers: { "retry-after": "0" },
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
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ run: seen }) },
  { weight: 2, arbitrary: fc.record({ run: seen, fault: fc.constantFrom(...faults) }) },
  {
    weight: 1,
    arbitrary: fc.record({ runs: fc.tuple(seen, seen), lag: fc.nat(2), inTurn: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ person: fc.constantFrom(...(Object.keys(people) as (keyof typeof people)[])) }),
  },
);

let github: FakeGitHub;
beforeAll(async () => {
  github = await FakeGitHub.start();
});
afterAll(() => github.close());

/** One check through a sequence, and what is known of it from outside. */
class Course {
  readonly #report: ReportOptions;
  #notes: { readonly number: number; readonly note: string }[] = [];
  #edits = 0;
  /** How often the same issue may say that the callback works again: once, once more after people have reopened it, or for runs at once. */
  #recoveriesReported = 1;
  /** What did not pass, was written down, and was not closed by a person since. */
  #misses = 0;
  #passes = 0;
  /** Issues that a person wants to hear no more of. */
  readonly #dismissed = new Set<number>();
  #at = Date.parse("2026-11-15T00:00:00Z");

  constructor(thresholds: Thresholds) {
    this.#report = { checkId, labels: ["health"], title: "", thresholds, mute: undefined };
  }

  async go(event: Event): Promise<void> {
    if ("person" in event) return this.#edit(event.person);
    github.seen.length = 0;
    if ("runs" in event) {
      const { runs, lag, inTurn } = event;
      github.lag = lag;
      if (inTurn) for (const run of runs) await this.#run(run);
      else await Promise.all(runs.map((run) => this.#run(run)));
      github.catchUp();
      this.#recoveriesReported += 1;
      // It is not known which of the two was the last one, and whether it has seen the other.
      this.#misses = runs.includes("pass") || lag > 0 ? 0 : this.#misses + 1;
      this.#passes = 0;
      expect(github.seen.length, "calls").toBeLessThanOrEqual(2 * mostCalls);
      return this.#expectNotesKept();
    }
    github.faults.splice(0, Number.POSITIVE_INFINITY, ...(event.fault ? [{ ...event.fault }] : []));
    const reported = await this.#run(event.run);
    const wasFaulty = event.fault !== undefined && github.faults.length === 0;
    github.faults.length = 0;
    this.#count(event.run, reported);
    this.#expectLaws(event.run, reported, wasFaulty);
  }

  #run(run: Seen): Promise<ReportResult> {
    this.#at += 3_600_000;
    const at = new Date(this.#at).toISOString();
    const verdict = run === "mistake" ? "unknown" : run;
    const result: Result = { verdict, code: `code_${run}`, misconfigured: run === "mistake", at };
    const settings = {
      code: result.code,
      cause: "Cause.",
      remedy: "Remedy.",
      runUrl: "https://github.com/r",
      at,
    };
    const connect = () =>
      connectGitHub("any", github.url, runContext(stepEnvironment({})), new Deadline(60_000));
    return reportHealth(this.#report, result, settings, connect, quietRunner());
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
    if (person === "reopen") this.#recoveriesReported += 1;
    if (person === "dismiss") this.#dismissed.add(issue.number);
    if (person === "complete") this.#dismissed.delete(issue.number);
    // What was counted in it is over, or lost with it.
    if (person === "complete" || person === "takeOver" || issue.gone) this.#misses = 0;
  }

  #count(run: Seen, { isWritten }: ReportResult): void {
    if (run === "pass") {
      this.#passes += isWritten ? 1 : 0;
      this.#misses = 0;
    } else {
      this.#passes = 0;
      this.#misses += isWritten ? 1 : 0;
    }
  }

  #expectLaws(run: Seen, { isWritten, isMuted }: ReportResult, wasFaulty: boolean): void {
    const { failures, unknowns, recoveries } = this.#report.thresholds;
    const ours = github.issues.filter(({ gone, body }) => !gone && readMemory(body, checkId));
    const open = ours.filter(({ state }) => state === "open");
    const isDue = this.#misses >= Math.max(failures, unknowns) || run === "mistake";
    // Where it cannot be written down, the step fails; and what people have muted, they know of.
    if (run !== "pass" && isDue && isWritten && !isMuted)
      expect(open, "the outage is not reported").toHaveLength(1);
    const muting = ours.filter(
      ({ number, labels }) => this.#dismissed.has(number) || labels.includes(muteLabel),
    );
    if (isMuted) expect(muting, "it is muted without a reason").not.toEqual([]);
    // A call that was turned away is made once more.
    expect(github.seen.length, "calls").toBeLessThanOrEqual(mostCalls + (wasFaulty ? 1 : 0));
    if (!wasFaulty) {
      expect(isWritten).toBe(true);
      expect(open.length, "one issue for each check").toBeLessThanOrEqual(1);
    }
    if (this.#passes >= recoveries && !wasFaulty)
      for (const { body } of open)
        expect(readMemory(body, checkId)?.phase, "recovery closes").not.toBe("outage");
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

test("In every order of events, each outage is reported, and no text of people is lost", async () => {
  const threshold = fc.integer({ min: 1, max: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 14 }),
      fc.record({ failures: threshold, unknowns: threshold, recoveries: threshold }),
      fc.boolean(),
      async (events, thresholds, dropsLabels) => {
        github.issues.length = 0;
        github.dropsLabels = dropsLabels;
        const course = new Course(thresholds);
        for (const event of events) await course.go(event);
      },
    ),
    { numRuns: sequences },
  );
  expect(github.violations).toEqual([]);
});
