import { issuedEvent } from "../../contract/index.ts";
import { defineCommand } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";
import { callSandbox } from "../running-sandbox.ts";

export const command = defineCommand({
  details: `The sandbox is the one that CERTORDER_SANDBOX_URL names. The callback is sent once, also if the account has paused callbacks. Exits with ${exitCodes.failed} if it is not answered with 200.`,
  operands: "EVENT",
  choices: () => [issuedEvent.action_id],
  flags: {
    order: { kind: "value", value: "ORDER_ID", doc: "The order that the callback is about." },
    "certificate-id": {
      kind: "value",
      value: "ID",
      doc: "The certificate that it names. Default: the order's certificate.",
    },
  },
  examples: ["certorder sandbox trigger order:issued --order order-ssl-1"],

  async run({ operands: [event], flags, env, output }) {
    const { order: orderId, "certificate-id": certificateId } = flags;
    if (event !== issuedEvent.action_id)
      throw new UsageError("The sandbox does not send this event.", `It sends ${issuedEvent.action_id}.`);
    if (orderId === undefined)
      throw new UsageError("--order is missing.", "Give the order that the callback is about.");
    const sent = await callSandbox(env, "callbacks", {
      body: { orderId, certificateId },
      remedy:
        "Correct --order. If there is no callback configuration, start the sandbox with --forward-to or --receiver.",
    });
    const about = `${event}, certificate ${sent.certificateId}`;
    return sent.delivered === true
      ? { json: sent, lines: [`${output.style("green", "✓ delivered")}: ${about}`] }
      : {
          json: sent,
          lines: [`${output.style("red", "✗ not delivered")}: ${about}`, `  ${sent.code}: ${sent.message}`],
          exitCode: exitCodes.failed,
        };
  },
});
