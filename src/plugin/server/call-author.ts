import type { Diagnosed } from "../context.ts";
import { type Diagnostic, error, providerBug } from "../diagnostics.ts";
import { keyProblem } from "../known-keys.ts";
import type { ProviderSession } from "./session.ts";

export interface Asked<T> {
  /** Undefined when there was none, or an exception instead of one. */
  readonly answer: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Runs code of the provider's author, whose answer can have what is in `parts`, and diagnostics. An exception becomes
 * one error with its message.
 */
export async function ask<T extends Diagnosed>(
  session: ProviderSession,
  doing: string,
  parts: readonly (keyof T & string)[],
  run: () => T | undefined | Promise<T | undefined>,
): Promise<Asked<T>> {
  try {
    const answer = await run();
    const diagnostics = answer?.diagnostics ?? [];
    // A misspelt name may hide an error.
    const problem = keyProblem(answer ?? {}, [...parts, "diagnostics"]);
    if (problem === undefined) return { answer, diagnostics };
    return { answer, diagnostics: [...diagnostics, providerBug(doing, `the answer ${problem}.`)] };
  } catch (thrown) {
    logThrown(session, doing, thrown);
    return { answer: undefined, diagnostics: [error(`${doing} failed`, messageOf(thrown))] };
  }
}

/** The stack may show more than a user should see, so it goes only to the log. */
export function logThrown({ log }: ProviderSession, doing: string, thrown: unknown): void {
  log.error(`${doing} threw an exception`, () => ({
    stack: thrown instanceof Error ? thrown.stack : String(thrown),
  }));
}

/** Includes the causes: `fetch` gives the reason of a failure only there. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.cause instanceof Error ? `${thrown.message}: ${messageOf(thrown.cause)}` : thrown.message;
}
