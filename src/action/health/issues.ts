import { setTimeout as sleep } from "node:timers/promises";
import type { GitHub } from "../github.ts";
import { patiently } from "../github.ts";
import { readMarker } from "./marker.ts";
import type { Outage } from "./state.ts";

export interface Found {
  readonly number: number;
  readonly body: string;
  readonly outage: Outage;
}

/** The issues of one check. They are found by label and marker; search and titles are not to be relied on. */
export class Issues {
  readonly #github: GitHub;
  readonly #labels: readonly string[];
  readonly #checkId: string;

  constructor(github: GitHub, labels: readonly string[], checkId: string) {
    this.#github = github;
    this.#labels = labels;
    this.#checkId = checkId;
  }

  /** Oldest first. Overlapping runs may have opened more than one. */
  async open(): Promise<Found[]> {
    const { api } = this.#github;
    const issues = await patiently(
      () => api.paginate(api.rest.issues.listForRepo, { ...this.#query("open"), per_page: 100 }),
      sleep,
    );
    return this.#ours(issues).sort((a, b) => a.number - b.number);
  }

  /** Number of the issue of the outage before. */
  async previous(): Promise<number | undefined> {
    const { api } = this.#github;
    const { data } = await patiently(
      () => api.rest.issues.listForRepo({ ...this.#query("closed"), sort: "updated", per_page: 50 }),
      sleep,
    );
    return Math.max(0, ...this.#ours(data).map(({ number }) => number)) || undefined;
  }

  /** Never repeated by itself: if only the answer were lost, there would be two. */
  async create(title: string, body: string): Promise<number> {
    const { api, here } = this.#github;
    const { data } = await api.rest.issues.create({ ...here, title, body, labels: [...this.#labels] });
    return data.number;
  }

  async edit(number: number, body: string): Promise<void> {
    const { api, here } = this.#github;
    await patiently(() => api.rest.issues.update({ ...here, issue_number: number, body }), sleep);
  }

  async close(number: number, body: string, reason: "completed" | "not_planned"): Promise<void> {
    const { api, here } = this.#github;
    const change = { state: "closed", state_reason: reason, body } as const;
    await patiently(() => api.rest.issues.update({ ...here, issue_number: number, ...change }), sleep);
  }

  async comment(number: number, body: string): Promise<void> {
    const { api, here } = this.#github;
    await api.rest.issues.createComment({ ...here, issue_number: number, body });
  }

  #query(state: "open" | "closed") {
    return { ...this.#github.here, labels: this.#labels[0] ?? "", state };
  }

  #ours(
    issues: readonly { number: number; body?: string | null | undefined; pull_request?: unknown }[],
  ): Found[] {
    return issues.flatMap(({ number, body, pull_request }) => {
      const outage = pull_request ? undefined : readMarker(body, this.#checkId);
      return outage ? [{ number, body: body ?? "", outage }] : [];
    });
  }
}
