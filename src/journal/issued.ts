import { setTimeout as sleep } from "node:timers/promises";
import { inOrder } from "../in-order.ts";
import { startTimer } from "../waiting.ts";
import type { Attempt } from "./attempt.ts";
import type { IssuedCertificate } from "./callback-log.ts";
import { findOwnCallback } from "./evidence.ts";
import type { Damage } from "./history.ts";
import { findMaker } from "./import.ts";
import { entryUnreadable } from "./unavailable.ts";

/** What a wait for a callback came to. */
export type WaitResult =
  | { readonly kind: "issued"; readonly callback: IssuedCertificate }
  | { readonly kind: "timed-out" }
  /** The journal has no reissue of this order that may be issued. */
  | { readonly kind: "no-reissue" };

/** What to wait for, and how long. */
export interface WaitOptions {
  /** The order that was reissued. */
  readonly orderId: string;
  /**
   * Default: the certificate that the order's last reissue made. While its outcome is not known, the wait goes on, also
   * after the service has called back.
   */
  readonly certificateId?: string | undefined;
  /** How long to wait at most. */
  readonly timeoutMs: number;
  /** Ends the wait: it throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

const pollIntervalMs = 1_000;
const readAtOnce = 8;

/** What is recorded about an order, in its two logs. */
interface Recorded {
  readonly attempts: readonly Attempt[];
  readonly damage: readonly Damage[];
  readonly issued: readonly IssuedCertificate[];
}

interface Wait {
  readonly orderId: string;
  /** Takes what is recorded about the order now. */
  readonly look: (recorded: Recorded) => void;
  readonly fail: (error: unknown) => void;
}

/** Waits for callbacks. One loop reads the logs of all orders that are waited for. */
export class IssuedWatch {
  readonly #read: (orderId: string) => Promise<Recorded>;
  readonly #waits = new Set<Wait>();
  #isRunning = false;
  /** Resolves when a wait begins: the loop then reads at once. */
  #newWait = Promise.withResolvers<void>();

  constructor(read: (orderId: string) => Promise<Recorded>) {
    this.#read = read;
  }

  async until({ orderId, certificateId, timeoutMs, signal }: WaitOptions): Promise<WaitResult> {
    const { promise, resolve, reject } = Promise.withResolvers<WaitResult>();
    // A store may come back before the time is over.
    let failure: unknown;
    const look = ({ attempts, damage, issued }: Recorded) => {
      // An entry that cannot be read may have recorded a later reissue. Or it is being written now.
      failure =
        certificateId === undefined && damage.length > 0 ? entryUnreadable(orderId, damage) : undefined;
      if (failure) return;
      const callback = findCallback(attempts, issued, certificateId);
      if (callback) resolve({ kind: "issued", callback });
      else if (attempts.every(({ status }) => status === "void")) resolve({ kind: "no-reissue" });
    };
    const wait = { orderId, look, fail: (error: unknown) => (failure = error) };
    const giveUp = () => (failure === undefined ? resolve({ kind: "timed-out" }) : reject(failure));
    const stopTimer = startTimer(timeoutMs, giveUp);
    const onAbort = () => reject(signal?.reason);
    signal?.addEventListener("abort", onAbort);
    if (signal?.aborted) onAbort();
    this.#waits.add(wait);
    this.#newWait.resolve();
    void this.#run();
    try {
      return await promise;
    } finally {
      this.#waits.delete(wait);
      stopTimer();
      signal?.removeEventListener("abort", onAbort);
    }
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#waits.size > 0) {
      this.#newWait = Promise.withResolvers();
      const orders = Map.groupBy(this.#waits, ({ orderId }) => orderId);
      const look = async ([orderId, waits]: [string, Wait[]]) => {
        try {
          const recorded = await this.#read(orderId);
          for (const wait of waits) wait.look(recorded);
        } catch (error) {
          for (const wait of waits) wait.fail(error);
        }
      };
      for await (const _ of inOrder([...orders], readAtOnce, look));
      // The timer of each wait keeps the process alive. This one would also do so after the last wait.
      await Promise.race([sleep(pollIntervalMs, undefined, { ref: false }), this.#newWait.promise]);
    }
    this.#isRunning = false;
  }
}

/** Only a callback that came after the attempt was sent is about the certificate that it made. */
export function findCallback(
  attempts: readonly Attempt[],
  issued: readonly IssuedCertificate[],
  certificateId?: string,
): IssuedCertificate | undefined {
  if (certificateId === undefined) {
    const last = attempts.findLast(({ status }) => status !== "void");
    return last && findOwnCallback(last, issued);
  }
  const maker = findMaker(attempts, certificateId);
  return maker
    ? findOwnCallback(maker, issued)
    : issued.find((callback) => callback.certificateId === certificateId);
}
