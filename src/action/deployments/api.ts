import { type GitHub, graceMs, withRetries } from "../github.ts";

// The calls of GitHub's API for deployments and their statuses.

/** The entries have an environment of their own: the user's environments have protection rules and deployers. */
export const environment = "certorder-history";

/** The permissions of a job that keeps its journal in the repository. */
export const permissions = ["deployments: write"] as const;

/** GitHub lists deployments by their task, so each order has one of its own. */
export function orderTask(orderHash: string): string {
  return `certorder:reissue:${orderHash.replace("sha256:", "")}`;
}

export interface Deployment {
  readonly id: number;
  readonly payload: unknown;
  readonly created_at: string;
}

export interface DeploymentStatus {
  readonly id: number;
  readonly description: string;
  readonly created_at: string;
}

/** All deployments of a task, or of all orders. */
export function listDeployments(github: GitHub, task?: string): Promise<Deployment[]> {
  const { api, here } = github;
  const query = { ...here, ...(task !== undefined && { task }), environment, per_page: 100 };
  return withRetries(github, () => api.paginate(api.rest.repos.listDeployments, query));
}

const descriptions: Readonly<Record<string, string>> = {
  sent: "A reissue by certorder",
  "key-answered": "Nothing sent: an earlier reissue by certorder",
  imported: "Nothing sent: a certificate that a person imported",
};

/** Returns the id only for HTTP 201, which proves that the deployment exists. */
export async function createDeployment(
  { api, here, run }: GitHub,
  task: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<number | undefined> {
  const { status, data } = await api.rest.repos.createDeployment({
    ...here,
    task,
    environment,
    payload,
    ref: run.sha,
    description: descriptions[String(payload.kind)] ?? "",
    // Without these options GitHub would merge the default branch, or wait for checks such as our own run.
    auto_merge: false,
    required_contexts: [],
    production_environment: false,
    transient_environment: false,
  });
  return status === 201 && "id" in data ? data.id : undefined;
}

export function listStatuses(github: GitHub, id: number): Promise<DeploymentStatus[]> {
  const { api, here } = github;
  const query = { ...here, deployment_id: id, per_page: 100 };
  return withRetries(github, () => api.paginate(api.rest.repos.listDeploymentStatuses, query));
}

/** May be repeated: the same status twice does no harm. */
export async function addStatus(
  github: GitHub,
  id: number,
  status: { readonly state: "success" | "failure" | "error"; readonly description: string },
): Promise<void> {
  const { api, here, run } = github;
  const query = { ...here, ...status, deployment_id: id, log_url: run.url, auto_inactive: false };
  await withRetries(github, () => api.rest.repos.createDeploymentStatus(query), graceMs);
}
