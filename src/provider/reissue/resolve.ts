import { isOpen } from "../../journal/index.ts";
import type { Service } from "../service.ts";

/** Writes down what a person says in `resolve` about attempts at an order, once. What is left there later does nothing. */
export async function applyResolution({ journal, place, resolutions, memory }: Service, orderId: string) {
  for (const said of resolutions.get(orderId) ?? []) {
    if ("anew" in said) continue;
    const isMeant = ({ attemptId }: { readonly attemptId: string }) => attemptId === said.attemptId;
    // An attempt that only a state knows of is remembered first.
    for (const attempt of memory.stored(orderId).filter(isMeant)) await journal.remember(attempt, place);
    const attempt = (await journal.attempts(orderId)).find(isMeant);
    if (attempt && isOpen(attempt)) await journal.resolve(said.attemptId, said.certificateId);
  }
}

/** The attempt on top of which a person wants one more. */
export function anewOf({ resolutions }: Service, orderId: string): string | undefined {
  return resolutions.get(orderId)?.findLast((said) => "anew" in said)?.attemptId;
}
