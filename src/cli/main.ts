#!/usr/bin/env node
const problem = await import("../needs-node.ts").then(
  () => undefined,
  (error: Error) => error.message,
);
if (problem === undefined) await import("./run.ts");
else {
  process.stderr.write(`✗ ${problem}\n`);
  process.exitCode = 1;
}
