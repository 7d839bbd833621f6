import type { Issue, Outcome } from "../contract/index.ts";
import { CertOrderError, terraformDialect } from "../contract/index.ts";
import { isUnavailable } from "../journal/index.ts";
import type { Diagnostic } from "../plugin/index.ts";
import { error, warning } from "../plugin/index.ts";

/** Problems of a request, each at the argument that is at fault. */
export function fromIssues(issues: readonly Issue[], schema: { readonly attributes: object }): Diagnostic[] {
  return issues.map((issue) => {
    const { severity, field, rule, code } = issue;
    const { message, remedy } = issue.renderIn(terraformDialect);
    // The core prints the lines at a path. A private key must not end up in a log.
    const isHidden = rule === "private_key";
    const path = Object.hasOwn(schema.attributes, field) && !isHidden ? field : undefined;
    const detail = `${isHidden ? `${field}: ` : ""}${message} ${remedy}`;
    return severity === "error"
      ? error("Invalid argument", coded(detail, code), path)
      : warning("Doubtful argument", detail, path);
  });
}

const titles: Readonly<Record<Exclude<Outcome, "done">, string>> = {
  "not-sent": "Nothing was sent",
  rejected: "The service refused the request",
  unknown: "The outcome is unknown",
  "done-unread": "The answer of a successful request is lost",
};

/** A core may call a resource before it knows the provider's settings. */
export function notConfigured(): Diagnostic {
  return error("The provider is not configured", "The provider's settings are not known yet.");
}

/** The diagnostic for an expected error. Throws any other error: it is a bug. */
export function toDiagnostic(failure: unknown): Diagnostic {
  if (!CertOrderError.is(failure)) throw failure;
  return fromError(failure);
}

/** The diagnostic for a failed request. It ends with the remedy and the code. */
export function fromError(failure: CertOrderError, dialect = terraformDialect): Diagnostic {
  const { message, remedy } = failure.renderIn(dialect);
  return error(errorTitle(failure), coded(`${message}\n\n${remedy}`, failure.code));
}

function errorTitle(failure: CertOrderError): string {
  const { code, outcome } = failure;
  if (isUnavailable(failure)) return "The journal cannot be used";
  return code === "journal_refused" ? "The resolution does not apply" : titles[outcome];
}

/** Adds the code as the last line, for programs: the protocol has no member for it. */
export function coded(detail: string, code: string): string {
  return `${detail}\n\nCode: ${code}`;
}
