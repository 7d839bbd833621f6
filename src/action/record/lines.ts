import { isPlainId } from "../../contract/index.ts";
import type { Line } from "../../journal/index.ts";
import type { Status, Stored } from "./deployments.ts";
import { hashOf, keyOf, type RecordKeys } from "./keys.ts";

// How the lines of a history are written as deployments and their statuses, and read again.

export type Sent = Extract<Line, { event: "sent" }>;
export type Said = Exclude<Line, { event: "sent" | "damaged" }>;

const version = 2;

/** What whoever wrote an entry had found, so that nobody after has to read all of that again. */
export interface Checkpoint {
  /** Of the same order and service, everything up to this deployment was closed. */
  readonly closed: number;
  /** The newest of them that had succeeded, or 0. */
  readonly head: number;
}

/** One attempt, as its deployment tells of it. */
export interface Entry extends Checkpoint {
  readonly id: number;
  /** The key it was written under. Only what was written under ours can be verified. */
  readonly key: string;
  readonly isOurs: boolean;
  /** Its order, service, address and name are hashes. */
  readonly sent: Sent;
}

/** What is written when an attempt begins; it cannot be changed afterwards. */
export function payloadOf(keys: RecordKeys, line: Sent, checkpoint: Checkpoint): Record<string, unknown> {
  const { event: _, at: __, attempt, order, service, address, name, replaced, ...rest } = line;
  const members = JSON.parse(
    JSON.stringify({
      ...{ v: version, key: keys.id, attempt, ...rest, ...checkpoint },
      ...{ order: hashOf(order), service: hashOf(service), address: hashOf(address) },
      ...{ name: name && hashOf(name), replaced: replaced && keys.seal(replaced, attempt) },
    }),
  );
  return { ...members, mac: keys.mac(members) };
}

/** The entry in a deployment. Undefined when it is about another order; "forged" when it claims our key wrongly. */
export function readEntry(
  keys: RecordKeys,
  { order, repository }: { readonly order: string; readonly repository: string },
  { id, payload, created_at: at }: Stored,
): Entry | "forged" | undefined {
  const { mac, ...members } = parsed(payload);
  if (members.v !== version || members.order !== order) return undefined;
  const text = (name: string) => (typeof members[name] === "string" ? members[name] : "");
  const number = (name: string) => (Number.isSafeInteger(members[name]) ? (members[name] as number) : 0);
  const [key, process, attempt] = [text("key"), text("process"), text("attempt")];
  const isOurs = key === keys.id;
  if (isOurs && !keys.verifies(mac, members)) return "forged";
  return {
    ...{ id, key, isOurs, head: number("head") },
    // Copied from another repository, it speaks of that one's deployments.
    closed: process.startsWith(repository) ? number("closed") : 0,
    sent: {
      ...{ event: "sent", at, order, process, until: text("until"), what: text("what") },
      ...{ service: text("service"), address: text("address"), name: text("name") || undefined },
      attempt: isPlainId(attempt) ? attempt : `deployment-${id}`,
      replaced: isOurs ? keys.unseal(text("replaced"), attempt) : undefined,
      validityDays: number("validityDays") || undefined,
      unshown: members.unshown === true,
    },
  };
}

/** The attempt that a deployment tells of, whichever order it is at. */
export function attemptIn({ payload }: Stored): string {
  return String(parsed(payload).attempt);
}

/** GitHub gives a payload back as an object or as its JSON. */
function parsed(payload: unknown): Partial<Record<string, unknown>> {
  try {
    return { ...((typeof payload === "string" ? JSON.parse(payload) : payload) as object | null) };
  } catch {
    return {};
  }
}

/** What is said in clear, for people. */
type Word = Exclude<Said["event"], "resolved"> | "happened" | "not-happened";

/** How GitHub shows it. */
const states: Readonly<Record<Word, "success" | "failure" | "error">> = {
  ...{ done: "success", happened: "success", acknowledged: "success", rejected: "failure" },
  ...{
    doubted: "error",
    "not-sent": "error",
    "not-happened": "error",
    unknown: "error",
    "done-unread": "error",
  },
};

/** A status: a word in clear, and sealed the certificate's id. The seal covers the word and its place too. */
export function statusOf(keys: RecordKeys, id: number, line: Said) {
  const given = ("certificate" in line && line.certificate) || "";
  const certificate = isPlainId(given) ? given : "";
  const word = wordOf(line, certificate);
  return {
    state: states[word],
    description: `${word} ${keys.seal(certificate, `${id} ${line.attempt} ${word}`)}`,
  };
}

function wordOf({ event }: Said, certificate: string): Word {
  if (event === "resolved") return certificate ? "happened" : "not-happened";
  // An id that cannot be passed on is as good as lost.
  return event === "done" && !certificate ? "done-unread" : event;
}

/** What was said about an entry, oldest first. Undefined when somebody pretends to have our key. */
export function readStatuses(
  keys: RecordKeys,
  entry: Entry,
  statuses: readonly Status[],
): Said[] | undefined {
  const { attempt } = entry.sent;
  const lines: Said[] = [];
  const read = new Set<string>();
  for (const { description, created_at: at } of statuses.toSorted((a, b) => a.id - b.id)) {
    const [, word = "", sealed = ""] = /^([a-z-]+) ([\w-]{43,})$/.exec(description) ?? [];
    // GitHub adds statuses of its own. And what was said once is not said again by a copy of it.
    if (!Object.hasOwn(states, word) || read.has(description)) continue;
    read.add(description);
    const key = keyOf(sealed);
    if (key !== keys.id && key !== entry.key) continue;
    // Of what was sealed with a key that has been replaced since, like the attempt itself, the word is left.
    const certificate = key === keys.id ? keys.unseal(sealed, `${entry.id} ${attempt} ${word}`) : "";
    if (certificate === undefined) return undefined;
    lines.push(lineOf(word as Word, { attempt, at }, certificate));
  }
  return lines;
}

function lineOf(word: Word, common: { attempt: string; at: string }, certificate: string): Said {
  if (word === "acknowledged" || word === "doubted") return { ...common, event: word };
  if (word === "not-happened") return { ...common, event: "resolved", certificate: null };
  if (word === "happened" && certificate) return { ...common, event: "resolved", certificate };
  return { ...common, event: word === "happened" ? "done" : word, certificate };
}
