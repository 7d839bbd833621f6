import { IssuedWatch, type WaitOptions, type WaitResult } from "./issued.ts";
import { receiversLog } from "./log-names.ts";
import type { OrderLogs } from "./order-logs.ts";
import { comparableService } from "./service-ref.ts";
import { unusable } from "./unavailable.ts";

/** A callback: the service issued a certificate. */
export interface IssuedCallback {
  readonly orderId: string;
  readonly certificateId: string;
  /** The name of the receiver. */
  readonly receiver: string;
  /** Only an order of this service is recorded. */
  readonly service?: string | undefined;
  /** A program of the receiver has to handle it. */
  readonly isPending?: boolean | undefined;
}

/** The callbacks in a journal. Receivers record them, and others wait for them. */
export class JournalCallbacks {
  readonly #logs: OrderLogs;
  readonly #recording = new Map<string, Promise<unknown>>();
  readonly #watch: IssuedWatch;

  /** @internal */
  constructor(logs: OrderLogs) {
    this.#logs = logs;
    this.#watch = new IssuedWatch((orderId) => logs.read(logs.get(orderId)));
  }

  /**
   * Records a callback: the service issued a certificate of an order. Resolves when it is stored durably. A certificate
   * is recorded once. An order without a reissue is not recorded: a callback test names such an order.
   */
  async record(callback: IssuedCallback): Promise<"recorded" | "known" | "unknown-order"> {
    const { orderId } = callback;
    // One after the other, so that a callback that comes twice at once is recorded once.
    const before = this.#recording.get(orderId) ?? Promise.resolve();
    const recording = before.catch(() => {}).then(() => this.#record(callback));
    this.#recording.set(orderId, recording);
    try {
      return await recording;
    } finally {
      if (this.#recording.get(orderId) === recording) this.#recording.delete(orderId);
    }
  }

  async #record(callback: IssuedCallback): ReturnType<JournalCallbacks["record"]> {
    const { orderId, certificateId: certificate, receiver, isPending: pending } = callback;
    const service = comparableService(callback.service ?? "");
    const { store } = this.#logs;
    // Not kept: a receiver hears of many orders.
    const log = store.log(orderId);
    const { attempts, damage, issued } = await this.#logs.read(log);
    const isElsewhere =
      service !== "" && attempts.length > 0 && !attempts.some((attempt) => attempt.service === service);
    if (attempts.length + damage.length === 0 || isElsewhere) {
      // A folder that is not mounted, or a table that was renamed, knows no order.
      if (!(await this.#logs.exists()))
        throw unusable(store.title, "it is gone", "Mount or restore it, or correct its name.");
      return "unknown-order";
    }
    const isKnown = issued.some(({ certificateId }) => certificateId === certificate);
    // An attempt that was sent after the callback may have made a certificate with the same id.
    const isNews = attempts.some(
      ({ status, certificateId, callbacks }) =>
        (status === "open" || certificateId === certificate) &&
        !callbacks.some((callback) => callback.certificateId === certificate),
    );
    if (isKnown && !isNews) return "known";
    const event = { event: "issued", at: this.#logs.timestamp() } as const;
    await this.#logs.append(log, { ...event, order: orderId, certificate, receiver, pending });
    return "recorded";
  }

  /** Records that the receiver's program has handled a callback. @internal */
  async recordHandled(orderId: string, certificate: string): Promise<void> {
    const log = this.#logs.store.log(orderId);
    await this.#logs.append(log, { event: "handled", at: this.#logs.timestamp(), certificate });
  }

  /**
   * Waits until the service has called back about a certificate of an order. A receiver has to write to the same
   * journal. A wait that is aborted throws.
   *
   * @example
   * ```ts
   * const { callbacks } = client.journal;
   * const issued = await callbacks.waitUntilIssued({ orderId: "order-ssl-1", timeoutMs: 600_000 });
   * if (issued.kind === "issued") console.log(issued.callback.certificateId);
   * ```
   */
  async waitUntilIssued(options: WaitOptions): Promise<WaitResult> {
    return this.#watch.until(options);
  }

  /** Records that a receiver writes to this journal. */
  async addReceiver(receiver: string): Promise<void> {
    if ((await this.receivers()).includes(receiver)) return;
    const log = this.#logs.store.log(receiversLog);
    await this.#logs.append(log, { event: "receiving", at: this.#logs.timestamp(), receiver });
  }

  /** The names of the receivers that write to this journal, or have done so. */
  async receivers(): Promise<string[]> {
    const events = await this.#logs.reportingUnavailable(() => this.#logs.store.log(receiversLog).read());
    return [...new Set(events.flatMap((event) => (event.event === "receiving" ? [event.receiver] : [])))];
  }
}
