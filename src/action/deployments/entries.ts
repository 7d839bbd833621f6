import { isPlainId, isRecord, type Outcome, parseJson } from "../../contract/index.ts";
import type { JournalEvent } from "../../journal/index.ts";
import type { Deployment, DeploymentStatus } from "./api.ts";
import { type EntryCipher, hashName, readKeyId } from "./cipher.ts";

// Converts the events of an order's log to deployments and their statuses, and back.

/** Written as a deployment, which cannot be changed. */
export type SentLogEvent = Extract<JournalEvent, { event: "sent" }>;
export type AnsweredLogEvent = Extract<JournalEvent, { event: "key-answered" }>;
/** Written as a status of its attempt's deployment. */
export type OutcomeLogEvent = Extract<JournalEvent, { event: Outcome | "resolved" }>;

export function isOutcomeEvent(event: JournalEvent): event is OutcomeLogEvent {
  return event.event === "resolved" || Object.hasOwn(states, event.event);
}

const version = 3;

/** What the writer of an entry had read, so that later readers need not read it again. */
export interface Checkpoint {
  /** Every attempt of the order up to this deployment was closed. */
  readonly closed: number;
  /** The deployment of the order's latest, or 0. */
  readonly latest: number;
}

/** A deployment of ours. Order, service, address and idempotency key in its event are hashes. */
interface CommonEntry {
  readonly id: number;
  /** The id of the auth key of its writer. Only entries with our auth key can be verified. */
  readonly authKey: string;
  readonly isOurs: boolean;
}

export interface SentEntry extends CommonEntry, Checkpoint {
  readonly event: SentLogEvent;
}

/** A request that was answered with an earlier attempt. Nothing was sent for it. */
export interface AnsweredEntry extends CommonEntry {
  readonly event: AnsweredLogEvent;
}

export type HistoryEntry = SentEntry | AnsweredEntry;

export function isSentEntry(entry: HistoryEntry): entry is SentEntry {
  return entry.event.event === "sent";
}

/** The payload of a deployment. `process` names the repository that it was written in. */
export function toPayload(
  cipher: EntryCipher,
  event: SentLogEvent | (AnsweredLogEvent & Pick<SentLogEvent, "order" | "process">),
  checkpoint: Checkpoint = { closed: 0, latest: 0 },
): Record<string, unknown> {
  const { event: kind, at: _, order, key, ...details } = event;
  const members = JSON.parse(
    JSON.stringify({
      v: version,
      kind,
      authKey: cipher.id,
      ...details,
      order: hashName(order),
      key: key && hashName(key),
      ...(event.event === "sent" && {
        ...checkpoint,
        service: hashName(event.service),
        address: hashName(event.address),
        replaced: event.replaced && cipher.encrypt(event.replaced, event.attempt),
      }),
    }),
  );
  return { ...members, mac: cipher.mac(members) };
}

/** The entry in a deployment. Undefined if it is of another order; "forged" if it claims our auth key wrongly. */
export function readEntry(
  cipher: EntryCipher,
  { order, repository }: { readonly order: string; readonly repository: string },
  { id, payload, created_at: at }: Deployment,
): HistoryEntry | "forged" | undefined {
  const { mac, ...members } = parsePayload(payload);
  if (members.v !== version || members.order !== order) return undefined;
  const text = (name: string) => (typeof members[name] === "string" ? members[name] : "");
  const number = (name: string) => (Number.isSafeInteger(members[name]) ? (members[name] as number) : 0);
  const [authKey, process, attempt] = [text("authKey"), text("process"), text("attempt")];
  const isOurs = authKey === cipher.id;
  if (isOurs && !cipher.verifies(mac, members)) return "forged";
  const common = { at, attempt: isPlainId(attempt) ? attempt : `deployment-${id}` };
  const run = text("run") || undefined;
  if (members.kind === "key-answered")
    return { id, authKey, isOurs, event: { event: "key-answered", ...common, key: text("key"), run } };
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
      replaced: isOurs ? cipher.decrypt(text("replaced"), attempt) : undefined,
      validityDays: number("validityDays") || undefined,
    },
  };
}

export function readMac(payload: unknown): unknown {
  return parsePayload(payload).mac;
}

/** The attempt of a deployment, of any order. */
export function readAttemptId({ payload }: Deployment): string {
  return String(parsePayload(payload).attempt);
}

/** GitHub returns a payload as an object or as its JSON. */
function parsePayload(payload: unknown): Partial<Record<string, unknown>> {
  const members = typeof payload === "string" ? parseJson(payload) : payload;
  return isRecord(members) ? members : {};
}

/** People read this word on GitHub's page of a deployment. */
type StatusWord = Exclude<OutcomeLogEvent["event"], "resolved"> | "happened" | "not-happened";

const states: Readonly<Record<StatusWord, "success" | "failure" | "error">> = {
  done: "success",
  happened: "success",
  rejected: "failure",
  "not-sent": "error",
  "not-happened": "error",
  unknown: "error",
  "done-unread": "error",
};

/** A status: a readable word and the encrypted certificate id, which is bound to that word and its deployment. */
export function toStatus(cipher: EntryCipher, id: number, event: OutcomeLogEvent) {
  const certificate = isPlainId(event.certificate ?? "") ? (event.certificate ?? "") : "";
  const word = statusWord(event, certificate);
  return {
    state: states[word],
    description: `${word} ${cipher.encrypt(certificate, `${id} ${event.attempt} ${word}`)}`,
  };
}

function statusWord({ event }: OutcomeLogEvent, certificate: string): StatusWord {
  if (event === "resolved") return certificate ? "happened" : "not-happened";
  // An id that cannot be an output counts as lost.
  return event === "done" && !certificate ? "done-unread" : event;
}

/** The events in the statuses of an attempt, oldest first. Undefined if one claims our auth key wrongly. */
export function readStatuses(
  cipher: EntryCipher,
  { id, authKey, event: { attempt } }: SentEntry,
  statuses: readonly DeploymentStatus[],
): OutcomeLogEvent[] | undefined {
  const events: OutcomeLogEvent[] = [];
  const read = new Set<string>();
  for (const { description, created_at: at } of statuses.toSorted((a, b) => a.id - b.id)) {
    const [, word = "", encrypted = ""] = /^([a-z-]+) ([\w-]{43,})$/.exec(description) ?? [];
    // GitHub adds statuses of its own. A copy of a status says nothing.
    if (!Object.hasOwn(states, word) || read.has(description)) continue;
    read.add(description);
    const keyId = readKeyId(encrypted);
    if (keyId !== cipher.id && keyId !== authKey) continue;
    // If the auth key was replaced since, only the word can be read.
    const certificate = keyId === cipher.id ? cipher.decrypt(encrypted, `${id} ${attempt} ${word}`) : "";
    if (certificate === undefined) return undefined;
    events.push(toOutcomeEvent(word as StatusWord, { attempt, at }, certificate));
  }
  return events;
}

function toOutcomeEvent(
  word: StatusWord,
  common: { attempt: string; at: string },
  certificate: string,
): OutcomeLogEvent {
  if (word === "not-happened") return { ...common, event: "resolved", certificate: null };
  if (word === "happened" && certificate) return { ...common, event: "resolved", certificate };
  return { ...common, event: word === "happened" ? "done" : word, certificate };
}
