import { randomUUID } from "node:crypto";
import type { Action } from "./actions.ts";
import {
  type Block,
  type Hands,
  type Name,
  names,
  type Place,
  places,
  type Seat,
  type StateFile,
  type StoredObject,
  type What,
  type World,
  type Written,
} from "./world.ts";

/** What is done by writing into a configuration, or into a state file. */
const edits = [
  "write",
  "spell otherwise",
  "renew or not",
  "remove",
  "add again",
  "add a twin",
  "regenerate the CSR",
  "another home",
  "taint",
  "untaint",
  "state rm",
  "lose the state",
  "roll back",
] as const;
type Edit = Extract<Action, { do: (typeof edits)[number] }>;
type Move = Extract<Action, { at: unknown }>;

const usual: Block = { what: { csr: 0, days: 90, turn: null }, spelledOtherwise: false, renews: false };

/** What people have lying before them: configurations, the terminal's settings, and every state that there ever was. */
export class Desk {
  readonly #hands: Hands;
  readonly #written: Record<Place, Written>;
  readonly #removed: Partial<Record<Place, Written["blocks"]>> = {};
  /** The states of each place, oldest first. */
  readonly #states: Record<Place, StateFile[]>;
  readonly #madeAgain = new Set<string>();
  #homes: number;
  #csrs = 1;
  terminal: Seat;

  constructor(
    { named, apart }: { readonly named: boolean; readonly apart: boolean },
    hands: Hands,
    { states }: World,
  ) {
    this.#hands = hands;
    const seat: Seat = { host: "127.0.0.1", keys: 0, home: 0, ...(named && { service: "shop" }) };
    this.terminal = seat;
    const written = (home: number): Written => ({ ...seat, home, blocks: { site: usual } });
    this.#homes = apart ? 2 : 1;
    this.#written = { a: written(0), b: written(apart ? 1 : 0), t: written(0) };
    this.#states = { a: [states.a], b: [states.b], t: [states.t] };
  }

  written(place: Place): Written {
    return this.#written[place];
  }

  write(place: Place, change: Partial<Written>): void {
    this.#written[place] = { ...this.#written[place], ...change };
  }

  /** Notes states that have not been there yet. */
  sees({ states }: World): void {
    for (const place of places)
      if (this.#states[place].at(-1) !== states[place]) this.#states[place].push(states[place]);
  }

  firstName(place: Place): Name | undefined {
    return names.find((name) => this.#written[place].blocks[name]);
  }

  /** Whether the CSR of a block was made anew by itself. */
  isMadeAgain(place: Place, name: Name): boolean {
    return this.#madeAgain.has(`${place} ${name}`);
  }

  describe(place: Place, what: What): void {
    for (const name of names) this.#change(place, name, (block) => ({ ...block, what }));
  }

  describeInOnePlace(place: Place): void {
    const name = this.firstName(place);
    if (name) this.write(place, { blocks: { [name]: this.#written[place].blocks[name] } });
  }

  /** Returns from what name to what. */
  rename(place: Place, moved: boolean): [Name, Name] | undefined {
    const from = this.firstName(place);
    const to = names.find((name) => name !== from);
    const { blocks } = this.#written[place];
    if (!from || !to || blocks[to]) return undefined;
    this.write(place, { blocks: { [to]: blocks[from] }, moved: moved ? { from, to } : undefined });
    return [from, to];
  }

  /** Somebody goes to work at another address, or with other keys. */
  move({ do: what, at }: Move): void {
    const seat = at === "terminal" ? this.terminal : this.#written[at];
    const change: Partial<Written> =
      what === "other keys"
        ? { keys: 1 - seat.keys }
        : // What was said of attempts at the one address is not said at the other.
          { host: seat.host === "localhost" ? "127.0.0.1" : "localhost", resolve: undefined };
    if (at === "terminal") this.terminal = { ...seat, ...change };
    else this.write(at, change);
  }

  edit(action: Edit): void {
    const place = action.in;
    const name = this.firstName(place);
    const { blocks } = this.#written[place];
    const states = this.#states[place];
    const changes = {
      write: () => {
        for (const each of names) this.#madeAgain.delete(`${place} ${each}`);
        if ("what" in action) this.#change(place, name, (block) => ({ ...block, what: action.what }));
      },
      "spell otherwise": () =>
        this.#change(place, name, (block) => ({ ...block, spelledOtherwise: !block.spelledOtherwise })),
      "renew or not": () => this.#change(place, name, (block) => ({ ...block, renews: !block.renews })),
      remove: () => {
        if (name) this.#removed[place] = blocks;
        this.write(place, { blocks: {} });
      },
      "add again": () => {
        if (!name) this.write(place, { blocks: this.#removed[place] ?? { site: usual } });
      },
      "add a twin": () => {
        const block = name && blocks[name];
        if (block) this.write(place, { blocks: { site: block, twin: block, ...blocks } });
      },
      "regenerate the CSR": () => {
        this.#csrs = this.#csrs >= 4 ? 2 : this.#csrs + 1;
        const csr = this.#csrs;
        if (name) this.#madeAgain.add(`${place} ${name}`);
        this.#change(place, name, (block) => ({ ...block, what: { ...block.what, csr } }));
      },
      "another home": () => this.write(place, { home: this.#homes++ }),
      taint: () => this.#editState(place, (object) => ({ ...object, tainted: true })),
      untaint: () => this.#editState(place, (object) => ({ ...object, tainted: false })),
      "state rm": () => this.#editState(place, () => undefined),
      "lose the state": () => this.#hands.store(place, { lineage: randomUUID(), serial: 0, objects: {} }),
      "roll back": () => {
        const earlier = "by" in action ? states.at(-1 - action.by) : undefined;
        this.#hands.store(place, earlier ?? (states[0] as StateFile));
      },
    } satisfies Record<Edit["do"], () => void>;
    changes[action.do]();
  }

  /** Every state is older than it was, also those that somebody has kept. */
  age(ms: number): void {
    for (const place of places) {
      const states = this.#states[place].map((state) => ({ ...state, objects: aged(state.objects, ms) }));
      this.#states[place] = states;
      this.#hands.store(place, states.at(-1) as StateFile);
    }
  }

  #change(place: Place, name: Name | undefined, change: (block: Block) => Block): void {
    const { blocks } = this.#written[place];
    const block = name && blocks[name];
    if (block) this.write(place, { blocks: { ...blocks, [name]: change(block) } });
  }

  /** What commands of the core do to the state alone. */
  #editState(place: Place, change: (object: StoredObject) => StoredObject | undefined): void {
    const state = this.#states[place].at(-1) as StateFile;
    const [name] = Object.keys(state.objects) as Name[];
    if (!name) return;
    const { [name]: object, ...others } = state.objects;
    const changed = object && change(object);
    const objects = { ...others, ...(changed && { [name]: changed }) };
    this.#hands.store(place, { ...state, serial: state.serial + 1, objects });
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
      const { issued_at, expires_at_estimate } = attributes;
      const dates = { issued_at: earlier(issued_at), expires_at_estimate: earlier(expires_at_estimate) };
      return [name, { ...rest, attributes: { ...attributes, ...dates } }];
    }),
  );
}
