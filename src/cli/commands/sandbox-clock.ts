import { dayMs, notATime, parseDuration } from "../../contract/index.ts";
import { defineCommand } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { callSandbox } from "../running-sandbox.ts";

export const command = defineCommand({
  details:
    "The sandbox and its own journal have this clock, so certificates and attempts grow older with it. No other journal has it. The clock never goes back.",
  operands: "[+TIME]",
  unfinished: "The clock may be moved.",
  examples: ["certorder sandbox clock", "certorder sandbox clock +61d", "certorder sandbox clock +20m"],

  async run({ operands: [move], env, output }) {
    const { now, aheadMs } = await callSandbox(env, "clock", {
      body: move === undefined ? undefined : { forwardMs: readMove(move) },
      remedy: "Move the clock by less. The log of the sandbox may say more.",
    });
    return {
      json: { now, aheadMs },
      lines: [
        `The sandbox's clock shows ${output.style("bold", String(now))}, ${describeAhead(Number(aheadMs))} this machine's.`,
      ],
    };
  },
});

function readMove(text: string): number {
  const forwardMs = text.startsWith("+") ? parseDuration(text.slice(1)) : undefined;
  if (forwardMs !== undefined) return forwardMs;
  throw new UsageError("The clock cannot be moved by this.", `${notATime.remedy} Begin it with +.`);
}

/** Such as `61 days and 20 minutes ahead of`. */
function describeAhead(ms: number): string {
  const units = [
    ["day", Math.floor(ms / dayMs)],
    ["minute", Math.floor((ms % dayMs) / 60_000)],
    ["second", Math.floor((ms % 60_000) / 1_000)],
  ] as const;
  const parts = units.flatMap(([unit, count]) =>
    count > 0 ? `${count} ${unit}${count > 1 ? "s" : ""}` : [],
  );
  return parts.length === 0 ? "the same as" : `${parts.join(" and ")} ahead of`;
}
