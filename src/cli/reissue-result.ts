import type { ReissueResult } from "../client/index.ts";
import { commandLine, outcomes, shellWord, withAge } from "../contract/index.ts";
import { ageStart } from "../journal/index.ts";
import { exitCodes } from "./exit-code.ts";
import type { Output } from "./output.ts";
import type { ReissueChoices } from "./reissue-choices.ts";
import { UnwrittenError } from "./stdout.ts";

/** The JSON of a reissue, also of one row of many. */
export function resultData({ earlierAttempt, unusedKey: _, ...result }: ReissueResult): object {
  return { ...result, reissuedAt: earlierAttempt && ageStart(earlierAttempt) };
}

/** Prints the new certificate, or the one that an earlier attempt made. */
export async function showResult(
  result: ReissueResult,
  {
    idempotencyKey,
    maxAgeMs,
    isQuiet,
    now,
  }: Pick<ReissueChoices, "idempotencyKey" | "maxAgeMs"> & {
    readonly isQuiet: boolean;
    readonly now: Date | undefined;
  },
  output: Output,
): Promise<number> {
  if (isQuiet) return exitCodes.ok;
  const { orderId, certificateId, attemptId, earlierAttempt, unusedKey } = result;
  const certificate = `certificate ${output.style("bold", certificateId)}`;
  const time = earlierAttempt && ageStart(earlierAttempt);
  const another = unusedKey === undefined ? "KEY" : shellWord(unusedKey);
  try {
    await output.result(resultData(result), [
      result.alreadyDone
        ? `${output.style("green", "✓ already reissued")} order ${orderId} ${withAge(time, now)}: ${certificate} (attempt ${attemptId}); nothing was sent. For one more: --idempotency-key ${another}`
        : `${output.style("green", "✓ reissued")} order ${orderId}: ${certificate}`,
    ]);
    return exitCodes.ok;
  } catch (error) {
    if (!(error instanceof UnwrittenError)) throw error;
    output.note(`✗ Order ${orderId} was reissued: certificate ${certificateId}. ${error.message}`);
    if (idempotencyKey !== undefined || maxAgeMs !== undefined)
      output.note("  Run the same command again for the same answer. Nothing is sent then.");
    else if (attemptId !== undefined)
      output.note(`  The journal has the id too: ${commandLine("certorder journal show", [orderId], [])}`);
    return outcomes["done-unread"].exitCode;
  }
}
