import { readFileSync } from "node:fs";
import { join } from "node:path";
import { preloading } from "./program.ts";

export interface Killing {
  /** Right before which step, as `stepsIn` names it. Absent: no process is killed, the steps are only noted. */
  readonly at?: string | undefined;
  /** The process that dies. Default: the one that is about to take the step. */
  readonly whom?: "self" | "parent" | "both" | undefined;
}

/** The environment in which our programs note their steps in a file, and one dies at one of them. */
export function killing(stepsFile: string, { at, whom }: Killing = {}): Record<string, string> {
  return {
    ...preloading(join(import.meta.dirname, "kill-at.ts")),
    STEPS_FILE: stepsFile,
    ...(at !== undefined && { KILL_AT: at }),
    ...(whom !== undefined && { KILL_WHOM: whom }),
  };
}

/** The steps that were noted, in their order, each with how often there was one of this name so far: `send#2`. */
export function stepsIn(stepsFile: string): string[] {
  const times = new Map<string, number>();
  return readFileSync(stepsFile, "utf8")
    .trimEnd()
    .split("\n")
    .map((name) => {
      const count = (times.get(name) ?? 0) + 1;
      times.set(name, count);
      return `${name}#${count}`;
    });
}

/** What kind of step it is: its name without the count. */
export function kindOf(step: string): string {
  return step.replace(/#\d+$/, "");
}

/** Steps that only look, or make sure: a process killed after one of these leaves the same behind as one before it. */
const looks = new Set(["readFile", "open r", "stat", "read", "sync"]);

/** The steps before which the world is different from what it was before the step that precedes them. */
export function changingSteps(steps: readonly string[]): string[] {
  return steps.filter((_, index) => !looks.has(kindOf(steps[index - 1] ?? "")));
}
