import { type FunctionAnswer, type Parameter, type ProviderFunction, typeOf } from "../function.ts";
import { mismatch } from "../values/conform.ts";
import type { Value } from "../values/value.ts";
import { messageOf } from "./ask.ts";
import type { ProviderSession } from "./session.ts";

/** The parameter that the argument at `index` belongs to. */
export function parameterAt(called: ProviderFunction, index: number): Parameter | undefined {
  return called.parameters[index] ?? called.variadicParameter;
}

export async function callFunction(
  session: ProviderSession,
  name: string,
  called: ProviderFunction,
  args: readonly Value[],
): Promise<FunctionAnswer> {
  if (args.length < called.parameters.length) return { error: "There are not enough arguments." };
  try {
    const answer = await called.call(args, session.context);
    if ("error" in answer) return answer;
    const wrong = mismatch(answer.result, typeOf(called.returns));
    if (wrong === undefined) return answer;
    return { error: `The result of ${name} ${wrong}. This is a mistake in the provider; please report it.` };
  } catch (thrown) {
    session.log.error(`function ${name} threw an exception`, () => ({
      stack: thrown instanceof Error ? thrown.stack : String(thrown),
    }));
    return { error: messageOf(thrown) };
  }
}
