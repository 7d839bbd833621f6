import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Attempt, Journal } from "../../../src/journal/index.ts";
import type { Sandbox, SeenRequest } from "../../../src/sandbox/index.ts";
import { seedAccounts, startSandbox } from "../../../src/sandbox/index.ts";
import { ageJournal } from "../../aged-journal.ts";
import { names as dnsNames, environmentFor, sslOrder } from "../../cli/service.ts";
import { killing, stepsIn } from "../../killing.ts";
import { openGate } from "./gate.ts";
import { faultOf, type Trouble } from "./troubles.ts";
import type { Block, Received, Seat, What, Written } from "./world.ts";

const fixtures = join(import.meta.dirname, "..", "..", "csr", "fixtures");
/** For the same names; which key is in them does not matter here. */
export const csrFiles = ["p256", "p384", "p521", "rsa-sha256", "rsa-sha384"].map((name) =>
  join(fixtures, `${name}.pem`),
);
export const csrs = csrFiles.map((file) => readFileSync(file, "utf8"));

/** A service of its own, and one order after the other at it, each with journals of its own. */
export class Orders implements AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly gate: Awaited<ReturnType<typeof openGate>>;
  /** By its name the preload that kills knows whose files it watches. */
  readonly folder = mkdtempSync(join(tmpdir(), "certorder-cli-model-"));
  #count = 0;
  #first = "";
  #seen = 0;
  #elsewhere = new Set<number>();

  private constructor(sandbox: Sandbox, gate: Awaited<ReturnType<typeof openGate>>) {
    this.sandbox = sandbox;
    this.gate = gate;
  }

  static async open(): Promise<Orders> {
    const sandbox = await startSandbox({ httpsPort: false, orders: [] });
    return new Orders(sandbox, await openGate(Number(new URL(sandbox.url).port)));
  }

  get id(): string {
    return `order-${this.#count}`;
  }

  journalFolder(home: number): string {
    return join(this.folder, `${this.id}-${home}`);
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

  /** What this product has asked the service for. */
  get received(): Received[] {
    return this.#requests.filter(({ seq }) => !this.#elsewhere.has(seq)).map(receivedFrom);
  }

  get #requests(): SeenRequest[] {
    return this.sandbox.requests.filter(
      ({ orderId, operation }) => orderId === this.id && operation === "reissue",
    );
  }

  urlFor({ host }: Pick<Seat, "host">): string {
    return this.sandbox.url.replace("127.0.0.1", host);
  }

  keysOf({ keys }: Pick<Seat, "keys">) {
    const { keyId, authKey } = seedAccounts[keys] ?? this.sandbox.credentials;
    return { keyId, authKey };
  }

  environment(seat: Seat): Record<string, string> {
    return {
      ...environmentFor(this.urlFor(seat), this.keysOf(seat)),
      CERTORDER_JOURNAL: this.journalFolder(seat.home),
      // Nothing is tried again, because that takes its time; others see to it.
      CERTORDER_MAX_ATTEMPTS: "1",
      ...(seat.service !== undefined && { CERTORDER_SERVICE: seat.service }),
    };
  }

  /** The environment in which a process of Node dies right before a step, and whether one has. */
  deadly(at: string) {
    const steps = join(mkdtempSync(join(this.folder, "steps-")), "steps");
    return { env: killing(steps, { at }), isDead: () => existsSync(steps) && stepsIn(steps).includes(at) };
  }

  /** The arguments of the resource. */
  described({ what, spelledOtherwise, renews }: Block) {
    const { sign_hash, common_name, dns_names, csr } = request(what);
    const spelled = spelledOtherwise
      ? {
          common_name: common_name.toUpperCase(),
          dns_names: [...dns_names].reverse().map((name) => `${name}.`),
          csr: csr.replace(/-----[^-]+-----|\s/g, ""),
        }
      : { common_name, dns_names, csr };
    return {
      ...{ order_id: this.id, sign_hash, ...spelled, validity_days: what.days },
      ...(what.turn !== null && { triggers: { turn: what.turn } }),
      ...(renews && { renew_before_days: 30 }),
    };
  }

  /** The arguments of the provider. */
  settings(written: Written, url = this.urlFor(written)) {
    const { service, resolve, home } = written;
    const { keyId: key_id, authKey: auth_key } = this.keysOf(written);
    return {
      ...{ base_url: url, key_id, auth_key, max_attempts: 1, journal_dir: this.journalFolder(home) },
      ...(service !== undefined && { service }),
      ...(resolve !== undefined && { resolve: { [this.id]: resolve } }),
    };
  }

  journals(homes: number): Promise<Attempt[][]> {
    const all = Array.from({ length: homes }, (_, home) => home);
    return Promise.all(
      all.map((home) => new Journal({ folder: this.journalFolder(home) }).attempts(this.id)),
    );
  }

  age(homes: number, ms: number): void {
    for (let home = 0; home < homes; home++)
      if (existsSync(this.journalFolder(home))) ageJournal(this.journalFolder(home), ms);
  }

  /** Somebody reissues the order at the service's own pages. */
  async reissueElsewhere(): Promise<void> {
    const before = this.#requests.length;
    const { keyId, authKey } = this.sandbox.credentials;
    const { sign_hash, common_name, dns_names, csr } = request({ csr: 0, days: 90, turn: null });
    const answer = await fetch(`${this.sandbox.url}/openapi/v3/orders/${this.id}/reissue`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-cc-auth-key": authKey, "x-cc-key-id": keyId },
      body: JSON.stringify({ certificate: { sign_hash, common_name, dns_names, csr } }),
    });
    if (!answer.ok) throw new Error(`not reissued elsewhere: ${await answer.text()}`);
    for (const { seq } of this.#requests.slice(before)) this.#elsewhere.add(seq);
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

  /** Waits until the service has dealt with all that somebody has sent who is dead by now. */
  async quiet(): Promise<void> {
    await fetch(`${this.sandbox.url}/_sandbox/state`);
    await sleep(10);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.gate.close();
    await this.sandbox.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What a request of a person is on the wire. */
export function request({ csr }: What) {
  return { sign_hash: "sha256", common_name: dnsNames[0], dns_names: [...dnsNames], csr: csrs[csr] ?? "" };
}

function receivedFrom({ certificateId: certificate, body }: SeenRequest): Received {
  const { csr, validity_days: days } = { ...body, ...(body?.certificate as object | undefined) } as {
    readonly csr?: string;
    readonly validity_days?: number;
  };
  const bytes = (text: string) => text.replace(/-----[^-]+-----|\s/g, "");
  const number = csr === undefined ? -1 : csrs.findIndex((known) => bytes(known) === bytes(csr));
  return { certificate, csr: number === -1 ? undefined : number, days };
}
