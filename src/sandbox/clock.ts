import { longestAheadMs } from "../contract/index.ts";
import type { Store } from "./store.ts";
import * as read from "./untrusted.ts";

interface ClockOptions {
  readonly store: Store;
  readonly machineTime: () => Date;
  readonly onMove: (aheadMs: number) => void;
}

/**
 * The service's clock: this machine's, moved forward. Never back, so that nothing happens before what happened already. What other
 * programs compare with a clock of their own has the machine's time: certificates for TLS, and dates in HTTP headers.
 */
export class Clock {
  readonly #options: ClockOptions;

  constructor(options: ClockOptions) {
    this.#options = options;
  }

  now(): Date {
    const { store, machineTime } = this.#options;
    return new Date(machineTime().getTime() + store.clockAheadMs);
  }

  machineTime(): Date {
    return this.#options.machineTime();
  }

  show(): { readonly now: string; readonly aheadMs: number } {
    return { now: this.now().toISOString(), aheadMs: this.#options.store.clockAheadMs };
  }

  /** If `onMove` throws, the clock stays. */
  moveForward({ forwardMs }: Move): void {
    const { store, onMove } = this.#options;
    const aheadMs = store.clockAheadMs + forwardMs;
    if (aheadMs > longestAheadMs)
      throw new read.Malformed("The clock cannot be moved more than a century ahead.");
    onMove(aheadMs);
    store.setClock(aheadMs);
  }
}

interface Move {
  readonly forwardMs: number;
}

export const readMove = read.object<Move>({ forwardMs: read.count });
