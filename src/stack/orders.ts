import { fieldRef, InputProblem, type Text, text } from "../contract/index.ts";
import { findAddresses } from "./expressions.ts";
import type { Element, Finding } from "./model.ts";

/**
 * Two blocks for one order conflict: each apply of one is a change for the other, and both cost money. Blocks with
 * `count` or `for_each` are left to the plan, because they may be alternatives. Only two or more instances with one
 * order are certain.
 */
export function checkOrders<E extends Element>(
  elements: readonly E[],
  elsewhere: LiteralOrders,
): Finding<E>[] {
  const finding = (element: E, message: Text, remedy: string, severity: InputProblem["severity"]) => ({
    element,
    problem: new InputProblem("order_id", "same_order", message, remedy, { severity }),
  });
  const first = new Map<string, E>();
  const described = (orderId: unknown) =>
    text`${fieldRef("order_id")} ${JSON.stringify(orderId)} is reissued by`;
  return [
    ...elements.flatMap((element) => {
      const { orderId, instances = 1 } = element;
      const differs = (address: string) =>
        address === "each.key" || address === "each.value" || address === "count.index";
      if (!orderId || instances < 2 || findAddresses(orderId).some(differs)) return [];
      const message = text`${described(orderId)} each of the ${String(instances)} instances of ${element.title}.`;
      const remedy = "Describe each order once: give each instance an order of its own.";
      return [finding(element, message, remedy, "error")];
    }),
    ...elements.flatMap((element) => {
      const { orderId, provider, isRepeated } = element;
      if (!orderId || isRepeated) return [];
      const key = JSON.stringify([provider, orderId]);
      const other = first.get(key);
      if (!other) {
        first.set(key, element);
        return [];
      }
      const message = text`${described(orderId)} ${other.title} already.`;
      return [finding(element, message, "Describe each order once; remove one of the two.", "error")];
    }),
    ...[...literalOrders(elements)].flatMap(([key, element]) => {
      const other = elsewhere.get(key);
      if (!other) return [];
      const message = text`${described(element.orderId)} ${other.title} too, in another stack.`;
      const remedy = "Describe each order in one stack, unless these are the orders of two accounts.";
      return [finding(element, message, remedy, "warning")];
    }),
  ];
}

/** Reissues of orders that are known as text, by order, service and key. An expression may differ between stacks. */
export type LiteralOrders = ReadonlyMap<string, Element>;

export function literalOrders<E extends Element>(elements: readonly E[]): ReadonlyMap<string, E> {
  const accounts = new Map(
    elements.map(({ address, known: { values } }) => [address, [values.base_url, values.key_id]]),
  );
  const orders = new Map<string, E>();
  for (const element of elements) {
    const { known, provider = "", isRepeated } = element;
    const key = JSON.stringify([known.values.order_id, accounts.get(provider)]);
    if (known.values.order_id && !isRepeated && !orders.has(key)) orders.set(key, element);
  }
  return orders;
}
