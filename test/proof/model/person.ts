import { type Action, type Answer, inWords, type Story } from "./actions.ts";
import { Desk } from "./desk.ts";
import { judge, senders, wishesOf } from "./model.ts";
import {
  type Asker,
  begunBy,
  type Deed,
  endsWell,
  isDoubt,
  isOpenIn,
  isRefused,
  journalOf,
  objectOf,
  type RunDeed,
  read,
  type Step,
  sentBy,
  stillOpen,
} from "./step.ts";
import { Broken, type Tally } from "./tally.ts";
import { Truth } from "./truth.ts";
import { namedIn, type WayOut, waysOutIn } from "./ways-out.ts";
import {
  type ApplyOptions,
  type Command,
  type Ending,
  type Hands,
  names,
  type Place,
  type PlanOptions,
  type Seat,
  type World,
  type Written,
} from "./world.ts";

const hour = 3_600_000;
const weeks = 40;

/** A plan that lies there until somebody applies it. */
interface Kept {
  readonly deed: RunDeed;
  readonly world: World;
}

type Place2 = "a" | "b";

/** People at work on one order: carries out what they do, and holds what comes of it against the model. */
export class Person {
  readonly #hands: Hands;
  readonly #tally: Tally;
  readonly #truth = new Truth();
  readonly #story: string[] = [];
  readonly #isNamed: boolean;
  readonly #desk: Desk;
  readonly #kept = new Map<Place, Kept>();
  /** When a run was created, and the newest attempt by then. */
  readonly #runs = new Map<string, { at: number; readonly newest: string | undefined }>();
  readonly #refusals = new Map<Place, string>();
  /** The attempts of which a person has said what became of them. */
  readonly #spokenOf = new Set<string>();
  #world: World;

  constructor(hands: Hands, tally: Tally, { named, apart }: Story, world: World) {
    this.#hands = hands;
    this.#tally = tally;
    this.#world = world;
    this.#isNamed = named;
    this.#desk = new Desk({ named, apart }, hands, world);
    for (const certificate of world.issued) this.#truth.issued(certificate);
  }

