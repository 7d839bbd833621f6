import {
  actionCodes,
  callbackCodes,
  commandCodes,
  type DocumentedCode,
  type DocumentedCodes,
  failures,
  journalCodes,
  mayFollowSending,
  render,
  requestCodes,
  sandboxCodes,
  type Text,
  terraformDialect,
} from "../contract/index.ts";

/** The service's codes for a callback test that failed. */
const serviceCodes = documented(callbackCodes, ({ cause, verdict, remedy }) => ({
  what: `${cause} The verdict of the test is ${verdict}.`,
  remedy,
}));

const resolveUnknown = [
  "If the message says that the outcome of a reissue is unknown, do not repeat it by another way.",
  "Run `certorder journal show ORDER`, and look the order up at the service.",
  "State what you found: `certorder journal resolve ORDER ATTEMPT --certificate-id ID`, or `--not-happened`.",
];

/** Codes of the network, for every interface. */
const networkCodes = documented(failures, (failure, code) => ({
  ...failure,
  ...(mayFollowSending(code) && { steps: resolveUnknown }),
}));

/** All codes, for `certorder help CODE` and for the documents. */
export const codeGroups = {
  service: { title: "The service's codes for a callback test", codes: serviceCodes },
  network: { title: "Codes of the network", codes: networkCodes },
  request: { title: "Codes of requests and settings", codes: requestCodes },
  journal: { title: "Codes of the journal", codes: journalCodes },
  command: { title: "Codes of the command line", codes: commandCodes },
  action: { title: "Codes of the GitHub Action", codes: actionCodes },
  sandbox: { title: "Codes of the sandbox", codes: sandboxCodes },
} as const satisfies Record<string, { title: string; codes: DocumentedCodes }>;

/** What the tables say about a code, and the title of its group. */
export function findCode(code: string): (DocumentedCode & { readonly group: string }) | undefined {
  for (const { title, codes } of Object.values<{ title: string; codes: DocumentedCodes }>(codeGroups)) {
    const found = Object.hasOwn(codes, code) ? codes[code] : undefined;
    if (found) return { group: title, ...found };
  }
  return undefined;
}

function documented<T>(
  table: Readonly<Record<string, T>>,
  read: (entry: T, code: string) => Omit<DocumentedCode, "remedy"> & { readonly remedy: Text },
): DocumentedCodes {
  return Object.fromEntries(
    Object.entries(table).map(([name, entry]) => {
      const { what, remedy, ...more } = read(entry, name);
      return [name, { what: sentence(what), remedy: render(remedy, terraformDialect), ...more }];
    }),
  );
}

/** Messages continue with these texts after a colon. Here they stand alone. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}
