import type {
  Fault,
  Issuing,
  LedgerEntry,
  Order,
  Exchange as RecordedExchange,
} from "../../sandbox/index.ts";
import { type ConnectionState, followEvents } from "./connection.ts";

export type { Fault, FaultKind, Issuing, LedgerEntry, Message } from "../../sandbox/index.ts";

/** An exchange with what helps if it failed. */
export type Exchange = RecordedExchange & { readonly remedy?: string };

/** An order as the control API shows it. */
type ShownOrder = Order & { readonly certificateId: string };

/** What the control API tells about the sandbox. */
export interface SandboxState {
  readonly service: string;
  readonly accounts: readonly Account[];
  readonly orders: readonly ShownOrder[];
  readonly faults: readonly Fault[];
  readonly issuing: Issuing;
  readonly clock: { readonly now: string; readonly aheadMs: number };
}

export interface Account {
  readonly keyId: string;
  readonly kind: string;
  readonly callback?: {
    readonly url: string;
    readonly disabled?: boolean;
    readonly enabledActions?: string[];
  };
}

export interface OrderDetails {
  readonly order: ShownOrder;
  readonly ledger: readonly LedgerEntry[];
}

type Kind = "sandbox" | "journal" | "receiver";

/** As many as the server keeps. */
const mostKept = 10_000;

/** What the page knows. A view asks for it when it is drawn, and is drawn again after a change. */
export class Model {
  connection: ConnectionState = "connecting";
  kind: Kind | undefined;
  title = "";
  /** Oldest first. */
  exchanges: readonly Exchange[] = [];
  /** Counts what may have changed the state: views ask the server again. */
  version = 0;
  readonly #bySeq = new Map<number, Exchange>();
  readonly #draw: () => void;
  #isDrawing = false;
  #isComplete = false;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  follow(): void {
    void followEvents(
      (event, data) => this.#take(event, data),
      (state) => {
        this.connection = state;
        this.#changed();
      },
    );
  }

  #take(event: string, data: unknown): void {
    if (event === "hello") {
      // The server sends all that it has. Another one may have begun to count again.
      this.#bySeq.clear();
      this.#isComplete = false;
      Object.assign(this, data);
      document.title = `certorder ${this.title}`;
    } else if (event === "exchange")
      for (const exchange of data as readonly Exchange[]) this.#bySeq.set(exchange.seq, exchange);
    else if (event === "complete") this.#isComplete = true;
    if (this.#isComplete) this.version++;
    this.#changed();
  }

  /** Gathers what comes before the next frame. */
  #changed(): void {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      const sorted = [...this.#bySeq.values()].sort((one, other) => one.seq - other.seq);
      for (const { seq } of sorted.splice(0, sorted.length - mostKept)) this.#bySeq.delete(seq);
      this.exchanges = sorted;
      this.#draw();
    });
  }
}
