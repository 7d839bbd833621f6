import { existsSync } from "node:fs";
import { join } from "node:path";
import { isOpen, Journal } from "../../../src/journal/index.ts";
import { type Sandbox, seedAccounts, startSandbox } from "../../../src/sandbox/index.ts";
import { newFolder, reissueInputs, startAction, type Texts } from "../../harness/action/action.ts";
import { FakeGitHub } from "../../harness/action/fake-github.ts";
import { ageJournal } from "../../harness/aged-journal.ts";
import { startCertorder } from "../../harness/cli/cli.ts";
import { createJournal } from "../../harness/journal/new-journal.ts";
import { readRepairCommand } from "./at-terminal.ts";
import type { Killable } from "./kill.ts";
import { BrokenPromise, type RunReport, type WayOut } from "./recover.ts";

/** What remembers reissues: deployments of the repository; a journal on a disk that stays; nothing. */
export type Memory = "deployments" | "journal" | "nothing";

const [, replaced] = seedAccounts;

/** What a person does first about a step that died, and which inputs differ from then on. */
const repetitions = {
  "re-run": {},
  "re-run with another auth key": { "key-id": replaced?.keyId, "auth-key": replaced?.authKey },
  "new run": {},
} as const satisfies Record<string, Texts>;

export type Repetition = keyof typeof repetitions;

export class InRepository implements Killable {
  readonly before = 0;
  readonly sandbox: Sandbox;
  readonly github: FakeGitHub;
  readonly #memory: Memory;
  readonly #repetition: Repetition;
  readonly #disk = newFolder();
  #inputs: Texts = {};
  #run = 1;
  /** Names the ask, in whatever runs it is made. */
  #ask = 1;
  #attempt = 0;

  private constructor(sandbox: Sandbox, github: FakeGitHub, memory: Memory, repetition: Repetition) {
    this.sandbox = sandbox;
    this.github = github;
    this.#memory = memory;
    this.#repetition = repetition;
    if (memory === "journal") createJournal(this.#journal);
  }

  static async open(memory: Memory, repetition: Repetition): Promise<InRepository> {
    const sandbox = await startSandbox({ httpsPort: false });
    const opened = new InRepository(sandbox, await FakeGitHub.start(), memory, repetition);
    if (memory === "journal") await new Journal(opened.#journal).init();
    return opened;
  }

  /** Runs the step once more: as the next attempt of the run that there was, or in a run of its own. */
  run(env: Texts = {}, inputs: Texts = {}) {
    if (this.#attempt > 0) {
      this.#inputs = { ...this.#inputs, ...repetitions[this.#repetition] };
      if (this.#repetition === "new run") this.#beginRun();
    }
    this.#attempt++;
    const { sandbox, github } = this;
    const journal = { deployments: "repository", journal: this.#journal, nothing: "none" }[this.#memory];
    const key = this.#memory === "nothing" ? {} : { "idempotency-key": `ask ${this.#ask}` };
    return startAction({
      sandbox,
      github,
      inputs: { ...reissueInputs, ...key, journal, ...this.#inputs, ...inputs },
      env,
      runId: this.#run,
      runAttempt: this.#attempt,
    });
  }

  get #journal(): string {
    return join(this.#disk, "journal");
  }

  #beginRun(): void {
    this.#run++;
    this.#attempt = 0;
  }

  #age(ms: number): void {
    this.github.age(ms);
    if (existsSync(this.#journal)) ageJournal(this.#journal, ms);
  }

  certificates(): string[] {
    return this.sandbox.ledger.map(({ certificateId }) => certificateId);
  }

  async openAttempts(): Promise<string[]> {
    if (this.#memory === "deployments")
      return this.github.deployments
        .filter(({ statuses }) => statuses.length === 0)
        .map(({ payload }) => (payload as { attempt: string }).attempt);
    const attempts = await new Journal(this.#journal).attempts();
    return attempts.filter(isOpen).map(({ attemptId }) => attemptId);
  }

  async ask(inputs: Texts = {}): Promise<RunReport> {
    const { code, said, outputs, stderr } = await this.run({}, inputs).ended;
    const [violation] = this.github.violations;
    if (violation !== undefined) throw new BrokenPromise("stuck", `GitHub does not know this: ${violation}`);
    return { done: code === 0 && outputs.outcome === "done", text: said + stderr };
  }

  /** Another run waits until the time of a dead one is over. */
  async waitForOthers(): Promise<void> {
    this.#age(600_000);
  }

  wantAnother(): void {
    this.#ask++;
    this.#beginRun();
  }

  wayOut(text: string): WayOut | undefined {
    if (/this is a re-run.*If it was not reissued, start a new run/s.test(text))
      return {
        take: async (certificate) => {
          if (certificate !== undefined) return { done: true, text };
          this.#beginRun();
          return undefined;
        },
      };
    // With the id in hand there is nothing left to run.
    if (/carried out before.*encrypted with another auth key.*Look the certificate up/s.test(text))
      return { take: async (certificate) => ({ done: certificate !== undefined, text }) };
    const repair = readRepairCommand(text, String(reissueInputs["order-id"]));
    const env = { CERTORDER_JOURNAL: this.#journal };
    if (repair) return { take: async () => void (await startCertorder(repair, { env }).ended) };
    const offered = [...text.matchAll(/resolve: "?([0-9a-f]+):([\w-]+)/g)];
    const [, attempt, id] = offered.find(([, , result]) => result !== "not-happened") ?? [];
    if (attempt === undefined) return undefined;
    const maySayNo = offered.some(([, , result]) => result === "not-happened");
    return {
      attempt,
      certificate: id === "CERTIFICATE_ID" ? undefined : id,
      take: async (certificate) => {
        if (certificate === undefined && !maySayNo) return { done: false, text };
        // "Not happened" is believed only of what is long past.
        this.#age(48 * 3_600_000);
        const report = await this.ask({ resolve: `${attempt}:${certificate ?? "not-happened"}` });
        // The step only records that. Without a certificate, the run is run again.
        return certificate === undefined ? undefined : report;
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.sandbox.close(), this.github.close()]);
  }
}
