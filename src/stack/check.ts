import { checkCycles, checkGates } from "./gates.ts";
import type { Element, Finding } from "./model.ts";
import { checkOrders, type LiteralOrders } from "./orders.ts";
import { checkProviders } from "./providers.ts";
import { checkValues } from "./values.ts";

/**
 * Every problem of a stack that can be found before a plan, block by block. `elsewhere` has the orders of the app's
 * other stacks.
 */
export function checkStack<E extends Element>(
  elements: readonly E[],
  now: Date,
  elsewhere: LiteralOrders = new Map(),
): Finding<E>[] {
  const place = new Map(elements.map((element, index) => [element, index]));
  const position = ({ element }: Finding<E>) => place.get(element) ?? 0;
  return [
    ...elements.flatMap((element) => checkValues(element, now).map((problem) => ({ element, problem }))),
    ...checkProviders(elements),
    ...checkOrders(elements, elsewhere),
    ...checkGates(elements),
    ...checkCycles(elements),
  ].sort((one, other) => position(one) - position(other));
}
