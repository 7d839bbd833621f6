import { RealPrograms } from "./real-programs.ts";
import { StandIn } from "./stand-in.ts";

/** What can carry actions out. */
export const hands = {
  /** Quick: the provider's process, and a stand-in for the core. */
  "stand-in": StandIn.open,
  /** OpenTofu, and the command line as it was built. */
  "real-programs": RealPrograms.open,
} as const;

export type HandsName = keyof typeof hands;
