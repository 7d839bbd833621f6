import { type Diagnostic, providerBug } from "../diagnostics.ts";
import { type FunctionAnswer, notationType, type Parameter, type ProviderFunction } from "../function.ts";
import { keyProblem } from "../known-keys.ts";
import { integerProblem } from "../type-name.ts";
import { mismatch } from "../values/conform.ts";
import { isList, isObjectLike, isWhollyKnown, type Value } from "../values/value.ts";
import { failure } from "./call-author.ts";
import type { ProviderSession } from "./session.ts";

/** The parameter for the argument at `index`. */
export function findParameter(called: ProviderFunction, index: number): Parameter | undefined {
  return called.parameters[index] ?? called.variadicParameter;
}

/** Checks what the name of a type says beyond the type itself: no element is null, and integers are whole numbers. */
function isAsNamed(value: Value, type: Parameter["type"] | undefined): boolean {
  if (typeof type !== "string" || value === null || !isWhollyKnown(value)) return true;
  return hasNoNull(value) && integerProblem(type, value) === undefined;
}

function hasNoNull(value: Value): boolean {
  if (isList(value)) return value.every(hasNoNull);
  return isObjectLike(value) ? Object.values(value).every(hasNoNull) : value !== null;
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
  const doing = session.operation(`Function ${name}`);
  const mistake = (problem: string) => asError(providerBug(doing, problem));
  try {
    const answer = await called.call(args, session.context);
    const strange = keyProblem(answer, "error" in answer ? ["error", "argument"] : ["result"]);
    if (strange !== undefined) return mistake(`the answer ${strange}.`);
    if ("error" in answer) return answer;
    const { returns } = called;
    const wrong = mismatch(answer.result, notationType(returns)) ?? integerProblem(returns, answer.result);
    return wrong === undefined ? answer : mistake(`the result ${wrong}.`);
  } catch (thrown) {
    return asError(failure(session, doing, thrown));
  }
}

/** The core writes its own title. */
function asError({ summary, detail = summary }: Diagnostic): FunctionAnswer {
  return { error: detail };
}
