import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CertOrderError,
  isStandIn,
  named,
  type Outcome,
  problemOfName,
  serviceMayTake,
  words,
} from "../contract/index.ts";
import { type Attempt, attemptsIn, type Line } from "./attempt.ts";
import { type Copied, copyHistories } from "./copy.ts";
import { journalFolder } from "./paths.ts";
import { isRunning, thisProcess } from "./process.ts";
import { type Race, race } from "./race.ts";
import {
  contradicted,
  hasExpired,
  journalUnavailable,
  type Refusal,
  RefusedError,
  refusalOf,
  senderOf,
} from "./refusal.ts";
import { decide, type Held, headOf, isNews, isOpen, joined, type Wish } from "./rules.ts";
import { historyAt, type Place } from "./service.ts";
import type { History, Shelf } from "./shelf.ts";
import { shelfAt } from "./shelves/address.ts";
import { FileShelf } from "./shelves/file.ts";
import { isUnavailable } from "./unavailable.ts";
import { doubtUntil, isAwaited, mayBeAtWork } from "./waiting.ts";

export interface JournalOptions {
  /** An absolute path. Default: `certorder` in the user's state folder. */
  readonly folder?: string | undefined;
  /**
   * A place that many machines can share instead of a folder: `postgres://user@host/database` or `s3://bucket/prefix`. Or a folder:
   * `file:///var/lib/certorder`.
   */
  readonly url?: string | undefined;
  /** Where the histories lie instead of in a folder. */
  readonly shelf?: Shelf | undefined;
  /** Send also when the journal cannot be used. What it does know is respected all the same. Default: false. */
  readonly bestEffort?: boolean | undefined;
  /** Hears of what `bestEffort` passes over. */
  readonly onProblem?: ((error: CertOrderError) => void) | undefined;
  readonly now?: (() => Date) | undefined;
  /** Where variables such as PGPASSWORD are looked up. Default: those of this process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** A wish for one order, and what has to be written down about it. */
export interface Ask {
  readonly place: Place;
  readonly orderId: string;
  readonly what: string | undefined;
  readonly name?: string | undefined;
  /** What the asker holds. Left out: whatever is the order's newest when this is asked. */
  readonly held?: Held | undefined;
  /** The newest is held only if it was there by then. Asked for where that matters. */
  readonly heldBefore?: Date | (() => Promise<Date>) | undefined;
  readonly again: boolean;
  readonly anew?: string | undefined;
  readonly isDeclared?: boolean | undefined;
  /** The result counts as arrived only when somebody acknowledges it. */
  readonly unshown?: boolean | undefined;
  readonly validityDays?: number | undefined;
  /** Attempts that are stored elsewhere; see `joined`. */
  readonly stored?: readonly Attempt[] | undefined;
}

/** What the history says to a wish. */
export interface Considered {
  readonly service: string;
  readonly history: readonly Attempt[];
  readonly head: Attempt | undefined;
  readonly held: Held;
  readonly verdict:
    | { readonly kind: "send" }
    | { readonly kind: "answer"; readonly attempt: Attempt; readonly certificateId: string }
    | { readonly kind: "refuse"; readonly refusal: Refusal };
}

/** An attempt that was begun. */
export interface JournalEntry {
  readonly attemptId: string;
  /** Resolves once it is certain to be remembered that the request is about to be sent; throws if it must not be. */
  sending(): Promise<void>;
  /** The try had no effect, and another one follows. */
  pause(outcome: Outcome): Promise<void>;
  /** Remembers what became of it. */
  settle(outcome: Outcome, certificateId?: string): Promise<void>;
}

/** The wish was fulfilled before: this is its result. */
export class Answered extends Error {
  readonly attempt: Attempt;
  readonly certificateId: string;

  constructor(attempt: Attempt, certificateId: string) {
    super(`fulfilled before: certificate ${certificateId}`);
    this.attempt = attempt;
    this.certificateId = certificateId;
  }
}

/** For whoever did not find something. */
export const ifElsewhere = words`If the journal is elsewhere, name it with ${named("journal_dir")} (CERTORDER_JOURNAL) or ${named("journal_url")} (CERTORDER_JOURNAL_URL).`;
/** How long to wait for what was written to show in a list, and for a rival behind us to give way. */
const patienceMs = [0, 250, 500, 1_000, 2_000, 4_000, 4_000];

/**
 * The history of reissues, order by order. While its shelf lives, no wish is sent twice, and nothing is sent while an
 * earlier attempt of its order is open.
 *
 * There is no lock that a dead process could leave behind. Whoever is about to send adds a line first and then reads all
 * of them: what stands before one's own line decides (rule 5).
 */
export class Journal {
  readonly #shelf: Shelf;
  readonly #options: JournalOptions;
  /** Where this process's own attempts are that somebody may still speak of, so that not every history is searched. */
  readonly #own = new Map<string, History>();

