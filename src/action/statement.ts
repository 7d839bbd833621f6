import { CertOrderError, NotSentError } from "../contract/index.ts";
import {
  type Attempt,
  findContradicting,
  type Journal,
  noCallbacks,
  type ServiceRef,
} from "../journal/index.ts";
import { actionDialect } from "./dialect.ts";
import type { OpenedJournal } from "./open-journal.ts";
import { failureResult, otherOrderResult, statedAlreadyResult, statedResult } from "./reissue-results.ts";
import type { ReissueTask } from "./reissue-task.ts";
import type { StepResult } from "./step-result.ts";

/**
 * Records what a person states by `resolve` or `import`. Such a step sends nothing: left in a workflow, its input would else
 * reissue the order in each run. Undefined: the step states nothing.
 */
export async function recordStatement(
  task: ReissueTask,
  { journal, client, isOfOtherOrder }: OpenedJournal,
): Promise<StepResult | undefined> {
  const { resolution, imported } = task;
  if (journal === "none") return undefined;
  if (imported) return importCertificate(task, imported, journal, client.service);
  if (!resolution) return undefined;
  const { orderId } = task;
  const { attemptId, certificateId } = resolution;
  const attempts = await journal.attempts(orderId);
  const attempt = await findAttempt(attempts, attemptId, isOfOtherOrder);
  if (!attempt) return otherOrderResult(task, "resolve", attemptId);
  // It may have been corrected since.
  if (attempt.statements.includes(certificateId)) return statedAlreadyResult(task, "resolve", attempt);
  try {
    const stated = await journal.recordStatement({ orderId, ...resolution });
    if (!stated.isNew) return statedAlreadyResult(task, "resolve", attempt);
    // The statement is recorded, also if the callbacks cannot be read.
    const { issued } = await journal.callbacks.read(orderId).catch(() => noCallbacks);
    const later = attempts
      .slice(attempts.indexOf(attempt) + 1)
      .filter(({ status }) => status === "succeeded");
    return statedResult(task, "resolve", stated.attempt, {
      isLatest: later.every((one) => one.certificateId === stated.attempt.certificateId),
      contradicting: findContradicting(resolution, attempts, issued),
    });
  } catch (error) {
    if (!CertOrderError.is(error)) throw error;
    return failureResult(error, attemptId);
  }
}

/**
 * The attempt of this order. Undefined: in a matrix, it is of another order, and this job has nothing to do. An attempt that no
 * order has is an error.
 */
export async function findAttempt(
  attempts: readonly Attempt[],
  attemptId: string,
  isOfOtherOrder: OpenedJournal["isOfOtherOrder"],
): Promise<Attempt | undefined> {
  const found = attempts.find((attempt) => attempt.attemptId === attemptId);
  if (found || (await isOfOtherOrder(attemptId))) return found;
  throw new NotSentError(`Nothing was sent: this order has no attempt ${attemptId}.`, {
    code: "not_in_journal",
    remedy:
      "Copy the attempt's id from the message about the blocked order. Use the journal that it is in: the same repository, or the same journal.",
  });
}

async function importCertificate(
  task: ReissueTask,
  imported: NonNullable<ReissueTask["imported"]>,
  journal: Journal,
  service: ServiceRef,
): Promise<StepResult> {
  const { orderId } = task;
  try {
    const statement = { orderId, isTyped: false, ...imported };
    const { attempt, isNew } = await journal.importCertificate(statement, service);
    return isNew ? statedResult(task, "import", attempt) : statedAlreadyResult(task, "import", attempt);
  } catch (error) {
    throw CertOrderError.is(error) && error.code === "import_refused" ? leftOver(error, task) : error;
  }
}

/** The first thing to do about an import that was left in a workflow. Only a command brings an old certificate back. */
function leftOver(error: CertOrderError, { inRepository, imported }: ReissueTask): NotSentError {
  const { message, remedy } = error.renderIn(actionDialect);
  const remove = "If the input import is left over, remove it: a step that has it sends nothing.";
  const { asLatest, certificateId } = imported ?? {};
  const asNewer = `If ${certificateId} is newer, write import: ${certificateId}@latest.`;
  const ways = inRepository ? (asLatest ? [] : [asNewer]) : [remedy];
  return new NotSentError(message, {
    code: "import_refused",
    remedy: [remove, ...ways].join("\n"),
  });
}
