import type { Attempt, JournalEvent } from "../../../src/journal/attempt.ts";
import type { Witness } from "../../../src/journal/merge.ts";
import type { OrderSnapshot } from "../../../src/journal/snapshot.ts";
import { attempt, succeeded } from "../../harness/journal/attempts.ts";
import { attemptIn, done, ended, imported, resolved, sent } from "../../harness/journal/events.ts";
import { type Rules, type RulesResult, shown, tryAll } from "./subject.ts";

// Every short log, together with everything that a state and `resolve` may say beside it.

interface Case {
  readonly rules: Rules;
  readonly log: readonly JournalEvent[];
  readonly witness: Witness;
  readonly resolutions: readonly { readonly attemptId: string; readonly certificateId: string | null }[];
  readonly snapshot: OrderSnapshot;
}

function entries(id: string, previous: string | null): JournalEvent[][] {
  const certificates = ["c1", "c2"];
  const replaces = [undefined, "c9", ...certificates];
  return [
    ...[undefined, "c9"].map((replaced) => [sent(id, { replaced })]),
    ...[undefined, "c9"].map((replaced) => [sent(id, { replaced }), ended("rejected", id)]),
    [sent(id), resolved(id, "c2")],
    [sent(id), done(id, "c1"), ended("unknown", id)],
    ...certificates.flatMap((certificate) =>
      replaces
        .filter((replaced) => replaced !== certificate)
        .map((replaced) => [sent(id, { replaced }), done(id, certificate)]),
    ),
    ...[null, previous].map((follows) => [imported(id, { certificate: "c2", follows, replaced: "c9" })]),
  ];
}

/** What a state may say: a certificate with its attempt, or an open attempt, or both. */
function witnesses(): Witness[] {
  const lists = [[], ["c1"], ["c2"], ["c2", "c1"]];
  const stored = ["a1", "a2", "a9"].flatMap((id) =>
    ["c1", "c2", "c9"].flatMap((certificateId) =>
      [undefined, "c1"]
        .filter((replaced) => replaced !== certificateId)
        .map((replaced) => succeeded(id, { certificateId, replaced })),
    ),
  );
  const open = (replaced?: string) =>
    [undefined, "a1", "a8"].map((id) => (id ? [attempt(id, { replaced })] : []));
  return [
    ...open().map((attempts) => ({ attempts, earlier: [] })),
    ...stored.flatMap((one) =>
      lists
        .map((list) => list.filter((id) => id !== one.certificateId))
        .flatMap((earlier) =>
          open(one.certificateId)
            .filter(([other]) => other?.attemptId !== one.attemptId)
            .map((attempts) => ({ attempts: [one, ...attempts], earlier })),
        ),
    ),
  ];
}

function* cases(rules: Rules, longest: number): Generator<Case> {
  let logs: JournalEvent[][] = [[]];
  const all = [...logs];
  for (let length = 1; length <= longest; length++) {
    const previous = length > 1 ? `a${length - 1}` : null;
    // No certificate is written behind an open attempt.
    const isOpen = (log: JournalEvent[]) => log.at(-1)?.event === "sent";
    logs = logs.flatMap((log) =>
      entries(`a${length}`, isOpen(log) ? null : previous).map((entry) => [...log, ...entry]),
    );
    all.push(...logs);
  }
  const said = [[], [{ attemptId: "a1", certificateId: null }], [{ attemptId: "a8", certificateId: "c8" }]];
  for (const log of all)
    for (const witness of witnesses())
      for (const resolutions of said)
        yield { rules, log, witness, resolutions, snapshot: snapshotOf(rules, log, witness, resolutions) };
}

function snapshotOf(
  rules: Rules,
  log: readonly JournalEvent[],
  witness: Witness,
  resolutions: Case["resolutions"],
): OrderSnapshot {
  const service = { name: undefined, address: "https://service.example" };
  const context = { service, now: new Date(0), problems: [] };
  return rules.takeSnapshot(
    "order-1",
    rules.readHistory("order-1", log),
    { witnesses: [witness], resolutions },
    context,
  );
}

const strength = { open: 0, void: 1, succeeded: 2 };

