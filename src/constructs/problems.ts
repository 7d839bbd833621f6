import { Annotations } from "cdktn";
import type { IConstruct } from "constructs";
import { camelCase, type Dialect, type InputProblem, terraformDialect } from "../contract/index.ts";

const warned = new WeakMap<IConstruct, Set<string>>();

/** Warns once, although the framework validates several times. */
export function warnOnce(construct: IConstruct, text: string): void {
  const texts = warned.get(construct) ?? new Set();
  warned.set(construct, texts);
  if (!texts.has(text)) warn(construct, text);
  texts.add(text);
}

/** The frameworks' command lines print annotations. For an app that runs by itself, this prints the warning. */
function warn(construct: IConstruct, text: string): void {
  Annotations.of(construct).addWarning(text);
  // The command lines set this variable, to print annotations of errors too.
  const isRunByCommandLine = process.env.CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS !== undefined;
  if (!isRunByCommandLine) process.stderr.write(`[${construct.node.path}] Warning: ${text}\n`);
}

const propNames: Readonly<Record<string, string>> = {
  acknowledge_dropped_names: "acknowledge.droppedNames",
  i_know_will_revoke_last_cert: "acknowledge.revocationOfPreviousCertificate",
  depends_on: "dependsOn and runsBefore",
};

/** Names the props of the constructs. Lines to paste are Terraform's. */
export const constructDialect: Dialect = (part) => {
  if (part.kind !== "name") return terraformDialect(part);
  const name = propNames[part.name] ?? camelCase(part.name);
  return part.value === undefined ? name : `${name}: ${JSON.stringify(part.value)}`;
};

export function renderProblem(problem: InputProblem): string {
  const { message, remedy } = problem.renderIn(constructDialect);
  return `${message} ${remedy}`;
}
