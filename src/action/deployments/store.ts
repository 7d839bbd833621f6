import type { JournalStore, OrderLog, StoredLog } from "../../journal/index.ts";
import type { GitHub } from "../github.ts";
import { type Deployment, listDeployments } from "./api.ts";
import { EntryCipher, hashName } from "./cipher.ts";
import { readAttemptId, readOrder } from "./entries.ts";
import { DeploymentLog } from "./log.ts";
import { callGitHub } from "./unavailable.ts";

/**
 * `journal: repository`: logs in GitHub deployments of the repository. The words:
 *
 * - deployment: GitHub's object. Each entry of a log is one, and a deployment cannot be changed.
 * - entry: an attempt, whose outcome is in the statuses of its deployment; the note that a key was answered by one; or an import.
 *
 * Deployments are listed by REST, which can filter them by order. Statuses are read by GraphQL, for many deployments at once.
 */
export class DeploymentStore implements JournalStore {
  readonly title = "The journal in this repository";
  readonly isEventuallyConsistent = true;
  readonly isShared = true;
  readonly #github: GitHub;
  readonly #cipher: EntryCipher;
  readonly #names: () => readonly (string | undefined)[];

  /** `names`: what this step knows in clear text. Entries have hashes of orders, services and keys. */
  constructor(github: GitHub, authKey: string, names: () => readonly (string | undefined)[]) {
    this.#github = github;
    this.#cipher = new EntryCipher(authKey);
    this.#names = names;
  }

  hideName(name: string): string {
    return hashName(name);
  }

  log(orderId: string): OrderLog {
    return new DeploymentLog(orderId, this.#github, this.#cipher, (hash) => this.#restoreName(hash));
  }

  async *readAll(): AsyncIterable<StoredLog> {
    const orders = new Set((await this.#listAll()).flatMap((stored) => readOrder(stored) ?? []));
    for (const order of orders) {
      const log = this.log(this.#restoreName(order));
      yield { orderId: log.orderId, events: await log.read() };
    }
  }

  async check(): Promise<void> {
    // Only GitHub's answer to a write tells whether the token may write.
  }

  /** Whether any order of the repository has this attempt. */
  async hasAttempt(attemptId: string): Promise<boolean> {
    return (await this.#listAll()).some((stored) => readAttemptId(stored) === attemptId);
  }

  /** Deployments have GitHub's times. */
  get clockSkewMs(): number {
    return this.#github.last.clockSkewMs;
  }

  thisProcess(): string {
    const { url, attempt } = this.#github.run;
    return `${url}/attempts/${attempt}`;
  }

  /** Earlier attempts of this run are over. Of any other sender, its deadline tells. */
  async isRunning(process: string): Promise<boolean | undefined> {
    const { url, attempt } = this.#github.run;
    const start = `${url}/attempts/`;
    const isOver = process.startsWith(start) && Number(process.slice(start.length)) < attempt;
    return isOver ? false : undefined;
  }

  #listAll(): Promise<Deployment[]> {
    return callGitHub(this.title, "read", () => listDeployments(this.#github));
  }

  #restoreName(hash: string): string {
    return this.#names().find((name) => name !== undefined && hashName(name) === hash) ?? hash;
  }
}
