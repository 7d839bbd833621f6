import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Stage } from "./stage.ts";
import { runStep } from "./workflow-step.ts";

/** What the second job takes from the first, held to its digests. */
export const take: Stage = {
  name: "take",
  tries: "the files are those that were built, by their digests",
  prepares: true,
  run(world) {
    const { publishing } = world;
    const [, DIGEST = ""] = /^digest=(.*)$/m.exec(readFileSync(world.outputs, "utf8")) ?? [];
    rmSync(publishing, { recursive: true, force: true });
    mkdirSync(publishing);
    cpSync(join(world.repository, "files"), join(publishing, "files"), { recursive: true });
    runStep(world, "They are those that were built", { cwd: publishing, env: { DIGEST } });
  },
};
