import { isOpen, type Journal } from "../../../src/journal/index.ts";
import type { Matched } from "./judge.ts";

/** Compares a journaled reissue with its attempt, and resolves the attempt if it is open. "Not happened" is said on the next day. */
export async function resolveOpen(
  journal: Journal,
  tomorrow: Journal,
  { call, effects }: Matched,
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
    if (made === undefined) await tomorrow.resolve(call.name, attemptId, null);
    else await journal.resolve(call.name, attemptId, made);
  }
  return undefined;
}
