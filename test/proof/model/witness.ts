import { isOnTrust } from "../../../src/provider/reissue/stored.ts";
import { judge, senders, wishesOf } from "./model.ts";
import {
  begunBy,
  type Deed,
  endsWell,
  isOpenIn,
  isRefused,
  journalOf,
  objectOf,
  type RunDeed,
  read,
  type Step,
  sentBy,
} from "./step.ts";
import { Broken, type Tally } from "./tally.ts";
import { Truth } from "./truth.ts";
import { namedIn } from "./ways-out.ts";
import type { Ending, Hands, Seat, World } from "./world.ts";

/** A deed and what it has led to, before anybody has thought about it. */
type Seen = Pick<Step, "deed" | "seat" | "before" | "after" | "ending"> & {
  readonly spokenOf?: string | undefined;
  /** Attempts of this deed that have been noted before it was over. */
  readonly noted?: ReadonlySet<string>;
};

/** Watches what comes of each deed, holds it against the laws, and knows afterwards who has got what. */
export class Witness {
  readonly truth = new Truth();
  readonly #hands: Hands;
  readonly #tally: Tally;
  readonly #onLook: (world: World) => void;
  readonly #story: string[] = [];
  /** The attempts of which a person has said what became of them. */
  readonly #spokenOf = new Set<string>();
  #world: World;

  constructor(hands: Hands, tally: Tally, world: World, onLook: (world: World) => void) {
    this.#hands = hands;
    this.#tally = tally;
    this.#world = world;
    this.#onLook = onLook;
    for (const certificate of world.issued) this.truth.issued(certificate);
  }

  get world(): World {
    return this.#world;
  }

  note(line: string): void {
    this.#story.push(line);
  }

  isSpokenOf(attemptId: string): boolean {
    return this.#spokenOf.has(attemptId);
  }

  /** The newest attempt that a journal knows to have made a certificate. */
  newest(home: number) {
    return this.#world.journals[home]?.findLast(({ fate }) => fate === "done");
  }

  /** Something has changed that no law is about. */
  async looksAgain(): Promise<void> {
    this.#sees(await this.#hands.look());
  }

