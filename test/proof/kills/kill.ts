import type { Boundary } from "./boundary.ts";

export const killedPrograms = [
  "command line",
  "provider",
  "tofu",
  "tofu and provider",
  "action, deployments",
  "action, journal",
] as const;

export type KilledProgram = (typeof killedPrograms)[number];

/** One kill to be tried, and what the person does after it. */
export interface Kill {
  /** Who dies. */
  readonly victim: KilledProgram;
  readonly boundary: Boundary;
  /** In which circumstances, and right before what. */
  readonly where: string;
  /**
   * Throws a Trouble. Returns false when no process died, because the run was over before; where it is a matter of time, the
   * next round strikes earlier.
   */
  try(round: number): Promise<boolean>;
}
