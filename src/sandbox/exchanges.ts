import type { Callback } from "./callback.ts";
import type { FaultKind } from "./faults.ts";

/** A request to the sandbox or a callback of the sandbox, with its answer. It has no secrets. */
export interface Exchange {
  /** 1, 2, 3… over requests and callbacks. */
  readonly seq: number;
  readonly kind: "request" | "callback";
  /** When it began (RFC 3339). */
  readonly at: string;
  /** Absent while it is under way. */
  readonly durationMs?: number | undefined;
  /** What it is for. A callback test is a request and a callback. */
  readonly operation: "reissue" | "other" | Callback["operation"];
  readonly method: string;
  /** The path of a request, the address of a callback. */
  readonly target: string;
  readonly orderId?: string | undefined;
  readonly certificateId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly sent: Message;
  /** The answer before a fault changed it or kept it back. */
  readonly answer?: Message | undefined;
  /** The HTTP status that was sent. Absent: none was. */
  readonly status?: number | undefined;
  /** The code of the answer, or why a callback failed. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly fault?: FaultKind | undefined;
  readonly result: "pending" | "ok" | "refused" | "failed";
}

/** The head and the body of a request or an answer. */
export interface Message {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The length of the body, if it was longer than what is kept. */
  readonly cutFrom?: number | undefined;
}

/** A message as it was sent, and texts that no record of it may have. */
export interface RawMessage {
  readonly headers: Readonly<Record<string, string | readonly string[] | number | undefined>>;
  readonly body: string;
  readonly secrets: readonly string[];
}

type Described = Omit<Exchange, "seq" | "result" | "durationMs" | "sent" | "answer">;

/** What is known of an exchange when it begins. */
export type ExchangeStart = Described & { readonly sent: RawMessage };

/** More of an exchange. With a result, it has ended. */
export type ExchangePart = Partial<
  ExchangeStart & { readonly answer: RawMessage | undefined; readonly result: Exchange["result"] }
>;

/** Takes what the sandbox does, for a page. Without one, the sandbox keeps no bodies. */
export interface ExchangeRecorder {
  begin(start: ExchangeStart, callback?: Callback): (part: ExchangePart) => void;
  /** The callback of an exchange, with its key, to send it again. */
  callback(seq: number): Callback | undefined;
  /** Says that faults, settings or orders changed. */
  sayChanged(): void;
}

export const noRecorder: ExchangeRecorder = {
  begin: () => () => {},
  callback: () => undefined,
  sayChanged: () => {},
};
