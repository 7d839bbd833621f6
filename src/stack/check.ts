import type { Issue } from "../contract/index.ts";
import { checkCycles } from "./cycles.ts";
import { checkImport } from "./imports.ts";
import type { Element, Stack } from "./model.ts";
import { checkOrders } from "./orders.ts";
import { checkProviders } from "./providers.ts";
import { checkValues } from "./values.ts";

export interface Finding<E> {
  readonly element: E;
  readonly issue: Issue;
}

/** Every problem of a stack that can be seen before it is planned. */
export function checkStack<E extends Element>(stack: Stack<E>, now: Date): Finding<E>[] {
  const { elements } = stack;
  const each = elements.flatMap((element) =>
    [...checkValues(element, now), ...checkImport(element)].map((issue) => ({ element, issue })),
  );
  return [...each, ...checkProviders(elements), ...checkOrders(elements), ...checkCycles(stack.waiting)];
}
