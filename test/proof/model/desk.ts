import { randomUUID } from "node:crypto";
import type { Action, Story } from "./actions.ts";
import {
  type Block,
  type Hands,
  type Name,
  names,
  type OrderView,
  type Place,
  places,
  type Request,
  type Seat,
  type StateFile,
  type StoredObject,
  type Written,
} from "./world.ts";

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

const usual: Block = { request: { csr: 0, days: 90, turn: null }, spelledOtherwise: false, renews: false };

/** What people have before them: configurations, the terminal's settings, and every state that there ever was. */
export class Desk {
  readonly #hands: Hands;
  readonly #isShared: boolean;
  readonly #written: Record<Place, Written>;
  readonly #seats: Record<Place, Pick<Seat, "home" | "clock">>;
  readonly #removed: Partial<Record<Place, Written["blocks"]>> = {};
  /** The states of each place, oldest first. */
  readonly #states: Record<Place, StateFile[]>;
  readonly #regenerated = new Set<string>();
  #homes: number;
  #csrs = 1;
  terminal: Seat;

  constructor({ named, share, clock }: Omit<Story, "actions">, hands: Hands, { states }: OrderView) {
    this.#hands = hands;
    this.#isShared = share === "state";
    const seat: Seat = { host: "127.0.0.1", keys: 0, home: 0, clock: 0, ...(named && { service: "shop" }) };
    this.terminal = seat;
    this.#homes = share === "journal" ? 1 : 2;
    const written: Written = { ...seat, blocks: { site: usual } };
    this.#written = { a: written, b: written, t: written };
    const second = { home: this.#homes - 1, clock };
    this.#seats = { a: { home: 0, clock: 0 }, b: second, t: { home: 0, clock: 0 } };
    this.#states = { a: [states.a], b: [states.b], t: [states.t] };
  }

  /** The place whose configuration and state are used there. */
  owner(place: Place): Place {
    return this.#isShared && place === "b" ? "a" : place;
  }

  written(place: Place): Written {
    return { ...this.#written[this.owner(place)], ...this.#seats[place] };
  }

  write(place: Place, change: Partial<Omit<Written, "home" | "clock">>): void {
    const owner = this.owner(place);
    this.#written[owner] = { ...this.#written[owner], ...change };
  }

  /** Keeps states that are new. */
  sees({ states }: OrderView): void {
    for (const place of places)
      if (this.#states[place].at(-1) !== states[place]) this.#states[place].push(states[place]);
  }

  firstName(place: Place): Name | undefined {
    const { blocks } = this.written(place);
    return names.find((name) => blocks[name]);
  }

  /** Whether the CSR of a block was generated again by itself. */
  isRegenerated(place: Place, name: Name): boolean {
    return this.#regenerated.has(`${this.owner(place)} ${name}`);
  }

  request(place: Place, request: Request): void {
    for (const name of names) this.#change(place, name, (block) => ({ ...block, request }));
  }

  describeOnce(place: Place): void {
    const name = this.firstName(place);
    if (name) this.write(place, { blocks: { [name]: this.written(place).blocks[name] } });
  }

  /** Returns the old name and the new one. */
  rename(place: Place, moved: boolean): [Name, Name] | undefined {
    const from = this.firstName(place);
    const to = names.find((name) => name !== from);
    const { blocks } = this.written(place);
    if (!from || !to || blocks[to]) return undefined;
    this.write(place, { blocks: { [to]: blocks[from] }, moved: moved ? { from, to } : undefined });
    return [from, to];
  }

  /** Another address, or other keys. */
  move({ do: what, at }: Move): void {
    const seat = at === "terminal" ? this.terminal : this.written(at);
    const change: Partial<Omit<Seat, "home" | "clock">> =
      what === "other keys"
        ? { keys: 1 - seat.keys }
        : { host: seat.host === "localhost" ? "127.0.0.1" : "localhost" };
    if (at === "terminal") this.terminal = { ...seat, ...change };
    else this.write(at, change);
  }

  edit(action: Edit): void {
    const place = action.in;
    const owner = this.owner(place);
    const name = this.firstName(place);
    const { blocks } = this.written(place);
    const states = this.#states[owner];
    const changes = {
      write: () => {
        for (const each of names) this.#regenerated.delete(`${owner} ${each}`);
        if ("request" in action)
          this.#change(place, name, (block) => ({ ...block, request: action.request }));
      },
      "spell otherwise": () =>
        this.#change(place, name, (block) => ({ ...block, spelledOtherwise: !block.spelledOtherwise })),
      "renew or not": () => this.#change(place, name, (block) => ({ ...block, renews: !block.renews })),
      remove: () => {
        if (name) this.#removed[owner] = blocks;
        this.write(place, { blocks: {} });
      },
      "add again": () => {
        if (!name) this.write(place, { blocks: this.#removed[owner] ?? { site: usual } });
      },
      "add a twin": () => {
        const block = name && blocks[name];
        if (block) this.write(place, { blocks: { site: block, twin: block, ...blocks } });
      },
      "regenerate the CSR": () => {
        this.#csrs = this.#csrs >= 4 ? 2 : this.#csrs + 1;
        const csr = this.#csrs;
        if (name) this.#regenerated.add(`${owner} ${name}`);
        this.#change(place, name, (block) => ({ ...block, request: { ...block.request, csr } }));
      },
      "another journal": () => {
        this.#seats[place] = { ...this.#seats[place], home: this.#homes++ };
      },
      taint: () => this.editState(place, (object) => ({ ...object, tainted: true })),
      untaint: () => this.editState(place, (object) => ({ ...object, tainted: false })),
      "state rm": () => this.editState(place, () => undefined),
      "lose the state": () => this.#hands.store(owner, { lineage: randomUUID(), serial: 0, objects: {} }),
      "roll back": () => {
        const earlier = "by" in action ? states.at(-1 - action.by) : undefined;
        this.#hands.store(owner, earlier ?? (states[0] as StateFile));
      },
    } satisfies Record<Edit["do"], () => void>;
    changes[action.do]();
  }

  /** All states get older, also those that were kept. */
  age(ms: number): void {
    for (const place of places) {
      const states = this.#states[place].map((state) => ({ ...state, objects: aged(state.objects, ms) }));
      this.#states[place] = states;
      this.#hands.store(place, states.at(-1) as StateFile);
    }
  }

  /** What commands of the core do to objects in the state: to one of them, or to all. */
  editState(place: Place, change: (object: StoredObject) => StoredObject | undefined, all = false): void {
    const owner = this.owner(place);
    const state = this.#states[owner].at(-1) as StateFile;
    const found = Object.keys(state.objects) as Name[];
    const objects = { ...state.objects };
    for (const name of all ? found : found.slice(0, 1)) {
      const changed = change(objects[name] as StoredObject);
      if (changed) objects[name] = changed;
      else delete objects[name];
    }
    if (found.length > 0) this.#hands.store(owner, { ...state, serial: state.serial + 1, objects });
  }

  #change(place: Place, name: Name | undefined, change: (block: Block) => Block): void {
    const { blocks } = this.written(place);
    const block = name && blocks[name];
    if (block) this.write(place, { blocks: { ...blocks, [name]: change(block) } });
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