/** The certificate that only the state knows, where there is one. */
function onlyInState({ witness: { attempts }, snapshot: { recorded } }: Case): Attempt | undefined {
  const [stored] = attempts;
  const isKnown = (one: Attempt) =>
    one.attemptId === stored?.attemptId ||
    (one.status === "succeeded" && one.certificateId === stored?.certificateId);
  return stored?.status === "succeeded" && !recorded.some(isKnown) ? stored : undefined;
}

/** What a person imported as the latest, and the state lists as earlier. */
function isMistaken({ witness }: Case, { isImported, certificateId = "" }: Attempt): boolean {
  return isImported && witness.earlier.includes(certificateId);
}

/** The attempts of the journal, after `resolve`. */
function inJournal({ snapshot: { attempts, recorded } }: Case): readonly Attempt[] {
  return attempts.filter(({ attemptId }) => ids(recorded).includes(attemptId));
}

function replacerOf(of: Case, stored: Attempt | undefined): Attempt | undefined {
  return inJournal(of).find(
    (one) => one.status !== "void" && one.replaced === stored?.certificateId && !isMistaken(of, one),
  );
}

const ids = (attempts: readonly Attempt[]) => attempts.map(({ attemptId }) => attemptId);

const laws: Readonly<Record<string, (of: Case) => boolean>> = {
  "Every attempt of journal and state is there once, apart from one that is unclear or known by its certificate":
    ({ snapshot: { recorded, attempts, unclear }, witness }) => {
      const all = [...recorded, ...witness.attempts];
      const isThere = (one: Attempt) =>
        attempts.some(({ attemptId }) => attemptId === one.attemptId) ||
        (unclear !== undefined && witness.attempts.includes(one)) ||
        recorded.some(
          ({ status, certificateId }) => status === "succeeded" && certificateId === one.certificateId,
        ) ||
        one.attemptId === "a8";
      const isOurs = (id: string) => ids(all).includes(id);
      return (
        all.every(isThere) && ids(attempts).every(isOurs) && new Set(ids(attempts)).size === attempts.length
      );
    },

  "Attempts keep the order of the journal, unless a mistaken import is corrected": (of) => {
    const { recorded, attempts } = of.snapshot;
    const kept = ids(attempts).filter((id) => ids(recorded).includes(id));
    return kept.join() === ids(recorded).join() || recorded.some((one) => isMistaken(of, one));
  },

  "A success in the log is never taken back": ({ log, snapshot }) =>
    log.every(
      (event) =>
        event.event !== "done" ||
        snapshot.attempts.some((one) => one.attemptId === event.attempt && one.status === "succeeded"),
    ),

  "A status only gets stronger: succeeded beats void beats open": ({ snapshot, witness }) =>
    [...snapshot.recorded, ...witness.attempts].every(({ attemptId, status }) => {
      const merged = snapshot.attempts.find((one) => one.attemptId === attemptId);
      return !merged || strength[merged.status] >= strength[status];
    }),

  "A certificate that only the state knows stands before the first attempt that replaced it": (of) => {
    const stored = onlyInState(of);
    const replacer = replacerOf(of, stored);
    const { attempts } = of.snapshot;
    return !stored || !replacer || attempts[attempts.indexOf(replacer) - 1]?.attemptId === stored.attemptId;
  },

  "Else it stands behind the latest if its own list has that one, or there is none; else it is unclear": (
    of,
  ) => {
    const stored = onlyInState(of);
    const { attempts, unclear } = of.snapshot;
    if (!stored || replacerOf(of, stored)) return true;
    const recorded = inJournal(of);
    const latest = recorded.filter(({ status }) => status === "succeeded").at(-1);
    const isProven = [stored.replaced, ...of.witness.earlier].includes(latest?.certificateId ?? "none");
    if (latest && !isProven) return unclear !== undefined && !ids(attempts).includes(stored.attemptId);
    return ids(attempts).indexOf(stored.attemptId) === recorded.length;
  },

  "An attempt that only the state knows to be open blocks, until it is resolved": (of) => {
    const isTheOne = ({ attemptId }: { readonly attemptId: string }) => attemptId === "a8";
    const isResolved = of.resolutions.some(isTheOne);
    const open = of.snapshot.attempts.filter(of.rules.isOpen);
    return !of.witness.attempts.some(isTheOne) || isResolved === !open.some(isTheOne);
  },

  "A void attempt proves nothing about a certificate": ({ rules, log, witness, snapshot, resolutions }) => {
    const empty = new Set(ids(snapshot.recorded.filter(({ status }) => status === "void")));
    if (empty.size === 0 || witness.attempts.some(({ attemptId }) => empty.has(attemptId))) return true;
    const without = log.filter(
      (event) =>
        !empty.has(attemptIn(event) ?? "") && !("follows" in event && empty.has(event.follows ?? "")),
    );
    if (log.length - without.length !== 2 * empty.size) return true;
    const other = snapshotOf(rules, without, witness, resolutions);
    const left = ids(snapshot.attempts).filter((id) => !empty.has(id));
    return (
      left.join() === ids(other.attempts).join() && snapshot.unclear?.attemptId === other.unclear?.attemptId
    );
  },

  "What is written is what was known: read again, it is the same, and nothing is left to write": (of) => {
    const { rules, log, witness, snapshot, resolutions } = of;
    if (snapshot.attempts.some(rules.isOpen)) return true;
    const again = snapshotOf(rules, [...log, ...snapshot.unwritten], witness, resolutions);
    const shown = ({ attempts }: OrderSnapshot) =>
      attempts.map(
        ({ attemptId, status, certificateId, replaced }) =>
          `${attemptId} ${status} ${certificateId} ${replaced}`,
      );
    return (
      again.unwritten.length === 0 &&
      shown(again).join() === shown(snapshot).join() &&
      again.unclear?.attemptId === snapshot.unclear?.attemptId
    );
  },

  "What is written is all that state and person know: the journal alone says the same": (of) => {
    const { rules, log, snapshot } = of;
    if (snapshot.unclear || snapshot.attempts.some(rules.isOpen)) return true;
    const alone = snapshotOf(rules, [...log, ...snapshot.unwritten], { attempts: [], earlier: [] }, []);
    const shortly = ({ attempts }: OrderSnapshot) =>
      attempts
        .map(({ attemptId, status, certificateId }) => `${attemptId} ${status} ${certificateId}`)
        .join();
    return shortly(alone) === shortly(snapshot);
  },

  "No certificate is written behind an open attempt": ({ rules, snapshot: { attempts, unwritten } }) => {
    const open = attempts.findIndex(rules.isOpen);
    const behind = open < 0 ? [] : ids(attempts.slice(open + 1));
    return !unwritten.some(
      (event) => event.event === "imported" && event.outcome === "done" && behind.includes(event.attempt),
    );
  },

  "A certificate that the state has stands behind later ones if all of them are mistaken imports": (of) => {
    const { recorded, attempts } = of.snapshot;
    const [stored] = of.witness.attempts;
    const known = recorded.findIndex(({ attemptId }) => attemptId === stored?.attemptId);
    if (stored?.status !== "succeeded" || recorded[known]?.status !== "succeeded") return true;
    const later = recorded.slice(known + 1).filter(({ status }) => status === "succeeded");
    const isCorrected = later.length > 0 && later.every((one) => isMistaken(of, one));
    const place = (id: string) => ids(attempts).indexOf(id);
    return !isCorrected || later.every(({ attemptId }) => place(attemptId) < place(stored.attemptId));
  },

  "What is written never takes back a success, and closes no attempt without proof": ({
    snapshot,
    witness,
    resolutions,
  }) =>
    snapshot.unwritten.every((event) => {
      const before = snapshot.recorded.find(({ attemptId }) => attemptId === attemptIn(event));
      const isProven = [...witness.attempts, ...resolutions].some(
        ({ attemptId, certificateId }) =>
          attemptId === attemptIn(event) || (certificateId && certificateId === before?.certificateId),
      );
      return isProven && (before?.status !== "succeeded" || event.event === "imported");
    }),
};

export function tryMerges(rules: Rules, longest: number): RulesResult {
  return tryAll(cases(rules, longest), laws, ({ witness, resolutions, snapshot }) =>
    [
      `${shown(snapshot.recorded)} with ${shown(witness.attempts)} after ${witness.earlier}`,
      `and ${JSON.stringify(resolutions)} → ${shown(snapshot.attempts)}, unclear ${snapshot.unclear?.attemptId}`,
    ].join(" "),
  );
}
