import type { Attempt } from "../../../src/journal/attempt.ts";
import type { Intent, RuleDecision } from "../../../src/journal/rules.ts";
import { attempt } from "../../harness/journal/attempts.ts";
import { type Rules, type RulesResult, shown, tryAll } from "./subject.ts";

// Every short history, met by every intent, held against laws that are written from the promise, not from the rules.

/** An attempt as it may stand anywhere in a history. */
type Letter = (position: number) => Attempt;

const digests = ["A", "B"] as const;
const keys = [undefined, "x", "y"] as const;

/** What may stand in a history, the most common first: long histories are made of few kinds of attempts. */
const letters: readonly Letter[] = kinds().map(
  ([given, certificate]) =>
    (position) =>
      Object.freeze(attempt(`a${position}`, { ...given, certificateId: certificate(position) })),
);

function kinds(): [given: Partial<Attempt>, certificate: (position: number) => string | undefined][] {
  const none = () => undefined;
  const own = (at: number) => `c${at}`;
  // The service may give one certificate id twice.
  const twin = () => "c";
  const [succeeded, open, empty] = (["succeeded", "open", "void"] as const).map((status) => ({ status }));
  const answeredKeys = [{ key: "x", run: undefined }];
  const [A, B, unknown] = [{ requestDigest: "A" }, { requestDigest: "B" }, { requestDigest: undefined }];
  const [x, y] = [{ idempotencyKey: "x" }, { idempotencyKey: "y" }];
  return [
    [{ ...succeeded, ...A }, own],
    [{ ...succeeded, ...B }, own],
    [{ ...succeeded, ...A, ...x }, own],
    [{ ...succeeded, ...A, answeredKeys }, own],
    [{ ...open, ...A }, own],
    [{ ...empty, ...A, ...x, replaced: "c" }, none],
    [{ ...succeeded, ...A }, twin],
    [{ ...succeeded, ...A, replaced: "c" }, twin],
    // The histories of at most 4 attempts are made of the 8 kinds above.
    [{ ...succeeded, ...B, ...x }, own],
    [{ ...succeeded, ...unknown, isImported: true }, own],
    [{ ...empty, ...A }, none],
    [{ ...open, ...B, ...x }, none],
    // The histories of at most 3 attempts are made of the 12 kinds above. Below: certificates without an id, unknown requests,
    // and what a person resolved.
    [{ ...succeeded, ...A }, none],
    [{ ...succeeded, ...A, ...x }, none],
    [{ ...succeeded, ...A, replaced: "c" }, none],
    [{ ...succeeded, ...A, ...x }, twin],
    [{ ...succeeded, ...A, isImported: true, resolvedBy: "person" }, twin],
    [{ ...succeeded, ...A, ...y }, own],
    [{ ...succeeded, ...B, ...y, answeredKeys }, own],
    [{ ...succeeded, ...unknown, ...x }, own],
    [{ ...open, ...unknown }, none],
    [{ ...open, ...A, ...y }, none],
    [{ ...empty, ...A, answeredKeys, resolvedBy: "person" }, own],
    [{ ...empty, ...B, ...y }, none],
  ];
}

