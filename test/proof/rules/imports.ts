import { CertOrderError } from "../../../src/contract/index.ts";
import type { JournalEvent } from "../../../src/journal/events.ts";
import { MemoryStore } from "../../../src/journal/stores/memory.ts";
import { done, imported, sent } from "../../harness/journal/events.ts";
import { commandIntent, service, startClaim } from "../../harness/journal/intents.ts";
import type { Rules, RulesResult } from "./subject.ts";
import { type Process, type Try, TurnStore, tryGroups, tryTurns } from "./turns.ts";

// People who import certificates, and programs that reissue the order meanwhile: every order of their reads and writes.

const orderId = "order-1";

export type ActorName = "imports x" | "imports y" | "imports the first" | "reissues" | "reissues, lost";

/** An import that was written, and how many entries its importer had read. */
interface WrittenImport {
  readonly position: number;
  readonly seen: number;
}

class ImportTry implements Try {
  readonly processes: readonly Process[];
  readonly #rules: Rules;
  readonly #store = new MemoryStore();
  readonly #broken: string[] = [];
  readonly #imports: WrittenImport[] = [];
  #events: JournalEvent[] = [];

  constructor(rules: Rules, group: readonly ActorName[]) {
    this.#rules = rules;
    this.processes = group.map((name, index) => (wait) => this.#act(name, index, wait));
  }

  async begin(earlier: readonly string[]): Promise<this> {
    for (const event of [sent("first"), done("first", "c-first")]) await this.#append(event);
    for (const certificate of earlier) {
      this.#imports.push({ position: this.#events.length, seen: this.#events.length });
      await this.#append(imported(this.#events, certificate));
    }
    return this;
  }

  async broken(): Promise<string | undefined> {
    const { attempts } = this.#rules.readHistory(orderId, await this.#store.log(orderId).read());
    const latest = this.#rules.latestAttempt(attempts)?.certificateId;
    if (new Set(attempts.map(({ attemptId }) => attemptId)).size < attempts.length)
      this.#broken.push("an attempt is listed twice");
    for (const { position, seen } of this.#imports)
      if (isAnyOpen(this.#events.slice(0, seen)))
        this.#broken.push(`an import is written while an attempt is open (entry ${position})`);
    if (latest !== this.#latestOf(this.#events.length))
      this.#broken.push(`the latest is ${latest}, not ${this.#latestOf(this.#events.length)}`);
    return this.#broken[0];
  }

  async #append(event: JournalEvent): Promise<void> {
    this.#events = [...this.#events, event];
    await this.#store.log(orderId).append(event);
  }

  async #act(name: ActorName, index: number, wait: () => Promise<void>): Promise<void> {
    let seen = 0;
    const hooks: Partial<TurnStore> = {
      onRead: ({ length }) => {
        seen = length;
      },
      onAppend: (event) => {
        if (event.event === "imported") this.#imports.push({ position: this.#events.length, seen });
        this.#events = [...this.#events, event];
      },
    };
    const journal = new this.#rules.Journal(new TurnStore(this.#store, wait, hooks), {
      now: () => new Date("2027-01-01T00:00:00.000Z"),
    });
    try {
      if (!name.startsWith("imports")) return await this.#reissue(journal, name, index, wait);
      const certificateId = name === "imports the first" ? "c-first" : name.slice(-1);
      await journal.importCertificate({ orderId, certificateId, asLatest: true }, service);
      const lengths = this.#events.map((_, at) => at + 1);
      if (!lengths.some((length) => this.#latestOf(length) === certificateId))
        this.#broken.push(`an import of ${certificateId} is accepted, and it was never the latest`);
    } catch (error) {
      if (!CertOrderError.is(error)) this.#broken.push(`it fails: ${error}`);
    }
  }

  async #reissue(
    journal: InstanceType<Rules["Journal"]>,
    name: ActorName,
    index: number,
    wait: () => Promise<void>,
  ): Promise<void> {
    const begun = await startClaim(journal, commandIntent({ idempotencyKey: `k${index}` }));
    if (begun.decision.kind !== "send") return;
    const claim = await begun.claim();
    if (claim.kind !== "send") return;
    const { attemptId } = claim.attempt;
    const own = this.#events.findIndex((event) => event.event === "sent" && event.attempt === attemptId);
    if (begun.decision.previous?.certificateId !== this.#latestOf(own))
      this.#broken.push("it is sent by a caller who does not know the latest");
    await wait();
    if (name === "reissues") return claim.attempt.recordOutcome("done", `c-${index}`);
    await claim.attempt.recordOutcome("unknown");
    await journal.resolve({ orderId, attemptId, certificateId: `c-${index}` });
  }

  /** The latest certificate after so many entries: an import counts if nothing was sent or imported since its importer looked. */
  #latestOf(length: number): string | undefined {
    const order = new Map<string, string | undefined>();
    let changed = 0;
    for (const [at, event] of this.#events.slice(0, length).entries())
      if (event.event === "sent") {
        order.set(event.attempt, undefined);
        changed = at + 1;
      } else if (event.event === "done") order.set(event.attempt, event.certificate);
      else if (event.event === "resolved") order.set(event.attempt, event.certificate ?? undefined);
      else if (event.event === "imported") {
        const { seen = 0 } = this.#imports.find(({ position }) => position === at) ?? {};
        if (seen < changed) continue;
        order.delete(event.attempt);
        order.set(event.attempt, event.certificate);
        changed = at + 1;
      }
    return [...order.values()].findLast((certificate) => certificate !== undefined);
  }
}

function isAnyOpen(events: readonly JournalEvent[]): boolean {
  return events.some(
    (event) =>
      event.event === "sent" &&
      !events.some(
        (other) =>
          other.event !== "sent" &&
          other.event !== "unknown" &&
          "attempt" in other &&
          other.attempt === event.attempt,
      ),
  );
}

export function tryImports(rules: Rules, groups: Iterable<readonly ActorName[]>): Promise<RulesResult> {
  // A certificate that is imported again moves to the end.
  const beginnings = [[], ["x", "w"]];
  const all = [...groups].flatMap((group) => beginnings.map((earlier) => ({ group, earlier })));
  return tryGroups(all, ({ group, earlier }) =>
    tryTurns(`${group.join(", ")}, after imports of ${earlier}`, () =>
      new ImportTry(rules, group).begin(earlier),
    ),
  );
}

/** Every pair of people and programs, one of them a person who imports. */
export const importPairs: readonly (readonly ActorName[])[] = (
  ["imports x", "imports y", "imports the first"] as const
).flatMap((one) =>
  (["imports x", "imports the first", "reissues", "reissues, lost"] as const).map(
    (other) => [one, other] as const,
  ),
);
