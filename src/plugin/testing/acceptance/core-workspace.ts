import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Provider } from "../../provider.ts";
import type { StateAttributes } from "./attribute-path.ts";
import { describeDifference, importDifferences } from "./compare-import.ts";
import { type Configuration, configurationFiles } from "./configuration.ts";
import { CorePlan, type ShownPlan } from "./core-plan.ts";
import {
  findResource,
  parseCoreJson,
  readState,
  type ShownState,
  type StateResource,
  sensitiveValues,
} from "./core-state.ts";
import type { InstalledCore, MissingCore } from "./find-core.ts";
import { installCommand, type ProviderCommand } from "./install-command.ts";
import type { CoreRun } from "./run-core.ts";
import { type ServedProvider, serveInProcess } from "./serve-in-process.ts";
import { describeFailure, StepRunner } from "./step-runner.ts";

/** The provider under test runs in the process of the test, or as a command in processes of its own. */
export type CoreWorkspaceOptions = (
  | { readonly inProcess: Provider; readonly command?: never }
  | (ProviderCommand & { readonly inProcess?: never })
) & {
  /** From `findCore`. */
  readonly core: InstalledCore | MissingCore;
  /**
   * Variables for the core, and for a provider that is a command. `undefined` removes one. A provider in process has
   * the variables of the test.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** How long each command of the core may take. Then it is interrupted. Default: two minutes. */
  readonly timeoutMs?: number;
  /** Closes the workspace when it aborts, such as the `signal` of a test that takes too long. */
  readonly signal?: AbortSignal;
  /**
   * Checks at the end that the service has really lost the objects. Gets all that were destroyed. Throws if one still
   * exists.
   */
  readonly destroyed?: (resources: readonly StateResource[]) => void | Promise<void>;
};

/** How a step runs its command. */
export interface CoreCommandOptions {
  /** More arguments of the command, such as `["-replace=notes_note.a"]` or `["-refresh=false"]`. */
  readonly arguments?: readonly string[];
}

/** How a step applies. */
export interface CoreApplyOptions extends CoreCommandOptions {
  /** False for a resource that changes with every plan. */
  readonly expectEmptyPlan?: boolean;
}

/** Which command has to fail. */
export interface ExpectErrorOptions {
  /** The command that has to fail, with its arguments. Default: `["apply"]`. */
  readonly command?: readonly [string, ...string[]];
  /** True if the command may change the state before it fails. */
  readonly changesState?: boolean;
}

/** What an import is not compared in. */
export interface CoreImportOptions {
  /** Attributes that an import cannot know, such as `password` or `zones[0].key`. */
  readonly ignore?: readonly string[];
}

/**
 * Drives a real Terraform or OpenTofu in a temporary folder. Each call is a step. A step that fails throws a
 * {@link StepError}.
 *
 * @example
 * ```ts
 * await using workspace = await CoreWorkspace.open({ core: findCore("tofu"), inProcess: provider });
 * await workspace.apply(`resource "notes_note" "a" { name = "a" }`);
 * await workspace.import("notes_note.a", "a");
 * ```
 */
export class CoreWorkspace implements AsyncDisposable {
  readonly core: InstalledCore;
  readonly #root: string;
  readonly #options: CoreWorkspaceOptions;
  readonly #provider: ServedProvider;
  readonly #steps: StepRunner;
  readonly #destroyed: StateResource[] = [];
  /** The files of the last apply. The end of the workspace destroys with them. */
  #applied: Readonly<Record<string, string>> | undefined;
  #closing: Promise<void> | undefined;

  private constructor(
    core: InstalledCore,
    root: string,
    options: CoreWorkspaceOptions,
    provider: ServedProvider,
  ) {
    const { environment = {}, timeoutMs = 120_000 } = options;
    this.core = core;
    this.#root = root;
    this.#options = options;
    this.#provider = provider;
    this.#steps = new StepRunner({ program: core.program, root, provider, environment, timeoutMs });
  }

  /** The folder with the configuration and the state. */
  get folder(): string {
    return this.#steps.folder;
  }

