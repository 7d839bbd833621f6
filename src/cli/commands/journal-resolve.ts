import type { CommandDefinition } from "../command.ts";
import { UsageError } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { showWhileWaiting } from "../progress.ts";
import { existingJournal, reportJournalErrors } from "../which-journal.ts";

export const command: CommandDefinition = {
  details: "Look the order up at the service first. Then the order can be reissued again.",
  operands: "ORDER_ID ATTEMPT_ID",
  flags: {
    "not-happened": { kind: "switch", doc: "The certificate was not reissued." },
    "certificate-id": {
      kind: "value",
      value: "ID",
      doc: "The certificate was reissued, and this is the new one.",
    },
  },
  settings: "journal",
  examples: [
    "certorder journal resolve order-1 0123456789ab --not-happened",
    "certorder journal resolve order-1 0123456789ab --certificate-id cert-7",
  ],

  async run({ operands, flags, env, output }) {
    const [orderId, attemptId, ...surplus] = operands;
    const certificateId = flags["certificate-id"] as string | undefined;
    const notHappened = flags["not-happened"] === true;
    if (orderId === undefined || attemptId === undefined || surplus.length > 0)
      throw new UsageError(
        "The command needs exactly one order and one attempt.",
        "Give ORDER_ID and ATTEMPT_ID. Find both with certorder journal list.",
      );
    if (notHappened === (certificateId !== undefined) || certificateId === "")
      throw new UsageError(
        "The command needs exactly one outcome.",
        "Give either --not-happened or --certificate-id ID.",
      );
    return reportJournalErrors(output, async () => {
      const { journal } = await existingJournal({ flags, env });
      await showWhileWaiting(
        "the store",
        journal.resolve({ orderId, attemptId, certificateId: certificateId ?? null }),
      );
      await output.result({ attemptId, orderId, certificateId: certificateId ?? null, resolved: true }, [
        `${output.style("green", "✓ resolved")} attempt ${attemptId} of order ${orderId}: ${certificateId ? `certificate ${certificateId}` : "not reissued"}`,
      ]);
      return exitCodes.ok;
    });
  },
};
