import type { Attempt } from "../../../src/journal/attempt.ts";
import { attempt, type Rules, type Tried } from "./subject.ts";

// Every short history together with everything that states may have stored beside it.

interface Case {
  readonly rules: Rules;
  readonly history: readonly Attempt[];
  readonly stored: readonly Attempt[];
  readonly all: readonly Attempt[];
}

const certificates = ["c1", "c2"] as const;

/** What may stand in a history at a position; what states have stored comes from an attempt of it, or from elsewhere. */
function written(position: number): Attempt[] {
  const id = `a${position}`;
  const replaces = [undefined, ...certificates];
  return [
    attempt(id, { fate: "open" }),
    attempt(id, { fate: "open", certificateId: "c1", replaced: "c2" }),
    ...replaces.map((replaced) => attempt(id, { fate: "void", certificateId: "c1", replaced })),
    ...replaces.map((replaced) => attempt(id, { fate: "void", replaced })),
    ...[...certificates, undefined].flatMap((certificateId) =>
      replaces.map((replaced) => attempt(id, { fate: "done", certificateId, replaced })),
    ),
  ];
}

function storedOnes(): Attempt[] {
  return ["a1", "a2", "a9"].flatMap((id) => [
    attempt(id, { fate: "open" }),
    attempt(id, { fate: "open", replaced: "c1" }),
    ...[...certificates, "c9", undefined].map((certificateId) =>
      attempt(id, { fate: "done", certificateId }),
    ),
    attempt(id, { fate: "done", certificateId: "c9", replaced: "c1" }),
  ]);
}

function* cases(longest: number, most: number): Generator<Pick<Case, "history" | "stored">> {
  const histories: (readonly Attempt[])[] = [[]];
  for (let from = 0, length = 1; length <= longest; length++) {
    const end = histories.length;
    for (; from < end; from++)
      for (const one of written(length)) histories.push([...(histories[from] ?? []), one]);
  }
  const ones = storedOnes();
  const stored = [
    [],
    ...ones.map((one) => [one]),
    ...(most > 1 ? ones.flatMap((one) => ones.map((two) => [one, two])) : []),
  ];
  for (const history of histories) for (const some of stored) yield { history, stored: some };
}

/** The history itself has made the certificate. */
function isMade(history: readonly Attempt[], certificate: string | undefined): boolean {
  return (
    certificate !== undefined &&
    history.some(({ fate, certificateId }) => fate === "done" && certificateId === certificate)
  );
}

/** Somebody who is written down has held it, whatever became of that. */
function isHeldBy(certificate: string | undefined) {
  return ({ replaced }: Attempt) => certificate !== undefined && replaced === certificate;
}

const laws: Readonly<Record<string, (of: Case) => boolean>> = {
  "the history stays as it is": ({ history, all }) => {
    const kept = all.filter((one) => history.includes(one));
    return kept.length === history.length && kept.every((one, position) => history[position] === one);
  },

  "nothing is made up": ({ history, stored, all }) =>
    all.every((one) => history.includes(one) || stored.includes(one)),

  "a certificate that the history has made is known": ({ history, stored, all }) =>
    stored.every((one) => one.fate !== "done" || !isMade(history, one.certificateId) || !all.includes(one)),

  "a certificate is older than everybody who has held it": ({ stored, all }) =>
    stored.every((one) => {
      const holder = all.findIndex(isHeldBy(one.certificateId));
      return holder < 0 || !all.includes(one) || all.indexOf(one) < holder;
    }),

  "a certificate that nobody has made or held is newer than the history": ({ history, stored, all }) => {
    const [one] = stored;
    if (stored.length !== 1 || one?.fate !== "done" || one.certificateId === undefined) return true;
    // Where the very attempt is written down as open, that counts: a person has to say what became of it.
    const isWritten = history.some(({ attemptId, fate }) => attemptId === one.attemptId && fate !== "void");
    const isKnown = isMade(history, one.certificateId) || history.some(isHeldBy(one.certificateId));
    return isKnown || isWritten || all.at(-1) === one;
  },

  "where nobody has done anything, what a state has is the newest": ({ rules, history, stored, all }) => {
    const [one] = stored;
    const isAlone = stored.length === 1 && history.every(({ fate }) => fate === "void");
    return !isAlone || one?.fate !== "done" || rules.headOf(all) === one;
  },

  "two states come in the order in which one has replaced the other": ({ rules, history, stored }) => {
    const [one, two] = stored;
    if (history.length > 0 || !one || !two || one.attemptId === two.attemptId) return true;
    const heads = [
      [one, two],
      [two, one],
    ].map((some) => rules.headOf(rules.joined([], some)));
    return !isHeldBy(one.certificateId)(two) || isHeldBy(two.certificateId)(one) || heads[0] === heads[1];
  },

  "what a state knows to be open holds the order, unless the history knows better": ({
    history,
    stored,
    all,
  }) => {
    const [one] = stored;
    if (stored.length !== 1 || one?.fate !== "open") return true;
    const isKnown = history.some(({ attemptId }) => attemptId === one.attemptId);
    return isKnown ? !all.includes(one) : all.at(-1) === one;
  },

  "a state does not close what the history has open": ({ rules, history, all }) =>
    !history.some(({ fate }) => fate === "open") ||
    rules.decide(all, { what: "A", held: {}, again: true }).kind === "refuse",

  "what had no effect proves nothing about a certificate": ({ rules, history, stored, all }) => {
    const isNamed = history.some(
      ({ attemptId, fate }) => fate === "void" && stored.some((one) => one.attemptId === attemptId),
    );
    const without = history.filter(({ fate }) => fate !== "void");
    return isNamed || rules.joined(without, stored).length - without.length === all.length - history.length;
  },

  "what was added once is not added again": ({ rules, stored, all }) =>
    stored.every((one) => one.certificateId === undefined || rules.joined(all, [one]).length === all.length),

  "the owner of what is newer than the history holds it": ({ rules, history, all }) => {
    const newest = all.at(-1);
    if (newest === undefined || history.includes(newest) || newest.fate !== "done") return true;
    const { attemptId, certificateId } = newest;
    return (
      all.some(({ fate }) => fate === "open") ||
      certificateId === undefined ||
      rules.decide(all, { what: "Z", held: { attemptId, certificateId }, again: false }).kind === "send"
    );
  },
};

/** Tries all histories of at most so many attempts, each with at most so many stored ones. */
export function tryUnions(rules: Rules, longest: number, most: number): Tried {
  const all = Object.entries(laws);
  const counts = { unions: 0, laws: all.length };
  for (const { history, stored } of cases(longest, most)) {
    counts.unions++;
    const of = { rules, history, stored, all: rules.joined(history, stored) };
    for (const [law, holds] of all)
      if (!holds(of))
        return { counts, broken: `${law}: ${shown(history)} with ${shown(stored)} → ${shown(of.all)}` };
  }
  return { counts, broken: undefined };
}

function shown(attempts: readonly Attempt[]): string {
  const inWords = ({ attemptId, fate, certificateId, replaced }: Attempt) =>
    [attemptId, fate, certificateId, replaced && `for ${replaced}`].filter(Boolean).join(" ");
  return `[${attempts.map(inWords).join("; ")}]`;
}
