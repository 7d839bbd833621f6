import type { CallbackEvent } from "../contract/index.ts";
import { isRecord, issuedEvent, nameProblem } from "../contract/index.ts";

const fieldNames = [
  "action_type",
  "action_id",
  "order_id",
  "order_status",
  "cert_id",
  "message",
] as const satisfies readonly (keyof CallbackEvent)[];

/** A callback as it was received. */
export interface ReceivedEvent extends CallbackEvent {
  /** Fields of the body that the specification does not have. */
  readonly more: Readonly<Record<string, unknown>>;
}

type ReadEvent =
  | { readonly event: ReceivedEvent; readonly wrongField?: never }
  | { readonly wrongField: string };

/** Reads the event from a parsed body. */
export function readEvent(value: unknown): ReadEvent {
  if (!isRecord(value)) return { wrongField: "(body)" };
  const known: Partial<Record<keyof CallbackEvent, string>> = {};
  for (const name of fieldNames) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (typeof member !== "string") return { wrongField: name };
    known[name] = member;
  }
  const isKnown = (name: string) => fieldNames.some((known) => known === name);
  const more = Object.fromEntries(Object.entries(value).filter(([name]) => !isKnown(name)));
  return { event: { ...(known as CallbackEvent), more } };
}

/** The certificate that the callback announces, if it announces one. */
export function readIssued(
  event: CallbackEvent,
): { readonly orderId: string; readonly certificateId: string; readonly wrongField?: string } | undefined {
  const { action_id, order_status } = issuedEvent;
  if (event.action_id !== action_id || event.order_status !== order_status) return undefined;
  const { order_id: orderId, cert_id: certificateId } = event;
  const wrongField =
    nameProblem(orderId) !== undefined
      ? "order_id"
      : nameProblem(certificateId) !== undefined
        ? "cert_id"
        : undefined;
  return { orderId, certificateId, ...(wrongField && { wrongField }) };
}
