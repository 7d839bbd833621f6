import fc from "fast-check";
import { expect, test } from "vitest";
import { Journal, knowing, knowingNothing, MemoryStore } from "../../../src/journal/index.ts";

// Callbacks in any order around reissues whose answers are lost, in both modes of `resolve_by_callback`.

const orderId = "order-1";
const service = { name: undefined, address: "https://service.example" };

type Step =
  /** A person asks for a reissue; the key is the intent. */
  | { readonly do: "reissue"; readonly key: number; readonly fate: "answered" | "lost" | "never arrived" }
  /** A person reissues in the portal, which the journal does not hear of. */
  | { readonly do: "portal" }
  /** The service calls back about one of its certificates: late, again, in any order. */
  | { readonly do: "callback"; readonly which: number }
  /** A callback about a certificate that does not exist. Its sender knows the access key. */
  | { readonly do: "forge" }
  /** A person settles the open attempt by what the service shows. */
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

class World {
  readonly store = new MemoryStore();
  readonly journal: Journal;
  /** The certificates that the service has made, with the key of the request, if it came through the journal. */
  readonly made: { readonly certificate: string; readonly key: string | undefined }[] = [];
  /** How often each key was sent. */
  readonly sent = new Map<string, number>();
  #certificates = 0;
  #hours = 0;

  constructor(resolveByCallback: "propose" | "auto") {
    // An hour passes with each step, so that no attempt is in flight.
    const now = () => new Date(Date.parse("2026-11-17T00:00:00Z") + this.#hours * 3_600_000);
    this.journal = new Journal({ store: this.store, now, resolveByCallback });
    Object.assign(this.store, { isRunning: async () => false });
  }

  async take(step: Step): Promise<void> {
    this.#hours++;
    switch (step.do) {
      case "reissue":
        return this.#reissue(`key-${step.key}`, step.fate);
      case "portal":
        this.made.push({ certificate: this.#next(), key: undefined });
        return;
      case "callback": {
        const certificateId = this.made[step.which % Math.max(this.made.length, 1)]?.certificate;
        if (certificateId) await this.journal.recordIssued({ orderId, certificateId, receiver: "r" });
        return;
      }
      case "forge":
        await this.journal.recordIssued({ orderId, certificateId: this.#next(), receiver: "r" });
        return;
      case "resolve": {
        const open = (await this.journal.attempts(orderId)).find(({ status }) => status === "open");
        const own = this.made.findLast(({ key }) => key !== undefined && key === open?.idempotencyKey);
        if (open) await this.journal.resolve(orderId, open.attemptId, own?.certificate ?? null);
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
    const verdict = await this.journal.preview(intent, before);
    if (verdict.kind !== "send") return;
    const claim = await this.journal.claim(intent, before.latest, new Date(0));
    if (claim.kind !== "send") return;
    this.sent.set(key, (this.sent.get(key) ?? 0) + 1);
    if (fate === "never arrived") return claim.attempt.settle("unknown");
    const certificate = this.#next();
    this.made.push({ certificate, key });
    return fate === "answered" ? claim.attempt.settle("done", certificate) : claim.attempt.settle("unknown");
  }
}

test.each(["propose", "auto"] as const)(
  "No callback leads to a second reissue of a key that was carried out, and none makes an attempt void (%s)",
  async (mode) => {
    let settled = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const world = new World(mode);
        for (const step of all) {
          const before = await world.journal.attempts(orderId);
          await world.take(step);
          const after = await world.journal.attempts(orderId);
          for (const { key } of world.made.filter((one) => one.key !== undefined))
            expect(world.made.filter((one) => one.key === key)).toHaveLength(1);
          for (const { attemptId, status } of before) {
            const now = after.find((attempt) => attempt.attemptId === attemptId);
            // Only a person makes an attempt void, and nothing takes a success back.
            if (status === "open" && step.do !== "resolve") expect(now?.status).not.toBe("void");
            if (status === "succeeded") expect(now?.status).toBe("succeeded");
            if (mode === "propose" && status === "open" && step.do !== "resolve")
              expect(now?.status).toBe("open");
          }
          for (const attempt of after.filter(({ resolvedByCallback }) => resolvedByCallback)) {
            settled++;
            const { issued } = await world.journal.history(orderId);
            expect(issued.map(({ certificateId }) => certificateId)).toContain(attempt.certificateId);
            expect(after.filter(({ certificateId }) => certificateId === attempt.certificateId)).toHaveLength(
              1,
            );
          }
        }
      }),
      { numRuns: 1_000 },
    );
    expect(settled > 0).toBe(mode === "auto");
  },
);
