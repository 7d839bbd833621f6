import type { Text } from "../contract/index.ts";
import { fieldRef, Issue, text } from "../contract/index.ts";
import type { Element, Finding } from "./model.ts";

/** An expression with a different value for each instance. */
const isOfEach = /[$%]\{.*(?<![\w.])(?:each|count)\./s;

/**
 * Two blocks for one order conflict: each apply of one is a change for the other, and both cost money. A block with
 * an unknown count is skipped: it may be the alternative to the other one.
 */
export function checkOrders<E extends Element>(
  elements: readonly E[],
  elsewhere: LiteralOrders,
): Finding<E>[] {
  const findings: Finding<E>[] = [];
  const first = new Map<string, E>();
  for (const element of elements) {
    const { orderId, provider, count = 1, hasForEach } = element;
    if (!orderId || isOfEach.test(orderId)) continue;
    if (count === 0 || count === "unknown") continue;
    const shown = JSON.stringify(orderId);
    const problem = (message: Text, remedy: Text) =>
      findings.push({ element, issue: new Issue("order_id", "same_order", message, remedy) });
    if (count > 1) {
      const many = fieldRef(hasForEach ? "for_each" : "count");
      problem(
        text`${fieldRef("order_id")} is ${shown} for all that ${many} makes: the same order would be reissued several times.`,
        text`Take ${fieldRef("order_id")} from ${hasForEach ? text`the members of ${many}` : "a list, by the index"}, or leave ${many} out.`,
      );
    }
    const key = JSON.stringify([provider, orderId]);
    const other = first.get(key);
    if (other)
      problem(
        text`${fieldRef("order_id")} ${shown} is reissued by ${other.title} already.`,
        "Describe each order once; remove one of the two.",
      );
    else first.set(key, element);
  }
  for (const [key, element] of literalOrders(elements)) {
    const other = elsewhere.get(key);
    if (other)
      findings.push({
        element,
        issue: new Issue(
          "order_id",
          "same_order",
          text`${fieldRef("order_id")} ${JSON.stringify(element.orderId)} is reissued by ${other.title} too, in another stack.`,
          "Describe each order in one stack, unless these are the orders of two accounts.",
          { severity: "warning" },
        ),
      });
  }
  return findings;
}

/** Reissues of orders that are known as text, by order, service and key. */
export type LiteralOrders = ReadonlyMap<string, Element>;

export function literalOrders<E extends Element>(elements: readonly E[]): Map<string, E> {
  const accounts = new Map(
    elements.map(({ address, known: { values } }) => [address, [values.base_url, values.key_id]]),
  );
  return new Map(
    elements
      .filter(({ known, count = 1 }) => typeof known.values.order_id === "string" && count !== 0)
      // Of two blocks with the same key, the first one stays.
      .toReversed()
      .map((element) => [
        JSON.stringify([element.known.values.order_id, accounts.get(element.provider ?? "")]),
        element,
      ]),
  );
}
