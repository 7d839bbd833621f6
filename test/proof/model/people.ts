import { dayMs } from "../../../src/contract/index.ts";
import { type Attempt, isOpen, latestAttempt } from "../../../src/journal/index.ts";
import { importCertificate, reissue, repair, resolve } from "./commands.ts";
import type { Core } from "./core.ts";
import { Files } from "./files.ts";
import { BrokenLaw, type Counts, LawChecker } from "./law-checker.ts";
import { laws } from "./laws.ts";
import {
  type Action,
  type ActionOf,
  type Answer,
  describeAction,
  type ImportedCertificate,
  type Scenario,
  type StatedTime,
  type Verb,
} from "./scenarios.ts";
import { type AppliedBlock, type CoreRun, findObject, isShown } from "./step.ts";
import {
  ageOfRenewal,
  type BlockName,
  blockNames,
  type Command,
  type Configuration,
  type CoreCommand,
  type ImportStatement,
  type OrderView,
  type Project,
  type Request,
  type RunOptions,
  type StepResult,
} from "./types.ts";
import { readWaysOut, type WayOut } from "./ways-out.ts";

/** No person states a date that is in the future by another clock. */
const clocksApart = 20 * 60_000;
const hour = 3_600_000;
/** By a time of issue that is wrong by this, a renewal is due. */
const wrongBy = 65 * dayMs;
const weeks = 40;
/** More messages than any situation can be the reason of. */
const mostMessages = 10;
const firstRequest: Request = { csr: 0, days: 90, trigger: null };

export class People {
  readonly #core: Core;
  readonly #counts: Counts;
  readonly #files: Files;
  readonly #checker: LawChecker;
  readonly #savedPlans = new Map<Project, { readonly operation: CoreRun; readonly view: OrderView }>();
  /** What the last apply in a project said, if it was refused, and what the journal's latest certificate was then. */
  readonly #refusals = new Map<Project, { readonly text: string; readonly latest: string | undefined }>();

