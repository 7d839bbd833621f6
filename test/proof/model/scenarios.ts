import fc from "fast-check";
import { commandSteps, type Failure, providerSteps, serviceFaults } from "./failures.ts";
import type { Request } from "./types.ts";

/** What a scenario is mostly about. With every action in each scenario, actions that belong together would seldom meet. */
const themes = [
  "everything",
  "states that were lost or restored",
  "attempts without a known outcome",
  "others at work",
  "time, projects and spellings",
  "two people and one state",
  "statements and their corrections",
  "renewals and times of issue",
] as const;

/** What a person says about an attempt. "Not happened" may be false: that is not promised. A mistyped one is corrected later. */
export type Answer = "happened" | "not-happened" | "not-happened, too early" | "mistyped";

/** Which certificate is imported. A mistyped one does not exist. */
export type ImportedCertificate = "latest" | "older" | "first" | "mistyped";

/** Which time of issue a person states. A wrong one is earlier, so that a renewal is due by it. They may correct it later. */
export type StatedTime = "right" | "wrong";

const answer = fc.constantFrom<Answer>(
  ...([
    "happened",
    "happened",
    "happened",
    "not-happened",
    "not-happened",
    "not-happened, too early",
  ] as const),
  ...(["mistyped", "mistyped"] as const),
);
const imported = fc.constantFrom<ImportedCertificate>("latest", "latest", "older", "first", "mistyped");
const statedTime = fc.constantFrom<StatedTime | undefined>(undefined, "right", "right", "wrong", "wrong");
const at = fc.constantFrom("a", "b", "terminal");
const days = fc.constantFrom(90, 60);
const csr = fc.constantFrom(0, 0, 1);
const trigger = fc.constantFrom(null, null, "1", "2");
const request: fc.Arbitrary<Request> = fc.record({ csr, days, trigger });
// A command has no triggers.
const plain: fc.Arbitrary<Request> = fc.record({ csr, days, trigger: fc.constant(null) });
// A timer makes a CSR of its own each time.
const fresh: fc.Arbitrary<Request> = plain.chain((made) =>
  fc.constantFrom(made.csr, 2, 3, 4).map((csr) => ({ ...made, csr })),
);
/** How far clocks are ahead, in minutes: no two are more than 20 apart. */
const clocks = fc.constantFrom(0, 0, -3, 17);

function sometimes(one: number): fc.Arbitrary<boolean> {
  return fc.nat({ max: one - 1 }).map((number) => number === one - 1);
}

function failures(
  faults: number,
  kills: number,
  steps: readonly string[],
): fc.Arbitrary<Failure | undefined> {
  const all = Object.keys(serviceFaults) as (keyof typeof serviceFaults)[];
  return fc.oneof(
    { weight: 100, arbitrary: fc.constant(undefined) },
    { weight: faults, arbitrary: fc.record({ when: fc.constantFrom(...all) }) },
    { weight: kills, arbitrary: fc.record({ killedBefore: fc.constantFrom(...steps) }) },
  );
}

/**
 * What people do, and what happens to them: how often each action occurs in the scenarios of each theme, in the order of `themes`,
 * and what is drawn for it. Commands are typed at the terminal, everything else is done in a project.
 */
