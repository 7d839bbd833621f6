import { isOpen, type Journal } from "../../../src/journal/index.ts";
import type { Matched } from "./judge.ts";

/**
 * Does what a person does after a journaled reissue, and says what the journal has wrong about it. What did not happen is
 * said on the next day.
 */
export async function settle(
  journal: Journal,
  tomorrow: Journal,
  { call, effects }: Matched,
): Promise<string | undefined> {
  const { outcome } = call.ending;
  const attempts = await journal.attempts(call.name);
  const open = attempts.filter(isOpen);
  const states = open.map(({ state }) => state).join(" ");
  const holdsBack = outcome !== "rejected" && outcome !== "not-sent";
  if (states !== (holdsBack ? outcome : ""))
    return `is ${outcome}, and ${states || "nothing"} in the journal`;
  const [certificateId] = effects.map((effect) => effect.certificateId);
  for (const { attemptId } of open)
    if (outcome === "done") await journal.acknowledge(attemptId);
    else if (certificateId !== undefined) await journal.resolve(attemptId, certificateId);
    else await tomorrow.resolve(attemptId, null);
  return undefined;
}
