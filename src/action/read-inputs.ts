import { checkRequest } from "../client/index.ts";
import type { Environment, Fields, Operation, Settings, Values } from "../contract/index.ts";
import {
  callbackTestOperation,
  combineSettings,
  fieldRef,
  InputProblem,
  InvalidInputError,
  isAttemptId,
  isJournalSetting,
  isPlainId,
  kebabCase,
  nameProblem,
  notATime,
  notHappened,
  parseDuration,
  readResolution,
  reissueOperation,
  settings as settingTable,
  text,
} from "../contract/index.ts";
import { inputProblem, inputProblems } from "./input-problem.ts";
import { isEmptyInput, readInput } from "./input-variables.ts";
import { inputs, type OperationName, type OwnInput, operations } from "./inputs.ts";
import { readRequestInputs } from "./request-inputs.ts";

/** The checked inputs of a step. */
export interface ActionInputs {
  readonly operation: OperationName;
  readonly settings: Settings;
  /** What the contract says about the request's fields. */
  readonly fields: Fields;
  /** The fields of the request, under the contract's names. */
  readonly values: Values;
  own(name: OwnInput): string;
}

/** Reads all inputs. Throws one error with all problems. */
export async function readInputs(env: Environment): Promise<ActionInputs> {
  const operation = readOperation(env);
  const own = (name: OwnInput) => ownInput(env, name);
  const { values, problems: fieldProblems } = await readRequestInputs(operation, env);
  const isReissue = operation.name === reissueOperation.name;
  const { settings, problems: allSettingProblems } = combineSettings(readSettings(env), env);
  const settingProblems = allSettingProblems.filter(
    ({ contractName }) => isReissue || !isJournalSetting(contractName),
  );
  const problems = [
    ...settingProblems.map(explainMissing),
    ...Object.keys(inputs).flatMap((name) => checkByTable(env, name, operation.name)),
    ...checkApiUrl(readInput(env, "github-api-url")),
    ...(isReissue ? [...checkHistory(env, settings), ...checkAttempts(own), ...checkWait(own)] : []),
    ...fieldProblems,
    // A field that cannot be read is not reported a second time.
    ...checkRequest(operation, values).filter(
      ({ contractName }) => !fieldProblems.some((problem) => problem.contractName === contractName),
    ),
  ];
  if (problems.some(({ severity }) => severity === "error"))
    throw new InvalidInputError(`The ${isReissue ? "reissue" : "callback test"} was not sent`, problems);
  return { operation: operation.name as OperationName, settings, fields: operation.fields, values, own };
}

/** Reads an input of the action itself, or its default. */
export function ownInput(env: Environment, name: OwnInput): string {
  const { default: standard = "", leftOut } = inputs[name] ?? {};
  const text = readInput(env, name);
  // A line of YAML that was pasted into the form of a run has its name and quotes.
  if (name === "resolve" || name === "supersede")
    return text.replace(new RegExp(`^${name}: *`), "").replace(/^"(.*)"$/, "$1");
  return text === leftOut ? "" : text || standard;
}

function readOperation(env: Environment): Operation {
  const name = readInput(env, "operation");
  const operation = [callbackTestOperation, reissueOperation].find((candidate) => candidate.name === name);
  if (operation) return operation;
  const what = name === "" ? "operation is missing." : `operation is ${JSON.stringify(name)}.`;
  const problem = inputProblem("operation", what, `Use one of ${operations.join(", ")}.`);
  throw new InvalidInputError("Nothing was sent", [problem]);
}

function readSettings(env: Environment): Record<string, string | undefined> {
  const entries = Object.keys(settingTable).map((name) => [
    name,
    readInput(env, kebabCase(name)) || undefined,
  ]);
  const journal = ownInput(env, "history") === "journal" ? "required" : "none";
  return { ...Object.fromEntries(entries), journal };
}

