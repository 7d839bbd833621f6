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
const name = fc.constantFrom("x", "x", "y");
const run = fc.constantFrom("r1", "r1", "r2");

function sometimes(one: number): fc.Arbitrary<boolean> {
  return fc.nat({ max: one - 1 }).map((number) => number === one - 1);
}

function troubles(
  faults: number,
  kills: number,
  steps: readonly KillStep[],
): fc.Arbitrary<Trouble | undefined> {
  const all = Object.keys(serviceTroubles) as (keyof typeof serviceTroubles)[];
  return fc.oneof(
    { weight: 100, arbitrary: fc.constant(undefined) },
    { weight: faults, arbitrary: fc.record({ when: fc.constantFrom(...all) }) },
    { weight: kills, arbitrary: fc.record({ killedBefore: fc.constantFrom(...steps) }) },
  );
}

type Weights = Readonly<Partial<Record<Action["do"], number>>>;

/** What a story is mostly about, and how often: with everything in each, what belongs together would seldom meet. */
const themes = {
  everything: {
    ...{ apply: 24, "plan for later": 3, "apply the plan": 3, refresh: 2, destroy: 2, test: 2 },
    ...{ "apply, meanwhile": 1, "what the text says": 5, write: 8, "spell otherwise": 1, "renew or not": 1 },
    ...{ remove: 2, "add again": 2, "add a twin": 1, rename: 2, "regenerate the CSR": 2, import: 3 },
    ...{ "resolve by argument": 4, resolve: 4, "another address": 1, "other keys": 1, "another home": 3 },
    ...{ taint: 2, untaint: 1, "state rm": 1, "lose the state": 2, "roll back": 5, "hours pass": 1 },
    ...{ "weeks pass": 1, type: 3, call: 3, "create a run": 1, run: 2, "reissue elsewhere": 1 },
  },
  "states that are not what they were": {
    ...{ apply: 10, write: 6, remove: 3, "add again": 3, rename: 3, "regenerate the CSR": 3, import: 4 },
    ...{ taint: 3, untaint: 1, "state rm": 2, "lose the state": 2, "roll back": 6, "what the text says": 4 },
    ...{ "another home": 3, destroy: 1, "reissue elsewhere": 1 },
  },
  "attempts that nobody knows the end of": {
    ...{ apply: 12, write: 3, remove: 3, "add again": 3, destroy: 3, taint: 1, untaint: 2, test: 3, type: 2 },
    ...{ resolve: 6, "resolve by argument": 5, "what the text says": 4, "another home": 4, "roll back": 3 },
    ...{ call: 2, import: 2, "apply the plan": 1, "plan for later": 1 },
  },
  "others at work": {
    ...{
      apply: 8,
      write: 4,
      "plan for later": 4,
      "apply the plan": 4,
      "apply, meanwhile": 2,
      "add a twin": 2,
    },
    ...{ type: 4, call: 6, "create a run": 3, run: 5, "reissue elsewhere": 1, "resolve by argument": 2 },
    ...{ "what the text says": 3, "roll back": 2 },
  },
  "time, places and spellings": {
    ...{ apply: 10, write: 3, "renew or not": 5, "weeks pass": 5, "hours pass": 1, "spell otherwise": 2 },
    ...{
      refresh: 2,
      "another address": 4,
      "other keys": 1,
      "another home": 3,
      "lose the state": 3,
      taint: 2,
    },
    ...{ "roll back": 3, call: 2, "create a run": 1, run: 2, "what the text says": 4, rename: 1 },
  },
} as const satisfies Record<string, Weights>;

