import { actionCodes } from "../action/codes.ts";
import {
  afterDoneUnread,
  callbackCodes,
  type DocumentedCode,
  type DocumentedCodes,
  type FailureCode,
  failureCodes,
  isEndedHere,
  journalCodes,
  lostIdSteps,
  render,
  requestCodes,
  resolveSteps,
  sandboxCodes,
  type Text,
  terraformDialect,
} from "../contract/index.ts";
import { providerCodes } from "../provider/codes.ts";

/** The service's codes for a callback test that failed. */
const serviceCodes = documented(callbackCodes, ({ cause, verdict, remedy }) => ({
  what: `${cause} The verdict of the test is ${verdict}.`,
  remedy,
}));

/** A request that was sent can end with these. */
const afterSending: ReadonlySet<string> = new Set<FailureCode>([
  "aborted",
  "deadline_exceeded",
  "connection_lost",
  "response_timeout",
  "response_invalid",
  "response_cut",
  "response_too_large",
  "response_unreadable",
  "certificate_id_missing",
]);

/** Codes of the network, for every interface. If a request may have been sent, the warning comes before the cause. */
const networkCodes = documented(failureCodes, (failure, code) => {
  if (!afterSending.has(code)) return failure;
  const { find, happened, notHappened, elsewhere } = resolveSteps;
  if (code === "certificate_id_missing")
    return {
      ...failure,
      remedy: "The reissue happened. Do not repeat it, here or in the portal.",
      steps: lostIdSteps,
    };
  const mayBeNotSent = isEndedHere(code);
  const cause = render(failure.remedy, terraformDialect);
  // The answer may break off after it announced success. Without an answer, the outcome is always unknown.
  const maySucceed = code !== "connection_lost" && code !== "response_invalid";
  const meaning = maySucceed
    ? "If the outcome is `done-unread`, the reissue happened. If it is `unknown`, the reissue may have happened."
    : "A reissue may have happened.";
  return {
    ...failure,
    remedy: [
      ...(mayBeNotSent ? [`If the outcome is \`not-sent\`, nothing happened. ${cause}`] : []),
      `${meaning} Do not repeat it, here or in the portal. A callback test can be repeated.`,
    ].join(" "),
    steps: [
      ...[find, happened, notHappened, elsewhere],
      ...(maySucceed ? [afterDoneUnread] : []),
      ...(mayBeNotSent ? [] : [`Then remove the cause. ${cause}`]),
    ],
  };
});

/** Codes that only the command line has. */
const commandCodes = {
  usage: {
    what: "The command line is wrong. Nothing was done.",
    remedy: "Read `certorder help COMMAND`.",
  },
  not_confirmed: {
    what: "The question was not answered with yes. Nothing was done.",
    remedy: "Run the command again, and type `yes`.",
  },
  provider_not_started: {
    what: "The provider was installed, but it does not start here.",
    remedy: "Read the message. With `--dir`, install it on a file system from which programs may run.",
  },
} as const satisfies DocumentedCodes;

/** All codes, for `certorder help CODE` and for the documents. */
export const codeGroups = {
  service: { title: "The service's codes for a callback test", codes: serviceCodes },
  network: { title: "Codes of the network", codes: networkCodes },
  request: { title: "Codes of requests and settings", codes: requestCodes },
  journal: { title: "Codes of the journal", codes: journalCodes },
  command: { title: "Codes of the command line", codes: commandCodes },
  action: { title: "Codes of the GitHub Action", codes: actionCodes },
  provider: { title: "Codes of the Terraform provider", codes: providerCodes },
  sandbox: { title: "Codes of the sandbox", codes: sandboxCodes },
} as const satisfies Record<string, { title: string; codes: DocumentedCodes }>;

/** What the tables say about a code, and the title of its group. */
export function findCode(code: string): (DocumentedCode & { readonly group: string }) | undefined {
  for (const { title, codes } of Object.values<{ title: string; codes: DocumentedCodes }>(codeGroups)) {
    const entry = Object.hasOwn(codes, code) ? codes[code] : undefined;
    if (entry) return { group: title, ...entry };
  }
  return undefined;
}

function documented<T>(
  table: Readonly<Record<string, T>>,
  read: (entry: T, code: string) => Omit<DocumentedCode, "remedy"> & { readonly remedy: Text },
): DocumentedCodes {
  return Object.fromEntries(
    Object.entries(table).map(([name, entry]) => {
      const { what, remedy, ...texts } = read(entry, name);
      return [name, { what: sentence(what), remedy: render(remedy, terraformDialect), ...texts }];
    }),
  );
}

/** Messages continue with these texts after a colon. Here they stand alone. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}
