import { checkRequest } from "../client/index.ts";
import type { Environment, Fields, Operation, Settings, Values } from "../contract/index.ts";
import {
  callbackTestOperation,
  combineSettings,
  InputProblem,
  InvalidInputError,
  inRepository,
  kebabCase,
  noJournal,
  reissueOperation,
  settings as settingTable,
} from "../contract/index.ts";
import { checkTestInputs } from "./health/options.ts";
import { inputProblem, inputProblems } from "./input-problem.ts";
import { readInput } from "./input-variables.ts";
import { inputs, type OperationName, type OwnInput, operations } from "./inputs.ts";
import { checkReissueInputs, isStatement, type OwnInputs } from "./reissue-inputs.ts";
import { checkUnknownInputs, isRequestInput, readRequestInputs } from "./request-inputs.ts";

/** The checked inputs of a step. */
export interface ActionInputs {
  readonly operation: OperationName;
  readonly settings: Settings;
  /** What the contract says about the request's fields. */
  readonly fields: Fields;
  /** The fields of the request, under the contract's names. */
  readonly values: Values;
  readonly own: OwnInputs;
}

/** Reads all inputs. Throws one error with all problems. */
export async function readInputs(env: Environment): Promise<ActionInputs> {
  const operation = readOperation(env);
  const own = (name: OwnInput) => ownInput(env, name);
  const { values, problems: fieldProblems } = await readRequestInputs(operation, env);
  const isReissue = operation.name === reissueOperation.name;
  const { settings, problems: settingProblems } = combineSettings(readSettings(env, isReissue), env);
  const found = [
    ...settingProblems.map(explainMissing),
    ...Object.keys(inputs).flatMap((name) => checkByTable(env, name, operation.name)),
    ...(isReissue ? checkReissueInputs(own, values) : checkTestInputs(own)),
    ...fieldProblems,
    // A field that cannot be read is not reported a second time.
    ...checkRequest(operation, values).filter(
      ({ contractName }) => !fieldProblems.some((problem) => problem.contractName === contractName),
    ),
  ].filter(({ contractName }) => !isReissue || isNeeded(contractName, own, values));
  const problems = [...checkUnknownInputs(operation, env), ...found];
  if (problems.some(({ severity }) => severity === "error"))
    throw new InvalidInputError(`The ${isReissue ? "reissue" : "callback test"} was not sent`, problems);
  return { operation: operation.name as OperationName, settings, fields: operation.fields, values, own };
}

/** A step that only records a statement needs no request. An import may state the one that made its certificate. */
function isNeeded(contractName: string, own: OwnInputs, { sign_hash }: Values): boolean {
  const isRequest = contractName !== "order_id" && isRequestInput(contractName);
  if (!isRequest || !isStatement(own)) return true;
  return own("import") !== "" && sign_hash !== undefined;
}

/** Reads an input of the action itself, or its default. */
export function ownInput(env: Environment, name: OwnInput): string {
  const text = readInput(env, name);
  // A line of YAML that was pasted into the form of a run has its name and quotes.
  if (name === "resolve" || name === "supersede" || name === "import")
    return text.replace(new RegExp(`^${name}: *`), "").replace(/^"(.*)"$/, "$1");
  // The variable counts also if it is empty: a missing secret makes an empty one.
  if (name === "journal") return text || (env[settingTable.journal.env] ?? inRepository);
  return text || (inputs[name]?.default ?? "");
}

function readOperation(env: Environment): Operation {
  const name = readInput(env, "operation");
  const operation = [callbackTestOperation, reissueOperation].find((candidate) => candidate.name === name);
  if (operation) return operation;
  const what = name === "" ? "operation is missing." : `operation is ${JSON.stringify(name)}.`;
  const problem = inputProblem("operation", what, `Use one of ${operations.join(", ")}.`);
  throw new InvalidInputError("Nothing was sent", [problem]);
}

function readSettings(env: Environment, isReissue: boolean): Record<string, string | undefined> {
  const entries = Object.keys(settingTable).map((name) => [
    name,
    readInput(env, kebabCase(name)) || undefined,
  ]);
  // Only a reissue has a journal, and only the action knows the repository's.
  const hasOther = isReissue && ownInput(env, "journal") !== inRepository;
  return { ...Object.fromEntries(entries), ...(!hasOther && { journal: noJournal }) };
}

/** Checks one input by what the table says about it. An input of the other operation may mean that the operation is wrong. */
function checkByTable(env: Environment, name: string, operation: string): InputProblem[] {
  const { for: owner = operation, choices, expression, default: standard } = inputs[name] ?? {};
  const text = readInput(env, name);
  return inputProblems([
    [
      owner !== operation && expression === undefined && !["", standard].includes(text),
      name,
      `${name} is not an input of ${operation}.`,
      `Leave it out; it belongs to ${owner}.`,
    ],
    [
      choices !== undefined && text !== "" && !choices.includes(text),
      name,
      `${name} must be one of ${choices?.join(", ")}.`,
      "Use one of these, or leave it out.",
    ],
  ]);
}

function explainMissing(problem: InputProblem): InputProblem {
  if (problem.rule !== "required" && problem.rule !== "empty") return problem;
  const { contractName: name, rule, texts, code, severity } = problem;
  return new InputProblem(name, rule, texts.message, missingRemedy(name), { code, severity });
}

function missingRemedy(name: string): string {
  const variable = settingTable[name as keyof typeof settingTable]?.env;
  switch (name) {
    // A missing auth key mostly means that the run may not see the secret.
    case "auth_key":
      return `Give auth-key from a secret, such as secrets.${variable}. If it is given: a secret that does not exist is empty, and all secrets are empty in runs of pull requests from forks and of Dependabot, and outside the environment that holds them.`;
    case "journal":
      return "A secret that does not exist is empty. Give the variable a value, or unset it: then the journal is in the repository.";
    default:
      return `Give ${kebabCase(name)}, or set ${variable}. A variable (vars) that does not exist is empty.`;
  }
}
