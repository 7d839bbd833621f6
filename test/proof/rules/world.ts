import type { Attempt, JournalEvent } from "../../../src/journal/attempt.ts";
import type { Decision, Intent, KnownLatest } from "../../../src/journal/rules.ts";
import { certificateOrder, certificatesIn, openIn } from "./log.ts";
import type { Configuration, Plan, Stored } from "./provider-model.ts";
import { Broken, type Rules } from "./subject.ts";

// People and machines around one order: two journals or one, one remote state, a configuration, commands, workflow runs. The world
// knows what really happened, and checks the laws after every step. The laws are written from the promise, not from the rules.

export type Machine = 0 | 1;
export type Digest = "A" | "B";
type Log = readonly JournalEvent[];
type Blocked = Extract<Plan, { kind: "blocked" }>;

/** How a reissue ends: whether it happens, and what journal and state get to know. */
export const endings = {
  well: { happens: true, journal: "done", state: "done" },
  rejected: { happens: false, journal: "rejected", state: undefined },
  "killed before the request": { happens: false, journal: undefined, state: undefined },
  "killed after sent": { happens: true, journal: undefined, state: undefined },
  "killed after done": { happens: true, journal: "done", state: undefined },
  "journal loses done": { happens: true, journal: undefined, state: "done" },
  "unknown, happened": { happens: true, journal: "unknown", state: "open" },
  "unknown, not happened": { happens: false, journal: "unknown", state: "open" },
  "unknown, journal loses it": { happens: true, journal: undefined, state: "open" },
  unread: { happens: true, journal: "done-unread", state: "open" },
} as const;
export type Ending = keyof typeof endings | "killed while writing";

/** What really happened to an attempt. */
interface Truth {
  readonly certificate: string | null;
  readonly digest: string;
  readonly intents: readonly string[];
  readonly time: number;
}

interface Run {
  readonly id: string;
  readonly digest: Digest;
  readonly created: number;
}

interface Begun {
  readonly key: string;
  readonly digest: Digest;
  readonly machine: Machine;
  readonly knownLatest: KnownLatest;
  readonly knows: string | undefined;
}

/** A plan in a file: the core applies it only while the state is the same. */
interface SavedPlan {
  readonly plan: Plan;
  readonly serial: number;
  readonly configuration: Configuration;
  readonly edit: string;
}

export class World {
  readonly rules: Rules;
  readonly isShared: boolean;
  /** Clocks of machines differ. Nothing may depend on it. */
  readonly minutesApart: number;
  /** Blocked situations whose ways out have been walked. */
  readonly walked: Set<string>;
  /** `walk`: a person follows a way out. `twice`: the second of two equal applies. */
  purpose: "explore" | "walk" | "twice" = "explore";
  time = 0;
  journals: readonly [Log, Log] = [[], []];
  stored: Stored | null = null;
  backup: Stored | null = null;
  serial = 0;
  configuration: Configuration = { digest: "A", resolve: {}, supersede: undefined };
  /** The intent of the last edit. */
  edit = "edit 1";
  edits = 1;
  certificates = 0;
  typed = 0;
  truth: Readonly<Record<string, Truth>> = {};
  /** By intent: the attempts that carried it out or answered it. */
  fulfilled: Readonly<Record<string, readonly string[]>> = {};
  /** By intent: how often a person said "not happened" of what happened. */
  excused: Readonly<Record<string, number>> = {};
  runs: readonly Run[] = [];
  begun: Begun | undefined;
  saved: SavedPlan | undefined;
  /** A person said `@latest` of a certificate that is not. */
  hasLied = false;
  /** Only applies, and no state was lost: nothing may be unclear. */
  isOrdinary = true;

  constructor(
    rules: Rules,
    { isShared = false, minutesApart = 0, walked = new Set<string>() }: Partial<World> = {},
  ) {
    this.rules = rules;
    this.isShared = isShared;
    this.minutesApart = minutesApart;
    this.walked = walked;
  }

  /** All that is in a world is replaced, never changed. */
  clone(purpose: World["purpose"] = this.purpose): World {
    return Object.assign(new World(this.rules, this), this, { purpose });
  }

