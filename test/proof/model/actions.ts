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
const run = fc.constantFrom("r1", "r2");

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

/** What a story is mostly about. With everything in each, what belongs together would seldom meet. */
const themes: readonly (readonly Action["do"][])[] = [
  // States that are not what they were.
  [
    ...(["apply", "write", "remove", "add again", "rename", "regenerate the CSR", "import"] as const),
    ...(["taint", "untaint", "state rm", "lose the state", "roll back", "what the text says"] as const),
  ],
  // Attempts of which nobody knows what became of them.
  [
    ...(["apply", "write", "remove", "add again", "destroy", "taint", "untaint", "test", "import"] as const),
    ...([
      "resolve",
      "resolve by argument",
      "what the text says",
      "another home",
      "type",
      "roll back",
    ] as const),
  ],
  // Others at work on the same order.
  [
    ...(["apply", "write", "plan for later", "apply the plan", "apply, meanwhile", "add a twin"] as const),
    ...(["type", "call", "create a run", "run", "reissue elsewhere", "resolve by argument"] as const),
    ...(["what the text says", "roll back"] as const),
  ],
  // Time, places and spellings.
  [
    ...([
      "apply",
      "write",
      "renew or not",
      "weeks pass",
      "hours pass",
      "spell otherwise",
      "refresh",
    ] as const),
    ...(["another address", "other keys", "another home", "lose the state", "roll back", "taint"] as const),
    ...(["call", "create a run", "run", "what the text says", "rename"] as const),
  ],
];

type Choice = readonly [verbs: readonly Action["do"][], weight: number, arbitrary: fc.Arbitrary<Action>];

/** What there is to do: how often, and how. Flags that are not set are left out, which reads better. */
function choices({ kills, gate }: Scope, apart: boolean): Choice[] {
  const [byProvider, byCommand] = [troubles(kills, providerSteps), troubles(kills, commandSteps)];
  const may = (weight: number, verbs: readonly Action["do"][], more: object): Choice => [
    verbs,
    weight,
    fc.record({ do: fc.constantFrom(...verbs), ...more }) as fc.Arbitrary<Action>,
  ];
  const apply = may(24, ["apply"], {
    ...{ in: place, replace: sometimes(6), noRefresh: sometimes(4), late: sometimes(12) },
    ...{ backwards: sometimes(2), provisionerFails: sometimes(12), trouble: byProvider },
  });
  const commands = [
    may(3, ["type"], {
      what: plain,
      anew: sometimes(5),
      cutOff: sometimes(6),
      trouble: troubles(0, commandSteps),
    }),
    may(3, ["call"], { name, what: plain, anew: sometimes(5), trouble: byCommand }),
    may(2, ["run"], { name: run, what: plain, trouble: byCommand }),
  ];
  const second = fc
    .oneof(...[apply, ...commands].map(([, , arbitrary]) => arbitrary))
    .map((action) => withoutUnset({ ...action, trouble: undefined }));
  return [
    apply,
    may(3, ["plan for later"], { in: place, replace: sometimes(4) }),
    may(3, ["apply the plan"], { in: place, trouble: byProvider }),
    may(2, ["refresh"], { in: place }),
    may(2, ["destroy"], { in: place }),
    may(2, ["test"], { trouble: byProvider }),
    may(gate ? 1 : 0, ["apply, meanwhile"], { in: place, second }),
    may(5, ["what the text says"], { in: place, other: sometimes(3) }),
    may(8, ["write"], { in: place, what }),
    may(2, ["spell otherwise", "renew or not"], { in: place }),
    may(4, ["remove", "add again"], { in: place }),
    may(1, ["add a twin"], { in: place }),
    may(2, ["rename"], { in: place, moved: sometimes(2) }),
    may(2, ["regenerate the CSR"], { in: place }),
    may(4, ["resolve by argument"], { in: place, as: fc.oneof(answer, fc.constant("anew")) }),
    may(1, ["another address", "other keys"], { at }),
    may(apart ? 3 : 0, ["another home"], { in: place }),
    may(5, ["taint", "untaint", "state rm", "lose the state"], { in: place }),
    may(5, ["roll back"], { in: place, by: fc.constantFrom(1, 1, 2, 3, 5) }),
    may(3, ["import"], { in: place, which: fc.constantFrom("newest", "older", "first") }),
    may(2, ["hours pass", "weeks pass"], {}),
    may(1, ["create a run"], { name: run }),
    ...commands,
    may(4, ["resolve"], { as: answer }),
    may(1, ["reissue elsewhere"], {}),
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
  const story = (apart: boolean, theme?: readonly Action["do"][]) => {
    const options = choices(scope, apart)
      .filter(([verbs]) => !theme || verbs.some((verb) => theme.includes(verb)))
      .map(([verbs, weight, arbitrary]) => ({
        weight: theme && !verbs.includes("apply") ? weight * 2 : weight,
        arbitrary,
      }));
    const step = fc.record({
      action: fc.oneof(...options).map(withoutUnset),
      isApplied: sometimes(2),
      isRepeated: sometimes(9),
    });
    const steps = fc.noBias(fc.array(step, { minLength: 1, maxLength: scope.longest, size: "max" }));
    const actions = steps.map((all) => all.flatMap(spelledOut).slice(0, scope.longest));
    return fc.record({ named: sometimes(2), apart: fc.constant(apart), actions });
  };
  return fc.oneof(
    ...[undefined, ...themes].flatMap((theme) => [
      { weight: 3, arbitrary: story(false, theme) },
      { weight: 1, arbitrary: story(true, theme) },
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
