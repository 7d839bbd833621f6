/**
 * `npm run fuzz -- [--minutes N] [--seed N] [--target NAME]`: hostile input for longer than the proof takes, N minutes for each target.
 * The same seed is the same inputs, in the same order; what fails is printed with the command that tries that one input again.
 */
import { parseArgs } from "node:util";
import { report } from "../../../harness/finding.ts";
import { type TargetName, targets } from "../targets/index.ts";
import { fuzzTargets } from "./index.ts";

const all = Object.keys(targets) as TargetName[];
const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
    target: { type: "string", multiple: true, default: all },
  },
});
const [minutes, seed] = [Number(options.minutes), Number(options.seed)];
if (!(minutes > 0) || !Number.isSafeInteger(seed)) throw new Error("--minutes or --seed is no such number.");
const names = options.target.map((wanted) => {
  const name = all.find((one) => one === wanted);
  if (name === undefined) throw new Error(`There is no target ${wanted}. There are: ${all.join(", ")}.`);
  return name;
});

console.log(`To repeat it: npm run fuzz -- --minutes ${minutes} --seed ${seed}`);
const log = (line: string) => console.log(`  ${line}`);
const { findings, failures } = await fuzzTargets({ seed, log }, { ms: minutes * 60_000, fewest: 200 }, names);
for (const failure of failures) log(failure);
report(findings);
process.exitCode = findings.every(({ met }) => met) ? 0 : 1;
