import { type CallDescription, type Diagnostic, providerBug } from "../diagnostics.ts";
import { describeKind } from "../values/conform.ts";

/**
 * The diagnostics that an author's function returned. One that the core could not read is replaced by the bug that it
 * is: it may stand for an error, and it must not end the call. `place` names the list in the message.
 */
export function checkDiagnostics(doing: CallDescription, returned: unknown, place: string): Diagnostic[] {
  if (!Array.isArray(returned))
    return [providerBug(doing, `${place} must be an array, not ${describeKind(returned)}.`)];
  // A hole is an entry, too.
  return Array.from(returned, (entry: unknown, index) => {
    const problem = diagnosticProblem(entry);
    return problem === undefined
      ? (entry as Diagnostic)
      : providerBug(doing, `${place}[${index}]${problem}.`);
  });
}

function diagnosticProblem(entry: unknown): string | undefined {
  if (typeof entry !== "object" || entry === null) return ` must be a diagnostic, not ${describeKind(entry)}`;
  const { severity, summary, detail, path } = entry as Partial<Record<keyof Diagnostic, unknown>>;
  if (severity !== "error" && severity !== "warning") return '.severity must be "error" or "warning"';
  if (typeof summary !== "string") return `.summary must be a string, not ${describeKind(summary)}`;
  if (detail !== undefined && typeof detail !== "string")
    return `.detail must be a string, not ${describeKind(detail)}`;
  return path === undefined || isPath(path) ? undefined : ".path must be an array of names, indexes and keys";
}

function isPath(path: unknown): boolean {
  if (!Array.isArray(path) || typeof path[0] !== "string") return false;
  return Array.from(path).every((step) => typeof step === "string" || (Number.isInteger(step) && step >= 0));
}
