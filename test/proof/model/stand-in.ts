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
import { Orders, shifted } from "./order.ts";
import type { Trouble } from "./troubles.ts";
import {
  type ApplyOptions,
  type Block,
  type Command,
  type Hands,
  moveIn,
  type Name,
  names,
  type OrderView,
  type Place,
  type PlanOptions,
  places,
  type Seat,
  type StateFile,
  type StepResult,
  type StoredObject,
  type Written,
} from "./world.ts";

const provider = join(import.meta.dirname, "..", "..", "..", "src", "provider", "main.ts");

/** What was planned for each block, and for objects without one. */
interface Plan {
  readonly written: Written;
  readonly state: StateFile;
  /** The state, refreshed. */
  readonly objects: StateFile["objects"];
  readonly changes: readonly {
    readonly name: Name;
    readonly block: Block | undefined;
    readonly plan?: ResourcePlan;
  }[];
  readonly warnings: readonly string[];
}

/**
 * The provider's process, driven by the stand-in for a core. The library does the work of the command line. What is to be killed
 * is a process of its own: a second one of the provider, or the real command line.
 */
export class StandIn implements Hands {
  readonly orders: Orders;
  /** One for each clock. */
  readonly #providers = new Map<number, Promise<Workspace>>();
  #states = emptyStates();
  readonly #kept = new Map<Place, Plan>();

  private constructor(orders: Orders) {
    this.orders = orders;
  }

  static async open(): Promise<StandIn> {
    return new StandIn(await Orders.open());
  }

