import type { Environment, Field, Operation, Values } from "../contract/index.ts";
import {
  decode,
  fieldRef,
  InputProblem,
  isRecord,
  kebabCase,
  listFromText,
  parseJson,
  reissueOperation,
  text,
  unknownMember,
  valueFromText,
} from "../contract/index.ts";
import { inputProblem } from "./input-problem.ts";
import { givenInputs, readInput } from "./input-variables.ts";
import { inputs, type OwnInput } from "./inputs.ts";
import { rareFields } from "./request-fields.ts";
import { readWorkspaceFile } from "./workspace-file.ts";

/** The fields of a request: a file gives what the inputs leave out. */
export async function readRequestInputs(
  operation: Operation,
  env: Environment,
): Promise<{ readonly values: Values; readonly problems: readonly InputProblem[] }> {
  const fromFile = operation.name === reissueOperation.name ? await readBody(env) : {};
  const { values: fileValues, unknownNames } = decode(
    operation,
    fromFile instanceof InputProblem ? {} : fromFile,
  );
  const values: Record<string, unknown> = { ...fileValues };
  const problems = unknownNames.map((name) => unknownMember(operation.fields, name));
  if (fromFile instanceof InputProblem) problems.push(fromFile);
  const add = (name: string, result: unknown) => {
    if (result instanceof InputProblem) problems.push(result);
    else if (result !== undefined) values[name] = result;
  };
  for (const [name, field] of Object.entries(operation.fields)) {
    const text = rareFields.includes(name) ? "" : readInput(env, kebabCase(name));
    if (text !== "") add(name, readFieldValue(name, field, text));
  }
  if (operation.name === reissueOperation.name) add("csr", await readFileInput("csr-file", env));
  return { values, problems };
}

/** GitHub only warns of an input that an action does not have, and passes it on. A reissue without it would be another one. */
export function checkUnknownInputs(operation: Operation, env: Environment): InputProblem[] {
  return givenInputs(env)
    .filter((name) => !Object.hasOwn(inputs, name))
    .map((name) => inputProblem(name, `${name} is not an input.`, remedyFor(name, operation)));
}

function remedyFor(name: string, operation: Operation): string {
  const meant = name.replaceAll("_", "-");
  if (Object.hasOwn(inputs, meant)) return `Write ${meant}.`;
  if (operation.name !== reissueOperation.name) return "Leave it out.";
  if (meant === "csr") return "Use csr-file.";
  return rareFields.some((field) => kebabCase(field) === meant)
    ? "Write it into request-file."
    : "Correct its name, or leave it out.";
}

/** Whether a problem is about the request of a reissue: about a field, or an input that stands for one. */
export function isRequestInput(name: string): boolean {
  return Object.hasOwn(reissueOperation.fields, name) || requestInputs.has(name);
}

const requestInputs: ReadonlySet<string> = new Set<OwnInput>(["csr-file", "request-file"]);

async function readBody(env: Environment): Promise<object> {
  const text = await readFileInput("request-file", env);
  if (text instanceof InputProblem || text === undefined) return text ?? {};
  const body = parseJson(text);
  return isRecord(body)
    ? body
    : inputProblem("request-file", "request-file is not a JSON object.", "Give the body of the request.");
}

async function readFileInput(name: OwnInput, env: Environment): Promise<string | InputProblem | undefined> {
  const path = readInput(env, name);
  return path === "" ? undefined : readWorkspaceFile(name, path, env.GITHUB_WORKSPACE);
}

/** Only the word true accepts a loss. An expression may evaluate to anything. */
function readFieldValue(name: string, field: Field, input: string): unknown {
  if (field.acknowledgement && input !== "true" && input !== "false")
    return inputProblem(
      name,
      text`${fieldRef(name)} must be literally true.`,
      "Write true, or leave it out.",
    );
  const value = valueFromText(field, input);
  // A list that a workflow builds may have empty lines.
  return Array.isArray(value) ? value.filter((item) => item !== "") : value;
}

/** Empty items do not count. */
export function splitList(text: string): string[] {
  return listFromText(text).filter((item) => item !== "");
}
