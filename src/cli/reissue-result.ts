import type { ReissueResult } from "../client/index.ts";
import { CertOrderError, howToResolve, outcomes, say } from "../contract/index.ts";
import { type Attempt, differences, inNames, type Journal } from "../journal/index.ts";
import { exitCodes } from "./exit-code.ts";
import type { Output } from "./output.ts";
import { inFlags } from "./voice.ts";
import { UnwrittenError } from "./written.ts";

/** When a certificate was made, as far as it is known: what a person found out later was sent before that. */
export function madeAt({ sentAt, endedAt }: Attempt): string {
  return sentAt || (endedAt ?? "an unknown time");
}

/** The order was reissued not long ago, and that was enough. */
export async function showSkipped(head: Attempt, what: string, output: Output): Promise<number> {
  const { orderId, certificateId, attemptId } = head;
  const reissuedAt = madeAt(head);
  const differs = differences(head.what, what);
  const how = differs.length > 0 ? `, by a request that differs in ${say(inNames(differs), inFlags)}` : "";
  await output.result(
    {
      ...{ outcome: "done", orderId, certificateId, attemptId, answered: false, skipped: true },
      ...{ reissuedAt, differs, attempts: 0 },
    },
    [
      `${output.style("green", "✓ skipped")} order ${orderId}: it was reissued at ${reissuedAt}${how}, certificate ${output.style("bold", certificateId ?? "")} (attempt ${attemptId}); nothing was sent`,
    ],
  );
  return exitCodes.ok;
}

/** Prints what came of the wish. Only then is it out of our hands: had printing failed, the journal still holds it. */
export async function showResult(
  result: ReissueResult,
  {
    journal,
    name,
    output,
  }: { readonly journal: Journal | undefined; readonly name: string | undefined; readonly output: Output },
): Promise<number> {
  const { answered, attemptId, ...rest } = result;
  const { orderId, certificateId } = rest;
  const certificate = `certificate ${output.style("bold", certificateId)}`;
  const reissuedAt = answered && madeAt(answered);
  try {
    await output.result(
      {
        ...rest,
        ...{ answered: answered !== undefined, skipped: false, reissuedAt },
        // Without a journal nobody knows the attempt by that name.
        attemptId: journal && attemptId,
      },
      [
        answered
          ? `${output.style("green", "✓ already reissued")} order ${orderId} at ${reissuedAt}: ${certificate} (attempt ${attemptId}); nothing was sent`
          : `${output.style("green", "✓ reissued")} order ${orderId}: ${certificate}`,
      ],
    );
  } catch (error) {
    if (!(error instanceof UnwrittenError)) throw error;
    const next =
      name === undefined
        ? `Store that id where it belongs. ${toClose(result, output)}`
        : "Asked for again, it is answered.";
    output.note(
      `✗ Order ${orderId} was reissued: certificate ${certificateId}. ${error.message}${journal ? ` ${next}` : ""}`,
    );
    return outcomes["done-unread"].exitCode;
  }
  // A wish that has a name can be asked for again. Any other is over only when its result has arrived.
  if (journal && name === undefined && !answered) await acknowledge(journal, result, output);
  return exitCodes.ok;
}

/** It happened and was printed: that the journal cannot take this down changes nothing about it. */
async function acknowledge(journal: Journal, result: ReissueResult, output: Output): Promise<void> {
  try {
    await journal.acknowledge(result.attemptId);
  } catch (error) {
    if (!CertOrderError.is(error)) throw error;
    output.note(
      `The journal could not note that the result was printed: ${error.in(output.voice).message} If it holds the order back: ${toClose(result, output)}`,
    );
  }
}

function toClose({ attemptId, orderId, certificateId }: ReissueResult, { voice }: Output): string {
  return say(howToResolve({ attemptId, orderId, certificateId, happened: true }), voice);
}
