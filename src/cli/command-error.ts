import type { KnownCode } from "../contract/index.ts";
import { exitCodes } from "./exit-code.ts";

/** A command did not do what it was asked for, for a reason that is no bug. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
  readonly code: KnownCode;
  readonly remedy: string;
  readonly exitCode: number;
  constructor(code: KnownCode, message: string, remedy: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.code = code;
    this.remedy = remedy;
    this.exitCode = exitCode;
  }
}

/** The command line itself is wrong. Nothing was done. */
export class UsageError extends CommandError {
  override readonly name = "UsageError";
  constructor(message: string, remedy: string) {
    super("usage", message, remedy, exitCodes.usage);
  }
}