function* histories(longest: number, kindCount: number): Generator<readonly Attempt[]> {
  const alphabet = letters.slice(0, kindCount);
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

/** What a caller takes for the latest, rightly or not, also ids that do not belong together. */
interface Known {
  readonly attemptId?: string | undefined;
  readonly certificateId?: string | undefined;
}

function knownOnes(history: readonly Attempt[]): Known[] {
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

type TriedIntent = Omit<Intent, "force"> & { readonly force: boolean; readonly known: Known };

function* intents(rules: Rules, history: readonly Attempt[]): Generator<TriedIntent> {
  const supersedes = [undefined, "elsewhere", ...history.map(({ attemptId }) => attemptId)];
  for (const known of knownOnes(history)) {
    const knownLatest = rules.knowing(known);
    for (const supersede of supersedes)
      for (const requestDigest of [...digests, undefined])
        for (const idempotencyKey of keys)
          for (const force of [false, true])
            yield { known, knownLatest, supersede, requestDigest, idempotencyKey, force };
  }
}

/** What a history means, in the words of the promise. */
interface Meaning {
  readonly history: readonly Attempt[];
  readonly open: readonly Attempt[];
  readonly latest: Attempt | undefined;
  readonly withoutVoid: readonly Attempt[];
}

function meaningOf(history: readonly Attempt[]): Meaning {
  const latest = history.filter(({ status }) => status === "succeeded").at(-1);
  const open = history.filter(({ status }) => status === "open");
  return { history, latest, open, withoutVoid: history.filter(({ status }) => status !== "void") };
}

interface Case extends Meaning {
  readonly rules: Rules;
  readonly intent: TriedIntent;
  readonly decision: RuleDecision;
  /** The attempt that the decision names, and why it blocks. */
  readonly decided: Attempt | undefined;
  readonly reason: string | undefined;
  /** The caller knows the order's latest certificate. */
  readonly knows: boolean;
  /** A request with this key was answered before, by these attempts. */
  readonly answeredBy: readonly Attempt[];
  /** Nothing but what the caller knows and wants decides. */
  readonly isFree: boolean;
  readonly isSame: boolean;
}

function caseOf(rules: Rules, meaning: Meaning, intent: TriedIntent): Case {
  const { history, latest, open } = meaning;
  const { attemptId, certificateId } = intent.known;
  const succeeded = history.filter(({ status }) => status === "succeeded");
  const hasId = succeeded.some((one) => one.attemptId === attemptId);
  const mentions = succeeded
    .flatMap((one) => [one.replaced, one === latest ? undefined : one.certificateId])
    .filter((id) => id === certificateId);
  const isMeant =
    certificateId !== undefined && latest?.certificateId === certificateId && mentions.length === 0;
  const key = intent.idempotencyKey;
  const answeredBy =
    key === undefined
      ? []
      : succeeded.filter((one) =>
          [one.idempotencyKey, ...one.answeredKeys.map((answer) => answer.key)].includes(key),
        );
  const decision = rules.decide(history, intent);
  return {
    ...meaning,
    rules,
    intent,
    answeredBy,
    decision,
    decided: decision.kind === "send" ? undefined : decision.attempt,
    reason: decision.kind === "blocked" ? decision.reason : undefined,
    knows: latest !== undefined && (hasId ? latest.attemptId === attemptId : isMeant),
    isFree:
      open.length === 0 && answeredBy.length === 0 && latest !== undefined && intent.supersede === undefined,
    isSame: intent.requestDigest !== undefined && latest?.requestDigest === intent.requestDigest,
  };
}

const laws: Readonly<Record<string, (of: Case) => boolean>> = {
  "The latest attempt is the last that succeeded": ({ rules, history, latest }) =>
    rules.latestAttempt(history) === latest,

  "Nothing is sent or answered while an attempt is open, and an open attempt is named": (of) =>
    of.open.length === 0
      ? of.reason !== "open"
      : of.reason === "open" && of.open.some((one) => one === of.decided),

  "A key that was answered is never sent, whatever else is given": ({ answeredBy, decision }) =>
    answeredBy.length === 0 || decision.kind !== "send",

  "A key that was answered gets its own certificate, or none": (of) =>
    of.answeredBy.length === 0 ||
    of.decision.kind !== "already-done" ||
    of.answeredBy.some((one) => one === of.decided),

  "A key that was answered is answered again while its certificate is the latest and the request is the same":
    (of) =>
      of.open.length > 0 ||
      !of.latest ||
      !of.answeredBy.includes(of.latest) ||
      (of.decision.kind === "already-done") === of.isSame,

  "The journal answers only with the latest certificate, and only if the same request made it": (of) =>
    of.decision.kind !== "already-done" || (of.decided === of.latest && of.isSame),

  "A blocked reissue names an attempt of the history, unless there is nothing to supersede": (of) =>
    of.decision.kind !== "blocked" ||
    (of.decided === undefined
      ? of.latest === undefined && of.intent.supersede !== undefined
      : of.history.includes(of.decided)),

  "The reason key-used names the last attempt that the key led to": (of) =>
    of.reason !== "key-used" || (of.answeredBy.length > 0 && of.decided === of.answeredBy.at(-1)),

  "The reason reissued-since names the latest, which the caller does not know": (of) =>
    of.reason !== "reissued-since" ||
    (of.decided === of.latest && (!of.knows || of.intent.supersede !== undefined)),

  "A caller who names another attempt than the latest to supersede is blocked": (of) =>
    of.intent.supersede === undefined ||
    of.latest?.attemptId === of.intent.supersede ||
    of.answeredBy.length > 0 ||
    of.decision.kind === "blocked",

  "A caller who names the latest to supersede sends": (of) =>
    of.open.length > 0 ||
    of.answeredBy.length > 0 ||
    of.intent.supersede === undefined ||
    of.latest?.attemptId !== of.intent.supersede ||
    of.decision.kind === "send",

  "A caller who knows the latest and requests something else sends": (of) =>
    !of.isFree || !of.knows || of.isSame || of.decision.kind === "send",

  "A caller who knows the latest and forces one more sends": (of) =>
    !of.isFree || !of.knows || !of.intent.force || of.decision.kind === "send",

  "The journal answers with the latest when a caller knows it and requests the same": (of) =>
    !of.isFree || !of.knows || of.intent.force || !of.isSame || of.decision.kind === "already-done",

  "A caller who does not know the latest does not send, unless a person supersedes it": (of) =>
    of.latest === undefined ||
    of.knows ||
    of.intent.supersede === of.latest.attemptId ||
    of.decision.kind !== "send",

  "The journal answers with the latest when a caller does not know it and requests the same": (of) =>
    !of.isFree || of.knows || !of.isSame || of.decision.kind === "already-done",

  "The journal blocks a caller who does not know the latest and requests something else": (of) =>
    !of.isFree || of.knows || of.isSame || of.reason === "reissued-since",

  "The first reissue of an order is sent": (of) =>
    of.open.length > 0 ||
    of.latest !== undefined ||
    of.intent.supersede !== undefined ||
    of.decision.kind === "send",

  "A void attempt changes nothing": ({ rules, history, withoutVoid, intent, decision }) =>
    withoutVoid.length === history.length || isEqual(decision, rules.decide(withoutVoid, intent)),

  "A key that was not answered changes nothing": ({ rules, history, intent, decision, answeredBy }) =>
    intent.idempotencyKey === undefined ||
    answeredBy.length > 0 ||
    isEqual(decision, rules.decide(history, { ...intent, idempotencyKey: undefined })),

  "The journal calls a force function with the latest attempt": (of) => {
    const force = (one: Attempt) => one === of.latest && of.intent.force;
    return isEqual(of.decision, of.rules.decide(of.history, { ...of.intent, force }));
  },

  "The same intent does not send again after it succeeded": ({ rules, history, intent, decision }) => {
    if (decision.kind !== "send") return true;
    const done = added("succeeded", intent.requestDigest ?? "A", intent.idempotencyKey);
    return rules.decide([...history, done], intent).kind !== "send";
  },

  "The same intent sends again after it had no effect": ({ rules, history, intent, decision }) => {
    if (decision.kind !== "send") return true;
    const none = added("void", intent.requestDigest, intent.idempotencyKey);
    return rules.decide([...history, none], intent).kind === "send";
  },

  "Every blocked reissue has a way out": ({ rules, history, intent, decision, latest }) => {
    if (decision.kind !== "blocked") return true;
    if (decision.reason === "open") {
      const resolved = history.map((one) =>
        one === decision.attempt ? ({ ...one, status: "void", lastEvent: "not-happened" } as const) : one,
      );
      const next = rules.decide(resolved, intent);
      return next.kind !== "blocked" || next.attempt?.attemptId !== decision.attempt.attemptId;
    }
    if (decision.reason === "nothing-to-supersede")
      return rules.decide(history, { ...intent, supersede: undefined }).kind === "send";
    if (latest === undefined) return false;
    const asked = decision.reason === "key-used" ? { ...intent, idempotencyKey: "another" } : intent;
    const knownLatest = rules.knowing(latest);
    return (
      rules.decide(history, { ...asked, knownLatest, supersede: undefined }).kind !== "blocked" &&
      rules.decide(history, { ...asked, supersede: latest.attemptId }).kind === "send"
    );
  },
};

const addedOnes = new Map<string, Attempt>();

/** One more attempt than a history has. There are millions of histories, so each is made once. */
function added(
  status: Attempt["status"],
  requestDigest: string | undefined,
  idempotencyKey: string | undefined,
): Attempt {
  const key = `${status} ${requestDigest} ${idempotencyKey}`;
  const one =
    addedOnes.get(key) ?? attempt("new", { status, requestDigest, idempotencyKey, certificateId: "c-new" });
  addedOnes.set(key, one);
  return one;
}

function isEqual(one: RuleDecision, other: RuleDecision): boolean {
  const parts = (decision: RuleDecision) => ({ attempt: undefined, reason: undefined, ...decision });
  const [a, b] = [parts(one), parts(other)];
  return a.kind === b.kind && a.attempt === b.attempt && a.reason === b.reason;
}

function* cases(rules: Rules, longest: number, kindCount: number): Generator<Case> {
  for (const history of histories(longest, kindCount)) {
    const meaning = meaningOf(history);
    for (const intent of intents(rules, history)) yield caseOf(rules, meaning, intent);
  }
}

export function tryDecisions(rules: Rules, longest: number, kindCount = letters.length): RulesResult {
  return tryAll(
    cases(rules, longest, kindCount),
    laws,
    ({ history, intent, decision }) => `${shown(history)} ${JSON.stringify(intent)} → ${decision.kind}`,
  );
}
