import type { Command } from "../command.ts";
import { UsageError } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { journalFlags, whichJournal, withoutSending } from "../which-journal.ts";

export const command: Command = {
  name: "journal resolve",
  summary:
    "Say what became of a reissue, after looking it up at the service, so that its order can be reissued again.",
  operands: "ATTEMPT_ID",
  flags: {
    "not-happened": { kind: "switch", doc: "The certificate was not reissued." },
    "certificate-id": {
      kind: "value",
      value: "ID",
      doc: "It was reissued, and this is the new certificate.",
    },
    ...journalFlags,
  },
  examples: [
    "certorder journal resolve 0123456789ab --not-happened",
    "certorder journal resolve 0123456789ab --certificate-id cert-7",
  ],

  async run({ operands, given, env, output }) {
    const [attemptId, ...surplus] = operands;
    const certificateId = given["certificate-id"] as string | undefined;
    const notHappened = given["not-happened"] === true;
    if (attemptId === undefined || surplus.length > 0)
      throw new UsageError(
        "Exactly one attempt has to be named.",
        "Find its id with certorder journal list.",
      );
    if (notHappened === (certificateId !== undefined) || certificateId === "")
      throw new UsageError(
        "It has to be said what became of the reissue.",
        "Give either --not-happened or --certificate-id ID.",
      );
    return withoutSending(output, async () => {
      const { journal } = whichJournal({ given, env });
      const { orderId } = await journal.resolve(attemptId, certificateId ?? null);
      await output.result({ attemptId, orderId, certificateId: certificateId ?? null, resolved: true }, [
        `${output.style("green", "✓ resolved")} order ${orderId}: ${certificateId ? `certificate ${certificateId}` : "not reissued"}. It can be reissued again.`,
      ]);
      return exitCodes.ok;
    });
  },
};
