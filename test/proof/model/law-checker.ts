import type { Core } from "./core.ts";
import { GroundTruth } from "./ground-truth.ts";
import { brokenLaws } from "./laws.ts";
import { type CoreRun, type Observed, type Operation, readObject, Step } from "./step.ts";
import {
  differsOnlyInTriggers,
  type ImportStatement,
  type OrderView,
  type Setup,
  type StepResult,
} from "./types.ts";

export interface Counts {
  sequences: number;
  actions: number;
  kills: number;
  faults: number;
}

/** A law was broken. The message says which one, and lists what was done. */
export class BrokenLaw extends Error {
  override readonly name = "BrokenLaw";
}

/** Watches each operation, judges it by the laws, and knows afterwards what was carried out for which intent. */
export class LawChecker {
  readonly truth = new GroundTruth();
  readonly #core: Core;
  readonly #counts: Counts;
  readonly #onUpdate: (view: OrderView) => void;
  readonly #log: string[] = [];
  #view: OrderView;

  constructor(core: Core, counts: Counts, view: OrderView, onUpdate: (view: OrderView) => void) {
    this.#core = core;
    this.#counts = counts;
    this.#view = view;
    this.#onUpdate = onUpdate;
    for (const certificate of view.issued) this.truth.recordCertificate(certificate);
  }

  get view(): OrderView {
    return this.#view;
  }

  log(line: string): void {
    this.#log.push(line);
  }

  /** Something changed that no law is about. */
  async refresh(): Promise<void> {
    this.#update(await this.#core.inspect());
  }

  async step(operation: Operation, setup: Setup, work: () => Promise<StepResult>): Promise<StepResult> {
    const before = this.#view;
    const result = await work();
    this.check({ operation, setup, before, after: await this.#core.inspect(), result });
    return result;
  }

  check(seen: Observed): void {
    const { result, after } = seen;
    const step = new Step(seen, this.truth);
    if (step.status === "succeeded") this.#recordImports(step);
    if (step.isRun()) this.#recordNewObjects(step);
    if (step.status === "succeeded" && step.imported) this.#recordStated(step, step.imported);
    this.record(seen);
    this.#update(after);
    this.log(`   ${result.status}: ${summarize(after)}`);
    const brokenLaw = brokenLaws(step);
    if (brokenLaw.length > 0) throw this.broken(...brokenLaw, result.pendingChanges ?? "", result.text);
    if (step.isRun()) this.#recordIntents(step);
    const shown = step.knownCertificates.findLast((certificate) => step.shows(certificate));
    if (step.isCommand() && step.status === "succeeded" && !step.isSent && shown !== undefined)
      // A renewal that is not due yet is answered by the certificate itself, and may still come.
      for (const intent of step.intents)
        if (intent !== `renewal of ${shown}`) this.truth.recordAnswer(intent, shown);
    if (step.status === "killed") this.#counts.kills++;
    if (step.failure && "when" in step.failure && step.isSent) this.#counts.faults++;
  }

  /** Keeps what was begun, for which intents, and what it made. */
  record(seen: Omit<Observed, "result">): void {
    const step = new Step({ ...seen, result: { status: "succeeded", text: "" } }, this.truth);
    for (const certificate of seen.after.issued) this.truth.recordCertificate(certificate);
    const [sent] = step.sentRequests;
    for (const { attemptId, status } of step.startedAttempts)
      if (!this.truth.knows(attemptId))
        this.truth.recordAttempt(attemptId, {
          intents: step.intents,
          requests: step.isCommand()
            ? [step.operation.command.request]
            : step.sendingBlocks.map(({ block }) => block.request),
          certificate: status === "void" ? null : (sent?.certificate ?? null),
          issuedBefore: seen.before.issued.length,
        });
    // What the journal learned from a state or an import.
    for (const { attemptId, certificateId, sentAt, requestDigest } of step.journalAttempts(seen.after)) {
      if (sentAt !== undefined || this.truth.knows(attemptId)) continue;
      const madeFrom = this.truth.requestsBehind(certificateId);
      // An import that is killed before it is stored was trusted all the same.
      const trusted = madeFrom.length === 0 ? step.appliedBlocks : [];
      const requests = [...madeFrom, ...trusted.map(({ block }) => block.request)];
      this.truth.recordAttempt(attemptId, {
        intents: [],
        certificate: certificateId ?? null,
        requests: requestDigest === undefined ? [] : requests,
        issuedBefore: 0,
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

  #recordStated(
    { operation, setup, after }: Step,
    { certificate, request, issuedAt, as }: ImportStatement,
  ): void {
    this.truth.recordImport(certificate, request);
    if (as === "bring-back") this.truth.bringBack(certificate);
    this.truth.isMisstated ||= certificate !== after.issued.at(-1);
    const age = issuedAt === undefined ? undefined : Date.now() - Date.parse(issuedAt);
    if (operation.kind === "read") this.truth.recordAge(certificate, age, setup.journal, operation.project);
    else if (age !== undefined) this.truth.recordAge(certificate, age, setup.journal);
  }

  /** An import is trusted to be what is configured, unless the journal knows what made it. Then it adopts the triggers only. */
  #recordImports(step: Step): void {
    for (const { name, block } of step.appliedBlocks) {
      const object = step.findObject(name);
      const isMade = step
        .journalAttempts(step.before)
        .some(
          ({ status, certificateId, requestDigest, isImported }) =>
            status === "succeeded" &&
            certificateId === object?.certificate &&
            requestDigest !== undefined &&
            !isImported,
        );
      const isAdopted =
        !isMade || differsOnlyInTriggers(this.truth.requestsBehind(object?.certificate), block.request);
      if (object?.outcome === "imported" && object.certificate && isAdopted)
        this.truth.recordImport(object.certificate, block.request);
    }
  }

  /** A new object, also in place of a tainted or renamed one, takes the journal's date: a person has stated none for it. */
  #recordNewObjects(step: Step<CoreRun>): void {
    for (const { name } of step.appliedBlocks) {
      const [object, now] = [step.findObject(name), step.findObject(name, step.after)];
      if (now?.certificate && object?.tainted !== false)
        this.truth.recordAge(now.certificate, undefined, step.setup.journal, step.operation.project);
    }
  }

  /** What was sent, and what ended well, carried the intents of its blocks out. */
  #recordIntents(step: Step<CoreRun>): void {
    const { project, appliedBlocks } = step.operation;
    const sending = step.isSent ? step.sendingBlocks : [];
    for (const applied of appliedBlocks) {
      const { name, block, intents } = applied;
      const [intent = ""] = intents;
      if (step.status !== "succeeded" && !sending.includes(applied)) continue;
      this.truth.asked(project, name, intent, block.request);
      const object = step.findObject(name, step.after);
      if (step.status === "succeeded" && object?.certificate)
        this.truth.recordAnswer(intent, object.certificate);
    }
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
