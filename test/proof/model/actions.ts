import fc from "fast-check";
import { commandSteps, type KillStep, providerSteps, serviceTroubles, type Trouble } from "./troubles.ts";

/** Two places that describe the same order, each with a state of its own; the journal is the same. */
export const places = ["a", "b"] as const;
export type Place = (typeof places)[number];

/** What is asked for: a trigger and an argument, which a person changes. */
export interface Wish {
  readonly turn: string;
  readonly days: number;
}

/** What a person says of an attempt whose outcome is open, rightly or wrongly. */
export type Answer = "happened" | "not-happened";

/** What a person does. */
export type Action =
  | {
      readonly do: "apply";
      readonly in: Place;
      readonly replace: boolean;
      readonly refresh: boolean;
      readonly trouble?: Trouble | undefined;
    }
  | { readonly do: "write"; readonly in: Place; readonly wish: Wish }
  | {
      readonly do: "refresh" | "destroy" | "import" | "state rm" | "taint" | "untaint";
      readonly in: Place;
    }
  | { readonly do: "certorder reissue"; readonly trouble?: Trouble | undefined }
  | { readonly do: "certorder journal resolve"; readonly as: Answer }
  | { readonly do: "write resolve"; readonly in: Place; readonly as: Answer };

// Mostly in one place, so that something comes of it.
const place = fc.constantFrom<Place>("a", "a", "a", "b");
const answer = fc.constantFrom<Answer>("happened", "not-happened");
const wish = fc.record({ turn: fc.constantFrom("1", "2", "3"), days: fc.constantFrom(90, 60) });

function troubles(kills: number, steps: readonly KillStep[]): fc.Arbitrary<Trouble | undefined> {
  return fc.oneof(
    { weight: 100, arbitrary: fc.constant(undefined) },
    {
      weight: 80,
      arbitrary: fc.record({
        when: fc.constantFrom(...(Object.keys(serviceTroubles) as (keyof typeof serviceTroubles)[])),
      }),
    },
    { weight: kills, arbitrary: fc.record({ killedBefore: fc.constantFrom(...steps) }) },
  );
}

function action(kills: number): fc.Arbitrary<Action> {
  const seldom = fc.nat({ max: 3 }).map((number) => number === 3);
  return fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        do: fc.constant("apply" as const),
        in: place,
        replace: seldom,
        refresh: seldom.map((not) => !not),
        trouble: troubles(kills, providerSteps),
      }),
    },
    { weight: 6, arbitrary: fc.record({ do: fc.constant("write" as const), in: place, wish }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("certorder reissue" as const),
        trouble: troubles(kills, commandSteps),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant("certorder journal resolve" as const), as: answer }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant("write resolve" as const), in: place, as: answer }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constantFrom("refresh", "destroy", "import", "state rm", "taint", "untaint"),
        in: place,
      }),
    },
  );
}

export interface Scope {
  readonly longest: number;
  /** How often somebody who could be is killed, for each 100 times that all goes well. */
  readonly kills: number;
}

/** Sequences of actions. Now and then the same command once more, as people do who do not believe what they see. */
export function sequences({ longest, kills }: Scope): fc.Arbitrary<Action[]> {
  const again = fc.constant("again" as const);
  const step = fc.oneof({ weight: 9, arbitrary: action(kills) }, { weight: 1, arbitrary: again });
  return fc.array(step, { minLength: 1, maxLength: longest, size: "max" }).map((steps) => {
    const actions: Action[] = [];
    for (const next of steps) {
      const last = actions.at(-1);
      if (next !== "again") actions.push(next);
      else if (last) actions.push("trouble" in last ? { ...last, trouble: undefined } : last);
    }
    return actions;
  });
}

/** An action in words. */
export function inWords(action: Action): string {
  const where = "in" in action ? ` in ${action.in}` : "";
  const more =
    action.do === "apply"
      ? `${action.replace ? " -replace" : ""}${action.refresh ? "" : " -refresh=false"}`
      : "wish" in action
        ? ` turn ${action.wish.turn}, ${action.wish.days} days`
        : "as" in action
          ? ` ${action.as}`
          : "";
  const trouble = "trouble" in action ? action.trouble : undefined;
  const meets = !trouble
    ? ""
    : "when" in trouble
      ? `, but ${trouble.when}`
      : `, killed before ${trouble.killedBefore}`;
  return `${action.do}${more}${where}${meets}`;
}
