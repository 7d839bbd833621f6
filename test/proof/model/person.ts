import { isDeepStrictEqual } from "node:util";
import { type Action, type Answer, inWords, type Story } from "./actions.ts";
import { Desk, isEdit } from "./desk.ts";
import { type Asker, isDoubt, isOpenIn, objectOf, type RunDeed, read, type Step } from "./step.ts";
import { Broken, type Tally } from "./tally.ts";
import { type WayOut, waysOutIn } from "./ways-out.ts";
import { Witness } from "./witness.ts";
import {
  type ApplyOptions,
  type Command,
  type Ending,
  type Hands,
  names,
  type Place,
  type PlanOptions,
  type Seat,
  type What,
  type World,
  type Written,
} from "./world.ts";

const hour = 3_600_000;
const weeks = 40;

/** People at work on one order. */
export class Person {
  readonly #hands: Hands;
  readonly #tally: Tally;
  readonly #isNamed: boolean;
  readonly #desk: Desk;
  readonly #witness: Witness;
  /** Plans that lie there until somebody applies them, and how the world was when they were made. */
  readonly #kept = new Map<Place, { readonly deed: RunDeed; readonly world: World }>();
  /** When a run was created, and the newest attempt by then. */
  readonly #runs = new Map<string, { at: number; readonly newest: string | undefined }>();
  /** What the last apply in a place has said, if it was refused. */
  readonly #refusals = new Map<Place, { readonly text: string; readonly of: World }>();

  constructor(hands: Hands, tally: Tally, { named, apart }: Story, world: World) {
    this.#hands = hands;
    this.#tally = tally;
    this.#isNamed = named;
    this.#desk = new Desk({ named, apart }, hands, world);
    this.#witness = new Witness(hands, tally, world, (seen) => this.#desk.sees(seen));
  }

  async does(action: Action): Promise<void> {
    this.#tally.actions++;
    try {
      this.#witness.note(inWords(action));
      await this.#carryOut(action);
    } catch (error) {
      throw error instanceof Broken ? error : this.#witness.broken((error as Error).stack ?? String(error));
    }
  }

  /** Whatever has happened, everybody can go on: by what the texts say, in each place and at the terminal. */
  async findsTheWayOut(): Promise<void> {
    for (const place of ["a", "b"] as const) {
      this.#witness.note(`at the end, in ${place}`);
      const what: What = { csr: 0, days: 90, turn: `the end ${place}` };
      const blocks = { site: { what, spelledOtherwise: false, renews: false } };
      this.#desk.write(place, { blocks, resolve: undefined, moved: undefined });
      const { how } = await this.#apply(place, { refresh: true });
      if (how !== "well") await this.#goesOn(place, false);
    }
    this.#witness.note("at the end, at the terminal");
    await this.#typesUntilDone();
  }

