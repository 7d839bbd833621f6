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

/** What remembers reissues: a record in the repository; the journal on a disk that stays; nothing, on a disk that does not. */
export type Memory = "deployments" | "journal" | "nothing";

const [, replaced] = seedAccounts;

/** What a person does first about a step that died, and which inputs differ from then on. */
const repetitions = {
  "re-run": {},
  "re-run that is allowed": { "allow-rerun": "true" },
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
    return new InRepository(sandbox, await FakeGitHub.start(), memory, repetition);
  }

  /** Runs the step once more: as the next attempt of the run that there was, or in a run of its own. */
  run(env: Texts = {}, inputs: Texts = {}) {
    if (this.#attempt > 0) {
      this.#inputs = { ...this.#inputs, ...repetitions[this.#repetition] };
      if (this.#repetition === "new run") this.#beginRun();
    }
    this.#attempt++;
    this.#showJobs();
    const { sandbox, github } = this;
    const history = { deployments: "repository", journal: "journal", nothing: "none" }[this.#memory];
    return startAction({
      sandbox,
      github,
      inputs: { ...reissueInputs, history, ...this.#inputs, ...inputs },
      env,
      runId: this.#run,
      runAttempt: this.#attempt,
      ...(this.#memory === "journal" && { home: this.#disk }),
    });
  }

  get #journal(): string {
    return join(this.#disk, ".local", "state", "certorder");
  }

  /** A person needs a while for that. GitHub's times are whole seconds, and its clock is known to within one more. */
  #beginRun(): void {
    this.#age(4_000);
    this.#run++;
    this.#attempt = 0;
  }

  #age(ms: number): void {
    this.github.age(ms);
    if (existsSync(this.#journal)) ageJournal(this.#journal, ms);
  }

  /** The step that runs now, and that it was begun in each attempt before. */
  #showJobs(): void {
    for (let attempt = 1; attempt <= this.#attempt; attempt++) {
      const [status, conclusion] = attempt < this.#attempt ? ["completed", "failure"] : ["in_progress", null];
      const steps = [{ name: "Reissue", number: 2, status, conclusion }];
      const job = { name: "reissue", status, conclusion, runner_name: "runner-1", steps };
      this.github.jobs.set(`${this.#run}/${attempt}`, [job]);
    }
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

  wantAnother(): void {
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
        this.#beginRun();
        return this.ask({ resolve: `${attempt}:${certificate ?? "not-happened"}` });
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.sandbox.close(), this.github.close()]);
  }
}
