import { BrokenLaw, type Counts } from "./counts.ts";
import { GroundTruth } from "./ground-truth.ts";
import { brokenLaws, listIntents, sendingBlocks } from "./laws.ts";
import {
  type CoreRun,
  findObject,
  isRefused,
  isRun,
  isSent,
  isShown,
  isSuccessful,
  journalAttempts,
  type Operation,
  readObject,
  resolvedAttempts,
  type Step,
  sentRequests,
  startedAttempts,
} from "./step.ts";
import type { Driver, OrderView, Setup, StepResult } from "./types.ts";

/** An operation and what it led to. */
type Observed = Pick<Step, "operation" | "setup" | "before" | "after" | "result">;

/** Watches each operation, judges it by the laws, and knows afterwards what was carried out for which intent. */
export class LawChecker {
  readonly truth = new GroundTruth();
  readonly #driver: Driver;
  readonly #counts: Counts;
  readonly #onUpdate: (view: OrderView) => void;
  readonly #log: string[] = [];
  /** The attempts that a person has resolved. */
  readonly #resolved = new Set<string>();
  #view: OrderView;

  constructor(driver: Driver, counts: Counts, view: OrderView, onLook: (view: OrderView) => void) {
    this.#driver = driver;
    this.#counts = counts;
    this.#view = view;
    this.#onUpdate = onLook;
    for (const certificate of view.issued) this.truth.recordCertificate(certificate);
  }

  get view(): OrderView {
    return this.#view;
  }

  log(line: string): void {
    this.#log.push(line);
  }

  isResolved(attemptId: string): boolean {
    return this.#resolved.has(attemptId);
  }

  /** Something changed that no law is about. */
  async refresh(): Promise<void> {
    this.#update(await this.#driver.inspect());
  }

