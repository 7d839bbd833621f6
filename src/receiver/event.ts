import { type CallbackEvent, isRecord, issuedEvent, nameProblem } from "../contract/index.ts";
import { Refused } from "./refusal.ts";

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

/** Throws `Refused` if a field is missing or is not a string. */
export function readEvent(value: unknown): ReceivedEvent {
  if (!isRecord(value)) throw wrongField("(body)");
  const more = new Map(Object.entries(value));
  const known: Partial<Record<keyof CallbackEvent, string>> = {};
  for (const name of fieldNames) {
    const member = more.get(name);
    if (typeof member !== "string") throw wrongField(name);
    known[name] = member;
    more.delete(name);
  }
  return { ...(known as CallbackEvent), more: Object.fromEntries(more) };
}

/** The certificate that the callback announces, if it announces one. */
export function readIssued(event: CallbackEvent): { orderId: string; certificateId: string } | undefined {
  const { action_id, order_status } = issuedEvent;
  if (event.action_id !== action_id || event.order_status !== order_status) return undefined;
  for (const name of ["order_id", "cert_id"] as const)
    if (nameProblem(event[name]) !== undefined) throw wrongField(name);
  return { orderId: event.order_id, certificateId: event.cert_id };
}

function wrongField(field: string): Refused {
  return new Refused("invalid_event", { field });
}
