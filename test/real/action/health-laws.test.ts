import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CheckRun, reportTest } from "../../../src/action/callback-test.ts";
import { connectGitHub, TimeBudget } from "../../../src/action/github.ts";
import { readCheck } from "../../../src/action/health/check.ts";
import { readCheckState } from "../../../src/action/health/marker.ts";
import { reportOptions } from "../../../src/action/health/options.ts";
import { ownInput } from "../../../src/action/read-inputs.ts";
import type { TestResult } from "../../../src/action/repeated-test.ts";
import { runContext } from "../../../src/action/run-context.ts";
import type { StepResult } from "../../../src/action/step-result.ts";
import { RejectedError } from "../../../src/client/index.ts";
import { NotSentError } from "../../../src/contract/index.ts";
import { stepEnvironment } from "../../harness/action/action.ts";
import type { Fault, Issue } from "../../harness/action/fake-github.ts";
import { FakeGitHub } from "../../harness/action/fake-github.ts";
import { quietRunner } from "../../harness/action/quiet-runner.ts";

// The laws of the monitor, over random sequences of runs, people, tokens, copies, gaps and faults of GitHub's API:
// 1. A failing run is red.
// 2. While the newest run failed, one issue is open, or the run says why not.
// 3. An outage has at most as many comments as it has kinds of failure, and one more.
// 4. Nothing that another login wrote is changed.
// 5. A result is never written over by an older one for long: of two runs, however close, the issue shows the newer one's result.
// The sequences were chosen by an attack on paper. Each of these broke a draft: two reports of one run, a late run, a copy of the
// issue by a bot with the same token, a state that a person edited, an issue that a person closed in an outage, two tests within two
// seconds, an older run that writes after the newer one.

const sequences = 2_000;
const hour = 3_600_000;
const day = 24 * hour;
/** Calls of one run: who the token is, two lists of at most three pages, one issue read and changed, one comment, and a second look. */
const mostCalls = 13;

type Seen = "pass" | "fails" | "untested" | "misconfigured";

/** How a run differs from a scheduled run of the default branch that nothing disturbs. */
interface Start {
  /** Runs the last run again. */
  readonly isRerun?: boolean | undefined;
  readonly isCancelled?: boolean | undefined;
  readonly isOtherBranch?: boolean | undefined;
  /** Its test ended so long before that of the newest run, but it reports later. */
  readonly lateMs?: number | undefined;
}

type Event =
  | { readonly run: Seen; readonly start: Start; readonly fault?: Omit<Fault, "times"> | undefined }
  | {
      /** At once, or so soon after one another that lists do not show yet what the first has done. */
      readonly runs: readonly [Seen, Seen];
      readonly lag: number;
      readonly inTurn: boolean;
    }
  | { readonly twiceInOneRun: readonly [Seen, Seen] }
  /** The older run reports after the newer one, or reads the issue before it and writes after it. */
  | { readonly late: readonly [newer: Seen, older: Seen]; readonly lateMs: number }
  | { readonly writesLate: readonly [newer: Seen, older: Seen]; readonly lateMs: number }
  | { readonly person: keyof typeof people }
  | { readonly login: string }
  | { readonly copyBy: string }
  | { readonly waitDays: number };

/** What people do to the newest issue of the check. */
const people = {
  noteAbove: (issue: Issue, note: string) => ({ body: `${note}\n\n${issue.body}` }),
  noteBelow: (issue: Issue, note: string) => ({ body: `${issue.body}\n\n${note}` }),
  rewrap: (issue: Issue) => ({ body: issue.body.replaceAll(" ", "\n") }),
  retitle: (_: Issue, note: string) => ({ title: note }),
  takeLabelsOff: () => ({ labels: [] }),
  setFutureTime: ({ body }: Issue) => ({ body: body.replace(/ at=\S+/, " at=2099-01-01T00:00:00.000Z") }),
  clearTimes: ({ body }: Issue) => ({ body: body.replace(/ (at|since)=\S+/g, " $1=") }),
  clearKinds: ({ body }: Issue) => ({ body: body.replace(/ kinds=\S+/, " kinds=") }),
  takeOver: (_: Issue, note: string) => ({ body: note }),
  transfer: () => ({ gone: "transferred" }),
  delete: () => ({ gone: "deleted" }),
  convert: () => ({ gone: "converted" }),
  lock: () => ({ locked: true }),
  complete: () => ({ state: "closed", reason: "completed" }),
  dismiss: () => ({ state: "closed", reason: "not_planned" }),
  reopen: () => ({ state: "open", reason: "reopened" }),
} as const;

