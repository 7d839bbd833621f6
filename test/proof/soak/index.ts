import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Journal } from "../../../src/journal/index.ts";
import { inParallel } from "../../in-parallel.ts";
import type { Random } from "../../random.ts";
import { randomFrom } from "../../random.ts";
import type { Part } from "../part.ts";
import type { Call } from "./calls.ts";
import { largestBatch, makeCall, operationOf } from "./calls.ts";
import type { Scene } from "./chance.ts";
import { draw } from "./chance.ts";
import { lastingClients, secureClients } from "./clients.ts";
import { settle } from "./journaled.ts";
import type { Matched } from "./judge.ts";
import { match } from "./judge.ts";
import { sample } from "./measure.ts";
import type { Opened, Service } from "./protocol.ts";
import type { Stretch } from "./report.ts";
import { reportOf } from "./report.ts";
import { startService } from "./service-process.ts";
import { Tally } from "./tally.ts";

interface Batch {
  readonly scene: Scene;
  readonly calls: number;
}

const wholeStretch: readonly Batch[] = [
  ...Array<Batch>(5).fill({ scene: "plain", calls: largestBatch }),
  { scene: "secure", calls: 700 },
  { scene: "silent", calls: 50 },
];
const quickStretch: readonly Batch[] = [
  { scene: "plain", calls: 1_500 },
  { scene: "secure", calls: 300 },
  { scene: "silent", calls: 50 },
];
const wholeStretches = 40;
/** In minutes. A slow machine gets as far as it can. */
const timeBox = 12;
const atOnce = 32;
/** The journal waits for the disk; one in so many calls is written down. */
const journaledShare = 50;

export const part: Part = {
  title: "Hundreds of thousands of requests with faults leave nothing behind, and every outcome is true",
  limit: 20,
  async run({ quick, seed, say }) {
    const folder = mkdtempSync(join(tmpdir(), "certorder-soak-"));
    const service = startService();
    try {
      if (!quick) await service.fill();
      const soak = new Soak(service, new Journal({ folder }), randomFrom(seed, "soak"));
      const stretches: Stretch[] = [await soak.stretch([])];
      const deadline = performance.now() + timeBox * 60_000;
      const most = quick ? 1 : wholeStretches;
      while (stretches.length <= most && performance.now() < deadline) {
        stretches.push(await soak.stretch(quick ? quickStretch : wholeStretch));
        if (stretches.length % 8 === 1) say(`${soak.tally.calls.toLocaleString("en")} calls`);
      }
      return reportOf(soak.tally, stretches, quick);
    } finally {
      await service.end();
      rmSync(folder, { recursive: true });
    }
  },
};

class Soak {
  readonly tally = new Tally();
  readonly #service: Service;
  readonly #journal: Journal;
  readonly #random: Random;
  #port = 0;
  #lasting: ReturnType<typeof lastingClients> | undefined;
  #batches = 0;

  constructor(service: Service, journal: Journal, random: Random) {
    this.#service = service;
    this.#journal = journal;
    this.#random = random;
  }

  /** Makes some batches of calls to one sandbox, and looks what is left when it is closed. */
  async stretch(batches: readonly Batch[]): Promise<Stretch> {
    const opened = await this.#service.open(this.#port);
    this.#port = Number(new URL(opened.places.reissue.url).port);
    this.#lasting ??= lastingClients(opened.places, this.#journal);
    const clients = { ...this.#lasting, secure: secureClients(opened.places) };
    for (const batch of batches) await this.#batch(batch, opened, clients);
    const theirs = await this.#service.close();
    return { calls: this.tally.calls, client: await sample(), service: theirs };
  }

  async #batch({ scene, calls: count }: Batch, { callbackUrl }: Opened, clients: AllClients): Promise<void> {
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
      const client = clients[isJournaled(index) ? "journaled" : scene][operationOf(index)];
      calls.push(await makeCall(client, index, callbackUrl));
    });

    const { matched, rest } = match(calls, await this.#service.tell());
    for (const one of matched) this.tally.count(where, one);
    for (const one of rest) this.tally.disagree(`${where}: nobody asked for ${JSON.stringify(one)}`);
    const written = matched.filter(({ call }) => isJournaled(call.index));
    this.tally.journaled += written.length;
    await inParallel(atOnce, written.length, async (index) => {
      const one = written[index] as Matched;
      const problem = await settle(this.#journal, clients.plain.reissue.service, one);
      if (problem) this.tally.disagree(`${where}: reissue ${one.call.index} ${problem}`);
    });
  }
}

type AllClients = ReturnType<typeof lastingClients> & { readonly secure: ReturnType<typeof secureClients> };
