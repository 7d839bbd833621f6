import { fieldRef, InputProblem, type Text, text } from "../contract/index.ts";
import type { Element, Finding } from "./model.ts";

/**
 * A gate tests only when it is created or changed, so each reissue behind it needs `require_callback` too. Warns of
 * the gates whose reissues do not have it. A data source needs no warning: every plan reads it.
 */
export function checkGates<E extends Element>(elements: readonly E[]): Finding<E>[] {
  const gates = elements.filter(({ kind, address }) => kind === "callback" && !address.startsWith("data."));
  const untested = elements.filter(
    (element) => element.kind === "reissue" && !isGiven(element, "require_callback"),
  );
  return gates.flatMap((gate) => {
    const behind = untested.filter(({ dependsOn }) => dependsOn.includes(gate.address));
    return (Object.keys(tested) as Untested[]).flatMap((reason) => {
      const titles = behind
        .filter(({ provider }) => whyUntested(gate, provider) === reason)
        .map(({ title }) => title);
      if (titles.length === 0) return [];
      const problem = new InputProblem(
        "require_callback",
        "gate",
        text`This gate tests ${tested[reason](gate)} only when it is created or changed. Later reissues of ${list(titles)} are sent without a test.`,
        text`To test the saved callback of their account before each reissue, set ${fieldRef("require_callback")} to true there. To go without a test, set it to false.`,
        { severity: "warning" },
      );
      return [{ element: gate, problem }];
    });
  });
}

type Untested = "own-callback" | "other-account" | "unset";

function whyUntested(gate: Element, provider: string | undefined): Untested {
  if (isGiven(gate, "url") || isGiven(gate, "access_key")) return "own-callback";
  return gate.provider === provider ? "unset" : "other-account";
}

/** Says what the gate tests, for each reason. */
const tested: Readonly<Record<Untested, (gate: Element) => Text>> = {
  "own-callback": () => text`its own ${fieldRef("url")} or ${fieldRef("access_key")}, and`,
  "other-account": ({ provider = "" }) => text`the callback of another account (${provider}), and`,
  unset: () => "the callback",
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