  constructor(options: JournalOptions = {}) {
    this.#options = options;
    const { shelf, url, folder, env } = options;
    this.#shelf =
      shelf ?? (url === undefined ? new FileShelf(journalFolder(folder, env)) : shelfAt(url, env));
  }

  /** Where it is, as it appears in a sentence. */
  get title(): string {
    return this.#shelf.title;
  }

  /** Other machines see it too, and it outlives this one. */
  get isShared(): boolean {
    return this.#shelf.isShared === true;
  }

  /** What others have to be granted to use it, where it is kept by a server. */
  get rights(): string | undefined {
    return this.#shelf.rights;
  }

  /** What would become of a wish now. Nothing is written. @internal */
  async consider(ask: Ask): Promise<Considered> {
    return this.#consider(ask, await this.#known(this.#shelf.history(ask.orderId)));
  }

  /**
   * Begins an attempt. Throws a `RefusedError`, or `Answered`. Waits for an answer until the given time. What has to be
   * done first is done only if it is to be sent, and before anything is written. @internal
   */
  async begin(ask: Ask, until: Date, first?: () => Promise<void>): Promise<JournalEntry> {
    const history = this.#shelf.history(ask.orderId);
    const attemptId = newAttemptId();
    const considered = await this.#consider(ask, await this.#known(history));
    allow(ask.orderId, considered);
    await first?.();
    // What is held is held from here on: whatever comes after was not known to whoever asked. A time stays what it is,
    // also where a list has shown something too late.
    const { held, service } = considered;
    const asked: Ask = ask.heldBefore === undefined ? { ...ask, held } : ask;

    let isWritten = false;
    let writing: ReturnType<History["append"]> | undefined;
    const write = async () => {
      writing = this.#append(history, {
        ...{ event: "sent", attempt: attemptId, at: this.#now().toISOString(), order: ask.orderId },
        ...{ service, address: ask.place.address, what: ask.what ?? "", name: ask.name },
        ...{ replaced: held.certificateId, validityDays: ask.validityDays, unshown: ask.unshown },
        ...{
          process: this.#shelf.thisProcess?.() ?? thisProcess(),
          until: this.#byTheShelf(until).toISOString(),
        },
      });
      const lines = await writing;
      isWritten = true;
      return lines;
    };
    const end = async (outcome: Outcome, certificate?: string) => {
      const at = this.#now().toISOString();
      await this.#append(
        history,
        outcome === "done"
          ? { event: outcome, attempt: attemptId, at, certificate: certificate ?? "" }
          : { event: outcome, attempt: attemptId, at, certificate },
      );
      isWritten = false;
      const isOver = outcome === "rejected" || outcome === "not-sent";
      if (!isOver && (outcome !== "done" || ask.unshown)) this.#own.set(attemptId, history);
    };
    /** Rule 5. */
    const claim = () =>
      this.#guarded(async () => {
        const lines = await write();
        try {
          allow(ask.orderId, await this.#standing(asked, attemptId, history, lines));
        } catch (error) {
          // Nothing is sent now, and nobody should have to find that out by hand.
          if (!this.#passesOver(error)) await end("not-sent").catch(() => {});
          throw error;
        }
      });
    if (this.#shelf.isSlow) await claim();

    return {
      attemptId,
      sending: async () => {
        if (!isWritten) await claim();
        // A machine that slept in between: somebody may have said by now that nothing happened.
        if (this.#here() >= until)
          throw contradicted(
            `The reissue of order ${ask.orderId} was not sent: its time ran out.`,
            "Run it again.",
          );
      },
      pause: async (outcome) => {
        if (isWritten && !this.#shelf.isSlow) await end(outcome);
      },
      settle: async (outcome, certificateId) => {
        // Whoever gives up while that line is being written must not leave it behind: it would hold the order back.
        await writing?.catch(() => {});
        if (isWritten) await end(outcome, certificateId);
      },
    };
  }

  /** Every attempt that is known, or those at one order. */
  async attempts(orderId?: string): Promise<Attempt[]> {
    if (orderId !== undefined) return this.#known(this.#shelf.history(orderId));
    return (await Promise.all((await this.#histories()).map((history) => this.#read(history)))).flat();
  }

  /** Whoever sent an attempt may still wait for its answer, or the service still work on it. @internal */
  async mayBeInFlight(attempt: Attempt): Promise<boolean> {
    const { fate, state, process } = attempt;
    if (fate !== "open" || state === "done-unread") return false;
    return (state === "sent" && (await this.#isRunning(process))) || mayBeAtWork(attempt, this.#now());
  }

  /** Whether it has been made: by its first line, or by `check`. Nothing is made by asking. */
  async isThere(): Promise<boolean> {
    return this.#io(async () => (await this.#shelf.isThere?.()) ?? true);
  }

  /** Fails when nothing could be written. */
  async check(): Promise<void> {
    await this.#guarded(() => this.#io(() => this.#shelf.check()));
  }

  /** Copies all histories to another journal. Refused while something may be in flight, whose end would be missed. */
  async copyTo(other: Journal): Promise<Copied> {
    const see = "See whether it is the one that is meant.";
    await this.#refuseNowhere(see);
    const attempts = await this.attempts();
    if (attempts.length === 0) throw contradicted(`${this.title} knows of no attempt.`, see);
    for (const attempt of attempts)
      if (await this.mayBeInFlight(attempt))
        throw contradicted(
          `Attempt ${attempt.attemptId} at order ${attempt.orderId} may still be on its way.`,
          `Copy the journal when it has ended, ${serviceMayTake.inWords} after ${attempt.until} at the latest.`,
        );
    await other.check();
    return this.#io(() => copyHistories(this.#shelf, other.#shelf));
  }

  /** Has several writers add lines at once, to a history that is no order's. @internal */
  race(writers: number, rounds: number): Promise<Race> {
    return this.#io(() => race(this.#shelf, writers, rounds));
  }

  /** The result of an attempt is stored where it belongs; the order may be reissued again. */
  async acknowledge(attemptId: string): Promise<void> {
    const { history } = await this.#find(attemptId);
    await this.#append(history, { event: "acknowledged", attempt: attemptId, at: this.#now().toISOString() });
    this.#own.delete(attemptId);
  }

  /** A person found out what became of an attempt: the certificate's id, or null when nothing happened. */
  async resolve(attemptId: string, certificateId: string | null): Promise<Attempt> {
    if (certificateId !== null) refuseNoId(certificateId);
    const { history, attempt } = await this.#find(attemptId);
    const { state, fate } = attempt;
    const isSame = fate === "done" ? certificateId === attempt.certificateId : certificateId === null;
    if (!isOpen(attempt) && isSame) return attempt;
    // A person who was mistaken may say which certificate it was after all; that nothing happened is not said afterwards.
    const isCorrected = attempt.isTold === true && certificateId !== null;
    if (!isOpen(attempt) && !isCorrected)
      throw contradicted(
        `Attempt ${attemptId} is settled already (${state}${attempt.certificateId ? `, certificate ${attempt.certificateId}` : ""}).`,
        "Nothing to do.",
      );
    if ((fate === "done" && !isSame && !isCorrected) || (certificateId === null && state === "done-unread"))
      throw contradicted(
        `Attempt ${attemptId} did happen: the service reported success${attempt.certificateId ? `, certificate ${attempt.certificateId}` : ""}.`,
        "Resolve it with the id of that certificate.",
      );
    if (certificateId === null && state === "sent" && (await this.#isRunning(attempt.process)))
      throw contradicted(
        `Attempt ${attemptId} may still be on its way: whoever sent it is still at work (${senderOf(attempt)}).`,
        "Wait for it to end, or end it. Then look the order up again, and say it then.",
      );
    if (certificateId === null) await this.#waitOut(history, attempt);
    if (certificateId === null && (await this.mayBeInFlight(attempt)))
      throw contradicted(
        `Attempt ${attemptId} may still be on its way: whoever sent it waits until ${attempt.until}, and the service may take longer.`,
        `Look the order up again ${serviceMayTake.inWords} after that, and say it then.`,
      );
    const at = this.#now().toISOString();
    await this.#append(history, { event: "resolved", attempt: attemptId, at, certificate: certificateId });
    this.#own.delete(attemptId);
    return attempt;
  }

  async #waitOut(history: History, attempt: Attempt): Promise<void> {
    const { attemptId, sentAt } = attempt;
    const now = this.#now();
    const doubt = doubtUntil(attempt, now);
    if (!doubt) return;
    if (doubt.isNew)
      await this.#append(history, { event: "doubted", attempt: attemptId, at: now.toISOString() });
    throw contradicted(
      `Attempt ${attemptId} may still be on its way: it was sent at ${sentAt}, which is still to come by the clock of this machine, so nobody knows how long ago that was.`,
      `Look the order up again after ${doubt.over.toISOString()}, and say it then.`,
    );
  }

  /** Takes over an attempt that only somebody else has known of. What is known already stays as it is. @internal */
  async remember(attempt: Attempt, { name: service, address }: Place): Promise<void> {
    const { attemptId, orderId, what = "", name, replaced, validityDays, sentAt: at } = attempt;
    const history = this.#shelf.history(orderId);
    // Only what is news: at the end of what is known.
    if (attempt.fate === "void" || !isNews(await this.#known(history), attempt)) return;
    // Whoever knows of it may not know when it was: a time that is not known is not made up, or it might never be over.
    const until = attempt.until || at;
    const { certificateId: certificate, endedAt } = attempt;
    await this.#guarded(async () => {
      await this.#append(history, {
        ...{ event: "sent", attempt: attemptId, at, order: orderId, what },
        ...{ service: service ?? address, address, name, replaced, validityDays, process: "", until },
      });
      await this.#append(
        history,
        attempt.fate === "done" && certificate !== undefined
          ? // Known by now at the latest: whoever begins to ask after this has it before his eyes.
            { event: "resolved", attempt: attemptId, at: endedAt ?? this.#now().toISOString(), certificate }
          : {
              ...{ attempt: attemptId, at: endedAt ?? until },
              event: attempt.state === "done-unread" ? attempt.state : "unknown",
            },
      );
    });
  }

  /** What the history says to a wish, without a look at the shelf. */
  async #consider(ask: Ask, attempts: readonly Attempt[]): Promise<Considered> {
    const { place, what, name, again, isDeclared } = ask;
    const refuse = async (because: Refusal["because"], attempt: Attempt, head?: Attempt) => ({
      kind: "refuse" as const,
      refusal: await this.#refusal(because, attempt, ask, head),
    });
    const scope = historyAt(attempts, place, ask.anew);
    if ("elsewhere" in scope)
      return {
        ...{ service: place.address, history: [], head: undefined, held: {} },
        verdict: await refuse("elsewhere", scope.elsewhere),
      };
    const { service } = scope;
    // What a person has said of an attempt counts, at whichever address it was.
    const isVoid = (id: string) =>
      attempts.some(({ attemptId, fate }) => attemptId === id && fate === "void");
    const stored = ask.stored?.filter(({ fate, attemptId }) => fate !== "open" || !isVoid(attemptId));
    const history = joined(scope.attempts, stored ?? []);
    const head = headOf(history);
    const anew = scope.isAnew ? head?.attemptId : ask.anew;
    // Whoever names the newest knows it. What is replaced has to be written down, or it would pass for newer than all.
    const isNamed = head !== undefined && head.attemptId === anew;
    // By the first two rules, whatever is held.
    const isDecided =
      head === undefined || history.some(isOpen) || (name !== undefined && head.name === name);
    const held = isNamed
      ? heldNow(head)
      : (ask.held ?? heldNow(head, isDecided ? undefined : await timeOf(ask.heldBefore)));
    const wish: Wish = { what, name, held, again, anew, isDeclared };
    const decision = decide(history, wish);
    const common = { service, history, head, held };
    if (decision.kind === "send") return { ...common, verdict: decision };
    const { attempt } = decision;
    if (decision.kind === "refuse")
      return { ...common, verdict: await refuse(decision.because, attempt, head) };
    if (attempt.certificateId === undefined) return { ...common, verdict: await refuse("sealed", attempt) };
    if (hasExpired(attempt, this.#now())) return { ...common, verdict: await refuse("expired", attempt) };
    return { ...common, verdict: { ...decision, certificateId: attempt.certificateId } };
  }

  async #refusal(
    because: Refusal["because"],
    attempt: Attempt,
    { what }: Ask,
    head?: Attempt,
  ): Promise<Refusal> {
    const inFlight = because === "open" && attempt.state === "sent" && (await this.#isAwaited(attempt));
    return refusalOf(because, attempt, what, { inFlight, head, now: this.#now() });
  }

  /** Of a process on another machine only its own word can be had: until when it waits. */
  async #isAwaited(attempt: Attempt): Promise<boolean> {
    return (await this.#isRunning(attempt.process)) ?? isAwaited(attempt, this.#now());
  }

  async #isRunning(process: string): Promise<boolean | undefined> {
    return this.#shelf.isRunning ? this.#shelf.isRunning(process) : isRunning(process);
  }

  /** What those that stand before one's own line say. */
  async #standing(
    ask: Ask,
    attemptId: string,
    history: History,
    known: readonly Line[] | undefined,
  ): Promise<Considered> {
    let rival: Attempt | undefined;
    for (const ms of this.#shelf.isSlow ? patienceMs : [0]) {
      if (ms > 0) await sleep(ms);
      const attempts = known ? attemptsOf(history, known) : await this.#read(history);
      const own = attempts.findIndex((attempt) => attempt.attemptId === attemptId);
      if (own === -1) continue;
      const considered = await this.#consider(ask, attempts.slice(0, own));
      // Where lists lag, one that stands behind may not have seen us, and must have given way before we go on.
      rival = this.#shelf.isSlow ? attempts.slice(own + 1).find(({ fate }) => fate !== "void") : undefined;
      if (considered.verdict.kind !== "send" || !rival) return considered;
    }
    if (rival) {
      const because = rival.fate === "open" ? "open" : "reissued-since";
      throw new RefusedError(ask.orderId, await this.#refusal(because, rival, ask));
    }
    // Whatever else went wrong, an attempt that is not in the journal is not sent.
    throw journalUnavailable(this.#shelf.title, { code: "what was written does not stand there" });
  }

  async #find(attemptId: string): Promise<{ history: History; attempt: Attempt }> {
    const own = this.#own.get(attemptId);
    if (!own) await this.#refuseNowhere();
    for (const history of own ? [own] : await this.#histories()) {
      const attempt = (await this.#read(history)).find((candidate) => candidate.attemptId === attemptId);
      if (attempt) return { history, attempt };
    }
    // What was given is not repeated: it may be a secret that was pasted in its place.
    throw contradicted(
      `${this.#shelf.title} has no such attempt.`,
      words`Look for it in the list of attempts. ${ifElsewhere}`,
    );
  }

  /** For whoever only reads: a journal that is made for that would look like one that knows nothing. */
  async #refuseNowhere(remedy = ifElsewhere): Promise<void> {
    if (!(await this.isThere())) throw contradicted(`${this.title} does not exist.`, remedy);
  }

  async #read(history: History): Promise<Attempt[]> {
    return attemptsOf(history, await this.#io(() => history.read()));
  }

  /** What is known where a journal that cannot be used may be passed over: nothing, if it cannot. */
  async #known(history: History): Promise<Attempt[]> {
    let attempts: Attempt[] = [];
    await this.#guarded(async () => {
      attempts = await this.#read(history);
    });
    return attempts;
  }

  #histories(): Promise<readonly History[]> {
    return this.#io(() => this.#shelf.histories());
  }

  #append(history: History, line: Line): ReturnType<History["append"]> {
    return this.#io(() => history.append(line));
  }

  /** The time by the shelf's clock: what is written down has to mean the same on every machine. */
  #now(): Date {
    return this.#byTheShelf(this.#here());
  }

  #here(): Date {
    return this.#options.now?.() ?? new Date();
  }

  #byTheShelf(here: Date): Date {
    return new Date(here.getTime() + (this.#shelf.aheadMs ?? 0));
  }

  async #io<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw CertOrderError.is(error) ? error : journalUnavailable(this.#shelf.title, error);
    }
  }

