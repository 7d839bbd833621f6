import type { GitHub } from "../../../src/action/github.ts";
import type { Random } from "../random.ts";
import { runOf } from "./repository.ts";

interface Deployment {
  readonly id: number;
  readonly node_id: string;
  readonly task: string;
  readonly payload: unknown;
  readonly created_at: string;
  readonly statuses: Status[];
}

interface Status {
  readonly description: string;
  readonly createdAt: string;
  /** A query has shown it. From then on, every query does. */
  isShown: boolean;
}

/**
 * GitHub's deployments in the memory of this process, for many tries with processes in turns. By chance, a list lacks the newest
 * entries, also those that an earlier list had; a query lacks statuses that none has shown yet, or does not know a deployment; an
 * answer is lost before or after the call was carried out; and statuses come in any order.
 */
export class MemoryGitHub {
  readonly #random: Random;
  readonly #deployments: Deployment[] = [];
  /** From now on, nothing lags and no answer is lost. */
  isSettled = false;
  at = Date.parse("2026-11-18T12:00:00Z");

  constructor(random: Random) {
    this.#random = random;
  }

  /** A step's connection. `takesTurn` is awaited before each call. */
  connect(runId: number, takesTurn: () => Promise<void>): GitHub {
    const call =
      <Given, Answer>(work: (given: Given) => Answer) =>
      async (given: Given) => {
        await takesTurn();
        if (this.#mayFail()) throw new Error("lost before");
        const data = work(given);
        if (this.#mayFail()) throw new Error("lost after");
        return { status: 201, data };
      };
    const repos = {
      listDeployments: call(({ task }: { task?: string }) => this.#list(task)),
      createDeployment: call((given: Pick<Deployment, "task" | "payload">) => this.#create(given)),
      createDeploymentStatus: call((given: { deployment_id: number; description: string }) =>
        this.#addStatus(given.deployment_id, given.description),
      ),
    };
    const api = {
      rest: { repos },
      paginate: async (list: typeof repos.listDeployments, query: { task?: string }) =>
        (await list(query)).data,
      request: call(({ variables }: { variables: { ids: string[] } }) => ({
        data: { nodes: variables.ids.map((id) => this.#showStatuses(id)) },
      })),
    };
    const github = {
      api,
      run: runOf(runId),
      deadline: { msLeft: () => 60_000 },
      last: { clockSkewMs: this.at - Date.now(), callsLeft: Number.POSITIVE_INFINITY },
      here: { owner: "acme", repo: "site" },
    };
    return github as unknown as GitHub;
  }

  #isLate(): boolean {
    return !this.isSettled && this.#random.below(3) === 0;
  }

  #mayFail(): boolean {
    return !this.isSettled && this.#random.below(40) === 0;
  }

  #now(): string {
    return new Date(this.at).toISOString().replace(/\.\d+/, "");
  }

  /** A list shows what was written before an entry that it shows. */
  #list(task: string | undefined): Deployment[] {
    const shown = this.#isLate() ? this.#random.below(this.#deployments.length + 1) : undefined;
    return this.#deployments
      .slice(0, shown)
      .filter((deployment) => task === undefined || deployment.task === task)
      .reverse();
  }

  #create({ task, payload }: Pick<Deployment, "task" | "payload">): Deployment {
    const id = this.#deployments.length + 1;
    const made = { id, node_id: `DE_${id}`, task, payload, created_at: this.#now(), statuses: [] };
    this.#deployments.push(made);
    return made;
  }

  #addStatus(id: number, description: string): object {
    const status = { description, createdAt: this.#now(), isShown: false };
    this.#deployments[id - 1]?.statuses.push(status);
    return {};
  }

  #showStatuses(nodeId: string): unknown {
    if (!this.isSettled && this.#random.below(40) === 0) return null;
    const { statuses = [] } = this.#deployments.find(({ node_id }) => node_id === nodeId) ?? {};
    for (const status of statuses) status.isShown ||= !this.#isLate();
    const nodes = statuses.filter(({ isShown }) => isShown);
    if (this.#random.below(2) === 0) nodes.reverse();
    return { statuses: { nodes, pageInfo: { hasNextPage: false } } };
  }
}
