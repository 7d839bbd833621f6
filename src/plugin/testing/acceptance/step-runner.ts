import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { errorMessage } from "../../error-message.ts";
import { writeConfiguration } from "./configuration.ts";
import { coreEnvironment } from "./core-environment.ts";
import { type CoreState, readState } from "./core-state.ts";
import { type CoreRun, type RunningCore, startCore } from "./run-core.ts";
import type { ServedProvider } from "./serve-in-process.ts";
import { describeStep, StepError } from "./step-error.ts";

interface StepRunnerOptions {
  /** The path of the core. */
  readonly program: string;
  /** A temporary folder. */
  readonly root: string;
  readonly provider: ServedProvider;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
}

/** Runs the commands of a core in one folder, step by step. */
export class StepRunner {
  /** The folder with the configuration and the state. */
  readonly folder: string;
  readonly #options: StepRunnerOptions;
  readonly #environment: NodeJS.ProcessEnv;
  #files: Readonly<Record<string, string>> = {};
  #needsInit = true;
  #count = 0;
  #step = "";
  #busy: Promise<unknown> | undefined;
  #running: RunningCore | undefined;
  #isAborted = false;
  /** How much the provider had logged before the step. */
  #loggedBefore = 0;

  constructor(options: StepRunnerOptions) {
    const { root, provider, environment } = options;
    this.#options = options;
    this.folder = join(root, "configuration");
    mkdirSync(this.folder);
    const cliConfig = join(root, "cli.tfrc");
    writeFileSync(cliConfig, `${provider.cliConfig}disable_checkpoint = true\n`);
    this.#environment = coreEnvironment({ cliConfig, provider: provider.environment, environment });
  }

  /** The files of the current configuration. */
  get files(): Readonly<Record<string, string>> {
    return this.#files;
  }

  set files(files: Readonly<Record<string, string>>) {
    if (isDeepStrictEqual(files, this.#files)) return;
    writeConfiguration(this.folder, this.#files, files);
    this.#files = files;
    this.#needsInit = true;
  }

  get state(): CoreState {
    const file = join(this.folder, "terraform.tfstate");
    return readState(existsSync(file) ? readFileSync(file, "utf8") : "");
  }

  /** Runs the next step. */
  next<T>(name: string, run: () => Promise<T>): Promise<T> {
    this.#count += 1;
    return this.during(`Step ${this.#count}, ${name}`, run);
  }

  async during<T>(step: string, run: () => Promise<T>): Promise<T> {
    if (this.#busy) throw new Error(`${this.#step}, is still running. Await it before the next step.`);
    this.#step = step;
    this.#loggedBefore = this.#options.provider.log().length;
    const running = run();
    this.#busy = running.catch(() => {});
    try {
      return await running;
    } finally {
      this.#busy = undefined;
    }
  }

  /** Ends the step that is still running, if there is one. It fails. */
  async abort(): Promise<void> {
    this.#isAborted = true;
    this.#running?.end("the workspace was closed");
    await this.#busy;
    this.#isAborted = false;
  }

  /** Runs a command that has to succeed. */
  async succeed(command: readonly string[], exitCodes: readonly number[] = [0]): Promise<CoreRun> {
    const run = await this.run(command);
    if (run.exitCode === null || !exitCodes.includes(run.exitCode)) this.fail(describeFailure(run), run);
    return run;
  }

  /** Runs a command, after `init` if the configuration is new. If `init` fails, that is the result. */
  async run(command: readonly string[]): Promise<CoreRun> {
    if (this.#needsInit && command[0] !== "init") {
      const initialised = await this.#start(["init"]);
      if (initialised.exitCode !== 0) return initialised;
    }
    this.#needsInit = false;
    return this.#start(command);
  }

  async #start(command: readonly string[]): Promise<CoreRun> {
    if (this.#isAborted) this.fail("The workspace was closed.");
    const { program, timeoutMs } = this.#options;
    const { folder } = this;
    const environment = this.#environment;
    this.#running = startCore({ program, arguments: command, folder, environment, timeoutMs });
    try {
      return await this.#running.run;
    } catch (error) {
      return this.fail(`"${program}" cannot be started: ${errorMessage(error)}`);
    } finally {
      this.#running = undefined;
    }
  }

  fail(problem: string, run?: CoreRun): never {
    const log = this.#options.provider.log().slice(this.#loggedBefore);
    const { files, folder } = this;
    throw new StepError(describeStep({ step: this.#step, problem, files, folder, run, log }), run);
  }
}

/** How a command ended that had to succeed. */
export function describeFailure({ command: [, name], exitCode, interrupted }: CoreRun): string {
  if (interrupted !== undefined) return `The workspace interrupted "${name}": ${interrupted}.`;
  return exitCode === null ? `A signal ended "${name}".` : `"${name}" failed with exit code ${exitCode}.`;
}
