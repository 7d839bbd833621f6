import { CertOrderError, dayMs } from "../../../src/contract/index.ts";
import type { JournalEvent } from "../../../src/journal/events.ts";
import type { Journal } from "../../../src/journal/index.ts";
import type { StateRecord } from "../../../src/journal/merge.ts";
import { MemoryStore } from "../../../src/journal/stores/memory.ts";
import { attempt, stated } from "../../harness/journal/attempts.ts";
import { done, ended, sent } from "../../harness/journal/events.ts";
import { renewalIntent, service } from "../../harness/journal/intents.ts";
import { holds, sequences, trySequences } from "./sequences.ts";
import { believed, type Rules, type RulesResult, resultOf } from "./subject.ts";

// What people state about an attempt, by commands and in a configuration that they leave as it is, and what they import: every
// short sequence.

const orderId = "order-1";
const now = new Date("2027-01-01T00:00:00.000Z");

type Told = "c" | "typo" | "not-happened";
type StatementStep =
  | `person: ${Told}`
  | `configuration: ${Told}`
  | `sender: ${"rejected" | "not-sent" | "done-unread" | "done"}`;

const people: readonly StatementStep[] = (["c", "typo", "not-happened"] as const).flatMap((told) => [
  `person: ${told}` as const,
  `configuration: ${told}` as const,
]);
const senders: readonly StatementStep[] = [
  "sender: rejected",
  "sender: not-sent",
  "sender: done-unread",
  "sender: done",
];

/** What is there when people begin. A state does not change meanwhile: it is as old as it can be. */
const beginnings: Readonly<Record<string, { log: readonly JournalEvent[]; record?: StateRecord }>> = {
  "an answer was lost": { log: [sent("a1"), ended("unknown")] },
  "an answer was lost, and a state has a typing error": {
    log: [sent("a1"), ended("unknown")],
    record: { attempts: [stated("a1", "typo")], earlier: [] },
  },
  "only a state knows the attempt": { log: [], record: { attempts: [attempt("a1")], earlier: [] } },
  "only a state knows the attempt, with a typing error": {
    log: [],
    record: { attempts: [stated("a1", "typo")], earlier: [] },
  },
};

/** The promise about one attempt, written without the journal. */
class Promised {
  readonly words: string[] = ["unknown"];
  readonly said: (string | null)[] = [];
  readonly #stored: readonly (string | null)[];

  constructor(stored: string | null | undefined) {
    this.#stored = stored === undefined ? [] : [stored];
  }

