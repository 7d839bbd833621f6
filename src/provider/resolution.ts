import type { Issue } from "../contract/index.ts";

/** What a person found out about an attempt whose outcome was open. */
export interface Resolution {
  readonly attemptId: string;
  /** Null: it did not happen. */
  readonly certificateId: string | null;
}

export const resolveVariable = "CERTORDER_RESOLVE";
const notHappened = "not-happened";

/** Reads `ORDER_ID = "ATTEMPT_ID:not-happened"` or `"ATTEMPT_ID:CERTIFICATE_ID"`, as in the argument `resolve`. */
export function readResolutions(entries: Readonly<Record<string, string>>): {
  readonly resolutions: ReadonlyMap<string, Resolution>;
  readonly issues: Issue[];
} {
  const resolutions = new Map<string, Resolution>();
  const issues: Issue[] = [];
  for (const [orderId, text] of Object.entries(entries)) {
    const [, attemptId, result] = /^([^:\s]+):(\S+)$/.exec(text) ?? [];
    if (attemptId !== undefined && result !== undefined)
      resolutions.set(orderId, { attemptId, certificateId: result === notHappened ? null : result });
    else
      issues.push({
        severity: "error",
        field: "resolve",
        rule: "resolve",
        code: "invalid_setting",
        message: `resolve for order ${orderId} does not say what became of which attempt.`,
        remedy: `Write "ATTEMPT_ID:${notHappened}" or "ATTEMPT_ID:CERTIFICATE_ID"; the message about the attempt names its id.`,
      });
  }
  return { resolutions, issues };
}

/** The variable holds the same as a list: `ORDER=ATTEMPT:RESULT,ORDER=ATTEMPT:RESULT`. */
export function entriesIn(variable: string | undefined): Record<string, string> {
  const pairs = (variable ?? "").split(",").filter((pair) => pair.trim() !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.lastIndexOf("=");
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}

/** How to go on after an attempt whose outcome is open. The provider never learns what the resource is called. */
export function waysOut(
  orderId: string,
  attemptId: string,
  known: { readonly happened?: boolean; readonly certificateId?: string | undefined } = {},
): string {
  const { certificateId, happened = certificateId !== undefined } = known;
  const id = certificateId || "CERTIFICATE_ID";
  const didNot = happened
    ? ""
    : `\n  resolve = { "${orderId}" = "${attemptId}:${notHappened}" }   if it was not reissued`;
  return `${certificateId ? "" : `Look order ${orderId} up at the service. `}Then say in the provider block what became of it:
${didNot}
  resolve = { "${orderId}" = "${attemptId}:${id}" }   if it was

The same works as ${resolveVariable}="${orderId}=${attemptId}:${id}". Or forget the resource (state rm) and import it as ${orderId}/${id}. If it was reissued and the resource is marked as tainted, it also needs: untaint RESOURCE_ADDRESS. To give the resource up instead: destroy -refresh=false (with a refresh the core first makes a usual plan, which is refused).`;
}
