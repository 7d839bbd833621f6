import type { Issue, Outcome } from "../contract/index.ts";
import { byContract, CertOrderError } from "../contract/index.ts";
import type { Diagnostic } from "../plugin/index.ts";
import { error, warning } from "../plugin/index.ts";

/** Problems of a request, each at the argument that is at fault. */
export function fromIssues(issues: readonly Issue[], schema: { readonly attributes: object }): Diagnostic[] {
  return issues.map(({ severity, field, rule, code, message, remedy }) => {
    // The core quotes the lines that a path leads to. Whoever pasted a private key does not want to see it in a log.
    const isHidden = rule === "private_key";
    const path = Object.hasOwn(schema.attributes, field) && !isHidden ? field : undefined;
    const said = `${isHidden ? `${field}: ` : ""}${message} ${remedy}`;
    return severity === "error"
      ? error("Invalid Argument", coded(said, code), path)
      : warning("Doubtful Argument", said, path);
  });
}

const titles: Readonly<Record<Exclude<Outcome, "done">, string>> = {
  "not-sent": "Nothing Was Sent",
  rejected: "The Service Refused",
  unknown: "The Outcome Is Unknown",
  "done-unread": "Done, but the Answer Is Lost",
};

/** A core may ask for something before it knows the provider's settings. */
export function notConfigured(): Diagnostic {
  return error("Provider Not Configured", "The provider's settings are not known yet.");
}

/** What went wrong, where it is not a mistake of ours. */
export function problemOf(failure: unknown): Diagnostic {
  if (!CertOrderError.is(failure)) throw failure;
  return fromError(failure);
}

/** A failed request. What it says ends with what to do, and the code. */
export function fromError(failure: CertOrderError, remedy = failure.in(byContract).remedy): Diagnostic {
  return error(
    titles[failure.outcome],
    coded(`${failure.in(byContract).message}\n\n${remedy}`, failure.code),
  );
}

/** A detail whose last line is the code, for programs: the protocol has no place of its own for one. */
export function coded(detail: string, code: string): string {
  return `${detail}\n\nCode: ${code}`;
}
