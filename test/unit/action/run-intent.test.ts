import { describe, expect, test } from "vitest";
import { runIntent, runName } from "../../../src/action/run-intent.ts";
import { type Attempt, type JournalEvent, readHistory } from "../../../src/journal/index.ts";
import { decide, latestAttempt, type RuleDecision } from "../../../src/journal/rules.ts";
import {
  answered as answeredEvent,
  attemptIn,
  done as doneEvent,
  sent as sentEvent,
} from "../../harness/journal/events.ts";

const second = (seconds: number) => new Date(Date.UTC(2026, 10, 16, 18, 0, seconds));

/** A run that was created at this second. */
const createdAt = (seconds: number, runId = seconds) => ({
  run: runName(second(seconds), runId),
  createdAt: second(seconds),
});

const time = (seconds: number) => ({ at: second(seconds).toISOString() });
const sent = ({ attempt, ...more }: { attempt: string } & Parameters<typeof sentEvent>[1], at: number) =>
  sentEvent(attempt, { ...more, ...time(at) });
const done = (attempt: string, at: number): JournalEvent => ({ ...doneEvent(attempt), ...time(at) });
const answered = (attempt: string, at: number, key: string, run?: string): JournalEvent => ({
  ...answeredEvent(attempt, key, run),
  ...time(at),
});

const attemptsFrom = (...events: readonly JournalEvent[]) => readHistory("order-1", events).attempts;

describe("What a run knows as the latest", () => {
  const { run, createdAt: created } = createdAt(30);
  const [older, newer] = [createdAt(29).run, createdAt(31).run];
  interface Latest {
    readonly by?: string;
    readonly doneAt: number;
    readonly answers?: readonly (string | undefined)[];
  }

  test.each<[string, boolean, Latest]>([
    ["succeeded before the run was created", true, { doneAt: 29 }],
    ["answered a request of no run since", true, { doneAt: 29, answers: [undefined] }],
    ["answered an older run since", true, { doneAt: 29, answers: [older] }],
    ["answered a newer run since", false, { doneAt: 29, answers: [newer] }],
    ["succeeded in the second of its creation", false, { doneAt: 30 }],
    ["succeeded later", false, { doneAt: 31 }],
    ["was made later by an older run", true, { by: older, doneAt: 41 }],
    ["was made later by an older run of its second", true, { by: createdAt(30, 29).run, doneAt: 41 }],
    ["was made later by a newer run of its second", false, { by: createdAt(30, 31).run, doneAt: 41 }],
    ["was made later by a newer run", false, { by: newer, doneAt: 41 }],
    ["was made by the run itself", false, { by: run, doneAt: 41 }],
    ["was made by an older run, and answered one", true, { by: older, doneAt: 41, answers: [older] }],
    ["was made by an older run, and answered a newer", false, { by: older, doneAt: 41, answers: [newer] }],
    ["was made by an older run, and answered no run", false, { by: older, doneAt: 41, answers: [undefined] }],
  ])("A latest that %s is known: %s", (_, isKnown, { by, doneAt, answers = [] }) => {
    const history = attemptsFrom(
      ...[sent({ attempt: "before" }, 0), done("before", 1)],
      ...[sent({ attempt: "a", run: by }, 2), done("a", doneAt)],
      ...answers.map((asked) => answered("a", 42, "k", asked)),
    );
    const { knownLatest, force } = runIntent({ run, createdAt: created });
    expect(knownLatest(history)?.attemptId).toBe(isKnown ? "a" : undefined);
    expect(force(history.at(-1) as Attempt)).toBe(doneAt < 30);
  });

  test("The name of a run sorts by its creation time, then by its id", () => {
    expect(runName(second(0), 12_345_678)).toBe("2026-11-16T18:00:00Z 000000012345678");
    const names = [createdAt(9, 5), createdAt(10, 3), createdAt(10, 20), createdAt(11, 1)].map(
      ({ run: name }) => name,
    );
    expect(names.toSorted()).toEqual(names);
  });
});

/** Three runs, by age. Each wants one of two requests, and can be run again. */
const runs = [0, 1, 2] as const;
type RunIndex = (typeof runs)[number];

/** A run looks at the history, then records what it does, and then, if it has sent a request, hears the answer. */
type Phase = "created" | "looked" | "waits";

interface Situation {
  readonly steps: readonly string[];
  readonly events: readonly JournalEvent[];
  /** At which second. */
  readonly created: readonly (number | undefined)[];
  readonly phases: readonly (Phase | undefined)[];
  /** What each run saw when it looked. */
  readonly looked: readonly (RuleDecision | undefined)[];
  /** How many requests were sent with each run's key. */
  readonly sends: readonly number[];
  /** Another attempt began between the look and the record of an answer. The answer is not shown, and its key is used. */
  readonly late: readonly boolean[];
}

