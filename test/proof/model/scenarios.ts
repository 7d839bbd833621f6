import fc from "fast-check";
import { commandSteps, type Failure, type KillStep, providerSteps, serviceFaults } from "./failures.ts";
import type { Request } from "./types.ts";

/** A project where people work. Commands are typed at the terminal. */
type In = { readonly in: "a" | "b" };
type At = { readonly at: "a" | "b" | "terminal" };
type MayFail = { readonly failure?: Failure | undefined };

/** What a person says about an open attempt. "Not happened" may be false: that is not promised. */
export type Answer = "happened" | "not-happened" | "not-happened, too early";

/** What a person does, or what happens to them. */
export type Action =
  // Runs of the core.
  | ({
      readonly do: "apply";
      readonly replace?: boolean;
      readonly noRefresh?: boolean;
      readonly isCsrUnknown?: boolean;
      readonly inReverse?: boolean;
      readonly createBeforeDestroy?: boolean;
      readonly provisionerFails?: boolean;
    } & In &
      MayFail)
  /** In a branch: what `as` says is configuration for this plan only. */
  | ({
      readonly do: "plan";
      readonly replace?: boolean;
      readonly destroy?: boolean;
      readonly as?: Answer | "supersede" | undefined;
    } & In)
  | ({ readonly do: "plan for later"; readonly replace?: boolean } & In)
  | ({ readonly do: "apply the plan" } & In & MayFail)
  | ({ readonly do: "refresh" | "destroy" } & In)
  | ({ readonly do: "test" } & MayFail)
  /** The service holds its answer to the apply until the second action is over. */
  | ({ readonly do: "apply, meanwhile"; readonly second: Action } & In)
  /** What the last refusal said, until the apply ends well. */
  | ({ readonly do: "follow the text"; readonly other?: boolean } & In)
  // What is configuration.
  | ({ readonly do: "write"; readonly request: Request } & In)
  | ({ readonly do: "spell otherwise" | "renew or not" | "remove" | "add again" | "add a twin" } & In)
  | ({ readonly do: "rename"; readonly moved: boolean } & In)
  | ({ readonly do: "regenerate the CSR" } & In)
  | ({ readonly do: "resolve by argument"; readonly as: Answer } & In)
  | ({ readonly do: "supersede by argument" } & In)
  | ({ readonly do: "another address" | "other keys" } & At)
  | ({ readonly do: "another journal" } & In)
  // What is stored.
  | ({ readonly do: "taint" | "untaint" | "state rm" | "lose the state" } & In)
  /** The journal loses the last `done` event. */
  | ({ readonly do: "lose done" } & In)
  | ({ readonly do: "roll back"; readonly by: number } & In)
  | ({ readonly do: "import"; readonly which: ImportedCertificate; readonly asLatest?: boolean } & In)
  | { readonly do: "hours pass" | "weeks pass" }
  // At the terminal.
  | ({ readonly do: "type"; readonly request: Request; readonly supersede?: boolean } & MayFail)
  | ({
      readonly do: "call";
      readonly key: string;
      readonly request: Request;
      readonly supersede?: boolean;
    } & MayFail)
  | { readonly do: "create a run"; readonly run: number }
  | ({ readonly do: "run"; readonly run: number; readonly request: Request } & MayFail)
  | { readonly do: "resolve"; readonly as: Answer }
  | { readonly do: "reissue elsewhere" };

/** Which certificate is imported. A mistyped one does not exist. */
export type ImportedCertificate = "latest" | "older" | "first" | "mistyped";

/** What people do with one order. */
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

// Mostly in one project, so that actions build on each other.
const project = fc.constantFrom<In["in"]>("a", "a", "a", "b");
const either = fc.constantFrom<In["in"]>("a", "b");
const at = fc.constantFrom<At["at"]>("a", "b", "terminal");
const answer = fc.constantFrom<Answer>(
  "happened",
  "happened",
  "not-happened",
  "not-happened",
  "not-happened, too early",
);
const days = fc.constantFrom(90, 60);
const csr = fc.constantFrom(0, 0, 1);
const request: fc.Arbitrary<Request> = fc.record({
  csr,
  days,
  trigger: fc.constantFrom(null, null, "1", "2"),
});
// A command has no triggers.
const plain: fc.Arbitrary<Request> = fc.record({ csr, days, trigger: fc.constant(null) });
const key = fc.constantFrom("x", "x", "y");
const run = fc.constantFrom(1, 2, 3);

function sometimes(one: number): fc.Arbitrary<boolean> {
  return fc.nat({ max: one - 1 }).map((number) => number === one - 1);
}

