import type { Attempt } from "../../../src/journal/attempt.ts";
import type { Decision, Held, Wish } from "../../../src/journal/rules.ts";
import { attempt, type Rules, type Tried } from "./subject.ts";

// Every short history, met by every wish, held against laws that are written from the promise, not from the rules.

/** An attempt as it may stand anywhere in a history. */
type Letter = (position: number) => Attempt;

const whats = ["A", "B"] as const;
const names = [undefined, "x", "y"] as const;

/** How much of what may stand in a history is tried. Longer histories are made of the common attempts only. */
export type Alphabet = "all" | "common";

function letters(alphabet: Alphabet): Letter[] {
  const all: Letter[] = [];
  const add = (told: Partial<Attempt>, certificate: (position: number) => string | undefined) =>
    all.push((at) => Object.freeze(attempt(`a${at}`, { ...told, certificateId: certificate(at) })));
  const none = () => undefined;
  const own = (at: number) => `c${at}`;
  for (const name of alphabet === "all" ? names : names.slice(0, 2))
    for (const what of whats) {
      add({ fate: "done", what, name }, own);
      if (alphabet === "all" || what === "A") add({ fate: "void", what, name }, none);
      if (alphabet === "all") add({ fate: "open", what, name }, none);
    }
  add({ fate: "open", what: "A" }, own);
  add({ fate: "done", what: "A", unshown: true }, own);
  // Nobody promises that ids differ, and one may be sealed.
  const twin = () => "c";
  add({ fate: "done", what: "A" }, twin);
  add({ fate: "done", what: "A", replaced: "c" }, twin);
  add({ fate: "done", what: "A", replaced: "c" }, none);
  add({ fate: "done", what: "A", isTold: true }, twin);
  add({ fate: "void", what: "A", replaced: "c" }, none);
  if (alphabet === "common") return all;
  // What a damaged line has left, and what a person has found out of it.
  add({ fate: "open", what: undefined, state: "damaged" }, none);
  for (const name of [undefined, "x"]) add({ fate: "done", what: undefined, name }, own);
  add({ fate: "void", what: "A", unshown: true }, own);
  add({ fate: "done", what: "A", name: "x", unshown: true }, own);
  add({ fate: "done", what: "A", name: "x" }, twin);
  for (const name of [undefined, "x"]) add({ fate: "done", what: "A", name }, none);
  return all;
}

/** All histories with at most so many attempts. */
function* histories(longest: number, which: Alphabet): Generator<readonly Attempt[]> {
  const alphabet = letters(which);
  let all: (readonly Attempt[])[] = [[]];
  yield [];
  for (let length = 1; length <= longest; length++) {
    const longer: (readonly Attempt[])[] = [];
    for (const history of all)
      for (const letter of alphabet) {
        const next = Object.freeze([...history, letter(length)]);
        if (length < longest) longer.push(next);
        yield next;
      }
    all = longer;
  }
}

/** All that an asker may take for the newest, rightly or not, also what does not belong together. */
function heldOnes(history: readonly Attempt[]): Held[] {
  const attempts = [undefined, "elsewhere", ...history.map(({ attemptId }) => attemptId)];
  const certificates = new Set([
    undefined,
    "c-elsewhere",
    ...history.map(({ certificateId }) => certificateId),
  ]);
  return attempts.flatMap((attemptId) =>
    [...certificates].map((certificateId) => ({ attemptId, certificateId })),
  );
}

function* wishes(history: readonly Attempt[]): Generator<Wish> {
  const anews = [undefined, "elsewhere", ...history.map(({ attemptId }) => attemptId)];
  for (const held of heldOnes(history))
    for (const anew of anews)
      for (const what of [...whats, undefined])
        for (const name of names)
          for (const again of [false, true])
            for (const isDeclared of anew === undefined ? [false] : [false, true])
              yield { what, name, held, again, anew, isDeclared };
}

/** What a history means, in the words of the promise. */
interface Meaning {
  readonly history: readonly Attempt[];
  readonly open: readonly Attempt[];
  readonly newest: Attempt | undefined;
  readonly withoutVoid: readonly Attempt[];
}

function meaningOf(history: readonly Attempt[]): Meaning {
  let newest: Attempt | undefined;
  for (const candidate of history) if (candidate.fate === "done") newest = candidate;
  return {
    history,
    newest,
    open: history.filter(({ fate, unshown }) => fate === "open" || (fate === "done" && unshown)),
    withoutVoid: history.filter(({ fate }) => fate !== "void"),
  };
}

interface Case extends Meaning {
  readonly rules: Rules;
  readonly wish: Wish;
  readonly decision: Decision;
  /** Whether the asker knows the order's newest certificate. */
  readonly holds: boolean;
  /** Whether a wish of this name was fulfilled. */
  readonly isNameDone: boolean;
}

