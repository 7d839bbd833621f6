import { MemoryStore } from "../../../src/journal/stores/memory.ts";
import { done, sent } from "../../harness/journal/events.ts";
import { service } from "../../harness/journal/intents.ts";
import { holds, sequences, trySequences } from "./sequences.ts";
import type { Rules, RulesResult } from "./subject.ts";

// When one certificate was issued, as people type it and states bring it: every short sequence.

const orderId = "order-1";
const certificateId = "x";
const now = new Date("2027-01-01T00:00:00.000Z");
/** Before the dates that people state. */
const sentAt = "2026-01-01T00:00:00.000Z";

const dates = ["2026-10-01T00:00:00.000Z", "2026-11-01T00:00:00.000Z"] as const;
const [first, second] = dates;

type Step =
  | `typed: ${string}`
  /** A state is adopted. */
  | `state: ${string}`
  /** A person types the second date after the state has read the journal. */
  | `state, meanwhile typed: ${string}`
  | "reissue with the same id";

const steps: readonly Step[] = [
  ...(["typed", "state", "state, meanwhile typed"] as const).flatMap((how) =>
    ["", ...dates].map((date) => `${how}: ${date}` as const),
  ),
  "reissue with the same id",
];

async function takeTimes(rules: Rules, sequence: readonly Step[]): Promise<void> {
  const store = new MemoryStore();
  const journal = new rules.Journal(store, { now: () => now });
  let isReissued = false;
  /** The journal's date, and the one that a person typed. */
  let [known, typed]: (string | undefined)[] = [];
  const keep = (date: string | undefined) => {
    known ??= date ?? (isReissued ? sentAt : undefined);
  };
  const type = async (date: string | undefined) => {
    await journal.importCertificate({ orderId, certificateId, issuedAt: date }, service);
    if (date === undefined) keep(date);
    else [known, typed] = [date, date];
  };
  for (const step of sequence) {
    const [how, date] = step.split(": ");
    const issuedAt = date || undefined;
    if (how === "reissue with the same id") {
      // The second one would be a third certificate with that id.
      if (isReissued) return;
      isReissued = true;
      await store.log(orderId).append(sent("a1", { at: sentAt, previous: certificateId }));
      await store.log(orderId).append(done("a1", certificateId));
      // It is another certificate.
      [known, typed] = [undefined, undefined];
    } else if (how === "typed") await type(issuedAt);
    else {
      const imported = { certificateId, previous: undefined, issuedAt };
      const snapshot = await journal.snapshot(orderId, service, { imported });
      if (how !== "state") await type(second);
      else keep(issuedAt);
      await journal.write(snapshot);
      const again = await journal.snapshot(orderId, service, { imported });
      holds("the same import twice writes twice", again.unwritten.length === 0);
    }
    const { latest } = await journal.snapshot(orderId, service);
    const age = latest && rules.ageStart(latest);
    holds(
      "the journal has another date than the first, or the typed one",
      age === (known ?? (isReissued ? sentAt : undefined)),
    );
    holds("what a state brings counts as typed, or a typed date is lost", latest?.typedTime === typed);
    if (typed === undefined) continue;
    const count = (await store.log(orderId).read()).length;
    await journal.importCertificate({ orderId, certificateId, issuedAt: typed }, service);
    holds(
      "a typed import that is repeated is written again",
      (await store.log(orderId).read()).length === count,
    );
  }
}

/** What people type and states bring, about one certificate. */
export function tryImportedTimes(rules: Rules, length: number): Promise<RulesResult> {
  return trySequences(`dates ${first} and ${second}`, sequences(steps, length), (sequence) =>
    takeTimes(rules, sequence),
  );
}
