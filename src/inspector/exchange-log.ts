import type {
  Callback,
  Exchange,
  ExchangePart,
  ExchangeRecorder,
  ExchangeStart,
  Message,
  RawMessage,
} from "../sandbox/index.ts";
import { maskMessage, maskText } from "./mask.ts";
import type { Content, PageEvent } from "./server.ts";

const mostKept = 10_000;
/** Characters of all bodies together: a limit for callers with large bodies. */
const mostText = 32_000_000;

type Listener = (exchange: Exchange | undefined) => void;

/** The newest exchanges, without their secrets. */
export class ExchangeLog implements ExchangeRecorder {
  #count = 0;
  #text = 0;
  #kept: Exchange[] = [];
  readonly #callbacks = new WeakMap<Exchange, Callback>();
  readonly #listeners = new Set<Listener>();

  /** Oldest first. */
  get kept(): readonly Exchange[] {
    return this.#kept;
  }

  /** The listener gets each exchange when it begins and when it ends, and nothing after a change of anything else. */
  follow(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  begin({ sent, ...start }: ExchangeStart, callback?: Callback): (part: ExchangePart) => void {
    const startedAt = performance.now();
    const exchange: { -readonly [K in keyof Exchange]: Exchange[K] } = {
      seq: ++this.#count,
      ...start,
      ...maskTexts(start, sent.secrets),
      sent: mask(sent),
      result: "pending",
    };
    if (callback) this.#callbacks.set(exchange, callback);
    this.#kept.push(exchange);
    this.#text += textLength(exchange);
    this.#dropOldest();
    this.#tell(exchange);
    const { secrets } = sent;
    return ({ sent, answer, ...part }) => {
      this.#text -= textLength(exchange);
      Object.assign(exchange, part, maskTexts(part, secrets));
      Object.assign(exchange, sent && { sent: mask(sent) }, answer && { answer: mask(answer) });
      this.#text += textLength(exchange);
      if (part.result !== undefined) exchange.durationMs = Math.round(performance.now() - startedAt);
      this.#dropOldest();
      this.#tell(exchange);
    };
  }

  callback(seq: number): Callback | undefined {
    const exchange = this.#kept.find((kept) => kept.seq === seq);
    return exchange && this.#callbacks.get(exchange);
  }

  sayChanged(): void {
    this.#tell(undefined);
  }

  #tell(exchange: Exchange | undefined): void {
    for (const listener of this.#listeners) listener(exchange);
  }

  #dropOldest(): void {
    while (this.#kept.length > mostKept || (this.#text > mostText && this.#kept.length > 1)) {
      const dropped = this.#kept.shift();
      if (dropped) this.#text -= textLength(dropped);
    }
  }
}

function mask({ headers, body, secrets }: RawMessage): Message {
  return maskMessage(headers, body, secrets);
}

/** What the other side chose: it may have a key in a wrong place. */
function maskTexts(
  { target, orderId, certificateId, message }: ExchangePart,
  secrets: readonly string[],
): Partial<Pick<Exchange, "target" | "orderId" | "certificateId" | "message">> {
  const texts = Object.entries({ target, orderId, certificateId, message });
  return Object.fromEntries(
    texts.flatMap(([name, text]) => (text === undefined ? [] : [[name, maskText(text, secrets)]])),
  );
}

function textLength({ sent, answer }: Exchange): number {
  return sent.body.length + (answer?.body.length ?? 0);
}

/** What a page with a list of exchanges gets: the newest first. */
export function exchangeEvents(
  exchanges: ExchangeLog,
  findRemedy: (exchange: Exchange) => string | undefined = () => undefined,
): Pick<Content, "first" | "follow"> {
  const toEvent = (exchange: Exchange | undefined): PageEvent =>
    exchange
      ? {
          event: "exchange",
          key: String(exchange.seq),
          data: { ...exchange, remedy: findRemedy(exchange) },
        }
      : { event: "state", key: "state", data: {} };
  return {
    *first() {
      for (const exchange of exchanges.kept.toReversed()) yield toEvent(exchange);
    },
    follow: (listener) => exchanges.follow((exchange) => listener(toEvent(exchange))),
  };
}
