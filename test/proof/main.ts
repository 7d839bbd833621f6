/**
 * `npm run proof`: what this package promises, tried on all its interfaces. `--quick` takes a look at everything,
 * `--only PART` runs one part (may be repeated), `--seed N` repeats a run.
 */
import { fork } from "node:child_process";
import { parseArgs } from "node:util";
import { type Finding, report } from "../harness/finding.ts";
import temporaryFolder from "../harness/temporary-folder.ts";
import { writeGuide } from "./guide.ts";
import { none, type PartResult } from "./part.ts";
import { type PartName, parts } from "./parts.ts";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
    only: { type: "string", multiple: true },
  },
});
const seed = Number(options.seed);
const names = options.only ?? Object.keys(parts);
for (const name of names)
  if (!(name in parts))
    throw new Error(`There is no part ${name}. There are: ${Object.keys(parts).join(", ")}.`);

process.once("exit", temporaryFolder());
const begun = performance.now();
const findings: Finding[] = [];
for (const name of names as PartName[]) findings.push(...(await prove(name)));

console.log(`\nThe proof, seed ${seed}${options.quick ? ", quick" : ""}, in ${minutes(begun)}:\n`);
report(findings);
const failed = findings.filter(({ met }) => !met).length;
console.log(`\n${findings.length - failed} hold, ${failed} fail`);
process.exitCode = failed > 0 ? 1 : 0;

async function prove(name: PartName): Promise<readonly Finding[]> {
  const started = performance.now();
  const { title, proved } = await inItsOwnProcess(name);
  const { table = [], failures = [], guide } = proved;
  for (const line of [...table, ...failures]) console.log(`  ${line}`);
  const all =
    failures.length > 0 ? [...proved.findings, none(`${title}: failures`, failures.length)] : proved.findings;
  const holds = all.every(({ met }) => met);
  console.log(`${holds ? "✓" : "✗"} ${title} (${minutes(started)})`);
  if (guide !== undefined && holds) writeGuide(name, guide);
  return all;
}

interface Report {
  title?: string;
  limit?: number;
  proved?: PartResult;
}

function inItsOwnProcess(name: PartName): Promise<{ title: string; proved: PartResult }> {
  console.log(`\n${name} (npm run proof -- --only ${name} --seed ${seed})`);
  return new Promise((resolve) => {
    const child = fork(
      new URL("./run-part.ts", import.meta.url),
      [name, String(seed), ...(options.quick ? ["quick"] : [])],
      { execArgv: ["--expose-gc"] },
    );
    let title: string = name;
    let end: PartResult | undefined;
    let timer: NodeJS.Timeout | undefined;
    let hung = false;
    child.on("message", (message: Report) => {
      title = message.title ?? title;
      end = message.proved ?? end;
      if (message.limit !== undefined)
        timer = setTimeout(() => {
          hung = true;
          child.kill("SIGKILL");
        }, message.limit * 60_000);
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const how = hung ? "hung" : `ended with ${signal ?? code}`;
      resolve({ title, proved: end ?? { findings: [broken(title, how)] } });
    });
  });
}

function broken(title: string, how: string): Finding {
  return { what: title, value: how, aim: "all holds", met: false };
}

function minutes(since: number): string {
  const seconds = Math.round((performance.now() - since) / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
