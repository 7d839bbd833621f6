import type { Fault } from "../../../src/sandbox/index.ts";
import type { Random } from "../../random.ts";
import { AtTerminal } from "./at-terminal.ts";
import { boundaryBefore } from "./boundary.ts";
import type { Kill } from "./kill.ts";
import { momentsWithin, slowAnswer } from "./moments.ts";
import { recover } from "./person.ts";

const circumstances: Readonly<Record<string, Fault | undefined>> = {
  "the service accepts it": undefined,
  "the connection breaks after it was carried out": { kind: "reset-after-processing" },
};

/** A reissue at the command line, killed before each of its steps. */
export async function commandLineKills(): Promise<Kill[]> {
  const kills: Kill[] = [];
  for (const [circumstance, fault] of Object.entries(circumstances)) {
    await using whole = await AtTerminal.open(fault);
    const { steps } = await whole.dies();
    // Until it is sent, all circumstances are the same.
    const from = fault ? steps.indexOf("send#1") : 0;
    for (const at of steps.slice(from))
      kills.push({
        face: "command line",
        boundary: boundaryBefore(steps.indexOf(at), steps),
        where: `${circumstance}, ${at}`,
        try: () => tryAtTerminal((asker) => asker.dies({ at }), fault),
      });
  }
  return kills;
}

/** The same, killed at moments that are drawn. */
export async function randomCommandLineKills(times: number, random: Random): Promise<Kill[]> {
  await using usual = await AtTerminal.open(slowAnswer);
  const moments = await momentsWithin(() => usual.reissue().ended, times, random);
  return moments.map(({ ms, where }) => ({
    face: "command line",
    boundary: "at a random moment",
    where,
    try: (round) => tryAtTerminal((asker) => asker.diesAfter(ms(round)), slowAnswer),
  }));
}

async function tryAtTerminal(
  die: (asker: AtTerminal) => Promise<{ isKilled: boolean; hasSeenResult: boolean }>,
  fault: Fault | undefined,
): Promise<boolean> {
  await using asker = await AtTerminal.open(fault);
  const { isKilled, hasSeenResult } = await die(asker);
  asker.sandbox.clearFaults();
  if (isKilled) await recover(asker, 0, hasSeenResult);
  return isKilled;
}
