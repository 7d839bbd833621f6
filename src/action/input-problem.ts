import { InputProblem, type Text } from "../contract/index.ts";

export function inputProblem(name: string, message: Text, remedy: Text): InputProblem {
  return new InputProblem(name, "input", message, remedy);
}

/** Keeps the rows whose condition holds. */
export function inputProblems(
  table: readonly (readonly [applies: boolean, name: string, message: Text, remedy: Text])[],
): InputProblem[] {
  return table
    .filter(([applies]) => applies)
    .map(([, name, message, remedy]) => inputProblem(name, message, remedy));
}
