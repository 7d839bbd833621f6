import { isOpen, latestAttempt } from "../../../src/journal/index.ts";
import { BrokenLaw, type Counts } from "./counts.ts";
import { Files, isEdit } from "./files.ts";
import { LawChecker } from "./law-checker.ts";
import { laws } from "./laws.ts";
import {
  type Action,
  type Answer,
  describeAction,
  type ImportedCertificate,
  type Scenario,
} from "./scenarios.ts";
import { type AppliedBlock, type CoreRun, findObject, isShown } from "./step.ts";
import {
  type ApplyOptions,
  blockNames,
  type Command,
  type Configuration,
  type Driver,
  type OrderView,
  type PlanOptions,
  type Project,
  type Request,
  type StepResult,
} from "./types.ts";
import { readWaysOut, type WayOut } from "./ways-out.ts";

const hour = 3_600_000;
const weeks = 40;
/** More messages than any situation can be the reason of. */
const mostMessages = 10;

interface WorkflowRun {
  readonly number: number;
  createdAt: number;
  readonly succeeded: readonly string[];
  readonly open: readonly string[];
}

/** People at work on one order. */
export class People {
  readonly #driver: Driver;
  readonly #counts: Counts;
  readonly #isNamed: boolean;
  readonly #files: Files;
  readonly #checker: LawChecker;
  /** Saved plans, and the view when they were made. */
  readonly #savedPlans = new Map<Project, { readonly operation: CoreRun; readonly view: OrderView }>();
  readonly #runs = new Map<number, WorkflowRun>();
  /** What the last apply in a project said, if it was refused, and what the journal's latest certificate was then. */
  readonly #refusals = new Map<Project, { readonly text: string; readonly latest: string | undefined }>();

  constructor(driver: Driver, counts: Counts, scenario: Scenario, view: OrderView) {
    this.#driver = driver;
    this.#counts = counts;
    this.#isNamed = scenario.named;
    this.#files = new Files(scenario, driver, view);
    this.#checker = new LawChecker(driver, counts, view, (seen) => this.#files.update(seen));
  }

  async perform(action: Action): Promise<void> {
    this.#counts.actions++;
    try {
      this.#checker.log(describeAction(action));
      await this.#carryOut(action);
    } catch (error) {
      throw error instanceof BrokenLaw
        ? error
        : this.#checker.broken((error as Error).stack ?? String(error));
    }
  }

  /** Whatever has happened, the texts lead on: out of each blocked order, and to one more reissue of it. */
  async resolveEverything(): Promise<void> {
    for (const project of ["a", "b"] as const) {
      this.#checker.log(`at the end, in ${project}`);
      await this.#followMessages(project, false);
      const request: Request = { csr: 0, days: 90, trigger: `the end ${project}` };
      const blocks = { site: { request, spelledOtherwise: false, renews: false } };
      this.#files.write(project, { blocks, resolve: undefined, supersede: undefined, moved: undefined });
      await this.#apply(project, { refresh: true });
      await this.#followMessages(project, false);
    }
    this.#checker.log("at the end, at the terminal");
    await this.#typeUntilDone();
  }

