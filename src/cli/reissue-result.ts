import type { ReissueResult } from "../client/index.ts";
import { outcomes, shellWord, withAge } from "../contract/index.ts";
import { ageStart } from "../journal/index.ts";
import { exitCodes } from "./exit-code.ts";
import type { Output } from "./output.ts";
import type { ReissueChoices } from "./reissue-choices.ts";
import { UnwrittenError } from "./stdout.ts";

/** Prints the new certificate, or the one that an earlier attempt made. */
export async function showResult(
  { earlierAttempt, ...result }: ReissueResult,
  { idempotencyKey, maxAgeMs }: Pick<ReissueChoices, "idempotencyKey" | "maxAgeMs">,
  output: Output,
): Promise<number> {
  const { orderId, certificateId, attemptId } = result;
  const certificate = `certificate ${output.style("bold", certificateId)}`;
  const time = earlierAttempt && ageStart(earlierAttempt);
  const another = idempotencyKey === undefined ? "KEY" : shellWord(`${idempotencyKey}-2`);
  try {
    await output.result({ ...result, reissuedAt: time }, [
      result.alreadyDone
        ? `${output.style("green", "✓ already reissued")} order ${orderId} ${withAge(time)}: ${certificate} (attempt ${attemptId}); nothing was sent. For one more: --idempotency-key ${another}`
        : `${output.style("green", "✓ reissued")} order ${orderId}: ${certificate}`,
    ]);
    return exitCodes.ok;
  } catch (error) {
    if (!(error instanceof UnwrittenError)) throw error;
    output.note(`✗ Order ${orderId} was reissued: certificate ${certificateId}. ${error.message}`);
    if (idempotencyKey !== undefined || maxAgeMs !== undefined)
      output.note("  Run the same command again for the same answer. Nothing is sent then.");
    else if (attemptId !== undefined)
      output.note(`  The journal has the id too: certorder journal show ${shellWord(orderId)}`);
    return outcomes["done-unread"].exitCode;
  }
}