  /** Throws if the core is missing. */
  static async open(options: CoreWorkspaceOptions): Promise<CoreWorkspace> {
    const { core } = options;
    if (core.missing !== undefined) throw new Error(core.missing);
    const root = mkdtempSync(join(tmpdir(), "core-workspace-"));
    try {
      const provider =
        options.inProcess === undefined
          ? installCommand(options, core, root)
          : await serveInProcess(options.inProcess, options.environment ?? {});
      const workspace = new CoreWorkspace(core, root, options, provider);
      // The test closes the workspace too, and then gets the error.
      options.signal?.addEventListener("abort", () => void workspace.close().catch(() => {}), { once: true });
      return workspace;
    } catch (error) {
      rmSync(root, { recursive: true, force: true });
      throw error;
    }
  }

  /**
   * Applies a configuration, or the current one again. Then a plan with a refresh and a plan without one must be
   * empty.
   */
  apply(configuration?: Configuration, options: CoreApplyOptions = {}): Promise<CoreRun> {
    return this.#step("apply", async () => {
      if (configuration !== undefined) this.#configure(configuration);
      this.#applied = this.#steps.files;
      const applied = await this.#steps.succeed(["apply", "-auto-approve", ...(options.arguments ?? [])]);
      if (options.expectEmptyPlan ?? true)
        for (const refresh of ["-refresh=true", "-refresh=false"]) await this.#expectEmptyPlan(refresh);
      return applied;
    });
  }

  /** Plans a configuration, or the current one. */
  plan(configuration?: Configuration, options: CoreCommandOptions = {}): Promise<CorePlan> {
    return this.#step("plan", async () => {
      if (configuration !== undefined) this.#configure(configuration);
      const file = join(this.#root, "plan");
      const flags = ["-detailed-exitcode", `-out=${file}`, ...(options.arguments ?? [])];
      const planned = await this.#steps.succeed(["plan", ...flags], [0, 2]);
      const { stdout } = await this.#steps.succeed(["show", "-json", file]);
      return new CorePlan(planned, parseCoreJson<ShownPlan>(stdout));
    });
  }

  /**
   * Runs a command that has to fail with this message, by default an apply. It must not change the state. The message
   * is searched in the output on one line. Later steps use the configuration from before.
   */
  expectError(
    configuration: Configuration | undefined,
    message: RegExp | string,
    { command = ["apply"], changesState = false }: ExpectErrorOptions = {},
  ): Promise<CoreRun> {
    return this.#step(`expect an error of ${command[0]}`, async () => {
      const before = this.#steps.files;
      const state = this.#steps.state;
      if (configuration !== undefined) this.#configure(configuration);
      const run = await this.#steps.run(command[0] === "apply" ? [...command, "-auto-approve"] : command);
      const changed = !isDeepStrictEqual(this.#steps.state, state);
      if (changed) this.#applied = this.#steps.files;
      if (run.interrupted !== undefined) this.#steps.fail(describeFailure(run), run);
      if (run.exitCode === 0) this.#steps.fail("The command succeeded, and has to fail.", run);
      const found = typeof message === "string" ? run.text.includes(message) : run.text.match(message);
      if (!found) this.#steps.fail(`The command failed, but its output does not match ${message}.`, run);
      if (changed && !changesState) this.#steps.fail("The command failed, but it changed the state.", run);
      this.#steps.files = before;
      return run;
    });
  }

  /**
   * Imports an object of the state once more, into an empty state, and compares every attribute. The state of the
   * workspace stays. The id is by default the attribute `id`.
   */
  import(address: string, givenId?: string, { ignore = [] }: CoreImportOptions = {}): Promise<CoreRun> {
    return this.#step(`import ${address}`, async () => {
      const stored = findResource(this.#steps.state, address);
      if (stored === undefined)
        return this.#steps.fail(`The state does not have ${address}. Apply it first.`);
      const id = givenId ?? stored.attributes.id;
      const file = join(this.#root, "import.tfstate");
      rmSync(file, { force: true });
      if (typeof id !== "string")
        return this.#steps.fail(`${address} has no attribute "id". Pass the id of the import.`);
      const run = await this.#steps.succeed(["import", `-state=${file}`, "-backup=-", address, id]);
      const imported = findResource(readState(readFileSync(file, "utf8")), address);
      if (imported === undefined) return this.#steps.fail(`The import did not store ${address}.`, run);
      const paths = importDifferences(stored.attributes, imported.attributes, ignore);
      if (paths.length > 0) {
        // The schema of the provider says what is sensitive, so only the core can tell.
        const { stdout } = await this.#steps.succeed(["show", "-json", file]);
        const sensitive = sensitiveValues(parseCoreJson<ShownState>(stdout), address);
        const lines = paths.map((path) =>
          describeDifference(path, stored.attributes, imported.attributes, sensitive),
        );
        this.#steps.fail(`The imported object differs from the state.\n${lines.join("\n")}`, run);
      }
      return run;
    });
  }

  /** Imports an object into the state of the workspace, as `terraform import` does. */
  importPersist(address: string, id: string, configuration?: Configuration): Promise<CoreRun> {
    return this.#step(`import ${address} to keep it`, async () => {
      if (configuration !== undefined) this.#configure(configuration);
      this.#applied = this.#steps.files;
      return this.#steps.succeed(["import", address, id]);
    });
  }

  /** Reads every object again and stores what the provider answers. */
  refresh(): Promise<CoreRun> {
    return this.#step("refresh", () => this.#steps.succeed(["apply", "-refresh-only", "-auto-approve"]));
  }

  /** Destroys every object. */
  destroy(): Promise<CoreRun> {
    return this.#step("destroy", () => this.#destroy());
  }

  /** Sets the configuration of the next steps, and of the end of the workspace. */
  configure(configuration: Configuration): void {
    this.#configure(configuration);
    this.#applied = this.#steps.files;
  }

  #configure(configuration: Configuration): void {
    const { address } = this.#options.inProcess ?? this.#options;
    this.#steps.files = configurationFiles(configuration, address);
  }

  /** Runs any other command, which has to succeed: `run("taint", "notes_note.a")`. */
  run(...command: readonly [string, ...string[]]): Promise<CoreRun> {
    return this.#step(command[0], () => this.#steps.succeed(command));
  }

  /** An object in the state, or undefined. */
  resource(address: string): StateResource | undefined {
    return findResource(this.#steps.state, address);
  }

  /** The attributes of an object in the state, also the sensitive ones. Throws if the state does not have the object. */
  attributes(address: string): StateAttributes {
    const found = this.resource(address);
    if (found !== undefined) return found.attributes;
    throw new Error(
      `The state does not have ${address}. It has: ${listed(this.#steps.state.resources) || "no object"}.`,
    );
  }

  /** The outputs in the state, also the sensitive ones. */
  get outputs(): Readonly<Record<string, unknown>> {
    return this.#steps.state.outputs;
  }

  /** Ends a command that still runs, destroys what is left, runs the check `destroyed`, and removes the folder. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#steps.abort();
    let keepsFolder = false;
    try {
      if (this.#managed.length > 0) {
        keepsFolder = true;
        this.#steps.files = this.#applied ?? this.#steps.files;
        await this.#steps.during("The end of the workspace", () => this.#destroy());
        keepsFolder = false;
      }
      await this.#options.destroyed?.(this.#destroyed);
    } finally {
      await this.#provider.close();
      if (!keepsFolder) rmSync(this.#root, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #step<T>(name: string, run: () => Promise<T>): Promise<T> {
    if (this.#closing !== undefined) throw new Error("The workspace is closed.");
    return this.#steps.next(name, run);
  }

  async #destroy(): Promise<CoreRun> {
    const before = this.#managed;
    this.#destroyed.push(...before);
    const run = await this.#steps.run(["destroy", "-auto-approve"]);
    if (run.exitCode !== 0)
      this.#steps.fail(
        `${describeFailure(run)} These objects may still exist: ${listed(this.#managed)}. Their state is in the folder below.`,
        run,
      );
    return run;
  }

  get #managed(): readonly StateResource[] {
    return this.#steps.state.resources.filter(({ mode }) => mode === "managed");
  }

  async #expectEmptyPlan(refresh: string): Promise<void> {
    const run = await this.#steps.succeed(["plan", "-detailed-exitcode", refresh], [0, 2]);
    if (run.exitCode === 2)
      this.#steps.fail(
        `After the apply, the plan with ${refresh} has to be empty. If that is expected, use { expectEmptyPlan: false }.`,
        run,
      );
  }
}

function listed(resources: readonly StateResource[]): string {
  return resources.map(({ address }) => address).join(", ");
}
