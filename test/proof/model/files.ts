import { randomUUID } from "node:crypto";
import type { Action, Scenario } from "./scenarios.ts";
import {
  type Block,
  type BlockName,
  blockNames,
  type Configuration,
  type Driver,
  type OrderView,
  type Project,
  projects,
  type Request,
  type Setup,
  type StateFile,
  type StoredObject,
} from "./types.ts";

/** What is done by writing into a configuration or a state file. */
const edits = [
  "write",
  "spell otherwise",
  "renew or not",
  "remove",
  "add again",
  "add a twin",
  "regenerate the CSR",
  "another journal",
  "taint",
  "untaint",
  "state rm",
  "lose the state",
  "roll back",
] as const;
type Edit = Extract<Action, { do: (typeof edits)[number] }>;
type Move = Extract<Action, { at: unknown }>;

const usual: Block = { request: { csr: 0, days: 90, trigger: null }, spelledOtherwise: false, renews: false };

/** What people have before them: configurations, the terminal's settings, and every state that there ever was. */
export class Files {
  readonly #driver: Driver;
  readonly #isShared: boolean;
  readonly #configurations: Record<Project, Configuration>;
  readonly #setups: Record<Project, Pick<Setup, "journal" | "clock">>;
  readonly #removed: Partial<Record<Project, Configuration["blocks"]>> = {};
  /** The states of each project, oldest first. */
  readonly #states: Record<Project, StateFile[]>;
  readonly #regenerated = new Set<string>();
  #journals: number;
  #csrs = 1;
  terminal: Setup;

