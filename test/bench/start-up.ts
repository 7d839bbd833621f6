import { join } from "node:path";
import type { Finding } from "../harness/finding.ts";
import { bestOf, wall } from "./measure.ts";

const cli = join(import.meta.dirname, "..", "..", "build", "cli", "main.js");

/** How long the command line takes to say something, beside a Node that does nothing. */
export async function benchStartUp(): Promise<Finding[]> {
  const ms = await bestOf(25, { node: () => wall(["-e", "0"]), help: () => wall([cli, "--help"]) });
  const ratio = ms.help / ms.node;
  return [
    {
      what: "certorder --help / bare node",
      value: `${ratio.toFixed(2)} (${ms.help.toFixed(0)} / ${ms.node.toFixed(0)} ms)`,
      aim: "at most 2.00",
      met: ratio <= 2,
    },
  ];
}