/** Checks one input by what the table says about it. An input of the other operation may mean that the operation is wrong. */
function checkByTable(env: Environment, name: string, operation: string): InputProblem[] {
  const { for: owner = operation, choices, expression, default: standard, leftOut } = inputs[name] ?? {};
  const text = readInput(env, name);
  return inputProblems([
    [
      owner !== operation && expression === undefined && !["", standard, leftOut].includes(text),
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

function checkApiUrl(text: string): InputProblem[] {
  if (text === "" || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return [];
  const what = "github-api-url is not an http or https address.";
  return [inputProblem("github-api-url", what, "Leave it out: the runner sets it.")];
}

/** A reissue has one history. An idempotency key needs one that outlasts the run. */
function checkHistory(env: Environment, { journal_dir, journal_url }: Settings): InputProblem[] {
  const [history, key] = [ownInput(env, "history"), ownInput(env, "idempotency-key")];
  const journal = journal_url === undefined ? "journal_dir" : "journal_url";
  const hasJournal = (journal_dir ?? journal_url) !== undefined;
  const problem = key === "" ? undefined : nameProblem(key);
  return inputProblems([
    [
      hasJournal && history !== "journal",
      "history",
      text`${fieldRef(journal)} names a journal, and history: ${history} does not use it.`,
      "Add history: journal, or leave the journal out.",
    ],
    [
      // An empty key would match every request.
      isEmptyInput(env, "idempotency-key"),
      "idempotency-key",
      "idempotency-key is empty. hashFiles returns an empty text if no file matches.",
      `Correct the expression, and check its files out before this step. For one reissue in each run leave idempotency-key out, or write ${inputs["idempotency-key"]?.leftOut}.`,
    ],
    [
      problem !== undefined,
      "idempotency-key",
      `idempotency-key ${problem}.`,
      "Give one line that names this one reissue.",
    ],
    [
      key !== "" && history !== "repository" && !hasJournal,
      "idempotency-key",
      "idempotency-key needs a history that outlasts this run.",
      "Use history: repository, or history: journal with journal-url or journal-dir.",
    ],
  ]);
}

/** Checks what a person states about attempts: `resolve` and `supersede`. */
function checkAttempts(own: ActionInputs["own"]): InputProblem[] {
  const [resolve, supersede] = [own("resolve"), own("supersede")];
  const resolution = readResolution(resolve);
  return inputProblems([
    ...Object.entries({ resolve, supersede }).map(
      ([name, text]) =>
        [
          text !== "" && own("history") === "none",
          name,
          `${name} needs a history.`,
          "Leave history: none out.",
        ] as const,
    ),
    [
      resolve !== "" && !resolution,
      "resolve",
      "resolve cannot be read.",
      `Write ATTEMPT:${notHappened} or ATTEMPT:CERTIFICATE_ID.`,
    ],
    [
      resolution?.certificateId != null && !isPlainId(resolution.certificateId),
      "resolve",
      "resolve names a certificate by an id that cannot be passed on safely: it has other characters than letters, digits and . _ : / + = -, or more than 64.",
      "Write another name of the certificate, such as its serial number: it becomes the output certificate-id.",
    ],
    [
      supersede !== "" && !isAttemptId(supersede),
      "supersede",
      "supersede is not the id of an attempt.",
      "Write ATTEMPT, as the message shows it.",
    ],
  ]);
}

/** Only a journal has callbacks to wait for. */
function checkWait(own: ActionInputs["own"]): InputProblem[] {
  const name = "wait-until-issued";
  const [wait, history] = [own(name), own("history")];
  const isTime = parseDuration(wait) !== undefined;
  return inputProblems([
    [wait !== "" && !isTime, name, `${name} ${notATime.problem}.`, notATime.remedy],
    [
      isTime && history !== "journal",
      name,
      `${name} waits for a callback in the journal, and history: ${history} has none.`,
      "Use history: journal, with the journal-url that certorder receive uses.",
    ],
  ]);
}

/** A missing auth key mostly means that the run may not see the secret. */
function explainMissing(problem: InputProblem): InputProblem {
  if (problem.rule !== "required" && problem.rule !== "empty") return problem;
  const { contractName: name, rule, texts, code, severity } = problem;
  const variable = settingTable[name as keyof typeof settingTable]?.env;
  const remedy =
    name === "auth_key"
      ? `Give auth-key from a secret, such as secrets.${variable}. If it is given: a secret that does not exist is empty, and all secrets are empty in runs of pull requests from forks and of Dependabot, and outside the environment that holds them.`
      : `Give ${kebabCase(name)}, or set ${variable}. A variable (vars) that does not exist is empty.`;
  return new InputProblem(name, rule, texts.message, remedy, { code, severity });
}
