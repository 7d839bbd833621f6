import { checkRequest, InvalidRequestError } from "../client/index.ts";
import type { Fields, Operation, Settings, Values } from "../contract/index.ts";
import {
  callbackTest,
  checkConnection,
  Issue,
  kebabCase,
  named,
  problemOfName,
  reissue,
  resolveSettings,
  settings as settingTable,
  words,
} from "../contract/index.ts";
import type { Environment } from "./environment.ts";
import { inputOf, isGivenEmpty } from "./environment.ts";
import { inputIssue } from "./input-issue.ts";
import type { OperationName, OwnInput } from "./inputs.ts";
import { inputs, operations } from "./inputs.ts";
import { readRequest } from "./request.ts";

/** What a workflow asks for, checked as far as it can be from here. */
export interface Given {
  readonly operation: OperationName;
  readonly settings: Settings;
  /** What the contract says about the request's fields. */
  readonly fields: Fields;
  /** The fields of the request, under the contract's names. */
  readonly values: Values;
  own(name: OwnInput): string;
}

/** Reads all inputs. Throws one error with all problems. */
export async function readGiven(env: Environment): Promise<Given> {
  const operation = operationOf(env);
  const own = (name: OwnInput) => ownInput(env, name);
  const { values, issues: fieldIssues } = await readRequest(operation, env);
  const { settings, issues: settingIssues } = resolveSettings(givenSettings(env), env);
  const issues = [
    ...(settingIssues.length > 0 ? settingIssues.map(explainMissing) : checkConnection(settings)),
    ...strangersTo(operation.name as OperationName, env),
    ...Object.keys(inputs).flatMap((name) => checkChoice(name, inputOf(env, name))),
    ...checkApiUrl(inputOf(env, "github-api-url")),
    ...(operation.name === reissue.name ? [...checkOnce(env), ...checkMemory(settings, own)] : []),
    ...fieldIssues,
    // A field with a problem of its own need not be found wrong twice.
    ...checkRequest(operation, values).filter(
      ({ field }) => !fieldIssues.some((issue) => issue.field === field),
    ),
  ];
  if (issues.some(({ severity }) => severity === "error"))
    throw new InvalidRequestError(
      `The ${operation.name === reissue.name ? "reissue" : "callback test"} was not sent`,
      issues,
    );
  return { operation: operation.name as OperationName, settings, fields: operation.fields, values, own };
}

function ownInput(env: Environment, name: OwnInput): string {
  const { default: standard = "", leftOut } = inputs[name] ?? {};
  const text = inputOf(env, name);
  return text === leftOut ? "" : text || standard;
}

function operationOf(env: Environment): Operation {
  const name = inputOf(env, "operation");
  const operation = [callbackTest, reissue].find((candidate) => candidate.name === name);
  if (operation) return operation;
  throw new InvalidRequestError("Nothing was sent", [
    inputIssue(
      "operation",
      name === "" ? "operation is missing." : `operation is ${JSON.stringify(name)}.`,
      `Use one of ${operations.join(", ")}.`,
    ),
  ]);
}

function givenSettings(env: Environment): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.keys(settingTable).map((name) => [name, inputOf(env, kebabCase(name)) || undefined]),
  );
}

/** Inputs that belong to the other operation: whoever gives them may have named the wrong one. */
function strangersTo(operation: OperationName, env: Environment): Issue[] {
  return Object.entries(inputs)
    .filter(([name, input]) => {
      const text = inputOf(env, name);
      return (
        input.for !== undefined &&
        input.for !== operation &&
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
  const what = "github-api-url is no address of a web server.";
  return [inputIssue("github-api-url", what, "Leave it out: the runner knows it.")];
}

/** Without a name each run would be a wish of its own, and nobody who gives one means that. */
function checkOnce(env: Environment): Issue[] {
  if (!isGivenEmpty(env, "once")) return [];
  return [
    inputIssue(
      "once",
      "once is empty, so that every run would reissue: hashFiles gives an empty text when no file matches.",
      `Correct what once is made from, and check its files out before this step. For a wish of each run leave once out, or write ${inputs.once?.leftOut}.`,
    ),
  ];
}

/** What remembers a reissue has to be one thing, and to outlast what relies on it. */
function checkMemory({ journal, journal_dir, journal_url }: Settings, own: Given["own"]): Issue[] {
  const isNamed = journal_dir !== undefined || journal_url !== undefined;
  const isRecorded = own("record") === "deployment";
  if (isRecorded && isNamed)
    return [
      inputIssue(
        "record",
        words`record: deployment and ${named(journal_url === undefined ? "journal_dir" : "journal_url")} each name a memory, and would not know of each other.`,
        "Give one of them. record: none keeps to the journal.",
      ),
    ];
  if (own("once") === "") return [];
  const problem = problemOfName(own("once"));
  if (problem !== undefined)
    return [inputIssue("once", `once ${problem}.`, "Give one line that stands for this one wish.")];
  if (isRecorded || (isNamed && journal !== "off")) return [];
  return [
    inputIssue(
      "once",
      "once needs something that outlasts this run: nothing else remembers what was done under a name.",
      "Add record: deployment, or name a journal that lasts with journal-url or journal-dir.",
    ),
  ];
}

/** A missing key mostly means that the run is not allowed to see the secret. */
function explainMissing(issue: Issue): Issue {
  if (issue.rule !== "required" && issue.rule !== "empty") return issue;
  const secret = issue.field === "auth_key";
  const variable = settingTable[issue.field as keyof typeof settingTable]?.env;
  return new Issue(
    issue.field,
    issue.rule,
    issue.words.message,
    secret
      ? `Give auth-key from a secret, such as secrets.${variable}. If it is given: a secret that does not exist is empty, and all secrets are empty in runs of pull requests from forks and of Dependabot, and outside the environment that holds them.`
      : `Give ${kebabCase(issue.field)}, or set ${variable}. A variable (vars) that does not exist is empty.`,
    issue,
  );
}
