import { isOpen, latestAttempt } from "../../../src/journal/index.ts";
import { type Action, type Answer, type Imported, inWords, type Story } from "./actions.ts";
import { Desk, isEdit } from "./desk.ts";
import { laws } from "./model.ts";
import { Observer } from "./observer.ts";
import { type Asker, isShown, objectOf, type RunDeed } from "./step.ts";
import { Broken, type Tally } from "./tally.ts";
import { type WayOut, waysOutIn } from "./ways-out.ts";
import {
  type ApplyOptions,
  type Command,
  type Hands,
  names,
  type OrderView,
  type Place,
  type PlanOptions,
  type Request,
  type StepResult,
  type Written,
} from "./world.ts";

const hour = 3_600_000;
const weeks = 40;
/** More messages than any situation can be the reason of. */
const patience = 10;

interface WorkflowRun {
  readonly number: number;
  createdAt: number;
  readonly succeeded: readonly string[];
  readonly open: readonly string[];
}

/** People at work on one order. */
export class Person {
  readonly #hands: Hands;
  readonly #tally: Tally;
  readonly #isNamed: boolean;
  readonly #desk: Desk;
  readonly #observer: Observer;
  /** Saved plans, and the world when they were made. */
  readonly #kept = new Map<Place, { readonly deed: RunDeed; readonly world: OrderView }>();
  readonly #runs = new Map<number, WorkflowRun>();
  /** What the last apply in a place said, if it was refused, and what the journal's latest certificate was then. */
  readonly #refusals = new Map<Place, { readonly text: string; readonly latest: string | undefined }>();

  constructor(hands: Hands, tally: Tally, story: Story, world: OrderView) {
    this.#hands = hands;
    this.#tally = tally;
    this.#isNamed = story.named;
    this.#desk = new Desk(story, hands, world);
    this.#observer = new Observer(hands, tally, world, (seen) => this.#desk.sees(seen));
  }

  async does(action: Action): Promise<void> {
    this.#tally.actions++;
    try {
      this.#observer.note(inWords(action));
      await this.#carryOut(action);
    } catch (error) {
      throw error instanceof Broken ? error : this.#observer.broken((error as Error).stack ?? String(error));
    }
  }

  /** Whatever has happened, the texts lead on: out of each blocked order, and to one more reissue of it. */
  async findsTheWayOut(): Promise<void> {
    for (const place of ["a", "b"] as const) {
      this.#observer.note(`at the end, in ${place}`);
      await this.#followsTexts(place, false);
      const request: Request = { csr: 0, days: 90, turn: `the end ${place}` };
      const blocks = { site: { request, spelledOtherwise: false, renews: false } };
      this.#desk.write(place, { blocks, resolve: undefined, supersede: undefined, moved: undefined });
      await this.#apply(place, { refresh: true });
      await this.#followsTexts(place, false);
    }
    this.#observer.note("at the end, at the terminal");
    await this.#typesUntilDone();
  }

