/**
 * `npm run fuzz -- [--minutes N] [--seed N] [--target NAME]`: hostile input for longer than the proof takes, N minutes for each target.
 * The same seed is the same inputs, in the same order; what fails is printed with the command that tries that one input again.
 */
import { parseArgs } from "node:util";
import { report } from "../../../harness/finding.ts";
import { type TargetName, targets } from "../targets/index.ts";
import { fuzzTargets } from "./fuzz.ts";

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
    target: { type: "string", multiple: true, default: Object.keys(targets) },
  },
});
const [minutes, seed] = [Number(options.minutes), Number(options.seed)];
if (!(minutes > 0) || !Number.isSafeInteger(seed)) throw new Error("--minutes or --seed is no such number.");
for (const name of options.target)
  if (!(name in targets))
    throw new Error(`There is no target ${name}. There are: ${Object.keys(targets).join(", ")}.`);

console.log(`To repeat it: npm run fuzz -- --minutes ${minutes} --seed ${seed}`);
const log = (line: string) => console.log(`  ${line}`);
const extent = { ms: minutes * 60_000, fewest: 200 };
const { findings, failures } = await fuzzTargets({ seed, log }, extent, options.target as TargetName[]);
for (const failure of failures) log(failure);
report(findings);
process.exitCode = failures.length === 0 && findings.every(({ met }) => met) ? 0 : 1;
