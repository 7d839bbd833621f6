import { type AttributePath, type Diagnostic, error } from "../diagnostics.ts";

/**
 * The error for a value that breaks a rule, such as "must have 1 to 63 characters". It never contains the value: a
 * validator does not know whether the attribute is sensitive.
 */
export function refuse(rule: string, path: AttributePath, name: string): readonly Diagnostic[] {
  return [error("Invalid value", `"${name}" ${rule}.`, path)];
}
