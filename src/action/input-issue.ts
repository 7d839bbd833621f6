import { Issue, type Text } from "../contract/index.ts";

/** A problem of an input. */
export function inputIssue(name: string, message: Text, remedy: Text): Issue {
  return new Issue(name, "input", message, remedy);
}

/** The problems that there are, of a table of those that there may be. */
export function inputIssues(
  table: readonly (readonly [isThere: boolean, name: string, message: Text, remedy: Text])[],
): Issue[] {
  return table
    .filter(([isThere]) => isThere)
    .map(([, name, message, remedy]) => inputIssue(name, message, remedy));
}
