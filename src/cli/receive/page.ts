import { issuedEvent } from "../../contract/index.ts";
import { type Content, ExchangeLog, exchangeEvents } from "../../inspector/index.ts";
import type { EventContext, ReceivedEvent, Refusal } from "../../receiver/index.ts";
import type { PendingOrder } from "./deployer.ts";

interface ReceiverPageOptions {
  readonly name: string;
  /** Undefined: this receiver deploys nothing. */
  readonly pending: (() => readonly PendingOrder[]) | undefined;
  /** The access keys. A sender may repeat them anywhere. */
  readonly secrets: () => readonly string[];
}

/** An order, as the page shows its deployment. */
interface Deployment {
  readonly orderId: string;
  readonly certificateId: string;
  readonly state: "deployed" | "skipped" | "pending" | "failing";
  readonly at: string;
  readonly tries?: number;
  readonly failure?: string | undefined;
}

/** Orders that are shown as deployed. */
const mostKept = 10_000;

/** What a receiver received, refused and deployed since its start, for its page. It has no headers and no body that was refused. */
export class ReceiverPage {
  readonly #options: ReceiverPageOptions;
  readonly #exchanges = new ExchangeLog();
  readonly #deployed = new Map<string, Deployment>();

  constructor(options: ReceiverPageOptions) {
    this.#options = options;
  }

  get content(): Content {
    return {
      kind: "receiver",
      title: this.#options.name,
      ...exchangeEvents(this.#exchanges),
      call: async (method, path) => {
        if (method !== "GET")
          return { status: 405, body: '{"message":"A receiver can only be watched here."}' };
        if (path !== "state") return { status: 404, body: '{"message":"There is no such path."}' };
        return { status: 200, body: JSON.stringify({ deployments: this.#deployments() }) };
      },
    };
  }

  received(
    { more, ...event }: ReceivedEvent,
    what: Received,
    { source }: Pick<EventContext, "source">,
  ): void {
    this.#add({
      source,
      result: "ok",
      status: 200,
      code: what,
      message: meanings[what],
      orderId: event.order_id,
      certificateId: event.cert_id,
      event: { ...event, ...more },
    });
  }

  refused({ reason, status, field, error, source }: Refusal): void {
    const why = error instanceof Error ? ` ${error.message}` : "";
    const about = field === undefined ? "" : ` The field is ${field}.`;
    const message = `${refusals[reason]}${about}${why}`;
    this.#add({ source, result: "refused", status, code: reason, message });
  }

  /** A request that Node refused by itself. */
  malformed(status: number, source: string | undefined): void {
    const message = "It was not a request of HTTP, or its head was too large or too slow.";
    this.#add({ source, result: "refused", status, code: "malformed", message });
  }

  /** Takes an event of the deployer. */
  deployment(event: string, details: { readonly order_id?: string; readonly certificate_id?: string }): void {
    const { order_id: orderId, certificate_id: certificateId } = details;
    if (
      orderId !== undefined &&
      certificateId !== undefined &&
      (event === "deployed" || event === "skipped")
    ) {
      this.#deployed.delete(orderId);
      this.#deployed.set(orderId, { orderId, certificateId, state: event, at: new Date().toISOString() });
      const [oldest] = this.#deployed.keys();
      if (this.#deployed.size > mostKept && oldest !== undefined) this.#deployed.delete(oldest);
    }
    this.#exchanges.sayChanged();
  }

  /** Those that fail first, then what waits, then what was deployed last. */
  #deployments(): Deployment[] | undefined {
    const pending = this.#options.pending?.();
    if (!pending) return undefined;
    const open = pending.map(
      ({ order_id: orderId, certificate_id: certificateId, since: at, tries, failure }) => ({
        orderId,
        certificateId,
        state: tries === 0 ? ("pending" as const) : ("failing" as const),
        at,
        tries,
        failure,
      }),
    );
    const isOpen = new Set(open.map(({ orderId }) => orderId));
    const closed = [...this.#deployed.values()].filter(({ orderId }) => !isOpen.has(orderId)).reverse();
    return [...open.sort((one, other) => other.tries - one.tries), ...closed];
  }

  #add({ event, ...callback }: ShownCallback): void {
    try {
      this.#record(callback, event === undefined ? "" : JSON.stringify(event));
    } catch {
      // JSON that is nested very deeply can be read, but not written. It must not change the answer to the service.
      this.#record(callback, "");
    }
  }

  #record({ source = "(unknown)", ...shown }: Omit<ShownCallback, "event">, body: string): void {
    const secrets = this.#options.secrets();
    this.#exchanges.begin({
      at: new Date().toISOString(),
      kind: "callback",
      operation: "issued",
      method: "POST",
      target: source,
      sent: { headers: {}, body, secrets },
    })(shown);
  }
}

interface ShownCallback {
  readonly source: string | undefined;
  readonly result: "ok" | "refused";
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly orderId?: string | undefined;
  readonly certificateId?: string | undefined;
  readonly event?: object;
}

/** What the receiver did with a callback that got 200. */
const meanings = {
  recorded: "It is in the journal.",
  known: "It was in the journal already.",
  unknown_order: "Nothing is recorded: the journal does not know this order. Callback tests look like this.",
  other_action: `Nothing is recorded: it does not say ${issuedEvent.action_id}.`,
} as const;

export type Received = keyof typeof meanings;

/** Why a callback was refused, and what helps. */
const refusals: Readonly<Record<Refusal["reason"], string>> = {
  wrong_method: "It is not a POST.",
  missing_auth:
    "The header X-CC-Callback-Auth is missing. The sender is not the service, or a proxy removes the header.",
  unauthorized:
    "The key in X-CC-Callback-Auth is not the access key. Compare the key of the account's callback configuration with that of this receiver.",
  check_failed: "The access key could not be checked.",
  too_large: "The body is too large.",
  timeout: "The body did not arrive in time.",
  incomplete: "The connection ended before the body was complete.",
  not_json: "The body or its content type is not JSON.",
  invalid_event: "A field of the event is missing, too long or not a name.",
  journal_unavailable: "The journal could not be written. The service may send the callback again.",
  handler_failed: "The receiver failed.",
  handler_timeout: "The receiver took too long.",
};
