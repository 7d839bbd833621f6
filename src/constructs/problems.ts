import { Annotations, Token } from "cdktn";
import type { Construct } from "constructs";
import type { Field, Setting, Voice } from "../contract/index.ts";
import { byContract, camelCase, Issue, named, passwordIn, settings, words } from "../contract/index.ts";

/** Has the framework ask for problems when it synthesizes: errors stop it, all of them at once; warnings are annotated. */
export function reportProblems(construct: Construct, find: () => readonly Issue[]): void {
  let hasWarned = false;
  construct.node.addValidation({
    validate: () => {
      const issues = find();
      const texts = (severity: Issue["severity"]) =>
        issues
          .filter((issue) => issue.severity === severity)
          .map((issue) => issue.in(inProps))
          .map(({ message, remedy }) => `${message} ${remedy}`);
      if (!hasWarned) for (const text of texts("warning")) Annotations.of(construct).addWarning(text);
      hasWarned = true;
      return texts("error");
    },
  });
}

/**
 * The arguments of a low-level construct under the contract's names, as they will be written. It calls the value that it was
 * given for `dns_names` `dnsNamesInput`.
 */
export function argumentsOf(element: object, names: readonly string[]): Record<string, unknown> {
  const inputs = element as Readonly<Record<string, unknown>>;
  const overrides = (inputs.rawOverrides ?? {}) as Readonly<Record<string, unknown>>;
  const given: Record<string, unknown> = {};
  for (const name of names) {
    const value = Object.hasOwn(overrides, name) ? overrides[name] : inputs[`${camelCase(name)}Input`];
    if (value !== undefined) given[name] = value;
  }
  return given;
}

/** Secrets that the synthesized file would hold in clear text. */
export function literalSecrets(
  given: Readonly<Record<string, unknown>>,
  secrets: readonly string[],
): Issue[] {
  // Stricter than elsewhere: only what Terraform itself evaluates is no literal.
  const isLiteral = (value: unknown) =>
    typeof value === "string" && value !== "" && !Token.isUnresolved(value) && !/[$%]\{/.test(value);
  const isSecret = (name: string, value: unknown) =>
    isLiteral(value) && (!isUrl(name) || passwordIn(value as string) !== undefined);
  return secrets
    .filter((name) => isSecret(name, given[name]))
    .map(
      (name) =>
        new Issue(
          name,
          "literal_secret",
          words`${named(name)} would stand in the synthesized file in clear text.`,
          "Take it from a TerraformVariable that is sensitive, or set allowLiteralSecrets if this is meant.",
        ),
    );
}

/** Without a password it is no secret. */
function isUrl(name: string): boolean {
  return (
    Object.hasOwn(settings, name) && (settings as Record<string, Setting>)[name]?.sensitive === "password"
  );
}

export function sensitiveNames(fields: Readonly<Record<string, Field | Setting>>): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.sensitive);
}

const kinder: Readonly<Record<string, string>> = {
  acknowledge_removed_names: "acknowledge.droppedNames",
  i_know_remove_domain_will_revoke_before_cert: "acknowledge.anyDroppedName",
  i_know_will_revoke_last_cert: "acknowledge.revocationOfPreviousCertificate",
};

/** The names of props. */
export const inProps: Voice = (mention) => {
  if (mention.of !== "name") return byContract(mention);
  const name = kinder[mention.name] ?? camelCase(mention.name);
  return mention.value === undefined ? name : `${name}: ${JSON.stringify(mention.value)}`;
};
