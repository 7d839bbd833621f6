import type { Diagnosed } from "../context.ts";
import {
  type AttributePath,
  type CallDescription,
  type Diagnostic,
  error,
  pathText,
  providerBug,
} from "../diagnostics.ts";
import { errorMessage } from "../error-message.ts";
import { keyProblem } from "../known-keys.ts";
import type { Schema } from "../schema.ts";
import type { ProviderSession } from "./session.ts";

// The author's functions are called only from this file, `callFunction` and `listResource`. An exception must not end a
// call: then the core would get no answer, and an object that was created would be lost.

export interface AuthorResult<T> {
  /** Undefined if the method returned nothing or threw an exception. */
  readonly answer: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Calls a method of the provider's author. Its answer may have the keys in `parts`, and diagnostics. An exception
 * becomes one error with its message.
 */
export async function callAuthor<T extends Diagnosed>(
  session: ProviderSession,
  doing: CallDescription,
  parts: readonly (keyof T & string)[],
  run: () => T | undefined | Promise<T | undefined>,
): Promise<AuthorResult<T>> {
  try {
    const answer = await run();
    // A misspelt name may hide an error.
    const problem = keyProblem(answer ?? {}, [...parts, "diagnostics"]) ?? partProblem(answer ?? {});
    const answered = answer?.diagnostics ?? [];
    const diagnostics = Array.isArray(answered) ? answered : [];
    if (problem === undefined) return { answer, diagnostics };
    return { answer, diagnostics: [...diagnostics, providerBug(doing, `the answer ${problem}.`)] };
  } catch (thrown) {
    return { answer: undefined, diagnostics: [failure(session, doing, thrown)] };
  }
}

/** The compiler finds this too. But an author without one must not lose an object by it. */
function partProblem({ diagnostics = [] }: Diagnosed): string | undefined {
  return Array.isArray(diagnostics) ? undefined : "has diagnostics that are not an array";
}

/** Calls the functions in a schema, such as `semanticEquals`. */
export class SchemaFunctions {
  readonly #session: ProviderSession;
  readonly #doing: CallDescription;
  readonly #schema: Schema;
  readonly #problems: Diagnostic[] = [];

  constructor(session: ProviderSession, doing: CallDescription, schema: Schema) {
    this.#session = session;
    this.#doing = doing;
    this.#schema = schema;
  }

  /** An error for each exception so far. */
  get problems(): readonly Diagnostic[] {
    return this.#problems;
  }

  /** The result of the function `option` at `path`. If it throws: `otherwise`. */
  call<T>(option: string, path: AttributePath | undefined, otherwise: T, run: () => T): T {
    try {
      return run();
    } catch (thrown) {
      const where = path === undefined ? "the schema" : `"${pathText(path, this.#schema.type)}"`;
      this.#problems.push(failure(this.#session, this.#doing, thrown, `${option} of ${where}`, path));
      return otherwise;
    }
  }
}

/** The error for an exception. The stack may contain details that the user should not see, so only the log gets it. */
export function failure(
  { log }: ProviderSession,
  doing: CallDescription,
  thrown: unknown,
  thrower?: string,
  path?: AttributePath,
): Diagnostic {
  log.error(`${doing.text} threw an exception`, () => ({
    stack: thrown instanceof Error ? thrown.stack : String(thrown),
  }));
  const by = thrower === undefined ? "" : `${thrower} failed: `;
  const message = `${by}${errorMessage(thrown)}`;
  return isProgrammingMistake(thrown)
    ? providerBug(doing, message.replace(/[^.!?]$/, "$&."), path)
    : error(`${doing.text} failed`, message, path);
}

/**
 * JavaScript itself throws these for a mistake in the code. Node uses the same classes for other reasons too, with a code
 * or a cause: `fetch` if there is no connection, `new URL` for a text that is not a URL.
 */
function isProgrammingMistake(thrown: unknown): boolean {
  const isOfClass =
    thrown instanceof TypeError || thrown instanceof ReferenceError || thrown instanceof RangeError;
  return isOfClass && thrown.cause === undefined && !("code" in thrown);
}
