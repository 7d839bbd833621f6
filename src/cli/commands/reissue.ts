import { checkRequest } from "../../client/index.ts";
import type { Settings, Values } from "../../contract/index.ts";
import { reissueOperation, requireCallbackDoc, withAge } from "../../contract/index.ts";
import { listenForInterrupt } from "../../interrupt.ts";
import {
  type Attempt,
  ageStart,
  type Journal,
  openConfiguredJournal,
  requestDigest,
} from "../../journal/index.ts";
import { type CommandInput, defineCommand } from "../command.ts";
import { confirm } from "../confirm.ts";
import { createCliClient, isWrong, readSettings, refuseProblems } from "../connect.ts";
import { dryRunResult } from "../dry-run.ts";
import { fieldFlags } from "../flags.ts";
import { showWaiting } from "../progress.ts";
import { choiceFlags, type ReissueChoices, readReissueChoices } from "../reissue-choices.ts";
import { flagFields, readRequest, refuseMismatch, requestFlags } from "../reissue-request.ts";
import { showResult } from "../reissue-result.ts";

/** What most requests have, and the rest. */
const { common_name, dns_names, sign_hash, validity_days, ...rareFields } = flagFields;

export const command = defineCommand({
  details: "A reissue costs money and may revoke the certificate in use.",
  operands: "ORDER_ID",
  flags: {
    ...requestFlags,
    ...fieldFlags({ common_name, dns_names, sign_hash, validity_days }),
    ...choiceFlags,
    "require-callback": { kind: "switch", doc: requireCallbackDoc },
    "dry-run": { kind: "switch", doc: "Show the request with its secrets masked, and send nothing." },
  },
  moreFlags: {
    ...fieldFlags(rareFields),
    "allow-mismatch": {
      kind: "switch",
      doc: "Send the request although the names in its CSR differ from the requested ones.",
    },
  },
  settings: "all",
  examples: [
    "certorder reissue order-1 --sign-hash sha256 --common-name example.com --csr-file site.csr",
    "certorder reissue order-1 --request-file request.json --idempotency-key TICKET-4711 --json",
    "certorder reissue order-1 --request-file request.json --max-age 60d",
  ],

  async run(input) {
    const { output } = input;
    const { values, problems: requestProblems } = await readRequest(input);
    const { settings, problems: settingProblems } = await readSettings(input);
    const { "dry-run": dryRun, "require-callback": requireCallback = false } = input.flags;
    const { choices, problems: choiceProblems } = readReissueChoices(input.flags, settings, values);
    const problems = [
      ...(dryRun ? settingProblems.filter(isWrong) : [...settingProblems, ...choiceProblems]),
      ...requestProblems,
      ...refuseMismatch(checkRequest(reissueOperation, values), input.flags["allow-mismatch"]),
    ];
    refuseProblems("The reissue was not sent", problems);
    if (dryRun) {
      for (const problem of problems) output.warning(problem);
      if (requireCallback) output.note("The callback would be tested first.");
      return dryRunResult(reissueOperation, values, settings);
    }
    return reissue(values, settings, { ...choices, requireCallback }, input);
  },
});

/** Decides, asks the person if the order may be reissued, then sends. */
async function reissue(
  values: Values,
  settings: Settings,
  options: ReissueChoices & { readonly requireCallback: boolean },
  { env, output }: CommandInput,
): Promise<number> {
  const { needsConfirmation, ...asking } = options;
  const orderId = String(values.order_id);
  const journal = openConfiguredJournal(settings, { env });
  const client = createCliClient(settings, output, journal ?? "none");
  using interrupt = listenForInterrupt(() => output.noteStop());
  let progress: Disposable | undefined;
  const ask = async (latest: Attempt | undefined) => {
    const isNew = journal !== undefined && !(await journal.exists());
    const digest = requestDigest(orderId, values);
    const history = latest ? describeLatest(latest, digest) : describeNone(journal, isNew);
    await confirm(question(orderId, settings, history), "Nothing was sent.", interrupt.signals.stopSignal);
    if (isNew) await journal.create();
    progress = showWaiting("the service");
  };
  if (!needsConfirmation) progress = showWaiting("the service");
  const result = await client
    .sendReissue(values, {
      ...interrupt.signals,
      ...asking,
      confirm: needsConfirmation ? ask : undefined,
    })
    .finally(() => progress?.[Symbol.dispose]());
  return showResult(result, options, output);
}

function describeLatest(latest: Attempt, digest: string): string {
  const { certificateId = "(encrypted)", attemptId, requestDigest: known } = latest;
  const isSame = known === digest;
  // An import need not state the request.
  const request =
    known === undefined ? "a request that is not recorded" : isSame ? "the same request" : "another request";
  return `Its latest certificate is ${certificateId}, made ${withAge(ageStart(latest))} from ${request} (attempt ${attemptId}).`;
}

function describeNone(journal: Journal | undefined, isNew: boolean): string {
  if (!journal) return "There is no journal: nothing remembers this reissue.";
  return isNew
    ? `${journal.title} is new: it knows no earlier reissue.`
    : `${journal.title} has no earlier reissue of it.`;
}

function question(orderId: string, { base_url }: Settings, history: string): string[] {
  return [
    `Reissue the certificate of order ${orderId} at ${base_url}?`,
    history,
    "This costs money and may revoke the certificate in use. Type yes to go on:",
  ];
}
