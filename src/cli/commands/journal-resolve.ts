import { InputProblem, type Resolution, text } from "../../contract/index.ts";
import {
  describeEvidence,
  findContradicting,
  type Journal,
  noCallbacks,
  onlyCallback,
} from "../../journal/index.ts";
import { defineCommand } from "../command.ts";
import { UsageError } from "../command-error.ts";
import type { OrderRow } from "../orders/index.ts";
import { showWhileWaiting } from "../progress.ts";
import { checkOperandsOrFile, fileFlags } from "../statements/file-flags.ts";
import { recordAll } from "../statements/record-all.ts";
import { describeResolution, readResolutionRow, resolutionRows } from "../statements/resolutions.ts";
import { existingJournal } from "../which-journal.ts";

export const command = defineCommand({
  details:
    "Look the order up in the service's portal first. Then the order can be reissued again. A later statement corrects an earlier one, but cannot take back a certificate.",
  operands: "[ORDER_ID ATTEMPT_ID]",
  flags: {
    "not-happened": { kind: "switch", doc: "The certificate was not reissued." },
    "certificate-id": {
      kind: "value",
      value: "ID",
      doc: "The certificate was reissued, and this is the new one.",
    },
    "same-id": {
      kind: "switch",
      doc: "The service gave the new certificate an id that an earlier one of the order has.",
    },
    ...fileFlags,
  },
  settings: "journal",
  unfinished: "The outcome may not be recorded.",
  examples: [
    "certorder journal resolve order-1 0123456789ab --not-happened",
    "certorder journal resolve order-1 0123456789ab --certificate-id cert-7",
    "certorder journal resolve --from outcomes.csv",
  ],

  async run(input) {
    const { operands, flags, output } = input;
    checkOperandsOrFile("journal resolve", ["ORDER_ID", "ATTEMPT_ID"], operands, flags);
    const {
      "not-happened": notHappened = false,
      "certificate-id": certificateId = null,
      "same-id": isSameId = false,
      from: path,
      yes = false,
    } = flags;
    if (path !== undefined) {
      if (notHappened || certificateId !== null || isSameId)
        throw new UsageError("With --from, each row has its own outcome.", "Leave the other flags out.");
      const { journal } = await existingJournal(input);
      const read = (row: OrderRow) => readResolutionRow(row, journal);
      return recordAll({
        path,
        yes,
        options: resolutionRows,
        words: { done: "resolved", stood: "resolved before" },
        output,
        read,
      });
    }
    const [orderId = "", attemptId = ""] = operands;
    if (notHappened === (certificateId !== null) || certificateId === "" || (notHappened && isSameId))
      throw new UsageError(
        "The command needs exactly one outcome.",
        "Give either --not-happened, or --certificate-id ID with or without --same-id.",
      );
    const { journal } = await existingJournal(input);
    const statement = { orderId, attemptId, certificateId, isSameId };
    const warning = await callbackWarning(statement, journal);
    await showWhileWaiting("the store", journal.resolve(statement));
    if (warning) output.warning(warning);
    const resolution = describeResolution({ orderId, attemptId, certificateId });
    return {
      json: { attemptId, orderId, certificateId, resolved: true },
      lines: [`${output.style("green", "✓ resolved")} ${resolution}`],
    };
  },
});

/** A callback settles nothing, so the statement is accepted. But it may be wrong. */
async function callbackWarning(
  { orderId, ...resolution }: Resolution & { readonly orderId: string },
  journal: Journal,
): Promise<InputProblem | undefined> {
  const { attemptId } = resolution;
  const { attempts } = await journal.history(orderId);
  // A receiver whose log cannot be read must not keep an attempt open.
  const { issued } = await journal.callbacks.read(orderId).catch(() => noCallbacks);
  const callbacks = findContradicting(resolution, attempts, issued);
  if (callbacks.length === 0) return undefined;
  const certificateId = onlyCallback(callbacks)?.certificateId;
  return new InputProblem(
    "certificate_id",
    "called-back",
    describeEvidence(callbacks).trim(),
    text`If the portal shows that certificate on the order, correct the statement:\n\n    ${{ kind: "resolve", orderId, attemptId, certificateId }}`,
    { severity: "warning" },
  );
}