  async #carryOut(action: Action): Promise<unknown> {
    if (isEdit(action)) {
      this.#desk.edit(action);
      return this.#observer.looksAgain();
    }
    switch (action.do) {
      case "apply":
        return this.#apply(action.in, this.#optionsOf(action));
      case "apply, meanwhile":
        return this.#meanwhile(action.in, action.second);
      case "plan":
        return this.#plans(action);
      case "plan for later":
        return this.#plansForLater(action.in, action.replace === true);
      case "apply the plan":
        return this.#appliesKept(action.in, action.trouble);
      case "follow the text":
        return this.#followsTexts(action.in, action.other === true);
      case "refresh":
        return this.#reads(action.in, (place, written) => this.#hands.refresh(place, written));
      case "destroy":
        return this.#destroys(action.in);
      case "test":
        return this.#tests(action.trouble);
      case "another address":
        // There it may be another service. A person who knows better does not paste what was said here.
        if (action.at !== "terminal") this.#refusals.delete(action.at);
        return this.#desk.move(action);
      case "other keys":
        return this.#desk.move(action);
      case "rename":
        return this.#renames(action.in, action.moved);
      case "import":
        return this.#imports(action.in, this.#certificate(action.which), action.asLatest === true);
      case "resolve":
        return this.#resolves(action.as);
      case "resolve by argument":
        return this.#desk.write(action.in, await this.#argument(action.in, action.as));
      case "supersede by argument":
        return this.#desk.write(action.in, await this.#argument(action.in, "supersede"));
      case "type":
      case "call":
      case "run":
        return this.#commands(action);
      case "create a run":
        return this.#run(action.run);
      case "reissue elsewhere":
        await this.#hands.orders.reissueElsewhere();
        return this.#observer.looksAgain();
      case "lose done":
        this.#hands.orders.loseDone(this.#desk.written(action.in).home);
        return this.#observer.looksAgain();
      case "hours pass":
        return this.#passes(2 * hour);
      case "weeks pass":
        return this.#weeksPass();
    }
  }

  // Runs of the core.

  #optionsOf(action: Extract<Action, { do: "apply" }>): ApplyOptions {
    const { replace, noRefresh, do: _, in: place, ...options } = action;
    return { ...options, refresh: !noRefresh, replace: replace ? this.#desk.firstName(place) : undefined };
  }

  async #apply(place: Place, options: ApplyOptions): Promise<StepResult> {
    const written = this.#desk.written(place);
    const { trouble, provisionerFails } = options;
    const deed = { ...this.#deed(place, written, options), trouble, provisionerFails };
    const ending = await this.#observer.step(deed, written, () =>
      this.#hands.apply(deed.place, written, options),
    );
    if (ending.how === "refused" && !trouble && !provisionerFails) {
      const latest = this.#latestIn(written.home);
      this.#refusals.set(place, { text: ending.text, latest });
    } else this.#refusals.delete(place);
    return ending;
  }

  /** An apply whose answer is held, and something else meanwhile. */
  async #meanwhile(place: Place, second: Action): Promise<unknown> {
    // The held answer comes through another address. Without a name that would be another service.
    if (!this.#isNamed) {
      await this.#apply(place, { refresh: true });
      return this.#carryOut(second);
    }
    const observer = this.#observer;
    const written = this.#desk.written(place);
    const deed = this.#deed(place, written, { refresh: true });
    const before = observer.world;
    const end = await this.#hands.applyHeld(deed.place, written);
    await observer.looksAgain();
    const middle = observer.world;
    const step = { deed, seat: written };
    if (middle.received.length === before.received.length) {
      observer.judges({ ...step, before, ending: await end(), after: await this.#hands.look() });
      return this.#carryOut(second);
    }
    observer.registers({ ...step, before, after: middle });
    if (!("in" in second) || this.#desk.owner(second.in) !== deed.place) {
      observer.note(`   meanwhile: ${inWords(second)}`);
      await this.#carryOut(second);
    }
    const between = observer.world;
    const ending = await end();
    const after = await this.#hands.look();
    const idsIn = ({ journals }: OrderView) =>
      journals.flatMap(({ attempts }) => attempts.map((one) => one.attemptId));
    const begun = idsIn(middle).filter((id) => !idsIn(before).includes(id));
    // What the second action wrote was not there when the first one sent.
    const later = idsIn(between).filter((id) => !idsIn(middle).includes(id));
    const without = (ids: readonly string[], { journals }: OrderView) =>
      journals.map(({ attempts, ...rest }) => ({
        ...rest,
        attempts: attempts.filter(({ attemptId }) => !ids.includes(attemptId)),
      }));
    const received = after.received.filter(
      (_, index) => index < middle.received.length || index >= between.received.length,
    );
    observer.judges({
      ...step,
      ending,
      before: { ...before, issued: after.issued, journals: without([...later, ...begun], between) },
      after: { ...after, received, journals: without(later, after) },
    });
    return observer.looksAgain();
  }

  /** Anybody may plan, also from a branch. */
  async #plans({ in: place, replace, destroy, as }: Extract<Action, { do: "plan" }>): Promise<void> {
    const options = { refresh: true, destroy, replace: replace ? this.#desk.firstName(place) : undefined };
    const said = as === undefined ? {} : await this.#argument(place, as);
    await this.#reads(place, (owner, written) =>
      this.#hands.plan(owner, { ...written, ...said }, options, false),
    );
  }

  async #plansForLater(place: Place, replace: boolean): Promise<void> {
    const options: PlanOptions = {
      refresh: true,
      replace: replace ? this.#desk.firstName(place) : undefined,
    };
    const deed = this.#deed(place, this.#desk.written(place), options);
    const { how } = await this.#reads(place, (owner, written) =>
      this.#hands.plan(owner, written, options, true),
    );
    if (how === "well") this.#kept.set(deed.place, { deed, world: this.#observer.world });
  }

  async #appliesKept(place: Place, trouble: Command["trouble"]): Promise<void> {
    const owner = this.#desk.owner(place);
    const kept = this.#kept.get(owner);
    if (!kept) return;
    const hasChangedSince = JSON.stringify(kept.world) !== JSON.stringify(this.#observer.world);
    const deed = { ...kept.deed, trouble, isKept: true, hasChangedSince };
    await this.#observer.step(deed, deed.written, () => this.#hands.applyKept(owner, trouble));
  }

  /** Something that only reads: no law allows it to write or to send. */
  #reads(place: Place, work: (owner: Place, written: Written) => Promise<StepResult>): Promise<StepResult> {
    const [owner, written] = [this.#desk.owner(place), this.#desk.written(place)];
    return this.#observer.step({ kind: "read", place: owner }, written, () => work(owner, written));
  }

  async #destroys(place: Place): Promise<void> {
    const written = this.#desk.written(place);
    const deed = this.#deed(place, { ...written, blocks: {} }, { refresh: true });
    await this.#observer.step(deed, written, () => this.#hands.destroy(deed.place, written));
  }

  /** What is configured in the first place, created on nothing, and destroyed. */
  async #tests(trouble: Command["trouble"]): Promise<void> {
    const { home: _, clock: __, ...written } = this.#desk.written("a");
    const block = written.blocks[this.#desk.firstName("a") ?? "site"];
    if (!block) return;
    const blocks = { site: block };
    this.#desk.write("t", { ...written, blocks, resolve: undefined, supersede: undefined, moved: undefined });
    await this.#apply("t", { refresh: true, trouble });
    await this.#destroys("t");
  }

  /** What a run of the core asks for, and the intents behind it. */
  #deed(place: Place, written: Written, options: PlanOptions): RunDeed {
    const deed: RunDeed = { kind: "run", place: this.#desk.owner(place), written, options, askers: [] };
    return { ...deed, askers: names.flatMap((name) => this.#asker(deed, name) ?? []) };
  }

  #asker(deed: RunDeed, name: (typeof names)[number]): Asker | undefined {
    const { place, written, options } = deed;
    const block = written.blocks[name];
    if (!block) return undefined;
    const { truth } = this.#observer;
    const object = objectOf({ deed, before: this.#observer.world }, name);
    const last = truth.lastIntent(place, name);
    const isLost =
      !object ||
      last === undefined ||
      !(truth.isMadeFor(object.certificate, last) || truth.intentsOf(object.openAttempt ?? "").has(last));
    const { certificate = null, days = null } = object ?? {};
    const isDone = object?.outcome === "done";
    // The stored flag decides, and a refresh sets it.
    const isInWindow =
      object?.isDue === true ||
      (options.refresh && object?.renews && days !== null && truth.isOlderThan(certificate, days - 30));
    const isRenewalDue =
      object?.tainted === false && isDone && block.renews && certificate !== null && isInWindow === true;
    return {
      name,
      block,
      isRenewalDue,
      intents: [
        truth.intentOf(place, name, block.request, this.#desk.isRegenerated(place, name) && isLost),
        ...(isRenewalDue ? [`renewal of ${certificate}`] : []),
        ...(written.supersede === undefined ? [] : [`supersede ${written.supersede}`]),
      ],
    };
  }

  // What the texts say.

  /** Pastes what the last refusal said and applies again, until the apply ends well. */
  async #followsTexts(place: "a" | "b", other: boolean): Promise<void> {
    const before = this.#observer.world.received.length;
    for (let pasted = 0; ; pasted++) {
      const refusal = this.#refusals.get(place);
      if (refusal === undefined) break;
      const { text } = refusal;
      if (pasted >= patience) throw this.#observer.broken(laws.L4, text);
      await this.#follows(place, text, other && pasted === 0);
      await this.#observer.looksAgain();
      await this.#apply(place, { refresh: pasted % 2 === 0 });
    }
    if (this.#observer.world.received.length > before + 1) throw this.#observer.broken(laws.L4, "paid twice");
  }

  async #follows(place: "a" | "b", text: string, other: boolean): Promise<unknown> {
    const ways = waysOutIn(text);
    const find = <Kind extends WayOut["kind"]>(kind: Kind) =>
      ways.find((way): way is Extract<WayOut, { kind: Kind }> => way.kind === kind);
    const has = (kind: WayOut["kind"]) => ways.some((way) => way.kind === kind);
    this.#tally.pasted++;
    this.#observer.note(`   (${JSON.stringify(ways)})`);
    const { home } = this.#desk.written(place);
    const [resolve, service, supersede] = [find("resolve"), find("service"), find("supersede")];
    if (has("repair") && isShown(text, "cannot be read")) return this.#repairs(home);
    if (resolve) return this.#looksUp(place, resolve, other);
    if (has("wait")) return this.#passes(2 * hour);
    if (service) return this.#desk.write(place, { service: service.name });
    const imports = ways.flatMap((way) => (way.kind === "import" ? [way.id] : []));
    if (imports.length > 1 || (imports.length > 0 && other)) return this.#importsLatest(place, imports);
    if (has("moved")) return this.#bringsTogether(place);
    if (has("trigger")) return this.#desk.request(place, this.#anotherTurn(place));
    const latest = latestAttempt(this.#observer.world.journals[home]?.attempts ?? []);
    const [request] = latest ? this.#observer.truth.requestedBy(latest.attemptId) : [];
    if (has("request") && other && request) return this.#desk.request(place, request);
    if (supersede) return this.#desk.write(place, { supersede: supersede.attempt });
    if (has("one")) return this.#desk.describeOnce(place);
    return undefined;
  }

  /** Of two certificates, a person knows which one is newer. */
  async #importsLatest(place: "a" | "b", ids: readonly string[]): Promise<void> {
    const { issued } = this.#observer.world;
    const number = (id: string) => issued.indexOf(id.replace(/@.*/, ""));
    const [id = ""] = ids.toSorted((one, other) => number(other) - number(one));
    const latest = this.#latestIn(this.#desk.written(place).home);
    if (number(latest ?? "") > number(id)) {
      // The text is out of date: the order was reissued after it was shown.
      if (latest !== this.#refusals.get(place)?.latest) return;
      throw this.#observer.broken(laws.L4, `the text names ${id}, and the journal knows ${latest}`);
    }
    this.#desk.editState(place, () => undefined, true);
    await this.#observer.looksAgain();
    this.#desk.describeOnce(place);
    const name = this.#desk.firstName(place);
    if (name) await this.#reads(place, (owner, written) => this.#hands.import(owner, written, name, id));
  }

  #latestIn(home: number): string | undefined {
    return latestAttempt(this.#observer.world.journals[home]?.attempts ?? [])?.certificateId;
  }

  /** A state has the order under another name, or tainted. */
  #bringsTogether(place: "a" | "b"): unknown {
    const { blocks } = this.#desk.written(place);
    const { objects } = this.#observer.world.states[this.#desk.owner(place)];
    const described = names.filter((name) => blocks[name]);
    const from = names.find((name) => objects[name] && !blocks[name]);
    const to = described.find((name) => !objects[name]);
    if (from && to) return this.#desk.write(place, { moved: { from, to } });
    const stored = described.find((name) => objects[name]);
    if (stored && described.length > 1)
      return this.#desk.write(place, { blocks: { [stored]: blocks[stored] } });
    return this.#desk.edit({ do: "untaint", in: place });
  }

  #anotherTurn(place: Place): Request {
    const { blocks } = this.#desk.written(place);
    const { request } = blocks[this.#desk.firstName(place) ?? "site"] ?? {};
    return { csr: 0, days: 90, ...request, turn: this.#observer.truth.newIntent("turn") };
  }

  /** Looks the attempt up, and says what happened: in the configuration, or to the journal. */
  async #looksUp(
    place: "a" | "b",
    { attempt, mayDeny, others }: Extract<WayOut, { kind: "resolve" }>,
    byCommand: boolean,
  ): Promise<unknown> {
    const { home } = this.#desk.written(place);
    const certificate = this.#observer.truth.certificateOf(attempt);
    if (certificate === null && !mayDeny) throw this.#observer.broken(laws.L4, `${attempt} did not happen`);
    if (certificate === null) await this.#passes(2 * hour);
    const isThere = this.#observer.world.journals[home]?.attempts.some((one) => one.attemptId === attempt);
    if (byCommand && isThere) return this.#resolve(home, attempt, certificate);
    return this.#desk.write(place, { resolve: `${others}${attempt}:${certificate ?? "not-happened"}` });
  }

  async #typesUntilDone(): Promise<void> {
    const request: Request = { csr: 0, days: 90, turn: null };
    for (let pasted = 0; ; pasted++) {
      const { how, text } = await this.#command({ request }, [this.#observer.truth.newIntent("typed")]);
      if (how === "well") return;
      if (pasted >= patience) throw this.#observer.broken(laws.L4, text);
      this.#tally.pasted++;
      const ways = waysOutIn(text);
      const { home } = this.#desk.terminal;
      const resolve = ways.find((way) => way.kind === "resolve");
      const service = ways.find((way) => way.kind === "service");
      if (ways.some(({ kind }) => kind === "repair")) await this.#repairs(home);
      else if (resolve) {
        const certificate = this.#observer.truth.certificateOf(resolve.attempt);
        if (certificate === null) await this.#passes(2 * hour);
        await this.#resolve(home, resolve.attempt, certificate);
      } else if (service) this.#desk.terminal = { ...this.#desk.terminal, service: service.name };
      else await this.#passes(2 * hour);
    }
  }

  // What people say about attempts.

  /** The attempt that a person would say something about: the open one, else the last one. */
  #attemptIn(home: number) {
    const attempts = this.#observer.world.journals[home]?.attempts ?? [];
    return attempts.find(isOpen) ?? attempts.at(-1);
  }

  async #resolves(as: Answer): Promise<void> {
    const { home } = this.#desk.terminal;
    const attempt = this.#attemptIn(home);
    if (!attempt) return;
    const { attemptId, lastEvent, sentAt, endedAt, certificateId, status, resolvedManually } = attempt;
    const certificate = as === "happened" ? this.#observer.truth.certificateOf(attemptId) : null;
    if (as === "happened" && certificate === null) return;
    if (as === "not-happened") await this.#passes(2 * hour);
    // Of an attempt that only a state knew, the journal has the time at which it ended.
    const age = Date.now() - Date.parse(sentAt || (endedAt ?? ""));
    const isEarly = as === "not-happened, too early" && age < hour;
    const { how, text } = await this.#resolve(home, attemptId, certificate, true);
    // A person who was mistaken can name the certificate later, but cannot deny what happened.
    const isAccepted = isOpen(attempt)
      ? certificate !== null || (!isEarly && lastEvent !== "done-unread")
      : certificate === (status === "succeeded" ? certificateId : null) ||
        (certificate !== null && resolvedManually);
    if ((how === "well") !== isAccepted)
      throw this.#observer.broken(
        "A person is believed, in time, except against the service's answer.",
        text,
      );
  }

  async #resolve(
    home: number,
    attempt: string,
    certificate: string | null,
    mayFail = false,
  ): Promise<StepResult> {
    const seat = { ...this.#desk.terminal, home };
    const resolve = () => this.#hands.resolve(home, attempt, certificate);
    const ending = await this.#observer.step({ kind: "resolve", attempt }, seat, resolve);
    if (ending.how !== "well" && !mayFail) throw this.#observer.broken(laws.L4, ending.text);
    return ending;
  }

  async #repairs(home: number): Promise<void> {
    const seat = { ...this.#desk.terminal, home };
    await this.#observer.step({ kind: "repair" }, seat, () => this.#hands.repair(home));
  }

  /** The provider's argument that says it. */
  async #argument(place: Place, as: Answer | "supersede"): Promise<Pick<Written, "resolve" | "supersede">> {
    const { home } = this.#desk.written(place);
    if (as === "supersede") {
      const latest = latestAttempt(this.#observer.world.journals[home]?.attempts ?? []);
      return latest ? { supersede: latest.attemptId } : {};
    }
    const { attemptId = "" } = this.#attemptIn(home) ?? {};
    const certificate = this.#observer.truth.certificateOf(attemptId);
    if (attemptId === "" || (as === "happened" && certificate === null)) return {};
    if (as === "not-happened") await this.#passes(2 * hour);
    return { resolve: `${attemptId}:${as === "happened" ? certificate : "not-happened"}` };
  }

  // Commands.

  async #commands(action: Extract<Action, { do: "type" | "call" | "run" }>): Promise<void> {
    const { request, trouble } = action;
    const { attempts = [] } = this.#observer.world.journals[this.#desk.terminal.home] ?? {};
    const supersede = "supersede" in action ? latestAttempt(attempts)?.attemptId : undefined;
    const command = { request, trouble, supersede };
    switch (action.do) {
      case "type":
        await this.#command(command, [this.#observer.truth.newIntent("typed")]);
        return;
      case "call":
        await this.#command({ ...command, key: action.key }, [`key ${action.key}`]);
        return;
      case "run": {
        const run = this.#run(action.run);
        const { number, createdAt } = run;
        await this.#command(
          { ...command, key: `run ${number}`, run: { number, createdAt: new Date(createdAt) } },
          [`run ${number}`],
          run,
        );
      }
    }
  }

  /** A workflow run is created once, and may be executed at any time after that. */
  #run(label: number): WorkflowRun {
    const { attempts = [] } = this.#observer.world.journals[this.#desk.terminal.home] ?? {};
    const ids = (status: string) =>
      attempts.filter((one) => one.status === status).map(({ attemptId }) => attemptId);
    const run = this.#runs.get(label) ?? {
      number: this.#runs.size + 1,
      createdAt: Date.now() + 1,
      succeeded: ids("succeeded"),
      open: ids("open"),
    };
    this.#runs.set(label, run);
    return run;
  }

  #command(command: Command, intents: readonly string[], atCreation?: WorkflowRun): Promise<StepResult> {
    const seat = this.#desk.terminal;
    const deed = { kind: "command", command, intents, atCreation } as const;
    return this.#observer.step(deed, seat, () => this.#hands.reissue(seat, command));
  }

  // The rest.

  #renames(place: Place, moved: boolean): void {
    const [from, to] = this.#desk.rename(place, moved) ?? [];
    if (from && to) this.#observer.truth.renamed(this.#desk.owner(place), from, to);
  }

  #certificate(which: Imported): string {
    const { issued } = this.#observer.world;
    if (which === "mistyped") return "cert-mistyped";
    return issued.at({ latest: -1, older: Math.max(-2, -issued.length), first: 0 }[which]) ?? "";
  }

  async #imports(place: Place, certificate: string, asLatest: boolean): Promise<void> {
    await this.#observer.looksAgain();
    const name = this.#desk.firstName(place);
    const { issued, states } = this.#observer.world;
    if (!name || states[this.#desk.owner(place)].objects[name]) return;
    const isTrue = issued.includes(certificate) && (!asLatest || certificate === issued.at(-1));
    const id = asLatest ? `${certificate}@latest` : certificate;
    const { truth } = this.#observer;
    const wasMisled = truth.isMisled;
    truth.isMisled ||= !isTrue;
    const { how } = await this.#reads(place, (owner, written) =>
      this.#hands.import(owner, written, name, id),
    );
    if (how !== "well") truth.isMisled = wasMisled;
  }

  #passes(ms: number): Promise<void> {
    this.#hands.orders.age(ms);
    this.#desk.age(ms);
    for (const run of this.#runs.values()) run.createdAt -= ms;
    return this.#observer.looksAgain();
  }

  #weeksPass(): Promise<void> {
    this.#observer.truth.today += weeks;
    this.#kept.clear();
    return this.#passes(weeks * 24 * hour);
  }
}
