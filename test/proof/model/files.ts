import { randomUUID } from "node:crypto";
import type { Core } from "./core.ts";
import type { ActionOf, Scenario, Verb } from "./scenarios.ts";
import {
  type Block,
  type BlockName,
  blockNames,
  type Configuration,
  type OrderView,
  type Project,
  projects,
  type Request,
  type Setup,
  type StateFile,
  type StoredObject,
} from "./types.ts";

const usual: Block = { request: { csr: 0, days: 90, trigger: null }, spelledOtherwise: false, renews: false };

/** What people have before them: configurations, the terminal's settings, and every state that there ever was. */
export class Files {
  readonly #core: Core;
  readonly #isShared: boolean;
  readonly #configurations: Record<Project, Configuration>;
  readonly #setups: Record<Project, Pick<Setup, "journal" | "clock">>;
  readonly #removed: Partial<Record<Project, Configuration["blocks"]>> = {};
  readonly #states: Record<Project, StateFile[]>;
  readonly #regenerated = new Set<string>();
  #journals: number;
  #csrs = 1;
  terminal: Setup;

  constructor({ named, share, clock }: Omit<Scenario, "actions">, core: Core, { states }: OrderView) {
    this.#core = core;
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
    for (const name of blockNames) this.#change(project, () => ({ request }), name);
  }

  describeOnce(project: Project): void {
    const name = this.firstName(project);
    if (name) this.write(project, { blocks: { [name]: this.configuration(project).blocks[name] } });
  }

  rename(project: Project, moved: boolean): [BlockName, BlockName] | undefined {
    const from = this.firstName(project);
    const to = blockNames.find((name) => name !== from);
    const { blocks } = this.configuration(project);
    if (!from || !to || blocks[to]) return undefined;
    this.write(project, { blocks: { [to]: blocks[from] }, moved: moved ? { from, to } : undefined });
    return [from, to];
  }

  changeConnection(at: Project | "terminal", change: (setup: Setup) => Pick<Setup, "host" | "keys">): void {
    if (at === "terminal") this.terminal = { ...this.terminal, ...change(this.terminal) };
    else this.write(at, change(this.configuration(at)));
  }

  /** What is done by writing into a configuration or a state file. */
  readonly edits = {
    write: ({ in: project, request }) => {
      for (const name of blockNames) this.#regenerated.delete(`${this.owner(project)} ${name}`);
      this.#change(project, () => ({ request }));
    },
    "spell otherwise": ({ in: project }) =>
      this.#change(project, ({ spelledOtherwise }) => ({ spelledOtherwise: !spelledOtherwise })),
    "renew or not": ({ in: project }) => this.#change(project, ({ renews }) => ({ renews: !renews })),
    remove: ({ in: project }) => {
      if (this.firstName(project)) this.#removed[this.owner(project)] = this.configuration(project).blocks;
      this.write(project, { blocks: {} });
    },
    "add again": ({ in: project }) => {
      const blocks = this.#removed[this.owner(project)] ?? { site: usual };
      if (!this.firstName(project)) this.write(project, { blocks });
    },
    "add a twin": ({ in: project }) => {
      const { blocks } = this.configuration(project);
      const block = blocks.site ?? blocks.twin;
      if (block) this.write(project, { blocks: { site: block, twin: block, ...blocks } });
    },
    "regenerate the CSR": ({ in: project }) => {
      this.#csrs = this.#csrs >= 4 ? 2 : this.#csrs + 1;
      this.#regenerated.add(`${this.owner(project)} ${this.firstName(project)}`);
      this.#change(project, ({ request }) => ({ request: { ...request, csr: this.#csrs } }));
    },
    "another journal": ({ in: project }) => {
      this.#setups[project] = { ...this.#setups[project], journal: this.#journals++ };
    },
    taint: ({ in: project }) => this.editState(project, (object) => ({ ...object, tainted: true })),
    untaint: ({ in: project }) => this.untaint(project),
    "state rm": ({ in: project }) => this.editState(project, () => undefined),
    "lose the state": ({ in: project }) =>
      this.#core.writeState(this.owner(project), { lineage: randomUUID(), serial: 0, objects: {} }),
    "roll back": ({ in: project, by }) => {
      const states = this.#states[this.owner(project)];
      this.#core.writeState(this.owner(project), states.at(-1 - by) ?? (states[0] as StateFile));
    },
  } satisfies { readonly [V in Verb]?: (action: ActionOf<V>) => void };

  untaint(project: Project): void {
    this.editState(project, (object) => ({ ...object, tainted: false }));
  }

  /** All states get older, also those that were kept. */
  age(ms: number): void {
    for (const project of projects) {
      const states = this.#states[project].map((state) => ({ ...state, objects: aged(state.objects, ms) }));
      this.#states[project] = states;
      this.#core.writeState(project, states.at(-1) as StateFile);
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
    if (found.length > 0) this.#core.writeState(owner, { ...state, serial: state.serial + 1, objects });
  }

  #change(project: Project, change: (block: Block) => Partial<Block>, name = this.firstName(project)): void {
    const { blocks } = this.configuration(project);
    const block = name && blocks[name];
    if (block) this.write(project, { blocks: { ...blocks, [name]: { ...block, ...change(block) } } });
  }
}

function aged(objects: StateFile["objects"], ms: number): StateFile["objects"] {
  const earlier = (date: unknown) =>
    typeof date === "string" ? new Date(Date.parse(date) - ms).toISOString() : date;
  return Object.fromEntries(
    Object.entries(objects).map(([name, { attributes, private: data, tainted }]) => {
      const issued = { issued_at: earlier(attributes.issued_at) };
      return [
        name,
        { tainted, private: agedPrivate(data, earlier), attributes: { ...attributes, ...issued } },
      ];
    }),
  );
}

/** Private data with an earlier end of the open attempt. Its values are JSON in base64. */
function agedPrivate(data: string, earlier: (date: unknown) => unknown): string {
  if (data === "") return data;
  const fromBase64 = (text: string) => JSON.parse(Buffer.from(text, "base64").toString());
  const toBase64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
  const stored = fromBase64(data) as Record<string, string>;
  if (stored.endedAt === undefined) return data;
  return toBase64({ ...stored, endedAt: toBase64(earlier(fromBase64(stored.endedAt))) });
}