/** How each is done. Flags that are not set are left out later, which reads better. */
function arbitraries(kills: number, faults: number): Record<Action["do"], fc.Arbitrary<Action>> {
  const byProvider = troubles(faults, kills, providerSteps);
  const byCommand = troubles(faults, kills, commandSteps);
  const to = <Verb extends Action["do"], More extends object>(verb: Verb, more: More) =>
    fc.record({ do: fc.constant(verb), ...more }) as unknown as fc.Arbitrary<Action>;
  const here = <Verb extends Action["do"]>(verb: Verb) => to(verb, { in: place });
  const apply = to("apply", {
    ...{ in: place, replace: sometimes(6), noRefresh: sometimes(4), late: sometimes(12) },
    ...{ backwards: sometimes(2), provisionerFails: sometimes(12), trouble: byProvider },
  });
  const commands = {
    type: to("type", {
      ...{ what: plain, anew: sometimes(5), cutOff: sometimes(6) },
      trouble: troubles(faults, 0, commandSteps),
    }),
    call: to("call", { name, what: plain, anew: sometimes(5), trouble: byCommand }),
    run: to("run", { name: run, what: plain, trouble: byCommand }),
  };
  const second = fc
    .oneof(apply, ...Object.values(commands))
    .map((action) => withoutUnset({ ...action, trouble: undefined }));
  return {
    ...{ apply, ...commands },
    "plan for later": to("plan for later", { in: place, replace: sometimes(4) }),
    "apply the plan": to("apply the plan", { in: place, trouble: byProvider }),
    refresh: here("refresh"),
    destroy: here("destroy"),
    test: to("test", { trouble: byProvider }),
    "apply, meanwhile": to("apply, meanwhile", { in: place, second }),
    "what the text says": to("what the text says", { in: place, other: sometimes(3) }),
    write: to("write", { in: place, what }),
    "spell otherwise": here("spell otherwise"),
    "renew or not": here("renew or not"),
    remove: here("remove"),
    "add again": here("add again"),
    "add a twin": here("add a twin"),
    rename: to("rename", { in: place, moved: sometimes(2) }),
    "regenerate the CSR": here("regenerate the CSR"),
    "resolve by argument": to("resolve by argument", {
      in: place,
      as: fc.oneof({ weight: 3, arbitrary: answer }, { weight: 1, arbitrary: fc.constant("anew" as const) }),
    }),
    "another address": to("another address", { at }),
    "other keys": to("other keys", { at }),
    "another home": here("another home"),
    taint: here("taint"),
    untaint: here("untaint"),
    "state rm": here("state rm"),
    "lose the state": here("lose the state"),
    "roll back": to("roll back", { in: place, by: fc.constantFrom(1, 1, 2, 3, 5) }),
    import: to("import", { in: place, which: fc.constantFrom("newest", "older", "first") }),
    "hours pass": to("hours pass", {}),
    "weeks pass": to("weeks pass", {}),
    "create a run": to("create a run", { name: run }),
    resolve: to("resolve", { as: answer }),
    "reissue elsewhere": to("reissue elsewhere", {}),
  };
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
export function stories({ longest, kills, gate }: Scope): fc.Arbitrary<Story> {
  const story = (theme: keyof typeof themes, apart: boolean) => {
    const faults = theme === "attempts that nobody knows the end of" ? 150 : 60;
    const all = arbitraries(kills, faults);
    const weights = Object.entries(themes[theme] as Weights) as [Action["do"], number][];
    const isThere = (verb: Action["do"]) =>
      (verb !== "another home" || apart) && (verb !== "apply, meanwhile" || gate);
    const step = fc.record({
      action: fc.oneof(
        ...weights
          .filter(([verb]) => isThere(verb))
          .map(([verb, weight]) => ({ weight, arbitrary: all[verb] })),
      ),
      isApplied: sometimes(2),
      isRepeated: sometimes(6),
    });
    const steps = fc.noBias(fc.array(step, { minLength: 1, maxLength: longest, size: "max" }));
    return fc.record({
      named: sometimes(2),
      apart: fc.constant(apart),
      actions: steps.map((each) => each.flatMap(spelledOut).map(withoutUnset).slice(0, longest)),
    });
  };
  const names = Object.keys(themes) as (keyof typeof themes)[];
  return fc.oneof(
    ...names.flatMap((theme) => [
      { weight: 3, arbitrary: story(theme, false) },
      { weight: 1, arbitrary: story(theme, true) },
    ]),
  );
}

function spelledOut(step: {
  readonly action: Action;
  readonly isApplied: boolean;
  readonly isRepeated: boolean;
}): Action[] {
  const { action, isApplied, isRepeated } = step;
  const isChange = "in" in action && !action.do.startsWith("apply") && action.do !== "plan for later";
  return [
    action,
    ...(isChange && isApplied ? [{ do: "apply", in: action.in } as const] : []),
    ...(isRepeated && !isChange ? [{ ...action, trouble: undefined } as Action] : []),
  ];
}

function withoutUnset<T extends object>(action: T): T {
  return Object.fromEntries(
    Object.entries(action).filter(([, value]) => value !== undefined && value !== false),
  ) as T;
}

/** An action in words. */
export function inWords(action: Action): string {
  const { do: verb, ...rest } = action;
  const details = Object.entries(rest).map(([key, value]) => {
    if (value === true) return key;
    if (key === "what")
      return `csr ${value.csr}, ${value.days} days${value.turn === null ? "" : `, turn ${value.turn}`}`;
    if (key === "trouble")
      return "when" in value ? `but ${value.when}` : `killed before ${value.killedBefore}`;
    return key === "second" ? `(${inWords(value)})` : `${key} ${value}`;
  });
  return [verb, ...details].join(", ");
}
