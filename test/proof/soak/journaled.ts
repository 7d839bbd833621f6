import { isOpen, type Journal } from "../../../src/journal/index.ts";
import type { MatchedCall } from "./judge.ts";

/** Compares a journaled reissue with its attempt, and resolves the attempt if it is open. "Not happened" is said on the next day. */
export async function resolveIfOpen(
  journal: Journal,
  tomorrow: Journal,
  { call, effects }: MatchedCall,
): Promise<string | undefined> {
  const { outcome, certificateId } = call.ending;
  const attempts = await journal.attempts(call.name);
  const open = attempts.filter(isOpen);
  const expected = outcome === "unknown" || outcome === "done-unread" ? outcome : "";
  const recorded = open.map(({ lastEvent }) => lastEvent).join(" ");
  if (recorded !== expected) return `is ${outcome}, and ${recorded || "nothing"} is open in the journal`;
  const latest = attempts.findLast(({ status }) => status === "succeeded");
  if (outcome === "done" && latest?.certificateId !== certificateId)
    return `made ${certificateId}, and the journal has ${latest?.certificateId}`;
  for (const { attemptId } of open) {
    const [made] = effects.map((effect) => effect.certificateId);
    if (made === undefined) await tomorrow.resolve({ orderId: call.name, attemptId, certificateId: null });
    else await journal.resolve({ orderId: call.name, attemptId, certificateId: made });
  }
  return undefined;
}
