import { error, within } from "../diagnostics.ts";
import type { Rule } from "../rule.ts";
import { Unknown } from "../values/unknown.ts";
import type { ObjectValue } from "../values/value.ts";

// Rules about arguments that depend on each other. A schema, a nested attribute and a block can have them.

/** At most one of these arguments is given. */
export function conflictsWith<Name extends string>(...names: readonly Name[]): Rule<Name> {
  return rule(names, ({ set }) =>
    set.length > 1 ? ["Conflicting arguments", `Only one of ${inWords(names)} can be given.`] : undefined,
  );
}

/** Exactly one of these arguments is given. */
export function exactlyOneOf<Name extends string>(...names: readonly Name[]): Rule<Name> {
  return rule(names, ({ set, open }) => {
    if (set.length > 1) return ["Conflicting arguments", `Only one of ${inWords(names)} can be given.`];
    return set.length + open.length === 0
      ? ["Missing argument", `One of ${inWords(names)} must be given.`]
      : undefined;
  });
}

/** One or more of these arguments are given. */
export function atLeastOneOf<Name extends string>(...names: readonly Name[]): Rule<Name> {
  return rule(names, ({ set, open }) =>
    set.length + open.length === 0
      ? ["Missing argument", `At least one of ${inWords(names)} must be given.`]
      : undefined,
  );
}

/** If one of these arguments is given, all of them are. */
export function requiredTogether<Name extends string>(...names: readonly Name[]): Rule<Name> {
  return rule(names, ({ set, absent }) =>
    set.length > 0 && absent.length > 0
      ? ["Missing argument", `${inWords(absent)} must be given together with ${inWords(set)}.`]
      : undefined,
  );
}

/** If `name` is given, all `needed` are. */
export function requiredWith<Name extends string>(name: Name, ...needed: readonly Name[]): Rule<Name> {
  return rule([name, ...needed], ({ set, absent }) =>
    set.includes(name) && absent.length > 0
      ? ["Missing argument", `${inWords(absent)} must be given together with "${name}".`]
      : undefined,
  );
}

/** `set`: arguments with a value. `absent`: arguments without one. `open`: not known yet. */
interface Presence {
  readonly set: readonly string[];
  readonly absent: readonly string[];
  readonly open: readonly string[];
}

function rule<Name extends string>(
  names: readonly Name[],
  problem: (presence: Presence) => readonly [summary: string, detail: string] | undefined,
): Rule<Name> {
  return {
    names,
    check(values, path, name) {
      const presence = checkPresence(names, values);
      const message = problem(presence);
      // The core shows the lines of one argument. The last one given is the most likely mistake.
      const at = presence.set.at(-1);
      if (message === undefined) return [];
      const [summary, sentence] = message;
      // For a path inside an attribute, the core shows only the line of the attribute.
      const detail = name === undefined ? sentence : `In "${name}": ${sentence}`;
      return [error(summary, detail, at === undefined ? path : within(path, at))];
    },
  };
}

function checkPresence(names: readonly string[], values: ObjectValue): Presence {
  const [set, absent, open]: [string[], string[], string[]] = [[], [], []];
  for (const name of names) {
    const value = values[name] ?? null;
    if (value instanceof Unknown && value.refinement?.nullness !== false) open.push(name);
    else (value === null ? absent : set).push(name);
  }
  return { set, absent, open };
}

function inWords(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  const last = quoted.pop();
  return quoted.length === 0 ? String(last) : `${quoted.join(", ")} and ${last}`;
}
