import { alreadyDone, checkRequest } from "../../client/index.ts";
import type { Settings } from "../../contract/index.ts";
import { reissue, reissueFields, requireCallbackDoc } from "../../contract/index.ts";
import { type Attempt, knowing, requestDigest } from "../../journal/index.ts";
import { reissuedAt, withAge } from "../age.ts";
import type { Command } from "../command.ts";
import { confirm } from "../confirm.ts";
import { createClient, isWrong, openJournal, readSettings, refuseProblems } from "../connect.ts";
import { showRequest } from "../dry-run.ts";
import { exitCodes } from "../exit-code.ts";
import { fieldFlags, settingFlags } from "../flags.ts";
import { intentFlags, readIntent } from "../intent.ts";
import { onInterrupt } from "../interrupt.ts";
import { isWithin, recentlyReissued } from "../recent-reissue.ts";
import { readRequest } from "../reissue-request.ts";
import { showResult } from "../reissue-result.ts";

const { order_id: _operand, ...fieldsBesideOrder } = reissueFields;

export const command: Command = {
  name: "reissue",
  summary:
    "Reissue the certificate of an order. Costs money and may revoke the certificate in use; sent at most once.",
  operands: "ORDER_ID",
  flags: {
    ...fieldFlags(fieldsBesideOrder),
    "csr-file": { kind: "value", value: "PATH", doc: "Read the CSR from a file; - is standard input." },
    "request-file": {
      kind: "value",
      value: "PATH",
      doc: "Read the request from a JSON file in the service's form; - is standard input. Flags win over it.",
    },
    "require-callback": { kind: "switch", doc: requireCallbackDoc },
    "dry-run": { kind: "switch", doc: "Show the request with its secrets masked, and send nothing." },
    ...intentFlags,
    ...settingFlags(),
  },
  examples: [
    "certorder reissue order-1 --sign-hash sha256 --common-name example.com --csr-file site.csr",
    "certorder reissue order-1 --request-file request.json --yes --idempotency-key TICKET-4711 --json",
    "certorder reissue order-1 --request-file request.json --yes --unless-within 30d",
  ],

  async run(input) {
    const { output } = input;
    const { values, issues: requestIssues } = await readRequest(input);
    const { settings, issues } = await readSettings(input);
    const dryRun = input.given["dry-run"] === true;
    const requireCallback = input.given["require-callback"] === true;
    const problems = [
      ...(dryRun ? issues.filter(isWrong) : issues),
      ...requestIssues,
      ...checkRequest(reissue, values),
    ];
    refuseProblems("The reissue was not sent", problems);
    if (dryRun) {
      for (const issue of problems) output.warning(issue);
      if (requireCallback) output.note("The callback would be tested first.");
      await showRequest(reissue, values, settings, output);
      return exitCodes.ok;
    }

    const { idempotencyKey, supersede, unlessWithinMs, isTyped } = readIntent(input, settings);
    const orderId = String(values.order_id);
    const digest = requestDigest(orderId, values);
    const journal = openJournal(settings, input);
    const client = createClient(settings, output, journal ?? "none");
    const { service } = client;
    const snapshot =
      journal && (await client.untilJournalAnswers(orderId, journal.snapshot(orderId, service)));
    const { latest } = snapshot ?? {};
    // Fix the known latest now: reissues during the question or in a race must not count as known.
    const intent = { knownLatest: knowing(latest ?? {}), force: true };
    const verdict = await journal?.preview(
      { ...intent, orderId, service, idempotencyKey, supersede, requestDigest: digest },
      snapshot,
    );
    // If nothing is to be sent, there is no question: the client returns the earlier certificate, or explains what blocks.
    if (verdict === undefined || verdict.kind === "send") {
      if (latest && latest.attemptId !== supersede && isWithin(latest, unlessWithinMs)) {
        if (latest.requestDigest !== digest) throw recentlyReissued(latest, digest);
        return showResult(alreadyDone(latest), idempotencyKey, output);
      }
      if (isTyped && !(await confirm(question(orderId, settings, latest)))) {
        output.note("Nothing was sent.");
        return exitCodes.failed;
      }
    }

    if (journal && snapshot) {
      for (const { attemptId, certificateId, by } of snapshot.resolutions)
        if (by)
          output.note(
            `A callback settles attempt ${attemptId}: the service issued certificate ${certificateId}.`,
          );
      await client.untilJournalAnswers(orderId, journal.write(snapshot));
    }
    using interrupt = onInterrupt(output.note);
    const result = await client.send(reissue, values, {
      ...interrupt.signals,
      idempotencyKey,
      supersede,
      intent,
      snapshot,
      requireCallback,
    });
    return showResult(result, idempotencyKey, output);
  },
};

function question(orderId: string, { base_url, journal }: Settings, latest: Attempt | undefined): string[] {
  const history = latest
    ? `It was last reissued ${withAge(reissuedAt(latest))}: certificate ${latest.certificateId} (attempt ${latest.attemptId}).`
    : "The journal has no earlier reissue of it.";
  return [
    `Reissue the certificate of order ${orderId} at ${base_url}?`,
    ...(journal === "none" ? [] : [history]),
    "This costs money and may revoke the certificate in use. Type yes to go on:",
  ];
}
