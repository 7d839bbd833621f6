import { checkRequest } from "../client/index.ts";
import type { Environment, Fields, Operation, Settings, Values } from "../contract/index.ts";
import {
  callbackTestOperation,
  checkConnection,
  fieldRef,
  InvalidRequestError,
  Issue,
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
  resolveSettings,
  settings as settingTable,
  text,
} from "../contract/index.ts";
import { inputIssue } from "./input-issue.ts";
import { isEmptyInput, readInput } from "./input-variables.ts";
import type { OperationName, OwnInput } from "./inputs.ts";
import { inputs, operations } from "./inputs.ts";
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
  const { values, issues: fieldIssues } = await readRequestInputs(operation, env);
  const isReissue = operation.name === reissueOperation.name;
  const { settings, issues: allSettingIssues } = resolveSettings(readSettings(env), env);
  const settingIssues = allSettingIssues.filter(
    ({ contractName }) => isReissue || !isJournalSetting(contractName),
  );
  const issues = [
    ...(settingIssues.length > 0 ? settingIssues.map(explainMissing) : checkConnection(settings)),
    ...checkOtherOperation(operation.name as OperationName, env),
    ...Object.keys(inputs).flatMap((name) => checkChoice(name, readInput(env, name))),
    ...checkApiUrl(readInput(env, "github-api-url")),
    ...(isReissue
      ? [...checkEmptyKey(env), ...checkHistory(settings, own), ...checkAttempts(own), ...checkWait(own)]
      : []),
    ...fieldIssues,
    // A field that cannot be read is not reported a second time.
    ...checkRequest(operation, values).filter(
      ({ contractName }) => !fieldIssues.some((issue) => issue.contractName === contractName),
    ),
  ];
  if (issues.some(({ severity }) => severity === "error"))
    throw new InvalidRequestError(`The ${isReissue ? "reissue" : "callback test"} was not sent`, issues);
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
  throw new InvalidRequestError("Nothing was sent", [
    inputIssue(
      "operation",
      name === "" ? "operation is missing." : `operation is ${JSON.stringify(name)}.`,
      `Use one of ${operations.join(", ")}.`,
    ),
  ]);
}

function readSettings(env: Environment): Record<string, string | undefined> {
  const entries = Object.keys(settingTable).map((name) => [
    name,
    readInput(env, kebabCase(name)) || undefined,
  ]);
  const journal = ownInput(env, "history") === "journal" ? "required" : "none";
  return { ...Object.fromEntries(entries), journal };
}

/** Inputs of the other operation. The workflow may name the wrong operation. */
function checkOtherOperation(operation: OperationName, env: Environment): Issue[] {
  return Object.entries(inputs)
    .filter(([name, input]) => {
      const text = readInput(env, name);
      return (
        input.for !== undefined &&
        input.for !== operation &&
        input.expression === undefined &&
        !["", input.default, input.leftOut].includes(text)
      );
    })
    .map(([name, input]) =>
      inputIssue(
        name,
        `${name} is not an input of ${operation}.`,
        `Leave it out; it belongs to ${input.for}.`,
      ),
    );
}

function checkChoice(name: string, text: string): Issue[] {
  const choices = inputs[name]?.choices;
  if (!choices || text === "" || choices.includes(text) || name === "operation") return [];
  return [
    inputIssue(name, `${name} must be one of ${choices.join(", ")}.`, "Use one of these, or leave it out."),
  ];
}