  async #carryOut(action: Action): Promise<unknown> {
    if (isEdit(action)) {
      this.#files.edit(action);
      return this.#checker.refresh();
    }
    switch (action.do) {
      case "apply":
        return this.#apply(action.in, this.#applyOptions(action));
      case "apply, meanwhile":
        return this.#applyMeanwhile(action.in, action.second);
      case "plan":
        return this.#plan(action);
      case "plan for later":
        return this.#savePlan(action.in, action.replace === true);
      case "apply the plan":
        return this.#applySavedPlan(action.in, action.failure);
      case "follow the text":
        return this.#followMessages(action.in, action.other === true);
      case "refresh":
        return this.#read(action.in, (project, configuration) =>
          this.#driver.refresh(project, configuration),
        );
      case "destroy":
        return this.#destroy(action.in);
      case "test":
        return this.#test(action.failure);
      case "another address":
        // There it may be another service. A person who knows better does not paste what was said here.
        if (action.at !== "terminal") this.#refusals.delete(action.at);
        return this.#files.changeConnection(action);
      case "other keys":
        return this.#files.changeConnection(action);
      case "rename":
        return this.#rename(action.in, action.moved);
      case "import":
        return this.#import(action.in, this.#certificate(action.which), action.asLatest === true);
      case "resolve":
        return this.#resolveLatest(action.as);
      case "resolve by argument":
        return this.#files.write(action.in, await this.#argument(action.in, action.as));
      case "supersede by argument":
        return this.#files.write(action.in, await this.#argument(action.in, "supersede"));
      case "type":
      case "call":
      case "run":
        return this.#runCommand(action);
      case "create a run":
        return this.#run(action.run);
      case "reissue elsewhere":
        await this.#driver.orders.reissueElsewhere();
        return this.#checker.refresh();
      case "lose done":
        this.#driver.orders.loseDone(this.#files.configuration(action.in).journal);
        return this.#checker.refresh();
      case "hours pass":
        return this.#passTime(2 * hour);
      case "weeks pass":
        return this.#passWeeks();
    }
  }

  // Runs of the core.

  #applyOptions(action: Extract<Action, { do: "apply" }>): ApplyOptions {
    const { replace, noRefresh, do: _, in: project, ...options } = action;
    return { ...options, refresh: !noRefresh, replace: replace ? this.#files.firstName(project) : undefined };
  }

  async #apply(project: Project, options: ApplyOptions): Promise<StepResult> {
    const configuration = this.#files.configuration(project);
    const { failure, provisionerFails } = options;
    const operation = { ...this.#coreRun(project, configuration, options), failure, provisionerFails };
    const result = await this.#checker.step(operation, configuration, () =>
      this.#driver.apply(operation.project, configuration, options),
    );
    if (result.status === "refused" && !failure && !provisionerFails) {
      const latest = this.#latestIn(configuration.journal);
      this.#refusals.set(project, { text: result.text, latest });
    } else this.#refusals.delete(project);
    return result;
  }

  /** An apply whose answer is held, and something else meanwhile. */
  async #applyMeanwhile(project: Project, second: Action): Promise<unknown> {
    // The held answer comes through another address. Without a name that would be another service.
    if (!this.#isNamed) {
      await this.#apply(project, { refresh: true });
      return this.#carryOut(second);
    }
    const checker = this.#checker;
    const configuration = this.#files.configuration(project);
    const operation = this.#coreRun(project, configuration, { refresh: true });
    const before = checker.view;
    const end = await this.#driver.applyHeld(operation.project, configuration);
    await checker.refresh();
    const middle = checker.view;
    const step = { operation, setup: configuration };
    if (middle.received.length === before.received.length) {
      checker.check({ ...step, before, result: await end(), after: await this.#driver.inspect() });
      return this.#carryOut(second);
    }
    checker.record({ ...step, before, after: middle });
    if (!("in" in second) || this.#files.owner(second.in) !== operation.project) {
      checker.log(`   meanwhile: ${describeAction(second)}`);
      await this.#carryOut(second);
    }
    const between = checker.view;
    const result = await end();
    const after = await this.#driver.inspect();
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
    checker.check({
      ...step,
      result,
      before: { ...before, issued: after.issued, journals: without([...later, ...begun], between) },
      after: { ...after, received, journals: without(later, after) },
    });
    return checker.refresh();
  }

  /** Anybody may plan, also from a branch. */
  async #plan({ in: project, replace, destroy, as }: Extract<Action, { do: "plan" }>): Promise<void> {
    const options = { refresh: true, destroy, replace: replace ? this.#files.firstName(project) : undefined };
    const said = as === undefined ? {} : await this.#argument(project, as);
    await this.#read(project, (owner, configuration) =>
      this.#driver.plan(owner, { ...configuration, ...said }, options, false),
    );
  }

  async #savePlan(project: Project, replace: boolean): Promise<void> {
    const options: PlanOptions = {
      refresh: true,
      replace: replace ? this.#files.firstName(project) : undefined,
    };
    const operation = this.#coreRun(project, this.#files.configuration(project), options);
    const { status } = await this.#read(project, (owner, configuration) =>
      this.#driver.plan(owner, configuration, options, true),
    );
    if (status === "succeeded")
      this.#savedPlans.set(operation.project, { operation, view: this.#checker.view });
  }

  async #applySavedPlan(project: Project, failure: Command["failure"]): Promise<void> {
    const owner = this.#files.owner(project);
    const kept = this.#savedPlans.get(owner);
    if (!kept) return;
    const hasChangedSince = JSON.stringify(kept.view) !== JSON.stringify(this.#checker.view);
    const operation = { ...kept.operation, failure, isSaved: true, hasChangedSince };
    await this.#checker.step(operation, operation.configuration, () =>
      this.#driver.applySavedPlan(owner, failure),
    );
  }

  /** Something that only reads: no law allows it to write or to send. */
  #read(
    project: Project,
    work: (owner: Project, configuration: Configuration) => Promise<StepResult>,
  ): Promise<StepResult> {
    const [owner, configuration] = [this.#files.owner(project), this.#files.configuration(project)];
    return this.#checker.step({ kind: "read", project: owner }, configuration, () =>
      work(owner, configuration),
    );
  }

  async #destroy(project: Project): Promise<void> {
    const configuration = this.#files.configuration(project);
    const operation = this.#coreRun(project, { ...configuration, blocks: {} }, { refresh: true });
    await this.#checker.step(operation, configuration, () =>
      this.#driver.destroy(operation.project, configuration),
    );
  }

  /** What is configured in the first project, created on nothing, and destroyed. */
  async #test(failure: Command["failure"]): Promise<void> {
    const { journal: _, clock: __, ...configuration } = this.#files.configuration("a");
    const block = configuration.blocks[this.#files.firstName("a") ?? "site"];
    if (!block) return;
    const blocks = { site: block };
    this.#files.write("t", {
      ...configuration,
      blocks,
      resolve: undefined,
      supersede: undefined,
      moved: undefined,
    });
    await this.#apply("t", { refresh: true, failure });
    await this.#destroy("t");
  }

  /** What a run of the core asks for, and the intents behind it. */
  #coreRun(project: Project, configuration: Configuration, options: PlanOptions): CoreRun {
    const operation: CoreRun = {
      kind: "run",
      project: this.#files.owner(project),
      configuration,
      options,
      appliedBlocks: [],
    };
    return {
      ...operation,
      appliedBlocks: blockNames.flatMap((name) => this.#appliedBlock(operation, name) ?? []),
    };
  }

  #appliedBlock(operation: CoreRun, name: (typeof blockNames)[number]): AppliedBlock | undefined {
    const { project, configuration, options } = operation;
    const block = configuration.blocks[name];
    if (!block) return undefined;
    const { truth } = this.#checker;
    const object = findObject({ operation, before: this.#checker.view }, name);
    const last = truth.lastIntent(project, name);
    const isLost =
      !object ||
      last === undefined ||
      !(truth.isMadeFor(object.certificate, last) || truth.intentsBehind(object.openAttempt ?? "").has(last));
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
        truth.findIntent(project, name, block.request, this.#files.isRegenerated(project, name) && isLost),
        ...(isRenewalDue ? [`renewal of ${certificate}`] : []),
        ...(configuration.supersede === undefined ? [] : [`supersede ${configuration.supersede}`]),
      ],
    };
  }

  // What the texts say.

  /** Pastes what the last refusal said and applies again, until the apply ends well. */
  async #followMessages(project: "a" | "b", other: boolean): Promise<void> {
    const before = this.#checker.view.received.length;
    for (let pasted = 0; ; pasted++) {
      const refusal = this.#refusals.get(project);
      if (refusal === undefined) break;
      const { text } = refusal;
      if (pasted >= mostMessages) throw this.#checker.broken(laws.L4, text);
      await this.#followMessage(project, text, other && pasted === 0);
      await this.#checker.refresh();
      await this.#apply(project, { refresh: pasted % 2 === 0 });
    }
    if (this.#checker.view.received.length > before + 1) throw this.#checker.broken(laws.L4, "paid twice");
  }

  async #followMessage(project: "a" | "b", text: string, other: boolean): Promise<unknown> {
    const ways = readWaysOut(text);
    const find = <Kind extends WayOut["kind"]>(kind: Kind) =>
      ways.find((way): way is Extract<WayOut, { kind: Kind }> => way.kind === kind);
    const has = (kind: WayOut["kind"]) => ways.some((way) => way.kind === kind);
    this.#counts.pasted++;
    this.#checker.log(`   (${JSON.stringify(ways)})`);
    const { journal } = this.#files.configuration(project);
    const [resolve, service, supersede] = [find("resolve"), find("service"), find("supersede")];
    if (has("repair") && isShown(text, "cannot be read")) return this.#repair(journal);
    if (resolve) return this.#resolveAsTold(project, resolve, other);
    if (has("wait")) return this.#passTime(2 * hour);
    if (service) return this.#files.write(project, { service: service.name });
    const imports = ways.flatMap((way) => (way.kind === "import" ? [way.id] : []));
    if (imports.length > 1 || (imports.length > 0 && other)) return this.#importLatest(project, imports);
    if (has("moved")) return this.#uniteBlockAndObject(project);
    if (has("trigger")) return this.#files.request(project, this.#anotherTrigger(project));
    const latest = latestAttempt(this.#checker.view.journals[journal]?.attempts ?? []);
    const [request] = latest ? this.#checker.truth.requestedBy(latest.attemptId) : [];
    if (has("request") && other && request) return this.#files.request(project, request);
    if (supersede) return this.#files.write(project, { supersede: supersede.attempt });
    if (has("one")) return this.#files.describeOnce(project);
    return undefined;
  }

  /** Of two certificates, a person knows which one is newer. */
  async #importLatest(project: "a" | "b", ids: readonly string[]): Promise<void> {
    const { issued } = this.#checker.view;
    const number = (id: string) => issued.indexOf(id.replace(/@.*/, ""));
    const [id = ""] = ids.toSorted((one, other) => number(other) - number(one));
    const latest = this.#latestIn(this.#files.configuration(project).journal);
    if (number(latest ?? "") > number(id)) {
      // The text is out of date: the order was reissued after it was shown.
      if (latest !== this.#refusals.get(project)?.latest) return;
      throw this.#checker.broken(laws.L4, `the text names ${id}, and the journal knows ${latest}`);
    }
    this.#files.editState(project, () => undefined, true);
    await this.#checker.refresh();
    this.#files.describeOnce(project);
    const name = this.#files.firstName(project);
    if (name)
      await this.#read(project, (owner, configuration) =>
        this.#driver.import(owner, configuration, name, id),
      );
  }

  #latestIn(journal: number): string | undefined {
    return latestAttempt(this.#checker.view.journals[journal]?.attempts ?? [])?.certificateId;
  }

  /** A state has the order under another name, or tainted. */
  #uniteBlockAndObject(project: "a" | "b"): unknown {
    const { blocks } = this.#files.configuration(project);
    const { objects } = this.#checker.view.states[this.#files.owner(project)];
    const described = blockNames.filter((name) => blocks[name]);
    const from = blockNames.find((name) => objects[name] && !blocks[name]);
    const to = described.find((name) => !objects[name]);
    if (from && to) return this.#files.write(project, { moved: { from, to } });
    const stored = described.find((name) => objects[name]);
    if (stored && described.length > 1)
      return this.#files.write(project, { blocks: { [stored]: blocks[stored] } });
    return this.#files.edit({ do: "untaint", in: project });
  }

  #anotherTrigger(project: Project): Request {
    const { blocks } = this.#files.configuration(project);
    const { request } = blocks[this.#files.firstName(project) ?? "site"] ?? {};
    return { csr: 0, days: 90, ...request, trigger: this.#checker.truth.newIntent("trigger") };
  }

  /** Looks the attempt up, and says what happened: in the configuration, or to the journal. */
  async #resolveAsTold(
    project: "a" | "b",
    { attempt, mayDeny, others }: Extract<WayOut, { kind: "resolve" }>,
    byCommand: boolean,
  ): Promise<unknown> {
    const { journal } = this.#files.configuration(project);
    const certificate = this.#checker.truth.findCertificate(attempt);
    if (certificate === null && !mayDeny) throw this.#checker.broken(laws.L4, `${attempt} did not happen`);
    if (certificate === null) await this.#passTime(2 * hour);
    const isThere = this.#checker.view.journals[journal]?.attempts.some((one) => one.attemptId === attempt);
    if (byCommand && isThere) return this.#resolve(journal, attempt, certificate);
    return this.#files.write(project, { resolve: `${others}${attempt}:${certificate ?? "not-happened"}` });
  }

  async #typeUntilDone(): Promise<void> {
    const request: Request = { csr: 0, days: 90, trigger: null };
    for (let pasted = 0; ; pasted++) {
      const { status, text } = await this.#reissue({ request }, [this.#checker.truth.newIntent("typed")]);
      if (status === "succeeded") return;
      if (pasted >= mostMessages) throw this.#checker.broken(laws.L4, text);
      this.#counts.pasted++;
      const ways = readWaysOut(text);
      const { journal } = this.#files.terminal;
      const resolve = ways.find((way) => way.kind === "resolve");
      const service = ways.find((way) => way.kind === "service");
      if (ways.some(({ kind }) => kind === "repair")) await this.#repair(journal);
      else if (resolve) {
        const certificate = this.#checker.truth.findCertificate(resolve.attempt);
        if (certificate === null) await this.#passTime(2 * hour);
        await this.#resolve(journal, resolve.attempt, certificate);
      } else if (service) this.#files.terminal = { ...this.#files.terminal, service: service.name };
      else await this.#passTime(2 * hour);
    }
  }

  // What people say about attempts.

  /** The attempt that a person would say something about: the open one, else the last one. */
  #attemptIn(journal: number) {
    const attempts = this.#checker.view.journals[journal]?.attempts ?? [];
    return attempts.find(isOpen) ?? attempts.at(-1);
  }

  async #resolveLatest(as: Answer): Promise<void> {
    const { journal } = this.#files.terminal;
    const attempt = this.#attemptIn(journal);
    if (!attempt) return;
    const { attemptId, lastEvent, sentAt, endedAt, certificateId, resolvedManually } = attempt;
    const certificate = as === "happened" ? this.#checker.truth.findCertificate(attemptId) : null;
    if (as === "happened" && certificate === null) return;
    if (as === "not-happened") await this.#passTime(2 * hour);
    // Of an attempt that only a state knew, the journal has the time at which it ended.
    const age = Date.now() - Date.parse(sentAt || (endedAt ?? ""));
    const isEarly = as === "not-happened, too early" && age < hour;
    const { status, text } = await this.#resolve(journal, attemptId, certificate, true);
    // A person who was mistaken can name the certificate later, but cannot deny what happened.
    const isAccepted = isOpen(attempt)
      ? certificate !== null || (!isEarly && lastEvent !== "done-unread")
      : certificate === (attempt.status === "succeeded" ? certificateId : null) ||
        (certificate !== null && resolvedManually);
    if ((status === "succeeded") !== isAccepted)
      throw this.#checker.broken("A person is believed, in time, except against the service's answer.", text);
  }

  async #resolve(
    journal: number,
    attempt: string,
    certificate: string | null,
    mayFail = false,
  ): Promise<StepResult> {
    const setup = { ...this.#files.terminal, journal };
    const resolve = () => this.#driver.resolve(journal, attempt, certificate);
    const result = await this.#checker.step({ kind: "resolve", attempt }, setup, resolve);
    if (result.status !== "succeeded" && !mayFail) throw this.#checker.broken(laws.L4, result.text);
    return result;
  }

  async #repair(journal: number): Promise<void> {
    const setup = { ...this.#files.terminal, journal };
    await this.#checker.step({ kind: "repair" }, setup, () => this.#driver.repair(journal));
  }

  /** The provider's argument that says it. */
  async #argument(
    project: Project,
    as: Answer | "supersede",
  ): Promise<Pick<Configuration, "resolve" | "supersede">> {
    const { journal } = this.#files.configuration(project);
    if (as === "supersede") {
      const latest = latestAttempt(this.#checker.view.journals[journal]?.attempts ?? []);
      return latest ? { supersede: latest.attemptId } : {};
    }
    const { attemptId = "" } = this.#attemptIn(journal) ?? {};
    const certificate = this.#checker.truth.findCertificate(attemptId);
    if (attemptId === "" || (as === "happened" && certificate === null)) return {};
    if (as === "not-happened") await this.#passTime(2 * hour);
    return { resolve: `${attemptId}:${as === "happened" ? certificate : "not-happened"}` };
  }

  // Commands.

  async #runCommand(action: Extract<Action, { do: "type" | "call" | "run" }>): Promise<void> {
    const { request, failure } = action;
    const { attempts = [] } = this.#checker.view.journals[this.#files.terminal.journal] ?? {};
    const supersede = "supersede" in action ? latestAttempt(attempts)?.attemptId : undefined;
    const command = { request, failure, supersede };
    switch (action.do) {
      case "type":
        await this.#reissue(command, [this.#checker.truth.newIntent("typed")]);
        return;
      case "call":
        await this.#reissue({ ...command, key: action.key }, [`key ${action.key}`]);
        return;
      case "run": {
        const run = this.#run(action.run);
        const { number, createdAt } = run;
        await this.#reissue(
          { ...command, key: `run ${number}`, run: { number, createdAt: new Date(createdAt) } },
          [`run ${number}`],
          run,
        );
      }
    }
  }

  /** A workflow run is created once, and may be executed at any time after that. */
  #run(label: number): WorkflowRun {
    const { attempts = [] } = this.#checker.view.journals[this.#files.terminal.journal] ?? {};
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

  #reissue(command: Command, intents: readonly string[], atCreation?: WorkflowRun): Promise<StepResult> {
    const setup = this.#files.terminal;
    const operation = { kind: "command", command, intents, atCreation } as const;
    return this.#checker.step(operation, setup, () => this.#driver.reissue(setup, command));
  }

  // The rest.

  #rename(project: Project, moved: boolean): void {
    const [from, to] = this.#files.rename(project, moved) ?? [];
    if (from && to) this.#checker.truth.renameBlock(this.#files.owner(project), from, to);
  }

  #certificate(which: ImportedCertificate): string {
    const { issued } = this.#checker.view;
    if (which === "mistyped") return "cert-mistyped";
    return issued.at({ latest: -1, older: Math.max(-2, -issued.length), first: 0 }[which]) ?? "";
  }

  async #import(project: Project, certificate: string, asLatest: boolean): Promise<void> {
    await this.#checker.refresh();
    const name = this.#files.firstName(project);
    const { issued, states } = this.#checker.view;
    if (!name || states[this.#files.owner(project)].objects[name]) return;
    const isTrue = issued.includes(certificate) && (!asLatest || certificate === issued.at(-1));
    const id = asLatest ? `${certificate}@latest` : certificate;
    const { truth } = this.#checker;
    const wasMisled = truth.isLatestMisstated;
    truth.isLatestMisstated ||= !isTrue;
    const { status } = await this.#read(project, (owner, configuration) =>
      this.#driver.import(owner, configuration, name, id),
    );
    if (status !== "succeeded") truth.isLatestMisstated = wasMisled;
  }

  #passTime(ms: number): Promise<void> {
    this.#driver.orders.age(ms);
    this.#files.age(ms);
    for (const run of this.#runs.values()) run.createdAt -= ms;
    return this.#checker.refresh();
  }

  #passWeeks(): Promise<void> {
    this.#checker.truth.today += weeks;
    this.#savedPlans.clear();
    return this.#passTime(weeks * 24 * hour);
  }
}
