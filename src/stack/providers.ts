import { Issue, named, words } from "../contract/index.ts";
import type { Finding } from "./check.ts";
import type { Element } from "./model.ts";

/** Without one, Terraform makes up a default from the variables of the environment: possibly of the wrong account. */
export function checkProviders<E extends Element>(elements: readonly E[]): Finding<E>[] {
  const aliases = elements.flatMap(({ kind, alias }) => (kind === "provider" ? [alias] : []));
  if (aliases.length === 0 || aliases.includes(undefined)) return [];
  return elements
    .filter(({ kind, provider }) => kind !== "provider" && (provider ?? "certorder") === "certorder")
    .map((element) => ({
      element,
      issue: new Issue(
        "provider",
        "provider",
        words`${named("provider")} is not given, and every certorder provider of this stack has an alias (${aliases.join(", ")}): one made up from the environment would be used, possibly of another account.`,
        words`Name one with ${named("provider")}, or add a provider without an alias.`,
      ),
    }));
}