  async #carryOut(action: Action): Promise<unknown> {
    if (isEdit(action)) {
      this.#desk.edit(action);
      return this.#witness.looksAgain();
    }
    switch (action.do) {
      case "apply":
        return this.#apply(action.in, this.#optionsOf(action));
      case "apply, meanwhile":
        return this.#meanwhile(action.in, action.second);
      case "plan for later":
        return this.#plansFor(action.in, action.replace === true);
      case "apply the plan":
        return this.#appliesKept(action.in, action.trouble);
      case "what the text says":
        return this.#refusals.has(action.in) && this.#goesOn(action.in, action.other === true);
      case "refresh":
      case "destroy":
        return this.#withoutAsking(action.do, action.in);
      case "test":
        return this.#tests(action.trouble);
      case "another address":
        // Pasted there, what a refusal said would say that this is another service, which nobody says who knows better.
        if (action.at !== "terminal") this.#refusals.delete(action.at);
        return this.#desk.move(action);
      case "other keys":
        return this.#desk.move(action);
      case "rename":
        return this.#renames(action.in, action.moved);
      case "import":
        return this.#imports(action.in, this.#certificate(action.which));
      case "resolve":
        return this.#resolves(action.as);
      case "resolve by argument":
        return this.#writesResolve(action.in, action.as);
      case "type":
      case "call":
      case "run":
        return this.#commands(action);
      case "create a run":
        return this.#createsRun(action.name);
      case "reissue elsewhere":
        await this.#hands.reissueElsewhere();
        return this.#witness.looksAgain();
      case "hours pass":
        return this.#passes(2 * hour);
      case "weeks pass":
        return this.#weeksPass();
    }
  }

  // Runs of the core.

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
    const deed = { ...this.#deed(place, written, options), trouble, provisionerFails };
    const ending = await this.#witness.step(deed, written, () => this.#hands.apply(place, written, options));
    if (ending.how === "refused" && !trouble && !provisionerFails)
      this.#refusals.set(place, { text: ending.text, of: this.#witness.world });
    else this.#refusals.delete(place);
    return ending;
  }

  /** An apply whose answer is kept back, and something else in the meantime. */
  async #meanwhile(place: Place, second: Action): Promise<unknown> {
    // Behind the gate there is another address; without a name for the service that would be all that is said.
    if (!this.#isNamed) {
      await this.#apply(place, { refresh: true });
      return this.#carryOut(second);
    }
    const witness = this.#witness;
    const written = this.#desk.written(place);
    const deed = this.#deed(place, written, { refresh: true });
    const before = witness.world;
    const end = await this.#hands.applyHeld(place, written);
    await witness.looksAgain();
    const middle = witness.world;
    // It has sent nothing, so nothing is to be waited for.
    if (middle.received.length === before.received.length) {
      const ending = await end();
      witness.judges({ deed, seat: written, before, after: await this.#hands.look(), ending });
      return this.#carryOut(second);
    }
    witness.registers({ deed, seat: written, before, after: middle });
    if (!("in" in second) || second.in !== place) {
      witness.note(`   meanwhile: ${inWords(second)}`);
      await this.#carryOut(second);
    }
    const between = witness.world;
    const ending = await end();
    const after = await this.#hands.look();
    const idsIn = ({ journals }: World) => journals.flat().map(({ attemptId }) => attemptId);
    const noted = new Set(idsIn(middle).filter((id) => !idsIn(before).includes(id)));
    // What the second has told a journal was not there when the first one sent.
    const told = new Set(idsIn(between).filter((id) => !idsIn(middle).includes(id)));
    const without = (ids: ReadonlySet<string>, { journals }: World) =>
      journals.map((journal) => journal.filter(({ attemptId }) => !ids.has(attemptId)));
    const received = after.received.filter(
      (_, index) => index < middle.received.length || index >= between.received.length,
    );
    witness.judges({
      ...{ deed, seat: written, ending, noted },
      before: { ...before, issued: after.issued, journals: without(new Set([...told, ...noted]), between) },
      after: { ...after, received, journals: without(told, after) },
    });
    return witness.looksAgain();
  }

  async #plansFor(place: Place, replace: boolean): Promise<void> {
    const written = this.#desk.written(place);
    const options: PlanOptions = {
      refresh: true,
      replace: replace ? this.#desk.firstName(place) : undefined,
    };
    const deed = this.#deed(place, written, options);
    const { how } = await this.#hands.plan(place, written, options);
    await this.#witness.looksAgain();
    if (how === "well") this.#kept.set(place, { deed, world: this.#witness.world });
  }

  async #appliesKept(place: Place, trouble: Command["trouble"]): Promise<void> {
    const kept = this.#kept.get(place);
    if (!kept) return;
    const hasChangedSince = JSON.stringify(kept.world) !== JSON.stringify(this.#witness.world);
    const deed = { ...kept.deed, trouble, isKept: true, hasChangedSince };
    await this.#witness.step(deed, deed.written, () => this.#hands.applyKept(place, trouble));
  }

  async #withoutAsking(how: "refresh" | "destroy", place: Place): Promise<void> {
    const written = this.#desk.written(place);
    const deed = this.#deed(place, { ...written, blocks: {} }, { refresh: true });
    await this.#witness.step(deed, written, () => this.#hands[how](place, written));
  }

  /** What is written in the first place, created on nothing, and destroyed. */
  async #tests(trouble: Command["trouble"]): Promise<void> {
    const written = this.#desk.written("a");
    const block = written.blocks[this.#desk.firstName("a") ?? "site"];
    if (!block) return;
    this.#desk.write("t", {
      ...written,
      blocks: { site: block },
      resolve: undefined,
      moved: undefined,
    });
    await this.#apply("t", { refresh: true, trouble });
    await this.#withoutAsking("destroy", "t");
  }

  /** What is asked for by a run of the core, and by whose wishes. */
  #deed(place: Place, written: Written, options: PlanOptions): RunDeed {
    const deed: RunDeed = { kind: "run", place, written, options, askers: [] };
    return { ...deed, askers: names.flatMap((name) => this.#askerFor(deed, name) ?? []) };
  }

  #askerFor(deed: RunDeed, name: (typeof names)[number]): Asker | undefined {
    const { place, written, options } = deed;
    const block = written.blocks[name];
    if (!block) return undefined;
    const { truth } = this.#witness;
    const object = objectOf({ deed, before: this.#witness.world } as Step<RunDeed>, name);
    const last = truth.lastWish(place, name);
    const isLost = !object || last === undefined || !truth.isMadeFor(object.certificate, last);
    const isThere = object !== undefined && !object.tainted;
    const isReplaced = options.replace === name && isThere;
    const { certificate = null, days = null } = object ?? {};
    const isSettled = object?.outcome === "done" || object?.outcome === "adopted";
    // The window opens with the stored flag, which a refresh sets.
    const isInWindow =
      object?.isDue === true ||
      (options.refresh && object?.renews && days !== null && truth.isOlder(certificate, days - 30));
    const isDue = isThere && isSettled && block.renews && certificate !== null && isInWindow === true;
    const anew = /^(.*):anew$/.exec(written.resolve ?? "")?.[1];
    return {
      ...{ name, block, again: isReplaced || isDue },
      wishes: [
        truth.wishOf(place, name, block.what, this.#desk.isMadeAgain(place, name) && isLost),
        ...(isReplaced ? [truth.newWish("replace")] : []),
        ...(isDue ? [`renewal of ${certificate}`] : []),
        ...(anew ? [`anew ${anew}`] : []),
      ],
    };
  }

  // What the texts say.

  /** Does what the last refusal said, until it is done: a line for each thing that stands in the way, and none twice. */
  async #goesOn(place: "a" | "b", other: boolean): Promise<void> {
    const { home, blocks, service } = this.#desk.written(place);
    const { journals, states } = this.#witness.world;
    const doubts = Object.values(states[place].objects).filter((object) => isDoubt(read(object).outcome));
    const open = (journals[home] ?? []).filter(isOpenIn).length + doubts.length;
    const least = open + Object.keys(blocks).length + (service === undefined ? 1 : 0);
    const most = least + (this.#isOutdated(place, home) ? 1 : 0);
    for (let pasted = 0; ; pasted++) {
      const text = this.#refusals.get(place)?.text;
      if (text === undefined) return;
      if (pasted >= most) throw this.#witness.broken("A way out leads out.", text);
      await this.#follows(place, text, other && pasted === 0);
      await this.#apply(place, { refresh: pasted % 2 === 0 });
    }
  }

  /** Something was done with the order since the text was said, or the text itself says that by now something else holds. */
  #isOutdated(place: Place, home: number): boolean {
    const { text = "", of } = this.#refusals.get(place) ?? {};
    const isSame = isDeepStrictEqual(of?.journals[home], this.#witness.world.journals[home]);
    return !isSame || waysOutIn(text).some(({ kind }) => kind === "again");
  }

  async #follows(place: "a" | "b", text: string, other: boolean): Promise<unknown> {
    const ways = waysOutIn(text);
    this.#tally.pasted++;
    const open = ways.find((way) => way.kind === "say");
    if (open) return this.#says(place, open, other);
    if (ways.some(({ kind }) => kind === "one place")) return this.#desk.describeInOnePlace(place);
    const newest = this.#witness.newest(this.#desk.written(place).home);
    const [what] = newest ? this.#witness.truth.askedBy(newest.attemptId) : [];
    if (other && what && text.includes("describe in the configuration")) {
      this.#witness.note("   (describes what there is)");
      return this.#desk.describe(place, what);
    }
    const [, certificate] = /import it, with the id [^/]+\/(\S+);/.exec(text) ?? [];
    if (other && certificate && Object.keys(this.#desk.written(place).blocks).length === 1) {
      this.#witness.note("   (imports it)");
      this.#desk.edit({ do: "state rm", in: place });
      return this.#imports(place, certificate);
    }
    // Whatever else it says was said before.
    if (ways.some(({ kind }) => kind === "again")) return undefined;
    // Nobody here takes it for another service, which it is not.
    const way =
      ways.find(({ kind }) => kind === "service") ?? ways.find(({ kind }) => kind === "anew") ?? ways[0];
    this.#witness.note(`   (${JSON.stringify(way)})`);
    if (way?.kind === "service") this.#desk.write(place, { service: way.name });
    if (way?.kind === "anew") this.#desk.write(place, { resolve: `${way.attempt}:anew` });
    return undefined;
  }

  /** Looks up what became of it, and says so: in the configuration, or to the journal. */
  async #says(
    place: "a" | "b",
    { attempt, mayDeny }: Extract<WayOut, { kind: "say" }>,
    byCommand: boolean,
  ): Promise<unknown> {
    const { home } = this.#desk.written(place);
    const certificate = this.#witness.truth.certificateOf(attempt);
    if (certificate === null && !mayDeny)
      throw this.#witness.broken(`Nothing came of ${attempt}, and that cannot be said.`);
    if (certificate === null) this.#passes(2 * hour);
    this.#witness.note(`   (${attempt}: ${certificate ?? "not-happened"})`);
    const isThere = this.#witness.world.journals[home]?.some(({ attemptId }) => attemptId === attempt);
    if (byCommand && isThere) return this.#resolve(home, attempt, certificate);
    return this.#desk.write(place, { resolve: `${attempt}:${certificate ?? "not-happened"}` });
  }

  async #typesUntilDone(): Promise<void> {
    const { home } = this.#desk.terminal;
    const most = 1 + (this.#witness.world.journals[home] ?? []).filter(isOpenIn).length;
    for (let pasted = 0; ; pasted++) {
      const command = { what: { csr: 0, days: 90, turn: null } };
      const { how, text } = await this.#command(command, [this.#witness.truth.newWish("typed")]);
      if (how === "well") return;
      if (pasted >= most) throw this.#witness.broken("A way out at the terminal leads out.", text);
      this.#tally.pasted++;
      const ways = waysOutIn(text);
      const open = ways.find((way) => way.kind === "say");
      const service = ways.find((way) => way.kind === "service");
      if (open) {
        const certificate = this.#witness.truth.certificateOf(open.attempt);
        if (certificate === null) this.#passes(2 * hour);
        await this.#resolve(home, open.attempt, certificate);
      } else if (service) this.#desk.terminal = { ...this.#desk.terminal, service: service.name };
    }
  }

  // What people say of attempts.

  /** What a person would say something about: what is open, else what was last. */
  #attemptIn(home: number) {
    const journal = this.#witness.world.journals[home] ?? [];
    return journal.find(isOpenIn) ?? journal.at(-1);
  }

  async #resolves(as: Answer): Promise<void> {
    const { home } = this.#desk.terminal;
    const attempt = this.#attemptIn(home);
    if (!attempt) return;
    const { attemptId, state, fate, sentAt, certificateId } = attempt;
    const certificate = as === "happened" ? this.#witness.truth.certificateOf(attemptId) : null;
    if (as === "happened" && certificate === null) return;
    if (as === "not-happened") this.#passes(2 * hour);
    const isEarly = as === "not-happened, too early" && Date.now() - Date.parse(sentAt) < hour;
    const { how, text } = await this.#resolve(home, attemptId, certificate, true);
    // Whoever was mistaken may say so later, but not that what happened did not.
    const isTaken = isOpenIn(attempt)
      ? certificate !== null || (!isEarly && state !== "done-unread" && fate !== "done")
      : certificate === (fate === "done" ? certificateId : null) ||
        (certificate !== null && this.#witness.isSpokenOf(attemptId));
    if ((how === "well") !== isTaken)
      throw this.#witness.broken(
        "A person is believed, in time, except against the service's own word.",
        text,
      );
  }

  async #resolve(
    home: number,
    attempt: string,
    certificate: string | null,
    mayFail = false,
  ): Promise<Ending> {
    const seat: Seat = { ...this.#desk.terminal, home };
    const resolve = () => this.#hands.resolve(home, attempt, certificate);
    const ending = await this.#witness.step({ kind: "other" }, seat, resolve, attempt);
    if (ending.how !== "well" && !mayFail)
      throw this.#witness.broken("The truth about an attempt is taken.", ending.text);
    return ending;
  }

  #writesResolve(place: Place, as: Answer | "anew"): void {
    const written = this.#desk.written(place);
    if (as === "anew") {
      const newest = this.#mayAskAnew(written) ? this.#witness.newest(written.home) : undefined;
      if (newest) this.#desk.write(place, { resolve: `${newest.attemptId}:anew` });
      return;
    }
    const { attemptId = "" } = this.#attemptIn(written.home) ?? {};
    const certificate = this.#witness.truth.certificateOf(attemptId);
    if (attemptId === "" || (as === "happened" && certificate === null)) return;
    if (as === "not-happened") this.#passes(2 * hour);
    this.#desk.write(place, { resolve: `${attemptId}:${as === "happened" ? certificate : "not-happened"}` });
  }

  /** At another address it would say that this is another service, which nobody says who knows better. */
  #mayAskAnew({ service, host, home }: Seat): boolean {
    const journal = this.#witness.world.journals[home] ?? [];
    const isHere = journal.some(
      ({ address, fate }) => fate !== "void" && URL.canParse(address) && new URL(address).hostname === host,
    );
    return service !== undefined || isHere;
  }

  // Commands.

  async #commands(action: Extract<Action, { do: "type" | "call" | "run" }>): Promise<void> {
    const { terminal } = this.#desk;
    const { what, trouble } = action;
    const newest = this.#witness.newest(terminal.home)?.attemptId;
    const isAnew = "anew" in action && action.anew === true && this.#mayAskAnew(terminal);
    const anew = isAnew ? newest : undefined;
    if (action.do === "type") {
      const wishes = [this.#witness.truth.newWish("typed"), ...(anew ? [`anew ${anew}`] : [])];
      await this.#command({ what, trouble, anew, isCutOff: action.cutOff }, wishes);
      return;
    }
    const { name } = action;
    if (action.do === "run" && !this.#runs.has(name)) this.#createsRun(name);
    // In the place of a run a command is killed: it is asked for when it begins, and not before.
    const isCommand = trouble !== undefined && "killedBefore" in trouble;
    const run = action.do === "run" && !isCommand ? this.#runs.get(name) : undefined;
    const heldBefore = run && new Date(run.at);
    const isOutdated = run !== undefined && newest !== run.newest;
    await this.#command({ what, trouble, anew, name, heldBefore }, [`name ${name}`], isOutdated);
  }

  #createsRun(name: string): void {
    const newest = this.#witness.newest(this.#desk.terminal.home)?.attemptId;
    this.#runs.set(name, { at: Date.now(), newest });
  }

  #command(command: Command, wishes: readonly string[], isOutdated = false): Promise<Ending> {
    const seat = this.#desk.terminal;
    const deed = { kind: "command", command, wishes, isOutdated } as const;
    return this.#witness.step(deed, seat, () => this.#hands.reissue(seat, command));
  }

  // The rest.

  #renames(place: Place, moved: boolean): void {
    const [from, to] = this.#desk.rename(place, moved) ?? [];
    if (from && to) this.#witness.truth.renamed(place, from, to);
  }

  #certificate(which: "newest" | "older" | "first"): string {
    const { issued } = this.#witness.world;
    return issued.at({ newest: -1, older: Math.max(-2, -issued.length), first: 0 }[which]) ?? "";
  }

  async #imports(place: Place, certificate: string): Promise<void> {
    await this.#witness.looksAgain();
    const name = this.#desk.firstName(place);
    if (!name || this.#witness.world.states[place].objects[name]) return;
    await this.#hands.import(place, this.#desk.written(place), name, certificate);
    await this.#witness.looksAgain();
  }

  #passes(ms: number): void {
    this.#hands.age(ms);
    for (const run of this.#runs.values()) run.at -= ms;
  }

  #weeksPass(): Promise<void> {
    this.#witness.truth.today += weeks;
    this.#kept.clear();
    this.#desk.age(weeks * 24 * hour);
    this.#passes(weeks * 24 * hour);
    return this.#witness.looksAgain();
  }
}
