import { terraform } from "../../harness/terraform/terraform.ts";
import { RealPrograms } from "./real-programs.ts";
import { StandIn } from "./stand-in.ts";

/** What can carry actions out. */
export const drivers = {
  /** Quick: the provider's process, and a stand-in for the core. */
  "stand-in": StandIn.open,
  /** The core itself, and the command line as it was built. */
  OpenTofu: () => RealPrograms.open(undefined),
  Terraform: () => RealPrograms.open(terraform),
} as const;

export type DriverName = keyof typeof drivers;
