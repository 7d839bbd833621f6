import { setTimeout as sleep } from "node:timers/promises";
import type { GitHub } from "../github.ts";
import { patiently } from "../github.ts";
import type { Ended } from "./entry.ts";

/** Never an environment of the user's: its protection, its history and its deployers are not ours. */
const environment = "certorder-record";
const task = "certorder:reissue";

export interface Stored {
  readonly id: number;
  readonly payload: unknown;
  readonly created_at: string;
}

/** How GitHub shows it. What it means is in the description. */
const states = {
  done: "success",
  rejected: "failure",
  "not-sent": "error",
  "not-happened": "error",
  unknown: "error",
  "done-unread": "error",
} as const satisfies Record<Ended, string>;

/** The repository's deployments as a place to remember things. Each call is one request to GitHub, or pages of one. */
export class Deployments {
  readonly #github: GitHub;

  constructor(github: GitHub) {
    this.#github = github;
  }

  /** Every record in the repository, of whichever order. */
  list(): Promise<Stored[]> {
    const { api, here } = this.#github;
    return patiently(
      () => api.paginate(api.rest.repos.listDeployments, { ...here, task, environment, per_page: 100 }),
      sleep,
    );
  }

  /** Writes a record. It exists for certain only when GitHub says 201; then its id is returned. */
  async create(payload: Record<string, unknown>): Promise<Stored | undefined> {
    const { api, here, run } = this.#github;
    const { status, data } = await api.rest.repos.createDeployment({
      ...here,
      task,
      environment,
      payload,
      ref: run.sha,
      description: "A reissue by certorder",
      // Without these GitHub would merge the default branch, or wait for checks such as our own run.
      auto_merge: false,
      required_contexts: [],
      production_environment: false,
      transient_environment: false,
    });
    return status === 201 && "id" in data ? data : undefined;
  }

  async descriptions(id: number): Promise<string[]> {
    const { api, here } = this.#github;
    const statuses = await patiently(
      () =>
        api.paginate(api.rest.repos.listDeploymentStatuses, { ...here, deployment_id: id, per_page: 100 }),
      sleep,
    );
    return statuses.map(({ description }) => description);
  }

  /** To say the same twice does no harm. */
  async say(id: number, ended: Ended, description: string): Promise<void> {
    const { api, here, run } = this.#github;
    await patiently(
      () =>
        api.rest.repos.createDeploymentStatus({
          ...here,
          deployment_id: id,
          state: states[ended],
          description,
          log_url: run.url,
          auto_inactive: false,
        }),
      sleep,
    );
  }
}