type Knowledge = typeof runIntent;

class Model {
  /** The situations that were reached. */
  readonly seen = new Set<string>();
  readonly decisions = new Set<string>();
  readonly #requests: readonly string[];
  /** The idempotency key of each run. */
  readonly #keys: readonly string[];
  readonly #tick: number;
  readonly #knowledge: Knowledge;

  /** `tick`: how many seconds each step takes. */
  constructor(requests: string, keys: string, tick: number, knowledge: Knowledge) {
    this.#requests = [...requests];
    this.#keys = [...keys];
    this.#tick = tick;
    this.#knowledge = knowledge;
  }

  /** Goes through every order of steps, up to a number of them. Throws if a law is broken. */
  explore(depth: number): void {
    const none = runs.map(() => undefined);
    const start = { steps: [], events: [], sends: runs.map(() => 0), late: runs.map(() => false) };
    let reached: Situation[] = [{ ...start, created: none, phases: none, looked: none }];
    for (let step = 0; step < depth; step++)
      reached = reached.flatMap((situation) => this.#next(situation)).filter((next) => this.#isNew(next));
  }

  /** Only the order of times matters, not how many steps are in between. */
  #isNew({ events, created, phases, late, looked }: Situation): boolean {
    const at = (event: JournalEvent) => ("at" in event ? event.at : "");
    const times = [...events.map(at), ...created.map((time) => second(time ?? 99).toISOString())];
    const order = [...new Set(times)].sort();
    const shown = JSON.stringify([
      events.map((event) => [event.event, attemptIn(event), "run" in event && event.run?.slice(-1)]),
      times.map((time) => order.indexOf(time)),
      phases,
      late,
      looked.map((decision) => decision?.kind),
    ]);
    const isNew = !this.seen.has(shown);
    this.seen.add(shown);
    return isNew;
  }

  #next(situation: Situation): Situation[] {
    const { created, phases } = situation;
    const next = created.indexOf(undefined);
    return runs.filter((run) => phases[run] ?? run === next).map((run) => this.#step(situation, run));
  }

  #step(situation: Situation, run: RunIndex): Situation {
    const { steps, created, phases } = situation;
    const now = this.#now(situation);
    const after = (name: string, phase: Phase): Situation => ({
      ...situation,
      steps: [...steps, `run ${run} ${name}`],
      phases: phases.with(run, phase),
    });
    if (phases[run] === undefined)
      return { ...after("is created", "created"), created: created.with(run, now) };
    if (phases[run] === "created") return this.#look(after("looks", "looked"), run);
    if (phases[run] === "looked") return this.#record(after("records", "created"), run);
    return this.#append(after("is done", "created"), done(attemptName(run), now));
  }

  #now({ steps }: Situation): number {
    return steps.length * this.#tick;
  }

  #append(situation: Situation, event: JournalEvent): Situation {
    return { ...situation, events: [...situation.events, event] };
  }

  #look(situation: Situation, run: RunIndex): Situation {
    const decision = this.#decide(situation, run, situation.events);
    return { ...situation, looked: situation.looked.with(run, decision) };
  }

  /** As the journal does it: records, and decides again on what stands before the record. */
  #record(situation: Situation, run: RunIndex): Situation {
    const { events, sends, phases } = situation;
    const looked = situation.looked[run];
    const { key, digest, name } = this.#intent(situation, run);
    const now = this.#now(situation);
    const ended = { ...situation, looked: situation.looked.with(run, undefined) };
    if (looked?.kind === "already-done") return this.#answer(ended, run, looked.attempt);
    if (looked?.kind !== "send") return ended;
    const decision = this.#decide(situation, run, events);
    const attempt = decision.kind === "send" ? attemptName(run) : `${attemptName(run)} void ${events.length}`;
    const written = this.#append(ended, sent({ attempt, digest, key, run: name }, now));
    if (decision.kind === "send") {
      this.#judgeSending(situation, run);
      const counted = sends.map((count, other) => (this.#keys[other] === key ? count + 1 : count));
      return { ...written, sends: counted, phases: phases.with(run, "waits") };
    }
    const void_: JournalEvent = { event: "not-sent", attempt, at: second(now).toISOString() };
    const given = this.#append(written, void_);
    return decision.kind === "already-done" ? this.#answer(given, run, decision.attempt) : given;
  }

  #answer(situation: Situation, run: RunIndex, { attemptId }: Attempt): Situation {
    const { key, name } = this.#intent(situation, run);
    const attempt = attemptsFrom(...situation.events).find((candidate) => candidate.attemptId === attemptId);
    const answers = [{ key: attempt?.idempotencyKey, run: attempt?.run }, ...(attempt?.answeredKeys ?? [])];
    if (answers.some((answer) => answer.key === key && answer.run === name)) return situation;
    const written = this.#append(situation, answered(attemptId, this.#now(situation), key, name));
    const isLate = this.#decide(written, run, written.events, true).kind !== "already-done";
    return { ...written, late: written.late.with(run, isLate) };
  }

  #intent({ created }: Situation, run: RunIndex) {
    const { run: name, ...knowledge } = this.#knowledge(createdAt(created[run] ?? 0, run + 1));
    return { key: this.#keys[run] ?? "", digest: this.#requests[run] ?? "", name, knowledge };
  }

  #decide(
    situation: Situation,
    run: RunIndex,
    events: readonly JournalEvent[],
    isLate = situation.late[run],
  ): RuleDecision {
    const { key, digest, knowledge } = this.#intent(situation, run);
    const decision = decide(attemptsFrom(...events), {
      requestDigest: digest,
      idempotencyKey: key,
      ...knowledge,
    });
    this.decisions.add(decision.kind === "blocked" ? decision.reason : decision.kind);
    const isNewest = situation.created[run + 1] === undefined;
    const isBlocked = decision.kind === "blocked" && decision.reason !== "open";
    // An older run may have used the same key, and another certificate may have come since.
    const isOwnKey = this.#keys.indexOf(key) === run;
    if (isNewest && isBlocked && isOwnKey && !isLate)
      this.#fail(situation, "An older run's finished attempt blocked the newest run");
    return decision;
  }

  #judgeSending(situation: Situation, run: RunIndex): void {
    const { events, created, sends } = situation;
    if (sends[run] !== 0) this.#fail(situation, "A run, or a key, was sent twice");
    const latest = latestAttempt(attemptsFrom(...events));
    if (!latest) return;
    const askedBy = [latest, ...latest.answeredKeys].map((asked) => Number(asked.run?.slice(-1)) - 1);
    if (askedBy.some((other) => other > run)) this.#fail(situation, "An older run overrode a newer one");
    // At once: this run was created before the other one had its certificate.
    const isAtOnce = Date.parse(latest.endedAt ?? "") >= second(created[run] ?? 0).getTime();
    if (isAtOnce && latest.requestDigest === this.#requests[run])
      this.#fail(situation, "Two runs at once sent the same request");
  }

  #fail({ steps }: Situation, law: string): never {
    throw new Error(`${law}. Requests ${this.#requests}, keys ${this.#keys}: ${steps.join(", ")}.`);
  }
}

