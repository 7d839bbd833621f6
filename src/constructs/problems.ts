import { Annotations } from "cdktn";
import type { IConstruct } from "constructs";
import type { Issue, Voice } from "../contract/index.ts";
import { byContract, camelCase } from "../contract/index.ts";

/** Has the framework ask for problems when it synthesizes: errors stop it, all of them at once; of warnings it is told. */
export function reportProblems(construct: IConstruct, find: () => readonly Issue[]): void {
  const told = new Set<string>();
  construct.node.addValidation({
    validate: () => {
      const issues = find();
      const texts = (severity: Issue["severity"]) =>
        issues
          .filter((issue) => issue.severity === severity)
          .map((issue) => issue.in(inProps))
          .map(({ message, remedy }) => `${message} ${remedy}`);
      for (const text of texts("warning")) {
        if (!told.has(text)) warn(construct, text);
        told.add(text);
      }
      return texts("error");
    },
  });
}

/** The frameworks' command lines print what is annotated; where an app runs by itself, nobody would see it. */
function warn(construct: IConstruct, text: string): void {
  Annotations.of(construct).addWarning(text);
  if (!isRunByCommandLine()) process.stderr.write(`[${construct.node.path}] Warning: ${text}\n`);
}

/** They set this variable, in order to print annotations of errors themselves. */
function isRunByCommandLine(): boolean {
  return process.env.CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS !== undefined;
}

const kinder: Readonly<Record<string, string>> = {
  acknowledge_removed_names: "acknowledge.droppedNames",
  i_know_remove_domain_will_revoke_before_cert: "acknowledge.anyDroppedName",
  i_know_will_revoke_last_cert: "acknowledge.revocationOfPreviousCertificate",
  depends_on: "dependsOn and runsBefore",
};

/** The names of props. */
export const inProps: Voice = (mention) => {
  if (mention.of !== "name") return byContract(mention);
  const name = kinder[mention.name] ?? camelCase(mention.name);
  return mention.value === undefined ? name : `${name}: ${JSON.stringify(mention.value)}`;
};