function drawActions(kills: number, faults: number, project: fc.Arbitrary<"a" | "b">) {
  const byProvider = failures(faults, kills, providerSteps);
  const byCommand = failures(faults, kills, commandSteps);
  const byLibrary = failures(faults, 0, commandSteps);
  const here = { in: project };
  const apply = {
    weights: [24, 10, 12, 8, 10, 16, 14, 20],
    ...here,
    replace: sometimes(8),
    noRefresh: sometimes(4),
    isCsrUnknown: sometimes(12),
    inReverse: sometimes(2),
    createBeforeDestroy: sometimes(4),
    provisionerFails: sometimes(12),
    failure: byProvider,
  };
  const commands = {
    type: { weights: [3, 0, 2, 4, 0, 3, 3, 0], request: plain, supersede: sometimes(5), failure: byLibrary },
    call: {
      weights: [3, 0, 2, 6, 2, 0, 3, 0],
      key: fc.constantFrom("x", "x", "y"),
      request: plain,
      supersede: sometimes(5),
      failure: byCommand,
    },
    /** A timer renews the certificate by its age. */
    renew: {
      weights: [3, 0, 2, 6, 5, 2, 2, 1],
      maxAge: fc.constantFrom(30, 40),
      clock: clocks,
      request: fc.oneof(plain, fresh),
      failure: byLibrary,
    },
  };
  const all = Object.entries({ apply, ...commands });
  return {
    // Runs of the core.
    apply,
    /** In a branch: what `as` says is configured for this plan only. */
    plan: {
      weights: [3, 1, 3, 0, 0, 0, 0, 0],
      ...here,
      replace: sometimes(6),
      destroy: sometimes(4),
      as: fc.oneof(answer, fc.constant("supersede" as const), fc.constant(undefined)),
    },
    "plan for later": { weights: [3, 0, 1, 4, 0, 0, 0, 3], ...here, replace: sometimes(6) },
    "apply the plan": { weights: [3, 0, 1, 4, 0, 0, 0, 4], ...here, failure: byProvider },
    refresh: { weights: [2, 0, 0, 0, 2, 0, 0, 2], ...here },
    destroy: { weights: [2, 1, 3, 0, 0, 0, 0, 0], ...here },
    test: { weights: [2, 0, 3, 0, 0, 0, 0, 0], failure: byProvider },
    /** The apply waits for the answer until the second action is over. */
    "apply, meanwhile": {
      weights: [1, 0, 0, 2, 0, 0, 0, 1],
      ...here,
      second: fc.oneof(...all.map(([verb, drawn]) => drawAction(verb, drawn).map(withoutFailure))),
    },
    /** What the last refusal said, until the apply ends well. */
    "follow the text": { weights: [5, 4, 4, 3, 4, 4, 2, 2], ...here, other: sometimes(3) },
    // What is configured.
    write: { weights: [8, 6, 3, 4, 3, 6, 3, 1], ...here, request },
    "spell otherwise": { weights: [1, 0, 0, 0, 2, 0, 0, 0], ...here },
    "renew or not": { weights: [1, 0, 0, 0, 5, 1, 0, 1], ...here },
    remove: { weights: [2, 3, 3, 0, 0, 0, 0, 0], ...here },
    "add again": { weights: [2, 3, 3, 0, 0, 0, 0, 0], ...here },
    "add a twin": { weights: [1, 0, 0, 2, 0, 0, 0, 0], ...here },
    rename: { weights: [2, 3, 0, 0, 1, 0, 0, 0], ...here, moved: sometimes(2) },
    "regenerate the CSR": { weights: [2, 3, 0, 0, 0, 0, 0, 0], ...here },
    "resolve by argument": { weights: [4, 0, 5, 0, 0, 2, 9, 0], ...here, as: answer },
    "supersede by argument": { weights: [2, 0, 0, 2, 0, 3, 0, 0], ...here },
    "another address": { weights: [1, 0, 0, 0, 4, 0, 0, 0], at },
    "other keys": { weights: [1, 0, 0, 0, 1, 0, 0, 0], at },
    "another journal": { weights: [3, 3, 4, 0, 3, 0, 0, 1], ...here },
    // What is stored.
    taint: { weights: [2, 3, 1, 0, 2, 1, 0, 0], ...here },
    untaint: { weights: [1, 1, 2, 0, 0, 0, 0, 0], ...here },
    "state rm": { weights: [1, 2, 0, 0, 0, 1, 2, 2], ...here },
    "lose the state": { weights: [2, 2, 0, 0, 3, 0, 0, 0], ...here },
    /** The journal loses the last `done` event. */
    "lose done": { weights: [2, 2, 3, 0, 0, 2, 3, 0], ...here },
    /** It was only late. */
    "done arrives late": { weights: [2, 2, 3, 0, 0, 2, 3, 0], ...here },
    "roll back": { weights: [5, 6, 3, 2, 3, 3, 3, 1], ...here, by: fc.constantFrom(1, 1, 2, 3, 5) },
    import: {
      weights: [3, 5, 2, 0, 0, 4, 3, 5],
      ...here,
      which: imported,
      asLatest: sometimes(2),
      dated: statedTime,
    },
    "hours pass": { weights: [1, 0, 0, 0, 1, 0, 1, 0] },
    "weeks pass": { weights: [1, 0, 0, 0, 5, 1, 0, 0] },
    // At the terminal.
    ...commands,
    "import at the terminal": {
      weights: [3, 3, 2, 3, 2, 2, 4, 22],
      which: imported,
      as: fc.constantFrom(undefined, "latest", "latest", "bring-back", "correct"),
      dated: statedTime,
      request: fc.oneof(plain, fc.constant(undefined)),
    },
    resolve: { weights: [4, 0, 6, 0, 0, 0, 9, 0], as: answer },
    "reissue elsewhere": { weights: [1, 1, 0, 1, 0, 2, 0, 0] },
  };
}

/** A project that renews adopts the certificate that was there before. In some, another project has imported it meanwhile. */
const importToRenew = fc
  .record({ dated: statedTime, other: fc.option(statedTime, { nil: null }), isOtherFirst: fc.boolean() })
  .map(({ dated, other, isOtherFirst }) => {
    const importing = (project: string, time: StatedTime | undefined) => [
      { do: "renew or not", in: project },
      { do: "import", in: project, which: "latest", ...(time && { dated: time }) },
    ];
    const applies = ["a", "b"].map((project) => ({ do: "apply", in: project }));
    const actions =
      other === null
        ? [...importing("a", dated), ...applies.slice(0, 1)]
        : [
            ...importing("a", dated),
            ...importing("b", other),
            ...(isOtherFirst ? applies.reverse() : applies),
          ];
    return actions as Action[];
  });