/** A run has one attempt that is not void. */
const attemptName = (run: RunIndex) => `attempt of run ${run}`;

describe("Three runs with two requests, with re-runs, in every order of steps", () => {
  const ownKeys = "123";
  /** The third run has the first one's key. */
  const sharedKey = "121";
  const exploreAll = (tick: number, knowledge: Knowledge = runIntent, keys = ownKeys) => {
    const models = ["AAA", "AAB", "ABA", "ABB"].map((wanted) => new Model(wanted, keys, tick, knowledge));
    for (const model of models) model.explore(14);
    return models;
  };

  test.each([
    ["a second passes with each step", 1],
    ["all of it happens in one second", 0],
  ])("keep the laws if %s", (_, tick) => {
    const models = exploreAll(tick);
    const decisions = new Set(models.flatMap((model) => [...model.decisions]));
    expect([...decisions].sort()).toEqual(["already-done", "key-used", "open", "reissued-since", "send"]);
    expect(models.reduce((sum, { seen }) => sum + seen.size, 0)).toBeGreaterThan(1_000);
  });

  test("keep the laws if two of them have one key", () => {
    exploreAll(1, runIntent, sharedKey);
  });

  /** Runs that see the history differently. */
  const seeing =
    (see: (attempt: Attempt) => Attempt): Knowledge =>
    (creation) => {
      const { knownLatest, ...knowledge } = runIntent(creation);
      return {
        ...knowledge,
        knownLatest: (history) => {
          const seen = history.map(see);
          return history[seen.indexOf(knownLatest(seen) as Attempt)];
        },
      };
    };

  test.each<[string, string, Knowledge]>([
    [
      "knows only what had succeeded when it was created",
      "blocked the newest run",
      seeing((attempt) => ({ ...attempt, run: undefined })),
    ],
    [
      "does not count the runs that an attempt answered",
      "An older run overrode a newer one",
      seeing((attempt) => ({ ...attempt, answeredKeys: [] })),
    ],
    [
      "forces over all that it knows",
      "Two runs at once sent the same request",
      (creation) => ({ ...runIntent(creation), force: () => true }),
    ],
  ])("break a law if a run %s", (_, law, knowledge) => {
    for (const keys of law.startsWith("An older") ? [ownKeys, sharedKey] : [ownKeys])
      expect(() => exploreAll(1, knowledge, keys)).toThrow(law);
  });
});
