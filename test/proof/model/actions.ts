import fc from "fast-check";
import { commandSteps, type KillStep, providerSteps, serviceTroubles, type Trouble } from "./troubles.ts";
import type { Request } from "./world.ts";

/** A place where people work. Commands are typed at the terminal. */
type In = { readonly in: "a" | "b" };
type At = { readonly at: "a" | "b" | "terminal" };
type Troubled = { readonly trouble?: Trouble | undefined };

/** What a person says about an open attempt. "Not happened" may be false: that is not promised. */
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
      readonly createFirst?: boolean;
      readonly provisionerFails?: boolean;
    } & In &
      Troubled)
  /** In a branch: what `as` says is written for this plan only. */
  | ({
      readonly do: "plan";
      readonly replace?: boolean;
      readonly destroy?: boolean;
      readonly as?: Answer | "supersede" | undefined;
    } & In)
  | ({ readonly do: "plan for later"; readonly replace?: boolean } & In)
  | ({ readonly do: "apply the plan" } & In & Troubled)
  | ({ readonly do: "refresh" | "destroy" } & In)
  | ({ readonly do: "test" } & Troubled)
  /** The service holds its answer to the apply until the second action is over. */
  | ({ readonly do: "apply, meanwhile"; readonly second: Action } & In)
  /** What the last refusal said, until the apply ends well. */
  | ({ readonly do: "follow the text"; readonly other?: boolean } & In)
  // What is written.
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
  | ({ readonly do: "import"; readonly which: Imported; readonly asLatest?: boolean } & In)
  | { readonly do: "hours pass" | "weeks pass" }
  // At the terminal.
  | ({ readonly do: "type"; readonly request: Request; readonly supersede?: boolean } & Troubled)
  | ({
      readonly do: "call";
      readonly key: string;
      readonly request: Request;
      readonly supersede?: boolean;
    } & Troubled)
  | { readonly do: "create a run"; readonly run: number }
  | ({ readonly do: "run"; readonly run: number; readonly request: Request } & Troubled)
  | { readonly do: "resolve"; readonly as: Answer }
  | { readonly do: "reissue elsewhere" };

/** Which certificate is imported. A mistyped one does not exist. */
export type Imported = "latest" | "older" | "first" | "mistyped";

/** What people do with one order. */
export interface Story {
  /** The service has a name everywhere. */
  readonly named: boolean;
  /**
   * `journal`: both places use one journal, and have a configuration and a state each. `state`: they have one configuration and
   * one remote state, and a journal each. `nothing`: each has all of its own.
   */
  readonly share: "journal" | "state" | "nothing";
  /** How far the clock of the second place is ahead, in minutes. One journal has one clock. */
  readonly clock: number;
  readonly actions: readonly Action[];
}

