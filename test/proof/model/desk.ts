import { randomUUID } from "node:crypto";
import type { Action } from "./actions.ts";
import type {
  Block,
  Hands,
  Name,
  Place,
  Seat,
  StateFile,
  StoredObject,
  What,
  World,
  Written,
} from "./world.ts";
import { names, places } from "./world.ts";

type Place2 = "a" | "b";
type Edit = Extract<
  Action,
  {
    do:
      | "write"
      | "spell otherwise"
      | "renew or not"
      | "remove"
      | "add again"
      | "add a twin"
      | "regenerate the CSR"
      | "another address"
      | "other keys"
      | "another home"
      | "taint"
      | "untaint"
      | "state rm"
      | "lose the state"
      | "roll back";
  }
>;

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
    world: World,
  ) {
    this.#hands = hands;
    const seat: Seat = { host: "127.0.0.1", keys: 0, home: 0, ...(named && { service: "shop" }) };
    this.terminal = seat;
    const written = (home: number): Written => ({ ...seat, home, blocks: { site: usual } });
    this.#homes = apart ? 2 : 1;
    this.#written = { a: written(0), b: written(apart ? 1 : 0), t: written(0) };
    this.#states = Object.fromEntries(places.map((place) => [place, [world.states[place]]])) as Record<
      Place,
      StateFile[]
    >;
  }

  written(place: Place): Written {
    return this.#written[place];
  }

  write(place: Place, change: (written: Written) => Written): void {
    this.#written[place] = change(this.#written[place]);
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
  csr(place: Place, name: Name): { readonly isMadeAgain: boolean } {
    return { isMadeAgain: this.#madeAgain.has(`${place} ${name}`) };
  }

  describe(place: Place, what: What): void {
    for (const name of names) this.#block(place, name, (block) => ({ ...block, what }));
  }

  /** Returns from what name to what. */
  rename(place: Place, moved: boolean): [Name, Name] | undefined {
    const from = this.firstName(place);
    const to = names.find((name) => name !== from);
    const { blocks, ...rest } = this.#written[place];
    if (!from || !to || blocks[to]) return undefined;
    this.#written[place] = {
      ...rest,
      blocks: { [to]: blocks[from] },
      moved: moved ? { from, to } : undefined,
    };
    return [from, to];
  }

  change(action: Edit): void {
    if ("at" in action) return this.#sit(action);
    const place = action.in;
    const name = this.firstName(place);
    const { blocks } = this.#written[place];
    const set = (next: Written["blocks"]) => this.write(place, (written) => ({ ...written, blocks: next }));
    switch (action.do) {
      case "write":
        for (const each of names) {
          this.#madeAgain.delete(`${place} ${each}`);
          if (each === name) this.#block(place, each, (block) => ({ ...block, what: action.what }));
        }
        return;
      case "spell otherwise":
        return this.#block(place, name, (block) => ({ ...block, spelledOtherwise: !block.spelledOtherwise }));
      case "renew or not":
        return this.#block(place, name, (block) => ({ ...block, renews: !block.renews }));
      case "remove":
        if (name) this.#removed[place] = blocks;
        return set({});
      case "add again":
        return name ? undefined : set(this.#removed[place] ?? { site: usual });
      case "add a twin": {
        const twin = names.find((other) => other !== name);
        const block = name && blocks[name];
        return block && twin ? set({ ...blocks, [twin]: blocks[twin] ?? block }) : undefined;
      }
      case "regenerate the CSR":
        this.#csrs = this.#csrs >= 4 ? 2 : this.#csrs + 1;
        if (name) this.#madeAgain.add(`${place} ${name}`);
        return this.#block(place, name, (block) => ({ ...block, what: { ...block.what, csr: this.#csrs } }));
      case "another home":
        return this.write(place, (written) => ({ ...written, home: this.#homes++ }));
      case "lose the state":
        return this.#hands.store(place, { lineage: randomUUID(), serial: 0, objects: {} });
      case "roll back": {
        const states = this.#states[place];
        return this.#hands.store(place, states.at(-1 - action.by) ?? (states[0] as StateFile));
      }
      default:
        return this.#edit(place, action.do);
    }
  }

  /** Every state is older than it was, also those that somebody has kept. */
  age(ms: number): void {
    for (const place of places) {
      const states = this.#states[place].map((state) => ({ ...state, objects: aged(state.objects, ms) }));
      this.#states[place] = states;
      this.#hands.store(place, states.at(-1) as StateFile);
    }
  }

  #sit({ do: what, at }: Extract<Edit, { at: unknown }>): void {
    // What was said of attempts at the one address is not said at the other.
    const change = <S extends Seat>(seat: S): S =>
      what === "other keys"
        ? { ...seat, keys: 1 - seat.keys }
        : { ...seat, host: seat.host === "localhost" ? "127.0.0.1" : "localhost", resolve: undefined };
    if (at === "terminal") this.terminal = change(this.terminal);
    else this.write(at, change);
  }

  #block(place: Place, name: Name | undefined, change: (block: Block) => Block): void {
    const block = name && this.#written[place].blocks[name];
    if (!block) return;
    this.write(place, (written) => ({ ...written, blocks: { ...written.blocks, [name]: change(block) } }));
  }

  /** What commands of the core do to the state alone. */
  #edit(place: Place2, how: "taint" | "untaint" | "state rm"): void {
    const state = this.#states[place].at(-1) as StateFile;
    const [name] = Object.keys(state.objects) as Name[];
    if (!name) return;
    const { [name]: object, ...others } = state.objects;
    const objects =
      how === "state rm"
        ? others
        : { ...others, [name]: { ...(object as StoredObject), tainted: how === "taint" } };
    this.#hands.store(place, { ...state, serial: state.serial + 1, objects });
  }
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
