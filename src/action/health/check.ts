import { createHash } from "node:crypto";
import { type Environment, settings } from "../../contract/index.ts";
import { readInput } from "../input-variables.ts";

/** What a workflow checks. All texts are for people. */
export interface Check {
  /** Each check has an issue of its own, which this id finds again. */
  readonly id: string;
  readonly workflow: string;
  readonly job: string;
  /** Empty: the job has no matrix. */
  readonly matrix: string;
  /** The input `check-id`, mostly empty. */
  readonly name: string;
  readonly service: string;
  /** The address under test. Empty: the one that is saved in the account. */
  readonly address: string;
}

/**
 * Reads the check from the environment of the step. Its id has only what a repair does not change: key, service and address are no part
 * of it, so the check closes the issue that a wrong one caused.
 */
export function readCheck(env: Environment): Check {
  // Without the name of the repository, which may change, and without the branch.
  const workflow = env.GITHUB_WORKFLOW_REF?.replace(/^[^/]*\/[^/]*\/|@.*$/g, "") ?? env.GITHUB_WORKFLOW ?? "";
  const [job, name] = [env.GITHUB_JOB ?? "", readInput(env, "check-id")];
  const matrix = readMatrix(readInput(env, "matrix"));
  const parts = [workflow, job, matrix, name];
  const baseUrl = readInput(env, "base-url") || env[settings.base_url.env] || "";
  return {
    id: createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16),
    workflow,
    job,
    matrix,
    name,
    service: env[settings.service.env] || shownAddress(baseUrl),
    address: shownAddress(readInput(env, "url")),
  };
}

/** The matrix in one spelling: the order of its keys has no meaning. */
function readMatrix(text: string): string {
  try {
    const matrix: unknown = JSON.parse(text || "null");
    return matrix === null ? "" : JSON.stringify(matrix, sortedKeys);
  } catch {
    return text;
  }
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Path, query and user may be secret, and the runner masks no issue. */
function shownAddress(text: string): string {
  if (!URL.canParse(text)) return text === "" ? "" : "(not a valid address)";
  const { origin, pathname, search } = new URL(text);
  return pathname + search === "/" ? origin : `${origin}/…`;
}
