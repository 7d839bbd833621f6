import { type GitHub, graceMs, withRetries } from "../github.ts";

// The calls of GitHub's API for deployments and their statuses.

/** The entries have an environment of their own: the user's environments have protection rules and deployers. */
export const environment = "certorder-history";
const task = "certorder:reissue";

/** The permissions of a job that keeps its history in the repository. */
export const permissions = ["deployments: write", "actions: read"] as const;

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

/** Passes our deployments of all orders to `see`, newest first, until `isEnough`. */
export function walkDeployments(
  github: GitHub,
  see: (page: readonly Deployment[]) => void,
  isEnough: (oldest: Deployment) => Promise<boolean>,
): Promise<void> {
  const { api, here } = github;
  const query = { ...here, task, environment, per_page: 100 };
  return withRetries(github, async () => {
    for await (const { data, headers } of api.paginate.iterator(api.rest.repos.listDeployments, query)) {
      see(data);
      const oldest = data.at(-1);
      if (oldest && headers.link?.includes('rel="next"') && (await isEnough(oldest))) return;
    }
  });
}

/** Looks for one of our newest deployments. */
export async function findDeployment(
  github: GitHub,
  isWanted: (payload: unknown) => boolean,
): Promise<number | undefined> {
  let id: number | undefined;
  const see = (page: readonly Deployment[]) => {
    id ??= page.find(({ payload }) => isWanted(payload))?.id;
  };
  await walkDeployments(github, see, async () => true);
  return id;
}

/** Returns the id only for HTTP 201, which proves that the deployment exists. */
export async function createDeployment(
  { api, here, run }: GitHub,
  payload: Record<string, unknown>,
): Promise<number | undefined> {
  const description =
    payload.kind === "sent" ? "A reissue by certorder" : "Nothing sent: an earlier reissue by certorder";
  const { status, data } = await api.rest.repos.createDeployment({
    ...here,
    task,
    environment,
    payload,
    ref: run.sha,
    description,
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
