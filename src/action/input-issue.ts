import { Issue, type Text } from "../contract/index.ts";

/** Something wrong with an input, found before anything was done. */
export function inputIssue(field: string, message: Text, remedy: Text, rule = "input"): Issue {
  return new Issue(field, rule, message, remedy);
}

export function isIssue(value: unknown): value is Issue {
  return value instanceof Issue;
}
