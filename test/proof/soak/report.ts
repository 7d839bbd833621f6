import type { Finding } from "../../harness/finding.ts";
import type { PartResult } from "../part.ts";
import { atLeast, none } from "../part.ts";
import { kinds } from "./chance.ts";
import type { SoakCounts } from "./counts.ts";
import type { Sample } from "./measure.ts";
import { slope } from "./measure.ts";

/** What both processes held when a stretch was over. */
export interface SoakInterval {
  /** How many calls there were so far. */
  readonly calls: number;
  readonly client: Sample;
  readonly service: Sample;
}

const manyCalls = 500_000;
/** In minutes. A slow machine gets as far as it can. */
export const longestMinutes = 20;

export function reportSoak(
  tally: SoakCounts,
  stretches: readonly SoakInterval[],
  minutes: number,
  quick: boolean,
): PartResult {
  const { calls, struck, ordered, disagreed, journaled } = tally;
  const faults = [...struck.values()].reduce((sum, count) => sum + count, 0);
  const percent = (100 * faults) / calls;
  const otherwise = kinds
    .filter(({ name }) => ordered.get(name) !== struck.get(name))
    .map(({ name }) => `${name}: ordered ${ordered.get(name)}, struck ${struck.get(name)}`);
  return {
    findings: [
      quick ? atLeast("soak: calls", calls, 1_500) : enough(calls, minutes),
      {
        what: "soak: faults that struck them",
        value: `${faults.toLocaleString("en")} (${percent.toFixed(1)} %)`,
        aim: "5 %",
        met: percent > 4,
      },
      atLeast("soak: kinds of faults", struck.size, kinds.length),
      none("soak: kinds of which more or less struck than were ordered", otherwise.length),
      none("soak: calls that ended otherwise than the service saw them end", disagreed),
      ledger(tally),
      atLeast(
        "soak: reissues that went through the journal",
        journaled,
        quick ? 10 : Math.floor(calls / 100),
      ),
      ...(["client", "service"] as const).flatMap((side) => leftBehind(side, stretches, quick)),
    ],
    failures: [...tally.disagreements, ...otherwise],
    table: [
      ...table(tally),
      ...(["client", "service"] as const).flatMap((side) => [
        course(`heap of the ${side}`, stretches, ({ [side]: { heap } }) => heap),
        course(`resident memory of the ${side}`, stretches, ({ [side]: { rss } }) => rss),
      ]),
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

/** Every reissue in the ledger belongs to a caller who knows of it, or knows that it may have happened. */
function ledger({ told, happened }: SoakCounts): Finding {
  const [done = 0, unread = 0, unknown = 0] = ["done", "done-unread", "unknown"].map((name) =>
    happened.get(name),
  );
  const inAll = [...happened.values()].reduce((sum, count) => sum + count, 0);
  const maybe = told.get("unknown") ?? 0;
  return {
    what: "soak: reissues in the ledger = done + done-unread + some of the unknown",
    value: `${inAll} = ${done} + ${unread} + ${unknown} of ${maybe}`,
    aim: `${told.get("done")} + ${told.get("done-unread")} + at most ${maybe}`,
    met: done === told.get("done") && unread === told.get("done-unread") && inAll === done + unread + unknown,
  };
}

const megabyte = 2 ** 20;
/** By how many megabytes a heap may rise, after warm-up: over all calls, that is one byte for each. */
const flat = 0.4;
/** What is loaded, compiled and filled up once is there after this part of the calls. */
const warmUp = 0.25;

function leftBehind(
  side: "client" | "service",
  stretches: readonly SoakInterval[],
  quick: boolean,
): Finding[] {
  const samples = stretches.map((stretch) => stretch[side]);
  const [first, last] = [samples[0] as Sample, samples.at(-1) as Sample];
  const open = samples.flatMap((sample) => sample.open);
  const rss = samples.map((sample) => sample.rss / megabyte);
  return [
    ...(quick ? [] : [heap(side, stretches)]),
    {
      what: `soak: resident memory of the ${side}`,
      value: `${rss.at(-1)?.toFixed(0)} MiB, at most ${Math.max(...rss).toFixed(0)}`,
      aim: "none; stated",
      met: true,
    },
    none(`soak: connections and timers that the ${side} keeps`, open.length),
    {
      what: `soak: open files of the ${side}, at the start and at the end`,
      value: `${first.descriptors}, ${last.descriptors}`,
      aim: "the same",
      met: first.descriptors === last.descriptors,
    },
  ];
}

function heap(side: "client" | "service", stretches: readonly SoakInterval[]): Finding {
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

/** So that it can be seen that it rises at first, and then does not. */
function course(
  what: string,
  stretches: readonly SoakInterval[],
  bytes: (stretch: SoakInterval) => number,
): string {
  return `${what} in MiB: ${stretches.map((stretch) => (bytes(stretch) / megabyte).toFixed(1)).join(" ")}`;
}

function table({ ordered, endings }: SoakCounts): string[] {
  const width = Math.max(...kinds.map(({ name }) => name.length));
  return ["nothing", ...kinds.map(({ name }) => name)].map((name) => {
    const outcomes = [...(endings.get(name) ?? [])].map(([outcome, count]) => `${count} ${outcome}`);
    return `${name.padEnd(width)} ${String(ordered.get(name) ?? "").padStart(7)}  ${outcomes.sort().join(", ")}`;
  });
}
