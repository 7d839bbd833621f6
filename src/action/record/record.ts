import { setTimeout as sleep } from "node:timers/promises";
import type { Ask } from "../../contract/index.ts";
import { CertOrderError } from "../../contract/index.ts";
import type { GitHub } from "../github.ts";
import { explain, failureOf } from "../github.ts";
import { isPlainId } from "../text.ts";
import { Deployments } from "./deployments.ts";
import type { Ended, Entry, Fate } from "./entry.ts";
import { describeEnd, fateOf, payloadOf, readPayload } from "./entry.ts";
import { AlreadyDoneError, forged, outrun, unfinished, unwritten } from "./errors.ts";
import { RecordKeys } from "./keys.ts";

type OrderName = Pick<Ask, "service" | "orderId">;

/** An entry and what became of it. */
export interface Known {
  readonly entry: Entry;
  readonly fate: Fate;
}

/** GitHub's lists lag behind by some seconds: how long to wait for what was just written to show. */
const patienceMs = [0, 250, 500, 1_000, 2_000, 4_000, 4_000];

/**
 * The write-ahead record of reissues in a repository. Whoever is about to send writes an entry first and then looks at
 * all of them: of two that do so at once the older entry wins, and the other is not sent.
 */
export class DeploymentRecord {
  readonly #deployments: Deployments;
  readonly #github: GitHub;
  readonly #keys: RecordKeys;

  constructor(github: GitHub, authKey: string) {
    this.#github = github;
    this.#deployments = new Deployments(github);
    this.#keys = new RecordKeys(authKey);
  }

  /** What is known of an order, oldest first. Throws when something about it is not genuine. */
  async known(of: OrderName): Promise<Known[]> {
    return this.#reading(of, () => this.#read(of));
  }

  async #read(of: OrderName): Promise<Known[]> {
    const order = this.#keyOf(of);
    const entries: Entry[] = [];
    for (const stored of await this.#deployments.list()) {
      const entry = readPayload(this.#keys, order, stored);
      if (entry === "forged") throw forged(of, stored.id);
      if (entry) entries.push(entry);
    }
    const known: Known[] = [];
    for (const entry of entries.sort((a, b) => a.id - b.id)) {
      const fate = fateOf(this.#keys, entry, await this.#deployments.descriptions(entry.id));
      if (fate.state === "forged") throw forged(of, entry.id);
      known.push({ entry, fate });
    }
    return known;
  }

  /** Throws when the order is held back, or when this run has done already what is asked. Returns what it has seen. */
  async look(ask: Ask): Promise<ReadonlySet<number>> {
    const known = await this.known(ask);
    for (const { entry, fate } of known)
      if (fate.state === "unfinished") throw unfinished(ask, entry, fate.happened, this.#pageOf(entry));
    const own = known.findLast(
      ({ entry, fate }) =>
        fate.state === "done" && entry.askId === ask.askId && entry.runId === this.#github.run.runId,
    );
    if (own?.fate.state === "done") throw new AlreadyDoneError(ask, own.fate.certificateId);
    return new Set(known.map(({ entry }) => entry.id));
  }

  /** Writes that an attempt begins. Throws, and takes that back, when another one was faster. */
  async begin(ask: Ask, attemptId: string, seen: ReadonlySet<number>): Promise<Entry> {
    const { runId } = this.#github.run;
    const order = this.#keyOf(ask);
    const payload = payloadOf(this.#keys, { order, askId: ask.askId, attemptId, runId });
    let entry: Entry | "forged" | undefined;
    try {
      const stored = await this.#deployments.create(payload);
      entry = stored && readPayload(this.#keys, order, { ...stored, payload });
    } catch (error) {
      const { status } = failureOf(error);
      const refused = status !== undefined && status < 500;
      throw unwritten(ask, this.#explained(error, "write"), refused ? undefined : attemptId);
    }
    if (!entry || entry === "forged")
      throw unwritten(
        ask,
        ["the record could not be written: GitHub did not create it.", "Run it again."],
        attemptId,
      );
    try {
      await this.#standFirst(ask, entry, seen);
    } catch (error) {
      // Nothing was sent, and nobody should have to find that out by hand.
      await this.end(entry, "not-sent").catch(() => {});
      throw error;
    }
    return entry;
  }

  /** Writes what became of an attempt. An id that cannot be kept is as good as lost. */
  async end(entry: Entry, ended: Ended, certificateId = ""): Promise<void> {
    const kept = ended === "done" && !isPlainId(certificateId) ? "done-unread" : ended;
    await this.#deployments.say(entry.id, kept, describeEnd(this.#keys, entry, kept, certificateId));
  }

  async #standFirst(ask: Ask, own: Entry, seen: ReadonlySet<number>): Promise<void> {
    for (const ms of patienceMs) {
      await sleep(ms);
      const known = await this.known(ask);
      if (!known.some(({ entry }) => entry.id === own.id)) continue;
      // What was not there at the first look was asked for at the same time. The older one goes first, unless a list
      // that lagged has let the younger one through already.
      const rival = known.find(
        ({ entry, fate }) =>
          entry.id !== own.id &&
          !seen.has(entry.id) &&
          (entry.id < own.id ? fate.state !== "no-effect" : fate.state === "done"),
      );
      if (rival) throw outrun(ask, rival.entry, this.#pageOf(rival.entry));
      return;
    }
    throw unwritten(ask, [
      "the record that was just written does not show in GitHub's list.",
      "Run it again.",
    ]);
  }

  async #reading<T>(of: OrderName, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw CertOrderError.is(error) ? error : unwritten(of, this.#explained(error, "read"));
    }
  }

  #explained(error: unknown, verb: "read" | "write"): string[] {
    const what = `the record could not be ${verb === "read" ? "read" : "written"}`;
    return explain(error, what, "deployments: write");
  }

  #keyOf({ service, orderId }: OrderName): string {
    return this.#keys.mac("order", service, orderId);
  }

  #pageOf({ runId }: Entry): string {
    const { url } = this.#github.run;
    return url.replace(/\d+$/, String(runId));
  }
}
