import { join } from "node:path";
import { buildRelease } from "../../../scripts/release.ts";
import type { Platform } from "../../../scripts/runtimes.ts";
import { newFolder } from "../../harness/new-folder.ts";
import type { Part, PartResult } from "../part.ts";
import { machines } from "./machine.ts";
import { openSmokeTest, steps } from "./smoke.ts";

/** The executables of other platforms, where an emulator is there that starts them. */
export const part: Part = {
  title: "executables of other platforms",
  limit: 15,
  async run({ quick, log }) {
    // Compiled for each platform, which takes longer than a quick look may.
    if (quick) return { findings: [] };
    const findings: PartResult["findings"][number][] = [];
    const failures: string[] = [];
    for (const [platform, open] of Object.entries(machines) as [Platform, (typeof machines)[Platform]][]) {
      using machine = open?.();
      if (!machine) {
        log(`${platform}: its emulator is not there`);
        continue;
      }
      const out = newFolder("certorder-platforms-");
      await buildRelease({ out, platforms: [platform], commit: "of-a-proof" });
      const stage = await openSmokeTest(platform, machine, join(out, "unpacked", platform));
      let held = 0;
      for (const [name, step] of Object.entries(steps))
        try {
          await step(stage);
          held++;
        } catch (error) {
          failures.push(`${platform}: ${name}: ${(error as Error).stack}`);
        }
      const all = Object.keys(steps).length;
      findings.push({
        what: `${platform}: steps that hold`,
        value: `${held}`,
        aim: `${all}`,
        met: held === all,
      });
    }
    return { findings, failures };
  },
};
