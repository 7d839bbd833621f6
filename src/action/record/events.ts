import { isPlainId } from "../../contract/index.ts";
import type { JournalEvent } from "../../journal/index.ts";
import type { Status, Stored } from "./deployments.ts";
import { hashName, type RecordKeys, readAuthKeyId } from "./keys.ts";

// Writes the events of an order's log as deployments and their statuses, and reads them.

/** Written as a deployment, which cannot be changed. */
export type Sent = Extract<JournalEvent, { event: "sent" }>;
export type Answered = Extract<JournalEvent, { event: "answered" }>;
/** Written as a status of its attempt's deployment. */
export type Ended = Exclude<
  JournalEvent,
  {
    event: "sent" | "answered" | "imported" | "set-aside" | "unreadable" | "issued" | "handled" | "receiving";
  }
>;

const version = 3;

/** What the writer of an entry had read, so that later readers need not read it again. */
export interface Checkpoint {
  /** Every attempt of the order up to this deployment was closed. */
  readonly closed: number;
  /** The deployment of the order's latest, or 0. */
  readonly latest: number;
}

/** A deployment of ours. Order, service, address and idempotency key in its event are hashes. */
interface RecordEntry {
  readonly id: number;
  /** The id of the auth key of its writer. Only entries with our auth key can be verified. */
  readonly authKey: string;
  readonly isOurs: boolean;
}

export interface SentEntry extends RecordEntry, Checkpoint {
  readonly event: Sent;
}

/** A request that was answered with an earlier attempt. Nothing was sent for it. */
export interface AnsweredEntry extends RecordEntry {
  readonly event: Answered;
}

export type Entry = SentEntry | AnsweredEntry;

export function isSent(entry: Entry): entry is SentEntry {
  return entry.event.event === "sent";
}

/** The payload of a deployment. `process` names the repository that it was written in. */
export function toPayload(
  keys: RecordKeys,
  event: Sent | (Answered & Pick<Sent, "order" | "process">),
  checkpoint: Checkpoint = { closed: 0, latest: 0 },
): Record<string, unknown> {
  const { event: kind, at: _, order, key, ...rest } = event;
  const members = JSON.parse(
    JSON.stringify({
      v: version,
      kind,
      authKey: keys.id,
      ...rest,
      order: hashName(order),
      key: key && hashName(key),
      ...(event.event === "sent" && {
        ...checkpoint,
        service: hashName(event.service),
        address: hashName(event.address),
        replaced: event.replaced && keys.seal(event.replaced, event.attempt),
      }),
    }),
  );
  return { ...members, mac: keys.mac(members) };
}

/** The entry in a deployment. Undefined if it is of another order; "forged" if it claims our auth key wrongly. */
export function readEntry(
  keys: RecordKeys,
  { order, repository }: { readonly order: string; readonly repository: string },
  { id, payload, created_at: at }: Stored,
): Entry | "forged" | undefined {
  const { mac, ...members } = parsed(payload);
  if (members.v !== version || members.order !== order) return undefined;
  const text = (name: string) => (typeof members[name] === "string" ? members[name] : "");
  const number = (name: string) => (Number.isSafeInteger(members[name]) ? (members[name] as number) : 0);
  const [authKey, process, attempt] = [text("authKey"), text("process"), text("attempt")];
  const isOurs = authKey === keys.id;
  if (isOurs && !keys.verifies(mac, members)) return "forged";
  const common = { at, attempt: isPlainId(attempt) ? attempt : `deployment-${id}` };
  const run = text("run") || undefined;
  if (members.kind === "answered")
    return { id, authKey, isOurs, event: { event: "answered", ...common, key: text("key"), run } };
  return {
    id,
    authKey,
    isOurs,
    latest: number("latest"),
    // A copy from another repository names deployments of that one.
    closed: process.startsWith(repository) ? number("closed") : 0,
    event: {
      event: "sent",
      ...common,
      order,
      process,
      run,
      key: text("key") || undefined,
      service: text("service"),
      address: text("address"),
      digest: text("digest"),
      deadline: text("deadline"),
      replaced: isOurs ? keys.unseal(text("replaced"), attempt) : undefined,
      validityDays: number("validityDays") || undefined,
    },
  };
}

export function readMac(payload: unknown): unknown {
  return parsed(payload).mac;
}

/** The attempt of a deployment, of any order. */
export function readAttemptId({ payload }: Stored): string {
  return String(parsed(payload).attempt);
}

/** GitHub returns a payload as an object or as its JSON. */
function parsed(payload: unknown): Partial<Record<string, unknown>> {
  try {
    return { ...((typeof payload === "string" ? JSON.parse(payload) : payload) as object | null) };
  } catch {
    return {};
  }
}

/** The readable word in a status, for people. */
type Word = Exclude<Ended["event"], "resolved"> | "happened" | "not-happened";

/** GitHub's state for each word. */
const states: Readonly<Record<Word, "success" | "failure" | "error">> = {
  done: "success",
  happened: "success",
  rejected: "failure",
  "not-sent": "error",
  "not-happened": "error",
  unknown: "error",
  "done-unread": "error",
};

/** A status: a readable word and the sealed certificate id. The seal covers the word and its place too. */
export function toStatus(keys: RecordKeys, id: number, event: Ended) {
  const given = event.certificate ?? "";
  const certificate = isPlainId(given) ? given : "";
  const word = statusWord(event, certificate);
  return {
    state: states[word],
    description: `${word} ${keys.seal(certificate, `${id} ${event.attempt} ${word}`)}`,
  };
}

function statusWord({ event }: Ended, certificate: string): Word {
  if (event === "resolved") return certificate ? "happened" : "not-happened";
  // An id that cannot be an output counts as lost.
  return event === "done" && !certificate ? "done-unread" : event;
}

/** The events in the statuses of an attempt, oldest first. Undefined if one claims our auth key wrongly. */
export function readStatuses(
  keys: RecordKeys,
  { id, authKey, event: { attempt } }: SentEntry,
  statuses: readonly Status[],
): Ended[] | undefined {
  const events: Ended[] = [];
  const read = new Set<string>();
  for (const { description, created_at: at } of statuses.toSorted((a, b) => a.id - b.id)) {
    const [, word = "", sealed = ""] = /^([a-z-]+) ([\w-]{43,})$/.exec(description) ?? [];
    // GitHub adds statuses of its own. A copy of a status says nothing.
    if (!Object.hasOwn(states, word) || read.has(description)) continue;
    read.add(description);
    const sealedWith = readAuthKeyId(sealed);
    if (sealedWith !== keys.id && sealedWith !== authKey) continue;
    // If the auth key was replaced since, only the word can be read.
    const certificate = sealedWith === keys.id ? keys.unseal(sealed, `${id} ${attempt} ${word}`) : "";
    if (certificate === undefined) return undefined;
    events.push(toEvent(word as Word, { attempt, at }, certificate));
  }
  return events;
}

function toEvent(word: Word, common: { attempt: string; at: string }, certificate: string): Ended {
  if (word === "not-happened") return { ...common, event: "resolved", certificate: null };
  if (word === "happened" && certificate) return { ...common, event: "resolved", certificate };
  return { ...common, event: word === "happened" ? "done" : word, certificate };
}
