/**
 * Tries one target, in a process of its own: `run.ts TARGET SEED MILLISECONDS FEWEST` for a time, and with so many inputs
 * at least, however busy the machine is; `run.ts TARGET SEED input N` with one input again.
 */
import { setTimeout as wait } from "node:timers/promises";
import { randomFrom } from "../../../harness/random.ts";
import { type TargetName, targets } from "../targets/index.ts";
import type { FuzzResult } from "./fuzz-result.ts";
import { type OpenTarget, unclassified, WrongAnswer } from "./target.ts";

const [name = "", seed = "", howLong = "", count = "0"] = process.argv.slice(2);
const isOneInput = howLong === "input";
const { target } = await targets[name as TargetName]();
const again = `node test/proof/hostile/fuzz/run.ts ${JSON.stringify(name)} ${seed} input`;
const mostExamples = 5;

const tried: FuzzResult = { inputs: 0, wrong: {}, examples: [] };
const underWay = new Set<number>();

process.on("uncaughtException", (error) => note(new WrongAnswer("crash", `uncaught: ${error.stack}`)));
process.on("unhandledRejection", (reason) =>
  note(new WrongAnswer("crash", `rejected unnoticed: ${(reason as Error)?.stack ?? reason}`)),
);
/** Tells the parent process that this one still runs. */
const alive = setInterval(() => process.send?.({ underWay: [...underWay] }), 500);

const lanes = isOneInput ? 1 : (target.lanes ?? 1);
const opening = Promise.all(Array.from({ length: lanes }, () => target.open()));
const worlds = await opening.catch((error) => {
  console.error(error);
  process.exit(1);
});
const end = performance.now() + Number(howLong);
let next = isOneInput ? Number(count) : 0;
const isOver = () => (isOneInput ? tried.inputs > 0 : performance.now() > end && next >= Number(count));
const running = worlds.map(async (world) => {
  // What hangs may have left its world in any state.
  let isSound = true;
  while (isSound && !isOver()) isSound = await attempt(world, next++);
});
await Promise.all(running);
// A world that hangs may not close either; it ends with this process.
await Promise.race([Promise.all(worlds.map((world) => world.close())), wait(30_000)]);
clearInterval(alive);
if (process.send) process.send({ tried }, undefined, undefined, () => process.exit());
else {
  console.log(JSON.stringify(tried, undefined, 2));
  process.exit();
}

/** False when it hung. */
async function attempt(world: OpenTarget, input: number): Promise<boolean> {
  underWay.add(input);
  let timer: NodeJS.Timeout | undefined;
  const begun = performance.now();
  const late = () => new WrongAnswer("hang", `not over after ${Math.round(performance.now() - begun)} ms`);
  let isSound = true;
  try {
    const patience = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(late()), target.retryDelaysMs);
    });
    await Promise.race([world.attack(randomFrom(Number(seed), `${name} ${input}`)), patience]);
    // What never waits cannot be interrupted, but it can be measured.
    if (performance.now() - begun > target.retryDelaysMs) throw late();
  } catch (error) {
    const wrong = error instanceof WrongAnswer ? error : unclassified(error);
    note(wrong, [input]);
    isSound = wrong.kind !== "hang";
  } finally {
    clearTimeout(timer);
    underWay.delete(input);
    tried.inputs++;
  }
  return isSound;
}

/** Where it is not known which input it was, it was one of those that are under way. */
function note(wrong: WrongAnswer, inputs: readonly number[] = [...underWay]): void {
  tried.wrong[wrong.kind] = (tried.wrong[wrong.kind] ?? 0) + 1;
  if (tried.examples.length >= mostExamples) return;
  tried.examples.push(`${name}: ${wrong.kind}: ${wrong.message}\n    again: ${again} ${inputs.join(" or ")}`);
}
