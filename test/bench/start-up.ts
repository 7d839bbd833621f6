import { join } from "node:path";
import { bestOf, ratio, wall } from "./measure.ts";
import type { Measurement } from "./measurement.ts";

const cli = join(import.meta.dirname, "..", "..", "build", "cli", "main.js");

export async function* benchStartUp(): AsyncGenerator<Measurement> {
  const ms = await bestOf(25, { node: () => wall(["-e", "0"]), help: () => wall([cli, "--help"]) });
  yield ratio("help", "certorder --help / bare node", ms.help, ms.node, 1.3);
}
