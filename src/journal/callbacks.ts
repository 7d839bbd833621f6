import { shareCalls } from "../share-calls.ts";
import type { Attempt } from "./attempt.ts";
import { noCallbacks, type OrderCallbacks, readCallbacks } from "./callback-log.ts";
import { isOfNewerVersion } from "./damage.ts";
import type { DeploymentStep } from "./events.ts";
import { findPossibleMakers } from "./evidence.ts";
import { IssuedWatch, type WaitOptions, type WaitResult } from "./issued.ts";
import { receiversLog } from "./log-names.ts";
import type { OrderLogs } from "./order-logs.ts";
import { thisProcess } from "./process.ts";
import { isAtWork, type ReceiverRecord, readReceivers } from "./receivers.ts";
import { comparableService } from "./service-ref.ts";
import { entryNewer, unusable } from "./unavailable.ts";

/** A callback: the service issued a certificate. */
export interface IssuedCallback {
  readonly orderId: string;
  readonly certificateId: string;
  /** The name of the receiver. */
  readonly receiver: string;
  /** Only an order of this service is recorded. */
  readonly service?: string | undefined;
}

/** The callbacks beside a journal. Receivers record them, and others wait for them. */
export class JournalCallbacks {
  /** The journal's own logs. They are only read here. */
  readonly #orders: OrderLogs;
  readonly #logs: OrderLogs | undefined;
  readonly #recording = new Map<string, Promise<unknown>>();
  readonly #watch: IssuedWatch;
  // A receiver asks both before each callback, and has many callbacks at once.
  readonly #isThere = shareCalls(() => this.#orders.exists());
  readonly #readReceivers = shareCalls(async (): Promise<readonly ReceiverRecord[]> => {
    const logs = this.#logs;
    if (!logs) return [];
    return readReceivers(await logs.reportingUnavailable(() => logs.store.log(receiversLog).read()));
  });
  /** Whether the journal had an order when this process looked. */
  #hadOrders = false;
  /** The receivers that this process has added. A journal that does not know one of them has lost it. */
  readonly #added = new Set<string>();

  /** @internal */
  constructor(orders: OrderLogs) {
    this.#orders = orders;
    this.#logs = orders.callbacks;
    this.#watch = new IssuedWatch(async (orderId) => {
      const { attempts, damage } = await orders.read(orders.get(orderId));
      return { attempts, damage, issued: (await this.read(orderId)).issued };
    });
  }

  /**
   * Records a callback: the service issued a certificate of an order. Resolves when it is stored durably. An order without a
   * reissue is not recorded: a callback test names such an order. `known`: it is recorded already. The receiver has to be added
   * first: a journal that does not know it has lost what it recorded.
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
    const { orderId, certificateId: certificate, receiver } = callback;
    await this.refuseUnregistered(receiver);
    // Not kept: a receiver hears of many orders.
    const { attempts, damage } = await this.#orders.read(this.#orders.store.log(orderId));
    if (attempts.length + damage.length === 0) {
      await this.#refuseLost(orderId);
      return "unknown-order";
    }
    if (!isOfService(attempts, callback.service)) return "unknown-order";
    this.#hadOrders = true;
    const logs = this.#required();
    const log = logs.store.log(orderId);
    const events = await logs.reportingUnavailable(() => log.read());
    const about = findPossibleMakers(attempts, readCallbacks(events).issued, certificate);
    const event = { event: "issued", at: logs.timestamp(), order: orderId, certificate, receiver } as const;
    if (about) await logs.append(log, { ...event, attempts: about });
    // It may also be about an attempt that only a newer version reads. The service has to call back again, after an update.
    if (damage.some(isOfNewerVersion)) throw entryNewer(orderId);
    return about ? "recorded" : "known";
  }

  /** Throws if the journal is gone, or has lost this receiver: then it has also lost what was recorded and deployed. @internal */
  async refuseUnregistered(receiver: string): Promise<void> {
    const { title } = this.#orders.store;
    if (!(await this.#isThere()))
      throw unusable(title, "it is gone", "Mount or restore it, or correct its name.");
    if ((await this.registration(receiver)) === undefined)
      throw unusable(title, `it has lost the registration of the receiver ${receiver}`, restoreIt);
  }

  /** A journal that has lost orders does not know them. The service has to call back again when it is restored. */
  async #refuseLost(orderId: string): Promise<void> {
    const lost = () => unusable(this.#orders.store.title, "it has lost reissues that it had", restoreIt);
    if ((await this.read(orderId)).issued.length > 0) throw lost();
    if (await hasAny(this.#orders.histories())) this.#hadOrders = true;
    else if (this.#hadOrders || (await hasAny(this.#required().histories()))) throw lost();
  }

  /** What receivers wrote about an order. @internal */
  async read(orderId: string): Promise<OrderCallbacks> {
    const logs = this.#logs;
    if (!logs) return noCallbacks;
    return readCallbacks(await logs.reportingUnavailable(() => logs.store.log(orderId).read()));
  }

  /** What receivers wrote about all orders, in one read. @internal */
  async readAll(): Promise<Map<string, OrderCallbacks>> {
    const all = new Map<string, OrderCallbacks>();
    await this.#logs?.reportingUnavailable(async () => {
      for await (const { orderId, events } of this.#logs?.store.readAll() ?? []) {
        const callbacks = readCallbacks(events);
        if (callbacks.issued.length + callbacks.deployments.length > 0) all.set(orderId, callbacks);
      }
    });
    return all;
  }

  /** The orders whose logs have grown since the last call with the same maps, which remember their lengths. @internal */
  async findGrown({ journal, callbacks }: LogLengths): Promise<Set<string>> {
    const orders = new Set<string>();
    const find = async (logs: OrderLogs, lengths: Map<string, number>) => {
      const { store } = logs;
      // A failure must not lose what was found before it. So the caller's map changes only at the end.
      const found = new Map(lengths);
      await logs.reportingUnavailable(async () => {
        if (store.findGrown) for await (const orderId of store.findGrown(found)) orders.add(orderId);
        else for await (const { orderId } of store.readAll()) orders.add(orderId);
      });
      return () => {
        for (const [name, length] of found) lengths.set(name, length);
      };
    };
    const remember = [await find(this.#orders, journal), await find(this.#required(), callbacks)];
    for (const each of remember) each();
    return orders;
  }

  /** Records a step of a deployment. @internal */
  async recordDeployment(
    step: DeploymentStep,
    receiver: string,
    { orderId: order, attemptId: attempt, certificateId: certificate }: DeployedAttempt,
  ): Promise<void> {
    const logs = this.#required();
    const at = logs.timestamp();
    await logs.append(logs.store.log(order), { event: step, at, order, attempt, certificate, receiver });
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

  /**
   * Records that a receiver is at work. Call it at the start, and again every few hours. Throws if the journal has lost the
   * receiver since the first call: then it has also lost what was recorded and deployed.
   */
  async addReceiver(
    receiver: string,
    { deploys = false }: { readonly deploys?: boolean } = {},
  ): Promise<void> {
    const logs = this.#required();
    if (this.#added.has(receiver)) await this.refuseUnregistered(receiver);
    const event = { event: "receiving", at: logs.timestamp(), receiver, process: thisProcess() } as const;
    await logs.append(logs.store.log(receiversLog), { ...event, deploys });
    this.#added.add(receiver);
  }

  /** The names of the receivers that are at work, or were within the last day. */
  async receivers(): Promise<string[]> {
    const now = this.#logs?.now() ?? new Date();
    return (await this.#readReceivers()).filter((one) => isAtWork(one, now)).map(({ name }) => name);
  }

  /** What the journal knows about a receiver. @internal */
  async registration(receiver: string): Promise<ReceiverRecord | undefined> {
    return (await this.#readReceivers()).find(({ name }) => name === receiver);
  }

  /** Throws if this receiver cannot record callbacks now. @internal */
  async check(receiver: string): Promise<void> {
    const logs = this.#required();
    await logs.reportingUnavailable(() => logs.store.check({ create: false }));
    await this.refuseUnregistered(receiver);
  }

  #required(): OrderLogs {
    if (this.#logs) return this.#logs;
    throw unusable(
      this.#orders.store.title,
      "it has no place for callbacks",
      "Use a folder, PostgreSQL or S3.",
    );
  }
}

const restoreIt = "Restore it, then start the receiver again.";

/** For each log that was seen, how long it was. */
interface LogLengths {
  readonly journal: Map<string, number>;
  readonly callbacks: Map<string, number>;
}

interface DeployedAttempt {
  readonly orderId: string;
  readonly attemptId: string;
  readonly certificateId: string;
}

async function hasAny(histories: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _ of histories) return true;
  return false;
}

/** Without a service, all orders count. */
export function isOfService(attempts: readonly Attempt[], service: string | undefined): boolean {
  const wanted = comparableService(service ?? "");
  return wanted === "" || attempts.length === 0 || attempts.some((attempt) => attempt.service === wanted);
}
