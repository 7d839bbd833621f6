#!/usr/bin/env node
// Not awaited: in the package this is a CommonJS script, which has no await of its own.
void import("../needs-node.ts").then(
  async () => {
    const { start } = await import("./start.ts");
    await start(process.argv.slice(2));
  },
  ({ message }: Error) => {
    process.stderr.write(`✗ ${message}\n`);
    process.exitCode = 1;
  },
);

export {};
