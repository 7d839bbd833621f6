import { commandLine, NotSentError } from "../../contract/index.ts";
import type { OrderStatus } from "../../journal/index.ts";
import { defineCommand } from "../command.ts";
import { CommandError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";
import type { Output } from "../output.ts";
import { showWaiting } from "../progress.ts";
import { existingJournal } from "../which-journal.ts";

type OpenAttempt = OrderStatus["openAttempts"][number];

const defaultMinutes = 10;

export const command = defineCommand({
  operands: "ORDER_ID",
  flags: {
    "certificate-id": {
      kind: "value",
      value: "ID",
      doc: "Wait for this certificate. Default: the one that the order's last reissue made.",
    },
    timeout: {
      kind: "time",
      doc: "How long to wait, such as 30s, 10m or 2h.",
      default: `${defaultMinutes}m`,
    },
  },
  settings: "journal",
  unfinished: "The wait ended before the callback came. It may come later.",
  interruptedExitCode: exitCodes.timedOut,
  examples: ["certorder wait order-1", "certorder wait order-1 --certificate-id cert-7 --timeout 30m"],

  async run(input) {
    const { flags, output } = input;
    const { "certificate-id": wanted, timeout: timeoutMs = defaultMinutes * 60_000 } = flags;
    const [orderId] = input.operands;
    const { journal } = await existingJournal(input);
    if ((await journal.callbacks.receivers()).length === 0)
      throw new CommandError(
        "no_receiver",
        `${journal.title} has no receiver: no callback would ever be recorded.`,
        "Start one with certorder receive and the same journal.",
        exitCodes.usage,
      );
    using _ = showWaiting("the callback");
    const issued = await journal.callbacks.waitUntilIssued({ orderId, certificateId: wanted, timeoutMs });
    switch (issued.kind) {
      case "issued": {
        const { certificateId, at, receiver } = issued.callback;
        return {
          json: { orderId, certificateId, issuedEventAt: at, receiver, status: "issued" },
          lines: [
            `${output.style("green", "✓ issued")} certificate ${certificateId} of order ${orderId} (callback ${at})`,
          ],
        };
      }
      case "timed-out": {
        const open = wanted === undefined ? (await journal.status(orderId))?.openAttempts.at(-1) : undefined;
        const about = wanted === undefined ? `order ${orderId}` : `certificate ${wanted} of order ${orderId}`;
        return {
          json: { orderId, certificateId: wanted, status: "timed-out" },
          lines: [
            ...(open
              ? describeOpen(orderId, open, output)
              : [
                  `${output.style("yellow", "– no callback")} about ${about} came in this time. That proves nothing: it may come later.`,
                ]),
          ],
          exitCode: exitCodes.timedOut,
        };
      }
      case "no-reissue":
        throw new NotSentError(`${journal.title} has no reissue of this order to wait for.`, {
          code: "not_in_journal",
          remedy: "Wait with the journal that the reissue used. See certorder status.",
        });
    }
  },
});

/** Which certificate an open attempt made is not known, so no callback is about it for certain. */
function describeOpen(orderId: string, { attemptId, callbacks }: OpenAttempt, output: Output): string[] {
  const called =
    callbacks.length === 0
      ? "No callback came that may be about it."
      : `The service called back about ${callbacks.join(", ")}, which it may have made.`;
  return [
    `${output.style("yellow", "– still open:")} no certificate of attempt ${attemptId} is known, so no callback ends this wait. ${called}`,
    `See ${commandLine("certorder journal show", [orderId], [])}`,
  ];
}
