import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CertOrderError } from "../../../src/contract/index.ts";
import { Journal } from "../../../src/journal/index.ts";
import { UNKNOWN } from "../../../src/plugin/index.ts";
import {
  CoreViolation,
  type ManagedResource,
  ProviderErrors,
  type ResourcePlan,
  Workspace,
} from "../../../src/plugin/testing/index.ts";
import type { ObjectValue } from "../../../src/plugin/values/value.ts";
import { certorder } from "../../harness/cli/cli.ts";
import { compileCache } from "../../harness/compile-cache.ts";
import { commandArguments, reissueByLibrary } from "./command.ts";
import type { Failure } from "./failures.ts";
import { Orders, shiftClock } from "./order.ts";
import {
  type ApplyOptions,
  type Block,
  type BlockName,
  blockNames,
  type Command,
  type Configuration,
  type Driver,
  effectiveMove,
  type OrderView,
  type PlanOptions,
  type Project,
  projects,
  type Setup,
  type StateFile,
  type StepResult,
  type StoredObject,
} from "./types.ts";

const provider = join(import.meta.dirname, "..", "..", "..", "src", "provider", "main.ts");

/** What was planned for each block, and for objects without one. */
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
  readonly warnings: readonly string[];
}

/**
 * The provider's process, driven by the stand-in for a core. The library does the work of the command line. What is to be killed
 * is a process of its own: a second one of the provider, or the real command line.
 */
export class StandIn implements Driver {
  readonly orders: Orders;
  /** One for each clock. */
  readonly #providers = new Map<number, Promise<Workspace>>();
  #states = emptyStates();
  readonly #kept = new Map<Project, Plan>();

  private constructor(orders: Orders) {
    this.orders = orders;
  }

  static async open(): Promise<StandIn> {
    return new StandIn(await Orders.open());
  }

