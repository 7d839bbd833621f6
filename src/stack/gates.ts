import { fieldRef, InputProblem, type Text, text } from "../contract/index.ts";
import type { Element, Finding } from "./model.ts";

/** Terraform would find a cycle in the plan, and not say which of `runsBefore` and the arguments made it. */
export function checkCycles<E extends Element>(elements: readonly E[]): Finding<E>[] {
  const found = new Map<string, Finding<E>>();
  for (const element of elements) {
    const { cycle } = element;
    // Each gate of a cycle has found it.
    const key = [...new Set(cycle)].sort().join();
    if (!cycle || found.has(key)) continue;
    const problem = new InputProblem(
      "depends_on",
      "cycle",
      `This waits for itself, and Terraform would refuse the cycle: ${cycle.join(", which waits for ").replace(", which", "")}.`,
      text`One of these must not wait: see ${fieldRef("depends_on")}, and the arguments that refer to another block.`,
    );
    found.set(key, { element, problem });
  }
  return [...found.values()];
}

/**
 * A gate tests only when it is created or changed, so each reissue behind it needs `require_callback` too. Warns of
 * the gates whose reissues do not have it. A data source needs no warning: every plan reads it.
 */
export function checkGates<E extends Element>(elements: readonly E[]): Finding<E>[] {
  const gates = elements.filter(({ kind, address }) => kind === "callback" && !address.startsWith("data."));
  const untested = elements.filter(
    (element) =>
      element.kind === "reissue" &&
      (!isGiven(element, "require_callback") || element.known.values.require_callback === false),
  );
  return gates.flatMap((gate) => {
    const behind = untested.filter(({ dependsOn }) => dependsOn.includes(gate.address));
    return (Object.keys(tested) as Untested[]).flatMap((reason) => {
      const titles = behind
        .filter((reissue) => whyUntested(gate, reissue) === reason)
        .map(({ title }) => title);
      if (titles.length === 0) return [];
      const problem = new InputProblem(
        "require_callback",
        "gate",
        text`This gate tests ${tested[reason](gate)} only when it is created or changed. Later reissues of ${list(titles)} are sent without a test.`,
        remedies[reason],
        { severity: "warning" },
      );
      return [{ element: gate, problem }];
    });
  });
}

type Untested = "own-callback" | "other-account" | "unset" | "switched-off";

/** Undefined if a person set `require_callback` to false and the gate could not have tested the reissue's callback. */
function whyUntested(gate: Element, reissue: Element): Untested | undefined {
  const isOff = isGiven(reissue, "require_callback");
  if (isGiven(gate, "url") || isGiven(gate, "access_key")) return isOff ? undefined : "own-callback";
  if (gate.provider !== reissue.provider) return isOff ? undefined : "other-account";
  return isOff ? "switched-off" : "unset";
}

const setTrue = text`To test the saved callback of their account before each reissue, set ${fieldRef("require_callback")} to true there.`;
const orFalse = text`${setTrue} To go without a test, set it to false.`;
const remedies: Readonly<Record<Untested, Text>> = {
  "own-callback": orFalse,
  "other-account": orFalse,
  unset: setTrue,
  "switched-off": text`${fieldRef("require_callback")} is false there. ${setTrue}`,
};

/** Says what the gate tests, for each reason. */
const tested: Readonly<Record<Untested, (gate: Element) => Text>> = {
  "own-callback": () => text`its own ${fieldRef("url")} or ${fieldRef("access_key")}, and`,
  "other-account": ({ provider = "" }) => text`the callback of another account (${provider}), and`,
  unset: () => "the callback",
  "switched-off": () => "the callback",
};

function isGiven({ known: { values, unknownNames } }: Element, name: string): boolean {
  return name in values || unknownNames.has(name);
}

const mostShown = 10;

function list(titles: readonly string[]): string {
  const hiddenCount = titles.length - mostShown;
  const shown = hiddenCount > 0 ? [...titles.slice(0, mostShown), `${hiddenCount} more`] : titles;
  return new Intl.ListFormat("en", { type: "conjunction", style: "long" }).format(shown);
}
