import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { UNKNOWN } from "../../../src/plugin/index.ts";
import {
  CoreViolation,
  type ManagedResource,
  ProviderErrors,
  type ResourcePlan,
  Workspace,
} from "../../../src/plugin/testing/index.ts";
import type { ObjectValue } from "../../../src/plugin/values/value.ts";
import { compileCache } from "../../harness/compile-cache.ts";
import { Core } from "./core.ts";
import { Orders, shiftClock } from "./order.ts";
import {
  type Block,
  type BlockName,
  blockNames,
  type Configuration,
  type CoreCommand,
  effectiveMove,
  type OrderView,
  type Project,
  projects,
  type RunOptions,
  type Setup,
  type StateFile,
  type StepResult,
  type StoredObject,
} from "./types.ts";

const provider = join(import.meta.dirname, "..", "..", "..", "src", "provider", "main.ts");

interface Plan {
  readonly configuration: Configuration;
  readonly state: StateFile;
  /** The state, refreshed. */
  readonly objects: StateFile["objects"];
  readonly changes: readonly {
    readonly name: BlockName;
    readonly block: Block | undefined;
    readonly plan?: ResourcePlan;
  }[];
}

/** The provider's process, driven by the stand-in for a core. A process that is to be killed or stopped is another one. */
export class StandIn extends Core {
  /** One for each clock. */
  readonly #providers = new Map<number, Promise<Workspace>>();
  #states = emptyStates();
  readonly #saved = new Map<Project, Plan>();

  static async open(): Promise<StandIn> {
    return new StandIn(await Orders.open());
  }

  override removeStates(): void {
    this.#states = emptyStates();
    this.#saved.clear();
  }

