import type { Issue, Outcome } from "../contract/index.ts";
import { CertOrderError } from "../contract/index.ts";
import type { Diagnostic } from "../plugin/index.ts";
import { error, warning } from "../plugin/index.ts";

/** Problems of a request, each at the argument that is at fault. */
export function fromIssues(issues: readonly Issue[], schema: { readonly attributes: object }): Diagnostic[] {
  return issues.map(({ severity, field, message, remedy }) => {
    const path = Object.hasOwn(schema.attributes, field) ? field : undefined;
    return severity === "error"
      ? error("Invalid Argument", `${message} ${remedy}`, path)
      : warning("Doubtful Argument", `${message} ${remedy}`, path);
  });
}

const titles: Readonly<Record<Exclude<Outcome, "done">, string>> = {
  "not-sent": "Nothing Was Sent",
  rejected: "The Service Refused",
  unknown: "The Outcome Is Unknown",
  "done-unread": "Done, but the Answer Is Lost",
};

/** What went wrong, where it is not a mistake of ours. */
export function problemOf(failure: unknown): Diagnostic {
  if (!CertOrderError.is(failure)) throw failure;
  return fromError(failure);
}

/** A failed request. What it says ends with what to do. */
export function fromError(failure: CertOrderError, remedy = failure.remedy): Diagnostic {
  return error(titles[failure.outcome], `${failure.message}\n\n${remedy}`);
}
