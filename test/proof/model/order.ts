import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CertOrderClient } from "../../../src/client/client.ts";
import { formatEvent, parseEvent } from "../../../src/journal/event-format.ts";
import type { JournalEvent } from "../../../src/journal/events.ts";
import { Journal } from "../../../src/journal/index.ts";
import { type Sandbox, type SeenRequest, seedAccounts, startSandbox } from "../../../src/sandbox/index.ts";
import { ageJournal } from "../../harness/aged-journal.ts";
import { names as dnsNames, environmentFor, sslOrder } from "../../harness/cli/service.ts";
import { createJournal } from "../../harness/journal/new-journal.ts";
import { killing, stepsIn } from "../../harness/killing.ts";
import { preloading } from "../../harness/program.ts";
import { type Failure, serviceFault } from "./failures.ts";
import {
  type Block,
  type Configuration,
  type OrderView,
  type Received,
  type Request,
  renewBeforeDays,
  type Setup,
} from "./types.ts";

const fixtures = join(import.meta.dirname, "..", "..", "harness", "csr", "fixtures");
/** For the same names, each with another key. */
export const csrFiles = ["p256", "p384", "p521", "ed25519", "ed448"].map((name) =>
  join(fixtures, `${name}.pem`),
);
export const csrs = csrFiles.map((file) => readFileSync(file, "utf8"));

/** A service, and one order after the other at it, each with journals of its own. */
export class Orders implements AsyncDisposable {
  readonly sandbox: Sandbox;
  /** The preload that kills watches files by this name. */
  readonly folder = mkdtempSync(join(tmpdir(), "certorder-cli-model-"));
  #count = 0;
  #journals = 1;
  #first = "";
  #seen = 0;
  #elsewhere = new Set<number>();
  /** By journal: a `done` event that was lost. */
  readonly #lost = new Map<number, Extract<JournalEvent, { event: "done" }>>();

