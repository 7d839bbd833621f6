import { setTimeout as sleep } from "node:timers/promises";
import { type CallbackEvent, issuedEvent } from "../contract/index.ts";
import type { Account } from "./accounts.ts";
import type { Answers } from "./answers.ts";
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

  /** For the reissues from now on. */
  set(issuing: Issuing): void {
    this.#issuing = issuing;
  }

  /** Calls back, as the account's saved configuration allows. */
  issue({ callback: config }: Account, entry: LedgerEntry): void {
    const { callback = "once", delayMs = defaultDelayMs, certificate, accessKey } = this.#issuing;
    const isEnabled = config?.enabledActions?.includes(issuedEvent.action_id) ?? true;
    if (!config || config.disabled || !isEnabled || callback === "never") return;
    const event: CallbackEvent = {
      ...issuedEvent,
      order_id: entry.orderId,
      cert_id: certificate === "previous" ? entry.previousCertificateId : entry.certificateId,
      message: "The certificate was issued.",
    };
    const auth = this.#answers.callbackAuth(
      accessKey === "wrong" ? `not-${config.accessKey}` : config.accessKey,
    );
    const send = () => this.#send({ url: new URL(config.url), auth, event }, delayMs);
    void send();
    if (callback === "twice") void send();
  }

  async #send(callback: Parameters<typeof sendCallback>[0], delayMs: number): Promise<void> {
    const { order_id, cert_id } = callback.event;
    for (const waitMs of [delayMs, ...retryWaitsMs]) {
      await sleep(waitMs, undefined, { signal: this.#sender.closing, ref: false }).catch(() => {});
      if (this.#sender.closing.aborted) return;
      const refusal = await sendCallback(callback, this.#sender);
      this.#log(
        `callback ${issuedEvent.action_id} ${order_id} ${cert_id} → ${refusal ? refusal.message : "200"}`,
      );
      if (!refusal) return;
    }
  }
}

export const readIssuing = read.object<Issuing>({
  callback: read.optional(read.choice(["once", "twice", "never"])),
  delayMs: read.optional(read.count),
  certificate: read.optional(read.choice(["new", "previous"])),
  accessKey: read.optional(read.choice(["right", "wrong"])),
});
