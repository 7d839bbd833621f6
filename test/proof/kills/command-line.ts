import type { Fault } from "../../../src/sandbox/index.ts";
import { keylessRequest } from "../../harness/cli/service.ts";
import type { Random } from "../../harness/random.ts";
import { AtTerminal } from "./at-terminal.ts";
import { boundaryBefore } from "./boundary.ts";
import type { Kill } from "./kill.ts";
import { momentsWithin, slowAnswer } from "./moments.ts";
import { recover } from "./recover.ts";

interface Circumstances {
  readonly fault?: Fault;
  /** Default: one with a key. */
  readonly request?: readonly string[];
  /** The steps after this one are those of another circumstance. */
  readonly until?: string;
}

const circumstances: Readonly<Record<string, Circumstances>> = {
  "the service accepts it": {},
  "the connection breaks after it was carried out": { fault: { kind: "reset-after-processing" } },
  "it has no key": { request: keylessRequest },
  "the service answers first that it is asked too fast": {
    fault: { kind: "status", status: 429, headers: { "retry-after": "0" } },
    until: "receive#2",
  },
};

/** A reissue at the command line, killed before each of its steps. */
export async function commandLineKills(): Promise<Kill[]> {
  const kills: Kill[] = [];
  for (const [name, circumstance] of Object.entries(circumstances)) {
    await using whole = await atTerminal(circumstance);
    const { steps } = await whole.dies();
    // Until it is sent, all circumstances are the same.
    const from = kills.length > 0 ? steps.indexOf("send#1") : 0;
    const to = circumstance.until === undefined ? steps.length : steps.indexOf(circumstance.until);
    isWhole(steps, circumstance);
    for (const at of steps.slice(from, to))
      kills.push({
        victim: "command line",
        boundary: boundaryBefore(steps.indexOf(at), steps),
        where: `${name}, ${at}`,
        try: () => tryAtTerminal((asker) => asker.dies({ at }), circumstance),
      });
  }
  return kills;
}

/** The steps are real: each try is recorded before and after, and a result is printed. */
function isWhole(steps: readonly string[], { fault, until }: Circumstances): void {
  const wanted = [
    ...(until === undefined ? ["connect#1", "half an append#2"] : ["connect#2", "half an append#4"]),
    ...["mkdir#1", "sync#1", "send#1", ...(fault ? [] : ["receive#1", "print#1"])],
  ];
  const lacking = wanted.filter((step) => !steps.includes(step));
  if (lacking.length > 0) throw new Error(`A whole run lacks ${lacking.join(", ")}: ${steps.join(", ")}`);
}

/** Kills the command line at random moments. */
export async function randomCommandLineKills(times: number, random: Random): Promise<Kill[]> {
  await using usual = await AtTerminal.open(slowAnswer);
  const moments = await momentsWithin(() => usual.reissue().ended, times, random);
  return moments.map(({ ms, where }) => ({
    victim: "command line",
    boundary: "at a random moment",
    where,
    try: (round) => tryAtTerminal((asker) => asker.diesAfter(ms(round)), { fault: slowAnswer }),
  }));
}

async function atTerminal({ fault, request }: Circumstances): Promise<AtTerminal> {
  const asker = await AtTerminal.open(fault);
  if (request) asker.request = request;
  return asker;
}

async function tryAtTerminal(
  die: (asker: AtTerminal) => Promise<{ isKilled: boolean }>,
  circumstance: Circumstances,
): Promise<boolean> {
  await using asker = await atTerminal(circumstance);
  const { isKilled } = await die(asker);
  asker.sandbox.clearFaults();
  if (isKilled) await recover(asker, 0);
  return isKilled;
}
