import { fieldRef, InputProblem, type Text, text } from "../contract/index.ts";
import type { Element, Finding } from "./model.ts";

/**
 * Blocks have to name a provider of the stack. Without one, Terraform creates a default provider from environment
 * variables, possibly for the wrong account.
 */
export function checkProviders<E extends Element>(elements: readonly E[]): Finding<E>[] {
  const providers = elements.filter(({ kind }) => kind === "provider");
  return elements.flatMap((element) =>
    checkChoice(element, providers).map((problem) => ({ element, problem })),
  );
}

function checkChoice({ kind, provider = "" }: Element, providers: readonly Element[]): InputProblem[] {
  if (kind === "provider" || providers.some(({ address }) => address === provider)) return [];
  const wrong = (message: Text, remedy: Text) => [new InputProblem("provider", "provider", message, remedy)];
  if (provider !== "certorder")
    return wrong(
      text`${fieldRef("provider")} ${provider} is not a certorder provider of this stack.`,
      text`Add it to this stack, or name another with ${fieldRef("provider")}.`,
    );
  if (providers.length === 0) return [];
  const aliases = providers.map(({ alias }) => alias).join(", ");
  return wrong(
    text`${fieldRef("provider")} is not given, and every certorder provider of this stack has an alias (${aliases}): Terraform would use a default provider from the environment, possibly of another account.`,
    text`Name one with ${fieldRef("provider")}, or add a provider without an alias.`,
  );
}