function failures(
  faults: number,
  kills: number,
  steps: readonly KillStep[],
): fc.Arbitrary<Failure | undefined> {
  const all = Object.keys(serviceFaults) as (keyof typeof serviceFaults)[];
  return fc.oneof(
    { weight: 100, arbitrary: fc.constant(undefined) },
    { weight: faults, arbitrary: fc.record({ when: fc.constantFrom(...all) }) },
    { weight: kills, arbitrary: fc.record({ killedBefore: fc.constantFrom(...steps) }) },
  );
}

/** What a scenario is mostly about. With every action in each scenario, actions that belong together would seldom meet. */
const themes = [
  "everything",
  "states that were lost or restored",
  "attempts without a known outcome",
  "others at work",
  "time, projects and spellings",
  "two people and one state",
] as const;

/** How often an action occurs in the scenarios of each theme, in the order of `themes`. */
const weights: Readonly<Record<Action["do"], readonly number[]>> = {
  apply: [24, 10, 12, 8, 10, 16],
  plan: [3, 1, 3, 0, 0, 0],
  "plan for later": [3, 0, 1, 4, 0, 0],
  "apply the plan": [3, 0, 1, 4, 0, 0],
  refresh: [2, 0, 0, 0, 2, 0],
  destroy: [2, 1, 3, 0, 0, 0],
  test: [2, 0, 3, 0, 0, 0],
  "apply, meanwhile": [1, 0, 0, 2, 0, 0],
  "follow the text": [5, 4, 4, 3, 4, 4],
  write: [8, 6, 3, 4, 3, 6],
  "spell otherwise": [1, 0, 0, 0, 2, 0],
  "renew or not": [1, 0, 0, 0, 5, 1],
  remove: [2, 3, 3, 0, 0, 0],
  "add again": [2, 3, 3, 0, 0, 0],
  "add a twin": [1, 0, 0, 2, 0, 0],
  rename: [2, 3, 0, 0, 1, 0],
  "regenerate the CSR": [2, 3, 0, 0, 0, 0],
  import: [3, 5, 2, 0, 0, 4],
  "resolve by argument": [4, 0, 5, 0, 0, 2],
  "supersede by argument": [2, 0, 0, 2, 0, 3],
  resolve: [4, 0, 6, 0, 0, 0],
  "another address": [1, 0, 0, 0, 4, 0],
  "other keys": [1, 0, 0, 0, 1, 0],
  "another journal": [3, 3, 4, 0, 3, 0],
  taint: [2, 3, 1, 0, 2, 1],
  untaint: [1, 1, 2, 0, 0, 0],
  "state rm": [1, 2, 0, 0, 0, 1],
  "lose the state": [2, 2, 0, 0, 3, 0],
  "lose done": [2, 2, 3, 0, 0, 2],
  "roll back": [5, 6, 3, 2, 3, 3],
  "hours pass": [1, 0, 0, 0, 1, 0],
  "weeks pass": [1, 0, 0, 0, 5, 1],
  type: [3, 0, 2, 4, 0, 3],
  call: [3, 0, 2, 6, 2, 0],
  "create a run": [1, 0, 0, 3, 1, 0],
  run: [2, 0, 0, 8, 2, 0],
  "reissue elsewhere": [1, 1, 0, 1, 0, 2],
};

