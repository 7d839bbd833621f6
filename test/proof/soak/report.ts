import type { Finding } from "../../harness/finding.ts";
import { atLeast, none, type PartResult } from "../part.ts";
import { kinds } from "./faults.ts";
import { slope } from "./measure.ts";
import type { Soak, Stretch } from "./soak.ts";

const manyCalls = 500_000;
/** In minutes. A slow machine gets as far as it can. */
export const longestMinutes = 20;

export function reportSoak(
  soak: Soak,
  stretches: readonly Stretch[],
  minutes: number,
  quick: boolean,
): PartResult {
  const { calls, struck, surplus, disagreed, journaled } = soak;
  const percent = (100 * struck) / calls;
  const otherwise = [...surplus].filter(([, count]) => count !== 0);
  return {
    findings: [
      quick ? atLeast("soak: calls", calls, 1_500) : enough(calls, minutes),
      {
        what: "soak: faults that struck them",
        value: `${struck.toLocaleString("en")} (${percent.toFixed(1)} %)`,
        aim: "5 %",
        met: percent > 4,
      },
      atLeast("soak: kinds of faults", surplus.size, kinds.length),
      none("soak: kinds of which more or less struck than were ordered", otherwise.length),
      none("soak: calls that ended otherwise than the service saw them end", disagreed),
      atLeast(
        "soak: reissues that went through the journal",
        journaled,
        quick ? 10 : Math.floor(calls / 100),
      ),
      ...(["client", "service"] as const).flatMap((side) => leftBehind(side, stretches, quick)),
    ],
    failures: [
      ...soak.disagreements,
      ...otherwise.map(([name, count]) => `${name} struck ${count} times more than it was ordered`),
    ],
  };
}

function enough(calls: number, minutes: number): Finding {
  return {
    what: "soak: calls",
    value: `${calls.toLocaleString("en")} in ${minutes.toFixed(0)} minutes`,
    aim: `${manyCalls.toLocaleString("en")}, or ${longestMinutes} minutes of them`,
    met: calls >= manyCalls || minutes >= longestMinutes,
  };
}

const megabyte = 2 ** 20;
/** By how many megabytes a heap may rise, after warm-up: over all calls, that is one byte for each. */
const flat = 0.4;
/** What is loaded, compiled and filled up once is there after this part of the calls. */
const warmUp = 0.25;

function leftBehind(side: "client" | "service", stretches: readonly Stretch[], quick: boolean): Finding[] {
  const samples = stretches.map((stretch) => stretch[side]);
  const open = samples.flatMap((sample) => sample.open);
  const [first, last] = [samples[0]?.descriptors, samples.at(-1)?.descriptors];
  return [
    ...(quick ? [] : [heap(side, stretches)]),
    none(`soak: connections and timers that the ${side} keeps`, open.length),
    {
      what: `soak: open files of the ${side}, at the start and at the end`,
      value: `${first}, ${last}`,
      aim: "the same",
      met: first === last,
    },
  ];
}

function heap(side: "client" | "service", stretches: readonly Stretch[]): Finding {
  const warm = stretches.slice(Math.ceil(stretches.length * warmUp));
  const heaps = warm.map((stretch) => stretch[side].heap / megabyte);
  const rise = slope(heaps) * (heaps.length - 1);
  const calls = (warm.at(-1)?.calls ?? 0) - (warm[0]?.calls ?? 0);
  return {
    what: `soak: heap of the ${side} after garbage collection`,
    value: `${heaps[0]?.toFixed(1)} → ${heaps.at(-1)?.toFixed(1)} MiB, rises by ${rise.toFixed(2)}`,
    aim: `by at most ${flat} MiB in ${calls.toLocaleString("en")} calls after warm-up, by least squares`,
    met: rise <= flat,
  };
}
