import { type Attempt, attemptsIn, type Line } from "../../../src/journal/attempt.ts";
import type { Decision, Wish } from "../../../src/journal/rules.ts";
import type { Action, Change, Ending, PlaceName, What } from "./actions.ts";
import { attempt as attemptWith, type Rules } from "./subject.ts";

// People, states, commands and runs around one order, and the truth about who wished what. The truth is written from
// the promise (a reissue happens at most once for each time a person asked for it), not from the rules.

/** One time that a person asked for a reissue. */
interface Wished {
  readonly said: string;
  carriedOut: number;
  /** One, and one more for each time that a person said of what had happened that it had not. */
  allowed: number;
}

/** A person names the attempt on top of which to reissue, and so wishes once more. */
interface Anew {
  readonly attemptId: string;
  readonly wished: Wished;
}

/** Somebody who asks, from the first look into the history to the end. */
interface Asking {
  readonly attemptId: string;
  readonly wish: Wish;
  readonly what: What;
  /** What states tell of the order. */
  readonly stored: readonly Attempt[];
  /** Why it is asked for. */
  readonly wished: readonly Wished[];
  readonly anew?: Anew | undefined;
  /** The attempt whose certificate the asker knows as the newest. */
  readonly knows: string | undefined;
  /** Whoever called says that the result has arrived. */
  readonly isAcknowledged?: boolean | undefined;
  /** Where the result is stored, and whether an object comes into being there. */
  readonly place?: Place | undefined;
  readonly isCreated?: boolean | undefined;
}

/** What really became of an attempt, whatever is known of it. */
interface Truth {
  readonly asking: Asking;
  carriedOut: boolean;
  /** It has left, and nobody has said what became of it. */
  inDoubt: boolean;
}

interface Made {
  readonly attemptId: string;
  readonly certificateId: string;
  readonly what: string | undefined;
  readonly replaced: string | undefined;
}

/** What a state says of its one object. */
interface State {
  readonly made: Made | undefined;
  /** An attempt that left it open. */
  readonly open: { readonly attemptId: string; readonly what: What } | undefined;
  readonly tainted: boolean;
}

class Place {
  config: What | undefined;
  /** What the person wanted who has written what stands in the configuration. */
  wished: Wished | undefined;
  lastWritten: What | undefined;
  readonly states: (State | undefined)[] = [undefined];
  anew: Anew | undefined;
  /** A `-replace` that has not ended well. */
  replacing: Wished | undefined;
  /** An apply is under way and has locked the state. */
  isLocked = false;

  get state(): State | undefined {
    return this.states.at(-1);
  }

  set state(state: State | undefined) {
    this.states.push(state);
  }
}

interface Run {
  readonly name: string;
  /** How many lines the history had when it was created. */
  readonly created: number;
  readonly wished: Wished;
}

/** The promise is broken. */
export class Broken extends Error {}

export class Tally {
  sent = 0;
  carriedOut = 0;
  answered = 0;
  refused = 0;
  denied = 0;
}

export class World {
  readonly #rules: Rules;
  readonly #tally: Tally;
  readonly #lines: Line[] = [];
  readonly #truth = new Map<string, Truth>();
  readonly #places: Readonly<Record<PlaceName, Place>> = { here: new Place(), there: new Place() };
  readonly #names = new Map<string, Wished>();
  readonly #runs: Run[] = [];
  /** A call of which nobody has heard the end. */
  #calling: { readonly wished: Wished; readonly attemptId: string } | undefined;
  readonly #waiting: { readonly asking: Asking; readonly at: Ending }[] = [];

  constructor(rules: Rules, tally: Tally) {
    this.#rules = rules;
    this.#tally = tally;
  }