/** How each is done. Flags that are not set are left out later, which reads better. */
function arbitraries(
  kills: number,
  faults: number,
  project: fc.Arbitrary<In["in"]>,
): Record<Action["do"], fc.Arbitrary<Action>> {
  const byProvider = failures(faults, kills, providerSteps);
  const byCommand = failures(faults, kills, commandSteps);
  const to = <Verb extends Action["do"], More extends object>(verb: Verb, more: More) =>
    fc.record({ do: fc.constant(verb), ...more }) as unknown as fc.Arbitrary<Action>;
  const here = <Verb extends Action["do"]>(verb: Verb) => to(verb, { in: project });
  const apply = to("apply", {
    in: project,
    replace: sometimes(8),
    noRefresh: sometimes(4),
    isCsrUnknown: sometimes(12),
    inReverse: sometimes(2),
    createBeforeDestroy: sometimes(4),
    provisionerFails: sometimes(12),
    failure: byProvider,
  });
  const commands = {
    type: to("type", {
      request: plain,
      supersede: sometimes(5),
      failure: failures(faults, 0, commandSteps),
    }),
    call: to("call", { key, request: plain, supersede: sometimes(5), failure: byCommand }),
    run: to("run", { run, request: plain, failure: failures(faults, 0, commandSteps) }),
  };
  const second = fc
    .oneof(apply, ...Object.values(commands))
    .map((action) => withoutUnset({ ...action, failure: undefined }));
  const said = fc.oneof(answer, fc.constant("supersede" as const), fc.constant(undefined));
  return {
    apply,
    ...commands,
    plan: to("plan", { in: project, replace: sometimes(6), destroy: sometimes(4), as: said }),
    "plan for later": to("plan for later", { in: project, replace: sometimes(6) }),
    "apply the plan": to("apply the plan", { in: project, failure: byProvider }),
    refresh: here("refresh"),
    destroy: here("destroy"),
    test: to("test", { failure: byProvider }),
    "apply, meanwhile": to("apply, meanwhile", { in: project, second }),
    "follow the text": to("follow the text", { in: project, other: sometimes(3) }),
    write: to("write", { in: project, request }),
    "spell otherwise": here("spell otherwise"),
    "renew or not": here("renew or not"),
    remove: here("remove"),
    "add again": here("add again"),
    "add a twin": here("add a twin"),
    rename: to("rename", { in: project, moved: sometimes(2) }),
    "regenerate the CSR": here("regenerate the CSR"),
    "resolve by argument": to("resolve by argument", { in: project, as: answer }),
    "supersede by argument": here("supersede by argument"),
    "another address": to("another address", { at }),
    "other keys": to("other keys", { at }),
    "another journal": here("another journal"),
    taint: here("taint"),
    untaint: here("untaint"),
    "state rm": here("state rm"),
    "lose the state": here("lose the state"),
    "lose done": here("lose done"),
    "roll back": to("roll back", { in: project, by: fc.constantFrom(1, 1, 2, 3, 5) }),
    import: to("import", {
      in: project,
      which: fc.constantFrom<ImportedCertificate>("latest", "latest", "older", "first", "mistyped"),
      asLatest: sometimes(2),
    }),
    "hours pass": to("hours pass", {}),
    "weeks pass": to("weeks pass", {}),
    "create a run": to("create a run", { run }),
    resolve: to("resolve", { as: answer }),
    "reissue elsewhere": to("reissue elsewhere", {}),
  };
}

export interface Scope {
  readonly longest: number;
  /** How often a process is killed, for each 100 times that nothing goes wrong. */
  readonly kills: number;
  /** Whether two can be at work at once. */
  readonly concurrent: boolean;
}

/** Stories. A change is often applied right away. Now and then the same action is repeated, as people and machines do. */
export function scenarios({ longest, kills, concurrent }: Scope): fc.Arbitrary<Scenario> {
  const scenario = (theme: (typeof themes)[number], share: Scenario["share"]) => {
    const faults = theme === "attempts without a known outcome" ? 150 : 60;
    const all = arbitraries(kills, faults, share === "state" ? either : project);
    const verbs = Object.keys(weights) as Action["do"][];
    const weightOf = (verb: Action["do"]) => weights[verb][themes.indexOf(theme)] ?? 0;
    const isThere = (verb: Action["do"]) =>
      (verb !== "another journal" || share === "nothing") && (verb !== "apply, meanwhile" || concurrent);
    const step = fc.record({
      action: fc.oneof(
        ...verbs
          .filter((verb) => isThere(verb) && weightOf(verb) > 0)
          .map((verb) => ({ weight: weightOf(verb), arbitrary: all[verb] })),
      ),
      isApplied: sometimes(2),
      isRepeated: sometimes(6),
    });
    const steps = fc.noBias(fc.array(step, { minLength: 1, maxLength: longest, size: "max" }));
    return fc.record({
      named: sometimes(2),
      share: fc.constant(share),
      clock: share === "journal" ? fc.constant(0) : fc.constantFrom(0, -3, 20),
      actions: steps.map((each) => each.flatMap(expand).map(withoutUnset).slice(0, longest)),
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

function expand(step: {
  readonly action: Action;
  readonly isApplied: boolean;
  readonly isRepeated: boolean;
}): Action[] {
  const { action, isApplied, isRepeated } = step;
  const isChange = "in" in action && !/^(?:apply|plan)/.test(action.do);
  return [
    action,
    ...(isChange && isApplied ? [{ do: "apply", in: action.in } as const] : []),
    ...(isRepeated && !isChange ? [{ ...action, failure: undefined } as Action] : []),
  ];
}

function withoutUnset<T extends object>(action: T): T {
  return Object.fromEntries(
    Object.entries(action).filter(([, value]) => value !== undefined && value !== false),
  ) as T;
}

/** An action in words. */
export function describeAction(action: Action): string {
  const { do: verb, ...rest } = action;
  const details = Object.entries(rest).map(([key, value]) => {
    if (value === true) return key;
    if (key === "request")
      return `csr ${value.csr}, ${value.days} days${value.trigger === null ? "" : `, trigger ${value.trigger}`}`;
    if (key === "failure")
      return "when" in value ? `but ${value.when}` : `killed before ${value.killedBefore}`;
    return key === "second" ? `(${describeAction(value)})` : `${key} ${value}`;
  });
  return [verb, ...details].join(", ");
}
