import type { Text } from "../contract/index.ts";
import { fieldRef, Issue, text } from "../contract/index.ts";
import type { Element, Finding } from "./model.ts";

/** Each provider of a stack needs a different name, and blocks have to name one of them. */
export function checkProviders<E extends Element>(elements: readonly E[]): Finding<E>[] {
  const providers = elements.filter(({ kind }) => kind === "provider");
  const first = new Map<string, E>();
  for (const provider of providers)
    if (!first.has(providerName(provider))) first.set(providerName(provider), provider);
  return [
    ...providers.flatMap((element) => checkAlias(element, first).map((issue) => ({ element, issue }))),
    ...elements.flatMap((element) => checkChoice(element, first).map((issue) => ({ element, issue }))),
  ];
}

function providerName({ alias }: Element): string {
  return alias === undefined ? "certorder" : `certorder.${alias}`;
}

function checkAlias(provider: Element, first: ReadonlyMap<string, Element>): Issue[] {
  const { alias } = provider;
  const wrong = (message: Text, remedy: string) => [new Issue("alias", "alias", message, remedy)];
  if (!/^[\p{ID_Start}_][\p{ID_Continue}-]*$/u.test(alias ?? "certorder"))
    return wrong(
      text`${fieldRef("alias")} ${JSON.stringify(alias)} is not a valid name in Terraform.`,
      "Begin with a letter or _, and go on with letters, digits, _ and -.",
    );
  const other = first.get(providerName(provider)) ?? provider;
  if (other === provider) return [];
  return wrong(
    alias === undefined
      ? text`${fieldRef("alias")} is not given, and ${other.title} is the provider without one already.`
      : text`${fieldRef("alias")} ${JSON.stringify(alias)} is already used by ${other.title}.`,
    "Give each provider of a stack another alias; one can do without.",
  );
}

/** Without a matching provider, Terraform creates a default one from environment variables, possibly for the wrong account. */
function checkChoice(
  { kind, provider = "certorder" }: Element,
  providers: ReadonlyMap<string, Element>,
): Issue[] {
  if (kind === "provider" || providers.has(provider)) return [];
  const wrong = (message: Text, remedy: Text) => [new Issue("provider", "provider", message, remedy)];
  if (provider !== "certorder")
    return wrong(
      text`${fieldRef("provider")} ${provider} is not a certorder provider of this stack.`,
      text`Add it to this stack, or name another with ${fieldRef("provider")}.`,
    );
  if (providers.size === 0) return [];
  const aliases = [...providers.values()].map(({ alias }) => alias).join(", ");
  return wrong(
    text`${fieldRef("provider")} is not given, and every certorder provider of this stack has an alias (${aliases}): Terraform would use a default provider from the environment, possibly of another account.`,
    text`Name one with ${fieldRef("provider")}, or add a provider without an alias.`,
  );
}
