import { randomBytes } from "node:crypto";
import type { Account, CallbackConfig } from "./accounts.ts";
import type { LedgerEntry } from "./ledger.ts";
import type { IssuedOrder, Order } from "./orders.ts";
import type { AcceptedReissue } from "./reissue.ts";
import { loadState, saveState } from "./state-file.ts";

interface StoreOptions {
  readonly accounts: readonly Account[];
  readonly orders: readonly Order[];
  readonly stateFile?: string | undefined;
}

/** Ids of new certificates start here, so that they differ from those of the seed. */
const firstNewCertificate = 1001;

/**
 * The state of the sandbox. With a state file, each change is on disk before it counts: if the disk refuses, nothing
 * has happened. Changes are synchronous, so two requests cannot interleave.
 */
export class Store {
  /** The name of the service. Another sandbox may have orders with the same ids. */
  readonly service: string;
  readonly #file: string | undefined;
  readonly #accounts: ReadonlyMap<string, Account>;
  readonly #callbacks: Map<string, CallbackConfig>;
  readonly #orders: Map<string, IssuedOrder>;
  readonly #ledger: LedgerEntry[];
  #clockAheadMs: number;
  #nextCertificate: number;

  constructor({ accounts, orders, stateFile }: StoreOptions) {
    const saved = stateFile === undefined ? undefined : loadState(stateFile);
    this.service = saved?.service ?? `sandbox-${randomBytes(3).toString("hex")}`;
    this.#file = stateFile;
    this.#clockAheadMs = saved?.clockAheadMs ?? 0;
    this.#accounts = new Map(accounts.map((account) => [account.keyId, account]));
    this.#callbacks = new Map(
      saved
        ? saved.callbacks.map(({ keyId, config }) => [keyId, config])
        : accounts.flatMap(({ keyId, callback }) => (callback ? [[keyId, callback]] : [])),
    );
    this.#orders = new Map(saved?.orders.map((order) => [order.id, order]));
    this.#ledger = [...(saved?.ledger ?? [])];
    this.#nextCertificate = saved?.nextCertificate ?? firstNewCertificate;
    // An order in the saved state keeps its state.
    for (const order of orders) if (!this.#orders.has(order.id)) this.#apply({ order: this.#issued(order) });
    // The name is shown from now on, so it is saved at once.
    if (!saved) this.#commit({});
  }

  /** How far the service's clock is ahead of this machine's. */
  get clockAheadMs(): number {
    return this.#clockAheadMs;
  }

  setClock(clockAheadMs: number): void {
    this.#commit({ clockAheadMs });
  }

  get ledger(): readonly LedgerEntry[] {
    return this.#ledger;
  }

  get accounts(): readonly Account[] {
    return [...this.#accounts.keys()].flatMap((keyId) => this.account(keyId) ?? []);
  }

  get orders(): readonly IssuedOrder[] {
    return [...this.#orders.values()];
  }

  account(keyId: string): Account | undefined {
    const account = this.#accounts.get(keyId);
    return account && { ...account, callback: this.#callbacks.get(keyId) };
  }

  order(id: string): IssuedOrder | undefined {
    return this.#orders.get(id);
  }

  addOrder(order: Order): IssuedOrder {
    const issued = this.#issued(order);
    this.#commit({ order: issued });
    return issued;
  }

  /** Saves an account's callback configuration, or removes it. */
  setCallback(keyId: string, config: CallbackConfig | undefined): void {
    this.#commit({ callback: { keyId, config } });
  }

  reissue({ order, revokesPrevious }: AcceptedReissue, keyId: string, at: Date): LedgerEntry {
    const reissued = this.#issued({ ...order, certificateId: undefined });
    const entry: LedgerEntry = {
      seq: this.#ledger.length + 1,
      at: at.toISOString(),
      keyId,
      orderId: order.id,
      certificateId: reissued.certificateId,
      previousCertificateId: order.certificateId,
      revokedPrevious: revokesPrevious,
    };
    this.#commit({ order: reissued, entry });
    return entry;
  }

  /** The order with its certificate, or with the next one. */
  #issued(order: Order): IssuedOrder {
    return { ...order, certificateId: order.certificateId ?? certificateId(this.#nextCertificate) };
  }

  #commit(change: Change): void {
    if (this.#file !== undefined) this.#save(this.#file, change);
    this.#apply(change);
  }

  #save(file: string, { order, callback, entry, clockAheadMs = this.#clockAheadMs }: Change): void {
    const orders = order ? new Map(this.#orders).set(order.id, order) : this.#orders;
    const callbacks = new Map<string, CallbackConfig | undefined>(this.#callbacks);
    if (callback) callbacks.set(callback.keyId, callback.config);
    saveState(file, {
      service: this.service,
      clockAheadMs,
      nextCertificate: this.#nextCertificateAfter(order),
      orders: [...orders.values()],
      callbacks: [...callbacks].flatMap(([keyId, config]) => (config ? [{ keyId, config }] : [])),
      ledger: entry ? [...this.#ledger, entry] : this.#ledger,
    });
  }

  #apply({ order, callback, entry, clockAheadMs = this.#clockAheadMs }: Change): void {
    this.#nextCertificate = this.#nextCertificateAfter(order);
    this.#clockAheadMs = clockAheadMs;
    if (order) this.#orders.set(order.id, order);
    if (callback?.config) this.#callbacks.set(callback.keyId, callback.config);
    else if (callback) this.#callbacks.delete(callback.keyId);
    if (entry) this.#ledger.push(entry);
  }

  #nextCertificateAfter(order: IssuedOrder | undefined): number {
    const used = order?.certificateId === certificateId(this.#nextCertificate);
    return this.#nextCertificate + (used ? 1 : 0);
  }
}

interface Change {
  readonly order?: IssuedOrder;
  readonly callback?: { readonly keyId: string; readonly config: CallbackConfig | undefined };
  readonly entry?: LedgerEntry;
  readonly clockAheadMs?: number;
}

function certificateId(number: number): string {
  return `cert-${number}`;
}
