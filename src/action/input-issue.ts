import type { Issue } from "../contract/index.ts";

/** Something wrong with an input, found before anything was done. */
export function inputIssue(field: string, message: string, remedy: string, rule = "input"): Issue {
  return { severity: "error", field, rule, code: "invalid_request", message, remedy };
}

export function isIssue(value: unknown): value is Issue {
  return typeof value === "object" && value !== null && "severity" in value;
}