  get result(): string {
    return believed(this.words, "c", [...this.#stored, ...this.said]);
  }

  /** How the journal takes a statement. */
  judge(told: string | null, isOfConfiguration: boolean): "stands" | "left over" | "refused" | "accepted" {
    const { result } = this;
    const isSuccess = result.startsWith("succeeded");
    if (result === (told === null ? "void" : `succeeded ${told}`)) return "stands";
    const wasHad = [...this.#stored, ...this.said].includes(told);
    if (isOfConfiguration && (wasHad || (told === null && isSuccess))) return "left over";
    if (this.words.includes("done")) return "refused";
    return told === null && (isSuccess || this.words.includes("done-unread")) ? "refused" : "accepted";
  }
}

async function takeStatements(
  rules: Rules,
  { log: beginning, record }: (typeof beginnings)[string],
  steps: readonly StatementStep[],
): Promise<void> {
  const store = new MemoryStore();
  const log = store.log(orderId);
  for (const event of beginning) await log.append(event);
  const journal = new rules.Journal(store, { now: () => now });
  const promised = new Promised(record?.attempts[0]?.storedStatement);
  const records = record ? [record] : [];
  for (const step of steps) {
    const [who, what = ""] = step.split(": ");
    const told = what === "not-happened" ? null : what;
    if (who === "sender") {
      promised.words.push(what);
      await log.append(what === "done" ? done("a1", "c") : ended(what as "rejected"));
    } else if (who === "person") await state(journal, log, promised, told);
    else await configure(journal, records, promised, told);
    const { merged } = await journal.snapshot(orderId, service, { records });
    const found = merged.find(({ attemptId }) => attemptId === "a1");
    holds("the result is not what sender and people said", !found || resultOf(found) === promised.result);
  }
}

/** A person states it by a command, which knows nothing of a state. */
async function state(
  journal: Journal,
  log: ReturnType<MemoryStore["log"]>,
  promised: Promised,
  told: string | null,
): Promise<void> {
  const before = await log.read();
  const inJournal = (await journal.attempts(orderId))[0];
  if (!inJournal) return;
  // The journal may not have what the state says.
  const known = new Promised(inJournal.storedStatement);
  known.words.push(...promised.words);
  known.said.push(...promised.said);
  const expected = known.judge(told, false);
  const outcome = await journal.recordStatement({ orderId, attemptId: "a1", certificateId: told }).then(
    ({ isNew }) => (isNew ? "accepted" : "stands"),
    (error: unknown) => {
      if (!CertOrderError.is(error)) throw error;
      return "refused";
    },
  );
  holds(`a statement is ${outcome} that should be ${expected}`, outcome === expected);
  const { length } = await log.read();
  holds("a statement that is not accepted has an effect", outcome === "accepted" || length === before.length);
  if (outcome === "accepted") promised.said.push(told);
}

/** The configuration states it, and is applied. */
async function configure(
  journal: Journal,
  records: readonly StateRecord[],
  promised: Promised,
  certificateId: string | null,
): Promise<void> {
  const knowledge = { records, resolutions: [{ attemptId: "a1", certificateId }] };
  const snapshot = await journal.snapshot(orderId, service, knowledge);
  const { resolutions, leftOver, problems } = snapshot;
  const expected = promised.judge(certificateId, true);
  const found = resolutions[0] ? "accepted" : leftOver[0] ? "left over" : problems[0] ? "refused" : "stands";
  holds(`a configuration's statement is ${found} that should be ${expected}`, found === expected);
  if (found === "accepted") promised.said.push(certificateId);
  await journal.write(snapshot);
  const again = await journal.snapshot(orderId, service, knowledge);
  holds("the same apply twice writes twice", again.unwritten.length === 0);
}

type ImportStep =
  | "reissue"
  | "reissue, lost and resolved"
  | "reissue, lost"
  | `import ${"x" | "y" | "c1" | "old"}`
  | `file: ${"x" | "c1"}`
  /** Without saying that it is newer than the journal's latest. */
  | "plain: c1";

const importSteps: readonly ImportStep[] = [
  "reissue",
  "reissue, lost and resolved",
  "reissue, lost",
  "import x",
  "import y",
  "import c1",
  "import old",
  "file: x",
  "file: c1",
  "plain: c1",
];

/** When the certificate `old` was issued. */
const issuedAt = new Date(now.getTime() - 90 * dayMs).toISOString();

async function takeImports(rules: Rules, steps: readonly ImportStep[]): Promise<void> {
  const store = new MemoryStore();
  const log = store.log(orderId);
  const journal = new rules.Journal(store, { now: () => now });
  /** The certificates in their order, as the promise has it: an import moves one to the end. */
  let order: string[] = [];
  const reissued = new Set<string>();
  const imported = new Set<string>();
  let isOpen = false;
  const judge = (certificateId: string, how: string) => {
    if (isOpen) return "blocked";
    const latest = order.at(-1);
    if (latest === certificateId || latest === undefined) return "accepted";
    const place = order.lastIndexOf(certificateId);
    const isOlder = place >= 0 && order.slice(place).some((id) => id !== certificateId && reissued.has(id));
    // A certificate that was issued long ago cannot be newer than one that was bought today.
    const isTooOld = certificateId === "old" && order.some((id) => reissued.has(id));
    const isLeftOver = how === "file:" && imported.has(certificateId);
    return isOlder || isTooOld || isLeftOver || how === "plain:" ? "refused" : "accepted";
  };
  for (const step of steps) {
    const [how = "", certificateId = ""] = step.split(" ");
    if (step.startsWith("reissue")) {
      // Nothing is sent while an attempt is open.
      if (isOpen) return;
      const id = `a${reissued.size + 1}`;
      const certificate = `c${reissued.size + 1}`;
      await log.append(sent(id, { at: now.toISOString(), previous: order.at(-1) }));
      if (step === "reissue") await log.append(done(id, certificate));
      if (step === "reissue, lost") isOpen = true;
      else order.push(certificate);
      if (!isOpen) reissued.add(certificate);
      if (step.endsWith("resolved"))
        await log.append({ event: "resolved", attempt: id, at: now.toISOString(), certificate });
    } else {
      const before = (await log.read()).length;
      const expected = judge(certificateId, how);
      const found = await journal
        .importCertificate(
          {
            orderId,
            certificateId,
            asLatest: how !== "plain:",
            isTyped: how !== "file:",
            ...(certificateId === "old" && { issuedAt }),
          },
          service,
        )
        .then(
          () => "accepted",
          (error: unknown) => {
            if (!CertOrderError.is(error)) throw error;
            return error.code === "import_refused" ? "refused" : "blocked";
          },
        );
      holds(`an import is ${found} that should be ${expected}`, found === expected);
      const { length } = await log.read();
      holds("an import that is not accepted has an effect", found === "accepted" || length === before);
      if (found === "accepted") {
        order = [...order.filter((id) => id !== certificateId || reissued.has(id)), certificateId];
        imported.add(certificateId);
      }
    }
    const snapshot = await journal.snapshot(orderId, service);
    const { latest, merged } = snapshot;
    holds("an attempt is listed twice", new Set(merged.map((one) => one.attemptId)).size === merged.length);
    holds("the last import or reissue is not the latest", latest?.certificateId === order.at(-1));
    const knownLatest = rules.knowing(latest ?? {});
    const decision = await journal.decide({ ...renewalIntent(60), knownLatest }, snapshot);
    holds(
      "a timer buys within max-age of the latest purchase, or without a certificate of a known age",
      decision.kind !== "send" || (order.at(-1) === "old" && reissued.size === 0),
    );
  }
}

const statedRequests = ["", "hash:1", "hash:1 csr:1", "hash:1 csr:2"] as const;
type RequestStep = `${"file" | "plain" | "latest" | "correct" | "early"}: ${(typeof statedRequests)[number]}`;
const requestSteps: readonly RequestStep[] = [
  ...(["file", "plain", "latest", "correct"] as const).flatMap((how) =>
    statedRequests.map((request) => `${how}: ${request}` as const),
  ),
  "early: ",
  "early: hash:1",
];

/** What is known about one certificate, after imports that state its request, or a time of issue before a reissue made it ("early"). */
async function takeImportedRequests(
  rules: Rules,
  isReissued: boolean,
  steps: readonly RequestStep[],
): Promise<void> {
  const store = new MemoryStore();
  const journal = new rules.Journal(store, { now: () => now });
  let known = isReissued ? "hash:1" : "";
  if (isReissued) {
    await store.log(orderId).append(sent("a1", { at: now.toISOString(), digest: known }));
    await store.log(orderId).append(done("a1", "x"));
  }
  for (const step of steps) {
    const [how = "", request = ""] = step.split(": ");
    const adds = known.split(" ").every((part) => part === "" || request.split(" ").includes(part));
    const isAccepted = isReissued ? request === known : how === "correct" || adds;
    const isTooEarly = isReissued && how === "early";
    const isRefused = isTooEarly || (how !== "file" && request !== "" && !isAccepted);
    if (request !== "" && !isRefused && !isReissued && (how !== "file" || known === "")) known = request;
    const requestDigest = request === "" ? undefined : request;
    const options = {
      isTyped: how !== "file",
      asLatest: how === "latest",
      corrects: how === "correct",
      issuedAt: how === "early" ? new Date(now.getTime() - 100 * dayMs).toISOString() : undefined,
    };
    const outcome = await journal
      .importCertificate({ orderId, certificateId: "x", requestDigest, ...options }, service)
      .then(
        () => "accepted",
        (error: unknown) => {
          if (!CertOrderError.is(error)) throw error;
          return "refused";
        },
      );
    const expected = isRefused ? "refused" : "accepted";
    holds(`an import is ${outcome} that should be ${expected}`, outcome === expected);
    const { latest } = await journal.snapshot(orderId, service);
    holds("an import changes a request that it must not change", (latest?.requestDigest ?? "") === known);
  }
}

/** What sender and people say about one attempt. */
export async function tryStatements(rules: Rules, length: number): Promise<RulesResult> {
  let count = 0;
  for (const [title, beginning] of Object.entries(beginnings)) {
    const steps = beginning.log.length > 0 ? [...people, ...senders] : people;
    const result = await trySequences(title, sequences(steps, length), (sequence) =>
      takeStatements(rules, beginning, sequence),
    );
    count += result.count;
    if (result.broken !== undefined) return { count, broken: result.broken };
  }
  return { count, broken: undefined };
}

/** What people and files state about the request of a certificate that imports, or a reissue, made known. */
export async function tryImportedRequests(rules: Rules, length: number): Promise<RulesResult> {
  let count = 0;
  for (const isReissued of [false, true]) {
    const title = isReissued ? "requests of a reissue" : "requests of an import";
    const result = await trySequences(title, sequences(requestSteps, length), (sequence) =>
      takeImportedRequests(rules, isReissued, sequence),
    );
    count += result.count;
    if (result.broken !== undefined) return { count, broken: result.broken };
  }
  return { count, broken: undefined };
}

/** What people import into one order, and what it is reissued with meanwhile. */
export function tryImportSequences(rules: Rules, length: number): Promise<RulesResult> {
  return trySequences("imports", sequences(importSteps, length), (sequence) => takeImports(rules, sequence));
}
