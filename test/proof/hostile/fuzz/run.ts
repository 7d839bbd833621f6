/**
 * Tries one target, in a process of its own: `run.ts TARGET SEED MILLISECONDS FEWEST` for a time, and with so many inputs
 * at least, however busy the machine is; `run.ts TARGET SEED input N` with one input again.
 */
import { setTimeout as wait } from "node:timers/promises";
import { randomFrom } from "../../../harness/random.ts";
import { type TargetName, targets } from "../targets/index.ts";
import type { FuzzMessage } from "./fuzz.ts";
import type { OpenTarget } from "./target.ts";

const [name = "", seed = "", howLong = "", count = "0"] = process.argv.slice(2);
const isOneInput = howLong === "input";
const { target } = await targets[name as TargetName]();
const { lanes = 1, hangsAfterMs = 60_000 } = target;
const mostFailures = 5;

let inputs = 0;
const failures: string[] = [];
const underWay = new Set<number>();
const message = (isOver = false): FuzzMessage => ({ underWay: [...underWay], inputs, failures, isOver });

// Which input it was is not known: one of those that are under way.
process.on("uncaughtException", (error) => note(error, [...underWay]));
process.on("unhandledRejection", (error) => note(error, [...underWay]));
const alive = setInterval(() => process.send?.(message()), 500);

const opening = Promise.all(Array.from({ length: isOneInput ? 1 : lanes }, () => target.open()));
const worlds = await opening.catch((error) => {
  console.error(error);
  process.exit(1);
});
const end = performance.now() + Number(howLong);
let next = isOneInput ? Number(count) : 0;
const isOver = () => (isOneInput ? inputs > 0 : performance.now() > end && next >= Number(count));
const running = worlds.map(async (world) => {
  // An input that hangs may have left its world in any state.
  let isSound = true;
  while (isSound && !isOver()) isSound = await attempt(world, next++);
});
await Promise.all(running);
// A world that hangs may not close either; it ends with this process.
await Promise.race([Promise.all(worlds.map((world) => world.close?.())), wait(30_000)]);
clearInterval(alive);
if (process.send) process.send(message(true), undefined, undefined, () => process.exit());
else {
  console.log(failures.join("\n") || "Nothing is wrong.");
  process.exit();
}

/** False when it hung. */
async function attempt(world: OpenTarget, input: number): Promise<boolean> {
  underWay.add(input);
  const begun = performance.now();
  const isLate = () => performance.now() - begun > hangsAfterMs;
  const stop = new AbortController();
  try {
    const attack = world.attack(randomFrom(Number(seed), `${name} ${input}`));
    const patience = wait(hangsAfterMs, undefined, { signal: stop.signal }).catch(() => {});
    await Promise.race([attack, patience]);
    // A target that never waits cannot be interrupted, but it can be measured.
    if (isLate()) throw new Error(`It hangs: not over after ${hangsAfterMs} ms.`);
  } catch (error) {
    note(error, [input]);
  } finally {
    stop.abort();
    underWay.delete(input);
    inputs++;
  }
  return !isLate();
}

function note(error: unknown, tried: readonly number[]): void {
  if (failures.length >= mostFailures) return;
  const again = `node test/proof/hostile/fuzz/run.ts ${JSON.stringify(name)} ${seed} input`;
  failures.push(`${name}: ${(error as Error)?.stack ?? error}\n    again: ${again} ${tried.join(" or ")}`);
}
