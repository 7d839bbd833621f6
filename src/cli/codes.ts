import {
  afterDoneUnread,
  callbackCodes,
  type DocumentedCode,
  type DocumentedCodes,
  failures,
  journalCodes,
  lostIdSteps,
  mayFollowSending,
  render,
  requestCodes,
  resolveSteps,
  sandboxCodes,
  type Text,
  terraformDialect,
} from "../contract/index.ts";

/** The service's codes for a callback test that failed. */
const serviceCodes = documented(callbackCodes, ({ cause, verdict, remedy }) => ({
  what: `${cause} The verdict of the test is ${verdict}.`,
  remedy,
}));

/** Codes of the network, for every interface. If a request may have been sent, the warning comes before the cause. */
const networkCodes = documented(failures, (failure, code) => {
  if (!mayFollowSending(code)) return failure;
  const { find, happened, notHappened, elsewhere } = resolveSteps;
  if (code === "certificate_id_missing")
    return {
      ...failure,
      remedy: "The reissue happened. Do not repeat it, here or in the portal.",
      steps: lostIdSteps,
    };
  const mayBeNotSent = code === "aborted" || code === "deadline_exceeded";
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

/** Codes that only the GitHub Action has. */
const actionCodes: DocumentedCodes = {
  rerun_refused: {
    what: "This is a re-run, the step may have run before, and no history knows what it sent.",
    remedy: "Look the order up at the service. Then start a new run, or set `allow-rerun: true`.",
  },
  history_unavailable: {
    what: "The history in the repository, or the time of this run, could not be read or written. Nothing was sent.",
    remedy: "Add the permission that the message shows. If GitHub is down, run the job again later.",
  },
  attempt_not_found: {
    what: "`resolve` or `supersede` names an attempt that the history does not have.",
    remedy: "Copy the id from the message about the blocked order. Use the same repository or journal.",
  },
  history_not_genuine: {
    what: "The history in the repository was changed without the auth key.",
    remedy:
      "Find the workflow that changed it. Look the order up at the service. Then delete that deployment.",
  },
  not_issued_yet: {
    what: "The order was reissued, but its callback did not come within `wait-until-issued`.",
    remedy: "Run the job again: nothing is sent, and it waits again.",
  },
  resolved_already: {
    what: "`resolve` names an attempt that has a result already. Nothing was sent.",
    remedy: "To reissue the order, start a run without `resolve`.",
  },
  resolved_elsewhere: {
    what: "`resolve` names an attempt of another order. Nothing was sent, and the step passed.",
    remedy: "There is nothing to do.",
  },
  superseded_elsewhere: {
    what: "`supersede` names an attempt of another order. Nothing was sent, and the step passed.",
    remedy: "There is nothing to do.",
  },
  certificate_id_unusable: {
    what: "The reissue happened, but the id has other characters than letters, digits and `._:/+=-`, or more than 64 of them.",
    remedy:
      "Do not repeat it. Look the certificate up at the service. Resolve the attempt with another name of the certificate, such as its serial number: `resolve: ATTEMPT:NAME`.",
  },
  dry_run: { what: "`dry-run` is true. Nothing was sent.", remedy: "There is nothing to do." },
  unrecognised_code: {
    what: "The service answered with a code that is not a plain word. So the output `code` does not repeat it.",
    remedy:
      "The error message of the step shows the code and what the service said. The output `outcome` says whether the reissue happened.",
  },
  not_in_a_workflow: {
    what: "A variable that GitHub sets is missing.",
    remedy: "Run the action as a step of a workflow.",
  },
};

/** Codes that only the command line has. */
const commandCodes: DocumentedCodes = {
  recently_reissued: {
    what: "A different request reissued the order within the time of `--unless-within`. Nothing was sent.",
    remedy:
      "If that request was intended, use its certificate. Otherwise add `--supersede ATTEMPT` to the command: this costs one more reissue. The message has the whole flag.",
  },
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
};

/** Codes that only the Terraform provider has. */
const providerCodes: DocumentedCodes = {
  provider_not_configured: {
    what: "A setting of the provider is only known after apply.",
    remedy: "Apply what it comes from first (`-target`), then plan again.",
  },
  reissues_switched_off: {
    what: "The plan reissues an order, and the provider block has `allow_reissue = false`.",
    remedy: "Remove that argument, or leave the order as it is.",
  },
  too_many_reissues: {
    what: "The plan reissues more orders than `max_reissues` allows.",
    remedy: "Read the plan. If it is right, raise `max_reissues` in the provider block.",
  },
  names_dropped: {
    what: "The new certificate would no longer have a name that the current one has. The service revokes certificates with a dropped name.",
    remedy:
      'Keep the name. Or accept its loss, after you have deployed without it: write `acknowledge_removed_names = ["old.example.com"]` into the resource, with exactly the dropped names. Remove the line after the apply.',
  },
  not_known_yet: {
    what: "The plan cannot tell whether it would reissue the same order or request again: a value is only known after apply.",
    remedy: "Apply what the value comes from first (`-target`), then plan again.",
  },
  order_described_twice: {
    what: "Two resources describe one order. The second one sends nothing.",
    remedy: "Describe each order in one resource.",
  },
  order_in_state: {
    what: "A new resource describes an order that the state has under another address, or whose object is tainted. The journal does not know its certificate.",
    remedy: "Move, untaint or remove the old object. The message shows the lines for each case.",
    steps: [
      "If the resource was renamed, add a `moved` block.",
      "If the object is tainted, run `terraform untaint ADDRESS`.",
      "If the orders of `count` have changed places, use `for_each` with the order's id as the key.",
    ],
  },
  replace_refused: {
    what: "`-replace` or `replace_triggered_by` replaces the resource. That does not reissue its order.",
    remedy: "Change a value in `triggers` to reissue the order.",
  },
  plan_outdated: {
    what: "The plan was made with an entry of `resolve` or `supersede` that this run does not have, or the order was reissued since.",
    remedy: "Plan again, with the same settings as the apply.",
  },
  invalid_import_id: {
    what: "The id of the import cannot be read.",
    remedy: "Write `ORDER/CERTIFICATE`, `ORDER/CERTIFICATE@2026-01-31` or `ORDER/CERTIFICATE@latest`.",
  },
  import_not_latest: {
    what: "The journal has a later certificate of the order than the imported one.",
    remedy:
      "Import the certificate that the message names. If the other one is newer, add `@latest` to the id.",
  },
  import_differs: {
    what: "The imported certificate was made from a different request than the configured one.",
    remedy: "Configure the request that made it, or name its attempt with `supersede`.",
  },
  import_other_order: {
    what: "The import has another order than `order_id` says.",
    remedy: "Import the configured order, or correct `order_id`.",
  },
  no_receiver: {
    what: "`wait_until_issued` waits for a callback in the journal, and no receiver writes to it.",
    remedy: "Start `certorder receive` with the same journal, or remove `wait_until_issued`.",
  },
};

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