  /** Equal keys: equal futures. There are no times of clocks in it. */
  get key(): string {
    const isTimed = this.runs.length > 0;
    const events = (log: Log) =>
      log.map((event) => ({ ...event, at: isTimed ? (event as { at?: string }).at : "", issuedAt: "" }));
    const { saved } = this;
    const adopted = saved?.plan.kind === "store" && saved.plan.stored.certificateId;
    return JSON.stringify([
      ...[this.journals.map(events), this.stored, this.backup, this.configuration, this.edit],
      ...[this.truth, this.fulfilled, this.excused, this.runs, this.begun, this.hasLied, this.isOrdinary],
      saved && [saved.plan.kind, adopted, saved.configuration, saved.edit, saved.serial === this.serial],
    ]);
  }

  // The configuration.

  editTo(digest: Digest): void {
    const { stored } = this;
    const isBack = digest === this.configuration.digest;
    this.configuration = { ...this.configuration, digest };
    if (isBack) return;
    this.edit = `edit ${++this.edits}`;
    // Back to what made the latest certificate, which is stored: there is nothing to do.
    const isLatest = stored?.certificateId === `c${this.certificates}` && !stored.openAttemptId;
    if (stored?.attemptId && isLatest && stored.requestDigest === digest)
      this.#fulfil([this.edit], stored.attemptId);
  }

  configure(changes: Partial<Configuration>): void {
    this.configuration = { ...this.configuration, ...changes };
  }

  /** A person writes down the truth about all open attempts, or falsely that those that happened did not. */
  resolve(isTrue = true): void {
    const logs = this.isShared ? [this.journals[0]] : this.journals;
    const open = new Set(logs.flatMap((log) => openIn(log)));
    if (this.stored?.openAttemptId) open.add(this.stored.openAttemptId);
    const resolve = { ...this.configuration.resolve };
    for (const id of open) {
      if (id in resolve) continue;
      resolve[id] = this.#look(id, isTrue, logs);
    }
    this.configure({ resolve });
  }

  /** `certorder journal resolve`. */
  resolveInJournal(machine: Machine, isTrue = true): void {
    for (const id of openIn(this.#log(machine))) {
      const certificate = this.#look(id, isTrue, [this.#log(machine)]);
      this.#append(machine, { event: "resolved", attempt: id, at: "", certificate });
    }
  }

  #look(attempt: string, isTrue: boolean, logs: readonly Log[]): string | null {
    const { certificate, intents } = this.#truthOf(attempt);
    // That a reported success did not happen is refused.
    const isReported = logs.flat().some((one) => one.attempt === attempt && one.event === "done-unread");
    if (isTrue || certificate === null || isReported) return certificate;
    this.isOrdinary = false;
    for (const intent of intents)
      this.excused = { ...this.excused, [intent]: (this.excused[intent] ?? 0) + 1 };
    return null;
  }

  /** A person copies the id of the latest attempt from a plan. */
  supersede(machine: Machine): void {
    const { latest, unclear } = this.#plan(machine).snapshot;
    if (latest && !unclear) this.configure({ supersede: latest.attemptId });
  }

  // The state.

