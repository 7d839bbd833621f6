import { type Action, inWords, type Place, places } from "./actions.ts";
import { allows, judge } from "./model.ts";
import { didHappen, isInDoubt, isQuestion, open } from "./step.ts";
import type { Ending, Hands, World, Written } from "./world.ts";

/** What was done, in numbers. */
export class Tally {
  sequences = 0;
  actions = 0;
  reissues = 0;
  kills = 0;
  faults = 0;
}

/** The promise was broken. The message says how, and lists what was done. */
export class Broken extends Error {
  override readonly name = "Broken";
}

/** Carries a sequence of actions out on an order of its own. Throws {@link Broken}. */
export async function run(hands: Hands, actions: readonly Action[], tally = new Tally()): Promise<void> {
  await hands.begin();
  const person = new Person(hands, tally, await hands.look());
  for (const action of actions) await person.does(action);
  await person.findsTheWayOut();
  tally.sequences++;
}

const done: Ending = { how: "well", text: "" };

/** Somebody at work on one order: carries actions out, and holds what comes of each against the model. */
class Person {
  readonly #hands: Hands;
  readonly #tally: Tally;
  readonly #written: Record<Place, Written> = {
    a: { wish: { turn: "1", days: 90 } },
    b: { wish: { turn: "1", days: 90 } },
  };
  /** What the service tells whoever looks an attempt up: the certificate that it led to, or null. */
  readonly #truth = new Map<string, string | null>();
  readonly #story: string[] = [];
  #allowed = 0;
  #world: World;

  constructor(hands: Hands, tally: Tally, world: World) {
    this.#hands = hands;
    this.#tally = tally;
    this.#world = world;
  }

  async does(action: Action): Promise<Ending> {
    this.#story.push(inWords(action));
    const before = this.#world;
    const written = "in" in action ? this.#written[action.in] : undefined;
    const ending = await this.#carryOut(action).catch((error: unknown) => this.#fail(String(error)));
    const after = await this.#hands.look();
    this.#story.push(`   ${ending.how}: ${inShort(after)}`);
    const step = { action, written, ending, before, after };
    const isAllowed = allows(step);
    if (isAllowed) this.#allowed++;
    const broken = judge(step);
    if (after.issued.length - 1 > this.#allowed)
      broken.push("There are no more reissues than a person has asked for and nothing forbade.");
    if (broken.length > 0) this.#fail(...broken, ending.left ?? ending.text);

    this.#world = after;
    const reissued = after.issued.slice(before.issued.length);
    for (const { attemptId } of open(after))
      if (!this.#truth.has(attemptId)) this.#truth.set(attemptId, reissued[0] ?? null);
    this.#tally.actions++;
    this.#tally.reissues += reissued.length;
    if (ending.how === "killed") this.#tally.kills++;
    if (isAllowed && "trouble" in action && action.trouble && "when" in action.trouble) this.#tally.faults++;
    return ending;
  }

  /** Whoever looks up at the service what became of it, and says so, can go on: by `journal resolve`, or by `resolve`. */
  async findsTheWayOut(): Promise<void> {
    if (!isInDoubt(this.#world)) return;
    const [first, ...more] = open(this.#world);
    // The argument has room for one attempt.
    const isTheOnlyOne =
      more.length === 0 &&
      Object.values(this.#world.stored).every(
        (object) => !isQuestion(object) || object?.attempt === first?.attemptId,
      );
    const byArgument = isTheOnlyOne && this.#world.issued.length % 2 === 0 ? first : undefined;
    if (!byArgument) for (const { attemptId } of open(this.#world)) await this.#tellsTheJournal(attemptId);
    for (const place of places) {
      const object = this.#world.stored[place];
      const attempt = isQuestion(object) ? object?.attempt : byArgument?.attemptId;
      this.#written[place] = {
        wish: { turn: "the end", days: 90 },
        resolve: attempt ? { attempt, certificate: this.#truthOf(attempt) } : undefined,
      };
      await this.does({ do: "untaint", in: place });
      const { how, text } = await this.does({ do: "apply", in: place, replace: false, refresh: true });
      if (how !== "well") this.#fail("There is a way out.", text);
    }
    if (isInDoubt(this.#world)) this.#fail("The way out leads out.");
    await this.does({ do: "certorder reissue" });
  }

  async #tellsTheJournal(attempt: string): Promise<void> {
    const { how, text } = await this.#hands.resolve(attempt, this.#truthOf(attempt));
    if (how !== "well") this.#fail("The truth about an attempt is taken.", text);
    this.#world = await this.#hands.look();
  }

  /** The truth, except that a person who has told the journal something else has to keep to it. */
  #truthOf(attempt: string): string | null {
    const known = this.#world.attempts.find(({ attemptId }) => attemptId === attempt);
    return known?.certificateId ?? this.#truth.get(attempt) ?? null;
  }

  async #carryOut(action: Action): Promise<Ending> {
    const { stored, issued, attempts } = this.#world;
    const newest = issued.at(-1) ?? "";
    // What a person would say something about: what is open, else what was last.
    const attempt = open(this.#world)[0] ?? attempts.at(-1);
    if (action.do === "certorder reissue") return this.#hands.reissue(action.trouble);
    if (action.do === "certorder journal resolve") {
      if (!attempt) return done;
      const isDenied = action.as === "not-happened";
      const ending = await this.#hands.resolve(attempt.attemptId, isDenied ? null : newest);
      const isToBeTaken = !attempt.closed && !(isDenied && didHappen(attempt));
      if ((ending.how === "well") !== isToBeTaken)
        this.#fail("A person is believed, except against the service's own word.", ending.text);
      return ending;
    }
    const place = action.in;
    const written = this.#written[place];
    switch (action.do) {
      case "apply":
        return this.#hands.apply(place, written, action);
      case "refresh":
      case "destroy":
        return this.#hands[action.do](place, written);
      case "import":
        return stored[place] ? done : this.#hands.import(place, written, newest);
      case "write":
        this.#written[place] = { ...written, wish: action.wish };
        return done;
      case "write resolve":
        if (attempt)
          this.#written[place] = {
            ...written,
            resolve: { attempt: attempt.attemptId, certificate: action.as === "happened" ? newest : null },
          };
        return done;
      default:
        if (stored[place]) await this.#hands.edit(place, action.do);
        return done;
    }
  }

  #fail(...why: readonly string[]): never {
    throw new Broken([...new Set(why), ...this.#story].join("\n"));
  }
}

function inShort({ issued, attempts, stored }: World): string {
  const journal = attempts.map(({ state, closed }) => (closed ? state : `${state} (open)`)).join(", ");
  const states = places.map((place) => {
    const { certificate, outcome, tainted } = stored[place] ?? {};
    return `${place}: ${outcome ? `${certificate} ${outcome}${tainted ? ", tainted" : ""}` : "nothing"}`;
  });
  return [`issued: ${issued.join(", ")}`, `journal: ${journal || "nothing"}`, ...states].join("; ");
}