function caseOf(rules: Rules, meaning: Meaning, wish: Wish): Case {
  const { history, newest, open, withoutVoid } = meaning;
  const { attemptId, certificateId } = wish.held;
  const isAttemptKnown = history.some((one) => one.fate === "done" && one.attemptId === attemptId);
  const mentions = history
    .filter((one) => one.fate === "done" && !one.isTold)
    .flatMap((one) => [one.replaced, one === newest ? undefined : one.certificateId])
    .filter((id) => id === certificateId);
  return {
    history,
    newest,
    open,
    withoutVoid,
    rules,
    wish,
    decision: rules.decide(history, wish),
    holds:
      newest !== undefined &&
      (isAttemptKnown
        ? newest.attemptId === attemptId
        : certificateId !== undefined && newest.certificateId === certificateId && mentions.length === 0),
    isNameDone:
      wish.name !== undefined && history.some(({ fate, name }) => fate === "done" && name === wish.name),
  };
}

/** What has to be so of a history, whatever is asked. */
const lawsOfHistories: Readonly<Record<string, (rules: Rules, of: Meaning) => boolean>> = {
  "the newest is what was done last": (rules, { history, newest }) => rules.headOf(history) === newest,
  "open is what holds the order back": (rules, { history, open }) =>
    history.every((one) => rules.isOpen(one) === open.includes(one)),
};

/** And of what is decided. */
const laws: Readonly<Record<string, (of: Case) => boolean>> = {
  "nothing is sent or answered while an attempt is open, and an open one is named": ({ open, decision }) =>
    open.length === 0 || (decision.kind === "refuse" && open.includes(decision.attempt)),

  "the reason says whether an attempt is open, or only its result unheard of": ({ decision }) =>
    decision.kind !== "refuse" || (decision.because === "open") === (decision.attempt.fate === "open"),

  "unheard of is what was done and has to be acknowledged": ({ open, decision }) =>
    decision.kind !== "refuse" || (decision.because === "unshown") === (open[0]?.fate === "done"),

  "a name that was done is not sent again": ({ isNameDone, decision }) =>
    !isNameDone || decision.kind !== "send",

  "a name that was done is answered with its own certificate or not at all": ({
    isNameDone,
    wish,
    decision,
  }) => !isNameDone || decision.kind !== "answer" || decision.attempt.name === wish.name,

  "a name that was done is answered while it is the newest and asked for in the same way": (of) =>
    of.open.length > 0 ||
    of.newest?.name === undefined ||
    of.newest.name !== of.wish.name ||
    of.wish.what === undefined ||
    of.newest.what !== of.wish.what ||
    of.decision.kind === "answer",

  "an answer is the newest certificate, made from the very request": ({ decision, newest, wish }) =>
    decision.kind !== "answer" ||
    (decision.attempt === newest && wish.what !== undefined && decision.attempt.what === wish.what),

  "a refusal names an attempt of the history": ({ decision, history }) =>
    decision.kind !== "refuse" || history.includes(decision.attempt),

  "a name is called used only if it was": ({ decision, isNameDone, wish }) =>
    decision.kind !== "refuse" ||
    decision.because !== "name-used" ||
    (isNameDone && decision.attempt.name === wish.name && decision.attempt.fate === "done"),

  "reissued since is the newest, unknown to the asker, and made from something else": (of) =>
    of.decision.kind !== "refuse" ||
    of.decision.because !== "reissued-since" ||
    (of.decision.attempt === of.newest &&
      (isStale(of) || (!of.holds && (of.wish.what === undefined || of.newest.what !== of.wish.what)))),

  "a command that names anything but the newest is refused": (of) =>
    isStopped(of) || of.newest === undefined || !isStale(of) || of.decision.kind === "refuse",

  "whoever knows the newest and asks for something else is sent": (of) =>
    isStopped(of) ||
    isStale(of) ||
    !of.holds ||
    of.newest?.what === of.wish.what ||
    of.decision.kind === "send",

  "whoever knows the newest and asks for one more is sent": (of) =>
    isStopped(of) || isStale(of) || !of.holds || !of.wish.again || of.decision.kind === "send",

  "whoever knows the newest and asks for just that has it": (of) =>
    isStopped(of) ||
    isStale(of) ||
    !of.holds ||
    of.wish.again ||
    of.newest?.what === undefined ||
    of.newest.what !== of.wish.what ||
    of.newest.attemptId === of.wish.anew ||
    of.decision.kind === "answer",

  "whoever does not know the newest is not sent, unless a person names it": (of) =>
    of.newest === undefined ||
    of.holds ||
    of.wish.anew === of.newest.attemptId ||
    of.decision.kind !== "send",

  "whoever does not know the newest but asked for it has it": (of) =>
    isStopped(of) ||
    isStale(of) ||
    of.holds ||
    of.newest?.what === undefined ||
    of.newest.what !== of.wish.what ||
    of.newest.attemptId === of.wish.anew ||
    of.decision.kind === "answer",

  "what nobody has done yet is sent": (of) =>
    isStopped(of) || of.newest !== undefined || of.decision.kind === "send",

  "a person who names the newest is heard": (of) =>
    isStopped(of) || of.newest?.attemptId !== of.wish.anew || of.decision.kind === "send",

  "in a configuration, naming anything but the newest changes nothing": (of) =>
    !of.wish.isDeclared ||
    of.wish.anew === undefined ||
    of.wish.anew === of.newest?.attemptId ||
    isSame(of.decision, of.rules.decide(of.history, { ...of.wish, anew: undefined })),

  "what had no effect changes nothing": (of) =>
    of.withoutVoid.length === of.history.length ||
    isSame(of.decision, of.rules.decide(of.withoutVoid, of.wish)),

  "a name that was not done changes nothing": (of) =>
    of.wish.name === undefined ||
    of.isNameDone ||
    isSame(of.decision, of.rules.decide(of.history, { ...of.wish, name: undefined })),

  "what was sent and done is not sent again, whatever is asked in the same way": (of) => {
    if (of.decision.kind !== "send") return true;
    const done = added("done", of.wish.what ?? "A", of.wish.name);
    return of.rules.decide([...of.history, done], of.wish).kind !== "send";
  },

  "what was sent to no effect may be sent again": (of) => {
    if (of.decision.kind !== "send") return true;
    const without = added("void", of.wish.what, of.wish.name);
    return of.rules.decide([...of.history, without], of.wish).kind === "send";
  },

  "every refusal has a way out": (of) => {
    const { rules, history, wish, decision, newest } = of;
    if (decision.kind !== "refuse") return true;
    if (decision.because === "open" || decision.because === "unshown") {
      // A person finds out, or acknowledges: then it is no longer what stands in the way.
      const settled = history.map((one) => (one === decision.attempt ? settledOne(one) : one));
      const next = rules.decide(settled, wish);
      return next.kind !== "refuse" || next.attempt.attemptId !== decision.attempt.attemptId || !isOpen(next);
    }
    if (newest === undefined) return false;
    const held = { attemptId: newest.attemptId, certificateId: newest.certificateId };
    const asked = decision.because === "name-used" ? { ...wish, name: "another" } : wish;
    return (
      // Whoever takes the newest over is answered or sent; whoever names it is sent.
      rules.decide(history, { ...asked, held, anew: undefined }).kind !== "refuse" &&
      rules.decide(history, { ...asked, anew: newest.attemptId }).kind === "send"
    );
  },
};

