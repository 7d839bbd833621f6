import fc from "fast-check";
import { commandSteps, type KillStep, providerSteps, serviceTroubles, type Trouble } from "./troubles.ts";
import type { What } from "./world.ts";

/** A place where people work; at the terminal there are commands. */
type In = { readonly in: "a" | "b" };
type At = { readonly at: "a" | "b" | "terminal" };
type Troubled = { readonly trouble?: Trouble | undefined };

/** What a person says of an attempt whose outcome is open. That it did not happen may be wrong; then it is not ours. */
export type Answer = "happened" | "not-happened" | "not-happened, too early";

/** What a person does, or what happens to them. */
export type Action =
  // Runs of the core.
  | ({
      readonly do: "apply";
      readonly replace?: boolean;
      readonly noRefresh?: boolean;
      readonly late?: boolean;
      readonly backwards?: boolean;
      readonly provisionerFails?: boolean;
    } & In &
      Troubled)
  | ({ readonly do: "plan for later"; readonly replace?: boolean } & In)
  | ({ readonly do: "apply the plan" } & In & Troubled)
  | ({ readonly do: "refresh" | "destroy" } & In)
  | ({ readonly do: "test" } & Troubled)
  /** Two at once: the service keeps its answer to the first until the second is over. */
  | ({ readonly do: "apply, meanwhile"; readonly second: Action } & In)
  /** Whatever the last refusal said to do, and once more. */
  | ({ readonly do: "what the text says"; readonly other?: boolean } & In)
  // What is written.
  | ({ readonly do: "write"; readonly what: What } & In)
  | ({ readonly do: "spell otherwise" | "renew or not" | "remove" | "add again" | "add a twin" } & In)
  | ({ readonly do: "rename"; readonly moved: boolean } & In)
  | ({ readonly do: "regenerate the CSR" } & In)
  | ({ readonly do: "resolve by argument"; readonly as: Answer | "anew" } & In)
  | ({ readonly do: "another address" | "other keys" } & At)
  | ({ readonly do: "another home" } & In)
  // What is stored.
  | ({ readonly do: "taint" | "untaint" | "state rm" | "lose the state" } & In)
  | ({ readonly do: "roll back"; readonly by: number } & In)
  | ({ readonly do: "import"; readonly which: "newest" | "older" | "first" } & In)
  | { readonly do: "hours pass" | "weeks pass" }
  // At the terminal.
  | ({
      readonly do: "type";
      readonly what: What;
      readonly anew?: boolean;
      readonly cutOff?: boolean;
    } & Troubled)
  | ({ readonly do: "call"; readonly name: string; readonly what: What; readonly anew?: boolean } & Troubled)
  | { readonly do: "create a run"; readonly name: string }
  | ({ readonly do: "run"; readonly name: string; readonly what: What } & Troubled)
  | { readonly do: "resolve"; readonly as: Answer }
  | { readonly do: "reissue elsewhere" };

/** What people do with one order, and what they have said before. */
export interface Story {
  /** The service has been given a name everywhere. */
  readonly named: boolean;
  /** The second place has another journal, and either may go to yet another one. */
  readonly apart: boolean;
  readonly actions: readonly Action[];
}

// Mostly in one place, so that something comes of it.
const place = fc.constantFrom<In["in"]>("a", "a", "a", "b");
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
const what: fc.Arbitrary<What> = fc.record({ csr, days, turn: fc.constantFrom(null, null, "1", "2") });
// A command has no triggers.
const plain: fc.Arbitrary<What> = fc.record({ csr, days, turn: fc.constant(null) });
const name = fc.constantFrom("x", "y");

function sometimes(one: number): fc.Arbitrary<boolean> {
  return fc.nat({ max: one - 1 }).map((number) => number === one - 1);
}

function troubles(kills: number, steps: readonly KillStep[]): fc.Arbitrary<Trouble | undefined> {
  const all = Object.keys(serviceTroubles) as (keyof typeof serviceTroubles)[];
  return fc.oneof(
    { weight: 100, arbitrary: fc.constant(undefined) },
    { weight: 50, arbitrary: fc.record({ when: fc.constantFrom(...all) }) },
    { weight: kills, arbitrary: fc.record({ killedBefore: fc.constantFrom(...steps) }) },
  );
}

