import { type GitHub, graceMs, patiently } from "../github.ts";

// The repository's deployments as a place to remember things.

/** Never an environment of the user's: its protection, its history and its deployers are not ours. */
export const environment = "certorder-record";
const task = "certorder:reissue";

export interface Stored {
  readonly id: number;
  readonly payload: unknown;
  readonly created_at: string;
}

export interface Status {
  readonly id: number;
  readonly description: string;
  readonly created_at: string;
}

/** Shows every deployment of ours, of whichever order, newest first, until that is enough. */
export function showDeployments(
  github: GitHub,
  see: (page: readonly Stored[]) => void,
  isEnough: (oldest: Stored) => Promise<boolean>,
): Promise<void> {
  const { api, here } = github;
  const query = { ...here, task, environment, per_page: 100 };
  return patiently(github, async () => {
    for await (const { data, headers } of api.paginate.iterator(api.rest.repos.listDeployments, query)) {
      see(data);
      const oldest = data.at(-1);
      if (oldest && headers.link?.includes('rel="next"') && (await isEnough(oldest))) return;
    }
  });
}

/** It exists for certain only when GitHub says 201; then its id is returned. */
export async function createDeployment(
  { api, here, run }: GitHub,
  payload: Record<string, unknown>,
): Promise<number | undefined> {
  const { status, data } = await api.rest.repos.createDeployment({
    ...{ ...here, task, environment, payload, ref: run.sha, description: "A reissue by certorder" },
    // Without these GitHub would merge the default branch, or wait for checks such as our own run.
    ...{ auto_merge: false, required_contexts: [] },
    ...{ production_environment: false, transient_environment: false },
  });
  return status === 201 && "id" in data ? data.id : undefined;
}

export function statusesOf(github: GitHub, id: number): Promise<Status[]> {
  const { api, here } = github;
  const query = { ...here, deployment_id: id, per_page: 100 };
  return patiently(github, () => api.paginate(api.rest.repos.listDeploymentStatuses, query));
}

/** To say the same twice does no harm. */
export async function addStatus(
  github: GitHub,
  id: number,
  status: { readonly state: "success" | "failure" | "error"; readonly description: string },
): Promise<void> {
  const { api, here, run } = github;
  const said = { ...here, ...status, deployment_id: id, log_url: run.url, auto_inactive: false };
  await patiently(github, () => api.rest.repos.createDeploymentStatus(said), graceMs);
}