// Mostly in one place, so that actions build on each other.
const place = fc.constantFrom<In["in"]>("a", "a", "a", "b");
const either = fc.constantFrom<In["in"]>("a", "b");
const at = fc.constantFrom<At["at"]>("a", "b", "terminal");
const answer = fc.constantFrom<Answer>(
  ...(["happened", "happened", "not-happened", "not-happened", "not-happened, too early"] as const),
);
const days = fc.constantFrom(90, 60);
const csr = fc.constantFrom(0, 0, 1);
const request: fc.Arbitrary<Request> = fc.record({
  ...{ csr, days, turn: fc.constantFrom(null, null, "1", "2") },
});
// A command has no triggers.
const plain: fc.Arbitrary<Request> = fc.record({ csr, days, turn: fc.constant(null) });
const key = fc.constantFrom("x", "x", "y");
const run = fc.constantFrom(1, 2, 3);

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
    ...{ apply: 24, plan: 3, "plan for later": 3, "apply the plan": 3, refresh: 2, destroy: 2, test: 2 },
    ...{ "apply, meanwhile": 1, "follow the text": 5, write: 8, "spell otherwise": 1, "renew or not": 1 },
    ...{ remove: 2, "add again": 2, "add a twin": 1, rename: 2, "regenerate the CSR": 2, import: 3 },
    ...{ "resolve by argument": 4, "supersede by argument": 2, resolve: 4, "another address": 1 },
    ...{ "other keys": 1, "another journal": 3, taint: 2, untaint: 1, "state rm": 1, "lose the state": 2 },
    ...{ "lose done": 2, "roll back": 5, "hours pass": 1, "weeks pass": 1, type: 3, call: 3 },
    ...{ "create a run": 1, run: 2, "reissue elsewhere": 1 },
  },
  "states that were lost or restored": {
    ...{ apply: 10, plan: 1, write: 6, remove: 3, "add again": 3, rename: 3, "regenerate the CSR": 3 },
    ...{ import: 5, taint: 3, untaint: 1, "state rm": 2, "lose the state": 2, "roll back": 6 },
    ...{ "follow the text": 4, "another journal": 3, "lose done": 2, destroy: 1, "reissue elsewhere": 1 },
  },
  "attempts without a known outcome": {
    ...{ apply: 12, plan: 3, write: 3, remove: 3, "add again": 3, destroy: 3, taint: 1, untaint: 2, test: 3 },
    ...{ type: 2, resolve: 6, "resolve by argument": 5, "follow the text": 4, "another journal": 4 },
    ...{ "roll back": 3, call: 2, import: 2, "apply the plan": 1, "plan for later": 1, "lose done": 3 },
  },
  "others at work": {
    ...{ apply: 8, write: 4, "plan for later": 4, "apply the plan": 4, "apply, meanwhile": 2 },
    ...{ "add a twin": 2, type: 4, call: 6, "create a run": 3, run: 8, "reissue elsewhere": 1 },
    ...{ "supersede by argument": 2, "follow the text": 3, "roll back": 2 },
  },
  "time, places and spellings": {
    ...{ apply: 10, write: 3, "renew or not": 5, "weeks pass": 5, "hours pass": 1, "spell otherwise": 2 },
    ...{ refresh: 2, "another address": 4, "other keys": 1, "another journal": 3, "lose the state": 3 },
    ...{ taint: 2, "roll back": 3, call: 2, "create a run": 1, run: 2, "follow the text": 4, rename: 1 },
  },
  "two people and one state": {
    ...{ apply: 16, write: 6, type: 3, import: 4, "reissue elsewhere": 2, "supersede by argument": 3 },
    ...{ "roll back": 3, "lose done": 2, "follow the text": 4, "state rm": 1, "resolve by argument": 2 },
    ...{ "renew or not": 1, "weeks pass": 1, taint: 1 },
  },
} as const satisfies Record<string, Weights>;

