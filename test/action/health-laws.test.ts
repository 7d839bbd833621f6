import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectGitHub, Deadline } from "../../src/action/github.ts";
import { readMemory } from "../../src/action/health/marker.ts";
import type { Report, Reported } from "../../src/action/health/report.ts";
import { reportHealth } from "../../src/action/health/report.ts";
import type { Result } from "../../src/action/health/state.ts";
import { runContext } from "../../src/action/run-context.ts";
import { environmentOf } from "./action.ts";
import type { Fault, Issue } from "./fake-github.ts";
import { FakeGitHub } from "./fake-github.ts";
import { quietRunner } from "./quiet-runner.ts";

// Whatever runs find out, people do and GitHub fails at, in whichever order: what has to hold for a monitor.

const sequences = 1_000;
/** Calls of one run: lists, one change, one comment, and a look at whether another run was quicker. */
const mostCalls = 8;

type Seen = "pass" | "fail" | "unknown" | "mistake";
type Event =
  | { readonly run: Seen; readonly fault?: Omit<Fault, "times"> | undefined }
  | { readonly runs: readonly [Seen, Seen] }
  | { readonly person: keyof typeof people };

/** What people do to the newest issue. */
const people = {
  noteAbove: (issue: Issue, note: string) => ({ body: `${note}\n\n${issue.body}` }),
  noteBelow: (issue: Issue, note: string) => ({ body: `${issue.body}\n\n${note}` }),
  rewrap: (issue: Issue) => ({ body: issue.body.replaceAll(" ", "\n") }),
  retitle: (_: Issue, note: string) => ({ title: note }),
  takeLabelsOff: () => ({ labels: [] }),
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
];

const seen = fc.constantFrom<Seen>("pass", "fail", "fail", "unknown", "mistake");
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ run: seen }) },
  { weight: 2, arbitrary: fc.record({ run: seen, fault: fc.constantFrom(...faults) }) },
  { weight: 1, arbitrary: fc.record({ runs: fc.tuple(seen, seen) }) },
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
  readonly #report: Report;
  readonly #notes: { readonly number: number; readonly note: string }[] = [];
  /** What did not pass, was written down, and was not closed by a person since. */
  #misses = 0;
  #passes = 0;
  /** Issues that a person wants to hear no more of. */
  readonly #dismissed = new Set<number>();
  #at = Date.parse("2026-11-15T00:00:00Z");

  constructor(threshold: number, recoveries: number) {
    const thresholds = { failures: threshold, unknowns: threshold, recoveries };
    this.#report = { checkId: "0123", labels: ["health"], title: "", thresholds, mute: undefined };
  }

  async go(event: Event): Promise<void> {
    if ("person" in event) return this.#edit(event.person);
    if ("runs" in event) {
      await Promise.all(event.runs.map((run) => this.#run(run)));
      // Which of the two was the last one, and whether it has seen the other, nobody knows.
      this.#misses = event.runs.includes("pass") ? 0 : this.#misses + 1;
      this.#passes = 0;
      return;
    }
    github.faults.splice(0, Number.POSITIVE_INFINITY, ...(event.fault ? [{ ...event.fault }] : []));
    github.seen.length = 0;
    const reported = await this.#run(event.run);
    const wasFaulty = event.fault !== undefined && github.faults.length === 0;
    github.faults.length = 0;
    this.#count(event.run, reported);
    this.#expectLaws(event.run, reported, wasFaulty);
  }

  #run(run: Seen): Promise<Reported> {
    this.#at += 3_600_000;
    const at = new Date(this.#at).toISOString();
    const verdict = run === "mistake" ? "unknown" : run;
    const result: Result = { verdict, code: `code_${run}`, misconfigured: run === "mistake", at };
    const told = {
      code: result.code,
      cause: "Cause.",
      remedy: "Remedy.",
      runUrl: "https://github.com/r",
      at,
    };
    const connect = () =>
      connectGitHub("any", github.url, runContext(environmentOf({})), new Deadline(60_000));
    return reportHealth(this.#report, result, told, connect, quietRunner());
  }

  #edit(person: keyof typeof people): void {
    const issue = github.issues.at(-1);
    if (!issue) return;
    const note = `note-${this.#notes.length}.`;
    Object.assign(issue, people[person](issue, note));
    github.touch(issue);
    if (person.startsWith("note")) this.#notes.push({ number: issue.number, note });
    if (person === "dismiss") this.#dismissed.add(issue.number);
    if (person !== "complete") return;
    this.#misses = 0;
    this.#dismissed.delete(issue.number);
  }

  #count(run: Seen, { isWritten }: Reported): void {
    if (run === "pass") {
      this.#passes += isWritten ? 1 : 0;
      this.#misses = 0;
    } else {
      this.#passes = 0;
      this.#misses += isWritten ? 1 : 0;
    }
  }

  #expectLaws(run: Seen, { isWritten, isMuted }: Reported, wasFaulty: boolean): void {
    const { failures, recoveries } = this.#report.thresholds;
    const open = github.issues.filter(({ state, body }) => state === "open" && readMemory(body, "0123"));
    const isDue = this.#misses >= failures || run === "mistake";
    // Where it cannot be written down, the step fails; and what people have muted, they know of.
    if (run !== "pass" && isDue && isWritten && !isMuted) expect(open, "nobody hears of it").toHaveLength(1);
    if (isMuted) expect(this.#dismissed.size, "somebody has muted it").toBeGreaterThan(0);
    if (!wasFaulty) {
      expect(isWritten).toBe(true);
      expect(open.length, "one issue for each check").toBeLessThanOrEqual(1);
      expect(github.seen.length, "calls").toBeLessThanOrEqual(mostCalls);
    }
    if (this.#passes >= recoveries && !wasFaulty)
      for (const { body } of open)
        expect(readMemory(body, "0123")?.phase, "recovery closes").not.toBe("outage");
    for (const { number, note } of this.#notes) expect(github.issues[number - 1]?.body).toContain(note);
  }
}

test("whatever happens in whichever order, no outage is silent, and nothing that people wrote is lost", async () => {
  const threshold = fc.integer({ min: 1, max: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 14 }),
      threshold,
      threshold,
      async (events, failures, recoveries) => {
        github.issues.length = 0;
        const course = new Course(failures, recoveries);
        for (const event of events) await course.go(event);
      },
    ),
    { numRuns: sequences },
  );
  expect(github.violations).toEqual([]);
});