const limited = {
  how: 403,
  message: "You have exceeded a secondary rate limit.",
  headers: { "retry-after": "0.001" },
};
const faults: readonly Omit<Fault, "times">[] = [
  { method: "post", path: /graphql$/, ...limited },
  { method: "get", path: /issues$/, ...limited },
  { method: "patch", path: /issues/, ...limited },
  { method: "post", path: /issues$/, ...limited },
  { method: "post", path: /graphql$/, how: 401 },
  { method: "get", path: /issues$/, how: 404 },
  { method: "get", path: /issues$/, how: 401 },
  { method: "get", path: /issues\/\d+$/, how: 403 },
  { method: "patch", path: /issues/, how: 422 },
  { method: "patch", path: /issues/, how: 403 },
  { method: "patch", path: /issues/, how: 301 },
  { method: "patch", path: /issues/, how: "drop-after" },
  { method: "post", path: /issues$/, how: 500 },
  { method: "post", path: /issues$/, how: 410 },
  { method: "post", path: /issues$/, how: "drop-after" },
  { method: "post", path: /comments$/, how: 403 },
  { method: "post", path: /comments$/, how: "drop-after" },
];

/** The run gets over it. */
function isPassing({ how, headers, path }: Omit<Fault, "times">): boolean {
  return headers !== undefined || how === 500 || how === "drop-after" || path.test("/comments");
}

const seen = fc.constantFrom<Seen>("pass", "pass", "fails", "fails", "untested", "misconfigured");
const rarely = fc.nat(9).map((number) => number === 0);
const start: fc.Arbitrary<Start> = fc.record({
  isRerun: fc.nat(4).map((number) => number === 0),
  isCancelled: rarely,
  isOtherBranch: rarely,
});
const logins = ["github-actions[bot]", "octocat", "our-app[bot]"] as const;
const pair = fc.tuple(seen, seen);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ run: seen, start }) },
  { weight: 4, arbitrary: fc.record({ run: seen, start, fault: fc.constantFrom(...faults) }) },
  { weight: 3, arbitrary: fc.record({ runs: pair, lag: fc.constantFrom(0, 1, 2, 9), inTurn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ twiceInOneRun: pair }) },
  {
    weight: 3,
    arbitrary: fc.record({ late: pair, lateMs: fc.constantFrom(1, 700, 1_400, 1_900, hour / 2) }),
  },
  { weight: 1, arbitrary: fc.record({ writesLate: pair, lateMs: fc.constantFrom(1, 700, 1_400, 1_900) }) },
  {
    weight: 7,
    arbitrary: fc.record({ person: fc.constantFrom(...(Object.keys(people) as (keyof typeof people)[])) }),
  },
  { weight: 1, arbitrary: fc.record({ login: fc.constantFrom(...logins) }) },
  { weight: 2, arbitrary: fc.record({ copyBy: fc.constantFrom(...logins, "visitor") }) },
  { weight: 1, arbitrary: fc.record({ waitDays: fc.constantFrom(5, 10, 20) }) },
);

let github: FakeGitHub;
beforeAll(async () => {
  github = await FakeGitHub.start();
});
afterAll(() => github.close());

const checkId = readCheck(stepEnvironment({})).id;

