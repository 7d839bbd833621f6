import type { Line } from "./attempt.ts";

/**
 * Where histories lie. A shelf keeps the lines of each order in the order in which they were added, keeps all of them, and
 * loses none that it has taken. The rules know nothing of it.
 */
export interface Shelf {
  /** Where it is, as it appears in a sentence: `The journal in /var/lib/certorder`. */
  readonly title: string;
  /** Writing takes so long that a connection should not wait for it, and lists may lag: it is done before connecting. */
  readonly isSlow?: boolean | undefined;
  /** Other machines see it too, and it outlives this one. */
  readonly isShared?: boolean | undefined;
  /** How far the shelf's clock is ahead of this machine's. Those who share a shelf share its clock. Default: 0. */
  readonly aheadMs?: number | undefined;
  /** What others have to be granted to use it, where it is kept by a server. */
  readonly rights?: string | undefined;
  history(orderId: string): History;
  /** Every history that there is. */
  histories(): Promise<readonly History[]>;
  /** Whether it has been made. Nothing is made by asking. Left out: it always is there. */
  isThere?(): Promise<boolean>;
  /** Fails when nothing could be added. */
  check(): Promise<void>;
  /** Names whatever waits for an answer, so that others can ask whether it still runs. Left out: this process. */
  thisProcess?(): string;
  /** Whether that runs. Undefined when it cannot be told from here. */
  isRunning?(process: string): Promise<boolean | undefined>;
}

/** What was ever written about one order. */
export interface History {
  /** The order's id, or what is left of it where all lines are damaged. */
  readonly orderId: string;
  /** All lines, oldest first. */
  read(): Promise<readonly Line[]>;
  /**
   * Adds a line. Returns only when it is certain to be found again; with all lines up to this one, where the shelf knows
   * them without another look.
   */
  append(line: Line): Promise<readonly Line[] | undefined>;
}

/** How far a server's clock is ahead of this machine's, by the date of its answer. What is less than the blur is no difference. */
export function aheadBy(date: string | undefined, blurMs: number): number {
  const aheadMs = Date.parse(date ?? "") - Date.now();
  return Math.abs(aheadMs) > blurMs ? aheadMs : 0;
}
