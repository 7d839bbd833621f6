import { type Diagnostic, pathText, providerBug } from "../diagnostics.ts";
import { type FunctionAnswer, notationType, type Parameter, type ProviderFunction } from "../function.ts";
import { keyProblem } from "../known-keys.ts";
import { findNullElements } from "../primitives.ts";
import { integerProblem } from "../type-name.ts";
import { describeKind, mismatch } from "../values/conform.ts";
import { int64Range } from "../values/int64.ts";
import { isObjectLike, type Value } from "../values/value.ts";
import { failure } from "./call-author.ts";
import type { ProviderSession } from "./session.ts";

/** The parameter for the argument at `index`. */
export function findParameter(called: ProviderFunction, index: number): Parameter | undefined {
  return called.parameters[index] ?? called.variadicParameter;
}

/** Checks what the name of a type says beyond the type itself: no element is null, and integers are whole numbers. */
function isAsNamed(value: Value, type: Parameter["type"] | undefined): boolean {
  if (typeof type !== "string") return true;
  const nulls = findNullElements(value, notationType(type), ["argument"]);
  return nulls.length === 0 && integerProblem(type, value) === undefined;
}

export async function callFunction(
  session: ProviderSession,
  name: string,
  called: ProviderFunction,
  args: readonly Value[],
): Promise<FunctionAnswer> {
  if (args.length < called.parameters.length) return { error: "There are not enough arguments." };
  const bad = args.findIndex((value, index) => !isAsNamed(value, findParameter(called, index)?.type));
  if (bad >= 0)
    return { error: "It takes no null elements, and as integers only whole numbers.", argument: bad };
  // A number that does not fit is the only value that is not of its type after it was read.
  const large = args.findIndex((value, index) => {
    const type = findParameter(called, index)?.type;
    return type !== undefined && mismatch(value, notationType(type)) !== undefined;
  });
  if (large >= 0) return { error: `It takes whole numbers from ${int64Range}.`, argument: large };
  const doing = session.operation(`Function ${name}`);
  const mistake = (problem: string) => asError(providerBug(doing, problem));
  try {
    const answer: unknown = await called.call(args, session.context);
    if (!isObjectLike(answer)) return mistake(`the answer must be an object, not ${describeKind(answer)}.`);
    const strange = keyProblem(answer, "error" in answer ? ["error", "argument"] : ["result"]);
    if (strange !== undefined) return mistake(`the answer ${strange}.`);
    if ("error" in answer)
      return isError(answer) ? answer : mistake("the error must be a string, and argument an index.");
    const { returns } = called;
    const type = notationType(returns);
    const wrong = mismatch(answer.result, type);
    if (wrong !== undefined) return mistake(`${partText(wrong.path)} ${wrong.problem}.`);
    const result = answer.result as Value;
    const problem = integerProblem(returns, result);
    if (problem !== undefined) return mistake(`the result ${problem}.`);
    const [empty] = typeof returns === "string" ? findNullElements(result, type, ["result"]) : [];
    return empty === undefined ? { result } : mistake(`"${pathText(empty)}" is or has a null element.`);
  } catch (thrown) {
    return asError(failure(session, doing, thrown));
  }
}

function isError(answer: object): answer is { readonly error: string; readonly argument?: number } {
  const { error, argument = 0 }: { error?: unknown; argument?: unknown } = answer;
  return typeof error === "string" && Number.isInteger(argument);
}

function partText(path: readonly (string | number)[]): string {
  return path.length === 0 ? "the result" : pathText(["result", ...path]);
}

/** The core writes its own title. */
function asError({ summary, detail = summary }: Diagnostic): FunctionAnswer {
  return { error: detail };
}