  /** Does something, if it can be done. Throws `Broken` where that breaks the promise. */
  act(action: Action): void {
    switch (action.do) {
      case "write":
        this.#write(this.#places[action.in], action.what);
        break;
      case "bring along":
        this.#bringAlong(this.#places[action.in]);
        break;
      case "taint":
      case "untaint":
        this.#mark(this.#places[action.in], action.do === "taint");
        break;
      case "take over":
        this.#takeOver(this.#places[action.in]);
        break;
      case "ask anew":
        this.#askAnew(this.#places[action.in]);
        break;
      case "restore":
        this.#restore(this.#places[action.in], action.which);
        break;
      case "type":
      case "call":
        this.#command({ wished: wish(action.do), ...action, isAcknowledged: action.do === "type" });
        break;
      case "call again":
        this.#callAgain(action.what, action.ending);
        break;
      case "once":
        this.#command({ wished: this.#named(action.name), ...action });
        break;
      case "start a run":
        this.#run(this.#newRun(), action.what, action.ending);
        break;
      case "queue a run":
        this.#newRun();
        break;
      case "re-run": {
        const run = this.#runs[action.which % this.#runs.length];
        // One that runs is not started again.
        const isRunning = this.#waiting.some(({ asking }) => asking.wish.name === run?.name);
        if (run && !isRunning) this.#run(run, action.what, action.ending);
        break;
      }
      case "go on": {
        const [waiting] = this.#waiting.splice(action.which % (this.#waiting.length || 1), 1);
        if (waiting) this.#goOn(waiting.asking, waiting.at, action.ending);
        break;
      }
      case "resolve":
      case "deny":
        this.#resolve(action.which, action.do === "deny");
        break;
      default:
        this.#change(action.do, this.#places[action.in], action.ending);
    }
  }