/** A command names an attempt that is not the newest. */
function isStale({ wish, newest }: Case): boolean {
  return wish.anew !== undefined && !wish.isDeclared && wish.anew !== newest?.attemptId;
}

const addedOnes = new Map<string, Attempt>();

/** One more attempt than a history has. There are millions of histories, so each is made once. */
function added(fate: Attempt["fate"], what: string | undefined, name: string | undefined): Attempt {
  const key = `${fate} ${what} ${name}`;
  const one = addedOnes.get(key) ?? attempt("new", { fate, what, name, certificateId: "c-new" });
  addedOnes.set(key, one);
  return one;
}

/** Something stands in the way that has nothing to do with what is asked for. */
function isStopped({ open, isNameDone }: Case): boolean {
  return open.length > 0 || isNameDone;
}

function isOpen(decision: Decision): boolean {
  return decision.kind === "refuse" && (decision.because === "open" || decision.because === "unshown");
}

function settledOne(one: Attempt): Attempt {
  return one.fate === "open" ? { ...one, fate: "void", state: "not-happened" } : { ...one, unshown: false };
}

function isSame(one: Decision, other: Decision): boolean {
  if (one.kind !== other.kind) return false;
  const attemptOf = (decision: Decision) => ("attempt" in decision ? decision.attempt : undefined);
  const reasonOf = (decision: Decision) => ("because" in decision ? decision.because : undefined);
  return attemptOf(one) === attemptOf(other) && reasonOf(one) === reasonOf(other);
}

/** Tries all histories of at most so many attempts with all wishes. */
export function tryDecisions(rules: Rules, longest: number, alphabet: Alphabet): Tried {
  const all = Object.entries(laws);
  const ofHistories = Object.entries(lawsOfHistories);
  const counts = { histories: 0, decisions: 0, laws: all.length + ofHistories.length };
  for (const history of histories(longest, alphabet)) {
    counts.histories++;
    const meaning = meaningOf(history);
    for (const [law, holds] of ofHistories)
      if (!holds(rules, meaning)) return { counts, broken: `${law}: ${inWords(history)}` };
    for (const wish of wishes(history)) {
      counts.decisions++;
      const of = caseOf(rules, meaning, Object.freeze(wish));
      for (const [law, holds] of all)
        if (!holds(of)) return { counts, broken: `${law}: ${shown(history, wish, of.decision)}` };
    }
  }
  return { counts, broken: undefined };
}

function shown(history: readonly Attempt[], wish: Wish, decision: Decision): string {
  const end = "attempt" in decision ? `${decision.kind} ${decision.attempt.attemptId}` : decision.kind;
  return `${inWords(history)} ${JSON.stringify(wish)} → ${end}`;
}

function inWords(history: readonly Attempt[]): string {
  const words = history.map(({ attemptId, fate, unshown, what, name, certificateId }) =>
    [attemptId, fate, unshown && "unshown", what, name && `named ${name}`, certificateId].filter(Boolean),
  );
  return `[${words.map((some) => some.join(" ")).join("; ")}]`;
}
