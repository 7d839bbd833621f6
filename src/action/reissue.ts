import type { ReissueResult } from "../client/index.ts";
import { DoneUnreadError, UnknownOutcomeError } from "../client/index.ts";
import type { Ask } from "../contract/index.ts";
import { CertOrderError, outcomes, reissueRequestOf, successCode } from "../contract/index.ts";
import type { Journal } from "../journal/index.ts";
import { journalFrom, UnresolvedAttemptError } from "../journal/index.ts";
import type { CancelSignals } from "./cancel.ts";
import { clientFor } from "./client.ts";
import type { Ending } from "./ending.ts";
import { codeOutput, remedyLines, remedyMarkdown } from "./ending.ts";
import type { GitHub } from "./github.ts";
import type { Given } from "./given.ts";
import { inInputNames } from "./names.ts";
import { AlreadyDoneError, waysToResolve } from "./record/errors.ts";
import { Guard } from "./record/guard.ts";
import { DeploymentRecord } from "./record/record.ts";
import { parseResolution, resolveAttempt } from "./record/resolve.ts";
import { refuseRerun } from "./rerun.ts";
import type { Runner } from "./runner.ts";
import { isPlainId, quoted } from "./text.ts";

/** What a reissue ended with, and what is left to do once that is published. */
export interface Reissued {
  readonly ending: Ending;
  readonly acknowledge: () => Promise<void>;
}

/** Reissues the certificate of an order, at most once for each time that a person asked for it. */
export async function runReissue(
  given: Given,
  github: { readonly connect: () => Promise<GitHub>; readonly isRerun: boolean },
  signals: CancelSignals,
  runner: Runner,
): Promise<Reissued> {
  const started = performance.now();
  const orderId = String(given.values.order_id);
  const recorded = given.own("record") === "deployment";
  const resolution = parseResolution(given.own("resolve"));
  const record = recorded ? new DeploymentRecord(await github.connect(), given.settings.auth_key) : undefined;
  const journal = journalFrom(given.settings, ({ message }) =>
    runner.warn("Going on without the journal", inInputNames(message)),
  );
  const guard = new Guard(journal, record);
  const client = clientFor(given, runner, { journal: guard });
  const order = { service: client.service, orderId };
  const durationMs = () => Math.round(performance.now() - started);
  const done = (certificateId: string, attempts: number, replayed: boolean): Reissued => ({
    ending: succeeded({ orderId, certificateId, attempts, replayed, durationMs: durationMs() }),
    acknowledge: () => acknowledge(journal, order, certificateId, runner),
  });

  try {
    if (resolution) {
      await resolveAttempt(resolution, order, { journal, record });
      if (resolution.certificateId !== null) return done(resolution.certificateId, 0, true);
    }
    if (!recorded && github.isRerun && given.own("allow-rerun") !== "true")
      await refuseRerun(await github.connect());
    const { certificateId, attempts }: ReissueResult = await client.reissue(
      orderId,
      reissueRequestOf(given.values),
      {
        ...signals,
        askedAt: new Date(performance.timeOrigin),
      },
    );
    if (isPlainId(certificateId)) return done(certificateId, attempts, false);
    return nothingToAcknowledge(unusable(orderId, certificateId, attempts, durationMs()));
  } catch (error) {
    if (error instanceof AlreadyDoneError) return done(error.certificateId, 0, true);
    if (!CertOrderError.is(error)) throw error;
    await guard
      .close()
      .catch((problem: Error) => runner.warn("The record could not be closed", problem.message));
    return nothingToAcknowledge(failed(error, recorded, durationMs()));
  }
}

/** Once the result is published, the journal need not hold the order back any longer. */
async function acknowledge(
  journal: Journal | undefined,
  order: Pick<Ask, "service" | "orderId">,
  certificateId: string,
  runner: Runner,
): Promise<void> {
  try {
    for (const attempt of (await journal?.attempts(order)) ?? [])
      if (!attempt.closed && attempt.state === "done" && attempt.certificateId === certificateId)
        await journal?.acknowledge(attempt.attemptId);
  } catch (error) {
    runner.warn("The journal could not note that the result was published", (error as Error).message);
  }
}

function nothingToAcknowledge(ending: Ending): Reissued {
  return { ending, acknowledge: async () => {} };
}

function succeeded(result: {
  readonly orderId: string;
  readonly certificateId: string;
  readonly attempts: number;
  readonly replayed: boolean;
  readonly durationMs: number;
}): Ending {
  const { orderId, certificateId, attempts, replayed, durationMs } = result;
  const how = replayed ? "was reissued earlier; nothing was sent now" : "was reissued";
  return {
    outputs: {
      outcome: "done",
      code: successCode,
      "certificate-id": certificateId,
      attempts,
      "duration-ms": durationMs,
      replayed,
    },
    level: "passed",
    title: `Order ${orderId} ${how}: certificate ${certificateId}`,
    lines: [],
    summary: `### ✅ Reissued\n\nOrder ${quoted(orderId)} ${how}. Certificate: ${quoted(certificateId)}`,
  };
}

/** It happened, but its id has characters by which a shell after us could be led astray. */
function unusable(orderId: string, certificateId: string, attempts: number, durationMs: number): Ending {
  const text = `Order ${orderId} was reissued, but the id of its certificate is not one that can be passed on safely: ${certificateId}`;
  const next = "Look the certificate up at the service. Do not repeat the reissue.";
  return {
    outputs: {
      outcome: "done-unread",
      code: "certificate_id_unusable",
      attempts,
      "duration-ms": durationMs,
      replayed: false,
    },
    level: "failed",
    title: "The reissue happened, but its result cannot be used",
    lines: [text, next],
    summary: `### ❌ Reissued, but the result cannot be used\n\n${quoted(text)}\n\n**What to do:** ${next}`,
  };
}

function failed(error: CertOrderError, recorded: boolean, durationMs: number): Ending {
  const lines = remedy(error, recorded);
  const { meaning } = outcomes[error.outcome];
  return {
    outputs: {
      outcome: error.outcome,
      code: codeOutput(error),
      attempts: error.attempts,
      "duration-ms": durationMs,
      replayed: false,
    },
    level: "failed",
    title: `Reissue ${error.outcome}: ${error.code}`,
    lines: [inInputNames(error.message), meaning, ...lines],
    summary: [
      `### ${error.outcome === "unknown" ? "❓" : "❌"} Reissue: ${error.outcome}`,
      quoted(inInputNames(error.message)),
      meaning,
      `**What to do:** ${remedyMarkdown(lines)}`,
    ].join("\n\n"),
  };
}

/** The client's advice for an attempt of unknown outcome is for the command line; here there are inputs for it. */
function remedy(error: CertOrderError, recorded: boolean): readonly string[] {
  const { attemptId, certificateId } = attemptOf(error);
  if (attemptId === undefined) return remedyLines(error);
  const happened = error.outcome === "done-unread" || error.code === "unacknowledged_result";
  if (recorded || error.outcome === "not-sent") return [waysToResolve(attemptId, happened, certificateId)];
  return [
    outcomes[error.outcome].next,
    "If it was not reissued, start a new run. With record: deployment, no run would send it again before you have said what became of it.",
  ];
}

/** The attempt that an error is about: one of our own, or one of the journal's that holds the order back. */
function attemptOf(error: CertOrderError): {
  attemptId?: string | undefined;
  certificateId?: string | undefined;
} {
  if (error instanceof UnresolvedAttemptError) return error.attempt;
  return error instanceof UnknownOutcomeError || error instanceof DoneUnreadError ? error : {};
}
