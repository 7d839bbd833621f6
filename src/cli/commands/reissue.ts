import { checkRequest, isDue, previewReissue } from "../../client/index.ts";
import type { Settings, Values } from "../../contract/index.ts";
import { reissueOperation, render, vanishingJournal, withAge } from "../../contract/index.ts";
import { listenForInterrupt } from "../../interrupt.ts";
import {
  type Attempt,
  ageStart,
  findDifferences,
  type Journal,
  openConfiguredJournal,
  type RecordedRequest,
  recordRequest,
  showDifferences,
  toServiceRef,
} from "../../journal/index.ts";
import { type CommandInput, defineCommand } from "../command.ts";
import { confirm } from "../confirm.ts";
import { createCliClient, isWrong, readSettings, refuseProblems } from "../connect.ts";
import { dryRunResult } from "../dry-run.ts";
import { fieldFlags } from "../flags.ts";
import { checkOrderOrFile, manyFlags, moreManyFlags } from "../many/flags.ts";
import { reissueMany } from "../many/reissue-many.ts";
import type { Output } from "../output.ts";
import { showWaiting } from "../progress.ts";
import {
  choiceFlags,
  type ReissueChoices,
  readReissueChoices,
  sendFlags,
  supersedeFlag,
} from "../reissue-choices.ts";
import { flagFields, mismatchFlag, readRequest, refuseMismatch, requestFlags } from "../reissue-request.ts";
import { showResult } from "../reissue-result.ts";

/** What most requests have, and the rest. */
const { common_name, dns_names, sign_hash, ...rareFields } = flagFields;

export const command = defineCommand({
  details: "A reissue costs money and may revoke the certificate in use.",
  operands: "[ORDER_ID]",
  flags: {
    ...manyFlags,
    ...requestFlags,
    ...fieldFlags({ common_name, dns_names, sign_hash }),
    ...choiceFlags,
    ...sendFlags,
  },
  moreFlags: {
    ...fieldFlags(rareFields),
    ...supersedeFlag,
    ...moreManyFlags,
    ...mismatchFlag,
  },
  settings: "all",
  examples: [
    "certorder reissue order-1 --sign-hash sha256 --common-name example.com --csr-file site.csr",
    "certorder reissue order-1 --request-file request.json --idempotency-key TICKET-4711 --json",
    "certorder reissue order-1 --request-file request.json --max-age 60d",
    "certorder reissue --from orders.csv --sign-hash sha256 --max-age 60d --yes",
  ],

  async run(input) {
    const { output, flags } = input;
    checkOrderOrFile(input.operands, flags);
    if (flags.from !== undefined) return reissueMany(flags.from, input);
    const { values, problems: requestProblems } = await readRequest(input);
    const { settings, problems: settingProblems } = await readSettings(input);
    const { "dry-run": dryRun, "require-callback": requireCallback = false, quiet: isQuiet = false } = flags;
    const { choices, problems: choiceProblems } = readReissueChoices(flags, settings, values);
    const problems = [
      ...(dryRun ? settingProblems.filter(isWrong) : [...settingProblems, ...choiceProblems]),
      ...requestProblems,
      ...refuseMismatch(checkRequest(reissueOperation, values), flags["allow-mismatch"]),
    ];
    refuseProblems("The reissue was not sent", problems);
    if (dryRun) {
      for (const problem of problems) output.warning(problem);
      if (requireCallback) output.note("The callback would be tested first.");
      const due = await isRenewalDue(values, settings, choices, input);
      if (due !== undefined) output.note(`A renewal is ${due ? "" : "not "}due.`);
      const { json, lines } = dryRunResult(reissueOperation, values, settings);
      return { json: { ...json, due }, lines };
    }
    return reissue(values, settings, { ...choices, requireCallback, isQuiet }, input);
  },
});

/** Undefined if it is not a renewal, or if the service or the journal is not known yet. */
async function isRenewalDue(
  values: Values,
  { base_url, service, ...settings }: Settings,
  { maxAgeMs }: ReissueChoices,
  { env }: CommandInput,
): Promise<boolean | undefined> {
  const journal = openConfiguredJournal(settings, { env });
  if (maxAgeMs === undefined || base_url === undefined || !journal) return undefined;
  await journal.requireExisting();
  const about = toServiceRef(service, base_url);
  return isDue(await previewReissue(journal, values, { service: about, maxAgeMs }), journal.now());
}

/** Decides, asks the person if the order may be reissued, then sends. */
async function reissue(
  values: Values,
  settings: Settings,
  options: ReissueChoices & { readonly requireCallback: boolean; readonly isQuiet: boolean },
  { env, output }: CommandInput,
): Promise<number> {
  const { needsConfirmation, isQuiet, ...asking } = options;
  const orderId = String(values.order_id);
  const journal = openConfiguredJournal(settings, { env });
  const client = createCliClient(settings, output, journal ?? "none");
  const vanishing = vanishingJournal(settings.journal, env);
  if (vanishing) output.warning(vanishing);
  using interrupt = listenForInterrupt(() => output.noteStop());
  let progress: Disposable | undefined;
  const startProgress = () => {
    if (!isQuiet) progress = showWaiting("the service");
  };
  const ask = async (latest: Attempt | undefined) => {
    const isNew = journal !== undefined && !(await journal.exists());
    const history = latest
      ? describeLatest(latest, recordRequest(orderId, values), output, journal?.now())
      : [describeNone(journal, isNew)];
    await confirm(question(orderId, settings, history), "Nothing was sent.", interrupt.signals.stopSignal);
    if (isNew) await journal.create();
    startProgress();
  };
  if (!needsConfirmation) startProgress();
  const result = await client
    .sendReissue(values, {
      ...interrupt.signals,
      ...asking,
      confirm: needsConfirmation ? ask : undefined,
    })
    .finally(() => progress?.[Symbol.dispose]());
  return showResult(result, { ...options, now: journal?.now() }, output);
}

function describeLatest(
  latest: Attempt,
  request: RecordedRequest,
  { dialect }: Output,
  now?: Date,
): string[] {
  const { certificateId = "(encrypted)", attemptId, requestDigest: known } = latest;
  const isSame = known === request.requestDigest;
  // An import need not state the request.
  const from =
    known === undefined ? "a request that is not recorded" : isSame ? "the same request" : "another request";
  const differs = known === undefined ? [] : findDifferences(latest, request);
  const shown = render(showDifferences(differs), dialect)
    .split("\n")
    .filter((line) => line !== "");
  return [
    `Its latest certificate is ${certificateId}, made ${withAge(ageStart(latest), now)} from ${from} (attempt ${attemptId}).`,
    ...shown,
  ];
}

function describeNone(journal: Journal | undefined, isNew: boolean): string {
  if (!journal) return "There is no journal: nothing remembers this reissue.";
  return isNew
    ? `${journal.title} is new: it knows no earlier reissue.`
    : `${journal.title} has no earlier reissue of it.`;
}

function question(orderId: string, { base_url }: Settings, history: readonly string[]): string[] {
  return [
    `Reissue the certificate of order ${orderId} at ${base_url}?`,
    ...history,
    "This costs money and may revoke the certificate in use. Type yes to go on:",
  ];
}