  #provider({ clock }: Seat): Promise<Workspace> {
    const provider = this.#providers.get(clock) ?? start(shifted(clock));
    this.#providers.set(clock, provider);
    return provider;
  }

  async begin(): Promise<void> {
    await this.orders.next();
    this.#states = emptyStates();
    this.#kept.clear();
  }

  async look(): Promise<OrderView> {
    return { ...(await this.orders.look()), states: { ...this.#states } };
  }

  store(place: Place, state: StateFile): void {
    this.#states[place] = state;
  }

  async apply(place: Place, written: Written, options: ApplyOptions): Promise<StepResult> {
    const { trouble } = options;
    const ended = await this.orders.during(trouble, () =>
      this.#by(place, written, trouble, async (workspace) => {
        const plan = await this.#plan(workspace, place, written, options);
        return this.#carryOut(workspace, place, plan, options);
      }),
    );
    if (ended.how !== "well") return ended;
    return { ...ended, left: await this.#left(place, written, options.refresh) };
  }

  plan(place: Place, written: Written, options: PlanOptions, isKept: boolean): Promise<StepResult> {
    return ending(async () => {
      const given = options.destroy ? { ...written, blocks: {} } : written;
      const plan = await this.#plan(await this.#provider(written), place, given, options);
      if (isKept) this.#kept.set(place, plan);
      return plan.warnings.join("\n");
    });
  }

  applyKept(place: Place, trouble: Trouble | undefined): Promise<StepResult> {
    const plan = this.#kept.get(place);
    const { lineage, serial } = this.#states[place];
    if (!plan || plan.state.lineage !== lineage || plan.state.serial !== serial)
      return Promise.resolve({ how: "refused", text: "Saved plan is stale. Plan again." });
    return this.orders.during(trouble, () =>
      this.#by(place, plan.written, trouble, (workspace) => this.#carryOut(workspace, place, plan, {})),
    );
  }

  refresh(place: Place, written: Written): Promise<StepResult> {
    return ending(async () => {
      const provider = await this.#configured(written);
      const objects: Partial<Record<Name, StoredObject>> = {};
      for (const [name, object] of objectsIn(this.#states[place])) {
        const resource = resourceOf(provider, object);
        await resource.upgrade();
        await resource.refresh();
        if (resource.state !== null) objects[name] = objectOf(resource);
      }
      this.#save(place, objects);
    });
  }

  destroy(place: Place, written: Written): Promise<StepResult> {
    return ending(async () => {
      const objects = { ...this.#states[place].objects };
      const provider = await this.#configured(written);
      for (const [name, object] of objectsIn(this.#states[place])) {
        const resource = resourceOf(provider, object);
        await resource.upgrade();
        await resource.destroy();
        delete objects[name];
        this.#save(place, objects);
      }
    });
  }

  import(place: Place, written: Written, name: Name, id: string): Promise<StepResult> {
    return ending(async () => {
      const provider = await this.#configured(written);
      // A core shows the provider all objects of the state.
      for (const [, object] of objectsIn(this.#states[place])) await resourceOf(provider, object).upgrade();
      const resource = provider.resource("certorder_reissue");
      await resource.import(`${this.orders.id}/${id}`);
      this.#save(place, { ...this.#states[place].objects, [name]: objectOf(resource) });
    });
  }

  async reissue(seat: Seat, command: Command): Promise<StepResult> {
    const { trouble } = command;
    if (trouble && "killedBefore" in trouble) {
      const env = { ...this.orders.environment(seat), ...this.orders.deadly(trouble.killedBefore).env };
      const { stdout, stderr, signal, code } = await certorder(commandArguments(this.orders.id, command), {
        env,
      });
      await this.orders.quiet();
      return { how: signal ? "killed" : code === 0 ? "well" : "refused", text: stdout + stderr };
    }
    return reissueByLibrary(this.orders, seat, command);
  }

  resolve(home: number, attempt: string, certificate: string | null): Promise<StepResult> {
    const journal = new Journal({ dir: this.orders.journalFolder(home) });
    return ending(() => journal.resolve(this.orders.id, attempt, certificate));
  }

  repair(home: number): Promise<StepResult> {
    const journal = new Journal({ dir: this.orders.journalFolder(home) });
    return ending(() => journal.repair(this.orders.id));
  }

  async applyHeld(place: Place, written: Written): Promise<() => Promise<StepResult>> {
    const { length } = this.orders.received;
    // A process of its own: the other one is needed meanwhile.
    const workspace = await start(shifted(written.clock));
    let isOver = false;
    const ended = ending(async () => {
      const plan = await this.#plan(workspace, place, written, { refresh: true }, this.orders.gate.url);
      return this.#carryOut(workspace, place, plan, {}, this.orders.gate.url);
    }).finally(() => {
      isOver = true;
    });
    while (!isOver && this.orders.received.length === length) await sleep(1);
    // By now the service has answered, and the answer is held.
    await this.orders.quiet();
    return async () => {
      this.orders.gate.open();
      const how = await ended;
      await workspace.close();
      if (how.how !== "well") return how;
      return { ...how, left: await this.#left(place, written, true) };
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const provider of this.#providers.values()) await (await provider).close();
    await this.orders[Symbol.asyncDispose]();
  }

  /** Works with the provider's process, or with one that is killed on the way. */
  async #by(
    place: Place,
    seat: Seat,
    trouble: Trouble | undefined,
    work: (workspace: Workspace) => Promise<string>,
  ): Promise<StepResult> {
    if (!trouble || !("killedBefore" in trouble)) return ending(async () => work(await this.#provider(seat)));
    const workspace = await start(this.orders.deadly(trouble.killedBefore, seat.clock).env, {
      // The preload that kills knows the service by its address.
      CERTORDER_BASE_URL: this.orders.sandbox.url,
    });
    const { process } = workspace.core;
    try {
      return await ending(() => work(workspace));
    } catch (error) {
      const { signal } = await process.exited();
      if (signal !== "SIGKILL") throw error;
      await this.orders.quiet();
      // A core goes on without the private data of what was being applied.
      const objects = objectsIn(this.#states[place]).map(([name, object]) => [
        name,
        { ...object, private: "" },
      ]);
      this.#save(place, Object.fromEntries(objects) as StateFile["objects"]);
      return { how: "killed", text: "" };
    } finally {
      await workspace.close();
    }
  }

  async #configured(written: Written): Promise<Workspace> {
    const provider = await this.#provider(written);
    await this.#configure(provider, written);
    return provider;
  }

  /** A run of the core begins: the provider forgets the one before. */
  async #configure(workspace: Workspace, written: Written, url?: string): Promise<void> {
    await workspace.core.configure(this.orders.settings(written, url));
  }

  async #plan(
    workspace: Workspace,
    place: Place,
    written: Written,
    { replace, refresh, late, backwards }: PlanOptions,
    url?: string,
  ): Promise<Plan> {
    await this.#configure(workspace, written, url);
    const state = this.#states[place];
    const objects = { ...moved(state.objects, written) };
    const changes: Plan["changes"][number][] = [];
    const problems: ProviderErrors[] = [];
    for (const name of backwards ? [...names].reverse() : names) {
      const block = written.blocks[name];
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
          const given = this.orders.described(block);
          const isReplaced = replace === name;
          const plan = await resource.plan(late ? { ...given, csr: UNKNOWN } : given, {
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
    return { written, state, objects, changes, warnings };
  }

  /** A run of its own, as in a core: all that was planned is planned once more. */
  async #carryOut(
    workspace: Workspace,
    place: Place,
    { written, objects: planned, changes }: Plan,
    { provisionerFails = false, createFirst = false }: Partial<ApplyOptions>,
    url?: string,
  ): Promise<string> {
    await this.#configure(workspace, written, url);
    const objects = { ...planned };
    const heard: string[] = [];
    const problems: ProviderErrors[] = [];
    const note = (name: Name, resource: ManagedResource) => {
      if (resource.state === null) delete objects[name];
      else objects[name] = objectOf(resource);
      this.#save(place, objects);
    };
    if (changes.every(({ plan }) => plan?.action === "none")) this.#save(place, objects);
    for (const { name, block, plan } of changes) {
      const resource = resourceOf(workspace, objects[name]);
      try {
        if (plan?.action === "none") {
          heard.push(...texts(plan.diagnostics));
          continue;
        }
        // What is created first is created before the core shows the old object.
        const isCreatedFirst = createFirst && plan?.action === "replace";
        if (resource.state !== null && !isCreatedFirst) await resource.upgrade();
        if (!block || !plan) await resource.destroy();
        else {
          const how = { createBeforeDestroy: createFirst };
          const { diagnostics } = await resource.carryOut(this.orders.described(block), plan, how);
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
  async #left(place: Place, written: Written, refresh: boolean): Promise<string> {
    for (const again of refresh ? [true, false] : [false]) {
      const { how, text } = await ending(async () => {
        const provider = await this.#provider(written);
        const { changes } = await this.#plan(provider, place, written, { refresh: again });
        return changes
          .filter(({ plan }) => plan?.action !== "none")
          .map(({ name, plan }) => `${name}: ${plan?.action ?? "delete"} (refresh: ${again})`)
          .join(", ");
      });
      if (how !== "well" || text !== "") return text;
    }
    return "";
  }

  #save(place: Place, objects: StateFile["objects"]): void {
    const before = this.#states[place];
    if (JSON.stringify(before.objects) === JSON.stringify(objects)) return;
    this.#states[place] = { ...before, serial: before.serial + 1, objects: { ...objects } };
  }
}

const provisionerError = {
  severity: "error",
  summary: "local-exec provisioner error",
  detail: "",
  attribute: undefined,
} as const;

function emptyStates(): Record<Place, StateFile> {
  return Object.fromEntries(
    places.map((place) => [place, { lineage: randomUUID(), serial: 0, objects: {} }]),
  ) as Record<Place, StateFile>;
}

function objectsIn({ objects }: StateFile): [Name, StoredObject][] {
  return Object.entries(objects) as [Name, StoredObject][];
}

/** What a `moved` block does before anything is planned. */
function moved(objects: StateFile["objects"], written: Written): StateFile["objects"] {
  const moved = moveIn(written);
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
async function ending(work: () => Promise<unknown>): Promise<StepResult> {
  try {
    const text = await work();
    return { how: "well", text: typeof text === "string" ? text : "" };
  } catch (error) {
    if (error instanceof ProviderErrors) return { how: "refused", text: error.message };
    if (CertOrderError.is(error)) return { how: "refused", text: `${error.message} ${error.remedy}` };
    // The core refuses what does not come out as it was planned.
    if (error instanceof CoreViolation && error.message.includes("inconsistent final plan"))
      return { how: "refused", text: `${error.message}. Plan again.` };
    throw error;
  }
}
