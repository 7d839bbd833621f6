import type { Diagnosed } from "../context.ts";
import { type Diagnostic, error } from "../diagnostics.ts";
import type { ProviderSession } from "./session.ts";

export interface Asked<T> {
  /** Undefined when there was none, or an exception instead of one. */
  readonly answer: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Runs code of the provider's author. An exception becomes one error with its message; the stack, which may show
 * more than a user should see, goes to the log.
 */
export async function ask<T extends Diagnosed>(
  session: ProviderSession,
  doing: string,
  run: () => T | undefined | Promise<T | undefined>,
): Promise<Asked<T>> {
  try {
    const answer = await run();
    return { answer, diagnostics: answer?.diagnostics ?? [] };
  } catch (thrown) {
    session.log.error(`${doing} threw an exception`, () => ({
      stack: thrown instanceof Error ? thrown.stack : String(thrown),
    }));
    return { answer: undefined, diagnostics: [error(`${doing} failed`, messageOf(thrown))] };
  }
}

/** With what it comes from: of a request that failed, `fetch` says why only there. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.cause instanceof Error ? `${thrown.message}: ${messageOf(thrown.cause)}` : thrown.message;
}