/** What there is to do: how often, and how. Flags that are not set are left out, which reads better. */
function choices({ kills, gate }: Scope, apart: boolean): [number, fc.Arbitrary<Action>][] {
  const [byProvider, byCommand] = [troubles(kills, providerSteps), troubles(kills, commandSteps)];
  const todo = <Verb extends Action["do"]>(...verbs: Verb[]) => fc.constantFrom(...verbs);
  const apply = fc.record({
    ...{ do: todo("apply"), in: place, replace: sometimes(6), noRefresh: sometimes(4), late: sometimes(12) },
    ...{ backwards: sometimes(2), provisionerFails: sometimes(12), trouble: byProvider },
  });
  const typed = fc.record({
    ...{ do: todo("type"), what: plain, anew: sometimes(5), cutOff: sometimes(6) },
    trouble: troubles(0, commandSteps),
  });
  const called = fc.record({ do: todo("call"), name, what: plain, anew: sometimes(5), trouble: byCommand });
  const run = fc.record({
    do: todo("run"),
    name: fc.constantFrom("r1", "r2"),
    what: plain,
    trouble: byCommand,
  });
  const second = fc
    .oneof(apply, typed, called, run)
    .map((action) => withoutUnset({ ...action, trouble: undefined }));
  const as = fc.oneof(answer, fc.constant("anew" as const));
  return [
    [24, apply],
    [3, fc.record({ do: todo("plan for later"), in: place, replace: sometimes(4) })],
    [3, fc.record({ do: todo("apply the plan"), in: place, trouble: byProvider })],
    [3, fc.record({ do: todo("refresh", "destroy"), in: place })],
    [2, fc.record({ do: todo("test"), trouble: byProvider })],
    [gate ? 1 : 0, fc.record({ do: todo("apply, meanwhile"), in: place, second })],
    [5, fc.record({ do: todo("what the text says"), in: place, other: sometimes(3) })],
    [8, fc.record({ do: todo("write"), in: place, what })],
    [2, fc.record({ do: todo("spell otherwise", "renew or not"), in: place })],
    [4, fc.record({ do: todo("remove", "add again"), in: place })],
    [1, fc.record({ do: todo("add a twin"), in: place })],
    [2, fc.record({ do: todo("rename"), in: place, moved: sometimes(2) })],
    [2, fc.record({ do: todo("regenerate the CSR"), in: place })],
    [4, fc.record({ do: todo("resolve by argument"), in: place, as })],
    [1, fc.record({ do: todo("another address", "other keys"), at })],
    [apart ? 3 : 0, fc.record({ do: todo("another home"), in: place })],
    [5, fc.record({ do: todo("taint", "untaint", "state rm", "lose the state"), in: place })],
    [5, fc.record({ do: todo("roll back"), in: place, by: fc.constantFrom(1, 1, 2, 3, 5) })],
    [3, fc.record({ do: todo("import"), in: place, which: fc.constantFrom("newest", "older", "first") })],
    [2, fc.record({ do: todo("hours pass", "weeks pass") })],
    [3, typed],
    [3, called],
    [1, fc.record({ do: todo("create a run"), name: fc.constantFrom("r1", "r2") })],
    [2, run],
    [4, fc.record({ do: todo("resolve"), as: answer })],
    [1, fc.record({ do: todo("reissue elsewhere") })],
  ];
}

export interface Scope {
  readonly longest: number;
  /** How often somebody who could be is killed, for each 100 times that all goes well. */
  readonly kills: number;
  /** Whether two can be at work at once. */
  readonly gate: boolean;
}

/**
 * Stories. What was changed is often applied right away; and now and then the same is done once more, as people do who do
 * not believe what they see, and machines.
 */
export function stories(scope: Scope): fc.Arbitrary<Story> {
  const story = (apart: boolean) => {
    const options = choices(scope, apart).map(([weight, arbitrary]) => ({ weight, arbitrary }));
    const step = fc.record({
      action: fc.oneof(...options).map(withoutUnset),
      isApplied: sometimes(2),
      isRepeated: sometimes(9),
    });
    const steps = fc.noBias(fc.array(step, { minLength: 1, maxLength: scope.longest, size: "max" }));
    const actions = steps.map((all) => all.flatMap(spelledOut).slice(0, scope.longest));
    return fc.record({ named: sometimes(2), apart: fc.constant(apart), actions });
  };
  return fc.oneof({ weight: 3, arbitrary: story(false) }, { weight: 1, arbitrary: story(true) });
}

function spelledOut(step: {
  readonly action: Action;
  readonly isApplied: boolean;
  readonly isRepeated: boolean;
}): Action[] {
  const { action, isApplied, isRepeated } = step;
  const isChange = "in" in action && !action.do.startsWith("apply") && action.do !== "plan for later";
  const again = withoutUnset({ ...action, trouble: undefined });
  return [
    action,
    ...(isChange && isApplied ? [{ do: "apply", in: action.in } as const] : []),
    ...(isRepeated && !isChange ? [again] : []),
  ];
}

function withoutUnset<T extends object>(action: T): T {
  return Object.fromEntries(
    Object.entries(action).filter(([, value]) => value !== undefined && value !== false),
  ) as T;
}

/** An action in words. */
export function inWords(action: Action): string {
  const {
    do: verb,
    trouble,
    what,
    then,
    ...more
  } = action as Action & {
    readonly trouble?: Trouble;
    readonly what?: What;
    readonly second?: Action;
  };
  const details = Object.entries(more).map(([key, value]) => (value === true ? key : `${key} ${value}`));
  const asked = what && [
    `csr ${what.csr}`,
    `${what.days} days`,
    ...(what.turn === null ? [] : [`turn ${what.turn}`]),
  ];
  const meets =
    trouble && ("when" in trouble ? `but ${trouble.when}` : `killed before ${trouble.killedBefore}`);
  return [
    verb,
    ...details,
    ...(asked ?? []),
    ...(meets ? [meets] : []),
    ...(second ? [`(${inWords(second)})`] : []),
  ].join(", ");
}
