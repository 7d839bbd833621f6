import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Ask, JournalEntry, Outcome, ReissueJournal } from "../contract/index.ts";
import { CertOrderError } from "../contract/index.ts";
import type { Attempt, Line } from "./attempt.ts";
import { formatLine, isOnItsWay, openAttempts, readAttempts } from "./attempt.ts";
import { journalUnavailable, orderBusy, UnresolvedAttemptError } from "./errors.ts";
import { appendDurably, readText } from "./file.ts";
import { extension, journalFolder, orderFile } from "./place.ts";
import { thisProcess } from "./process.ts";

export interface JournalOptions {
  /** Default: `certorder` in the user's state folder. */
  readonly folder?: string | undefined;
  /** Send also when the journal cannot be used. What it does know is respected all the same. Default: false. */
  readonly bestEffort?: boolean | undefined;
  /** Hears of what `bestEffort` passes over. */
  readonly onProblem?: ((error: CertOrderError) => void) | undefined;
}

/**
 * The write-ahead journal of reissues: a file for each order, a line for each event, durable before anything is sent.
 * While its disk lives, a reissue that was sent is not repeated until somebody has said what became of it.
 *
 * There is no lock that a dead process could leave behind. Whoever is about to send adds a line first and then reads
 * the file: of two that do so at once the line that stands first wins, and the other is not sent.
 */
export class Journal implements ReissueJournal {
  readonly folder: string;
  readonly #options: JournalOptions;
  /** Where attempts are that hold their order back, so that not every file has to be searched for them again. */
  readonly #openIn = new Map<string, string>();

  constructor(options: JournalOptions = {}) {
    this.#options = options;
    this.folder = journalFolder(options.folder);
  }

