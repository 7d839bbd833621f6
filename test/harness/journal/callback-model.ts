import fc from "fast-check";
import {
  type Attempt,
  findEvidence,
  Journal,
  knowing,
  knowingNothing,
  MemoryStore,
} from "../../../src/journal/index.ts";

// Callbacks in any order around reissues whose answers are lost.

export const orderId = "order-1";
export const service = { name: undefined, address: "https://service.example" };

export type Step =
  /** A person asks for a reissue; the key is the intent. */
  | { readonly do: "reissue"; readonly key: number; readonly fate: "answered" | "lost" | "never arrived" }
  /** A person reissues in the portal, which the journal does not hear of. */
  | { readonly do: "portal" }
  /** The service calls back about one of its certificates: late, again, in any order. */
  | { readonly do: "callback"; readonly which: number }
  /** A callback about a certificate that does not exist. Its sender knows the access key. */
  | { readonly do: "forge" }
  /** A person resolves the open attempt by what the service shows. */
  | { readonly do: "resolve" };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant("reissue" as const),
        key: fc.nat(8),
        fate: fc.constantFrom("answered" as const, "lost" as const, "never arrived" as const),
      }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("callback" as const), which: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("portal" as const, "forge" as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("resolve" as const) }) },
  ),
  { minLength: 4, maxLength: 20, size: "max" },
);

/** A service, and people who reissue, resolve and use a portal. */
export class CallbackModel {
  readonly store = new MemoryStore();
  readonly journal: Journal;
  /** The certificates that the service has made, with the key of the request, if it came through the journal. */
  readonly made: { readonly certificate: string; readonly key: string | undefined }[] = [];
  /** How often each key was sent. */
  readonly sent = new Map<string, number>();
  #certificates = 0;
  #hours = 0;

  constructor() {
    // An hour passes with each step, so that no attempt is in flight.
    const now = () => new Date(Date.parse("2026-11-17T00:00:00Z") + this.#hours * 3_600_000);
    this.journal = new Journal(this.store, { now });
    Object.assign(this.store, { isRunning: async () => false });
  }

  passHour(): void {
    this.#hours++;
  }

  async take(step: Step): Promise<void> {
    this.passHour();
    switch (step.do) {
      case "reissue":
        return this.#reissue(`key-${step.key}`, step.fate);
      case "portal":
        this.made.push({ certificate: this.#next(), key: undefined });
        return;
      case "callback": {
        const certificateId = this.made[step.which % Math.max(this.made.length, 1)]?.certificate;
        if (certificateId) await this.journal.callbacks.record({ orderId, certificateId, receiver: "r" });
        return;
      }
      case "forge":
        await this.journal.callbacks.record({ orderId, certificateId: this.#next(), receiver: "r" });
        return;
      case "resolve": {
        const open = (await this.journal.attempts(orderId)).find(({ status }) => status === "open");
        const own = this.made.findLast(({ key }) => key !== undefined && key === open?.idempotencyKey);
        if (open)
          await this.journal.resolve({
            orderId,
            attemptId: open.attemptId,
            certificateId: own?.certificate ?? null,
          });
      }
    }
  }

  #next(): string {
    return `cert-${++this.#certificates}`;
  }

  async #reissue(key: string, fate: string): Promise<void> {
    const before = await this.journal.snapshot(orderId, service);
    await this.journal.write(before);
    const knownLatest = before.latest ? knowing(before.latest) : knowingNothing;
    const intent = { orderId, service, idempotencyKey: key, requestDigest: key, knownLatest, force: true };
    const decision = await this.journal.decide(intent, before);
    if (decision.kind !== "send") return;
    const claim = await this.journal.claim(intent, before.latest, new Date(0));
    if (claim.kind !== "send") return;
    this.sent.set(key, (this.sent.get(key) ?? 0) + 1);
    if (fate === "never arrived") return claim.attempt.recordOutcome("unknown");
    const certificate = this.#next();
    this.made.push({ certificate, key });
    return fate === "answered"
      ? claim.attempt.recordOutcome("done", certificate)
      : claim.attempt.recordOutcome("unknown");
  }
}

/** Takes random steps, and throws if a law is broken. Returns how many callbacks were shown with an open attempt. */
export async function tryCallbacks({
  numRuns,
  seed,
}: {
  readonly numRuns: number;
  readonly seed?: number;
}): Promise<number> {
  let shown = 0;
  const property = fc.asyncProperty(steps, async (all) => {
    const model = new CallbackModel();
    await model.journal.callbacks.addReceiver("r");
    for (const step of all) {
      const before = await model.journal.attempts(orderId);
      await model.take(step);
      shown += await checkLaws(model, step, before);
    }
  });
  await fc.assert(property, { numRuns, ...(seed !== undefined && { seed }) });
  return shown;
}

/** Throws if a law is broken. Returns how many callbacks are shown with an open attempt. */
async function checkLaws(
  { journal, made }: CallbackModel,
  step: Step,
  before: readonly Attempt[],
): Promise<number> {
  const { attempts: after } = await journal.history(orderId);
  const keys = made.flatMap(({ key }) => (key === undefined ? [] : [key]));
  holds("a key was carried out twice", new Set(keys).size === keys.length);
  for (const { attemptId, status, certificateId } of before) {
    const now = after.find((attempt) => attempt.attemptId === attemptId);
    if (step.do !== "resolve") holds("a callback changed a result", now?.status === status);
    if (status === "succeeded") holds("a certificate was changed", now?.certificateId === certificateId);
  }
  const open = after.find(({ status }) => status === "open");
  const { issued } = await journal.callbacks.read(orderId);
  const evidence = open ? findEvidence(open, after, issued) : [];
  const known = after.map(({ certificateId }) => certificateId);
  for (const { certificateId } of evidence)
    holds("a callback about the certificate of another attempt is shown", !known.includes(certificateId));
  return evidence.length;
}

export function holds(otherwise: string, condition: boolean): void {
  if (!condition) throw new Error(otherwise);
}
