import { checkRequest } from "../../client/index.ts";
import {
  type Field,
  InvalidInputError,
  readIssueTime,
  reissueFields,
  reissueOperation,
} from "../../contract/index.ts";
import { requestDigest, toServiceRef } from "../../journal/index.ts";
import { defineCommand } from "../command.ts";
import { readSettings, refuseProblems } from "../connect.ts";
import { fieldFlags } from "../flags.ts";
import { showWhileWaiting } from "../progress.ts";
import { flagFields, readRequest, requestFlags } from "../reissue-request.ts";
import { existingJournal } from "../which-journal.ts";

export const command = defineCommand({
  details:
    "Another program made it, or a person in the service's portal. Nothing is sent. Then the order can be renewed with --max-age. A later import corrects an earlier one.",
  operands: "ORDER_ID CERTIFICATE_ID",
  flags: {
    "issued-at": {
      kind: "value",
      value: "DATE",
      doc: "When it was issued, such as 2026-11-01. --max-age counts from it.",
    },
    latest: { kind: "switch", doc: "The journal has another latest certificate, and this one is newer." },
    "bring-back": {
      kind: "switch",
      doc: "The order was reissued after this certificate, and it is the one to use again.",
    },
    ...requestFlags,
  },
  moreFlags: fieldFlags(flagFields),
  settings: "statement",
  unfinished: "The certificate may not be imported.",
  examples: [
    "certorder journal import order-1 cert-7 --issued-at 2026-11-01",
    "certorder journal import order-1 cert-7 --latest --request-file request.json",
  ],

  async run(input) {
    const { operands, flags, output } = input;
    const [orderId, certificateId] = operands;
    const { settings, problems: settingProblems } = await readSettings(input);
    const { values, problems } = await readRequest(input);
    // The environment may have secrets of a request, whatever the command is.
    const isStated = Object.entries<Field>(reissueFields).some(
      ([name, { sensitive }]) => name !== "order_id" && name in values && !sensitive,
    );
    refuseProblems("The certificate was not imported", [
      ...settingProblems.filter(
        ({ contractName }) => contractName === "base_url" || contractName === "service",
      ),
      ...problems,
      ...(isStated ? checkRequest(reissueOperation, values) : []),
    ]);
    const date = flags["issued-at"];
    const time = date === undefined ? {} : readIssueTime(date, new Date());
    if (time.problem) throw new InvalidInputError("The certificate was not imported", [time.problem]);
    const { journal } = await existingJournal(input);
    const importing = journal.importCertificate(
      {
        orderId,
        certificateId,
        issuedAt: time.issuedAt,
        asLatest: flags.latest,
        bringsBack: flags["bring-back"],
        requestDigest: isStated ? requestDigest(orderId, values) : undefined,
        validityDays: isStated ? (values.validity_days as number | undefined) : undefined,
      },
      toServiceRef(settings.service, new URL(settings.base_url).href),
    );
    const { attempt, isNew } = await showWhileWaiting("the store", importing);
    const done = isNew ? "✓ imported" : "✓ already the latest";
    return {
      json: { orderId, certificateId, attemptId: attempt.attemptId, imported: isNew },
      lines: [`${output.style("green", done)} certificate ${certificateId} of order ${orderId}`],
    };
  },
});