type Drawn = ReturnType<typeof drawActions>;
export type Verb = keyof Drawn;
export type ActionOf<V extends Verb> = {
  readonly [Name in Exclude<keyof Drawn[V], "weights">]: Drawn[V][Name] extends fc.Arbitrary<infer Value>
    ? Value
    : never;
} & { readonly do: V };
export type Action = { [V in Verb]: ActionOf<V> }[Verb];

/** What is undefined or false is left out, which reads better. */
function drawAction(verb: string, { weights: _, ...details }: { readonly weights: readonly number[] }) {
  return fc
    .record({ do: fc.constant(verb), ...details })
    .map((action) => Object.fromEntries(Object.entries(action).filter(([, value]) => value)));
}

function withoutFailure(action: object): object {
  const { failure: _, ...others } = action as { readonly failure?: unknown };
  return others;
}

export interface Scenario {
  /** The service has a name everywhere. */
  readonly named: boolean;
  /**
   * `journal`: both projects use one journal, and have a configuration and a state each. `state`: they have one configuration and
   * one remote state, and a journal each. `nothing`: each has all of its own.
   */
  readonly share: "journal" | "state" | "nothing";
  /** How far the clock of the second project is ahead, in minutes. One journal has one clock. */
  readonly clock: number;
  readonly actions: readonly Action[];
}

/** `kills`: how often a process is killed, for each 100 times that nothing goes wrong. */
export function scenarios({ longest, kills }: { longest: number; kills: number }): fc.Arbitrary<Scenario> {
  const scenario = (theme: (typeof themes)[number], share: Scenario["share"]) => {
    const isDoubtful = /^(?:attempts without|statements)/.test(theme);
    const faults = isDoubtful ? 150 : 60;
    // Mostly in one project, so that actions build on each other.
    const project = fc.constantFrom(
      ...(share === "state" ? (["a", "b"] as const) : (["a", "a", "a", "b"] as const)),
    );
    const actions = Object.entries(drawActions(kills, faults, project))
      .filter(([verb]) => verb !== "another journal" || share === "nothing")
      .map(([verb, drawn]) => ({
        weight: drawn.weights[themes.indexOf(theme)] ?? 0,
        arbitrary: drawAction(verb, drawn) as fc.Arbitrary<object> as fc.Arbitrary<Action>,
      }));
    const step = fc.record({
      action: fc.oneof(...actions.filter(({ weight }) => weight > 0)),
      isApplied: sometimes(2),
      isRepeated: sometimes(6),
    });
    const first = theme === "renewals and times of issue" ? importToRenew : fc.constant([]);
    const steps = fc.noBias(fc.array(step, { minLength: 1, maxLength: longest, size: "max" }));
    return fc.record({
      named: sometimes(2),
      share: fc.constant(share),
      clock: share === "journal" ? fc.constant(0) : clocks,
      actions: fc
        .tuple(first, steps)
        .map(([before, each]) => [...before, ...each.flatMap(expand)].slice(0, longest)),
    });
  };
  const others = themes.filter((theme) => theme !== "two people and one state");
  return fc.oneof(
    ...others.flatMap((theme) => [
      { weight: 3, arbitrary: scenario(theme, "journal") },
      { weight: 1, arbitrary: scenario(theme, "nothing") },
    ]),
    { weight: 5, arbitrary: scenario("two people and one state", "state") },
    { weight: 2, arbitrary: scenario("everything", "state") },
  );
}

interface DrawnStep {
  readonly action: Action;
  readonly isApplied: boolean;
  readonly isRepeated: boolean;
}

/** A change is often applied right away. Now and then the same action is repeated, as people and machines do. */
function expand({ action, isApplied, isRepeated }: DrawnStep): Action[] {
  const isChange = "in" in action && !/^(?:apply|plan)/.test(action.do);
  return [
    action,
    ...(isChange && isApplied ? [{ do: "apply", in: action.in } as Action] : []),
    ...(isRepeated && !isChange ? [withoutFailure(action) as Action] : []),
  ];
}

export function describeScenario({ named, share, clock, actions }: Scenario): string {
  const facts = [
    share === "nothing" ? "they share nothing" : `they share one ${share}`,
    ...(named ? ["the service has a name"] : []),
    ...(clock ? [`clocks ${clock} minutes apart`] : []),
  ];
  return [...facts, ...actions.map(describeAction)].join("; ");
}

export function describeAction(action: Action): string {
  const { do: verb, ...details } = action;
  const shown = Object.entries(details).map(([name, value]) =>
    value === true ? name : `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`,
  );
  return [verb, ...shown].join(", ");
}