  async step(operation: Operation, setup: Setup, work: () => Promise<StepResult>): Promise<StepResult> {
    const before = this.#view;
    const result = await work();
    this.check({ operation, setup, before, after: await this.#driver.inspect(), result });
    return result;
  }

  check(seen: Observed): void {
    const { operation, result, after } = seen;
    const step: Step = { ...seen, truth: this.truth };
    if (isRun(step) && isSuccessful(step)) this.#recordImports(step);
    this.record(seen);
    this.#update(after);
    this.log(`   ${result.status}: ${summarize(after)}`);
    const brokenLaw = brokenLaws(step);
    if (brokenLaw.length > 0) throw this.broken(...brokenLaw, result.pendingChanges ?? "", result.text);
    if (isRun(step)) this.#recordIntents(step);
    if (operation.kind === "command" && isSuccessful(step) && !isSent(step))
      for (const intent of operation.intents) this.#recordAnswer(step, intent);
    for (const attempt of resolvedAttempts(operation)) this.#resolved.add(attempt);
    this.#count(step);
  }

  /** Keeps what was begun, for which intents, and what it made. */
  record(seen: Omit<Observed, "result">): void {
    const step: Step = { ...seen, result: { status: "succeeded", text: "" }, truth: this.truth };
    const { operation } = step;
    for (const certificate of seen.after.issued) this.truth.recordCertificate(certificate);
    const [sent] = sentRequests(step);
    for (const { attemptId, status } of startedAttempts(step))
      if (!this.truth.knows(attemptId))
        this.truth.recordAttempt(attemptId, {
          intents: listIntents(step),
          requests:
            operation.kind === "command"
              ? [operation.command.request]
              : isRun(step)
                ? sendingBlocks(step).map(({ block }) => block.request)
                : [],
          certificate: status === "void" ? null : (sent?.certificate ?? null),
        });
    // What the journal learned from a state.
    for (const { attemptId, certificateId, isImported, requestDigest } of journalAttempts(step, seen.after)) {
      if (!isImported || this.truth.knows(attemptId)) continue;
      const madeFrom = this.truth.requestsBehind(certificateId);
      // An import that is killed before it is stored was trusted all the same.
      const trusted = isRun(step) && madeFrom.length === 0 ? step.operation.appliedBlocks : [];
      const requests = [...madeFrom, ...trusted.map(({ block }) => block.request)];
      this.truth.recordAttempt(attemptId, {
        intents: [],
        certificate: certificateId ?? null,
        requests: requestDigest === undefined ? [] : requests,
      });
    }
  }

  broken(...why: readonly string[]): BrokenLaw {
    return new BrokenLaw([...new Set(why.filter((line) => line !== "")), ...this.#log].join("\n"));
  }

  #update(view: OrderView): void {
    this.#view = view;
    this.#onUpdate(view);
    for (const certificate of view.issued) this.truth.recordCertificate(certificate);
  }

  /** An import is trusted to be what is configured, unless the journal knows what made it. */
  #recordImports(step: Step<CoreRun>): void {
    for (const { name, block } of step.operation.appliedBlocks) {
      const object = findObject(step, name);
      const isMade = journalAttempts(step, step.before).some(
        ({ status, certificateId, requestDigest, isImported }) =>
          status === "succeeded" &&
          certificateId === object?.certificate &&
          requestDigest !== undefined &&
          !isImported,
      );
      if (object?.outcome === "imported" && object.certificate && !isMade)
        this.truth.recordImport(object.certificate, block.request);
    }
  }

  /** What was sent, and what ended well, carried the intents of its blocks out. */
  #recordIntents(step: Step<CoreRun>): void {
    const { project, appliedBlocks } = step.operation;
    const sending = isSent(step) ? sendingBlocks(step) : [];
    for (const applied of appliedBlocks) {
      const { name, block, intents } = applied;
      const [intent = ""] = intents;
      if (!isSuccessful(step) && !sending.includes(applied)) continue;
      this.truth.asked(project, name, intent, block.request);
      const object = findObject(step, name, step.after);
      if (!isSuccessful(step) || !object?.certificate) continue;
      this.truth.recordAnswer(intent, object.certificate);
      if (!isSent(step) && findObject(step, name)?.certificate !== object.certificate)
        this.#counts.adoptions++;
    }
  }

  #recordAnswer({ result, after }: Step, intent: string): void {
    const shown = after.issued.findLast((certificate) => isShown(result.text, certificate));
    if (shown !== undefined) this.truth.recordAnswer(intent, shown);
  }

  #count(step: Step): void {
    const { before, after, result, operation } = step;
    this.#counts.reissues += after.issued.length - before.issued.length;
    if (result.status === "killed") this.#counts.kills++;
    if (isRefused(step) && !isSent(step)) this.#counts.blocked++;
    const failure =
      operation.kind === "run"
        ? operation.failure
        : operation.kind === "command"
          ? operation.command.failure
          : undefined;
    if (failure && "when" in failure && isSent(step)) this.#counts.faults++;
  }
}

function summarize({ issued, journals, states }: OrderView): string {
  const journal = journals.map(({ attempts, damage }, journal) => {
    const all = attempts.map(({ attemptId, lastEvent, certificateId, isImported }) =>
      [attemptId, isImported ? "imported" : "", lastEvent, certificateId].filter(Boolean).join(" "),
    );
    return `journal${journal || ""}: ${[...all, ...damage.map(({ id }) => id)].join(", ") || "nothing"}`;
  });
  const stored = Object.entries(states).flatMap(([project, { objects }]) =>
    Object.entries(objects).map(([name, object]) => {
      const { certificate, outcome, tainted, openAttempt, earlier } = readObject(object);
      const facts = [certificate, outcome, openAttempt && `open ${openAttempt}`, tainted && "tainted"];
      return `${project} ${name}: ${[...facts.filter(Boolean), `after ${earlier.join("+") || "none"}`].join(" ")}`;
    }),
  );
  return [`issued: ${issued.join(", ")}`, ...journal, ...stored].join("; ");
}
