import { isRecord } from "../../contract/index.ts";
import { type GitHub, graceMs, queryGraphQL, withRetries } from "../github.ts";

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
  /** Names it in GraphQL. */
  readonly node_id: string;
  readonly payload: unknown;
  readonly created_at: string;
}

export interface DeploymentStatus {
  readonly description: string;
  /** In whole seconds. GraphQL has no number of a status, and promises no order of them. */
  readonly createdAt: string;
}

/** All deployments of a task, or of all orders. */
export function listDeployments(github: GitHub, task?: string): Promise<Deployment[]> {
  const { api, here } = github;
  const query = { ...here, ...(task !== undefined && { task }), environment, per_page: pageSize };
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

export const queries = {
  statuses: `query DeploymentStatuses($ids: [ID!]!, $after: String) {
  nodes(ids: $ids) {
    ... on Deployment {
      statuses(first: 20, after: $after) {
        nodes { description createdAt }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`,
};

/** GitHub returns at most this many entries of a list, and nodes of a query. */
export const pageSize = 100;

/** All statuses of each deployment, in the order of the deployments. Throws if GitHub leaves any of them out. */
export async function listStatuses(
  github: GitHub,
  nodeIds: readonly string[],
): Promise<readonly DeploymentStatus[][]> {
  const found: DeploymentStatus[][] = [];
  for (let start = 0; start < nodeIds.length; start += pageSize) {
    const ids = nodeIds.slice(start, start + pageSize);
    for (const [index, page] of (await readStatusPages(github, ids)).entries()) {
      const statuses = [...page.statuses];
      for (let { next } = page; next !== undefined; ) {
        const [more] = await readStatusPages(github, ids.slice(index, index + 1), next);
        statuses.push(...(more?.statuses ?? []));
        next = more?.next;
      }
      found.push(statuses);
    }
  }
  return found;
}

interface StatusPage {
  readonly statuses: readonly DeploymentStatus[];
  readonly next: string | undefined;
}

function readStatusPages(github: GitHub, ids: readonly string[], after?: string): Promise<StatusPage[]> {
  const read = async () => {
    const { nodes } = await queryGraphQL(github, queries.statuses, { ids, after });
    if (!Array.isArray(nodes) || nodes.length !== ids.length) throw incomplete();
    return nodes.map(readStatusPage);
  };
  // A list may show a deployment that GraphQL does not know yet.
  return withRetries(github, read, 0, 404);
}

function readStatusPage(node: unknown): StatusPage {
  const { nodes, pageInfo } = isRecord(node) && isRecord(node.statuses) ? node.statuses : {};
  if (!Array.isArray(nodes) || !isRecord(pageInfo)) throw incomplete();
  const { hasNextPage, endCursor } = pageInfo;
  if (hasNextPage !== false && typeof endCursor !== "string") throw incomplete();
  return {
    statuses: nodes.map((status: unknown) => {
      const { description, createdAt } = isRecord(status) ? status : {};
      if (typeof createdAt !== "string") throw incomplete();
      return { description: String(description ?? ""), createdAt };
    }),
    next: hasNextPage === false ? undefined : String(endCursor),
  };
}

/** Missing statuses must not look like a deployment without statuses. */
function incomplete(): Error {
  const response = { headers: {} };
  return Object.assign(new Error("GraphQL: statuses are missing"), { status: 500, response });
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