/** How each is done. Flags that are not set are left out later, which reads better. */
function arbitraries(
  kills: number,
  faults: number,
  place: fc.Arbitrary<In["in"]>,
): Record<Action["do"], fc.Arbitrary<Action>> {
  const byProvider = troubles(faults, kills, providerSteps);
  const byCommand = troubles(faults, kills, commandSteps);
  const to = <Verb extends Action["do"], More extends object>(verb: Verb, more: More) =>
    fc.record({ do: fc.constant(verb), ...more }) as unknown as fc.Arbitrary<Action>;
  const here = <Verb extends Action["do"]>(verb: Verb) => to(verb, { in: place });
  const apply = to("apply", {
    ...{ in: place, replace: sometimes(8), noRefresh: sometimes(4), late: sometimes(12) },
    ...{ backwards: sometimes(2), createFirst: sometimes(4), provisionerFails: sometimes(12) },
    trouble: byProvider,
  });
  const commands = {
    type: to("type", {
      ...{ request: plain, supersede: sometimes(5), trouble: troubles(faults, 0, commandSteps) },
    }),
    call: to("call", { key, request: plain, supersede: sometimes(5), trouble: byCommand }),
    run: to("run", { run, request: plain, trouble: troubles(faults, 0, commandSteps) }),
  };
  const second = fc
    .oneof(apply, ...Object.values(commands))
    .map((action) => withoutUnset({ ...action, trouble: undefined }));
  const said = fc.oneof(answer, fc.constant("supersede" as const), fc.constant(undefined));
  return {
    ...{ apply, ...commands },
    plan: to("plan", { in: place, replace: sometimes(6), destroy: sometimes(4), as: said }),
    "plan for later": to("plan for later", { in: place, replace: sometimes(6) }),
    "apply the plan": to("apply the plan", { in: place, trouble: byProvider }),
    refresh: here("refresh"),
    destroy: here("destroy"),
    test: to("test", { trouble: byProvider }),
    "apply, meanwhile": to("apply, meanwhile", { in: place, second }),
    "follow the text": to("follow the text", { in: place, other: sometimes(3) }),
    write: to("write", { in: place, request }),
    "spell otherwise": here("spell otherwise"),
    "renew or not": here("renew or not"),
    remove: here("remove"),
    "add again": here("add again"),
    "add a twin": here("add a twin"),
    rename: to("rename", { in: place, moved: sometimes(2) }),
    "regenerate the CSR": here("regenerate the CSR"),
    "resolve by argument": to("resolve by argument", { in: place, as: answer }),
    "supersede by argument": here("supersede by argument"),
    "another address": to("another address", { at }),
    "other keys": to("other keys", { at }),
    "another journal": here("another journal"),
    taint: here("taint"),
    untaint: here("untaint"),
    "state rm": here("state rm"),
    "lose the state": here("lose the state"),
    "lose done": here("lose done"),
    "roll back": to("roll back", { in: place, by: fc.constantFrom(1, 1, 2, 3, 5) }),
    import: to("import", {
      in: place,
      which: fc.constantFrom<Imported>("latest", "latest", "older", "first", "mistyped"),
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
  readonly gate: boolean;
}

/** Stories. A change is often applied right away. Now and then the same action is repeated, as people and machines do. */
export function stories({ longest, kills, gate }: Scope): fc.Arbitrary<Story> {
  const story = (theme: keyof typeof themes, share: Story["share"]) => {
    const faults = theme === "attempts without a known outcome" ? 150 : 60;
    const all = arbitraries(kills, faults, share === "state" ? either : place);
    const weights = Object.entries(themes[theme] as Weights) as [Action["do"], number][];
    const isThere = (verb: Action["do"]) =>
      (verb !== "another journal" || share === "nothing") && (verb !== "apply, meanwhile" || gate);
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
      share: fc.constant(share),
      clock: share === "journal" ? fc.constant(0) : fc.constantFrom(0, -3, 20),
      actions: steps.map((each) => each.flatMap(spelledOut).map(withoutUnset).slice(0, longest)),
    });
  };
  const { "two people and one state": _, ...others } = themes;
  return fc.oneof(
    ...(Object.keys(others) as (keyof typeof themes)[]).flatMap((theme) => [
      { weight: 3, arbitrary: story(theme, "journal") },
      { weight: 1, arbitrary: story(theme, "nothing") },
    ]),
    { weight: 5, arbitrary: story("two people and one state", "state") },
    { weight: 2, arbitrary: story("everything", "state") },
  );
}

function spelledOut(step: {
  readonly action: Action;
  readonly isApplied: boolean;
  readonly isRepeated: boolean;
}): Action[] {
  const { action, isApplied, isRepeated } = step;
  const isChange = "in" in action && !/^(?:apply|plan)/.test(action.do);
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
    if (key === "request")
      return `csr ${value.csr}, ${value.days} days${value.turn === null ? "" : `, turn ${value.turn}`}`;
    if (key === "trouble")
      return "when" in value ? `but ${value.when}` : `killed before ${value.killedBefore}`;
    return key === "second" ? `(${inWords(value)})` : `${key} ${value}`;
  });
  return [verb, ...details].join(", ");
}
