import { setTimeout as sleep } from "node:timers/promises";
import { type CallbackEvent, issuedEvent } from "../contract/index.ts";
import type { Account, CallbackConfig } from "./accounts.ts";
import type { Answers, ServiceRefusal } from "./answers.ts";
import type { Callback } from "./callback.ts";
import type { LedgerEntry } from "./ledger.ts";
import { type CallbackSender, sendCallback } from "./send-callback.ts";
import * as read from "./untrusted.ts";

/** How the sandbox calls back after a reissue. */
export interface Issuing {
  /** `never`: no callback is sent. Default: `once`. */
  readonly callback?: "once" | "twice" | "never" | undefined;
  /** Time from the reissue to its callback. Default: 200. */
  readonly delayMs?: number | undefined;
  /** `previous`: the callback names the certificate before. Default: `new`. */
  readonly certificate?: "new" | "previous" | undefined;
  /** `wrong`: the callback has another key. Default: `right`. */
  readonly accessKey?: "right" | "wrong" | undefined;
}

/** Waits before a callback that was not answered with 200 is sent again. */
const retryWaitsMs = [500, 1_000, 2_000];
const defaultDelayMs = 200;

/** Issues the certificates of reissues: some time later, the service calls back. */
export class Issuer {
  readonly #sender: CallbackSender;
  readonly #answers: Answers;
  readonly #log: (line: string) => void;
  #issuing: Issuing = {};

  constructor(options: { sender: CallbackSender; answers: Answers; log: (line: string) => void }) {
    this.#sender = options.sender;
    this.#answers = options.answers;
    this.#log = options.log;
  }

  get issuing(): Issuing {
    return this.#issuing;
  }

  /** For the reissues from now on. */
  set(issuing: Issuing): void {
    this.#issuing = issuing;
  }

  /** Calls back, as the account's saved configuration allows. */
  issue({ callback: config }: Account, entry: LedgerEntry): void {
    const { callback = "once", delayMs = defaultDelayMs, certificate } = this.#issuing;
    const isEnabled = config?.enabledActions?.includes(issuedEvent.action_id) ?? true;
    if (!config || config.disabled || !isEnabled || callback === "never") return;
    const event = issued(
      entry.orderId,
      certificate === "previous" ? entry.previousCertificateId : entry.certificateId,
    );
    const { url, auth } = this.#target(config);
    const send = () => this.#deliver({ url, auth, event, operation: "issued" }, delayMs);
    void send();
    if (callback === "twice") void send();
  }

  /** Calls back now, once. Settings that pause callbacks do not count. Returns a refusal if that fails. */
  trigger(
    config: CallbackConfig,
    orderId: string,
    certificateId: string,
  ): Promise<ServiceRefusal | undefined> {
    return this.#send({
      ...this.#target(config),
      event: issued(orderId, certificateId),
      operation: "trigger",
    });
  }

  /** Sends the event of a callback once more, to the address that is saved now. A test goes where it went. */
  sendAgain(callback: Callback, config: CallbackConfig | undefined): Promise<ServiceRefusal | undefined> {
    const isTest = callback.operation === "callback-test";
    return this.#send({ ...callback, ...(config && !isTest && this.#target(config)) });
  }

  #target({ url, accessKey }: CallbackConfig): Pick<Callback, "url" | "auth"> {
    const key = this.#issuing.accessKey === "wrong" ? `not-${accessKey}` : accessKey;
    return { url: new URL(url), auth: this.#answers.callbackAuth(key) };
  }

  async #deliver(callback: Callback, delayMs: number): Promise<void> {
    for (const waitMs of [delayMs, ...retryWaitsMs]) {
      await sleep(waitMs, undefined, { signal: this.#sender.closing, ref: false }).catch(() => {});
      if (this.#sender.closing.aborted) return;
      if (!(await this.#send(callback))) return;
    }
  }

  async #send(callback: Callback): Promise<ServiceRefusal | undefined> {
    const { action_id, order_id, cert_id } = callback.event;
    const refusal = await sendCallback(callback, this.#sender);
    this.#log(`callback ${action_id} ${order_id} ${cert_id} → ${refusal ? refusal.message : "200"}`);
    return refusal;
  }
}

function issued(orderId: string, certificateId: string): CallbackEvent {
  return {
    ...issuedEvent,
    order_id: orderId,
    cert_id: certificateId,
    message: "The certificate was issued.",
  };
}

export const readIssuing = read.object<Issuing>({
  callback: read.optional(read.choice(["once", "twice", "never"])),
  delayMs: read.optional(read.count),
  certificate: read.optional(read.choice(["new", "previous"])),
  accessKey: read.optional(read.choice(["right", "wrong"])),
});