  private constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
  }

  static async open(): Promise<Orders> {
    // The sandbox dates a reissue before it answers.
    const now = () => {
      orders.onReissue();
      return new Date();
    };
    const orders = new Orders(await startSandbox({ httpsPort: false, orders: [], now }));
    return orders;
  }

  onReissue: () => void = () => {};

  get id(): string {
    return `order-${this.#count}`;
  }

  journalFolder(journal: number): string {
    return join(this.folder, `${this.id}-${journal}`);
  }

  async next(): Promise<void> {
    this.#count++;
    this.#journals = 1;
    this.#lost.clear();
    // Commands create no journal. A Terraform apply creates the others.
    createJournal(this.journalFolder(0));
    const body = JSON.stringify(sslOrder(this.id));
    const answer = await fetch(`${this.sandbox.url}/_sandbox/orders`, { method: "POST", body });
    this.#first = ((await answer.json()) as { certificateId: string }).certificateId;
    this.#seen = this.sandbox.ledger.length;
  }

  get issued(): string[] {
    const { ledger } = this.sandbox;
    return [this.#first, ...ledger.slice(this.#seen).map(({ certificateId }) => certificateId)];
  }

  get received(): Received[] {
    return this.#requests.filter(({ seq }) => !this.#elsewhere.has(seq)).map(receivedFrom);
  }

  get #requests(): SeenRequest[] {
    return this.sandbox.requests.filter(
      ({ orderId, operation }) => orderId === this.id && operation === "reissue",
    );
  }

  urlFor({ host }: Pick<Setup, "host">): string {
    return this.sandbox.url.replace("127.0.0.1", host);
  }

  keysFor({ keys }: Pick<Setup, "keys">) {
    const { keyId, authKey } = seedAccounts[keys] ?? this.sandbox.credentials;
    return { keyId, authKey };
  }

  environment(setup: Setup): Record<string, string> {
    return {
      ...environmentFor(this.urlFor(setup), this.keysFor(setup)),
      CERTORDER_JOURNAL: this.journalFolder(setup.journal),
      // A second try takes time. Other tests see to it.
      CERTORDER_MAX_TRIES: "1",
      ...(setup.service !== undefined && { CERTORDER_SERVICE: setup.service }),
    };
  }

  /** The environment in which a process of Node dies right before a step, and whether one has. */
  killBefore(at: string, clock = 0) {
    const steps = join(mkdtempSync(join(this.folder, "steps-")), "steps");
    const env = bothPreloading(killing(steps, { at }), shiftClock(clock));
    return { env, isDead: () => existsSync(steps) && stepsIn(steps).includes(at) };
  }

  resourceArguments({ request, spelledOtherwise, renews }: Block) {
    const { sign_hash, common_name, dns_names, csr, validity_days } = requestArguments(request);
    const spelled = spelledOtherwise
      ? {
          common_name: common_name.toUpperCase(),
          dns_names: [...dns_names].reverse().map((name) => `${name}.`),
          csr: csr.replace(/-----[^-]+-----|\s/g, ""),
        }
      : { common_name, dns_names, csr };
    return {
      order_id: this.id,
      sign_hash,
      ...spelled,
      validity_days,
      ...(request.trigger !== null && { triggers: { trigger: request.trigger } }),
      ...(renews && { renew_before_days: renewBeforeDays }),
    };
  }

  providerArguments(configuration: Configuration) {
    const { service, resolve, supersede, journal } = configuration;
    this.#journals = Math.max(this.#journals, journal + 1);
    const { keyId: key_id, authKey: auth_key } = this.keysFor(configuration);
    return {
      base_url: this.urlFor(configuration),
      key_id,
      auth_key,
      max_tries: 1,
      journal: this.journalFolder(journal),
      ...(service !== undefined && { service }),
      ...(resolve !== undefined && { resolve: { [this.id]: resolve } }),
      ...(supersede !== undefined && { supersede: { [this.id]: supersede } }),
    };
  }

  async inspect(): Promise<Omit<OrderView, "states">> {
    const { issued, received } = this;
    const journals = await Promise.all(this.#folders.map((folder) => new Journal(folder).history(this.id)));
    return { issued, received, journals };
  }

  get #folders(): string[] {
    return Array.from({ length: this.#journals }, (_, journal) => this.journalFolder(journal));
  }

  /** The journal loses the last `done` event, as on a full disk. The process that could not write it is gone. */
  loseDone(journal: number): void {
    const file = this.#logFile(journal);
    if (file === undefined) return;
    const lines = readFileSync(file, "utf8").split("\n");
    const events = lines.map((line, index) => parseEvent(line, index + 1));
    const lost = events.findLastIndex(({ event }) => event === "done");
    const done = events[lost];
    if (done?.event !== "done") return;
    const begun = events.findIndex((event) => event.event === "sent" && event.attempt === done.attempt);
    const sent = events[begun];
    if (sent?.event !== "sent") return;
    lines[begun] = formatEvent({ ...sent, process: `${hostname()}/999999999/1` });
    lines.splice(lost, 1);
    writeFileSync(file, lines.join("\n"));
    this.#lost.set(journal, done);
  }

  /** The lost event arrives after all, behind what was written meanwhile: its sender was on another machine. */
  writeLostDone(journal: number): void {
    const [file, done] = [this.#logFile(journal), this.#lost.get(journal)];
    if (file === undefined || done === undefined) return;
    // A killed process may have left half a line.
    const start = readFileSync(file, "utf8").endsWith("\n") ? "" : "\n";
    appendFileSync(file, `${start}${formatEvent(done)}\n`);
    this.#lost.delete(journal);
  }

  #logFile(journal: number): string | undefined {
    const folder = this.journalFolder(journal);
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const name = names.find((one) => one.endsWith(".jsonl"));
    return name === undefined ? undefined : join(folder, name);
  }

  age(ms: number): void {
    for (const folder of this.#folders) if (existsSync(folder)) ageJournal(folder, ms);
    for (const [journal, done] of this.#lost)
      this.#lost.set(journal, { ...done, at: new Date(Date.parse(done.at) - ms).toISOString() });
  }

  async reissueElsewhere(): Promise<void> {
    const before = this.#requests.length;
    const { url: baseUrl, credentials } = this.sandbox;
    const portal = new CertOrderClient({ baseUrl, ...credentials, env: {}, journal: "none" });
    const request = requestArguments({ csr: 0, days: 90, trigger: null });
    await portal.sendReissue({ order_id: this.id, ...request });
    for (const { seq } of this.#requests.slice(before)) this.#elsewhere.add(seq);
  }

  /** Does something while the service misbehaves once. */
  async during<T>(failure: Failure | undefined, work: () => Promise<T>): Promise<T> {
    const fault = serviceFault(failure);
    if (fault) this.sandbox.addFault(fault);
    try {
      return await work();
    } finally {
      this.sandbox.clearFaults();
    }
  }

  /** Waits until the service has dealt with all that a killed process sent. */
  async quiet(): Promise<void> {
    await fetch(`${this.sandbox.url}/_sandbox/state`);
    await sleep(10);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sandbox.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function shiftClock(clock: number): Record<string, string> {
  if (clock === 0) return {};
  const file = join(import.meta.dirname, "shifted-clock.ts");
  return { ...preloading(file), CLOCK_AHEAD_MINUTES: String(clock) };
}

function bothPreloading(one: Record<string, string>, other: Record<string, string>): Record<string, string> {
  const options = ["NODE_OPTIONS", "BUN_OPTIONS"].map((name) => [
    name,
    [one[name], other[name]].filter(Boolean).join(" "),
  ]);
  return { ...one, ...other, ...Object.fromEntries(options) };
}

export function requestArguments({ csr, days }: Request) {
  return {
    sign_hash: "sha256",
    common_name: dnsNames[0],
    dns_names: [...dnsNames],
    csr: csrs[csr] ?? "",
    validity_days: days,
  };
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
