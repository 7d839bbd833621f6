import { Issue, type Text } from "../contract/index.ts";

export function inputIssue(name: string, message: Text, remedy: Text): Issue {
  return new Issue(name, "input", message, remedy);
}

/** Keeps the rows whose condition holds. */
export function inputIssues(
  table: readonly (readonly [applies: boolean, name: string, message: Text, remedy: Text])[],
): Issue[] {
  return table
    .filter(([applies]) => applies)
    .map(([, name, message, remedy]) => inputIssue(name, message, remedy));
}