  /** Refusals always stand. What `bestEffort` passes over is only a journal that cannot be used. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#passesOver(error)) throw error;
      this.#options.onProblem?.(error);
    }
  }

  #passesOver(error: unknown): error is CertOrderError {
    return isUnavailable(error) && this.#options.bestEffort === true;
  }
}

function newAttemptId(): string {
  return randomBytes(6).toString("hex");
}

function attemptsOf({ orderId }: History, lines: readonly Line[]): Attempt[] {
  return attemptsIn(lines).map((attempt) => (attempt.orderId ? attempt : { ...attempt, orderId }));
}

function refuseNoId(certificateId: string): void {
  const remedy = "Put the id that the service shows in its place.";
  const problem = problemOfName(certificateId);
  // With such characters in it, it is not repeated.
  if (problem !== undefined) throw contradicted(words`${named("certificate_id")} ${problem}.`, remedy);
  if (isStandIn(certificateId))
    throw contradicted(`${certificateId} is not the id of a certificate.`, remedy);
}

function allow(orderId: string, { verdict }: Considered): void {
  if (verdict.kind === "answer") throw new Answered(verdict.attempt, verdict.certificateId);
  if (verdict.kind === "refuse") throw new RefusedError(orderId, verdict.refusal);
}

async function timeOf(moment: Ask["heldBefore"]): Promise<Date | undefined> {
  return typeof moment === "function" ? moment() : moment;
}

function heldNow(head: Attempt | undefined, by?: Date): Held {
  const wasThere = by === undefined || Date.parse(head?.endedAt ?? "") <= by.getTime();
  return head && wasThere ? { attemptId: head.attemptId, certificateId: head.certificateId } : {};
}