  constructor({ named, share, clock }: Omit<Scenario, "actions">, driver: Driver, { states }: OrderView) {
    this.#driver = driver;
    this.#isShared = share === "state";
    const setup: Setup = {
      host: "127.0.0.1",
      keys: 0,
      journal: 0,
      clock: 0,
      ...(named && { service: "shop" }),
    };
    this.terminal = setup;
    this.#journals = share === "journal" ? 1 : 2;
    const configuration: Configuration = { ...setup, blocks: { site: usual } };
    this.#configurations = { a: configuration, b: configuration, t: configuration };
    const second = { journal: this.#journals - 1, clock };
    this.#setups = { a: { journal: 0, clock: 0 }, b: second, t: { journal: 0, clock: 0 } };
    this.#states = { a: [states.a], b: [states.b], t: [states.t] };
  }

  /** The project whose configuration and state are used there. */
  owner(project: Project): Project {
    return this.#isShared && project === "b" ? "a" : project;
  }

  configuration(project: Project): Configuration {
    return { ...this.#configurations[this.owner(project)], ...this.#setups[project] };
  }

  write(project: Project, change: Partial<Omit<Configuration, "journal" | "clock">>): void {
    const owner = this.owner(project);
    this.#configurations[owner] = { ...this.#configurations[owner], ...change };
  }

  /** Keeps states that are new. */
  update({ states }: OrderView): void {
    for (const project of projects)
      if (this.#states[project].at(-1) !== states[project]) this.#states[project].push(states[project]);
  }

  firstName(project: Project): BlockName | undefined {
    const { blocks } = this.configuration(project);
    return blockNames.find((name) => blocks[name]);
  }

  /** Whether the CSR of a block was generated again by itself. */
  isRegenerated(project: Project, name: BlockName): boolean {
    return this.#regenerated.has(`${this.owner(project)} ${name}`);
  }

  request(project: Project, request: Request): void {
    for (const name of blockNames) this.#change(project, name, (block) => ({ ...block, request }));
  }

  describeOnce(project: Project): void {
    const name = this.firstName(project);
    if (name) this.write(project, { blocks: { [name]: this.configuration(project).blocks[name] } });
  }

  /** Returns the old name and the new one. */
  rename(project: Project, moved: boolean): [BlockName, BlockName] | undefined {
    const from = this.firstName(project);
    const to = blockNames.find((name) => name !== from);
    const { blocks } = this.configuration(project);
    if (!from || !to || blocks[to]) return undefined;
    this.write(project, { blocks: { [to]: blocks[from] }, moved: moved ? { from, to } : undefined });
    return [from, to];
  }

  /** Another address, or other keys. */
  changeConnection({ do: what, at }: Move): void {
    const setup = at === "terminal" ? this.terminal : this.configuration(at);
    const change: Partial<Omit<Setup, "journal" | "clock">> =
      what === "other keys"
        ? { keys: 1 - setup.keys }
        : { host: setup.host === "localhost" ? "127.0.0.1" : "localhost" };
    if (at === "terminal") this.terminal = { ...setup, ...change };
    else this.write(at, change);
  }

  edit(action: Edit): void {
    const project = action.in;
    const owner = this.owner(project);
    const name = this.firstName(project);
    const { blocks } = this.configuration(project);
    const states = this.#states[owner];
    const changes = {
      write: () => {
        for (const each of blockNames) this.#regenerated.delete(`${owner} ${each}`);
        if ("request" in action)
          this.#change(project, name, (block) => ({ ...block, request: action.request }));
      },
      "spell otherwise": () =>
        this.#change(project, name, (block) => ({ ...block, spelledOtherwise: !block.spelledOtherwise })),
      "renew or not": () => this.#change(project, name, (block) => ({ ...block, renews: !block.renews })),
      remove: () => {
        if (name) this.#removed[owner] = blocks;
        this.write(project, { blocks: {} });
      },
      "add again": () => {
        if (!name) this.write(project, { blocks: this.#removed[owner] ?? { site: usual } });
      },
      "add a twin": () => {
        const block = name && blocks[name];
        if (block) this.write(project, { blocks: { site: block, twin: block, ...blocks } });
      },
      "regenerate the CSR": () => {
        this.#csrs = this.#csrs >= 4 ? 2 : this.#csrs + 1;
        const csr = this.#csrs;
        if (name) this.#regenerated.add(`${owner} ${name}`);
        this.#change(project, name, (block) => ({ ...block, request: { ...block.request, csr } }));
      },
      "another journal": () => {
        this.#setups[project] = { ...this.#setups[project], journal: this.#journals++ };
      },
      taint: () => this.editState(project, (object) => ({ ...object, tainted: true })),
      untaint: () => this.editState(project, (object) => ({ ...object, tainted: false })),
      "state rm": () => this.editState(project, () => undefined),
      "lose the state": () =>
        this.#driver.writeState(owner, { lineage: randomUUID(), serial: 0, objects: {} }),
      "roll back": () => {
        const earlier = "by" in action ? states.at(-1 - action.by) : undefined;
        this.#driver.writeState(owner, earlier ?? (states[0] as StateFile));
      },
    } satisfies Record<Edit["do"], () => void>;
    changes[action.do]();
  }

  /** All states get older, also those that were kept. */
  age(ms: number): void {
    for (const project of projects) {
      const states = this.#states[project].map((state) => ({ ...state, objects: aged(state.objects, ms) }));
      this.#states[project] = states;
      this.#driver.writeState(project, states.at(-1) as StateFile);
    }
  }

  /** What commands of the core do to objects in the state: to one of them, or to all. */
  editState(project: Project, change: (object: StoredObject) => StoredObject | undefined, all = false): void {
    const owner = this.owner(project);
    const state = this.#states[owner].at(-1) as StateFile;
    const found = Object.keys(state.objects) as BlockName[];
    const objects = { ...state.objects };
    for (const name of all ? found : found.slice(0, 1)) {
      const changed = change(objects[name] as StoredObject);
      if (changed) objects[name] = changed;
      else delete objects[name];
    }
    if (found.length > 0) this.#driver.writeState(owner, { ...state, serial: state.serial + 1, objects });
  }

  #change(project: Project, name: BlockName | undefined, change: (block: Block) => Block): void {
    const { blocks } = this.configuration(project);
    const block = name && blocks[name];
    if (block) this.write(project, { blocks: { ...blocks, [name]: change(block) } });
  }
}

export function isEdit(action: Action): action is Edit {
  return (edits as readonly string[]).includes(action.do);
}

function aged(objects: StateFile["objects"], ms: number): StateFile["objects"] {
  const earlier = (date: unknown) =>
    typeof date === "string" ? new Date(Date.parse(date) - ms).toISOString() : date;
  return Object.fromEntries(
    Object.entries(objects).map(([name, { attributes, ...rest }]) => {
      const dates = ["issued_at", "expires_at_estimate", "open_attempt_at"].map((date) => [
        date,
        earlier(attributes[date]),
      ]);
      return [name, { ...rest, attributes: { ...attributes, ...Object.fromEntries(dates) } }];
    }),
  );
}
