import type { Resolution } from "../../../src/contract/index.ts";
import type { Attempt } from "../../../src/journal/attempt.ts";
import type { JournalEvent } from "../../../src/journal/events.ts";
import type { Journal } from "../../../src/journal/index.ts";
import type { StateRecord } from "../../../src/journal/merge.ts";
import type { Knowledge, OrderSnapshot } from "../../../src/journal/snapshot.ts";
import { MemoryStore } from "../../../src/journal/stores/memory.ts";
import { attempt, stated, succeeded } from "../../harness/journal/attempts.ts";
import { attemptIn, done, ended, fromState, imported, resolved, sent } from "../../harness/journal/events.ts";
import { service } from "../../harness/journal/intents.ts";
import { believed, type Rules, type RulesResult, resultOf, shown, tryAllAsync } from "./subject.ts";

// Every short log, together with everything that a state, `resolve` and an import may say beside it.

interface Case {
  readonly rules: Rules;
  readonly log: readonly JournalEvent[];
  readonly record: StateRecord;
  readonly knowledge: Knowledge;
  readonly snapshot: OrderSnapshot;
  /** The same knowledge once more, after all was written. */
  readonly again: OrderSnapshot;
  /** The journal alone, after all was written. */
  readonly alone: OrderSnapshot;
  /** The same without the attempts that are void, if a log can be without them. */
  readonly withoutVoid: OrderSnapshot | undefined;
}

function entries(id: string, log: readonly JournalEvent[], last: string | null): JournalEvent[][] {
  const certificates = ["c1", "c2"];
  const olderOnes = [undefined, "c9", ...certificates];
  return [
    ...[undefined, "c9"].map((previous) => [sent(id, { previous })]),
    ...[undefined, "c9"].map((previous) => [sent(id, { previous }), ended("rejected", id)]),
    [sent(id), resolved(id, null)],
    [sent(id), resolved(id, "c2")],
    [sent(id), resolved(id, null), resolved(id, "typo"), resolved(id, "c2")],
    [sent(id), ended("unknown", id), ended("done-unread", id)],
    // An unclear answer named a certificate.
    [sent(id), { ...ended("unknown", id), certificate: "c9" } as JournalEvent],
    [sent(id), done(id, "c1"), ended("unknown", id)],
    // Another apply wrote what its state knew at the same time.
    [sent(id), fromState(id, { certificate: "c2" })],
    ...certificates.flatMap((certificate) =>
      olderOnes
        .filter((previous) => previous !== certificate)
        .map((previous) => [sent(id, { previous }), done(id, certificate)]),
    ),
    ...[null, last].map((follows) => [fromState(id, { certificate: "c2", follows, previous: "c9" })]),
    [fromState(id, { word: "unknown", certificate: undefined, statement: "typo", follows: last })],
    [
      fromState(id, { word: "unknown", certificate: undefined, statement: "typo", follows: last }),
      resolved(id, "c2"),
    ],
    [imported(log, "c2")],
  ];
}

