import { join } from "node:path";
import type { Finding } from "../harness/finding.ts";
import { bestOf, ratio, wall } from "./measure.ts";

const cli = join(import.meta.dirname, "..", "..", "build", "cli", "main.js");

export async function* benchStartUp(): AsyncGenerator<Finding> {
  const ms = await bestOf(25, { node: () => wall(["-e", "0"]), help: () => wall([cli, "--help"]) });
  yield ratio("certorder --help / bare node", ms.help, ms.node, 2);
}
