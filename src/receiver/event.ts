import type { CallbackEvent } from "../contract/index.ts";
import { isRecord } from "../contract/index.ts";

const fieldNames = [
  "action_type",
  "action_id",
  "order_id",
  "order_status",
  "cert_id",
  "message",
] as const satisfies readonly (keyof CallbackEvent)[];

type ReadEvent =
  | { readonly event: CallbackEvent; readonly wrongField?: never }
  | { readonly wrongField: string };

/** Reads the event from a parsed body. Unknown members are left out: the service may add some. */
export function readEvent(value: unknown): ReadEvent {
  if (!isRecord(value)) return { wrongField: "(body)" };
  const event: Partial<Record<keyof CallbackEvent, string>> = {};
  for (const name of fieldNames) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (typeof member !== "string") return { wrongField: name };
    event[name] = member;
  }
  return { event: event as CallbackEvent };
}