  async does(action: Action): Promise<void> {
    this.#story.push(inWords(action));
    this.#tally.actions++;
    await this.#carryOut(action).catch((error: unknown) => {
      throw error instanceof Broken
        ? error
        : this.#broken(error instanceof Error ? (error.stack ?? "") : String(error));
    });
  }

  /** Whatever has happened, everybody can go on: by what the texts say, in each place and at the terminal. */
  async findsTheWayOut(): Promise<void> {
    for (const place of ["a", "b"] as const) {
      this.#story.push(`at the end, in ${place}`);
      this.#desk.write(place, (written) => ({
        ...written,
        resolve: undefined,
        blocks: {
          site: {
            what: { csr: 0, days: 90, turn: `the end ${place}` },
            spelledOtherwise: false,
            renews: false,
          },
        },
        moved: undefined,
      }));
      const ending = await this.#apply(place, { refresh: true });
      if (ending.how !== "well") await this.#goesOn(place, false);
    }
    this.#story.push("at the end, at the terminal");
    await this.#commandsUntilDone();
  }

  async #carryOut(action: Action): Promise<void> {
    const desk = this.#desk;
    switch (action.do) {
      case "apply":
        await this.#apply(action.in, this.#optionsOf(action));
        return;
      case "apply, meanwhile":
        return this.#meanwhile(action.in, action.second);
      case "plan for later":
        return this.#plansFor(action.in, action.replace === true);
      case "apply the plan":
        return this.#appliesKept(action.in, action.trouble);
      case "what the text says":
        return this.#refusals.has(action.in) ? this.#goesOn(action.in, action.other === true) : undefined;
      case "refresh":
      case "destroy": {
        const written = desk.written(action.in);
        const deed = this.#deed(action.in, { ...written, blocks: {} }, { refresh: true });
        await this.#step(deed, written, () => this.#hands[action.do](action.in, written));
        return;
      }
      case "test": {
        const written: Written = { ...desk.written("a"), resolve: undefined, moved: undefined };
        const { site, twin } = written.blocks;
        const block = site ?? twin;
        if (!block) return;
        desk.write("t", () => ({ ...written, blocks: { site: block } }));
        await this.#apply("t", { refresh: true, trouble: action.trouble });
        const empty = { ...desk.written("t"), blocks: {} };
        const deed = this.#deed("t", empty, { refresh: true });
        await this.#step(deed, empty, () => this.#hands.destroy("t", empty));
        return;
      }
      case "type":
      case "call":
      case "run":
        return this.#commands(action);
      case "create a run":
        this.#runs.set(action.name, { at: Date.now(), newest: this.#newest(desk.terminal.home)?.attemptId });
        return;
      case "resolve":
        return this.#resolves(action.as);
      case "resolve by argument":
        return this.#writesResolve(action.in, action.as);
      case "reissue elsewhere":
        await this.#hands.reissueElsewhere();
        return this.#looksAgain();
      case "hours pass":
        return this.#pass(2 * hour);
      case "weeks pass":
        this.#truth.today += weeks;
        this.#kept.clear();
        desk.age(weeks * 24 * hour);
        this.#pass(weeks * 24 * hour);
        return this.#looksAgain();
      case "import":
        return this.#imports(action.in, action.which);
      case "rename": {
        const [from, to] = desk.rename(action.in, action.moved) ?? [];
        if (from && to) this.#truth.renamed(action.in, from, to);
        return;
      }
      default:
        desk.change(action);
        return this.#looksAgain();
    }
  }

  #optionsOf(action: Extract<Action, { do: "apply" }>): ApplyOptions {
    const { replace, noRefresh, late, backwards, provisionerFails, trouble } = action;
    return {
      ...{ refresh: !noRefresh, late, backwards, provisionerFails, trouble },
      replace: replace ? this.#desk.firstName(action.in) : undefined,
    };
  }

  async #apply(place: Place, options: ApplyOptions): Promise<Ending> {
    const written = this.#desk.written(place);
    const { trouble, provisionerFails } = options;
    const deed: Deed = { ...this.#deed(place, written, options), trouble, provisionerFails };
    const ending = await this.#step(deed, written, () => this.#hands.apply(place, written, options));
    if (ending.how === "refused" && !trouble && !provisionerFails) this.#refusals.set(place, ending.text);
    else this.#refusals.delete(place);
    return ending;
  }

  /** An apply whose answer is kept back, and something else in the meantime. */
  async #meanwhile(place: Place2, then: Action): Promise<void> {
    // Behind the gate there is another address; without a name for the service that would be all that is said.
    if (!this.#isNamed) {
      await this.#apply(place, { refresh: true });
      return this.#carryOut(then);
    }
    const written = this.#desk.written(place);
    const deed = this.#deed(place, written, { refresh: true });
    const before = this.#world;
    const end = await this.#hands.applyHeld(place, written);
    await this.#looksAgain();
    const middle = this.#world;
    // It has sent nothing, so nothing is to be waited for.
    if (middle.received.length === before.received.length) {
      const ending = await end();
      this.#judge({ deed, seat: written, before, after: await this.#hands.look(), ending });
      return this.#carryOut(then);
    }
    this.#register({ deed, seat: written, before, after: middle });
    if (!("in" in then) || then.in !== place) {
      this.#story.push(`   meanwhile: ${inWords(then)}`);
      await this.#carryOut(then);
    }
    const between = this.#world;
    const ending = await end();
    const after = await this.#hands.look();
    // What the second has begun is not the first one's: for this one it was there before.
    const begun = new Set(middle.journals.flat().map(({ attemptId }) => attemptId));
    for (const { attemptId } of before.journals.flat()) begun.delete(attemptId);
    const journals = between.journals.map((journal) =>
      journal.filter(({ attemptId }) => !begun.has(attemptId)),
    );
    const own = after.received.filter(
      (_, index) => index < middle.received.length || index >= between.received.length,
    );
    this.#judge({
      ...{ deed, seat: written, ending, before: { ...before, issued: after.issued, journals } },
      ...{ after: { ...after, received: own }, noted: begun },
    });
    return this.#looksAgain();
  }

  async #plansFor(place: Place2, replace: boolean): Promise<void> {
    const written = this.#desk.written(place);
    const options: PlanOptions = {
      refresh: true,
      replace: replace ? this.#desk.firstName(place) : undefined,
    };
    const deed = this.#deed(place, written, options);
    const { how } = await this.#hands.plan(place, written, options);
    await this.#looksAgain();
    if (how === "well") this.#kept.set(place, { deed, world: this.#world });
  }

  async #appliesKept(place: Place2, trouble: Command["trouble"]): Promise<void> {
    const kept = this.#kept.get(place);
    if (!kept) return;
    const hasChangedSince = JSON.stringify(kept.world) !== JSON.stringify(this.#world);
    const deed = { ...kept.deed, trouble, isKept: true, hasChangedSince };
    await this.#step(deed, kept.deed.written, () => this.#hands.applyKept(place, trouble));
  }

  /** Does what the last refusal said, until it is done: a line for each thing that stands in the way, and none twice. */
  async #goesOn(place: Place2, other: boolean): Promise<void> {
    const { home, blocks, service } = this.#desk.written(place);
    const open = (this.#world.journals[home] ?? []).filter(isOpenIn).length + this.#doubts(place);
    const most = open + Object.keys(blocks).length + (service === undefined ? 1 : 0);
    for (let pasted = 0; ; pasted++) {
      const text = this.#refusals.get(place);
      if (text === undefined) return;
      if (pasted >= most) throw this.#broken("A way out leads out.", text);
      await this.#follows(place, text, other && pasted === 0);
      const { how, text: why } = await this.#apply(place, { refresh: pasted % 2 === 0 });
      if (how === "killed") throw this.#broken("Nobody was to be killed.", why);
    }
  }

  async #follows(place: Place2, text: string, other: boolean): Promise<void> {
    const ways = waysOutIn(text);
    this.#tally.pasted++;
    const open = ways.find((way) => way.kind === "say");
    if (open) return this.#says(place, open, other);
    const anew = ways.find((way) => way.kind === "anew");
    const described =
      other && text.includes("describe in the configuration") ? this.#headWhat(place) : undefined;
    if (described) {
      this.#story.push(`   (describes what there is)`);
      return this.#desk.describe(place, described);
    }
    const service = ways.find((way) => way.kind === "service");
    this.#story.push(`   (${JSON.stringify(service ?? anew ?? ways)})`);
    // Nobody here takes it for another service, which it is not.
    if (service) this.#desk.write(place, (written) => ({ ...written, service: service.name }));
    else if (anew) this.#desk.write(place, (written) => ({ ...written, resolve: `${anew.attempt}:anew` }));
    else if (ways.length === 0) throw this.#broken("A refusal names a way out.", text);
  }

  /** Looks up what became of it, and says so: in the configuration, or to the journal. */
  async #says(
    place: Place2,
    { attempt, mayDeny }: Extract<WayOut, { kind: "say" }>,
    byCommand: boolean,
  ): Promise<void> {
    const { home } = this.#desk.written(place);
    const certificate = this.#truth.certificateOf(attempt);
    if (certificate === null && !mayDeny)
      throw this.#broken(`Nothing came of ${attempt}, and that cannot be said.`);
    if (certificate === null) this.#pass(2 * hour);
    this.#story.push(`   (${attempt}: ${certificate ?? "not-happened"})`);
    const isThere = this.#world.journals[home]?.some(({ attemptId }) => attemptId === attempt);
    if (!byCommand || !isThere)
      return this.#desk.write(place, (written) => ({
        ...written,
        resolve: `${attempt}:${certificate ?? "not-happened"}`,
      }));
    await this.#resolve(home, attempt, certificate);
  }

  #headWhat(place: Place2) {
    const newest = this.#newest(this.#desk.written(place).home);
    return newest && this.#truth.askedBy(newest.attemptId)[0];
  }

  #doubts(place: Place): number {
    return Object.values(this.#world.states[place].objects).filter((object) => isDoubt(read(object).outcome))
      .length;
  }

  async #commands(action: Extract<Action, { do: "type" | "call" | "run" }>): Promise<void> {
    const { terminal } = this.#desk;
    const newest = this.#newest(terminal.home);
    const isAnew = "anew" in action && action.anew === true && this.#mayAskAnew(terminal);
    const anew = isAnew ? newest?.attemptId : undefined;
    const common = { what: action.what, trouble: action.trouble, anew };
    if (action.do === "type") {
      const wishes = [this.#truth.newWish("typed"), ...(anew ? [`anew ${anew}`] : [])];
      await this.#command(terminal, { ...common, isCutOff: action.cutOff }, wishes);
    } else if (action.do === "call")
      await this.#command(terminal, { ...common, name: action.name }, [`name ${action.name}`]);
    else {
      const { name } = action;
      const run = this.#runs.get(name);
      if (!run) return;
      const command = { ...common, name, heldBefore: new Date(run.at) };
      await this.#command(terminal, command, [`name ${name}`], newest?.attemptId !== run.newest);
    }
  }

  #command(seat: Seat, command: Command, wishes: readonly string[], isOutdated = false): Promise<Ending> {
    const deed = { kind: "command", command, wishes, isOutdated } as const;
    return this.#step(deed, seat, () => this.#hands.reissue(seat, command));
  }

  async #commandsUntilDone(): Promise<void> {
    const { home } = this.#desk.terminal;
    const most = 2 + (this.#world.journals[home] ?? []).filter(isOpenIn).length;
    for (let pasted = 0; ; pasted++) {
      const what = { csr: 0, days: 90, turn: null };
      const { how, text } = await this.#command(this.#desk.terminal, { what }, [
        this.#truth.newWish("typed"),
      ]);
      if (how === "well") return;
      if (pasted >= most) throw this.#broken("A way out at the terminal leads out.", text);
      this.#tally.pasted++;
      const ways = waysOutIn(text);
      const open = ways.find((way) => way.kind === "say");
      const service = ways.find((way) => way.kind === "service");
      if (open) {
        const certificate = this.#truth.certificateOf(open.attempt);
        if (certificate === null) this.#pass(2 * hour);
        await this.#resolve(home, open.attempt, certificate);
      } else if (service) this.#desk.terminal = { ...this.#desk.terminal, service: service.name };
      else throw this.#broken("A refusal at the terminal names a way out.", text);
    }
  }

  /** At another address it would say that this is another service, which nobody says who knows better. */
  #mayAskAnew(seat: Seat): boolean {
    const journal = this.#world.journals[seat.home] ?? [];
    const isHere = journal.some(
      ({ attemptId, fate }) => fate !== "void" && this.#truth.hostOf(attemptId) === seat.host,
    );
    return seat.service !== undefined || isHere;
  }

  /** What a person would say something about: what is open, else what was last. */
  #attemptFor(home: number) {
    const journal = this.#world.journals[home] ?? [];
    return journal.find(isOpenIn) ?? journal.at(-1);
  }

  async #resolves(as: Answer): Promise<void> {
    const { home } = this.#desk.terminal;
    const attempt = this.#attemptFor(home);
    if (!attempt) return;
    const certificate = as === "happened" ? this.#truth.certificateOf(attempt.attemptId) : null;
    if (as === "happened" && certificate === null) return;
    if (as === "not-happened") this.#pass(2 * hour);
    const isInFlight = as === "not-happened, too early" && !(await this.#isAged(attempt.sentAt));
    const { how, text } = await this.#resolve(home, attempt.attemptId, certificate, true);
    const { state, fate } = attempt;
    // Whoever was mistaken may say so later, but not that what happened did not.
    const isTaken = isOpenIn(attempt)
      ? certificate !== null ||
        (!(isInFlight && attempt.sentAt) && state !== "done-unread" && fate !== "done")
      : certificate === (fate === "done" ? attempt.certificateId : null) ||
        (certificate !== null && this.#spokenOf.has(attempt.attemptId));
    if ((how === "well") !== isTaken)
      throw this.#broken("A person is believed, in time, except against the service's own word.", text);
  }

  async #isAged(sentAt: string): Promise<boolean> {
    return Date.now() - Date.parse(sentAt) > hour;
  }

  async #resolve(
    home: number,
    attempt: string,
    certificate: string | null,
    mayFail = false,
  ): Promise<Ending> {
    const ending = await this.#step(
      { kind: "other" },
      { ...this.#desk.terminal, home },
      () => this.#hands.resolve(home, attempt, certificate),
      attempt,
    );
    if (ending.how !== "well" && !mayFail)
      throw this.#broken("The truth about an attempt is taken.", ending.text);
    return ending;
  }

  #writesResolve(place: Place2, as: Answer | "anew"): void {
    const { home } = this.#desk.written(place);
    if (as === "anew") {
      const newest = this.#mayAskAnew(this.#desk.written(place)) ? this.#newest(home) : undefined;
      if (newest) this.#desk.write(place, (written) => ({ ...written, resolve: `${newest.attemptId}:anew` }));
      return;
    }
    const attempt = this.#attemptFor(home);
    if (!attempt) return;
    const certificate = this.#truth.certificateOf(attempt.attemptId);
    if (as === "happened" && certificate === null) return;
    if (as === "not-happened") this.#pass(2 * hour);
    const word = as === "happened" ? certificate : "not-happened";
    this.#desk.write(place, (written) => ({ ...written, resolve: `${attempt.attemptId}:${word}` }));
  }

  async #imports(place: Place2, which: "newest" | "older" | "first"): Promise<void> {
    const name = this.#desk.firstName(place);
    if (!name || this.#world.states[place].objects[name]) return;
    const { issued } = this.#world;
    const certificate =
      { newest: issued.at(-1), older: issued.at(-2) ?? issued[0], first: issued[0] }[which] ?? "";
    const written = this.#desk.written(place);
    await this.#hands.import(place, written, name, certificate);
    await this.#looksAgain();
  }

  #newest(home: number) {
    return this.#world.journals[home]?.findLast(({ fate }) => fate === "done");
  }

  #pass(ms: number): void {
    this.#hands.age(ms);
    for (const run of this.#runs.values()) run.at -= ms;
  }

  async #looksAgain(): Promise<void> {
    this.#world = await this.#hands.look();
    this.#desk.sees(this.#world);
    for (const certificate of this.#world.issued) this.#truth.issued(certificate);
  }

  /** What is asked for by a run of the core, and by whose wishes. */
  #deed(place: Place, written: Written, options: PlanOptions): RunDeed {
    const step = {
      deed: { kind: "run", place, written, options, askers: [] },
      before: this.#world,
    } as unknown as Step<RunDeed>;
    const anew = /^(.*):anew$/.exec(written.resolve ?? "")?.[1];
    const askers = names.flatMap((name): Asker[] => {
      const block = written.blocks[name];
      if (!block) return [];
      const object = objectOf(step, name);
      const { isMadeAgain } = this.#desk.csr(place, name);
      const last = this.#truth.lastWish(place, name);
      const isLost = !object || last === undefined || !this.#truth.isMadeFor(object.certificate, last);
      const isThere = object !== undefined && !object.tainted;
      const isReplaced = options.replace === name && isThere;
      // The window opens with the stored flag, which a refresh sets.
      const isDue =
        isThere &&
        block.renews &&
        object.certificate !== null &&
        !isDoubt(object.outcome) &&
        object.outcome !== "imported" &&
        (object.isDue ||
          (options.refresh &&
            object.renews &&
            object.days !== null &&
            this.#isInWindow(object.certificate, object.days)));
      return [
        {
          ...{ name, block, again: isReplaced || isDue },
          wishes: [
            this.#truth.wishOf(place, name, block.what, isMadeAgain && isLost),
            ...(isReplaced ? [this.#truth.newWish("replace")] : []),
            ...(isDue ? [`renewal of ${object.certificate}`] : []),
            ...(anew ? [`anew ${anew}`] : []),
          ],
        },
      ];
    });
    return { kind: "run", place, written, options, askers };
  }

  #isInWindow(certificate: string, days: number): boolean {
    return this.#truth.isExpired(certificate, days - 30);
  }

  /** Does something, and holds what comes of it against the laws. */
  async #step(deed: Deed, seat: Seat, work: () => Promise<Ending>, spokenOf?: string): Promise<Ending> {
    const before = this.#world;
    const ending = await work();
    const after = await this.#hands.look();
    this.#judge({ deed, seat, before, after, ending, spokenOf });
    return ending;
  }

  #judge(
    seen: Pick<Step, "deed" | "seat" | "before" | "after" | "ending"> & {
      readonly spokenOf?: string | undefined;
      readonly noted?: ReadonlySet<string>;
    },
  ): void {
    const { deed, ending, after } = seen;
    const said = deed.kind === "run" ? namedIn(deed.written.resolve) : undefined;
    if (deed.kind === "run" && ending.how === "well") this.#trust(seen as Step<RunDeed>);
    const remembered = this.#register(seen);
    const step: Step = { ...seen, spokenOf: seen.spokenOf ?? said, truth: this.#truth, remembered };
    this.#world = after;
    this.#desk.sees(after);
    this.#story.push(`   ${ending.how}: ${inShort(after)}`);
    const broken = judge(step);
    if (broken.length > 0) throw this.#broken(...broken, ending.left ?? "", ending.text);
    this.#remember(step);
    if (step.spokenOf !== undefined) this.#spokenOf.add(step.spokenOf);
    this.#count(step);
  }

  /** Notes what was begun, for whom, and what has come of it. Returns what only journals had not known. */
  #register(
    seen: Pick<Step, "deed" | "seat" | "before" | "after"> & { readonly noted?: ReadonlySet<string> },
  ): Set<string> {
    const step = {
      ...seen,
      ending: { how: "well", text: "" },
      truth: this.#truth,
      remembered: new Set(),
    } as Step;
    for (const certificate of seen.after.issued) this.#truth.issued(certificate);
    const remembered = new Set<string>();
    const [sent] = sentBy(step);
    for (const { attemptId, state, fate, certificateId } of begunBy(step)) {
      if (this.#truth.knows(attemptId)) {
        if (!seen.noted?.has(attemptId)) remembered.add(attemptId);
        continue;
      }
      // What only a state had known: a certificate that was there before.
      if (!sent && fate === "done" && certificateId !== undefined) {
        remembered.add(attemptId);
        const whats = this.#truth.madeFrom(certificateId);
        this.#truth.made(attemptId, { host: step.seat.host, wishes: [], whats, certificate: certificateId });
        continue;
      }
      const { deed, seat } = step;
      this.#truth.made(attemptId, {
        host: seat.host,
        wishes: state === "damaged" ? [] : wishesOf(step),
        whats:
          state === "damaged"
            ? []
            : deed.kind === "command"
              ? [deed.command.what]
              : deed.kind === "run"
                ? senders(step as Step<RunDeed>).map(({ block }) => block.what)
                : [],
        certificate: state === "damaged" ? null : (sent?.certificate ?? null),
      });
    }
    return remembered;
  }

  /** An import of what the history has not made is believed to be what is written. */
  #trust(step: Step<RunDeed>): void {
    for (const { name, block } of step.deed.askers) {
      const object = objectOf(step, name);
      const isMade = journalOf(step, step.before).some(
        ({ fate, certificateId }) => fate === "done" && certificateId === object?.certificate,
      );
      if (object?.outcome === "imported" && object.certificate && !isMade)
        this.#truth.trusted(object.certificate, block.what);
    }
  }

  /** What a step has come to, for those that follow. */
  #remember(step: Step): void {
    if (step.deed.kind !== "run") return;
    const { place, askers } = step.deed;
    const run = step as Step<RunDeed>;
    const sending = sentBy(step).length > 0 ? senders(run) : [];
    for (const asker of askers) {
      const { name, block, wishes } = asker;
      const [wish = ""] = wishes;
      if (!endsWell(step) && !sending.includes(asker)) continue;
      this.#truth.asked(place, name, wish, block.what);
      const object = objectOf(run, name, step.after);
      if (!endsWell(step) || !object?.certificate) continue;
      const isTaken = objectOf(run, name)?.certificate !== object.certificate && sentBy(step).length === 0;
      if (isTaken) this.#tally.answers++;
      this.#truth.answered(wish, object.certificate);
    }
  }

  #count(step: Step): void {
    const { before, after, ending, deed } = step;
    this.#tally.reissues += after.issued.length - before.issued.length;
    if (ending.how === "killed") this.#tally.kills++;
    if (isRefused(step) && stillOpen(step).length >= 0 && sentBy(step).length === 0) this.#tally.refusals++;
    const trouble =
      deed.kind === "run" ? deed.trouble : deed.kind === "command" ? deed.command.trouble : undefined;
    if (trouble && "when" in trouble && sentBy(step).length > 0) this.#tally.faults++;
  }

  #broken(...why: readonly string[]): Broken {
    return new Broken([...new Set(why.filter((line) => line !== "")), ...this.#story].join("\n"));
  }
}

function inShort({ issued, journals, states }: World): string {
  const journal = journals
    .map((attempts) =>
      attempts
        .map(
          (one) =>
            `${one.attemptId} ${one.state}${isOpenIn(one) ? " (open)" : ""}${one.certificateId ? ` ${one.certificateId}` : ""}`,
        )
        .join(", "),
    )
    .map((text, home) => `journal${home || ""}: ${text || "nothing"}`);
  const stored = Object.entries(states).flatMap(([place, { objects }]) =>
    Object.entries(objects).map(([name, object]) => {
      const { certificate, outcome, tainted } = read(object);
      return `${place} ${name}: ${certificate} ${outcome}${tainted ? ", tainted" : ""}`;
    }),
  );
  return [`issued: ${issued.join(", ")}`, ...journal, ...stored].join("; ");
}
