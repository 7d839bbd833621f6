import { dayMs } from "../../../src/contract/index.ts";
import type { Attempt } from "../../../src/journal/attempt.ts";
import type { Intent, RuleDecision } from "../../../src/journal/rules.ts";
import { attempt } from "../../harness/journal/attempts.ts";
import { type Rules, type RulesResult, shown, tryAll } from "./subject.ts";

// Every short history, met by every intent, held against laws that are written from the promise, not from the rules.

/** An attempt as it may stand anywhere in a history. */
type Letter = (position: number) => Attempt;

/** Two requests, and the first one with other triggers. */
const [A, B, T] = ["csr:1", "csr:2", "csr:1 triggers:1"] as const;
const keys = [undefined, "x", "y"] as const;

const now = new Date("2026-11-25T12:00:00.000Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
/** Attempts are ten days old, unless a kind says otherwise. */
const maxAgeMs = 60 * dayMs;
const old = daysAgo(90);

/** What may stand in a history, the most common first: long histories are made of few kinds of attempts. */
const letters: readonly Letter[] = kinds().map(
  ([given, certificate]) =>
    (position) =>
      Object.freeze(
        attempt(`a${position}`, { sentAt: daysAgo(10), ...given, certificateId: certificate(position) }),
      ),
);

export const kindCount = letters.length;

function kinds(): [given: Partial<Attempt>, certificate: (position: number) => string | undefined][] {
  const none = () => undefined;
  const own = (at: number) => `c${at}`;
  const ofPrevious = (at: number) => `c${at - 1}`;
  // The service may give one certificate id twice.
  const twin = () => "c";
  const [succeeded, open, empty] = (["succeeded", "open", "void"] as const).map((status) => ({ status }));
  const answeredKeys = ["x"];
  const [a, b, unknown] = [A, B, undefined].map((requestDigest) => ({ requestDigest }));
  const [x, y] = [{ idempotencyKey: "x" }, { idempotencyKey: "y" }];
  const imported = { isImported: true, sentAt: undefined };
  const stated = { senderWord: "unknown" } as const;
  return [
    [{ ...succeeded, ...a }, own],
    [{ ...succeeded, ...b }, own],
    [{ ...succeeded, ...a, ...x }, own],
    [{ ...succeeded, ...a, answeredKeys }, own],
    [{ ...open, ...a }, own],
    [{ ...imported, ...a, issuedAt: old }, ofPrevious],
    [{ ...succeeded, ...a }, twin],
    [{ ...succeeded, ...a, previous: "c", sentAt: old }, twin],
    // The histories of at most 4 attempts are made of the 8 kinds above.
    [{ ...succeeded, ...b, ...x }, own],
    [{ ...imported, ...unknown }, own],
    [{ ...empty, ...a, ...x, previous: "c" }, none],
    [{ ...succeeded, ...a, ...x }, twin],
    // The histories of at most 3 attempts are made of the 12 kinds above. Below: certificates without an id, unknown requests,
    // what a person stated, and times.
    [{ ...open, ...b, ...x }, none],
    [{ ...empty, ...a }, none],
    [{ ...succeeded, ...a }, none],
    [{ ...succeeded, ...a, ...x }, none],
    [{ ...succeeded, ...a, previous: "c" }, none],
    [{ ...imported, ...a, issuedAt: daysAgo(10) }, twin],
    [{ ...imported, ...unknown }, twin],
    [{ ...imported, ...b, answeredKeys }, twin],
    [{ ...succeeded, ...b }, twin],
    [{ ...succeeded, ...a, ...y }, own],
    [{ ...succeeded, ...b, ...y, answeredKeys }, own],
    [{ ...succeeded, ...unknown, ...x }, own],
    [{ ...open, ...unknown }, none],
    [{ ...open, ...a, ...y }, none],
    [{ ...stated, ...a, answeredKeys, statements: [null] }, own],
    [{ ...empty, ...b, ...y }, none],
    [{ ...succeeded, ...a, sentAt: old }, own],
    [{ ...succeeded, ...b, sentAt: old }, own],
    [{ ...succeeded, ...unknown, sentAt: old }, own],
    [{ ...succeeded, ...unknown }, own],
    [{ ...succeeded, requestDigest: T }, own],
    [{ ...succeeded, ...a, sentAt: undefined }, own],
    [{ ...succeeded, ...a, sentAt: daysAgo(60) }, own],
    [{ ...succeeded, ...a, sentAt: daysAgo(-1) }, own],
    [{ ...succeeded, ...b, sentAt: daysAgo(-1) }, own],
    [{ ...imported, ...a, issuedAt: old, sentAt: daysAgo(10) }, own],
    [{ ...imported, ...unknown, issuedAt: daysAgo(10) }, own],
  ];
}

function* histories(longest: number, kinds: number): Generator<readonly Attempt[]> {
  const alphabet = letters.slice(0, kinds);
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

type TriedIntent = Intent & { readonly known: Known };

function* intents(rules: Rules, history: readonly Attempt[]): Generator<TriedIntent> {
  const supersedes = [undefined, "elsewhere", ...history.map(({ attemptId }) => attemptId)];
  for (const known of knownOnes(history)) {
    const knownLatest = rules.knowing(known);
    for (const supersede of supersedes)
      for (const requestDigest of [A, B, undefined])
        for (const idempotencyKey of keys)
          for (const force of [false, true])
            yield { known, knownLatest, supersede, requestDigest, idempotencyKey, force };
    for (const requestDigest of [A, B, T, undefined])
      yield { known, knownLatest, requestDigest, maxAgeMs, force: true };
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
  const byId = succeeded.find((one) => one.attemptId === attemptId);
  const id = byId ? byId.certificateId : certificateId;
  // Without an attempt's id, the id of a certificate has to be unmistakable.
  const isMeant = !succeeded.some(
    (one) => one.previous === id || (one !== latest && !one.isImported && one.certificateId === id),
  );
  const isIdOfLatest = id !== undefined && latest?.certificateId === id;
  const key = intent.idempotencyKey;
  const answeredBy =
    key === undefined
      ? []
      : succeeded.filter((one) => [one.idempotencyKey, ...one.answeredKeys].includes(key));
  const decision = rules.applyRules(history, intent, now);
  return {
    ...meaning,
    rules,
    intent,
    answeredBy,
    decision,
    decided: decision.kind === "send" ? undefined : decision.attempt,
    reason: decision.kind === "blocked" ? decision.reason : undefined,
    knows:
      latest !== undefined &&
      ((isIdOfLatest && latest.isImported) || (byId ? byId === latest : isIdOfLatest && isMeant)),
    isFree:
      open.length === 0 &&
      answeredBy.length === 0 &&
      latest !== undefined &&
      intent.supersede === undefined &&
      (intent.maxAgeMs === undefined || isOld(latest)),
    isSame: intent.requestDigest !== undefined && latest?.requestDigest === intent.requestDigest,
  };
}

/** Days since the purchase, or since the time that an import states. Not a number if that is not known. */
function ageInDays({ isImported, sentAt, issuedAt }: Attempt): number {
  return (now.getTime() - Date.parse((isImported ? issuedAt : sentAt) ?? "")) / dayMs;
}

const isOld = (latest: Attempt) => ageInDays(latest) > 60;
const isYoung = (latest: Attempt) => ageInDays(latest) <= 60 && ageInDays(latest) >= 0;

/** The requests are known, and nothing but `triggers` differs. */
function isSameButTriggers({ intent, latest }: Case): boolean {
  const [asked, made] = [intent.requestDigest, latest?.requestDigest].map((digest) => digest?.split(" ")[0]);
  return asked !== undefined && asked === made;
}

/** The latest stands for the certificate that the key led to: it is that attempt, or an import of its certificate. */
function isStillLatest({ latest, intent }: Case, keyed: Attempt | undefined): boolean {
  if (!keyed || !latest || keyed.requestDigest !== intent.requestDigest) return false;
  if (intent.requestDigest === undefined) return false;
  const isImport = latest.isImported && latest.certificateId === keyed.certificateId;
  return keyed === latest || (isImport && [undefined, keyed.requestDigest].includes(latest.requestDigest));
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
      of.answeredBy.length === 0 ||
      (of.decision.kind === "already-done") === isStillLatest(of, of.answeredBy.at(-1)),

  "The journal answers only with the latest certificate, and only if the same request made it": (of) =>
    of.decision.kind !== "already-done" ||
    of.answeredBy.length > 0 ||
    (of.decided === of.latest && (of.isSame || (of.intent.maxAgeMs !== undefined && isSameButTriggers(of)))),

  "A renewal is sent only if the latest certificate is older, by a time that is known": (of) =>
    of.intent.maxAgeMs === undefined ||
    of.decision.kind !== "send" ||
    (of.latest !== undefined && isOld(of.latest)),

  "A renewal without a certificate is blocked": (of) =>
    of.intent.maxAgeMs === undefined ||
    of.latest !== undefined ||
    of.open.length > 0 ||
    of.reason === "no-certificate",

  "A renewal of a younger certificate is already done if nothing but triggers differs, else it is blocked": (
    of,
  ) =>
    of.intent.maxAgeMs === undefined ||
    of.open.length > 0 ||
    !of.latest ||
    isOld(of.latest) ||
    (isYoung(of.latest) && isSameButTriggers(of)
      ? of.decision.kind === "already-done"
      : of.reason === "too-young" && of.decided === of.latest),

  "A blocked reissue names an attempt of the history, unless there is no certificate to renew or supersede": (
    of,
  ) =>
    of.decision.kind !== "blocked" ||
    (of.decided === undefined
      ? of.latest === undefined && (of.intent.supersede !== undefined || of.intent.maxAgeMs !== undefined)
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
    of.intent.maxAgeMs !== undefined ||
    of.decision.kind === "send",

  "A void attempt changes nothing": ({ rules, history, withoutVoid, intent, decision }) =>
    withoutVoid.length === history.length || isEqual(decision, rules.applyRules(withoutVoid, intent, now)),

  "A key that was not answered changes nothing": ({ rules, history, intent, decision, answeredBy }) =>
    intent.idempotencyKey === undefined ||
    answeredBy.length > 0 ||
    isEqual(decision, rules.applyRules(history, { ...intent, idempotencyKey: undefined }, now)),

  "The same intent does not send again after it succeeded": ({ rules, history, intent, decision }) => {
    if (decision.kind !== "send") return true;
    const done = added("succeeded", intent.requestDigest ?? A, intent.idempotencyKey);
    return rules.applyRules([...history, done], intent, now).kind !== "send";
  },

  "The same intent sends again after it had no effect": ({ rules, history, intent, decision }) => {
    if (decision.kind !== "send") return true;
    const none = added("void", intent.requestDigest, intent.idempotencyKey);
    return rules.applyRules([...history, none], intent, now).kind === "send";
  },

  "Every blocked reissue has a way out": ({ rules, history, intent, decision, latest }) => {
    if (decision.kind !== "blocked") return true;
    if (decision.reason === "open") {
      const resolved = history.map((one) =>
        one === decision.attempt ? rules.withStatement(one, null, undefined) : one,
      );
      const next = rules.applyRules(resolved, intent, now);
      return next.kind !== "blocked" || next.attempt?.attemptId !== decision.attempt.attemptId;
    }
    if (decision.reason === "no-certificate")
      return (
        rules.applyRules(history, { ...intent, supersede: undefined, maxAgeMs: undefined }, now).kind ===
        "send"
      );
    if (latest === undefined) return false;
    const isByKey = decision.reason === "key-used" || decision.reason === "too-young";
    const asked = isByKey ? { ...intent, idempotencyKey: "another", maxAgeMs: undefined } : intent;
    const knownLatest = rules.knowing(latest);
    return (
      rules.applyRules(history, { ...asked, knownLatest, supersede: undefined }, now).kind !== "blocked" &&
      rules.applyRules(history, { ...asked, supersede: latest.attemptId }, now).kind === "send"
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
    addedOnes.get(key) ??
    attempt("new", {
      status,
      requestDigest,
      idempotencyKey,
      certificateId: "c-new",
      sentAt: now.toISOString(),
    });
  addedOnes.set(key, one);
  return one;
}

function isEqual(one: RuleDecision, other: RuleDecision): boolean {
  const parts = (decision: RuleDecision) => ({ attempt: undefined, reason: undefined, ...decision });
  const [a, b] = [parts(one), parts(other)];
  return a.kind === b.kind && a.attempt === b.attempt && a.reason === b.reason;
}

function* cases(rules: Rules, longest: number, kinds: number): Generator<Case> {
  for (const history of histories(longest, kinds)) {
    const meaning = meaningOf(history);
    for (const intent of intents(rules, history)) yield caseOf(rules, meaning, intent);
  }
}

export function tryDecisions(rules: Rules, longest: number, kinds = kindCount): RulesResult {
  return tryAll(
    cases(rules, longest, kinds),
    laws,
    ({ history, intent, decision }) => `${shown(history)} ${JSON.stringify(intent)} → ${decision.kind}`,
  );
}
