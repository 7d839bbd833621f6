import { join } from "node:path";
import { isOpen, latestAttempt } from "../../../src/journal/index.ts";
import type { Killing } from "../../harness/killing.ts";
import { killing, stepsIn } from "../../harness/killing.ts";
import { occasions, orderId, Trial } from "../../harness/terraform/interrupted.ts";
import { repairIn } from "./at-terminal.ts";
import type { Asker, Told, WayOut } from "./person.ts";

export type Occasion = "create" | "update" | "replacement of a tainted one";

/** How one more reissue is asked for. */
export const anothers = ["triggers", "supersede"] as const;
export type Another = (typeof anothers)[number];

const apply = ["apply", "-no-color", "-input=false", "-auto-approve"];

/** Somebody who applies a configuration with OpenTofu. */
export class AtWorkspace implements Asker, AsyncDisposable {
  readonly trial: Trial;
  /** Reissues that were there before the one that matters. */
  readonly before: number;
  /** How one more will be asked for. */
  another: Another = "triggers";
  readonly #steps: string;
  /** The certificates that whoever asks knew before. */
  #known: readonly string[];
  /** The provider's arguments about attempts. */
  #said: { readonly resolve?: string; readonly supersede?: string } = {};

  private constructor(trial: Trial) {
    this.trial = trial;
    this.before = trial.reissues;
    this.#steps = join(trial.workspace.folder, "steps");
    this.#known = this.certificates();
  }

  static async open(occasion: Occasion, options?: Parameters<typeof Trial.open>[0]): Promise<AtWorkspace> {
    const trial = await Trial.open(options);
    await occasions[occasion]?.prepare(trial);
    return new AtWorkspace(trial);
  }

  /** In a process group of its own, which can be killed as one. */
  start(env: Readonly<Record<string, string>> = {}) {
    return this.trial.workspace.start(apply, env, { detached: true });
  }

  /** Runs to its end, or to the step of the provider at which it, or who started it, dies. */
  async dies(how: Killing = {}) {
    await this.start(killing(this.#steps, how)).ended;
    return { steps: stepsIn(this.#steps) };
  }

  /** OpenTofu is killed when a server is about to store the state that has the new certificate, or just has. */
  async diesStoring(when: "before" | "after"): Promise<boolean> {
    const { states } = this.trial;
    if (!states) throw new Error("The state is not kept by a server.");
    const { child, ended } = this.start();
    let isKilled = false;
    states.onStore = (moment, state) => {
      if (moment !== when || !state.includes(`"${this.certificates()[this.before]}"`)) return;
      isKilled = child.kill("SIGKILL");
      states.refuses = true;
    };
    await ended;
    states.onStore = () => {};
    states.refuses = false;
    return isKilled;
  }

  certificates(): string[] {
    return this.trial.stage.sandbox.ledger.map(({ certificateId }) => certificateId);
  }

  async openAttempts(): Promise<string[]> {
    return (await this.trial.attempts()).filter(isOpen).map(({ attemptId }) => attemptId);
  }

  async ask(): Promise<Told> {
    const { exit, text } = await this.trial.workspace.apply();
    if (exit !== 0) return { done: false, text };
    // Success means that the state knows the certificate that is in use.
    return { done: this.#stored().includes(`"${this.certificates().at(-1)}"`), text };
  }

  #stored(): string {
    return this.trial.states ? (this.trial.states.state ?? "") : this.trial.stage.stateText;
  }

  async wantAnother(): Promise<void> {
    this.#known = this.certificates();
    const latest = latestAttempt(await this.trial.attempts());
    if (this.another === "supersede" && latest) this.#says({ supersede: latest.attemptId });
    else this.trial.configure({ triggers: { version: "one more" } });
  }

  #says(more: { readonly resolve?: string; readonly supersede?: string }): void {
    this.#said = { ...this.#said, ...more };
    const lines = Object.entries(this.#said).map(
      ([name, value]) => `  ${name} = { "${orderId}" = "${value}" }`,
    );
    this.trial.configure({ provider: lines.join("\n") });
  }

  wayOut(text: string): WayOut | undefined {
    const repair = repairIn(text, orderId);
    if (repair) return { take: async () => void (await this.trial.certorder(...repair)) };
    const [, superseded] = /supersede = \{ "[^"]+" = "([^"]+)" \}/.exec(text) ?? [];
    if (superseded !== undefined) return this.#onTop(superseded, text);
    const offered = [...text.matchAll(/resolve = \{ "([^"]+)" = "([^":]+):([^"]+)" \}/g)];
    const [, order, attempt = "", id] = offered.findLast(([, , , result]) => result !== "not-happened") ?? [];
    if (order !== orderId) return undefined;
    const maySayNo = offered.some(([, , , result]) => result === "not-happened");
    return {
      attempt,
      certificate: id === "CERTIFICATE_ID" ? undefined : id,
      take: async (certificate) => {
        if (certificate === undefined && !maySayNo) return { done: false, text };
        if (certificate === undefined) this.trial.passTime();
        this.#says({ resolve: `${attempt}:${certificate ?? "not-happened"}` });
        return undefined;
      },
    };
  }

  /** The order has a newer certificate, the message says. Only a person who knew that certificate supersedes it. */
  #onTop(attempt: string, text: string): WayOut {
    const [, certificate = ""] = /latest certificate of order \S+ is (\S+) \(/.exec(text) ?? [];
    return {
      certificate,
      take: async () => {
        if (!this.#known.includes(certificate)) return { done: false, text };
        this.#says({ supersede: attempt });
        return undefined;
      },
    };
  }

  async waitForOthers(): Promise<void> {
    await this.trial.settled();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.waitForOthers();
    await this.trial[Symbol.asyncDispose]();
  }
}
