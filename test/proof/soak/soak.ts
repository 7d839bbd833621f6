import { Journal } from "../../../src/journal/index.ts";
import { inParallel } from "../../harness/in-parallel.ts";
import type { Random } from "../../harness/random.ts";
import type { Call } from "./calls.ts";
import { makeCall, operationOf } from "./calls.ts";
import type { Scene } from "./chance.ts";
import { draw } from "./chance.ts";
import type { Clients } from "./clients.ts";
import { lastingClients, passingClients } from "./clients.ts";
import { resolveOpen } from "./journaled.ts";
import type { Matched } from "./judge.ts";
import { match } from "./judge.ts";
import { sample } from "./measure.ts";
import type { Opened, Service } from "./protocol.ts";
import type { Stretch } from "./report.ts";
import { Tally } from "./tally.ts";

/** Calls that are made, and held against what the service saw, together. */
export interface Batch {
  readonly scene: Scene;
  readonly calls: number;
}

const atOnce = 96;
/** The journal waits for the disk; one in so many calls is written down. */
const journaledShare = 50;
const day = 86_400_000;

/** Calls, their faults, and what becomes of them. */
export class Soak {
  readonly tally = new Tally();
  readonly #service: Service;
  readonly #journal: Journal;
  readonly #tomorrow: Journal;
  readonly #random: Random;
  #port = 0;
  #lasting: Clients | undefined;
  #batches = 0;

  /** Given the folder of a journal. */
  constructor(service: Service, folder: string, random: Random) {
    this.#service = service;
    this.#journal = new Journal({ dir: folder });
    this.#tomorrow = new Journal({ dir: folder, now: () => new Date(Date.now() + day) });
    this.#random = random;
  }

  /** Makes some batches of calls to one sandbox, and looks what is left when it is closed. */
  async stretch(batches: readonly Batch[]): Promise<Stretch> {
    const opened = await this.#service.open(this.#port);
    this.#port = Number(new URL(opened.places.reissue.url).port);
    this.#lasting ??= lastingClients(opened.places, this.#journal);
    for (const batch of batches) await this.#batch(batch, opened, this.#lasting);
    const theirs = await this.#service.close();
    return { calls: this.tally.calls, client: await sample(), service: theirs };
  }

  async #batch({ scene, calls: count }: Batch, opened: Opened, lasting: Clients): Promise<void> {
    const { places, callbackUrl } = opened;
    const passing = passingClients(scene, places);
    const number = this.#batches++;
    const where = `${scene} batch ${number}`;
    const faults = draw(scene, count, this.#random);
    this.tally.order(faults.map(({ name }) => name));
    await this.#service.order(faults);

    // Another few in each batch, so that no order's file gets long.
    const isJournaled = (index: number) =>
      scene === "plain" && operationOf(index) === "reissue" && (index + number) % journaledShare === 0;
    const calls: Call[] = [];
    await inParallel(scene === "silent" ? count : atOnce, count, async (index) => {
      const clients = isJournaled(index) ? lasting : passing;
      calls.push(await makeCall(clients[operationOf(index)], index, callbackUrl));
    });

    const { matched, rest } = match(calls, await this.#service.tell());
    for (const one of matched) this.tally.count(where, one);
    for (const one of rest) this.tally.disagree(`${where}: no client asked for ${JSON.stringify(one)}`);
    const written = matched.filter(({ call }) => isJournaled(call.index));
    this.tally.journaled += written.length;
    await inParallel(atOnce, written.length, async (index) => {
      const one = written[index] as Matched;
      const problem = await resolveOpen(this.#journal, this.#tomorrow, one);
      if (problem) this.tally.disagree(`${where}: reissue ${one.call.index} ${problem}`);
    });
  }
}