  #provider({ clock }: Setup): Promise<Workspace> {
    const provider = this.#providers.get(clock) ?? start(shiftClock(clock));
    this.#providers.set(clock, provider);
    return provider;
  }

  async begin(): Promise<void> {
    await this.orders.next();
    this.#states = emptyStates();
    this.#kept.clear();
  }

  async inspect(): Promise<OrderView> {
    return { ...(await this.orders.inspect()), states: { ...this.#states } };
  }

  writeState(project: Project, state: StateFile): void {
    this.#states[project] = state;
  }

  async apply(project: Project, configuration: Configuration, options: ApplyOptions): Promise<StepResult> {
    const { failure } = options;
    const ended = await this.orders.during(failure, () =>
      this.#by(project, configuration, failure, async (workspace) => {
        const plan = await this.#plan(workspace, project, configuration, options);
        return this.#carryOut(workspace, project, plan, options);
      }),
    );
    if (ended.status !== "succeeded") return ended;
    return { ...ended, pendingChanges: await this.#pendingChanges(project, configuration, options.refresh) };
  }

  plan(
    project: Project,
    configuration: Configuration,
    options: PlanOptions,
    isSaved: boolean,
  ): Promise<StepResult> {
    return result(async () => {
      const given = options.destroy ? { ...configuration, blocks: {} } : configuration;
      const plan = await this.#plan(await this.#provider(configuration), project, given, options);
      if (isSaved) this.#kept.set(project, plan);
      return plan.warnings.join("\n");
    });
  }

  applySavedPlan(project: Project, failure: Failure | undefined): Promise<StepResult> {
    const plan = this.#kept.get(project);
    const { lineage, serial } = this.#states[project];
    if (!plan || plan.state.lineage !== lineage || plan.state.serial !== serial)
      return Promise.resolve({ status: "refused", text: "Saved plan is stale. Plan again." });
    return this.orders.during(failure, () =>
      this.#by(project, plan.configuration, failure, (workspace) =>
        this.#carryOut(workspace, project, plan, {}),
      ),
    );
  }

  refresh(project: Project, configuration: Configuration): Promise<StepResult> {
    return result(async () => {
      const provider = await this.#configured(configuration);
      const objects: Partial<Record<BlockName, StoredObject>> = {};
      for (const [name, object] of objectsIn(this.#states[project])) {
        const resource = resourceOf(provider, object);
        await resource.upgrade();
        await resource.refresh();
        if (resource.state !== null) objects[name] = objectOf(resource);
      }
      this.#save(project, objects);
    });
  }

  destroy(project: Project, configuration: Configuration): Promise<StepResult> {
    return result(async () => {
      const objects = { ...this.#states[project].objects };
      const provider = await this.#configured(configuration);
      for (const [name, object] of objectsIn(this.#states[project])) {
        const resource = resourceOf(provider, object);
        await resource.upgrade();
        await resource.destroy();
        delete objects[name];
        this.#save(project, objects);
      }
    });
  }

  import(project: Project, configuration: Configuration, name: BlockName, id: string): Promise<StepResult> {
    return result(async () => {
      const provider = await this.#configured(configuration);
      // A core shows the provider all objects of the state.
      for (const [, object] of objectsIn(this.#states[project])) await resourceOf(provider, object).upgrade();
      const resource = provider.resource("certorder_reissue");
      await resource.import(`${this.orders.id}/${id}`);
      this.#save(project, { ...this.#states[project].objects, [name]: objectOf(resource) });
    });
  }

  async reissue(setup: Setup, command: Command): Promise<StepResult> {
    const { failure } = command;
    if (failure && "killedBefore" in failure) {
      const env = { ...this.orders.environment(setup), ...this.orders.killBefore(failure.killedBefore).env };
      const { stdout, stderr, signal, code } = await certorder(commandArguments(this.orders.id, command), {
        env,
      });
      await this.orders.quiet();
      return { status: signal ? "killed" : code === 0 ? "succeeded" : "refused", text: stdout + stderr };
    }
    return reissueByLibrary(this.orders, setup, command);
  }

  resolve(journal: number, attempt: string, certificate: string | null): Promise<StepResult> {
    return result(() =>
      this.#journal(journal).resolve({
        orderId: this.orders.id,
        attemptId: attempt,
        certificateId: certificate,
      }),
    );
  }

  repair(journal: number): Promise<StepResult> {
    return result(() => this.#journal(journal).repair(this.orders.id));
  }

  #journal(journal: number): Journal {
    return new Journal({ dir: this.orders.journalFolder(journal) });
  }

  async applyHeld(project: Project, configuration: Configuration): Promise<() => Promise<StepResult>> {
    const { length } = this.orders.received;
    // A process of its own: the other one is needed meanwhile.
    const workspace = await start(shiftClock(configuration.clock));
    let isOver = false;
    const ended = result(async () => {
      const plan = await this.#plan(
        workspace,
        project,
        configuration,
        { refresh: true },
        this.orders.heldAnswers.url,
      );
      return this.#carryOut(workspace, project, plan, {}, this.orders.heldAnswers.url);
    }).finally(() => {
      isOver = true;
    });
    while (!isOver && this.orders.received.length === length) await sleep(1);
    // By now the service has answered, and the answer is held.
    await this.orders.quiet();
    return async () => {
      this.orders.heldAnswers.open();
      const result = await ended;
      await workspace.close();
      if (result.status !== "succeeded") return result;
      return { ...result, pendingChanges: await this.#pendingChanges(project, configuration, true) };
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const provider of this.#providers.values()) await (await provider).close();
    await this.orders[Symbol.asyncDispose]();
  }

  /** Works with the provider's process, or with one that is killed on the way. */
  async #by(
    project: Project,
    setup: Setup,
    failure: Failure | undefined,
    work: (workspace: Workspace) => Promise<string>,
  ): Promise<StepResult> {
    if (!failure || !("killedBefore" in failure))
      return result(async () => work(await this.#provider(setup)));
    const workspace = await start(this.orders.killBefore(failure.killedBefore, setup.clock).env, {
      // The preload that kills knows the service by its address.
      CERTORDER_BASE_URL: this.orders.sandbox.url,
    });
    const { process } = workspace.core;
    try {
      return await result(() => work(workspace));
    } catch (error) {
      const { signal } = await process.exited();
      if (signal !== "SIGKILL") throw error;
      await this.orders.quiet();
      // A core goes on without the private data of what was being applied.
      const objects = objectsIn(this.#states[project]).map(([name, object]) => [
        name,
        { ...object, private: "" },
      ]);
      this.#save(project, Object.fromEntries(objects) as StateFile["objects"]);
      return { status: "killed", text: "" };
    } finally {
      await workspace.close();
    }
  }

  async #configured(configuration: Configuration): Promise<Workspace> {
    const provider = await this.#provider(configuration);
    await this.#configure(provider, configuration);
    return provider;
  }

  /** A run of the core begins: the provider forgets the one before. */
  async #configure(workspace: Workspace, configuration: Configuration, url?: string): Promise<void> {
    await workspace.core.configure(this.orders.providerArguments(configuration, url));
  }

  async #plan(
    workspace: Workspace,
    project: Project,
    configuration: Configuration,
    { replace, refresh, isCsrUnknown, inReverse }: PlanOptions,
    url?: string,
  ): Promise<Plan> {
    await this.#configure(workspace, configuration, url);
    const state = this.#states[project];
    const objects = { ...moved(state.objects, configuration) };
    const changes: Plan["changes"][number][] = [];
    const problems: ProviderErrors[] = [];
    for (const name of inReverse ? [...blockNames].reverse() : blockNames) {
      const block = configuration.blocks[name];
      const resource = resourceOf(workspace, objects[name]);
      try {
        if (!block) {
          if (resource.state === null) continue;
          await resource.upgrade();
          if (refresh) await resource.refresh();
          if (resource.state !== null) {
            await resource.planDestroy();
            changes.push({ name, block });
          }
        } else {
          const given = this.orders.resourceArguments(block);
          const isReplaced = replace === name;
          const plan = await resource.plan(isCsrUnknown ? { ...given, csr: UNKNOWN } : given, {
            refresh,
            replace: isReplaced,
          });
          changes.push({ name, block, plan });
        }
        if (resource.state === null) delete objects[name];
        else objects[name] = objectOf(resource);
      } catch (error) {
        if (!(error instanceof ProviderErrors)) throw error;
        problems.push(error);
      }
    }
    if (problems.length > 0) throw new ProviderErrors(problems.flatMap(({ diagnostics }) => diagnostics));
    const warnings = changes.flatMap(({ plan }) => texts(plan?.diagnostics ?? []));
    return { configuration, state, objects, changes, warnings };
  }

  /** A run of its own, as in a core: all that was planned is planned once more. */
  async #carryOut(
    workspace: Workspace,
    project: Project,
    { configuration, objects: planned, changes }: Plan,
    { provisionerFails = false, createBeforeDestroy = false }: Partial<ApplyOptions>,
    url?: string,
  ): Promise<string> {
    await this.#configure(workspace, configuration, url);
    const objects = { ...planned };
    const heard: string[] = [];
    const problems: ProviderErrors[] = [];
    const note = (name: BlockName, resource: ManagedResource) => {
      if (resource.state === null) delete objects[name];
      else objects[name] = objectOf(resource);
      this.#save(project, objects);
    };
    if (changes.every(({ plan }) => plan?.action === "none")) this.#save(project, objects);
    for (const { name, block, plan } of changes) {
      const resource = resourceOf(workspace, objects[name]);
      try {
        if (plan?.action === "none") {
          heard.push(...texts(plan.diagnostics));
          continue;
        }
        // What is created first is created before the core shows the old object.
        const isCreatedFirst = createBeforeDestroy && plan?.action === "replace";
        if (resource.state !== null && !isCreatedFirst) await resource.upgrade();
        if (!block || !plan) await resource.destroy();
        else {
          const { diagnostics } = await resource.carryOut(this.orders.resourceArguments(block), plan, {
            createBeforeDestroy,
          });
          heard.push(...texts(diagnostics));
          if (provisionerFails && plan.action !== "update") {
            resource.tainted = true;
            problems.push(new ProviderErrors([provisionerError]));
          }
        }
      } catch (error) {
        if (!(error instanceof ProviderErrors)) throw error;
        problems.push(error);
      } finally {
        note(name, resource);
      }
    }
    if (problems.length > 0) throw new ProviderErrors(problems.flatMap(({ diagnostics }) => diagnostics));
    return heard.join("\n");
  }

  /** What plans want that are made right after an apply, without a refresh and, unless the apply was without one, with it. */
  async #pendingChanges(project: Project, configuration: Configuration, refresh: boolean): Promise<string> {
    for (const again of refresh ? [true, false] : [false]) {
      const { status, text } = await result(async () => {
        const provider = await this.#provider(configuration);
        const { changes } = await this.#plan(provider, project, configuration, { refresh: again });
        return changes
          .filter(({ plan }) => plan?.action !== "none")
          .map(({ name, plan }) => `${name}: ${plan?.action ?? "delete"} (refresh: ${again})`)
          .join(", ");
      });
      if (status !== "succeeded" || text !== "") return text;
    }
    return "";
  }

  #save(project: Project, objects: StateFile["objects"]): void {
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

function objectsIn({ objects }: StateFile): [BlockName, StoredObject][] {
  return Object.entries(objects) as [BlockName, StoredObject][];
}

/** What a `moved` block does before anything is planned. */
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

function objectOf({ state, private: data, tainted }: ManagedResource): StoredObject {
  return { attributes: state ?? {}, private: Buffer.from(data).toString("base64"), tainted };
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
async function result(work: () => Promise<unknown>): Promise<StepResult> {
  try {
    const text = await work();
    return { status: "succeeded", text: typeof text === "string" ? text : "" };
  } catch (error) {
    if (error instanceof ProviderErrors) return { status: "refused", text: error.message };
    if (CertOrderError.is(error)) return { status: "refused", text: `${error.message} ${error.remedy}` };
    // The core refuses what does not come out as it was planned.
    if (error instanceof CoreViolation && error.message.includes("inconsistent final plan"))
      return { status: "refused", text: `${error.message}. Plan again.` };
    throw error;
  }
}
