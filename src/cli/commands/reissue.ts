import { checkRequest, resultOfEarlier } from "../../client/index.ts";
import type { Settings, Values } from "../../contract/index.ts";
import { reissueFields, reissueOperation, requireCallbackDoc } from "../../contract/index.ts";
import { listenForInterrupt } from "../../interrupt.ts";
import { type Attempt, type Journal, knowing, requestDigest } from "../../journal/index.ts";
import { reissueTime, withAge } from "../age.ts";
import { type CommandInput, defineCommand } from "../command.ts";
import { confirm } from "../confirm.ts";
import { createCliClient, isWrong, openReissueJournal, readSettings, refuseProblems } from "../connect.ts";
import { dryRunResult } from "../dry-run.ts";
import { fieldFlags } from "../flags.ts";
import { showWhileWaiting } from "../progress.ts";
import { isWithin, recentlyReissued } from "../recent-reissue.ts";
import { choiceFlags, type ReissueChoices, readReissueChoices } from "../reissue-choices.ts";
import { readRequest, refuseMismatch } from "../reissue-request.ts";
import { showResult } from "../reissue-result.ts";

/** What most requests have. The order is an operand, and a CSR comes from a file. */
const { common_name, dns_names, sign_hash, validity_days, ...otherFields } = reissueFields;
const { order_id: _operand, ...rareFields } = otherFields;

export const command = defineCommand({
  details: "A reissue costs money and may revoke the certificate in use.",
  operands: "ORDER_ID",
  flags: {
    "csr-file": { kind: "value", value: "PATH", doc: "Read the CSR from a file; - is standard input." },
    ...fieldFlags({ common_name, dns_names, sign_hash, validity_days }),
    "request-file": {
      kind: "value",
      value: "PATH",
      doc: "Read the request from a JSON file in the service's form; - is standard input. Flags win over it.",
    },
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
    "certorder reissue order-1 --request-file request.json --yes --idempotency-key TICKET-4711 --json",
    "certorder reissue order-1 --request-file request.json --yes --unless-within 30d",
  ],

  async run(input) {
    const { output } = input;
    const { values, problems: requestProblems } = await readRequest(input);
    const { settings, problems: settingProblems } = await readSettings(input);
    const { "dry-run": dryRun, "require-callback": requireCallback = false } = input.flags;
    const problems = [
      ...(dryRun ? settingProblems.filter(isWrong) : settingProblems),
      ...requestProblems,
      ...refuseMismatch(checkRequest(reissueOperation, values), input.flags["allow-mismatch"]),
    ];
    refuseProblems("The reissue was not sent", problems);
    if (dryRun) {
      for (const problem of problems) output.warning(problem);
      if (requireCallback) output.note("The callback would be tested first.");
      return dryRunResult(reissueOperation, values, settings);
    }
    return reissue(
      values,
      settings,
      { ...readReissueChoices(input.flags, settings), requireCallback },
      input,
    );
  },
});

/** Reads the journal, asks the person, then sends. */
async function reissue(
  values: Values,
  settings: Settings,
  options: ReissueChoices & { readonly requireCallback: boolean },
  input: CommandInput,
): Promise<number> {
  const { output } = input;
  const { idempotencyKey, supersede, unlessWithinMs, needsConfirmation, requireCallback } = options;
  const orderId = String(values.order_id);
  const digest = requestDigest(orderId, values);
  const journal = openReissueJournal(settings, input);
  const client = createCliClient(settings, output, journal ?? "none");
  const { service } = client;
  using interrupt = listenForInterrupt(() => output.noteStop());
  const untilAnswered = <T>(work: Promise<T>) => client.untilJournalAnswers(orderId, work, interrupt.signals);
  const snapshot =
    journal && (await showWhileWaiting("the journal", untilAnswered(journal.snapshot(orderId, service))));
  const { latest } = snapshot ?? {};
  // Fix the known latest now: reissues during the question or in a race must not count as known.
  const intent = { knownLatest: knowing(latest ?? {}), force: true };
  const decision = await journal?.preview(
    { ...intent, orderId, service, idempotencyKey, supersede, requestDigest: digest },
    snapshot,
  );
  // If nothing is to be sent, there is no question: the client returns the earlier certificate, or explains what blocks.
  if (decision === undefined || decision.kind === "send") {
    if (latest && latest.attemptId !== supersede && isWithin(latest, unlessWithinMs)) {
      if (latest.requestDigest !== digest) throw recentlyReissued(latest, digest);
      return showResult(resultOfEarlier(latest), idempotencyKey, output);
    }
    if (needsConfirmation)
      await confirm(question(orderId, settings, latest), "Nothing was sent.", interrupt.signals.stopSignal);
  }

  if (journal && snapshot) {
    if (snapshot.recorded.length === 0 && (await untilAnswered(isNew(journal))))
      output.note(`${journal.title} is new: it knows no earlier reissue.`);
    for (const { attemptId, certificateId, by } of snapshot.resolutions)
      if (by)
        output.note(
          `A callback resolves attempt ${attemptId}: the service issued certificate ${certificateId}.`,
        );
    await untilAnswered(journal.write(snapshot));
  }
  const sent = client.sendReissue(values, {
    ...interrupt.signals,
    idempotencyKey,
    supersede,
    intent,
    snapshot,
    requireCallback,
  });
  const result = await showWhileWaiting("the service", sent);
  return showResult(result, idempotencyKey, output);
}

/** A journal that cannot be asked is not new. If it is required, the claim explains why it cannot be used. */
function isNew(journal: Journal): Promise<boolean> {
  return journal.exists().then(
    (exists) => !exists,
    () => false,
  );
}

function question(orderId: string, { base_url, journal }: Settings, latest: Attempt | undefined): string[] {
  const history = latest
    ? `It was last reissued ${withAge(reissueTime(latest))}: certificate ${latest.certificateId} (attempt ${latest.attemptId}).`
    : "The journal has no earlier reissue of it.";
  return [
    `Reissue the certificate of order ${orderId} at ${base_url}?`,
    ...(journal === "none" ? [] : [history]),
    "This costs money and may revoke the certificate in use. Type yes to go on:",
  ];
}
