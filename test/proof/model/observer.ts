import { intentsOf, judge, senders } from "./model.ts";
import {
  begunBy,
  type Deed,
  endsWell,
  isRefused,
  isRun,
  isSent,
  isShown,
  journalOf,
  objectOf,
  type RunDeed,
  read,
  resolvedBy,
  type Step,
  sentBy,
} from "./step.ts";
import { Broken, type Tally } from "./tally.ts";
import { Truth } from "./truth.ts";
import type { Hands, OrderView, Seat, StepResult } from "./world.ts";

/** A deed and what it led to. */
type Seen = Pick<Step, "deed" | "seat" | "before" | "after" | "ending">;

/** Watches each deed, judges it by the laws, and knows afterwards what was carried out for which intent. */
export class Observer {
  readonly truth = new Truth();
  readonly #hands: Hands;
  readonly #tally: Tally;
  readonly #onLook: (world: OrderView) => void;
  readonly #story: string[] = [];
  /** The attempts that a person has resolved. */
  readonly #resolved = new Set<string>();
  #world: OrderView;

  constructor(hands: Hands, tally: Tally, world: OrderView, onLook: (world: OrderView) => void) {
    this.#hands = hands;
    this.#tally = tally;
    this.#world = world;
    this.#onLook = onLook;
    for (const certificate of world.issued) this.truth.issued(certificate);
  }

  get world(): OrderView {
    return this.#world;
  }

  note(line: string): void {
    this.#story.push(line);
  }

  isResolved(attemptId: string): boolean {
    return this.#resolved.has(attemptId);
  }

  /** Something changed that no law is about. */
  async looksAgain(): Promise<void> {
    this.#sees(await this.#hands.look());
  }

  async step(deed: Deed, seat: Seat, work: () => Promise<StepResult>): Promise<StepResult> {
    const before = this.#world;
    const ending = await work();
    this.judges({ deed, seat, before, after: await this.#hands.look(), ending });
    return ending;
  }

  judges(seen: Seen): void {
    const { deed, ending, after } = seen;
    const step: Step = { ...seen, truth: this.truth };
    if (isRun(step) && endsWell(step)) this.#trusts(step);
    this.registers(seen);
    this.#sees(after);
    this.note(`   ${ending.how}: ${inShort(after)}`);
    const broken = judge(step);
    if (broken.length > 0) throw this.broken(...broken, ending.left ?? "", ending.text);
    if (isRun(step)) this.#carriesOut(step);
    if (deed.kind === "command" && endsWell(step) && !isSent(step))
      for (const intent of deed.intents) this.#answers(step, intent);
    for (const attempt of resolvedBy(deed)) this.#resolved.add(attempt);
    this.#count(step);
  }

  /** Keeps what was begun, for which intents, and what it made. */
  registers(seen: Omit<Seen, "ending">): void {
    const step: Step = { ...seen, ending: { how: "well", text: "" }, truth: this.truth };
    const { deed } = step;
    for (const certificate of seen.after.issued) this.truth.issued(certificate);
    const [sent] = sentBy(step);
    for (const { attemptId, status } of begunBy(step))
      if (!this.truth.knows(attemptId))
        this.truth.made(attemptId, {
          intents: intentsOf(step),
          requests:
            deed.kind === "command"
              ? [deed.command.request]
              : isRun(step)
                ? senders(step).map(({ block }) => block.request)
                : [],
          certificate: status === "void" ? null : (sent?.certificate ?? null),
        });
    // What the journal learned from a state.
    for (const { attemptId, certificateId, isImported, requestDigest } of journalOf(step, seen.after)) {
      if (!isImported || this.truth.knows(attemptId)) continue;
      const madeFrom = this.truth.madeFrom(certificateId);
      // An import that is killed before it is stored was trusted all the same.
      const trusted = isRun(step) && madeFrom.length === 0 ? step.deed.askers : [];
      const requests = [...madeFrom, ...trusted.map(({ block }) => block.request)];
      this.truth.made(attemptId, {
        intents: [],
        certificate: certificateId ?? null,
        requests: requestDigest === undefined ? [] : requests,
      });
    }
  }

  broken(...why: readonly string[]): Broken {
    return new Broken([...new Set(why.filter((line) => line !== "")), ...this.#story].join("\n"));
  }

  #sees(world: OrderView): void {
    this.#world = world;
    this.#onLook(world);
    for (const certificate of world.issued) this.truth.issued(certificate);
  }

  /** An import is trusted to be what is configured, unless the journal knows what made it. */
  #trusts(step: Step<RunDeed>): void {
    for (const { name, block } of step.deed.askers) {
      const object = objectOf(step, name);
      const isMade = journalOf(step, step.before).some(
        ({ status, certificateId, requestDigest, isImported }) =>
          status === "succeeded" &&
          certificateId === object?.certificate &&
          requestDigest !== undefined &&
          !isImported,
      );
      if (object?.outcome === "imported" && object.certificate && !isMade)
        this.truth.trusted(object.certificate, block.request);
    }
  }

  /** What was sent, and what ended well, carried the intents of its blocks out. */
  #carriesOut(step: Step<RunDeed>): void {
    const { place, askers } = step.deed;
    const sending = isSent(step) ? senders(step) : [];
    for (const asker of askers) {
      const { name, block, intents } = asker;
      const [intent = ""] = intents;
      if (!endsWell(step) && !sending.includes(asker)) continue;
      this.truth.asked(place, name, intent, block.request);
      const object = objectOf(step, name, step.after);
      if (!endsWell(step) || !object?.certificate) continue;
      this.truth.answered(intent, object.certificate);
      if (!isSent(step) && objectOf(step, name)?.certificate !== object.certificate) this.#tally.adoptions++;
    }
  }

  #answers({ ending, after }: Step, intent: string): void {
    const shown = after.issued.findLast((certificate) => isShown(ending.text, certificate));
    if (shown !== undefined) this.truth.answered(intent, shown);
  }

  #count(step: Step): void {
    const { before, after, ending, deed } = step;
    this.#tally.reissues += after.issued.length - before.issued.length;
    if (ending.how === "killed") this.#tally.kills++;
    if (isRefused(step) && !isSent(step)) this.#tally.blocked++;
    const trouble =
      deed.kind === "run" ? deed.trouble : deed.kind === "command" ? deed.command.trouble : undefined;
    if (trouble && "when" in trouble && isSent(step)) this.#tally.faults++;
  }
}

function inShort({ issued, journals, states }: OrderView): string {
  const journal = journals.map(({ attempts, damage }, home) => {
    const all = attempts.map(({ attemptId, lastEvent, certificateId, isImported }) =>
      [attemptId, isImported ? "imported" : "", lastEvent, certificateId].filter(Boolean).join(" "),
    );
    return `journal${home || ""}: ${[...all, ...damage.map(({ id }) => id)].join(", ") || "nothing"}`;
  });
  const stored = Object.entries(states).flatMap(([place, { objects }]) =>
    Object.entries(objects).map(([name, object]) => {
      const { certificate, outcome, tainted, openAttempt, earlier } = read(object);
      const facts = [certificate, outcome, openAttempt && `open ${openAttempt}`, tainted && "tainted"];
      return `${place} ${name}: ${[...facts.filter(Boolean), `after ${earlier.join("+") || "none"}`].join(" ")}`;
    }),
  );
  return [`issued: ${issued.join(", ")}`, ...journal, ...stored].join("; ");
}
