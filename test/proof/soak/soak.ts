import type { CertOrderClient } from "../../../src/client/index.ts";
import { Journal, MemoryStore } from "../../../src/journal/index.ts";
import { inParallel } from "../../harness/in-parallel.ts";
import type { Random } from "../../harness/random.ts";
import { type Call, chooseOperation, makeCall, newClient } from "./calls.ts";
import { type CallMode, drawFaults } from "./faults.ts";
import { disagreement, faultsMet, type MatchedCall, match, resolveIfOpen } from "./judge.ts";
import { type Sample, sample } from "./measure.ts";
import type { Opened } from "./service.ts";
import type { startService } from "./service-process.ts";

/** Calls that are made, and held against what the service saw, together. */
export interface Batch {
  readonly mode: CallMode;
  readonly calls: number;
}

export interface Stretch {
  readonly calls: number;
  readonly client: Sample;
  readonly service: Sample;
}

const atOnce = 96;
/** The journal waits for the disk; one in so many calls is written down. */
const journaledShare = 50;
const day = 86_400_000;
const mostTold = 20;

/** Calls, their faults, and their outcomes. What it keeps does not grow with the number of calls. */
export class Soak {
  calls = 0;
  journaled = 0;
  /** Calls that ended otherwise than the service saw them end, and the first of them. */
  disagreed = 0;
  readonly disagreements: string[] = [];
  /** Faults by kind: those that struck, less those that were ordered. */
  readonly surplus = new Map<string, number>();
  struck = 0;
  readonly #service: ReturnType<typeof startService>;
  readonly #journal: Journal;
  readonly #tomorrow: Journal;
  readonly #random: Random;
  #port = 0;
  /** Lives through the whole soak. */
  #client: CertOrderClient<Journal> | undefined;
  #batches = 0;

  constructor(service: ReturnType<typeof startService>, folder: string, random: Random) {
    this.#service = service;
    this.#journal = new Journal(folder);
    this.#tomorrow = new Journal(folder, { now: () => new Date(Date.now() + day) });
    this.#random = random;
  }

  async stretch(batches: readonly Batch[]): Promise<Stretch> {
    const opened = await this.#service.ask("open", this.#port);
    this.#port = Number(new URL(opened.url).port);
    this.#client ??= newClient(opened, this.#journal);
    for (const batch of batches) await this.#batch(batch, opened, this.#client);
    const service = await this.#service.ask("close");
    return { calls: this.calls, client: await sample(), service };
  }

  async #batch({ mode, calls: count }: Batch, opened: Opened, lasting: CertOrderClient<Journal>) {
    const number = this.#batches++;
    const faults = drawFaults(mode, count, this.#random);
    for (const { name } of faults) this.#add(name, -1);
    await this.#service.ask(
      "order",
      faults.map(({ fault }) => fault),
    );

    // With a memory for this batch: the next one asks for the same orders, also for those that are open.
    const passing = newClient(opened, new Journal(new MemoryStore()), {
      ...(mode === "secure" && { baseUrl: opened.httpsUrl, ca: opened.caPem }),
      // Nothing but silence meets these, so that a slow machine cannot be taken for it.
      ...(mode === "silent" && { timeoutMs: 10_000 }),
    });
    // Another few in each batch, so that no order's file gets long.
    const isJournaled = (index: number) =>
      mode === "plain" && chooseOperation(index) === "reissue" && (index + number) % journaledShare === 0;
    const calls: Call[] = [];
    await inParallel(mode === "silent" ? count : atOnce, count, async (index) => {
      calls.push(await makeCall(isJournaled(index) ? lasting : passing, index, opened.callbackUrl));
    });

    const where = `${mode} batch ${number}`;
    const { matched, rest } = match(calls, await this.#service.ask("tell"));
    for (const one of matched) this.#judge(where, one, disagreement(one));
    for (const one of rest) this.#disagree(`${where}: no client asked for ${JSON.stringify(one)}`);
    const written = matched.filter(({ call }) => isJournaled(call.index));
    this.journaled += written.length;
    await inParallel(atOnce, written.length, async (index) => {
      const one = written[index] as MatchedCall;
      this.#judge(where, one, await resolveIfOpen(this.#journal, this.#tomorrow, one));
    });
    this.calls += count;
    for (const name of matched.flatMap(faultsMet)) {
      this.#add(name, 1);
      this.struck++;
    }
  }

  #judge(where: string, matched: MatchedCall, problem: string | undefined): void {
    const { operation, index } = matched.call;
    const struck = faultsMet(matched).at(-1) ?? "nothing";
    if (problem) this.#disagree(`${where}: ${operation} ${index}, struck by ${struck}, ${problem}`);
  }

  #disagree(problem: string): void {
    if (++this.disagreed <= mostTold) this.disagreements.push(problem);
  }

  #add(name: string, count: number): void {
    this.surplus.set(name, (this.surplus.get(name) ?? 0) + count);
  }
}
