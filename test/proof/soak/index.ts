import { newJournal } from "../../harness/journal/new-journal.ts";
import { randomFrom } from "../../harness/random.ts";
import type { Part } from "../part.ts";
import { largestBatch } from "./calls.ts";
import { longestMinutes, reportSoak } from "./report.ts";
import { startService } from "./service-process.ts";
import { type Batch, Soak } from "./soak.ts";

const wholeStretch: readonly Batch[] = [
  ...Array<Batch>(10).fill({ mode: "plain", calls: largestBatch }),
  { mode: "secure", calls: 950 },
  { mode: "silent", calls: 50 },
];
const quickStretch: readonly Batch[] = [
  { mode: "plain", calls: 1_500 },
  { mode: "secure", calls: 300 },
  { mode: "silent", calls: 50 },
];
const wholeStretches = 20;

export const part: Part = {
  title: "Hundreds of thousands of requests with faults leave nothing behind, and every outcome is true",
  limit: 25,
  async run({ quick, seed, log }) {
    const folder = newJournal();
    const service = startService();
    try {
      const soak = new Soak(service, folder, randomFrom(seed, "soak"));
      const stretches = [await soak.stretch([])];
      const begun = performance.now();
      const minutes = () => (performance.now() - begun) / 60_000;
      const most = quick ? 1 : wholeStretches;
      while (stretches.length <= most && minutes() < longestMinutes) {
        stretches.push(await soak.stretch(quick ? quickStretch : wholeStretch));
        if (stretches.length % 4 === 1) log(`${soak.calls.toLocaleString("en")} calls`);
      }
      return reportSoak(soak, stretches, minutes(), quick);
    } finally {
      await service.end();
    }
  },
};
