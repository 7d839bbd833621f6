import { join } from "node:path";
import { CertOrderClient } from "../../../src/client/index.ts";
import { CertOrderError } from "../../../src/contract/index.ts";
import { Journal } from "../../../src/journal/index.ts";
import { certorder } from "../../cli/cli.ts";
import { csr, goodRequest, names } from "../../cli/service.ts";
import { compileCache } from "../../compile-cache.ts";
import { type ManagedResource, ProviderErrors, Workspace } from "../../plugin/client/index.ts";
import type { Place } from "./actions.ts";
import { Orders, storedFrom } from "./order.ts";
import type { Trouble } from "./troubles.ts";
import type { ApplyOptions, Ending, Hands, World, Written } from "./world.ts";

const provider = join(import.meta.dirname, "..", "..", "..", "src", "provider", "main.ts");

/** What a state file says of the object. */
type State = Pick<ManagedResource, "state" | "private" | "tainted">;
const noState: State = { state: null, private: new Uint8Array(), tainted: false };

type Work = (resource: ManagedResource) => Promise<unknown>;

/**
 * The provider's process, driven by the stand-in for a core, and the command line's work done by the library. Whoever is
 * to be killed is a process of its own: a second one of the provider, or the real command line.
 */
export class StandIn implements Hands {
  readonly #orders: Orders;
  readonly #provider: Workspace;
  #states: Record<Place, State> = { a: noState, b: noState };

  private constructor(orders: Orders, workspace: Workspace) {
    this.#orders = orders;
    this.#provider = workspace;
  }

  static async open(): Promise<StandIn> {
    const orders = await Orders.open();
    return new StandIn(orders, await start(orders));
  }

  async begin(): Promise<void> {
    await this.#orders.next();
    this.#states = { a: noState, b: noState };
  }

  async look(): Promise<World> {
    const { issued, requests } = this.#orders;
    const stored = ({ state, tainted }: State) => (state ? storedFrom(state, tainted) : undefined);
    const { a, b } = this.#states;
    return {
      issued,
      requests,
      attempts: await this.#orders.attempts(),
      stored: { a: stored(a), b: stored(b) },
    };
  }

  apply(place: Place, written: Written, { replace, refresh, trouble }: ApplyOptions): Promise<Ending> {
    const given = this.#orders.described(written);
    const apply: Work = (resource) => resource.apply(given, { replace, refresh, expectSettled: false });
    const whatIsLeft: Work = async (resource) => {
      const { state, private: kept, tainted } = resource;
      for (const again of refresh ? [true, false] : [false]) {
        const { action } = await resource.plan(given, { refresh: again });
        // A plan that is not applied is not stored either.
        Object.assign(resource, { state, private: kept, tainted });
        if (action !== "none") return action;
      }
      return "";
    };
    return this.#orders.during(trouble, async () => {
      const ended =
        trouble && "killedBefore" in trouble
          ? await this.#killed(place, written, trouble.killedBefore, apply)
          : await this.#run(place, written, apply);
      if (ended.how !== "well") return ended;
      return { ...ended, left: (await this.#run(place, written, whatIsLeft)).text };
    });
  }

  refresh(place: Place, written: Written): Promise<Ending> {
    return this.#run(place, written, async (resource) => {
      await resource.upgrade();
      await resource.refresh();
    });
  }

  destroy(place: Place, written: Written): Promise<Ending> {
    return this.#run(place, written, async (resource) => {
      await resource.upgrade();
      await resource.destroy();
    });
  }

  import(place: Place, written: Written, certificate: string): Promise<Ending> {
    return this.#run(place, written, (resource) => resource.import(`${this.#orders.id}/${certificate}`));
  }

  async edit(place: Place, how: "state rm" | "taint" | "untaint"): Promise<void> {
    this.#states[place] = how === "state rm" ? noState : { ...this.#states[place], tainted: how === "taint" };
  }

  async reissue(trouble: Trouble | undefined): Promise<Ending> {
    const { sandbox, journalFolder: folder, id, environment } = this.#orders;
    if (trouble && "killedBefore" in trouble) {
      const env = { ...environment, ...this.#orders.deadly(trouble.killedBefore).env };
      const { stdout, stderr, signal, code } = await certorder(["reissue", id, ...goodRequest], { env });
      return { how: signal ? "killed" : code === 0 ? "well" : "refused", text: stdout + stderr };
    }
    const journal = new Journal({ folder });
    const connection = { baseUrl: sandbox.url, ...sandbox.credentials, maxAttempts: 1 };
    const client = new CertOrderClient({ ...connection, journal });
    const request = { signHash: "sha256", commonName: names[0], dnsNames: names, csr };
    return this.#orders.during(trouble, () =>
      ending(async () => {
        const { certificateId, attemptId = "" } = await client.reissue(id, request);
        await journal.acknowledge(attemptId);
        return certificateId;
      }),
    );
  }

  resolve(attempt: string, certificate: string | null): Promise<Ending> {
    const journal = new Journal({ folder: this.#orders.journalFolder });
    return ending(() => journal.resolve(attempt, certificate));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#provider.close();
    await this.#orders[Symbol.asyncDispose]();
  }

  /** A command of the core: the provider is configured anew and sees what is stored; what it leaves is stored. */
  async #run(place: Place, written: Written, work: Work, workspace = this.#provider): Promise<Ending> {
    await workspace.core.configure(this.#orders.settings(written));
    const resource = Object.assign(workspace.resource("certorder_reissue"), this.#states[place]);
    try {
      return await ending(() => work(resource));
    } finally {
      const { state, private: kept, tainted } = resource;
      this.#states[place] = state === null ? noState : { state, private: kept, tainted };
    }
  }

  /** The same by a provider that is killed on the way; a core then goes on without its private data. */
  async #killed(place: Place, written: Written, step: string, work: Work): Promise<Ending> {
    const workspace = await start(this.#orders, this.#orders.deadly(step).env);
    const { process } = workspace.core;
    try {
      return await this.#run(place, written, work, workspace);
    } catch (error) {
      const { signal } = await process.exited();
      if (signal !== "SIGKILL") throw error;
      this.#states[place] = { ...this.#states[place], private: noState.private };
      return { how: "killed", text: "" };
    } finally {
      await workspace.close();
    }
  }
}

function start({ environment }: Orders, deadly: Record<string, string> = {}): Promise<Workspace> {
  return Workspace.open({
    command: [process.execPath, provider],
    environment: {
      ...environment,
      ...compileCache,
      ...deadly,
    },
  });
}

/** How something ended: well, or refused with reasons. Everything else is nobody's plan and is thrown. */
async function ending(work: () => Promise<unknown>): Promise<Ending> {
  try {
    const text = await work();
    return { how: "well", text: typeof text === "string" ? text : "" };
  } catch (error) {
    if (error instanceof ProviderErrors) return { how: "refused", text: error.message };
    if (CertOrderError.is(error)) return { how: "refused", text: `${error.message} ${error.remedy}` };
    throw error;
  }
}
