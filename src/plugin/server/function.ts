import { type FunctionAnswer, type Parameter, type ProviderFunction, typeOf } from "../function.ts";
import { keyProblem } from "../known-keys.ts";
import { integerProblem } from "../schema.ts";
import { mismatch } from "../values/conform.ts";
import { isList, isRecord, isWhollyKnown, type Value } from "../values/value.ts";
import { logThrown, messageOf } from "./call-author.ts";
import type { ProviderSession } from "./session.ts";

/** The parameter that the argument at `index` belongs to. */
export function parameterAt(called: ProviderFunction, index: number): Parameter | undefined {
  return called.parameters[index] ?? called.variadicParameter;
}

/** What the name of a type promises beyond the type: that no element is null, and that integers are such. */
function isAsNamed(value: Value, type: Parameter["type"] | undefined): boolean {
  if (typeof type !== "string" || value === null || !isWhollyKnown(value)) return true;
  const elements = isList(value) ? value : isRecord(value) ? Object.values(value) : [value];
  return elements.every((element) => element !== null) && integerProblem(type, value) === undefined;
}

export async function callFunction(
  session: ProviderSession,
  name: string,
  called: ProviderFunction,
  args: readonly Value[],
): Promise<FunctionAnswer> {
  if (args.length < called.parameters.length) return { error: "There are not enough arguments." };
  const bad = args.findIndex((value, index) => !isAsNamed(value, parameterAt(called, index)?.type));
  if (bad >= 0)
    return { error: "It takes no null elements, and as integers only whole numbers.", argument: bad };
  try {
    const answer = await called.call(args, session.context);
    const strange = keyProblem(answer, "error" in answer ? ["error", "argument"] : ["result"]);
    if (strange !== undefined) return mistake(`The answer of ${name} ${strange}.`);
    if ("error" in answer) return answer;
    const { returns } = called;
    const wrong = mismatch(answer.result, typeOf(returns)) ?? integerProblem(returns, answer.result);
    return wrong === undefined ? answer : mistake(`The result of ${name} ${wrong}.`);
  } catch (thrown) {
    logThrown(session, `function ${name}`, thrown);
    return { error: messageOf(thrown) };
  }
}

function mistake(problem: string): FunctionAnswer {
  return { error: `${problem} This is a mistake in the provider; please report it.` };
}
