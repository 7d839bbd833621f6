import type { Boundary } from "./boundary.ts";

export const faces = [
  "command line",
  "provider",
  "tofu",
  "tofu and provider",
  "action, record",
  "action, journal",
] as const;

export type Face = (typeof faces)[number];

/** One death to be tried, and the life of those who stay behind. */
export interface Kill {
  /** Who dies. */
  readonly face: Face;
  readonly boundary: Boundary;
  /** In which circumstances, and right before what. */
  readonly where: string;
  /**
   * Throws a Trouble. Returns false when nobody died, because the run was over before; where it is a matter of time, the
   * next round strikes earlier.
   */
  try(round: number): Promise<boolean>;
}
