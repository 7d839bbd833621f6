import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Attempt, Journal } from "../../../src/journal/index.ts";
import type { Sandbox } from "../../../src/sandbox/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { csr, environmentFor, names, sslOrder } from "../../cli/service.ts";
import { killing, stepsIn } from "../../killing.ts";
import { faultOf, type Trouble } from "./troubles.ts";
import type { Stored, Written } from "./world.ts";

/** A service of its own, and one order after the other at it, each with a journal of its own. */
export class Orders implements AsyncDisposable {
  readonly sandbox: Sandbox;
  /** By its name the preload that kills knows whose files it watches. */
  readonly folder = mkdtempSync(join(tmpdir(), "certorder-cli-model-"));
  #count = 0;
  #first = "";
  #seen = 0;

  private constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
  }

  static async open(): Promise<Orders> {
    return new Orders(await startSandbox({ httpsPort: false, orders: [] }));
  }

  get id(): string {
    return `order-${this.#count}`;
  }

  get journalFolder(): string {
    return join(this.folder, this.id);
  }

  async next(): Promise<void> {
    this.#count++;
    const body = JSON.stringify(sslOrder(this.id));
    const answer = await fetch(`${this.sandbox.url}/_sandbox/orders`, { method: "POST", body });
    this.#first = ((await answer.json()) as { certificateId: string }).certificateId;
    this.#seen = this.sandbox.ledger.length;
  }

  get issued(): string[] {
    const { ledger } = this.sandbox;
    return [this.#first, ...ledger.slice(this.#seen).map(({ certificateId }) => certificateId)];
  }

  get requests(): number {
    return this.sandbox.requests.filter(({ orderId }) => orderId === this.id).length;
  }

  get environment(): Record<string, string> {
    const { url, credentials } = this.sandbox;
    return { ...environmentFor(url, credentials), CERTORDER_JOURNAL: this.journalFolder };
  }

  /** The environment in which a process of Node dies right before a step, and whether one has. */
  deadly(at: string) {
    const steps = join(mkdtempSync(join(this.folder, "steps-")), "steps");
    return { env: killing(steps, { at }), isDead: () => existsSync(steps) && stepsIn(steps).includes(at) };
  }

  /** The arguments of the resource. */
  described({ wish }: Written) {
    return {
      order_id: this.id,
      sign_hash: "sha256",
      common_name: names[0],
      dns_names: [...names],
      csr,
      validity_days: wish.days,
      triggers: { turn: wish.turn },
    };
  }

  /** The arguments of the provider. Nothing is tried again, because that takes its time; others see to it. */
  settings({ resolve }: Written) {
    return {
      journal_dir: this.journalFolder,
      max_attempts: 1,
      ...(resolve && {
        resolve: { [this.id]: `${resolve.attempt}:${resolve.certificate ?? "not-happened"}` },
      }),
    };
  }

  attempts(): Promise<Attempt[]> {
    return new Journal({ folder: this.journalFolder }).attempts();
  }

  /** Does something while the service misbehaves once. */
  async during<T>(trouble: Trouble | undefined, work: () => Promise<T>): Promise<T> {
    const fault = faultOf(trouble);
    if (fault) this.sandbox.fault(fault);
    try {
      return await work();
    } finally {
      this.sandbox.clearFaults();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sandbox.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What a state says of the object. */
export function storedFrom(state: Readonly<Record<string, unknown>>, tainted: boolean): Stored {
  const text = (name: string) => (state[name] ?? null) as string | null;
  const { triggers, validity_days: days } = state as {
    readonly triggers: { readonly turn: string } | null;
    readonly validity_days: number | null;
  };
  return {
    certificate: text("certificate_id"),
    previous: text("previous_certificate_id"),
    attempt: text("attempt_id"),
    outcome: text("last_outcome") ?? "",
    wish: triggers && days ? { turn: triggers.turn, days } : undefined,
    tainted,
  };
}