  override readStates(): OrderView["states"] {
    return { ...this.#states };
  }

  override writeState(project: Project, state: StateFile): void {
    this.#states[project] = state;
  }

  override async execute(
    project: Project,
    configuration: Configuration,
    command: CoreCommand,
    options: RunOptions,
  ): Promise<StepResult> {
    const { failure } = options;
    if (!failure || "when" in failure)
      return result(async () =>
        this.#perform(await this.#provider(configuration), project, configuration, command, options),
      );
    const workspace = await start(this.orders.killBefore(failure.killedBefore, configuration.clock).env, {
      // The preload that kills knows the service by its address.
      CERTORDER_BASE_URL: this.orders.sandbox.url,
    });
    const { process } = workspace.core;
    try {
      return await result(() => this.#perform(workspace, project, configuration, command, options));
    } catch (error) {
      const { signal } = await process.exited();
      if (signal !== "SIGKILL") throw error;
      await this.orders.quiet();
      // A core goes on without the private data of what was being applied.
      const objects = entries(this.#states[project].objects).map(
        ([name, object]) => [name, { ...object, private: "" }] as const,
      );
      this.#store(project, Object.fromEntries(objects));
      return { status: "killed", text: "" };
    } finally {
      await workspace.close();
    }
  }

  override async applyHeld(
    project: Project,
    configuration: Configuration,
  ): Promise<() => Promise<StepResult>> {
    const workspace = await start(shiftClock(configuration.clock));
    const { child } = workspace.core.process;
    const carriedOut = Promise.withResolvers<void>();
    this.orders.onReissue = () => {
      this.orders.onReissue = () => {};
      child.kill("SIGSTOP");
      carriedOut.resolve();
    };
    const ended = result(() => this.#perform(workspace, project, configuration, "apply", {}));
    await Promise.race([carriedOut.promise, ended]);
    this.orders.onReissue = () => {};
    await this.orders.quiet();
    return async () => {
      child.kill("SIGCONT");
      const result = await ended;
      await workspace.close();
      if (result.status !== "succeeded") return result;
      return { ...result, pendingChanges: await this.pendingChanges(project, configuration) };
    };
  }

  override async planChanges(
    project: Project,
    configuration: Configuration,
    noRefresh: boolean,
  ): Promise<string> {
    const { text } = await result(async () => {
      const provider = await this.#provider(configuration);
      const { changes } = await this.#plan(provider, project, configuration, { noRefresh });
      return changes
        .filter(({ plan }) => plan?.action !== "none")
        .map(({ name, plan }) => `${name}: ${plan?.action ?? "delete"}${noRefresh ? ", no refresh" : ""}`)
        .join(", ");
    });
    return text;
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    for (const provider of this.#providers.values()) await (await provider).close();
    await this.orders[Symbol.asyncDispose]();
  }

  #provider({ clock }: Setup): Promise<Workspace> {
    const provider = this.#providers.get(clock) ?? start(shiftClock(clock));
    this.#providers.set(clock, provider);
    return provider;
  }

  async #perform(
    workspace: Workspace,
    project: Project,
    configuration: Configuration,
    command: CoreCommand,
    options: RunOptions,
  ): Promise<string> {
    switch (command) {
      case "apply":
        return this.#apply(
          workspace,
          project,
          await this.#plan(workspace, project, configuration, options),
          options,
        );
      case "plan":
      case "save a plan": {
        const given = options.destroy ? { ...configuration, blocks: {} } : configuration;
        const plan = await this.#plan(workspace, project, given, options);
        if (command === "save a plan") this.#saved.set(project, plan);
        return plan.changes.flatMap(({ plan }) => texts(plan?.diagnostics ?? [])).join("\n");
      }
      case "apply the saved plan": {
        const saved = this.#saved.get(project);
        const { lineage, serial } = this.#states[project];
        if (saved?.state.lineage !== lineage || saved.state.serial !== serial)
          throw new CoreViolation("Saved plan is stale");
        return this.#apply(workspace, project, saved, {});
      }
      default:
        await this.#configure(workspace, configuration);
        return this.#changeState(workspace, project, command);
    }
  }

  /** A refresh, a destroy, or an import. A core shows the provider all objects of the state. */
  async #changeState(workspace: Workspace, project: Project, command: CoreCommand): Promise<string> {
    const objects = { ...this.#states[project].objects };
    for (const [name, object] of entries(objects)) {
      const resource = resourceOf(workspace, object);
      await resource.upgrade();
      if (command === "refresh") await resource.refresh();
      if (command === "destroy") await resource.destroy();
      keep(objects, name, resource);
      if (command === "destroy") this.#store(project, objects);
    }
    if (typeof command === "object") {
      const resource = workspace.resource("certorder_reissue");
      await resource.import(`${this.orders.id}/${command.id}`);
      keep(objects, command.import, resource);
    }
    this.#store(project, objects);
    return "";
  }

  /** A run of the core begins: the provider forgets the one before. */
  async #configure(workspace: Workspace, configuration: Configuration): Promise<void> {
    await workspace.core.configure(this.orders.providerArguments(configuration));
  }

  async #plan(
    workspace: Workspace,
    project: Project,
    configuration: Configuration,
    { replace, noRefresh, isCsrUnknown, inReverse }: RunOptions,
  ): Promise<Plan> {
    await this.#configure(workspace, configuration);
    const state = this.#states[project];
    const objects = { ...moved(state.objects, configuration) };
    const changes: Plan["changes"][number][] = [];
    await forEach(inReverse ? blockNames.toReversed() : blockNames, async (name) => {
      const block = configuration.blocks[name];
      const resource = resourceOf(workspace, objects[name]);
      if (block) {
        const given = this.orders.resourceArguments(block);
        const plan = await resource.plan(isCsrUnknown ? { ...given, csr: UNKNOWN } : given, {
          refresh: !noRefresh,
          replace: replace === name,
        });
        changes.push({ name, block, plan });
      } else {
        await resource.upgrade();
        if (!noRefresh) await resource.refresh();
        if (resource.state !== null) {
          await resource.planDestroy();
          changes.push({ name, block });
        }
      }
      keep(objects, name, resource);
    });
    return { configuration, state, objects, changes };
  }

  /** A run of its own, as in a core: all that was planned is planned once more. */
  async #apply(
    workspace: Workspace,
    project: Project,
    { configuration, objects: planned, changes }: Plan,
    { provisionerFails = false, createBeforeDestroy = false }: RunOptions,
  ): Promise<string> {
    await this.#configure(workspace, configuration);
    const objects = { ...planned };
    const heard: string[] = [];
    if (changes.every(({ plan }) => plan?.action === "none")) this.#store(project, objects);
    await forEach(changes, async ({ name, block, plan }) => {
      if (plan?.action === "none") {
        heard.push(...texts(plan.diagnostics));
        return;
      }
      const resource = resourceOf(workspace, objects[name]);
      try {
        // What is created first is created before the core shows the old object.
        if (!(createBeforeDestroy && plan?.action === "replace")) await resource.upgrade();
        if (!block || !plan) {
          await resource.destroy();
          return;
        }
        const given = this.orders.resourceArguments(block);
        const { diagnostics } = await resource.carryOut(given, plan, { createBeforeDestroy });
        heard.push(...texts(diagnostics));
        if (provisionerFails && plan.action !== "update") {
          resource.tainted = true;
          throw new ProviderErrors([provisionerError]);
        }
      } finally {
        keep(objects, name, resource);
        this.#store(project, objects);
      }
    });
    return heard.join("\n");
  }

  #store(project: Project, objects: StateFile["objects"]): void {
    const before = this.#states[project];
    if (JSON.stringify(before.objects) === JSON.stringify(objects)) return;
    this.#states[project] = { ...before, serial: before.serial + 1, objects: { ...objects } };
  }
}

