import { Issue, type Text } from "../contract/index.ts";

/** A problem of an input. */
export function inputIssue(field: string, message: Text, remedy: Text, rule = "input"): Issue {
  return new Issue(field, rule, message, remedy);
}

export function isIssue(value: unknown): value is Issue {
  return value instanceof Issue;
}