function checkApiUrl(text: string): Issue[] {
  if (text === "" || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return [];
  const what = "github-api-url is not an http or https address.";
  return [inputIssue("github-api-url", what, "Leave it out: the runner sets it.")];
}

/** An empty key would match every request. */
function checkEmptyKey(env: Environment): Issue[] {
  if (!isEmptyInput(env, "idempotency-key")) return [];
  return [
    inputIssue(
      "idempotency-key",
      "idempotency-key is empty. hashFiles returns an empty text if no file matches.",
      `Correct the expression, and check its files out before this step. For one reissue in each run leave idempotency-key out, or write ${inputs["idempotency-key"]?.leftOut}.`,
    ),
  ];
}

/** A reissue has one history. An idempotency key needs one that outlasts the run. */
function checkHistory({ journal_dir, journal_url }: Settings, own: ActionInputs["own"]): Issue[] {
  const history = own("history");
  if (history !== "journal" && (journal_dir ?? journal_url) !== undefined)
    return [
      inputIssue(
        "history",
        text`${fieldRef(journal_url === undefined ? "journal_dir" : "journal_url")} names a journal, and history: ${history} does not use it.`,
        "Add history: journal, or leave the journal out.",
      ),
    ];
  const key = own("idempotency-key");
  if (key === "") return [];
  const problem = nameProblem(key);
  if (problem !== undefined)
    return [
      inputIssue(
        "idempotency-key",
        `idempotency-key ${problem}.`,
        "Give one line that names this one reissue.",
      ),
    ];
  if (history === "repository" || (journal_dir ?? journal_url) !== undefined) return [];
  return [
    inputIssue(
      "idempotency-key",
      "idempotency-key needs a history that outlasts this run.",
      "Use history: repository, or history: journal with journal-url or journal-dir.",
    ),
  ];
}

/** Checks what a person states about attempts: `resolve` and `supersede`. */
function checkAttempts(own: ActionInputs["own"]): Issue[] {
  const [resolve, supersede] = [own("resolve"), own("supersede")];
  const resolution = readResolution(resolve);
  const certificateId = resolution?.certificateId ?? undefined;
  return [
    ...(["resolve", "supersede"] as const)
      .filter((name) => own("history") === "none" && own(name) !== "")
      .map((name) => inputIssue(name, `${name} needs a history.`, "Leave history: none out.")),
    ...(resolve !== "" && !resolution
      ? [
          inputIssue(
            "resolve",
            "resolve cannot be read.",
            `Write ATTEMPT:${notHappened} or ATTEMPT:CERTIFICATE_ID.`,
          ),
        ]
      : []),
    ...(certificateId !== undefined && !isPlainId(certificateId)
      ? [
          inputIssue(
            "resolve",
            "resolve names a certificate by an id that cannot be passed on safely: it has other characters than letters, digits and . _ : / + = -, or more than 64.",
            "Write another name of the certificate, such as its serial number: it becomes the output certificate-id.",
          ),
        ]
      : []),
    ...(supersede !== "" && !isAttemptId(supersede)
      ? [
          inputIssue(
            "supersede",
            "supersede is not the id of an attempt.",
            "Write ATTEMPT, as the message shows it.",
          ),
        ]
      : []),
  ];
}

/** Only a journal has callbacks to wait for. */
function checkWait(own: ActionInputs["own"]): Issue[] {
  const name = "wait-until-issued";
  const [wait, history] = [own(name), own("history")];
  if (wait === "") return [];
  if (parseDuration(wait) === undefined)
    return [inputIssue(name, `${name} ${notATime.problem}.`, notATime.remedy)];
  if (history === "journal") return [];
  return [
    inputIssue(
      name,
      `${name} waits for a callback in the journal, and history: ${history} has none.`,
      "Use history: journal, with the journal-url that certorder receive uses.",
    ),
  ];
}

/** A missing auth key mostly means that the run may not see the secret. */
function explainMissing(issue: Issue): Issue {
  if (issue.rule !== "required" && issue.rule !== "empty") return issue;
  const secret = issue.contractName === "auth_key";
  const variable = settingTable[issue.contractName as keyof typeof settingTable]?.env;
  return new Issue(
    issue.contractName,
    issue.rule,
    issue.texts.message,
    secret
      ? `Give auth-key from a secret, such as secrets.${variable}. If it is given: a secret that does not exist is empty, and all secrets are empty in runs of pull requests from forks and of Dependabot, and outside the environment that holds them.`
      : `Give ${kebabCase(issue.contractName)}, or set ${variable}. A variable (vars) that does not exist is empty.`,
    issue,
  );
}
