import { isPlainId, isRecord, type Outcome, parseJson } from "../../contract/index.ts";
import { isImportedId, type JournalEvent } from "../../journal/index.ts";
import type { Deployment, DeploymentStatus } from "./api.ts";
import { type EntryCipher, hashName, isHash, readKeyId } from "./cipher.ts";

// Converts the events of an order's log to deployments and their statuses, and back.

/** Written as a deployment, which cannot be changed. */
export type SentLogEvent = Extract<JournalEvent, { event: "sent" }>;
type AnsweredLogEvent = Extract<JournalEvent, { event: "key-answered" }>;
type ImportedLogEvent = Extract<JournalEvent, { event: "imported" }>;
export type EntryLogEvent = SentLogEvent | AnsweredLogEvent | ImportedLogEvent;
/** Written as a status of its attempt's deployment. */
export type OutcomeLogEvent = Extract<JournalEvent, { event: Outcome | "resolved" }>;

export function isOutcomeEvent(event: JournalEvent): event is OutcomeLogEvent {
  return event.event === "resolved" || Object.hasOwn(states, event.event);
}

/** How entries are written. */
export const payloadVersion = 4;

/** A deployment of ours. Order, service, address and idempotency key in its event are hashes. */
export interface HistoryEntry<E extends EntryLogEvent = EntryLogEvent> {
  readonly id: number;
  readonly nodeId: string;
  /** The id of the auth key of its writer. Only entries with our auth key can be verified. */
  readonly authKey: string;
  readonly isOurs: boolean;
  /** No two entries of writers have the same mark: the newer one is a copy. An answer that is there twice does no harm. */
  readonly mark: string | undefined;
  readonly event: E;
}

export type SentEntry = HistoryEntry<SentLogEvent>;

export function isSentEntry(entry: HistoryEntry): entry is SentEntry {
  return entry.event.event === "sent";
}

/** The payload of a deployment. */
export function toPayload(
  cipher: EntryCipher,
  event: EntryLogEvent,
  orderId: string,
): Readonly<Record<string, unknown>> {
  const { event: kind, at: _, ...details } = event;
  const members = JSON.parse(
    JSON.stringify({
      v: payloadVersion,
      kind,
      authKey: cipher.id,
      ...details,
      order: hashName(orderId),
      // Everyone who can read the repository can read an entry.
      values: undefined,
      key: "key" in event && event.key !== undefined ? hashName(event.key) : undefined,
      ...(event.event !== "key-answered" && {
        service: hashName(event.service),
        address: hashName(event.address),
        previous: event.previous && cipher.encrypt(event.previous, event.attempt),
      }),
      ...(event.event === "imported" && {
        certificate: cipher.encrypt(event.certificate, event.attempt),
      }),
    }),
  );
  return { ...members, mac: cipher.mac(members) };
}

/**
 * The entry in a deployment. Undefined if it is of another order; "forged" if it claims our auth key wrongly; "newer" if only a
 * newer version can read it.
 */