  #store(stored: Stored | null): void {
    if (JSON.stringify(stored) === JSON.stringify(this.stored)) return;
    this.backup = this.stored;
    this.stored = stored;
    this.serial++;
  }

  restore(): void {
    this.isOrdinary = false;
    this.#store(this.backup);
  }

  forget(): void {
    this.isOrdinary = false;
    this.#store(null);
  }

  taint(isTainted: boolean): void {
    if (this.stored) this.#store({ ...this.stored, isTainted });
  }

  /** Time passes. */
  due(): void {
    const { certificateId, renewalDue, isImported } = this.stored ?? {};
    if (this.stored && certificateId && !renewalDue && !isImported)
      this.stored = { ...this.stored, renewalDue: certificateId };
  }

  /** `state rm`, then `import`. Returns whether it was accepted. */
  import(machine: Machine, certificate: string, asLatest: boolean): boolean {
    const imported = this.rules.importCertificate(this.rules, this.#known(machine), certificate, asLatest);
    if (!imported) return false;
    const known = certificatesIn(this.#log(machine)).filter(({ isOnTrust }) => !isOnTrust);
    const isKnown = known.some((one) => one.certificate === certificate || one.replaced === certificate);
    const newer = known.find((one) => certificateOrder(one.certificate) > certificateOrder(certificate));
    if (isKnown && newer)
      throw new Broken(
        `L3: ${certificate} is imported, and the journal knows that ${newer.certificate} is newer`,
      );
    const isLatest = certificateOrder(certificate) === this.certificates;
    if (asLatest && !isLatest) this.hasLied = true;
    this.isOrdinary = false;
    this.#store(imported);
    if (isLatest && this.purpose === "explore" && this.configuration.digest)
      this.#checkImport(machine, certificate);
    return true;
  }

  // Applies.

  #plan(machine: Machine, configuration = this.configuration): Plan {
    return this.rules.plan(this.rules, this.#known(machine, configuration));
  }

  #known(machine: Machine, configuration = this.configuration) {
    return { log: this.#log(machine), stored: this.stored, configuration, now: this.#now(machine) };
  }

  savePlan(machine: Machine): void {
    const { configuration, edit, serial } = this;
    this.saved = { plan: this.#plan(machine), configuration, edit, serial };
  }

  applySaved(machine: Machine, ending: Ending): void {
    if (this.saved && this.saved.serial === this.serial) this.apply(machine, ending, this.saved);
  }

  apply(machine: Machine, ending: Ending = "well", saved?: SavedPlan): Plan["kind"] | "outdated" {
    const configuration = saved?.configuration ?? this.configuration;
    const edit = saved?.edit ?? this.edit;
    const plan = this.#plan(machine, configuration);
    if (saved && !isAsPlanned(saved.plan, plan)) return "outdated";
    if (this.stored?.isTainted && plan.kind !== "blocked")
      this.#checkCreateBeforeDestroy(machine, configuration, plan);
    if (plan.kind === "blocked") {
      if (!saved) this.#checkBlocked(machine, plan);
      return plan.kind;
    }
    const before = this.stored;
    // Without a reissue, an apply can only be killed.
    if (plan.kind !== "send" && !["well", "killed after done", "killed while writing"].includes(ending))
      return plan.kind;
    if (plan.kind !== "unchanged") {
      const isCut = ending === "killed while writing";
      for (const event of isCut ? plan.snapshot.unwritten.slice(0, 1) : plan.snapshot.unwritten)
        this.#append(machine, event);
      if (isCut) return plan.kind;
    }
    const { state = undefined } = ending === "killed while writing" ? {} : endings[ending];
    if (plan.kind === "send") {
      const again = this.#plan(machine, configuration);
      if (again.kind !== "send") throw new Broken(`what an apply writes turns "send" into "${again.kind}"`);
      const intents = plan.reasons.map((reason) => {
        if (reason === "edit") return edit;
        return reason === "renewal"
          ? `renewal of ${before?.renewalDue}`
          : `supersede ${configuration.supersede}`;
      });
      const attempt = this.#send(machine, plan.intent, intents, plan.snapshot.latest, ending);
      const { certificate } = this.#truthOf(attempt);
      if (state) this.#store(this.rules.afterSend(plan, attempt, state === "done" ? certificate : null));
      else if (certificate) this.isOrdinary = false;
    } else if (plan.kind === "store" && state) {
      if (plan.adopts) this.#checkAnswer(plan.adopts, configuration.digest);
      else if (before?.isImported) this.#checkTrust(machine, plan.stored);
      const adopted = plan.adopts?.attemptId ?? (before?.isImported ? plan.stored.attemptId : null);
      if (adopted) this.#fulfil([edit], adopted);
      this.#store(plan.stored);
    } else if (plan.kind === "delete" && state) this.forget();

    if (state === "done" || plan.kind === "unchanged")
      this.#checkCertificate(machine, before, "isWarned" in plan && plan.isWarned);
    if (ending !== "well" || saved || this.purpose === "twice") return plan.kind;
    const unwritten = openIn(this.#log(machine)).find((attempt) => attempt in configuration.resolve);
    if (unwritten && this.stored) throw new Broken(`L4: the resolution of ${unwritten} is not written`);
    this.#checkTwice(machine);
    return plan.kind;
  }

  // Commands and runs. They know the journal only.

  command(
    machine: Machine,
    digest: Digest,
    how: { key?: string; supersede?: string } = {},
    ending?: Ending,
  ): void {
    const intent =
      how.key === undefined ? `typed ${++this.typed}` : `key ${how.key}@${this.isShared ? 0 : machine}`;
    this.isOrdinary = false;
    this.#command(machine, intent, { digest, ...how, ...this.#latestNow(machine) }, ending);
  }

  /** A command with a key has read the journal, and goes on later. */
  begin(machine: Machine, digest: Digest, key: string): void {
    this.begun = { machine, digest, key, ...this.#latestNow(machine) };
  }

  goOn(): void {
    const { begun } = this;
    if (!begun) return;
    this.begun = undefined;
    this.isOrdinary = false;
    this.#command(begun.machine, `key ${begun.key}@${this.isShared ? 0 : begun.machine}`, begun);
  }

  #latestNow(machine: Machine) {
    const latest = this.rules.latestAttempt(this.#history(machine));
    return { knownLatest: this.rules.knowing(latest ?? {}), knows: latest?.attemptId };
  }

  createRun(digest: Digest): void {
    if (this.runs.length === 3) return;
    const id = this.rules.runName(this.#now(0), this.runs.length + 1);
    this.runs = [...this.runs, { id, digest, created: this.time }];
  }

  execute(index: number, ending: Ending = "well"): void {
    const run = this.runs[index];
    if (!run) return;
    this.isOrdinary = false;
    const { id, digest, created } = run;
    const knowledge = this.rules.runKnowledge({ run: id, createdAt: this.#now(0, created) });
    this.#command(0, `run ${id}`, { ...knowledge, digest, key: `run ${id}`, run }, ending);
  }

  #command(
    machine: Machine,
    intent: string,
    how: {
      readonly digest: Digest;
      readonly key?: string;
      readonly supersede?: string;
      readonly run?: Run;
      readonly knownLatest: KnownLatest;
      readonly force?: Intent["force"];
    },
    ending: Ending = "well",
  ): Decision["kind"] {
    const { digest, key, supersede, run, knownLatest, force = true } = how;
    const asked = { requestDigest: digest, idempotencyKey: key, supersede, knownLatest, force };
    const history = this.#history(machine);
    const decision = this.rules.decide(history, asked);
    if (decision.kind === "blocked") this.#checkCommandBlocked(machine, how, decision);
    else if (decision.kind === "already-done") {
      const { attemptId: attempt } = decision.attempt;
      this.#checkAnswer(decision.attempt, digest);
      if (key !== undefined) this.#append(machine, { event: "answered", attempt, at: "", key, run: run?.id });
      this.#fulfil([intent], attempt);
    } else {
      if (run) this.#checkRun(run);
      this.#send(machine, asked, [intent], this.rules.latestAttempt(history), ending, run);
    }
    return decision.kind;
  }

  // A reissue is sent.

  #send(
    machine: Machine,
    { requestDigest = "", idempotencyKey: key }: Intent,
    intents: readonly string[],
    latest: Attempt | undefined,
    ending: Ending,
    run?: Run,
  ): string {
    this.#checkNothingOpen(machine, run || key || intents[0]?.startsWith("typed") ? null : this.stored);
    const attempt = `a${Object.keys(this.truth).length + 1}`;
    const { happens, journal } = endings[ending as keyof typeof endings] ?? endings.well;
    if (happens) this.#checkOnce(machine, intents);
    const certificate = happens ? `c${++this.certificates}` : null;
    const digest = requestDigest;
    this.truth = {
      ...this.truth,
      [attempt]: { certificate, digest, intents, time: this.runs.length > 0 ? this.time : 0 },
    };
    if (happens) this.#fulfil(intents, attempt);
    this.#append(machine, {
      ...{ event: "sent", attempt, at: "", order: "order-1", service: "s", address: "s", digest, key },
      ...{ run: run?.id, replaced: latest?.certificateId, process: "", deadline: "" },
    });
    if (journal === "done")
      this.#append(machine, { event: "done", attempt, at: "", certificate: String(certificate) });
    else if (journal) this.#append(machine, { event: journal, attempt, at: "" });
    return attempt;
  }

  #fulfil(intents: readonly string[], attempt: string): void {
    for (const intent of intents) {
      const known = this.fulfilled[intent] ?? [];
      if (!known.includes(attempt)) this.fulfilled = { ...this.fulfilled, [intent]: [...known, attempt] };
    }
  }

  // The laws.

  /** L1: no intent is sent twice, as far as the journal in use or the state have heard of the first time. */
  #checkOnce(machine: Machine, intents: readonly string[]): void {
    const { certificateId, previousCertificateId, certificateHistory, attemptId, openAttemptId } =
      this.stored ?? {};
    const heard = new Set<unknown>([certificateId, previousCertificateId, attemptId, openAttemptId]);
    for (const id of certificateHistory ?? []) heard.add(id);
    for (const event of this.#log(machine)) {
      heard.add(event.attempt);
      if ("certificate" in event) heard.add(event.certificate);
      if ("replaced" in event) heard.add(event.replaced);
    }
    const isHeard = (attempt: string) =>
      heard.has(attempt) || heard.has(this.truth[attempt]?.certificate ?? "-");
    const isLeft = (intent: string) =>
      (this.fulfilled[intent] ?? []).filter(isHeard).length <= (this.excused[intent] ?? 0);
    if (!intents.some(isLeft))
      throw new Broken(
        `L1: sent twice: ${intents.map((intent) => `${intent} (${this.fulfilled[intent]})`).join(", ")}`,
      );
  }

  /** L2: nothing is sent while the journal in use, or the state, has an open attempt. */
  #checkNothingOpen(machine: Machine, stored: Stored | null): void {
    const log = this.#log(machine);
    const [open] = openIn(log);
    if (open) throw new Broken(`L2: sent while ${open} is open`);
    const inState = stored?.openAttemptId;
    if (inState && !log.some(({ attempt }) => attempt === inState))
      throw new Broken(`L2: sent while the state has ${inState} open`);
  }

  /** L3: the state never ends up, silently, with a certificate that state or journal know to be older. */
  #checkCertificate(machine: Machine, before: Stored | null, isWarned: boolean): void {
    const certificate = this.stored?.certificateId;
    if (!certificate || this.hasLied) return;
    const known = [
      ...certificatesIn(this.#log(machine)).map((one) => one.certificate),
      ...(before ? [before.certificateId, ...before.certificateHistory] : []),
    ];
    const newer = known.find((one) => one && certificateOrder(one) > certificateOrder(certificate));
    const isSettled = before?.openAttemptId && !this.stored?.openAttemptId;
    const isChanged = certificate !== before?.certificateId || before.isImported;
    if (newer && (!isWarned || (isChanged && !isSettled)))
      throw new Broken(`L3: the state ends with ${certificate}, and ${newer} is known`);
  }

  /** L4: an import of the latest is adopted, also after a mistaken import. */
  #checkImport(machine: Machine, certificate: string): void {
    const world = this.clone("walk");
    const kind = world.apply(machine);
    if (kind !== "blocked" && kind !== "send" && world.stored?.certificateId !== certificate)
      throw new Broken(`L4: ${certificate} is imported, and ${world.stored?.certificateId} is adopted`);
  }

  /** L5: the same apply twice changes nothing the second time. */
  #checkTwice(machine: Machine): void {
    const world = this.clone("twice");
    const kind = world.apply(machine);
    if (kind !== "unchanged" || world.key !== this.key) throw new Broken(`L5: the second apply is "${kind}"`);
  }

  /** With create_before_destroy, the core shows the tainted object to the plan, and to the apply only when it is too late. */
  #checkCreateBeforeDestroy(machine: Machine, configuration: Configuration, plan: Plan): void {
    const known = { ...this.#known(machine, configuration), stored: null };
    const applied = this.rules.plan(this.rules, known);
    // Only the state knows the outcome of an open attempt: it blocks, or a person denies it. The way out is `untaint`.
    const isOpen = applied.kind === "blocked" && applied.reason === "open";
    const isDenied = Object.keys(this.excused).length > 0;
    if (plan.kind !== "delete" && !isOpen && !isDenied && !isAsPlanned(plan, applied))
      throw new Broken(`with create_before_destroy, "${plan.kind}" becomes "${applied.kind}"`);
  }

  /** What is adopted or answered was made, and from that request. */
  #checkAnswer({ attemptId, certificateId }: Attempt, digest: string | null): void {
    const truth = this.truth[attemptId];
    // A configuration was trusted to be what made it.
    if (attemptId.startsWith("import-")) return;
    if (!truth?.certificate || truth.certificate !== certificateId || truth.digest !== digest)
      throw new Broken(`${attemptId} answers a request for ${digest}, which it has not made`);
  }

  /** A configuration is trusted to have made an import only if the journal does not know better. */
  #checkTrust(machine: Machine, { certificateId, requestDigest }: Stored): void {
    const truth = Object.values(this.truth).find(({ certificate }) => certificate === certificateId);
    const isKnown = certificatesIn(this.#log(machine)).some(
      (one) => !one.isOnTrust && one.certificate === certificateId,
    );
    if (truth && isKnown && truth.digest !== requestDigest)
      throw new Broken(
        `${certificateId} is adopted for ${requestDigest}, and the journal knows ${truth.digest}`,
      );
  }

  #checkRun(run: Run): void {
    const newer = this.runs.find(({ id }) => id > run.id && this.fulfilled[`run ${id}`]);
    if (newer) throw new Broken(`run ${run.id} overrides the newer run ${newer.id}`);
    const made = Object.values(this.truth).findLast(({ certificate }) => certificate !== null);
    if (made && made.digest === run.digest && made.time > run.created)
      throw new Broken(`run ${run.id} repeats what was made after it was created`);
  }

  /** L4: every way out leads to an adoption or a genuine reissue. L1 holds on the way: nothing is paid twice. */
  #checkBlocked(machine: Machine, blocked: Blocked): void {
    const { reason, attempt, snapshot } = blocked;
    if (reason === "unclear" && this.isOrdinary)
      throw new Broken("it is unclear which certificate is newer, on an ordinary day");
    if (reason === "unclear" && attempt?.certificateId === snapshot.latest?.certificateId)
      throw new Broken(`it is unclear whether ${attempt?.certificateId} is newer than itself`);
    if (this.purpose !== "explore") return;
    const id = `${machine} ${this.isShared} ${this.key}`;
    if (this.walked.has(id)) return;
    this.walked.add(id);
    this.#walk(machine, blocked, 6);
    if (!this.isShared) this.#comeToRest(machine);
  }

  #walk(machine: Machine, blocked: Blocked, rounds: number): void {
    for (const way of this.#waysOut(machine, blocked))
      try {
        const world = this.clone("walk");
        world.time++;
        way.take(world);
        const plan = world.#plan(machine);
        const made = world.certificates;
        world.apply(machine);
        if (plan.kind === "blocked") {
          const isSame =
            plan.reason === blocked.reason && plan.attempt?.attemptId === blocked.attempt?.attemptId;
          if (isSame || rounds === 0) throw new Broken(`L4: still ${plan.reason}`);
          world.#walk(machine, plan, rounds - 1);
        } else way.check?.(world, world.certificates - made);
      } catch (error) {
        throw error instanceof Broken
          ? new Broken(`${blocked.reason}, ${way.name} → ${error.message}`)
          : error;
      }
  }

  #waysOut(machine: Machine, { reason, attempt, snapshot }: Blocked) {
    interface Way {
      readonly name: string;
      take(world: World): void;
      check?(world: World, sent: number): void;
    }
    const must = (holds: boolean, name: string) => {
      if (!holds) throw new Broken(`L4: ${name}`);
    };
    const id = attempt?.attemptId ?? "";
    const certificateId = attempt?.certificateId ?? "";
    const importLatest = (certificate: string): Way => ({
      name: `import ${certificate}@latest`,
      take: (world) => must(world.import(machine, certificate, true), `import of ${certificate} is refused`),
      // A `supersede` that names it asks for one more.
      check: (world, sent) =>
        must(sent === 1 || world.stored?.certificateId === certificate, "the import is not adopted"),
    });
    switch (reason) {
      case "open": {
        const isWritten = this.#log(machine).some((event) => event.attempt === id);
        const resolve: Way = { name: "resolve", take: (world) => world.resolve() };
        const inJournal: Way = { name: "journal resolve", take: (world) => world.resolveInJournal(machine) };
        return isWritten ? [resolve, inJournal] : [resolve];
      }
      case "unclear": {
        const both = [this.stored?.certificateId ?? "", snapshot.latest?.certificateId ?? ""];
        return [
          importLatest(String(both.sort((one, other) => certificateOrder(other) - certificateOrder(one))[0])),
        ];
      }
      case "in-state-already":
        return [{ name: "untaint", take: (world: World) => world.taint(false) }];
      default: {
        const digest = attempt?.requestDigest;
        const adopt: Way =
          digest === undefined
            ? importLatest(certificateId)
            : {
                name: "configure the request that made it",
                take: (world) => world.editTo(digest as Digest),
                check: (world, sent) => {
                  // A warning says so: the stored certificate came from the same request.
                  if (world.stored?.certificateId !== certificateId) {
                    must(world.import(machine, certificateId, false), "the latest is not imported");
                    world.apply(machine);
                  }
                  must(
                    sent === 0 && world.stored?.certificateId === certificateId,
                    "the latest is not adopted",
                  );
                },
              };
        const supersede: Way = {
          name: "supersede",
          take: (world) => world.configure({ supersede: id }),
          check: (_, sent) => must(sent === 1, `supersede sends ${sent}`),
        };
        return [adopt, supersede];
      }
    }
  }

  /** People on both machines follow the first way out until nothing is blocked any more. */
  #comeToRest(machine: Machine): void {
    const world = this.clone("walk");
    const path: string[] = [];
    try {
      for (let round = 0, rest = 0; round < 24; round++) {
        const at = (machine ^ (round & 1)) as Machine;
        world.time++;
        const plan = world.#plan(at);
        const way = plan.kind === "blocked" ? world.#waysOut(at, plan)[0] : undefined;
        path.push(plan.kind === "blocked" ? `${plan.reason}@${at}, ${way?.name}` : `${plan.kind}@${at}`);
        way?.take(world);
        world.apply(at);
        rest = plan.kind === "unchanged" ? rest + 1 : 0;
        if (rest === 2) return;
      }
      throw new Broken("L4: the two machines never come to rest");
    } catch (error) {
      throw error instanceof Broken ? new Broken(`${path.join("; ")} → ${error.message}`) : error;
    }
  }

  #checkCommandBlocked(
    machine: Machine,
    how: { readonly digest: Digest; readonly run?: Run },
    { reason, attempt }: Extract<Decision, { kind: "blocked" }>,
  ): void {
    const { run, digest } = how;
    if (run && reason !== "open" && attempt?.run && run === this.runs.at(-1))
      throw new Broken(`L4: the newest run is blocked: ${reason}`);
    if (this.purpose !== "explore") return;
    const world = this.clone("walk");
    world.time++;
    // Look the open attempt up; then ask once more, with another key.
    if (reason === "open") world.resolveInJournal(machine);
    if (
      world.#command(machine, "another key", { digest, key: "another key", ...world.#latestNow(machine) }) ===
      "blocked"
    )
      throw new Broken(`L4: a command finds no way out of ${reason}`);
  }

  // Logs.

  #log(machine: Machine): Log {
    return this.journals[this.isShared ? 0 : machine];
  }

  #history(machine: Machine): readonly Attempt[] {
    return this.rules.readHistory("order-1", this.#log(machine)).attempts;
  }

  #append(machine: Machine, event: JournalEvent): void {
    const at = this.#now(machine).toISOString();
    // A plan that writes would fail.
    const log = Object.freeze([...this.#log(machine), Object.freeze({ ...event, at })]) as Log;
    this.journals = this.isShared || machine === 0 ? [log, this.journals[1]] : [this.journals[0], log];
  }

  /** A shared journal has the time of its store. */
  #now(machine: Machine, time = this.time): Date {
    const minutes = time - (this.isShared ? 0 : machine * this.minutesApart);
    return new Date(1_800_000_000_000 + minutes * 60_000);
  }

  #truthOf(attempt: string): Truth {
    const truth = this.truth[attempt];
    if (!truth) throw new Broken(`nothing was ever sent as ${attempt}`);
    return truth;
  }
}

/** A planned adoption is made only if it is still the answer. A planned reissue may become an adoption. */
function isAsPlanned(saved: Plan, plan: Plan): boolean {
  if (saved.kind === "send") return plan.kind === "send" || plan.kind === "store";
  if (saved.kind !== "store" || plan.kind !== "store") return saved.kind === plan.kind;
  return saved.stored.certificateId === plan.stored.certificateId;
}
