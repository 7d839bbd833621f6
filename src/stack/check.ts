import { checkCycles } from "./cycles.ts";
import { checkImports } from "./imports.ts";
import type { Element, Finding, Stack } from "./model.ts";
import { checkOrders } from "./orders.ts";
import { checkProviders } from "./providers.ts";
import { checkValues } from "./values.ts";

/** Every problem of a stack that can be found before a plan, block by block. */
export function checkStack<E extends Element>(stack: Stack<E>, now: Date): Finding<E>[] {
  const { elements } = stack;
  const place = new Map(elements.map((element, index) => [element, index]));
  const position = ({ element }: Finding<E>) => place.get(element) ?? 0;
  return [
    ...elements.flatMap((element) =>
      [...checkValues(element, now), ...checkImports(element, now)].map((issue) => ({ element, issue })),
    ),
    ...checkProviders(elements),
    ...checkOrders(elements),
    ...checkCycles(stack.waiting),
  ].sort((one, other) => position(one) - position(other));
}