function testResult(found: Seen, endedAt: Date): TestResult {
  const rejected = (code: string) =>
    new RejectedError("It failed.", { code, remedy: "Repair it.", tries: 1 });
  const error = {
    pass: () => undefined,
    fails: () => rejected("callback_send_error"),
    misconfigured: () => rejected("permission_denied"),
    untested: () => new NotSentError("No connection.", { code: "connect_failed", remedy: "Wait." }),
  }[found]();
  const verdict = ({ pass: "pass", fails: "fail" } as const)[found as "pass"] ?? "unknown";
  return { verdict, error, tries: 1, endedAt };
}

type Ended = StepResult & { readonly said: string; readonly isReported: boolean };

/** One check through a sequence, and what is known of it from outside. */
class MonitorModel {
  /** The issues that the check did not open, as they have to stay. */
  readonly #foreign = new Map<number, Issue>();
  #notes: { readonly number: number; readonly note: string }[] = [];
  #edits = 0;
  #runId = 100;
  #attempt = 1;
  /** Since the last recovery that was written: the kinds of failure, and the comments of each issue before. */
  #kinds = new Set<Seen>();
  #commentsBefore = new Map<number, number>();
  /** Comments that parallel runs, or a state that a person edited, may cause. */
  #moreComments = 0;

  async go(event: Event): Promise<void> {
    github.writes.length = 0;
    github.seen.length = 0;
    if ("person" in event) this.#edit(event.person);
    else if ("waitDays" in event) github.age(event.waitDays * day);
    else if ("login" in event) this.#changeToken(event.login);
    else if ("copyBy" in event) this.#copy(event.copyBy);
    else if ("runs" in event) await this.#runTwo(event);
    else if ("twiceInOneRun" in event) await this.#runTwice(event.twiceInOneRun);
    else if ("late" in event) await this.#runLate(event.late, event.lateMs);
    else if ("writesLate" in event) await this.#writeLate(event.writesLate, event.lateMs);
    else await this.#runOnce(event);
    this.#expectOthersUnchanged();
    this.#expectFewComments();
  }