  #write(place: Place, what: What | undefined): void {
    place.config = what;
    // Taken out and written again as it was, it is the same wish. Changed, it is another.
    if (what === undefined || what === place.lastWritten) return;
    place.lastWritten = what;
    place.wished = wish(`${what} written`);
  }

  /** A state from before there was a history, which is all that is known of that time. */
  #bringAlong(place: Place): void {
    if (this.#truth.size > 0) return;
    const [attemptId, what] = ["a0", "A"] as const;
    const asking = { attemptId, what, stored: [], wished: [wish("before")], knows: undefined };
    const past: Wish = { what, held: {}, again: false };
    this.#truth.set(attemptId, { asking: { ...asking, wish: past }, carriedOut: true, inDoubt: false });
    this.#write(place, what);
    const made = { attemptId, certificateId: certificateOf(attemptId), what, replaced: undefined };
    place.states.splice(0, place.states.length, { made, open: undefined, tainted: false });
  }

  #mark(place: Place, tainted: boolean): void {
    if (place.state && !place.isLocked) place.state = { ...place.state, tainted };
  }

  #askAnew(place: Place): void {
    const head = this.#head();
    if (head) place.anew = { attemptId: head.attemptId, wished: wish("anew") };
  }

  /** A state as it was at any time before. */
  #restore(place: Place, which: number): void {
    const state = place.states[which % place.states.length];
    if (!place.isLocked && !this.#looksNewer(state)) place.state = state;
  }

  /**
   * Not promised: a state that is older than the history looks newer than it, unless somebody who held its certificate
   * stands in the history, and not behind all that was done.
   */
  #looksNewer(state: State | undefined): boolean {
    const { attemptId, certificateId } = state?.made ?? {};
    const history = this.#history();
    const done = history.slice(0, history.findLastIndex(({ fate }) => fate === "done") + 1);
    return attemptId === "a0" && done.length > 0 && !done.some(({ replaced }) => replaced === certificateId);
  }

  /** What a core does about one resource. */
  #change(how: Change, place: Place, ending: Ending): void {
    if (place.isLocked) return;
    const state = this.#settled(place.state);
    const { config: what, wished, anew, replacing } = place;
    if (what === undefined || wished === undefined) {
      // It is forgotten, and nothing is sent.
      if (how === "apply" && place.state) place.state = undefined;
      return;
    }
    // A core does not tell that a tainted or renamed object is the one that was there before.
    const object = state?.tainted || how === "rename" ? undefined : state?.made;
    const isChanged = object?.what !== what;
    const common = { what, stored: storedIn(state), anew, place };
    if (object === undefined) {
      // What was to be replaced may be gone already.
      const reasons = replacing ? [wished, replacing] : [wished];
      this.#declare({ ...common, reasons, again: false, object, isCreated: true }, ending);
      return;
    }
    const changed = isChanged ? [wished] : [];
    if (how === "apply") {
      if (isChanged) this.#declare({ ...common, reasons: changed, again: false, object }, ending);
    } else if (how === "renew") {
      const due = this.#named(`renewal of ${object.certificateId}`);
      this.#declare({ ...common, reasons: [due, ...changed], again: true, object }, ending);
    } else {
      const retried = how === "replace, retried" ? place.replacing : undefined;
      place.replacing = retried ?? wish("replaced");
      const reasons = [place.replacing, ...changed];
      this.#declare({ ...common, reasons, again: true, object, isCreated: true }, ending);
    }
  }

  #declare(
    told: Pick<Asking, "what" | "stored" | "anew" | "isCreated"> & {
      readonly place: Place;
      readonly reasons: readonly Wished[];
      readonly again: boolean;
      readonly object: Made | undefined;
    },
    ending: Ending,
  ): void {
    const { what, stored, anew, isCreated, place, reasons, again, object } = told;
    const { attemptId, certificateId } = object ?? {};
    place.isLocked = true;
    this.#ask(
      {
        ...{ attemptId: this.#newId(), what, stored, anew, isCreated, place },
        ...{ wished: reasons, knows: attemptId },
        wish: { what, held: { attemptId, certificateId }, again, anew: anew?.attemptId, isDeclared: true },
      },
      ending,
    );
  }

  /** A person describes what the newest was made from, and takes it into the state. */
  #takeOver(place: Place): void {
    const head = this.#head();
    const made = head && madeBy(head);
    if (!made?.what || place.isLocked) return;
    this.#write(place, made.what as What);
    place.replacing = undefined;
    place.state = { made, open: undefined, tainted: false };
  }

  #command(told: {
    readonly what: What;
    readonly name?: string | undefined;
    readonly wished: Wished;
    readonly isAcknowledged?: boolean | undefined;
    readonly head?: Attempt | undefined;
    readonly ending: Ending;
  }): void {
    const { what, name, wished, isAcknowledged, ending } = told;
    const head = "head" in told ? told.head : this.#head();
    const held = head ? { attemptId: head.attemptId, certificateId: head.certificateId } : {};
    const attemptId = this.#newId();
    if (isAcknowledged !== undefined) this.#calling = { wished, attemptId };
    this.#ask(
      {
        ...{ attemptId, what, stored: [], wished: [wished], isAcknowledged },
        ...{ wish: { what, name, held, again: true }, knows: head?.attemptId },
      },
      ending,
    );
  }

  /** A program that has not heard of its result begins again, and means the same. */
  #callAgain(what: What, ending: Ending): void {
    const { wished, attemptId } = this.#calling ?? {};
    const isRunning = this.#waiting.some(({ asking }) => asking.attemptId === attemptId);
    if (wished && !isRunning) this.#command({ wished, what, ending, isAcknowledged: false });
  }

  #newRun(): Run {
    const name = `run ${this.#runs.length}`;
    const run = { name, created: this.#lines.length, wished: wish(name) };
    this.#runs.push(run);
    return run;
  }

  /** A run knows what was there when it was created. */
  #run({ name, wished, created }: Run, what: What, ending: Ending): void {
    const head = this.#head();
    const done = this.#lines.findLastIndex(
      ({ attempt, event }) => attempt === head?.attemptId && (event === "done" || event === "resolved"),
    );
    this.#command({ what, name, wished, head: done < created ? head : undefined, ending });
  }

  #named(name: string): Wished {
    const wished = this.#names.get(name) ?? wish(name);
    this.#names.set(name, wished);
    return wished;
  }

  /** A person finds out what became of an attempt that nobody waits for any more, and says so, or the opposite. */
  #resolve(which: number, isDenied: boolean): void {
    const isAwaited = ({ attemptId }: Attempt) =>
      this.#waiting.some(({ asking }) => asking.attemptId === attemptId);
    const open = this.#history().filter((one) => this.#isOpen(one) && !isAwaited(one));
    const found = open[which % open.length];
    if (!found) return;
    const truth = this.#truthOf(found.attemptId);
    // That a success did not happen is not believed.
    const isLie = isDenied && truth.carriedOut && found.fate === "open" && found.state !== "done-unread";
    const { wished, anew } = truth.asking;
    if (isLie) for (const one of [...wished, ...(anew ? [anew.wished] : [])]) one.allowed++;
    if (isLie) this.#tally.denied++;
    truth.inDoubt = false;
    // Whoever has been told that it happened and asks all the same wants another one.
    if (this.#calling && wished.includes(this.#calling.wished)) this.#calling = undefined;
    for (const place of Object.values(this.#places))
      if (place.replacing && wished.includes(place.replacing)) place.replacing = undefined;
    this.#lines.push(this.#resolved(found.attemptId, truth.carriedOut && !isLie));
  }

  #resolved(attempt: string, happened: boolean): Line {
    return { event: "resolved", attempt, at: "", certificate: happened ? certificateOf(attempt) : null };
  }

  #ask(asking: Asking, ending: Ending): void {
    this.#truth.set(asking.attemptId, { asking, carriedOut: false, inDoubt: false });
    if (this.#isAllowed(asking)) this.#goOn(asking, "waits before writing", ending);
  }

  /** Goes on from where it stopped. */
  #goOn(asking: Asking, from: Ending, ending: Ending): void {
    if (from === "waits before writing") this.#writeDown(asking, ending);
    else if (from === "waits before sending") this.#sendOff(asking, ending);
    else this.#hear(asking, ending);
  }

  #writeDown(asking: Asking, ending: Ending): void {
    if (ending === "waits before writing") this.#wait(asking, ending);
    else if (ending === "killed before writing") this.#breakOff(asking);
    else {
      this.#lines.push(lineOf(asking));
      if (this.#isAllowed(asking)) this.#sendOff(asking, ending);
    }
  }

  #sendOff(asking: Asking, ending: Ending): void {
    const waits: readonly Ending[] = ["waits before writing", "waits before sending"];
    const dies: readonly Ending[] = ["killed before writing", "killed before sending"];
    if (waits.includes(ending)) this.#wait(asking, "waits before sending");
    else if (dies.includes(ending)) this.#breakOff(asking);
    else {
      this.#send(asking, ending !== "rejected" && ending !== "not carried out, answer lost");
      this.#hear(asking, ending);
    }
  }

  #hear(asking: Asking, ending: Ending): void {
    if (ending.startsWith("waits")) this.#wait(asking, "waits for the answer");
    else this.#end(asking, ending);
  }

  #wait(asking: Asking, at: Ending): void {
    this.#waiting.push({ asking, at });
  }

  #send(asking: Asking, hasEffect: boolean): void {
    for (const [attemptId, { inDoubt }] of this.#truth)
      if (inDoubt) throw new Broken(`${asking.attemptId} is sent while ${attemptId} is open`);
    const truth = this.#truthOf(asking.attemptId);
    this.#tally.sent++;
    truth.inDoubt = true;
    if (!hasEffect) return;
    this.#tally.carriedOut++;
    truth.carriedOut = true;
    const { wished, anew, attemptId } = asking;
    const before = this.#before(attemptId);
    const isAnew = anew !== undefined && this.#rules.headOf(before)?.attemptId === anew.attemptId;
    const reasons = isAnew ? [...wished, anew.wished] : wished;
    if (!reasons.some(({ carriedOut, allowed }) => carriedOut < allowed))
      throw new Broken(`${attemptId} carries out again: ${reasons.map(({ said }) => said).join(", ")}`);
    for (const reason of reasons) reason.carriedOut++;
  }

  /** The process, or whoever it tells, learns what became of it. */
  #end(asking: Asking, ending: Ending): void {
    const { attemptId: attempt, what, wish, isAcknowledged } = asking;
    const truth = this.#truthOf(attempt);
    // What has happened by now is no longer rejected.
    const isLost = truth.carriedOut && (ending === "rejected" || ending === "not carried out, answer lost");
    switch (isLost ? "carried out, answer lost" : ending) {
      case "rejected":
        truth.inDoubt = false;
        this.#lines.push({ event: "rejected", attempt, at: "" });
        this.#breakOff(asking);
        break;
      case "carried out, answer lost":
      case "not carried out, answer lost":
        this.#lines.push({ event: "unknown", attempt, at: "" });
        this.#leaveOpen(asking);
        break;
      case "carried out, answer unreadable":
        this.#lines.push({ event: "done-unread", attempt, at: "" });
        this.#leaveOpen(asking);
        break;
      case "well":
        this.#noteDone(asking);
        if (isAcknowledged) {
          this.#lines.push({ event: "acknowledged", attempt, at: "" });
          this.#calling = undefined;
        }
        this.#store(asking, {
          ...{ attemptId: attempt, certificateId: certificateOf(attempt), what },
          replaced: wish.held.certificateId,
        });
        break;
      case "killed before storing":
        this.#noteDone(asking);
        this.#breakOff(asking);
        break;
      default:
        this.#breakOff(asking);
    }
  }

  #noteDone({ attemptId: attempt }: Asking): void {
    this.#truthOf(attempt).inDoubt = false;
    this.#lines.push({ event: "done", attempt, at: "", certificate: certificateOf(attempt) });
  }

  #store({ place }: Asking, made: Made): void {
    if (!place) return;
    place.isLocked = false;
    place.replacing = undefined;
    place.state = { made, open: undefined, tainted: false };
  }

  /** The state learns that nobody knows. */
  #leaveOpen({ place, isCreated, attemptId, what }: Asking): void {
    if (!place) return;
    place.isLocked = false;
    const made = isCreated ? undefined : place.state?.made;
    place.state = { made, open: { attemptId, what }, tainted: isCreated === true };
  }

  /** The state learns nothing. What was to be replaced is gone by then. */
  #breakOff({ place, isCreated }: Asking): void {
    if (!place) return;
    place.isLocked = false;
    if (isCreated && place.state) place.state = undefined;
  }

  /** Whether the rules let it be sent, by what stands before its own line. What they say instead is looked at. */
  #isAllowed(asking: Asking): boolean {
    const { attemptId, wish, stored, place } = asking;
    const decision = this.#rules.decide(this.#rules.joined(this.#before(attemptId), stored), wish);
    if (decision.kind === "send") return true;
    if (this.#history().some((one) => one.attemptId === attemptId))
      this.#lines.push({ event: "not-sent", attempt: attemptId, at: "" });
    if (place) place.isLocked = false;
    if (decision.kind === "answer") this.#checkAnswer(asking, decision.attempt);
    else this.#checkRefusal(asking, decision);
    return false;
  }

  #checkAnswer(asking: Asking, answer: Attempt): void {
    this.#tally.answered++;
    const truth = this.#truthOf(answer.attemptId);
    const made = madeBy(answer);
    if (!truth.carriedOut || made?.certificateId !== certificateOf(answer.attemptId))
      throw new Broken(`${asking.attemptId} is answered with what ${answer.attemptId} has not made`);
    if (truth.asking.what !== asking.what)
      throw new Broken(`${asking.attemptId} is answered with what was made from another request`);
    // Whoever knows of it and asks all the same wants another one.
    const isNew = asking.wished.every(({ carriedOut }) => carriedOut === 0);
    if (isNew && asking.knows === answer.attemptId)
      throw new Broken(
        `${asking.attemptId} is swallowed: ${asking.wished.map(({ said }) => said).join(", ")}`,
      );
    // A declaration has what it asked for from here on, if the history knows of it.
    if (asking.place && isNew && answer.attemptId !== "a0") for (const one of asking.wished) one.carriedOut++;
    this.#store(asking, made);
  }

  /** People do what they are told to, and get what they want. */
  #checkRefusal(asking: Asking, refusal: Extract<Decision, { kind: "refuse" }>): void {
    this.#tally.refused++;
    const lines = [...this.#lines];
    let { wish } = asking;
    let decision: Decision = refusal;
    for (let round = 0; decision.kind === "refuse" && round < 20; round++) {
      const { because, attempt } = decision;
      if (because === "open" || because === "unshown")
        lines.push(this.#resolved(attempt.attemptId, this.#truthOf(attempt.attemptId).carriedOut));
      const history = this.#rules.joined(attemptsIn(lines), asking.stored);
      const head = this.#rules.headOf(history);
      const held = { attemptId: head?.attemptId, certificateId: head?.certificateId };
      if (because === "name-used") wish = { ...wish, name: "another name", held };
      if (because === "reissued-since") {
        if (this.#rules.decide(history, { ...wish, held }).kind === "refuse")
          throw new Broken(`${asking.attemptId} cannot take over ${attempt.attemptId}`);
        wish = { ...wish, anew: attempt.attemptId };
      }
      decision = this.#rules.decide(history, wish);
      if (because === "reissued-since" && decision.kind !== "send")
        throw new Broken(`${asking.attemptId} cannot ask anew on ${attempt.attemptId}`);
    }
    if (decision.kind === "refuse") throw new Broken(`${asking.attemptId} finds no way out`);
  }

  /** What an object is in the light of what the history says of its open attempt. */
  #settled(state: State | undefined): State | undefined {
    const { open } = state ?? {};
    const found = open && this.#history().find(({ attemptId }) => attemptId === open.attemptId);
    if (!state || !found || found.fate === "open") return state;
    const made = found.fate === "done" ? madeBy(found) : state.made;
    return made && { made, open: undefined, tainted: state.tainted };
  }

  #history(): Attempt[] {
    return attemptsIn(this.#lines);
  }

  #before(attemptId: string): Attempt[] {
    const history = this.#history();
    const own = history.findIndex((one) => one.attemptId === attemptId);
    return own < 0 ? history : history.slice(0, own);
  }

  #head(): Attempt | undefined {
    return this.#rules.headOf(this.#history());
  }

  /** Not by the rules: a mistake in them must not hide what people see. */
  #isOpen({ fate, unshown }: Attempt): boolean {
    return fate === "open" || (fate === "done" && unshown);
  }

  #truthOf(attemptId: string): Truth {
    const truth = this.#truth.get(attemptId);
    if (!truth) throw new Broken(`nobody has ever asked for ${attemptId}`);
    return truth;
  }

  #newId(): string {
    return `a${this.#truth.size + 1}`;
  }
}

function lineOf({ attemptId, wish, what, isAcknowledged }: Asking): Line {
  const unshown = isAcknowledged !== undefined;
  return {
    ...{ event: "sent", attempt: attemptId, at: "", order: "order-1", service: "s", address: "s" },
    ...{ what, name: wish.name, replaced: wish.held.certificateId, unshown, process: "", until: "" },
  };
}

function wish(said: string): Wished {
  return { said, carriedOut: 0, allowed: 1 };
}

function certificateOf(attemptId: string): string {
  return `c${attemptId.slice(1)}`;
}

function madeBy({ attemptId, certificateId = "", what, replaced }: Attempt): Made {
  return { attemptId, certificateId, what, replaced };
}

/** The attempts that a state tells of. */
function storedIn(state: State | undefined): Attempt[] {
  const { made, open } = state ?? {};
  return [
    ...(made ? [attemptWith(made.attemptId, { ...made, fate: "done" })] : []),
    ...(open ? [attemptWith(open.attemptId, { what: open.what, replaced: made?.certificateId })] : []),
  ];
}