  async open(ask: Ask): Promise<JournalEntry> {
    const file = orderFile(this.folder, ask.service, ask.orderId);
    const attemptId = randomBytes(6).toString("hex");
    await this.#guarded(async () => {
      const attempts = readAttempts(await readText(file));
      const [unsettled] = openAttempts(attempts);
      if (unsettled) throw new UnresolvedAttemptError(ask.orderId, unsettled, ask.askId);
      refuseRival(attempts, ask);
    });

    let onItsWay = false;
    let written: Promise<void> | undefined;
    const add = (line: Line) => this.#append(file, line);
    return {
      attemptId,
      sending: () =>
        this.#guarded(async () => {
          const { service, orderId: order, askId } = ask;
          const process = thisProcess();
          const at = now();
          written = add({ event: "sent", attempt: attemptId, at, service, order, ask: askId, process });
          await written;
          onItsWay = true;
          const attempts = readAttempts(await readText(file));
          // A rival may have begun and ended while this one was connecting, or waiting to be tried again.
          refuseRival(attempts, ask);
          const [first] = openAttempts(attempts);
          if (first && first.attemptId !== attemptId) throw orderBusy(order, first);
          // Whatever else went wrong, an attempt that is not in the journal is not sent.
          if (!first) throw new Error("line lost");
        }),
      settle: async (outcome: Outcome, certificate = "") => {
        // Whoever gives up while that line is being written must not leave it behind: it would hold the order back.
        await written?.catch(() => {});
        if (!onItsWay) return;
        const at = now();
        await add(
          outcome === "done"
            ? { event: outcome, attempt: attemptId, at, certificate }
            : { event: outcome, attempt: attemptId, at },
        );
        onItsWay = false;
        if (outcome !== "rejected" && outcome !== "not-sent") this.#openIn.set(attemptId, file);
      },
    };
  }

  /** Every attempt that the journal knows of, or those at one order. */
  async attempts(order?: { readonly service: string; readonly orderId: string }): Promise<Attempt[]> {
    const all: Attempt[] = [];
    await this.#guarded(async () => {
      const files = order ? [orderFile(this.folder, order.service, order.orderId)] : await this.#files();
      for (const file of files) all.push(...(await this.#attemptsIn(file)));
    });
    return all;
  }

  /** The result of an attempt is stored where it belongs; the order may be reissued again. */
  async acknowledge(attemptId: string): Promise<void> {
    const { file } = await this.#find(attemptId);
    await this.#append(file, { event: "acknowledged", attempt: attemptId, at: now() });
    this.#openIn.delete(attemptId);
  }

  /** A person found out what became of an attempt: the certificate's id, or null when nothing happened. */
  async resolve(attemptId: string, certificateId: string | null): Promise<Attempt> {
    const { file, attempt } = await this.#find(attemptId);
    if (attempt.closed)
      throw refusal(`Attempt ${attemptId} is settled already (${attempt.state}).`, "Nothing to do.");
    if (certificateId === null && (attempt.state === "done" || attempt.state === "done-unread"))
      throw refusal(
        `Attempt ${attemptId} did happen: the service reported success.`,
        "Resolve it with the id of the certificate.",
      );
    // Whoever looks it up at the service now may look too early. What this process itself has sent, it knows about.
    if (certificateId === null && isOnItsWay(attempt) && attempt.process !== thisProcess())
      throw refusal(`Attempt ${attemptId} is still on its way.`, "Wait for it to end.");
    await this.#append(file, {
      event: "resolved",
      attempt: attemptId,
      at: now(),
      certificate: certificateId,
    });
    this.#openIn.delete(attemptId);
    return attempt;
  }

  async #find(attemptId: string): Promise<{ file: string; attempt: Attempt }> {
    const own = this.#openIn.get(attemptId);
    for (const file of own ? [own] : await this.#files()) {
      const attempt = (await this.#attemptsIn(file)).find((candidate) => candidate.attemptId === attemptId);
      if (attempt) return { file, attempt };
    }
    // What was given is not repeated: it may be a secret that was pasted in its place.
    throw refusal(
      `The journal in ${this.folder} has no such attempt.`,
      "See certorder journal list; if the journal is in another folder, name it with journal_dir or CERTORDER_JOURNAL.",
    );
  }

  async #attemptsIn(file: string): Promise<Attempt[]> {
    const attempts = readAttempts(await this.#io(() => readText(file)));
    for (const { attemptId, closed } of attempts)
      if (closed) this.#openIn.delete(attemptId);
      else this.#openIn.set(attemptId, file);
    // Of a file that is damaged all through, its name is what is left of the order.
    const order = basename(file, extension).replace(/-[0-9a-f]{16}$/, "");
    return attempts.map((attempt) => (attempt.orderId ? attempt : { ...attempt, orderId: order }));
  }

  async #files(): Promise<string[]> {
    const names = await this.#io(() =>
      readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw error;
      }),
    );
    return names
      .filter((name) => name.endsWith(extension))
      .sort()
      .map((name) => join(this.folder, name));
  }

  #append(file: string, line: Line): Promise<void> {
    return this.#io(() => appendDurably(file, formatLine(line)));
  }

  async #io<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw journalUnavailable(this.folder, error);
    }
  }

  /** Refusals always stand. What `bestEffort` passes over is only a journal that cannot be used. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const refused = CertOrderError.is(error) ? error : journalUnavailable(this.folder, error);
      if (refused.code !== "journal_unavailable" || !this.#options.bestEffort) throw refused;
      this.#options.onProblem?.(refused);
    }
  }
}

/** What was still running when this one was asked for, and has succeeded since, was asked for at the same time. */
function refuseRival(attempts: readonly Attempt[], { orderId, askedAtMs }: Ask): void {
  const rival = attempts.findLast(
    ({ state, sentAt, doneAt = sentAt }) => state === "done" && Date.parse(doneAt) > askedAtMs,
  );
  if (rival) throw orderBusy(orderId, rival);
}

function refusal(message: string, remedy: string): CertOrderError {
  return new CertOrderError(message, { code: "journal_refused", outcome: "not-sent", remedy });
}

function now(): string {
  return new Date().toISOString();
}
