import type { Outcome } from "../../contract/index.ts";
import type { RecordKeys } from "./keys.ts";

/** How an attempt ended, as its record says: an outcome, or what a person found out. */
export type Ended = Outcome | "not-happened";

/** One attempt to reissue, as the repository remembers it. */
export interface Entry {
  readonly id: number;
  readonly attemptId: string;
  readonly askId: string;
  readonly runId: number;
  readonly createdAt: string;
}

/** What became of an attempt. Only `done` and `no-effect` let the order go. */
export type Fate =
  | { readonly state: "done"; readonly certificateId: string }
  | { readonly state: "no-effect" }
  | { readonly state: "unfinished"; readonly happened: boolean }
  | { readonly state: "forged" };

const version = 1;

/** What is written when an attempt begins; it cannot be changed afterwards. */
export function payloadOf(
  keys: RecordKeys,
  entry: {
    readonly order: string;
    readonly askId: string;
    readonly attemptId: string;
    readonly runId: number;
  },
): Record<string, unknown> {
  const { order, askId: ask, attemptId: attempt, runId: run } = entry;
  return { v: version, order, ask, attempt, run, mac: keys.mac(version, order, ask, attempt, run) };
}

/** The entry in a payload. Undefined when it is about another order; "forged" when nobody with the key wrote it. */
export function readPayload(
  keys: RecordKeys,
  order: string,
  stored: { readonly id: number; readonly payload: unknown; readonly created_at: string },
): Entry | "forged" | undefined {
  const payload = parsed(stored.payload);
  if (payload?.order !== order) return undefined;
  const { v, ask, attempt, run, mac } = payload;
  if (
    typeof ask !== "string" ||
    typeof attempt !== "string" ||
    typeof run !== "number" ||
    typeof mac !== "string"
  )
    return "forged";
  if (v !== version || !keys.verifies(mac, version, order, ask, attempt, run)) return "forged";
  return { id: stored.id, attemptId: attempt, askId: ask, runId: run, createdAt: stored.created_at };
}

/** GitHub gives a payload back as an object or as its JSON. */
function parsed(payload: unknown): Partial<Record<string, unknown>> | undefined {
  try {
    const value: unknown = typeof payload === "string" ? JSON.parse(payload) : payload;
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The description of a status: a word for people, and the same sealed. At most 140 characters. */
export function describeEnd(keys: RecordKeys, entry: Entry, ended: Ended, certificateId?: string): string {
  const said = ended === "done" ? `done ${certificateId}` : ended;
  return `${ended} ${keys.seal(said, placeOf(entry))}`;
}

/** Reads all that was ever said about an attempt, not only the latest: GitHub itself adds statuses. */
export function fateOf(keys: RecordKeys, entry: Entry, descriptions: readonly string[]): Fate {
  const said: string[] = [];
  for (const description of descriptions) {
    const [, sealed] = /^[a-z-]+ ([\w-]{38,})$/.exec(description) ?? [];
    if (sealed === undefined) continue;
    const text = keys.unseal(sealed, placeOf(entry));
    if (text === undefined) return { state: "forged" };
    said.push(text);
  }
  const done = said.find((text) => text.startsWith("done "));
  if (done !== undefined) return { state: "done", certificateId: done.slice("done ".length) };
  const harmless: readonly string[] = ["rejected", "not-sent", "not-happened"] satisfies Ended[];
  if (said.some((text) => harmless.includes(text))) return { state: "no-effect" };
  return { state: "unfinished", happened: said.includes("done-unread" satisfies Ended) };
}

function placeOf({ id, attemptId }: Entry): string {
  return `${id} ${attemptId}`;
}
