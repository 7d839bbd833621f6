import type { Diagnosed } from "../context.ts";
import {
  type AttributePath,
  type CallDescription,
  type Diagnostic,
  error,
  hasErrors,
  pathText,
  providerBug,
} from "../diagnostics.ts";
import { errorMessage } from "../error-message.ts";
import { keyProblem } from "../known-keys.ts";
import type { Schema } from "../schema.ts";
import { describeKind } from "../values/conform.ts";
import type { ObjectValue } from "../values/value.ts";
import { checkDiagnostics } from "./author-diagnostics.ts";
import { missingValues } from "./required.ts";
import type { ProviderSession } from "./session.ts";

// The author's functions are called only from this file, `callFunction` and `listResource`. An exception must not end a
// call: then the core would get no answer, and an object that was created would be lost.

export interface AuthorResult<T> {
  /** Undefined if the method returned no object or threw an exception. */
  readonly answer: T | undefined;
  /** What the method reported, and its mistakes. */
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the method says that it failed: it threw an exception or reported an error. */
  readonly hasFailed: boolean;
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
    const answer = (await run()) ?? undefined;
    if (answer === undefined) return { answer, diagnostics: [], hasFailed: false };
    if (typeof answer !== "object" || Array.isArray(answer)) {
      const bug = providerBug(doing, `the answer must be an object, not ${describeKind(answer)}.`);
      return { answer: undefined, diagnostics: [bug], hasFailed: false };
    }
    const returned: unknown = answer.diagnostics ?? [];
    const diagnostics = checkDiagnostics(doing, returned, "diagnostics");
    const isOwn = (diagnostic: Diagnostic) => Array.isArray(returned) && returned.includes(diagnostic);
    const hasFailed = hasErrors(diagnostics.filter(isOwn));
    // A misspelt name may hide an error.
    const problem = keyProblem(answer, [...parts, "diagnostics"]);
    if (problem !== undefined) diagnostics.push(providerBug(doing, `the answer ${problem}.`));
    return { answer, diagnostics, hasFailed };
  } catch (thrown) {
    return { answer: undefined, diagnostics: [failure(session, doing, thrown)], hasFailed: true };
  }
}

/** Calls a method that gets a configuration. It is not called if a required argument has no value. */
export async function callWithConfig<T extends Diagnosed>(
  session: ProviderSession,
  doing: CallDescription,
  parts: readonly (keyof T & string)[],
  schema: Schema,
  config: ObjectValue,
  run: () => T | undefined | Promise<T | undefined>,
): Promise<AuthorResult<T>> {
  const missing = missingValues(schema, config);
  return missing.length > 0
    ? { answer: undefined, diagnostics: missing, hasFailed: true }
    : callAuthor(session, doing, parts, run);
}

/**
 * Reads an answer to its end. A getter or a proxy in it may throw an exception only then, and must not lose the object:
 * then the answer is `otherwise`.
 */
export async function readAnswer<T>(
  session: ProviderSession,
  doing: CallDescription,
  read: () => Promise<T>,
  otherwise: (bug: Diagnostic) => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (thrown) {
    log(session, doing, thrown);
    return otherwise(providerBug(doing, "the answer cannot be read."));
  }
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
      const thrower = this.#name(option, path);
      this.#problems.push(failure(this.#session, this.#doing, thrown, thrower, path));
      return otherwise;
    }
  }

  /** The boolean that the function `option` returns. An async function returns a promise, which would count as true. */
  decide(option: string, path: AttributePath, run: () => unknown): boolean {
    const decided = this.call(option, path, false, run);
    if (typeof decided === "boolean") return decided;
    const problem = `${this.#name(option, path)} must return a boolean, not ${describeKind(decided)}.`;
    this.#problems.push(providerBug(this.#doing, problem, path));
    return false;
  }

  /** The diagnostics that the function `option` returns. */
  diagnose(option: string, path: AttributePath | undefined, run: () => unknown): Diagnostic[] {
    const returned = this.call(option, path, [], run);
    return checkDiagnostics(this.#doing, returned, `${this.#name(option, path)}: its result`);
  }

  #name(option: string, path: AttributePath | undefined): string {
    return `${option} of ${path === undefined ? "the schema" : `"${pathText(path, this.#schema.type)}"`}`;
  }
}

/** The error for an exception. The stack may contain details that the user should not see, so only the log gets it. */
export function failure(
  session: ProviderSession,
  doing: CallDescription,
  thrown: unknown,
  thrower?: string,
  path?: AttributePath,
): Diagnostic {
  log(session, doing, thrown);
  const by = thrower === undefined ? "" : `${thrower} failed: `;
  const message = session.log.hide(`${by}${errorMessage(thrown)}`);
  return isProgrammingMistake(thrown)
    ? providerBug(doing, message.replace(/[^.!?]$/, "$&."), path)
    : error(`${doing.text} failed`, message, path);
}

function log(session: ProviderSession, doing: CallDescription, thrown: unknown): void {
  session.log.error(`${doing.text} threw an exception`, () => ({
    stack: thrown instanceof Error ? thrown.stack : errorMessage(thrown),
  }));
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