export function readEntry(
  cipher: EntryCipher,
  order: string,
  { id, node_id: nodeId, payload, created_at: at }: Deployment,
): HistoryEntry | "forged" | "newer" | undefined {
  const { mac, ...members } = parsePayload(payload);
  if (members.order !== order) return undefined;
  if (members.v !== payloadVersion) return Number(members.v) > payloadVersion ? "newer" : undefined;
  const text = (name: string) => (typeof members[name] === "string" ? members[name] : "");
  const [authKey, attempt] = [text("authKey"), text("attempt")];
  const isOurs = authKey === cipher.id;
  if (isOurs && !cipher.verifies(mac, members)) return "forged";
  const [isImport, isAnswer] = [members.kind === "imported", members.kind === "key-answered"];
  // An import takes the place of an earlier one with its id. It must not take that of a reissue.
  const isRightId = isPlainId(attempt) && (isAnswer || isImportedId(attempt) === isImport);
  const common = { at, attempt: isRightId ? attempt : `${isImport ? "import-" : ""}deployment-${id}` };
  const entry = { id, nodeId, authKey, isOurs };
  if (isAnswer)
    return { ...entry, mark: undefined, event: { event: "key-answered", ...common, key: text("key") } };
  const recorded = {
    ...common,
    order,
    service: text("service"),
    address: text("address"),
    digest: text("digest"),
    previous: isOurs ? cipher.decrypt(text("previous"), attempt) : undefined,
    validityDays: Number.isSafeInteger(members.validityDays) ? (members.validityDays as number) : undefined,
  };
  if (isImport)
    return {
      ...entry,
      mark: String(mac),
      event: {
        event: "imported",
        ...recorded,
        // Only the writer's auth key shows the certificate, and proves its time of issue.
        certificate: (isOurs && cipher.decrypt(text("certificate"), attempt)) || "",
        issuedAt: (isOurs && text("issuedAt")) || undefined,
        keepsDate: (isOurs && members.keepsDate === true) || undefined,
        seen: text("seen"),
      },
    };
  return {
    ...entry,
    mark: recorded.attempt,
    event: {
      event: "sent",
      ...recorded,
      key: text("key") || undefined,
      process: text("process"),
      deadline: text("deadline"),
    },
  };
}

export function readMac(payload: unknown): unknown {
  return parsePayload(payload).mac;
}

/** The hash of the order of a deployment. */
export function readOrder({ payload }: Deployment): string | undefined {
  const { v, order } = parsePayload(payload);
  return v === payloadVersion && typeof order === "string" && isHash(order) ? order : undefined;
}

/** The attempt of a deployment, of any order. */
export function readAttemptId({ payload }: Deployment): unknown {
  return parsePayload(payload).attempt;
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

/**
 * A status: a readable word and the encrypted certificate id, which is bound to that word and its deployment. A statement that
 * corrects `earlier` ones is numbered: two statuses may have the same second.
 */
export function toStatus(
  cipher: EntryCipher,
  id: number,
  event: OutcomeLogEvent,
  earlier: readonly OutcomeLogEvent[] = [],
) {
  const certificate = isPlainId(event.certificate ?? "") ? (event.certificate ?? "") : "";
  const word = statusWord(event, certificate);
  const number = earlier.filter((other) => other.event === "resolved").length;
  const label = event.event === "resolved" && number > 0 ? `${word}-${number + 1}` : word;
  return {
    state: states[word],
    description: `${label} ${cipher.encrypt(certificate, `${id} ${event.attempt} ${label}`)}`,
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
  for (const { description, at, label, word, encrypted } of statuses.map(parseStatus).sort(byAge)) {
    // GitHub adds statuses of its own. A copy of a status says nothing.
    if (!Object.hasOwn(states, word) || read.has(description)) continue;
    read.add(description);
    const keyId = readKeyId(encrypted);
    if (keyId !== cipher.id && keyId !== authKey) continue;
    // If the auth key was replaced since, only the word can be read.
    const certificate = keyId === cipher.id ? cipher.decrypt(encrypted, `${id} ${attempt} ${label}`) : "";
    if (certificate === undefined) return undefined;
    events.push(toOutcomeEvent(word as StatusWord, { attempt, at }, certificate));
  }
  return events;
}

function parseStatus({ description, createdAt: at }: DeploymentStatus) {
  const match = /^(([a-z-]+?)(?:-(\d{1,2}))?) ([\w-]{43,})$/.exec(description);
  const [, label = "", word = "", number = "1", encrypted = ""] = match ?? [];
  return { description, at, label, word, number: Number(number), encrypted };
}

/** Every reader finds the same order, in whatever order GitHub shows them. Only statements depend on it. */
function byAge(a: ReturnType<typeof parseStatus>, b: ReturnType<typeof parseStatus>): number {
  return (
    Date.parse(a.at) - Date.parse(b.at) || a.number - b.number || (a.description < b.description ? -1 : 1)
  );
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