  constructor(core: Core, counts: Counts, scenario: Scenario, view: OrderView) {
    this.#core = core;
    this.#counts = counts;
    this.#files = new Files(scenario, core, view);
    this.#checker = new LawChecker(core, counts, view, (seen) => this.#files.update(seen));
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
      const request = { ...firstRequest, trigger: `the end ${project}` };
      this.#configureOnly(project, { site: { request, spelledOtherwise: false, renews: false } });
      await this.#apply(project, {});
      await this.#followMessages(project, false);
    }
    this.#checker.log("at the end, at the terminal");
    await this.#typeUntilDone();
  }

  async #carryOut(action: Action): Promise<unknown> {
    const { edits } = this.#files;
    const act = { ...edits, ...this.#actions }[action.do] as (action: Action) => unknown;
    await act(action);
    return action.do in edits && this.#checker.refresh();
  }

  /** What is more than an edit. */
  readonly #actions: {
    readonly [V in Exclude<Verb, keyof Files["edits"]>]: (action: ActionOf<V>) => unknown;
  } = {
    apply: ({ in: project, replace, do: _, ...options }) =>
      this.#apply(project, { ...options, replace: this.#replaced(project, replace) }),
    "apply, meanwhile": ({ in: project, second }) => this.#applyMeanwhile(project, second as Action),
    plan: (action) => this.#plan(action),
    "plan for later": ({ in: project, replace }) => this.#savePlan(project, replace),
    "apply the plan": ({ in: project, failure }) => this.#applySavedPlan(project, failure),
    "follow the text": ({ in: project, other }) => this.#followMessages(project, other),
    refresh: ({ in: project }) => this.#read(project, "refresh"),
    destroy: ({ in: project }) => this.#destroy(project),
    test: ({ failure }) => this.#test(failure),
    "another address": ({ at }) => {
      // There it may be another service. A person who knows better does not paste what was said here.
      if (at !== "terminal") this.#refusals.delete(at);
      this.#files.changeConnection(at, ({ host, keys }) => ({
        host: host === "localhost" ? "127.0.0.1" : "localhost",
        keys,
      }));
    },
    "other keys": ({ at }) =>
      this.#files.changeConnection(at, ({ host, keys }) => ({ host, keys: 1 - keys })),
    rename: ({ in: project, moved }) => {
      const [from, to] = this.#files.rename(project, moved) ?? [];
      if (from && to) this.#checker.truth.renameBlock(this.#files.owner(project), from, to);
    },
    import: ({ in: project, which, asLatest, dated }) =>
      this.#import(project, this.#statement(which, asLatest ? "latest" : undefined, dated)),
    "import at the terminal": ({ which, as, dated, request }) =>
      this.#importAtTerminal({ ...this.#statement(which, as, dated), request }),
    resolve: ({ as }) => this.#resolveLatest(as),
    "resolve by argument": async ({ in: project, as }) =>
      this.#files.write(project, await this.#argument(project, as)),
    "supersede by argument": async ({ in: project }) =>
      this.#files.write(project, await this.#argument(project, "supersede")),
    type: (action) => this.#reissue(action, [this.#checker.truth.newIntent("typed")]),
    call: (action) => this.#reissue(action, [`key ${action.key}`], { key: action.key }),
    renew: ({ maxAge, clock = 0, ...action }) => {
      const latest = latestAttempt(this.#attempts(this.#files.terminal.journal))?.certificateId;
      return this.#reissue(action, [`renewal of ${latest}`], { maxAge }, clock);
    },
    "reissue elsewhere": async () => {
      await this.#core.orders.reissueElsewhere();
      await this.#checker.refresh();
    },
    "lose done": ({ in: project }) => {
      this.#core.orders.loseDone(this.#files.configuration(project).journal);
      return this.#checker.refresh();
    },
    "done arrives late": ({ in: project }) => {
      this.#core.orders.writeLostDone(this.#files.configuration(project).journal);
      return this.#checker.refresh();
    },
    "hours pass": () => this.#passTime(2 * hour),
    "weeks pass": () => {
      this.#savedPlans.clear();
      return this.#passTime(weeks * 24 * hour);
    },
  };

  #attempts(journal: number): readonly Attempt[] {
    return this.#checker.view.journals[journal]?.attempts ?? [];
  }

  // Runs of the core.

  #replaced(project: Project, replace: boolean): BlockName | undefined {
    return replace ? this.#files.firstName(project) : undefined;
  }

  async #apply(project: Project, options: RunOptions): Promise<void> {
    const configuration = this.#files.configuration(project);
    const operation = this.#coreRun(project, configuration, options);
    const { status, text } = await this.#checker.step(operation, configuration, () =>
      this.#core.run(operation.project, configuration, "apply", options),
    );
    const latest = latestAttempt(this.#attempts(configuration.journal))?.certificateId;
    if (status === "refused" && !options.failure && !options.provisionerFails)
      this.#refusals.set(project, { text, latest });
    else this.#refusals.delete(project);
  }

  /** An apply that waits for its answer, and something else meanwhile. */
  async #applyMeanwhile(project: Project, second: Action): Promise<unknown> {
    if (!this.#core.applyHeld) {
      await this.#apply(project, {});
      return this.#carryOut(second);
    }
    const checker = this.#checker;
    const configuration = this.#files.configuration(project);
    const operation = this.#coreRun(project, configuration, {});
    const before = checker.view;
    const end = await this.#core.applyHeld(operation.project, configuration);
    await checker.refresh();
    const middle = checker.view;
    const step = { operation, setup: configuration };
    if (middle.received.length === before.received.length) {
      checker.check({ ...step, before, result: await end(), after: await this.#core.inspect() });
      return this.#carryOut(second);
    }
    checker.record({ ...step, before, after: middle });
    if (!("in" in second) || this.#files.owner(second.in) !== operation.project) {
      checker.log(`   meanwhile: ${describeAction(second)}`);
      await this.#carryOut(second);
    }
    const between = checker.view;
    const result = await end();
    const after = await this.#core.inspect();
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
  async #plan({ in: project, replace, destroy, as }: ActionOf<"plan">): Promise<void> {
    const options = { destroy, replace: this.#replaced(project, replace) };
    await this.#read(project, "plan", options, as && (await this.#argument(project, as)));
  }

  async #savePlan(project: Project, replace: boolean): Promise<void> {
    const options = { replace: this.#replaced(project, replace) };
    const operation = this.#coreRun(project, this.#files.configuration(project), options);
    const { status } = await this.#read(project, "save a plan", options);
    if (status === "succeeded")
      this.#savedPlans.set(operation.project, { operation, view: this.#checker.view });
  }

  async #applySavedPlan(project: Project, failure: RunOptions["failure"]): Promise<void> {
    const owner = this.#files.owner(project);
    const { operation: saved, view } = this.#savedPlans.get(owner) ?? {};
    if (!saved) return;
    const { configuration } = saved;
    const hasChangedSince = JSON.stringify(view) !== JSON.stringify(this.#checker.view);
    const options = { ...saved.options, failure };
    await this.#checker.step({ ...saved, options, isSaved: true, hasChangedSince }, configuration, () =>
      this.#core.run(owner, configuration, "apply the saved plan", { failure }),
    );
  }

  /** Something that only reads: no law allows it to write or to send. */
  #read(
    project: Project,
    command: CoreCommand,
    options: RunOptions = {},
    more: Partial<Configuration> = {},
  ): Promise<StepResult> {
    const [owner, configuration] = [this.#files.owner(project), this.#files.configuration(project)];
    return this.#checker.step({ kind: "read", project: owner }, configuration, () =>
      this.#core.run(owner, { ...configuration, ...more }, command, options),
    );
  }

  async #destroy(project: Project): Promise<void> {
    const configuration = this.#files.configuration(project);
    const operation = this.#coreRun(project, { ...configuration, blocks: {} }, {});
    await this.#checker.step(operation, configuration, () =>
      this.#core.run(operation.project, configuration, "destroy"),
    );
  }

  /** What is configured in the first project, created on nothing, and destroyed. */
  async #test(failure: RunOptions["failure"]): Promise<void> {
    const { journal: _, clock: __, ...configuration } = this.#files.configuration("a");
    const block = configuration.blocks[this.#files.firstName("a") ?? "site"];
    if (!block) return;
    this.#files.write("t", configuration);
    this.#configureOnly("t", { site: block });
    await this.#apply("t", { failure });
    await this.#destroy("t");
  }

  #configureOnly(project: Project, blocks: Configuration["blocks"]): void {
    this.#files.write(project, { blocks, resolve: undefined, supersede: undefined, moved: undefined });
  }

  #coreRun(project: Project, configuration: Configuration, options: RunOptions): CoreRun {
    const owner = this.#files.owner(project);
    const operation: CoreRun = { kind: "run", project: owner, configuration, options, appliedBlocks: [] };
    return {
      ...operation,
      appliedBlocks: blockNames.flatMap((name) => this.#appliedBlock(operation, name) ?? []),
    };
  }

  #appliedBlock(operation: CoreRun, name: BlockName): AppliedBlock | undefined {
    const { project, configuration, options } = operation;
    const block = configuration.blocks[name];
    if (!block) return undefined;
    const { truth, view } = this.#checker;
    const object = findObject(operation, name, view);
    const last = truth.lastIntent(project, name);
    const isLost =
      !object ||
      last === undefined ||
      !(truth.isMadeFor(object.certificate, last) || truth.intentsBehind(object.openAttempt ?? "").has(last));
    const { certificate = null, days = null } = object ?? {};
    // The stored flag decides, and a refresh sets it.
    const isRefreshed = !options.noRefresh && object?.renews === true;
    const isAdopted = object?.tainted === false && object.outcome !== "imported";
    const isDueBy = (age: number) => days !== null && age >= ageOfRenewal(days);
    const ages = isAdopted && block.renews && certificate !== null ? truth.agesOf(certificate) : [];
    const mayRenew = ages.length > 0 && (object?.isDue === true || (isRefreshed && ages.some(isDueBy)));
    const isRenewalDue = mayRenew && object?.outcome === "done" && ages.every(isDueBy);
    return {
      name,
      block,
      isRenewalDue,
      intents: [
        truth.findIntent(project, name, block.request, this.#files.isRegenerated(project, name) && isLost),
        ...(mayRenew ? [`renewal of ${certificate}`] : []),
        ...(configuration.supersede === undefined ? [] : [`supersede ${configuration.supersede}`]),
      ],
    };
  }

  // What the texts say.

  async #followMessages(project: Project, other: boolean): Promise<void> {
    const before = this.#checker.view.received.length;
    for (let pasted = 0; ; pasted++) {
      const { text } = this.#refusals.get(project) ?? {};
      if (text === undefined) break;
      if (pasted >= mostMessages) throw this.#checker.broken(laws.L4, text);
      await this.#followMessage(project, text, other && pasted === 0);
      await this.#checker.refresh();
      await this.#apply(project, { noRefresh: pasted % 2 !== 0 });
    }
    if (this.#checker.view.received.length > before + 1) throw this.#checker.broken(laws.L4, "paid twice");
  }

  async #followMessage(project: Project, text: string, other: boolean): Promise<unknown> {
    const ways = readWaysOut(text);
    const find = <Kind extends WayOut["kind"]>(kind: Kind) =>
      ways.find((way): way is Extract<WayOut, { kind: Kind }> => way.kind === kind);
    this.#checker.log(`   (${JSON.stringify(ways)})`);
    const { journal } = this.#files.configuration(project);
    const [resolving, service, supersede] = [find("resolve"), find("service"), find("supersede")];
    if (find("repair") && isShown(text, "cannot be read")) return this.#repair(journal);
    if (resolving) return this.#resolveAsTold(project, resolving, other);
    if (find("wait")) return this.#passTime(2 * hour);
    if (service) return this.#files.write(project, { service: service.name });
    const imports = ways.flatMap((way) => (way.kind === "import" ? [way.id] : []));
    if (imports.length > 1 || (imports.length > 0 && other)) return this.#importLatest(project, imports);
    if (find("moved")) return this.#uniteBlockAndObject(project);
    if (find("trigger")) return this.#files.request(project, this.#anotherTrigger(project));
    const latest = latestAttempt(this.#attempts(journal));
    const [request] = latest ? this.#checker.truth.requestedBy(latest.attemptId) : [];
    if (find("request") && other && request) return this.#files.request(project, request);
    // What was not known yet is known in the next apply.
    if (find("target") && !other) return undefined;
    if (supersede) return this.#files.write(project, { supersede: supersede.attempt });
    return find("one") && this.#files.describeOnce(project);
  }

  /** Of two certificates, a person knows which one is newer. */
  async #importLatest(project: Project, ids: readonly string[]): Promise<void> {
    const { issued } = this.#checker.view;
    const number = (id: string) => this.#checker.truth.placeOf(id.replace(/@.*/, ""), issued);
    const [id = ""] = ids.toSorted((one, other) => number(other) - number(one));
    const latest = latestAttempt(this.#attempts(this.#files.configuration(project).journal))?.certificateId;
    if (number(latest ?? "") > number(id)) {
      // The text is out of date: the order was reissued after it was shown.
      if (latest !== this.#refusals.get(project)?.latest) return;
      throw this.#checker.broken(laws.L4, `the text names ${id}, and the journal knows ${latest}`);
    }
    this.#files.editState(project, () => undefined, true);
    await this.#checker.refresh();
    this.#files.describeOnce(project);
    const name = this.#files.firstName(project);
    if (name) await this.#read(project, { import: name, id });
  }

  /** A state has the order under another name, or tainted, or both. */
  #uniteBlockAndObject(project: Project): void {
    const { blocks, moved } = this.#files.configuration(project);
    const { objects } = this.#checker.view.states[this.#files.owner(project)];
    const described = blockNames.filter((name) => blocks[name]);
    const from = blockNames.find((name) => objects[name] && !blocks[name]);
    const to = described.find((name) => !objects[name]);
    const stored = described.find((name) => objects[name]);
    if (from && to && moved?.to !== to) this.#files.write(project, { moved: { from, to } });
    else if (stored && described.length > 1)
      this.#files.write(project, { blocks: { [stored]: blocks[stored] } });
    else this.#files.untaint(project);
  }

  #anotherTrigger(project: Project): Request {
    const { blocks } = this.#files.configuration(project);
    const { request } = blocks[this.#files.firstName(project) ?? "site"] ?? {};
    return { ...firstRequest, ...request, trigger: this.#checker.truth.newIntent("trigger") };
  }

  /** Looks the attempt up, and says what happened: in the configuration, or to the journal. */
  async #resolveAsTold(
    project: Project,
    { attempt, mayDeny, others }: Extract<WayOut, { kind: "resolve" }>,
    byCommand: boolean,
  ): Promise<unknown> {
    const { journal } = this.#files.configuration(project);
    const certificate = this.#checker.truth.findCertificate(attempt);
    if (certificate === null && !mayDeny) throw this.#checker.broken(laws.L4, `${attempt} did not happen`);
    if (certificate === null) await this.#passTime(2 * hour);
    const known = this.#attempts(journal).find(({ attemptId }) => attemptId === attempt);
    // The text is out of date if a person has resolved the attempt since.
    if (byCommand && known) return this.#resolve(journal, attempt, certificate, !isOpen(known));
    return this.#files.write(project, { resolve: `${others}${attempt}:${certificate ?? "not-happened"}` });
  }

  async #typeUntilDone(): Promise<void> {
    for (let pasted = 0; ; pasted++) {
      const intents = [this.#checker.truth.newIntent("typed")];
      const { status, text } = await this.#reissue({ request: firstRequest }, intents);
      if (status === "succeeded") return;
      if (pasted >= mostMessages) throw this.#checker.broken(laws.L4, text);
      const ways = readWaysOut(text);
      const { journal } = this.#files.terminal;
      const resolving = ways.find((way) => way.kind === "resolve");
      const service = ways.find((way) => way.kind === "service");
      if (ways.some(({ kind }) => kind === "repair")) await this.#repair(journal);
      else if (resolving) {
        const certificate = this.#checker.truth.findCertificate(resolving.attempt);
        if (certificate === null) await this.#passTime(2 * hour);
        await this.#resolve(journal, resolving.attempt, certificate);
      } else if (service) this.#files.terminal = { ...this.#files.terminal, service: service.name };
      else await this.#passTime(2 * hour);
    }
  }

  // What people say about attempts.

  /** The attempt that a person would say something about: the open one, else the last one. */
  #attemptIn(journal: number): Attempt | undefined {
    return this.#attempts(journal).find(isOpen) ?? this.#attempts(journal).at(-1);
  }

  async #resolveLatest(as: Answer): Promise<void> {
    const { journal } = this.#files.terminal;
    const { attemptId } = this.#attemptIn(journal) ?? {};
    const certificate = attemptId && (await this.#answer(attemptId, as));
    if (attemptId && certificate !== undefined)
      await this.#resolve(journal, attemptId, certificate as string | null, true);
  }

  /** What a person says who looked an attempt up, or did not. Undefined: there is nothing that they could say. */
  async #answer(attempt: string, as: Answer): Promise<string | null | undefined> {
    if (as === "happened") return this.#checker.truth.findCertificate(attempt) ?? undefined;
    if (as === "mistyped") return this.#checker.truth.mistype(attempt);
    if (as === "not-happened") await this.#passTime(2 * hour);
    return null;
  }

  async #resolve(
    journal: number,
    attempt: string,
    certificate: string | null,
    mayFail = false,
  ): Promise<StepResult> {
    const setup = { ...this.#files.terminal, journal };
    const result = await this.#checker.step({ kind: "resolve", attempt, certificate }, setup, () =>
      resolve(this.#core.orders, setup, attempt, certificate),
    );
    if (result.status !== "succeeded" && !mayFail) throw this.#checker.broken(laws.L4, result.text);
    return result;
  }

  async #repair(journal: number): Promise<void> {
    const setup = { ...this.#files.terminal, journal };
    await this.#checker.step({ kind: "repair" }, setup, () => repair(this.#core.orders, setup));
  }

  async #argument(
    project: Project,
    as: Answer | "supersede",
  ): Promise<Pick<Configuration, "resolve" | "supersede">> {
    const { journal } = this.#files.configuration(project);
    if (as === "supersede") {
      const latest = latestAttempt(this.#attempts(journal));
      return latest ? { supersede: latest.attemptId } : {};
    }
    const { attemptId } = this.#attemptIn(journal) ?? {};
    const certificate = attemptId === undefined ? undefined : await this.#answer(attemptId, as);
    return certificate === undefined ? {} : { resolve: `${attemptId}:${certificate ?? "not-happened"}` };
  }

  // Commands.

  #reissue(
    { request, failure, ...asked }: Pick<Command, "request" | "failure"> & { readonly supersede?: boolean },
    intents: readonly string[],
    more: Pick<Command, "key" | "maxAge"> = {},
    clock = 0,
  ): Promise<StepResult> {
    const setup = { ...this.#files.terminal, clock };
    const latest = latestAttempt(this.#attempts(setup.journal));
    const supersede = asked.supersede ? latest?.attemptId : undefined;
    const command: Command = { request, failure, supersede, ...more };
    return this.#checker.step({ kind: "command", command, intents }, setup, () =>
      reissue(this.#core.orders, setup, command),
    );
  }

  // The rest.

  #statement(
    which: ImportedCertificate,
    as: ImportStatement["as"],
    dated: StatedTime | undefined,
  ): ImportStatement {
    const { issued } = this.#checker.view;
    const place = { latest: -1, older: Math.max(-2, -issued.length), first: 0, mistyped: Number.NaN }[which];
    const certificate = Number.isNaN(place) ? "cert-mistyped" : (issued.at(place) ?? "");
    const age = this.#checker.truth.ageOf(certificate) + (dated === "wrong" ? wrongBy : clocksApart);
    const issuedAt = dated && new Date(Date.now() - age).toISOString();
    return { certificate, as, issuedAt };
  }

  async #import(project: Project, imported: ImportStatement): Promise<void> {
    await this.#checker.refresh();
    const name = this.#files.firstName(project);
    const [owner, configuration] = [this.#files.owner(project), this.#files.configuration(project)];
    if (!name || this.#checker.view.states[owner].objects[name]) return;
    const { certificate, as, issuedAt } = imported;
    const facts = [as, issuedAt].filter(Boolean).join(",");
    const id = facts === "" ? certificate : `${certificate}@${facts}`;
    // Entries of `resolve` count for an import, too. What they say is tried without one.
    await this.#checker.step({ kind: "read", project: owner, imported }, configuration, () =>
      this.#core.run(owner, { ...configuration, resolve: undefined }, { import: name, id }),
    );
  }

  #importAtTerminal(imported: ImportStatement): Promise<StepResult> {
    const setup = this.#files.terminal;
    return this.#checker.step({ kind: "import", imported }, setup, () =>
      importCertificate(this.#core.orders, setup, imported),
    );
  }

  #passTime(ms: number): Promise<void> {
    this.#core.orders.age(ms);
    this.#files.age(ms);
    this.#checker.truth.now += ms;
    return this.#checker.refresh();
  }
}
