import type { SettingName } from "../../contract/index.ts";
import type { Examination } from "./examination.ts";
import type { Finding } from "./finding.ts";

/** A check is data: its name, what it needs, and how to make it. */
export interface Check {
  readonly name: string;
  /** Settings without which it cannot be made. */
  readonly settings?: readonly SettingName[];
  /** The checks that have to succeed before it. */
  readonly needs?: readonly string[];
  readonly limitMs?: number;
  /** Whether there is anything to check. Left out: always. */
  applies?(examination: Examination): boolean;
  /** What it throws is a failure of the network. The signal fires when its time is over. */
  run(examination: Examination, signal: AbortSignal): Finding | Promise<Finding>;
}
