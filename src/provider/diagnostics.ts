import type { InputProblem, KnownCode, Outcome } from "../contract/index.ts";
import {
  CertOrderError,
  callbackCodes,
  errorPage,
  failures,
  isCallbackCode,
  lowerFirst,
  terraformDialect,
} from "../contract/index.ts";
import { isUnavailable } from "../journal/index.ts";
import type { Diagnostic } from "../plugin/index.ts";
import { error, warning } from "../plugin/index.ts";

/** Problems of a request, each at the argument that is at fault. */
export function fromProblems(
  problems: readonly InputProblem[],
  schema: { readonly attributes: object },
): Diagnostic[] {
  return problems.map((problem) => {
    const { severity, contractName: name, rule, code } = problem;
    const { message, remedy } = problem.renderIn(terraformDialect);
    // The core prints the lines at a path. A private key must not end up in a log.
    const isHidden = rule === "private_key";
    const path = Object.hasOwn(schema.attributes, name) && !isHidden ? name : undefined;
    const detail = `${isHidden ? `${name}: ` : ""}${message} ${remedy}`;
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
  return codedError(
    "not_known_yet",
    "The provider is not configured",
    "A setting of the provider is only known after apply. Apply what it comes from first (-target), then plan again.",
  );
}

/** The diagnostic for an expected error. Throws any other error: it is a bug. */
export function toDiagnostic(failure: unknown): Diagnostic {
  if (!CertOrderError.is(failure)) throw failure;
  return fromError(failure);
}

/** The diagnostic for a failed request. It ends with the remedy, what else is to be done, and the code. */
export function fromError(failure: CertOrderError, ...more: readonly string[]): Diagnostic {
  const { message, remedy } = failure.renderIn(terraformDialect);
  return error(errorTitle(failure), coded([message, remedy, ...more].join("\n\n"), failure.code));
}

/** The diagnostic for an entry of `resolve` that the journal refuses. */
export function fromResolution(problem: CertOrderError): Diagnostic {
  return { ...fromError(problem), summary: "The resolution does not apply" };
}

/** The diagnostic for a callback test that failed. Its title says what is wrong with the callback. */
export function fromCallbackTest(failure: unknown): Diagnostic {
  const diagnostic = toDiagnostic(failure);
  const { code, outcome } = failure as CertOrderError;
  const isKnown = outcome === "rejected" && isCallbackCode(code);
  return isKnown ? { ...diagnostic, summary: callbackCodes[code].title } : diagnostic;
}

function errorTitle(failure: CertOrderError): string {
  const title = titles[failure.outcome];
  const reason = findReason(failure);
  if (isUnavailable(failure)) return "The journal cannot be used";
  return reason === undefined ? title : `${title}: ${reason}`;
}

/** What failed, in a few words, if the error says it. The service's codes for a reissue are not specified. */
function findReason({ code, outcome, name, failure: reason }: CertOrderError): string | undefined {
  if (outcome === "rejected") return undefined;
  if (name === "CallbackRequiredError" && isCallbackCode(code)) return lowerFirst(callbackCodes[code].title);
  return reason && failures[reason].what;
}

/** An error that a page explains. */
export function codedError(code: KnownCode, summary: string, detail: string, path?: string): Diagnostic {
  return error(summary, coded(detail, code), path);
}

/** Adds the page about the code, and the code as the last line, for programs: the protocol has no member for it. */
export function coded(detail: string, code: string): string {
  const page = errorPage(code);
  return `${detail}\n\n${page === undefined ? "" : `More: ${page}\n`}Code: ${code}`;
}