const provisionerError = {
  severity: "error",
  summary: "local-exec provisioner error",
  detail: "",
  attribute: undefined,
} as const;

function emptyStates(): Record<Project, StateFile> {
  return Object.fromEntries(
    projects.map((project) => [project, { lineage: randomUUID(), serial: 0, objects: {} }]),
  ) as Record<Project, StateFile>;
}

function entries(objects: StateFile["objects"]): [BlockName, StoredObject][] {
  return Object.entries(objects) as [BlockName, StoredObject][];
}

/** A core goes on after a refusal, and shows all of them at the end. */
async function forEach<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const problems: ProviderErrors[] = [];
  for (const one of all)
    await work(one).catch((error: unknown) => {
      if (!(error instanceof ProviderErrors)) throw error;
      problems.push(error);
    });
  if (problems.length > 0) throw new ProviderErrors(problems.flatMap(({ diagnostics }) => diagnostics));
}

function moved(objects: StateFile["objects"], configuration: Configuration): StateFile["objects"] {
  const moved = effectiveMove(configuration);
  if (!moved || !objects[moved.from] || objects[moved.to]) return objects;
  const { [moved.from]: object, ...others } = objects;
  return { ...others, [moved.to]: object };
}

function resourceOf(workspace: Workspace, object: StoredObject | undefined): ManagedResource {
  const resource = workspace.resource("certorder_reissue");
  if (!object) return resource;
  return Object.assign(resource, {
    state: object.attributes as ObjectValue,
    private: new Uint8Array(Buffer.from(object.private, "base64")),
    tainted: object.tainted,
  });
}

function keep(objects: Partial<Record<BlockName, StoredObject>>, name: BlockName, resource: ManagedResource) {
  const { state: attributes, private: data, tainted } = resource;
  if (attributes === null) delete objects[name];
  else objects[name] = { attributes, private: Buffer.from(data).toString("base64"), tainted };
}

function texts(diagnostics: readonly { readonly summary: string; readonly detail: string }[]): string[] {
  return diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`);
}

function start(...more: Record<string, string>[]): Promise<Workspace> {
  return Workspace.open({
    command: [process.execPath, provider],
    environment: Object.assign({ CERTORDER_BASE_URL: undefined, ...compileCache }, ...more),
    provider: { base_url: "http://127.0.0.1:1", auth_key: "none", key_id: "none", journal: "none" },
  });
}

/** How something ended: well, or refused with reasons. Everything else is thrown. */
async function result(work: () => Promise<string>): Promise<StepResult> {
  try {
    return { status: "succeeded", text: await work() };
  } catch (error) {
    if (error instanceof ProviderErrors) return { status: "refused", text: error.message };
    // The core refuses what does not come out as it was planned.
    if (error instanceof CoreViolation && /inconsistent final plan|plan is stale/.test(error.message))
      return { status: "refused", text: `${error.message}. Plan again.` };
    throw error;
  }
}
