import { actionCodes } from "../action/codes.ts";
import {
  afterDoneUnread,
  type CallbackCode,
  callbackCodes,
  type DocumentedCode,
  type DocumentedCodes,
  type FailureCode,
  type FailureReason,
  failures,
  isEndedHere,
  journalCodes,
  lostIdSteps,
  render,
  requestCodes,
  resolveSteps,
  terraformDialect,
} from "../contract/index.ts";
import { providerCodes } from "../provider/codes.ts";

/** The service's codes for a callback test that failed. */
const serviceCodes = Object.fromEntries(
  Object.entries(callbackCodes).map(([code, { cause, verdict, remedy }]) => [
    code,
    { what: `${cause} The verdict of the test is ${verdict}.`, remedy: render(remedy, terraformDialect) },
  ]),
) as Record<CallbackCode, DocumentedCode>;

/** What happened, for a code with several cases. */
const summaries: Partial<Record<FailureCode, string>> = {
  connect_failed: "No connection to the service could be made. Nothing was sent.",
  aborted: "It was cancelled, or a question was not answered with yes.",
  deadline_exceeded: "The time ran out before a whole answer came.",
  response_unusable: "An answer came, but it cannot be used.",
};

/** Cases of a code that no answer of the service causes. */
const furtherCases: Partial<Record<FailureCode, string>> = {
  aborted: "A question was not answered with yes. Nothing was done. Run the command again, and type `yes`.",
  certificate_id_missing:
    "In a workflow: the id has other characters than letters, digits and `._:/+=-`, or more than 64 of them. Resolve the attempt with another name of the certificate, such as its serial number: `resolve: ATTEMPT:NAME`.",
};

/** Codes of the network, for every interface. */
const networkCodes = Object.fromEntries(
  Object.values(failures).map(({ code }) => [code, networkCode(code)]),
) as Record<FailureCode, DocumentedCode>;

/** If a request may have been sent, the warning comes before the cause. */
function networkCode(code: FailureCode): DocumentedCode {
  const reasons = (Object.keys(failures) as FailureReason[]).filter((name) => failures[name].code === code);
  const causes = reasons.map((name) => ({
    what: sentence(failures[name].what),
    remedy: render(failures[name].remedy, terraformDialect),
  }));
  const [{ what, remedy } = { what: "", remedy: "" }] = causes;
  const further = furtherCases[code];
  const cases = [
    ...causes.map((cause) => `${cause.what} ${cause.remedy}`),
    ...(further === undefined ? [] : [further]),
  ];
  const texts = { what: summaries[code] ?? what, cases: cases.length > 1 ? cases : [] };
  const { find, happened, notHappened, elsewhere } = resolveSteps;
  switch (code) {
    case "tls_untrusted":
    case "proxy_failed":
      return { ...texts, remedy };
    case "connect_failed":
      return {
        ...texts,
        remedy: "Check the host and the port in `base_url`, and this machine's network.",
      };
    case "certificate_id_missing":
      return {
        ...texts,
        remedy: "The reissue happened. Do not repeat it, here or in the portal.",
        steps: lostIdSteps,
      };
    default: {
      const mayBeNotSent = reasons.some(isEndedHere);
      // The answer may break off after it announced success. Without an answer, the outcome is always unknown.
      const maySucceed = code !== "connection_lost";
      const meaning = maySucceed
        ? "If the outcome is `done-unread`, the reissue happened. If it is `unknown`, the reissue may have happened."
        : "A reissue may have happened.";
      return {
        ...texts,
        remedy: [
          ...(mayBeNotSent ? [`If the outcome is \`not-sent\`, nothing happened. ${remedy}`] : []),
          `${meaning} Do not repeat it, here or in the portal. A callback test can be repeated.`,
        ].join(" "),
        steps: [
          ...[find, happened, notHappened, elsewhere],
          ...(maySucceed ? [afterDoneUnread] : []),
          ...(mayBeNotSent ? [] : [`Then remove the cause.${causes.length > 1 ? "" : ` ${remedy}`}`]),
        ],
      };
    }
  }
}

/** Codes that only the command line has. */
const commandCodes = {
  usage: {
    what: "The command line is wrong. Nothing was done.",
    remedy: "Run `certorder help COMMAND`.",
  },
  provider_not_started: {
    what: "The provider was installed, but it does not start here.",
    remedy:
      "Install it on a file system from which programs may run: `certorder provider install --dir FOLDER`. The message says what failed.",
  },
} as const satisfies DocumentedCodes;

/** What each code means. */
const allCodes = {
  ...serviceCodes,
  ...networkCodes,
  ...requestCodes,
  ...journalCodes,
  ...commandCodes,
  ...actionCodes,
  ...providerCodes,
} satisfies DocumentedCodes;

/** All codes by what happened, for `certorder help CODE`, the documents and the menu of the site. */
export const codeGroups = {
  callback: group("The callback does not work", [
    ...(Object.keys(callbackCodes) as CallbackCode[]),
    "no_receiver",
    "not_issued_yet",
  ]),
  connection: group("Nothing was sent: no connection", ["connect_failed", "tls_untrusted", "proxy_failed"]),
  input: group("Nothing was sent: the input is wrong", [
    "usage",
    "invalid_request",
    "invalid_setting",
    "provider_not_started",
  ]),
  sent: group("A reissue may have happened, or did", [
    "connection_lost",
    "deadline_exceeded",
    "aborted",
    "response_unusable",
    "certificate_id_missing",
    "unrecognised_code",
  ]),
  blocked: group("The order is blocked", [
    "unresolved_attempt",
    "order_busy",
    "idempotency_key_used",
    "reissued_since",
    "recently_reissued",
    "result_unusable",
    "not_in_journal",
    "histories_differ",
    "other_service",
    "rerun_refused",
  ]),
  journal: group("The journal cannot be used", [
    "journal_not_found",
    "journal_unavailable",
    "journal_damaged",
    "journal_newer",
  ]),
  statement: group("A statement is refused", ["resolution_refused", "import_refused"]),
  plan: group("The plan is refused", [
    "names_dropped",
    "too_many_reissues",
    "not_known_yet",
    "order_described_twice",
    "order_in_state",
    "replace_refused",
    "plan_outdated",
  ]),
  passed: group("A step of a workflow passed, and sent nothing", ["stated", "other_order", "dry_run"]),
} as const;

/** Stands before the cases of a code. */
export const casesIntro = "The message says which case it is:";

interface CodeGroup {
  readonly title: string;
  readonly codes: DocumentedCodes;
}

function group(title: string, names: readonly (keyof typeof allCodes)[]): CodeGroup {
  return { title, codes: Object.fromEntries(names.map((name) => [name, allCodes[name]])) };
}

/** What the tables say about a code, and the title of its group. */
export function findCode(code: string): (DocumentedCode & { readonly group: string }) | undefined {
  for (const { title, codes } of Object.values(codeGroups)) {
    const entry = Object.hasOwn(codes, code) ? codes[code] : undefined;
    if (entry) return { group: title, ...entry };
  }
  return undefined;
}

/** Messages continue with these texts after a colon. Here they stand alone. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}
