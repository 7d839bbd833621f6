import { hash } from "node:crypto";
import { isAttemptId, isRecord, outcomes } from "../contract/index.ts";
import type { JournalEvent, UnreadableEvent } from "./events.ts";

// How an event is written, for stores that keep text.

/** How events are written. Every earlier version from 4 on, the first that was released, has to be read. */
export const eventVersion = 4;

/** An event ends with a checksum of its text, so that damage cannot turn it into another event. */
export function formatEvent(event: JournalEvent): string {
  const text = JSON.stringify({ v: eventVersion, ...event }).slice(0, -1);
  return `${text},"sum":"${sum(text)}"}`;
}

function sum(text: string): string {
  return hash("sha256", text).slice(0, 12);
}

/** `position`: which entry of its log this is, counted from 1. `orderId`: the order of the log, if it is known. */
export function parseEvent(text: string, position: number, orderId?: string): JournalEvent {
  const event = readEvent(text);
  if (event === undefined || event === "newer-version") return unreadable(text, position, event);
  const isOwn = orderId === undefined || !("order" in event) || event.order === orderId;
  return isOwn ? event : unreadable(text, position, "other-order");
}

/** An entry that does not count, named by its position and its text. */
export function unreadable(
  text: string,
  position: number,
  problem?: UnreadableEvent["problem"],
): UnreadableEvent {
  const entry = `unreadable-${position}-${sum(text).slice(0, 6)}`;
  return { event: "unreadable", entry, position, ...(problem && { problem }) };
}

const orNone = (type: string) => (value: unknown) => value === undefined || typeof value === type;

/** The kinds of members. */
const kinds = {
  attempt: (value: unknown) => typeof value === "string" && isAttemptId(value),
  text: (value: unknown) => typeof value === "string",
  "text?": orNone("string"),
  flag: (value: unknown) => typeof value === "boolean",
  "flag?": orNone("boolean"),
  "number?": orNone("number"),
  "text|null": (value: unknown) => value === null || typeof value === "string",
  "text|null?": (value: unknown) => value === undefined || value === null || typeof value === "string",
  "texts?": (value: unknown) =>
    value === undefined || (isRecord(value) && Object.values(value).every((one) => typeof one === "string")),
  attempts: (value: unknown) =>
    Array.isArray(value) && value.every((one) => typeof one === "string" && isAttemptId(one)),
  word: (value: unknown) => value === "sent" || Object.hasOwn(outcomes, String(value)),
} as const;
type Kind = keyof typeof kinds;

const recorded = {
  attempt: "attempt",
  order: "text",
  service: "text",
  address: "text",
  digest: "text",
  key: "text?",
  previous: "text?",
  validityDays: "number?",
  values: "texts?",
} as const;
const deployment = { order: "text", attempt: "attempt", certificate: "text", receiver: "text" } as const;
const outcome = { attempt: "attempt", certificate: "text?" } as const;

/** The members of each kind of event, beside the time. */
export const eventMembers: Readonly<
  Record<Exclude<JournalEvent["event"], "unreadable">, Readonly<Record<string, Kind>>>
> = {
  sent: { ...recorded, process: "text", deadline: "text" },
  "from-state": {
    ...recorded,
    word: "word",
    certificate: "text?",
    statement: "text|null?",
    issuedAt: "text?",
    follows: "text|null",
  },
  imported: { ...recorded, certificate: "text", issuedAt: "text?", keepsDate: "flag?", seen: "text" },
  done: { attempt: "attempt", certificate: "text" },
  resolved: { attempt: "attempt", certificate: "text|null" },
  "key-answered": { attempt: "attempt", key: "text" },
  "set-aside": { entry: "text" },
  issued: { order: "text", certificate: "text", receiver: "text", attempts: "attempts" },
  deploying: deployment,
  deployed: deployment,
  skipped: deployment,
  receiving: { receiver: "text", process: "text", deploys: "flag" },
  rejected: outcome,
  "not-sent": outcome,
  unknown: outcome,
  "done-unread": outcome,
};

/** By kind of event: its members and their kinds, ready to be checked. A log may have a hundred thousand events. */
const checks = new Map(
  Object.entries(eventMembers).map(([event, own]) => [
    event,
    Object.entries<Kind>({ at: "text", ...own }).map(([name, kind]) => [name, kinds[kind]] as const),
  ]),
);

function readEvent(text: string): JournalEvent | "newer-version" | undefined {
  try {
    const { v, sum: _, ...event } = JSON.parse(text) as Partial<Record<string, unknown>>;
    const summed = text.slice(0, text.lastIndexOf(","));
    if (text !== `${summed},"sum":"${sum(summed)}"}`) return undefined;
    if (typeof v === "number" && v > eventVersion) return "newer-version";
    if (v !== eventVersion || typeof event.event !== "string") return undefined;
    // The sum is right, so this is no damage: only a newer version has further kinds.
    const needed = checks.get(event.event);
    if (!needed) return "newer-version";
    const isWhole = needed.every(([name, isRight]) => isRight(event[name]));
    return isWhole ? (event as unknown as JournalEvent) : undefined;
  } catch {
    return undefined;
  }
}