/** What a state may say: a certificate with its attempt, or an open attempt, or both. */
function records(): StateRecord[] {
  const lists = [[], ["c1"], ["c2"], ["c2", "c1"]];
  const stored = ["a1", "a2", "a9"].flatMap((id) => [
    ...["c1", "c2", "c9"].flatMap((certificateId) =>
      [undefined, "c1"]
        .filter((previous) => previous !== certificateId)
        .map((previous) => succeeded(id, { certificateId, previous })),
    ),
    stated(id, "c9"),
    stated(id, "typo"),
  ]);
  const open = (previous?: string) =>
    [undefined, "a1", "a8"].map((id) => (id ? [attempt(id, { previous })] : []));
  return [
    ...open().map((attempts) => ({ attempts, earlier: [] })),
    { attempts: [attempt("a1", { senderWord: "done-unread" })], earlier: [] },
    { attempts: [stated("a1", null)], earlier: [] },
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

async function* cases(rules: Rules, longest: number): AsyncGenerator<Case> {
  let logs: JournalEvent[][] = [[]];
  const all = [...logs];
  for (let length = 1; length <= longest; length++) {
    logs = logs.flatMap((log) => {
      // No certificate is written behind an open attempt, and no import.
      const { attempts } = rules.readHistory("order-1", log);
      const isOpen = attempts.some(({ status }) => status === "open");
      return entries(`a${length}`, log, isOpen ? null : (attempts.at(-1)?.attemptId ?? null))
        .filter((entry) => !isOpen || entry[0]?.event !== "imported")
        .map((entry) => [...log, ...entry]);
    });
    all.push(...logs);
  }
  const now = () => new Date("2027-01-01T00:00:00.000Z");
  const journal = new rules.Journal(new MemoryStore(), { now });
  for (const log of all)
    for (const record of records())
      for (const knowledge of knowledgeBeside(rules, log))
        yield caseOf(rules, journal, log, record, knowledge);
}

/** What people say beside state and journal. */
function knowledgeBeside(rules: Rules, log: readonly JournalEvent[]): Knowledge[] {
  const say = (attemptId: string, certificateId: string | null) => ({
    resolutions: [{ attemptId, certificateId }],
  });
  const previous = rules.latestAttempt(rules.readHistory("order-1", log).attempts)?.certificateId;
  return [
    {},
    say("a1", null),
    say("a1", "c7"),
    say("a8", "c8"),
    // The journal may have it by an import.
    say("a8", "c2"),
    { imported: { certificateId: "c5", previous } },
    { imported: { certificateId: "c5", previous: "c-since" } },
  ];
}

async function caseOf(
  rules: Rules,
  journal: Journal,
  log: readonly JournalEvent[],
  record: StateRecord,
  beside: Knowledge,
): Promise<Case> {
  const snapshotOf = (events: readonly JournalEvent[], knowledge: Knowledge) =>
    journal.snapshot("order-1", service, knowledge, rules.readHistory("order-1", events));
  const knowledge = { ...beside, records: [record] };
  const snapshot = await snapshotOf(log, knowledge);
  const written = [...log, ...snapshot.unwritten];
  const without = withoutVoid(log, record, snapshot);
  return {
    rules,
    log,
    record,
    knowledge,
    snapshot,
    again: await snapshotOf(written, knowledge),
    alone: await snapshotOf(written, {}),
    withoutVoid: without && (await snapshotOf(without, knowledge)),
  };
}

/** The log without its void attempts, if nothing else names them. */
function withoutVoid(
  log: readonly JournalEvent[],
  record: StateRecord,
  { inJournal, resolutions }: OrderSnapshot,
): JournalEvent[] | undefined {
  const empty = new Set(ids(inJournal.filter(({ status }) => status === "void")));
  const isNamed = [...record.attempts, ...resolutions].some(({ attemptId }) => empty.has(attemptId));
  const namesOthers = ({ event }: JournalEvent) => event === "imported" || event === "from-state";
  if (empty.size === 0 || isNamed || log.some(namesOthers)) return undefined;
  return log.filter((event) => !empty.has(attemptIn(event) ?? ""));
}

/** The certificate that only the state knows, where there is one, as `resolve` corrects it. */
function onlyInState({ rules, record, snapshot }: Case): Attempt | undefined {
  const [first] = record.attempts;
  const said = snapshot.resolutions.find(({ attemptId }) => attemptId === first?.attemptId);
  const stored = first && said ? rules.withStatement(first, said.certificateId, undefined) : first;
  const isKnown = (one: Attempt) =>
    one.attemptId === stored?.attemptId ||
    (one.status === "succeeded" && one.certificateId === stored?.certificateId);
  return stored?.status === "succeeded" && !snapshot.inJournal.some(isKnown) ? stored : undefined;
}

/** The attempts of the journal, after `resolve`. */
function resolvedOnes({ snapshot: { merged, inJournal } }: Case): readonly Attempt[] {
  return merged.filter(({ attemptId }) => ids(inJournal).includes(attemptId));
}

function replacerOf(of: Case, stored: Attempt | undefined): Attempt | undefined {
  const { inJournal, merged } = of.snapshot;
  return merged.find(
    (one) =>
      (ids(inJournal).includes(one.attemptId) || importOfMade(of, one)) &&
      one.status !== "void" &&
      one.previous === stored?.certificateId,
  );
}

/** The journal's import of what an attempt made that only the state knows, by what a person says now. */
function importOfMade({ snapshot }: Case, { attemptId, certificateId }: Attempt): Attempt | undefined {
  const { inJournal, resolutions } = snapshot;
  const isStated = resolutions.some((said) => said.attemptId === attemptId);
  if (!isStated || ids(inJournal).includes(attemptId)) return undefined;
  return inJournal.find((one) => one.isImported && one.certificateId === certificateId);
}

const ids = (attempts: readonly Attempt[]) => attempts.map(({ attemptId }) => attemptId);
const isImport = ({ knowledge }: Case) => knowledge.imported !== undefined;

/** What sender and people said about an attempt, in journal, state and `resolve`. */
function believedAbout({ log, record, snapshot }: Case, attemptId: string): string {
  const words: string[] = [];
  const said: (string | null)[] = [];
  let named: string | undefined;
  let stored: string | null | undefined;
  for (const event of log) {
    if (attemptIn(event) !== attemptId) continue;
    if (event.event === "resolved") said.push(event.certificate);
    else if (event.event === "from-state") {
      words.push(event.word);
      named = event.certificate;
      stored = event.statement;
    } else words.push(event.event);
    if (event.event === "done") named = event.certificate;
  }
  for (const one of record.attempts.filter((other) => other.attemptId === attemptId)) {
    if (!words.includes("done")) named = one.senderCertificateId;
    words.push(one.senderWord);
    if (one.storedStatement !== undefined) stored = one.storedStatement;
  }
  const isAbout = (one: Resolution) => one.attemptId === attemptId;
  said.push(...snapshot.resolutions.filter(isAbout).map(({ certificateId }) => certificateId));
  return believed(words, named, stored === undefined ? said : [stored, ...said]);
}

const laws: Readonly<Record<string, (of: Case) => boolean>> = {
  "Every attempt of journal and state is there once, apart from one that is unclear or known by its certificate":
    (of) => {
      const { inJournal, merged, unclear } = of.snapshot;
      const all = [...inJournal, ...of.record.attempts];
      const isThere = (one: Attempt) =>
        ids(merged).includes(one.attemptId) ||
        (unclear !== undefined && of.record.attempts.includes(one)) ||
        inJournal.some(
          ({ status, certificateId }) => status === "succeeded" && certificateId === one.certificateId,
        );
      const isOurs = (id: string) => ids(all).includes(id) || isImport(of);
      return all.every(isThere) && ids(merged).every(isOurs) && new Set(ids(merged)).size === merged.length;
    },

  "Attempts keep the order of the journal": (of) =>
    ids(resolvedOnes(of)).join() === ids(of.snapshot.inJournal).join(),

  "The result of an attempt follows from the strongest word of its sender and the last statement": (of) =>
    of.snapshot.merged.every((one) => one.isImported || resultOf(one) === believedAbout(of, one.attemptId)),

  "A certificate that only the state knows stands before the first attempt that replaced it": (of) => {
    const stored = onlyInState(of);
    const replacer = replacerOf(of, stored);
    const { merged } = of.snapshot;
    return !stored || !replacer || merged[merged.indexOf(replacer) - 1]?.attemptId === stored.attemptId;
  },

  "Else it stands behind the latest if its own list has that one, or there is none; else it is unclear": (
    of,
  ) => {
    const stored = onlyInState(of);
    const { merged, unclear } = of.snapshot;
    if (!stored || replacerOf(of, stored) || isImport(of)) return true;
    const inJournal = resolvedOnes(of);
    const latest = inJournal.filter(({ status }) => status === "succeeded").at(-1);
    const isProven = [stored.previous, ...of.record.earlier].includes(latest?.certificateId ?? "none");
    if (latest && !isProven) return unclear !== undefined && !ids(merged).includes(stored.attemptId);
    return ids(merged).indexOf(stored.attemptId) === inJournal.length;
  },

  "An attempt of the state stands right before the import of what it made, by what a person says": (of) => {
    const { merged } = of.snapshot;
    return merged.every((one, index) => {
      const imported = importOfMade(of, one);
      return !imported || merged[index + 1]?.attemptId === imported.attemptId;
    });
  },

  "An attempt that only the state knows to be open blocks, until it is resolved": (of) => {
    const isTheOne = ({ attemptId }: { readonly attemptId: string }) => attemptId === "a8";
    const isResolved = of.snapshot.resolutions.some(isTheOne);
    const open = of.snapshot.merged.filter(of.rules.isOpen);
    return !of.record.attempts.some(isTheOne) || isResolved === !open.some(isTheOne);
  },

  "A void attempt proves nothing about a certificate": ({ withoutVoid: other, snapshot }) => {
    const left = other && ids(snapshot.merged).filter((id) => ids(other.merged).includes(id));
    return (
      !other ||
      (left?.join() === ids(other.merged).join() && snapshot.unclear?.attemptId === other.unclear?.attemptId)
    );
  },

  "What is written is what was known: read again, it is the same, and nothing is left to write": ({
    rules,
    snapshot,
    again,
  }) => {
    if (snapshot.merged.some(rules.isOpen)) return true;
    const facts = ({ merged }: OrderSnapshot) =>
      merged.map((one) => `${one.attemptId} ${resultOf(one)} ${one.previous}`).join();
    return (
      again.unwritten.length === 0 &&
      facts(again) === facts(snapshot) &&
      again.unclear?.attemptId === snapshot.unclear?.attemptId
    );
  },

  "What is written is all that state and person know: the journal alone says the same": ({
    rules,
    snapshot,
    alone,
  }) => {
    if (snapshot.unclear || snapshot.merged.some(rules.isOpen)) return true;
    const results = ({ merged }: OrderSnapshot) =>
      merged.map((one) => `${one.attemptId} ${resultOf(one)}`).join();
    return results(alone) === results(snapshot);
  },

  "No new certificate is written behind an open attempt": ({
    rules,
    snapshot: { merged, inJournal, unwritten },
  }) => {
    const open = merged.findIndex(rules.isOpen);
    const behind = open < 0 ? [] : merged.slice(open + 1).filter(({ status }) => status === "succeeded");
    const isNew = (id: string) => ids(behind).includes(id) && !ids(inJournal).includes(id);
    return !unwritten.some((event) => event.event === "from-state" && isNew(event.attempt));
  },

  "An import is written and the latest, unless an attempt is open or another latest is there than its importer saw":
    ({ rules, knowledge: { imported: wanted }, snapshot: { merged, unwritten, latest } }) => {
      if (!wanted) return true;
      const event = unwritten.find((one) => one.event === "imported");
      if (!event) return merged.some(rules.isOpen) || latest?.certificateId !== wanted.previous;
      // A journal without a certificate contradicts nothing.
      const isExpected = [undefined, wanted.previous].includes(event.previous);
      const isOnTop = isExpected && latest?.certificateId === wanted.certificateId;
      return isOnTop && !merged.some(rules.isOpen);
    },

  "What is written is proven by the state or stated by a person": ({ snapshot, record, knowledge }) =>
    snapshot.unwritten.every(
      (event) =>
        [...record.attempts, ...snapshot.resolutions].some(
          ({ attemptId }) => attemptId === attemptIn(event),
        ) ||
        (event.event === "imported" && knowledge.imported !== undefined),
    ),
};

export function tryMerges(rules: Rules, longest: number): Promise<RulesResult> {
  return tryAllAsync(cases(rules, longest), laws, ({ log, record, knowledge, snapshot }) =>
    [
      `${log.map((event) => `${attemptIn(event)} ${event.event}`).join(", ")} ${shown(snapshot.inJournal)}`,
      `with ${shown(record.attempts)} ${JSON.stringify(record.attempts.map((one) => one.storedStatement))}`,
      `after ${record.earlier} and ${JSON.stringify({ ...knowledge, records: undefined })}`,
      `→ ${shown(snapshot.merged)}, unclear ${snapshot.unclear?.attemptId}, ${JSON.stringify(snapshot.unwritten)}`,
    ].join(" "),
  );
}
