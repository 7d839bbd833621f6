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
  /** Fields of the body that the specification does not have, and those of its fields that are not text. */
  readonly more: Readonly<Record<string, unknown>>;
}

/** The certificate that a callback announces. */
export interface Issued {
  readonly orderId: string;
  readonly certificateId: string;
}

/** The longest action, order or certificate that is accepted. They are stored and logged. */
const longestName = 256;

/** Requires only what is used: callbacks of other kinds may have any form. Throws `Refused`. */
export function readEvent(value: unknown): { readonly event: ReceivedEvent; readonly issued?: Issued } {
  if (!isRecord(value)) throw wrongField("(body)");
  const more = new Map(Object.entries(value));
  const known: Partial<Record<keyof CallbackEvent, string>> = {};
  for (const name of fieldNames) {
    const member = more.get(name);
    if (typeof member !== "string") continue;
    known[name] = member;
    more.delete(name);
  }
  const event = { ...known, action_id: usedName(known, "action_id"), more: Object.fromEntries(more) };
  if (!isIssued(event)) return { event };
  const issued = { orderId: usedName(event, "order_id"), certificateId: usedName(event, "cert_id") };
  return { event, issued };
}

/** A callback without a status is believed: the action alone says it. */
function isIssued({ action_id, order_status = issuedEvent.order_status }: CallbackEvent): boolean {
  return action_id === issuedEvent.action_id && order_status === issuedEvent.order_status;
}

function usedName(event: Partial<CallbackEvent>, field: "action_id" | "order_id" | "cert_id"): string {
  const name = event[field];
  if (name === undefined || name.length > longestName || nameProblem(name) !== undefined)
    throw wrongField(field);
  return name;
}

function wrongField(field: string): Refused {
  return new Refused("invalid_event", { field });
}
