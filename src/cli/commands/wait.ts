import { journalRefusal } from "../../journal/index.ts";
import type { CommandDefinition } from "../command.ts";
import { UsageError } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { showWaiting } from "../progress.ts";
import { readTime } from "../time.ts";
import { existingJournal, reportJournalErrors, requireReceiver } from "../which-journal.ts";

const defaultTimeout = "10m";

export const command: CommandDefinition = {
  operands: "ORDER_ID",
  flags: {
    "certificate-id": {
      kind: "value",
      value: "ID",
      doc: "Wait for this certificate. Default: the one that the order's last reissue made.",
    },
    timeout: {
      kind: "value",
      value: "TIME",
      doc: `How long to wait, such as 30s, 10m or 2h. Default: ${defaultTimeout}.`,
    },
  },
  settings: "journal",
  examples: ["certorder wait order-1", "certorder wait order-1 --certificate-id cert-7 --timeout 30m"],

  run: ({ operands, flags, env, output }) =>
    reportJournalErrors(output, async () => {
      const [orderId, ...surplus] = operands;
      if (orderId === undefined || surplus.length > 0)
        throw new UsageError("The command needs exactly one order.", "Give ORDER_ID.");
      const timeoutMs = readTime("timeout", (flags.timeout as string | undefined) ?? defaultTimeout);
      const certificateId = flags["certificate-id"] as string | undefined;
      const { journal } = await existingJournal({ flags, env });
      await requireReceiver(journal);
      using _ = showWaiting("the callback");
      const issued = await journal.waitUntilIssued({ orderId, certificateId, timeoutMs });
      switch (issued.kind) {
        case "issued": {
          const { certificateId, at, receiver } = issued.callback;
          await output.result({ orderId, certificateId, issuedEventAt: at, receiver, status: "issued" }, [
            `${output.style("green", "✓ issued")} certificate ${certificateId} of order ${orderId} (callback ${at})`,
          ]);
          return exitCodes.ok;
        }
        case "timed-out":
          await output.result({ orderId, certificateId, status: "timed-out" }, [
            `${output.style("yellow", "– no callback")} about order ${orderId} came in this time. That proves nothing: it may come later.`,
          ]);
          return exitCodes.timedOut;
        case "no-reissue":
          throw journalRefusal(
            `${journal.title} has no reissue of this order to wait for.`,
            "Wait with the journal that the reissue used. See certorder journal list --all.",
          );
      }
    }),
};
