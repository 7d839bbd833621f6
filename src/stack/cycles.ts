import { fieldRef, Issue, text } from "../contract/index.ts";
import type { Element, Finding, Waiting } from "./model.ts";

/** Reports each circle of blocks that wait for each other, if one of our blocks is in it. */
export function checkCycles<E extends Element>(waiting: readonly Waiting<E>[]): Finding<E>[] {
  return circles(waiting).flatMap((circle) => {
    const first = circle.find(isGate) ?? circle.find(isOurs);
    if (!first?.element) return [];
    const { element } = first;
    const begin = circle.indexOf(first);
    const inOrder = [...circle.slice(begin), ...circle.slice(0, begin + 1)].map(({ title }) => title);
    if (inOrder.length > mostShown)
      inOrder.splice(mostShown - 2, inOrder.length - mostShown + 1, `${inOrder.length - mostShown + 1} more`);
    const issue = new Issue(
      "depends_on",
      "cycle",
      text`This waits for itself: ${inOrder.join(" waits for ")}.`,
      text`Let one of them not wait for the next: look at ${fieldRef("depends_on")}, and at the values that they take from each other.`,
    );
    return [{ element, issue }];
  });
}

const mostShown = 10;

/** The usual cause is a gate in the wrong place. */
const isGate = ({ element }: Waiting<Element>) => element?.kind === "callback";
const isOurs = ({ element }: Waiting<Element>) => element !== undefined;

/** Follows dependencies until it reaches a block of the current path again. */
function circles<E>(waiting: readonly Waiting<E>[]): Waiting<E>[][] {
  const byAddress = new Map(waiting.map((block) => [block.address, block]));
  const found: Waiting<E>[][] = [];
  const seen = new Set<Waiting<E>>();
  for (const first of waiting) {
    // Not recursive: a chain of thousands of blocks is allowed.
    const path: { readonly block: Waiting<E>; readonly left: string[] }[] = [];
    const onPath = new Map<Waiting<E>, number>();
    const enter = (block: Waiting<E>) => {
      seen.add(block);
      onPath.set(block, path.length);
      path.push({ block, left: block.dependsOn.toReversed() });
    };
    if (!seen.has(first)) enter(first);
    for (let last = path.at(-1); last; last = path.at(-1)) {
      const address = last.left.pop();
      if (address === undefined) {
        onPath.delete(last.block);
        path.pop();
        continue;
      }
      const next = byAddress.get(address);
      const at = next && onPath.get(next);
      if (at !== undefined) found.push(path.slice(at).map(({ block }) => block));
      else if (next && !seen.has(next)) enter(next);
    }
  }
  return found;
}
