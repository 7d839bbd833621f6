import { NotSentError, type Resolution } from "../contract/index.ts";
import { type Attempt, answersKey, isOpen, type Journal, type OrderSnapshot } from "../journal/index.ts";

/**
 * Whether the order has the attempt that an input names. In a matrix, it is an attempt of one order, and the jobs of all
 * other orders have nothing to do. An attempt that no order has is an error.
 */
export async function hasAttempt(
  { recorded }: OrderSnapshot,
  attemptId: string,
  {
    journal,
    isOfOtherOrder,
  }: { readonly journal: Journal; readonly isOfOtherOrder: (id: string) => boolean },
): Promise<boolean> {
  const isNamed = (attempt: Attempt) => attempt.attemptId === attemptId;
  if (recorded.some(isNamed)) return true;
  if (isOfOtherOrder(attemptId) || (await journal.attempts()).some(isNamed)) return false;
  throw new NotSentError(`The reissue was not sent: this order has no attempt ${attemptId}.`, {
    code: "attempt_not_found",
    remedy: `Copy the attempt's id from the message about the blocked order. Use the history that it is in: the same repository, or the same journal.`,
  });
}

/**
 * Records what a person states about an attempt. False: it had this result before. Then it is no reason to reissue: two
 * people may have stated it, or it was left in a workflow.
 */
export async function resolveAttempt(
  { attemptId, certificateId }: Resolution,
  snapshot: OrderSnapshot,
  journal: Journal,
  idempotencyKey: string,
): Promise<boolean> {
  const before = snapshot.recorded.find((attempt) => attempt.attemptId === attemptId);
  const isAnswered = snapshot.recorded.some((attempt) => answersKey(attempt, idempotencyKey));
  // A re-run repeats its resolve, which may have been corrected since.
  const isEncrypted = before?.status === "succeeded" && before.certificateId === undefined;
  if (!before || (isAnswered && !isOpen(before) && !isEncrypted)) return true;
  await journal.resolve({ orderId: snapshot.orderId, attemptId, certificateId });
  return isOpen(before) || (certificateId !== null && before.certificateId !== certificateId);
}