  async #runOnce({ run, start, fault }: Extract<Event, { run: unknown }>): Promise<void> {
    github.faults.splice(0, Number.POSITIVE_INFINITY, ...(fault ? [{ ...fault }] : []));
    const issuesBefore = github.issues.length;
    const ended = await this.#run(run, start);
    const wasFaulty = fault !== undefined && github.faults.length === 0;
    github.faults.length = 0;
    const isQuiet = start.isOtherBranch || (start.isCancelled && run === "pass");
    if (isQuiet) expect(github.writes, "a run that keeps no issue writes").toEqual([]);
    else if (!wasFaulty || isPassing(fault)) expect(ended.isReported, ended.said).toBe(true);
    expect(github.issues.length - issuesBefore, "issues of one run").toBeLessThanOrEqual(1);
    expect(github.seen.length, "calls").toBeLessThanOrEqual(mostCalls + (wasFaulty ? 6 : 0));
    this.#expectAsReported(run, ended);
    if (run === "pass" && ended.isReported) this.#recovered();
  }

  /** Nothing is certain about the issue after it, but the next run has to put it right. */
  async #runTwo({ runs, lag, inTurn }: Extract<Event, { runs: unknown }>): Promise<void> {
    github.lag = lag;
    if (inTurn) for (const run of runs) await this.#run(run, {});
    else await Promise.all(runs.map((run) => this.#run(run, {})));
    github.catchUp();
    this.#moreComments += 2;
  }

  /** Two steps without a check-id of their own. */
  async #runTwice([first, second]: readonly [Seen, Seen]): Promise<void> {
    const before = await this.#run(first, {});
    const hasWritten = github.writes.length > 0 || first !== "pass";
    const after = await this.#run(second, {}, `${this.#runId}.${this.#attempt}`);
    this.#expectAsReported(first, before, { isStateLater: true });
    if (!hasWritten) return this.#expectAsReported(second, after);
    expect(after).toMatchObject({ level: "failed", isReported: second !== "pass" });
    expect(after.said).toContain("check-id: ");
    // One of the two fails, so an issue is open.
    expect(this.#openOutages()).toHaveLength(first === "pass" && second === "pass" ? 0 : 1);
    if (first === "pass") this.#recovered();
    if (second !== "pass") this.#kinds.add(second);
  }

  /** An older run reports after a newer one, and changes nothing that the newer one wrote. */
  async #runLate([newer, older]: readonly [Seen, Seen], lateMs: number): Promise<void> {
    const olderRun = this.#nextRun();
    const first = await this.#run(newer, {});
    const wrote = github.writes.length > 0 || newer !== "pass";
    this.#expectAsReported(newer, first);
    if (newer === "pass") this.#recovered();
    const issues = structuredClone(github.issues);
    const late = await this.#run(older, { lateMs }, olderRun);
    if (!wrote) return this.#expectAsReported(older, late);
    expect(github.issues, "an older run changed what a newer one wrote").toEqual(issues);
    expect(late.said).toContain("A newer run has already reported");
  }

  /** The newer run finds that the older one has written over its result, and writes it again. */
  async #writeLate([newer, older]: readonly [Seen, Seen], lateMs: number): Promise<void> {
    const [olderRun, newerRun] = [this.#nextRun(), this.#nextRun()];
    github.age(hour);
    // A pass that has nothing to close leaves no trace.
    const isTraced = newer !== "pass" || this.#openOutages().length > 0;
    let newest: Promise<Ended> | undefined;
    const runNewest = () => {
      newest = this.#run(newer, { lateMs: 0 }, newerRun);
      return newest;
    };
    github.writesLate(runNewest);
    await this.#run(older, { lateMs }, olderRun);
    github.onCall = () => {};
    const ended = await (newest ?? runNewest());
    this.#moreComments += 2;
    if (isTraced) this.#expectAsReported(newer, ended);
    if (newer === "pass" && ended.isReported) this.#recovered();
  }

  #nextRun(): string {
    [this.#runId, this.#attempt] = [this.#runId + 1, 1];
    return `${this.#runId}.1`;
  }

  async #run(found: Seen, start: Start, run?: string): Promise<Ended> {
    if (start.lateMs === undefined) github.age(hour);
    if (run === undefined && start.isRerun) this.#attempt += 1;
    else if (run === undefined) this.#nextRun();
    const said: string[] = [];
    const env = {
      ...stepEnvironment({ inputs: { "report-issue": "true" } }),
      GITHUB_API_URL: github.url,
      GITHUB_GRAPHQL_URL: github.graphqlUrl,
      ...(start.isOtherBranch && { GITHUB_EVENT_NAME: "push", GITHUB_REF: "refs/heads/topic" }),
    };
    const check: CheckRun = {
      report: reportOptions(env, (name) => ownInput(env, name)),
      connect: () => connectGitHub("any", runContext(env), new TimeBudget(60_000)),
      runner: quietRunner((...lines) => void said.push(...lines)),
      runUrl: "https://github.com/acme/site/actions/runs/1",
      run: run ?? `${this.#runId}.${this.#attempt}`,
      rereadAfterMs: 0,
    };
    const signal = start.isCancelled ? AbortSignal.abort() : new AbortController().signal;
    const endedAt = new Date(Date.now() - (start.lateMs ?? 0));
    const ended = await reportTest(testResult(found, endedAt), 1, check, { signal, stopSignal: signal });
    if (found !== "pass") {
      expect(ended.level, "a failing run is red").toBe("failed");
      if (!start.isOtherBranch) this.#kinds.add(found);
    }
    const isReported = ended.outputs.reported === true;
    if (!isReported) expect(said.concat(ended.lines).join(""), "it does not say why").not.toBe("");
    return { ...ended, said: [...said, ...ended.lines].join("\n"), isReported };
  }

  #edit(person: keyof typeof people): void {
    const issue = github.issues.findLast(({ number }) => !this.#foreign.has(number));
    if (!issue) return;
    this.#edits += 1;
    const note = `note-${this.#edits}.`;
    const { reason, ...change }: Record<string, unknown> = people[person](issue, note);
    if (reason) github.setState(issue, change.state as "open", String(reason));
    else Object.assign(issue, change);
    github.touch(issue);
    if (person === "takeOver") this.#notes = this.#notes.filter(({ number }) => number !== issue.number);
    if (person.startsWith("note") || person === "takeOver") this.#notes.push({ number: issue.number, note });
    if (person.startsWith("clear")) this.#moreComments += 1;
  }

  /** What the check opened with another token is of another login from now on. */
  #changeToken(login: string): void {
    github.login = login;
    for (const issue of github.issues) {
      if (issue.author === login) this.#foreign.delete(issue.number);
      else this.#foreign.set(issue.number, structuredClone(issue));
    }
    for (const number of this.#copies) this.#keep(number);
  }

  readonly #copies: number[] = [];

  /** A visitor, or a bot that relays a visitor's text, copies the issue. The bot may use the same token. */
  #copy(author: string): void {
    const issue = github.issues.at(-1);
    if (!issue || issue.gone) return;
    github.age(2 * hour);
    const number = github.issues.length + 1;
    const copy: Issue = {
      ...{ number, author, title: issue.title, body: issue.body, comments: [], labels: issue.labels },
      ...{ state: "open", state_reason: null, createdAt: Date.now() + github.clockSkewMs },
    };
    github.issues.push(copy);
    github.touch(copy);
    this.#copies.push(number);
    this.#keep(number);
  }

  #keep(number: number): void {
    const issue = github.issues[number - 1];
    if (issue) this.#foreign.set(number, structuredClone(issue));
  }

  #openOutages(): Issue[] {
    return github.issues.filter(
      ({ number, gone, state, body }) =>
        !gone &&
        !this.#foreign.has(number) &&
        state === "open" &&
        readCheckState(body, checkId)?.phase === "failing",
    );
  }

  #expectAsReported(run: Seen, { isReported, said }: Ended, { isStateLater = false } = {}): void {
    if (!isReported || isStateLater) return;
    const expected = run === "pass" ? 0 : 1;
    expect(this.#openOutages(), `open issues after ${run}. ${said}`).toHaveLength(expected);
  }

  #recovered(): void {
    this.#kinds.clear();
    this.#moreComments = 0;
    this.#commentsBefore = new Map(github.issues.map(({ number, comments }) => [number, comments.length]));
  }

  #expectFewComments(): void {
    for (const { number, comments } of github.issues) {
      const added = comments.length - (this.#commentsBefore.get(number) ?? 0);
      const most = this.#kinds.size + 1 + this.#moreComments;
      expect(added, `comments of #${number} in an outage`).toBeLessThanOrEqual(most);
    }
  }

  #expectOthersUnchanged(): void {
    for (const [number, before] of this.#foreign) expect(github.issues[number - 1]).toEqual(before);
    for (const { number } of github.writes)
      expect(this.#foreign.has(number), "an issue of another login is written to").toBe(false);
    for (const { number, note } of this.#notes) expect(github.issues[number - 1]?.body).toContain(note);
  }
}

test("In every order of events, a failing run is red, an outage has one issue and few comments, and nothing of others is changed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 16 }),
      fc.boolean(),
      async (events, dropsLabels) => {
        github.issues.length = 0;
        github.clockSkewMs = 0;
        github.dropsLabels = dropsLabels;
        github.login = logins[0];
        const model = new MonitorModel();
        for (const event of events) await model.go(event);
      },
    ),
    { numRuns: sequences },
  );
  expect(github.violations).toEqual([]);
});
