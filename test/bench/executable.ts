import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { buildRelease } from "../../scripts/release.ts";
import { thisPlatform } from "../../scripts/runtimes.ts";
import { providerExecutable } from "../../src/cli/provider-names.ts";
import { newFolder } from "../harness/new-folder.ts";
import { bestOf, ratio, requireTool, wall } from "./measure.ts";
import type { Measurement } from "./measurement.ts";
import { besideGo, started } from "./provider.ts";

export async function* benchExecutable(): AsyncGenerator<Measurement> {
  const out = newFolder("certorder-bench-");
  await buildRelease({ out, platforms: [thisPlatform()], commit: "of-a-bench", glibc: () => [] });
  const folder = join(out, "installed");
  // A file that was written at once lies in the system's cache in large pieces, which count as memory of the process that runs it.
  execFileSync("cp", ["-r", join(out, "unpacked", thisPlatform()), folder]);
  const executable = join(folder, providerExecutable);
  const help = await bestOf(25, {
    node: () => wall(["-e", "0"]),
    ours: () => wall(["--help"], executable),
  });
  yield ratio("help", "the executable: --help / bare node", help.ours, help.node, 0.7);
  const goProvider = requireTool("terraform-provider-time");
  const start = await bestOf(25, {
    ours: async () => (await started(executable)).ms,
    go: async () => (await started(goProvider)).ms,
  });
  yield ratio("handshake", "the executable: spawn to handshake / Go provider", start.ours, start.go, 3);
  const memory = await bestOf(5, {
    ours: async () => (await started(executable)).megabytes,
    go: async () => (await started(goProvider)).megabytes,
  });
  const what = "the executable: memory at its handshake / Go provider";
  yield ratio("handshake-memory", what, memory.ours, memory.go, 2.5, "MB");
  yield* besideGo("the executable", folder, { plan: 1.15, apply: 1.2 });
}
