#!/usr/bin/env node
const problem = await import("../needs-node.ts").then(
  () => undefined,
  (error: Error) => error.message,
);
if (problem === undefined) {
  const { runAndEnd } = await import("./run.ts");
  await runAndEnd(process.argv.slice(2));
} else {
  process.stderr.write(`✗ ${problem}\n`);
  process.exitCode = 1;
}