  /** Watches something that is done. */
  async step(deed: Deed, seat: Seat, work: () => Promise<Ending>, spokenOf?: string): Promise<Ending> {
    const before = this.#world;
    const ending = await work();
    this.judges({ deed, seat, before, after: await this.#hands.look(), ending, spokenOf });
    return ending;
  }

  judges(seen: Seen): void {
    const { deed, ending, after } = seen;
    if (deed.kind === "run" && ending.how === "well") this.#trusts(seen as Step<RunDeed>);
    const spokenOf = seen.spokenOf ?? (deed.kind === "run" ? namedIn(deed.written.resolve) : undefined);
    const step: Step = { ...seen, spokenOf, truth: this.truth, remembered: this.registers(seen) };
    this.#sees(after);
    this.note(`   ${ending.how}: ${inShort(after)}`);
    const broken = judge(step);
    if (broken.length > 0) throw this.broken(...broken, ending.left ?? "", ending.text);
    if (deed.kind === "run") this.#fulfils(step as Step<RunDeed>);
    if (spokenOf !== undefined) this.#spokenOf.add(spokenOf);
    this.#count(step);
  }

  /** Notes what was begun, for whom, and what has come of it. Returns what a journal was only told by a state. */
  registers(seen: Omit<Seen, "ending">): Set<string> {
    const ending: Ending = { how: "well", text: "" };
    const step: Step = { ...seen, ending, truth: this.truth, remembered: new Set() };
    const { deed } = step;
    for (const certificate of seen.after.issued) this.truth.issued(certificate);
    const remembered = new Set<string>();
    const [sent] = sentBy(step);
    for (const { attemptId, state, fate, certificateId, what } of begunBy(step)) {
      const isMadeBefore = !sent && fate === "done" && certificateId !== undefined;
      if ((this.truth.knows(attemptId) && !seen.noted?.has(attemptId)) || isMadeBefore)
        remembered.add(attemptId);
      if (this.truth.knows(attemptId)) continue;
      const nothing = { wishes: [], whats: [], certificate: null };
      if (isMadeBefore) {
        const madeFrom = this.truth.madeFrom(certificateId);
        // An import that is killed before it is stored was taken on trust for what is written.
        const trusted = deed.kind === "run" && madeFrom.length === 0 ? deed.askers : [];
        const whats = what === undefined ? [] : [...madeFrom, ...trusted.map(({ block }) => block.what)];
        this.truth.made(attemptId, { ...nothing, whats, certificate: certificateId });
      } else if (state === "damaged" || deed.kind === "other") this.truth.made(attemptId, nothing);
      else
        this.truth.made(attemptId, {
          wishes: wishesOf(step),
          whats:
            deed.kind === "command"
              ? [deed.command.what]
              : senders(step as Step<RunDeed>).map(({ block }) => block.what),
          certificate: sent?.certificate ?? null,
        });
    }
    return remembered;
  }

  broken(...why: readonly string[]): Broken {
    return new Broken([...new Set(why.filter((line) => line !== "")), ...this.#story].join("\n"));
  }

  #sees(world: World): void {
    this.#world = world;
    this.#onLook(world);
    for (const certificate of world.issued) this.truth.issued(certificate);
  }

  /** An import is believed to be what is written, unless an attempt in the history has made it. */
  #trusts(step: Step<RunDeed>): void {
    for (const { name, block } of step.deed.askers) {
      const object = objectOf(step, name);
      const isMade = journalOf(step, step.before).some(
        (attempt) =>
          attempt.fate === "done" && attempt.certificateId === object?.certificate && !isOnTrust(attempt),
      );
      if (object?.outcome === "imported" && object.certificate && !isMade)
        this.truth.trusted(object.certificate, block.what);
    }
  }

  /** What was sent, and what ended well, is what people have asked for and got. */
  #fulfils(step: Step<RunDeed>): void {
    const { place, askers } = step.deed;
    const isSent = sentBy(step).length > 0;
    const sending = isSent ? senders(step) : [];
    for (const asker of askers) {
      const { name, block, wishes } = asker;
      const [wish = ""] = wishes;
      if (!endsWell(step) && !sending.includes(asker)) continue;
      this.truth.asked(place, name, wish, block.what);
      const object = objectOf(step, name, step.after);
      if (!endsWell(step) || !object?.certificate) continue;
      this.truth.answered(wish, object.certificate);
      if (!isSent && objectOf(step, name)?.certificate !== object.certificate) this.#tally.answers++;
    }
  }

  #count(step: Step): void {
    const { before, after, ending, deed } = step;
    const isSent = sentBy(step).length > 0;
    this.#tally.reissues += after.issued.length - before.issued.length;
    if (ending.how === "killed") this.#tally.kills++;
    if (isRefused(step) && !isSent) this.#tally.refusals++;
    const trouble =
      deed.kind === "run" ? deed.trouble : deed.kind === "command" ? deed.command.trouble : undefined;
    if (trouble && "when" in trouble && isSent) this.#tally.faults++;
  }
}

function inShort({ issued, journals, states }: World): string {
  const journal = journals.map((attempts, home) => {
    const all = attempts.map((attempt) =>
      [attempt.attemptId, attempt.state, isOpenIn(attempt) ? "(open)" : "", attempt.certificateId]
        .filter(Boolean)
        .join(" "),
    );
    return `journal${home || ""}: ${all.join(", ") || "nothing"}`;
  });
  const stored = Object.entries(states).flatMap(([place, { objects }]) =>
    Object.entries(objects).map(([name, object]) => {
      const { certificate, outcome, tainted } = read(object);
      return `${place} ${name}: ${certificate} ${outcome}${tainted ? ", tainted" : ""}`;
    }),
  );
  return [`issued: ${issued.join(", ")}`, ...journal, ...stored].join("; ");
}
