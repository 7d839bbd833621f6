import { defineCommand } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { showWhileWaiting } from "../progress.ts";
import { existingJournal } from "../which-journal.ts";

export const command = defineCommand({
  details:
    "Look the order up at the service first. Then the order can be reissued again. A later statement corrects an earlier one.",
  operands: "ORDER_ID ATTEMPT_ID",
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
  },
  settings: "journal",
  unfinished: "The outcome may not be recorded.",
  examples: [
    "certorder journal resolve order-1 0123456789ab --not-happened",
    "certorder journal resolve order-1 0123456789ab --certificate-id cert-7",
  ],

  async run(input) {
    const { operands, flags, output } = input;
    const [orderId, attemptId] = operands;
    const {
      "not-happened": notHappened = false,
      "certificate-id": certificateId = null,
      "same-id": isSameId = false,
    } = flags;
    if (notHappened === (certificateId !== null) || certificateId === "" || (notHappened && isSameId))
      throw new UsageError(
        "The command needs exactly one outcome.",
        "Give either --not-happened, or --certificate-id ID with or without --same-id.",
      );
    const { journal } = await existingJournal(input);
    await showWhileWaiting("the store", journal.resolve({ orderId, attemptId, certificateId, isSameId }));
    const result = certificateId === null ? "not reissued" : `certificate ${certificateId}`;
    return {
      json: { attemptId, orderId, certificateId, resolved: true },
      lines: [`${output.style("green", "✓ resolved")} attempt ${attemptId} of order ${orderId}: ${result}`],
    };
  },
});
