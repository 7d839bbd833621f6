import { Issue, named, words } from "../contract/index.ts";
import type { Finding } from "./check.ts";
import type { Element, Waiting } from "./model.ts";

/** Blocks that wait for each other, told once for each circle, where one of ours is in it. */
export function checkCycles<E extends Element>(waiting: readonly Waiting<E>[]): Finding<E>[] {
  return circles(waiting).flatMap((circle) => {
    const begin = [isGate, isOurs].map((is) => circle.findIndex(is)).find((at) => at >= 0) ?? -1;
    const element = circle[begin]?.element;
    if (element === undefined) return [];
    const inOrder = [...circle.slice(begin), ...circle.slice(0, begin + 1)].map(({ title }) => title);
    const issue = new Issue(
      "depends_on",
      "cycle",
      words`This waits for itself: ${inOrder.join(" waits for ")}.`,
      words`Let one of them not wait for the next: look at ${named("depends_on")}.`,
    );
    return [{ element, issue }];
  });
}

/** Most often it is a gate that is in the wrong place. */
const isGate = ({ element }: Waiting<Element>) => element?.kind === "callback";
const isOurs = ({ element }: Waiting<Element>) => element !== undefined;

/** Walks along what is waited for, and comes back to a block that it is still under way from. */
function circles<E>(waiting: readonly Waiting<E>[]): Waiting<E>[][] {
  const byAddress = new Map(waiting.map((block) => [block.address, block]));
  const found: Waiting<E>[][] = [];
  const done = new Set<string>();
  const path: Waiting<E>[] = [];
  const walk = (block: Waiting<E>): void => {
    const at = path.indexOf(block);
    if (at >= 0) found.push(path.slice(at));
    if (at >= 0 || done.has(block.address)) return;
    path.push(block);
    for (const address of block.dependsOn) {
      const next = byAddress.get(address);
      if (next) walk(next);
    }
    path.pop();
    done.add(block.address);
  };
  for (const block of waiting) walk(block);
  return found;
}
