import type { CertOrderError } from "../contract/index.ts";
import { attemptsIn, type Line } from "./attempt.ts";
import { formatLine } from "./line.ts";
import { contradicted } from "./refusal.ts";
import type { Shelf } from "./shelf.ts";

export interface Copied {
  readonly orders: number;
  /** How many were not there before. */
  readonly lines: number;
}

/**
 * Copies all histories to another shelf. What stands there already is not written again, so that it can be repeated; what
 * stands there and is something else is left alone, and nothing is copied.
 */
export async function copyHistories(from: Shelf, to: Shelf): Promise<Copied> {
  const missing: { readonly orderId: string; readonly lines: readonly Line[] }[] = [];
  for (const history of await from.histories()) {
    const lines = await history.read();
    const [first] = attemptsIn(lines);
    const orderId = first?.orderId || history.orderId;
    // Its text is lost, and what a person said of it hangs on that text.
    if (lines.some(({ event }) => event === "damaged"))
      throw refusal(`Order ${orderId} has a damaged line, which cannot be copied.`);
    const there = await to.history(orderId).read();
    if (there.some((line, index) => !isSame(line, lines[index])))
      throw refusal(`Order ${orderId} has another history there already.`);
    missing.push({ orderId, lines: lines.slice(there.length) });
  }
  for (const { orderId, lines } of missing) {
    const history = to.history(orderId);
    for (const line of lines) await history.append(line);
  }
  return { orders: missing.length, lines: missing.reduce((sum, { lines }) => sum + lines.length, 0) };
}

function refusal(what: string): CertOrderError {
  return contradicted(what, "Nothing was copied. Keep the journal that this order was reissued with.");
}

function isSame(one: Line, other: Line | undefined): boolean {
  return other !== undefined && formatLine(one) === formatLine(other);
}
