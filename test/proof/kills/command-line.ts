import type { Fault } from "../../../src/sandbox/index.ts";
import { kindOf } from "../../harness/killing.ts";
import type { Random } from "../../harness/random.ts";
import { AtTerminal } from "./at-terminal.ts";
import { boundaryBefore } from "./boundary.ts";
import { type Kill, killBefore, killsAtMoments, recordSteps } from "./kill.ts";

interface Circumstance {
  readonly fault?: Fault;
  /** Default: one with a key. */
  readonly request?: readonly string[];
  /** The steps after this one are those of another circumstance. */
  readonly until?: string;
}

const circumstances: Readonly<Record<string, Circumstance>> = {
  "the service accepts it": {},
  "the connection breaks after it was carried out": { fault: { kind: "reset-after-processing" } },
  "the service answers first that it is asked too fast": {
    fault: { kind: "status", status: 429, headers: { "retry-after": "0" } },
    until: "receive#2",
  },
};

export async function commandLineKills(): Promise<Kill[]> {
  const kills: Kill[] = [];
  for (const [name, circumstance] of Object.entries(circumstances)) {
    const { fault, request, until } = circumstance;
    const open = () => AtTerminal.open(fault, request);
    await using whole = await open();
    const steps = await recordSteps(whole);
    // Until it is sent, all circumstances are the same.
    const from = kills.length > 0 ? steps.indexOf("send#1") : 0;
    const to = until === undefined ? steps.length : steps.indexOf(until);
    expectWhole(steps, circumstance);
    for (const at of steps.slice(from, to))
      kills.push({
        victim: "command line",
        boundary: boundaryBefore(steps.indexOf(at), steps),
        where: `${name}, ${at}`,
        try: () => killBefore(open, at),
      });
  }
  return kills;
}

/** The steps are real: each try is recorded before and after, each record is flushed, and a result is printed. */
function expectWhole(steps: readonly string[], { fault, until }: Circumstance): void {
  const wanted = [
    ...(until === undefined ? ["connect#1", "half an append#2"] : ["connect#2", "half an append#4"]),
    ...["send#1", ...(fault ? [] : ["receive#1", "print#1"])],
  ];
  const unflushed = steps.filter(
    (step, index) => kindOf(step) === "half an append" && kindOf(steps[index + 1] ?? "") !== "sync",
  );
  const problems = [
    ...wanted.filter((step) => !steps.includes(step)).map((step) => `it lacks ${step}`),
    ...unflushed.map((step) => `${step} is not flushed`),
  ];
  if (problems.length > 0) throw new Error(`A whole run: ${problems.join(", ")}: ${steps.join(", ")}`);
}

export function randomCommandLineKills(times: number, random: Random): Promise<Kill[]> {
  return killsAtMoments(times, random, () => ({ victim: "command line", open: () => AtTerminal.open() }));
}
