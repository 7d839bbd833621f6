import { isOpen, type Journal } from "../../../src/journal/index.ts";
import { type Call, maxTries } from "./calls.ts";
import { expectedAfter, nameOf, rateLimit } from "./faults.ts";
import type { Effect, SeenRequest, Told } from "./service.ts";

export interface MatchedCall {
  readonly call: Call;
  readonly seen: readonly SeenRequest[];
  readonly effects: readonly Effect[];
}

/** Finds the service's side of each call. What belongs to no call comes as `rest`. */
export function match(
  calls: readonly Call[],
  told: Told,
): { matched: MatchedCall[]; rest: (SeenRequest | Effect)[] } {
  const seen = Map.groupBy(told.seen, ({ name }) => name);
  const effects = Map.groupBy(told.effects, ({ name }) => name);
  // A request that was not read has no name. Its client only knows that it was lost.
  const unread = seen.get(undefined) ?? [];
  const matched = calls.map((call) => {
    const { name, ending } = call;
    const lost = ending.outcome === "unknown" && !seen.has(name) ? unread.splice(0, 1) : [];
    const own = { call, seen: seen.get(name) ?? lost, effects: effects.get(name) ?? [] };
    seen.delete(name);
    effects.delete(name);
    return own;
  });
  return { matched, rest: [...seen.values(), ...effects.values()].flat() };
}

/** What struck a call, in this order. A connection that was refused is one attempt more than the service saw. */
export function faultsMet({ call, seen }: MatchedCall): string[] {
  const refused = Array<string>(call.ending.tries - seen.length).fill("refuse");
  return [...refused, ...seen.flatMap((one) => nameOf(one) ?? [])];
}

export function disagreement({ call, seen, effects }: MatchedCall): string | undefined {
  const { outcome, code, certificateId, tries } = call.ending;
  const last = seen.at(-1);
  const struckBy = last && nameOf(last);
  const isGivenUp = struckBy === rateLimit && tries === maxTries;
  const expected = isGivenUp
    ? "rejected http_429"
    : last
      ? expectedAfter(call.operation, struckBy)
      : "not-sent connect_failed";
  const said = [outcome, code].filter(Boolean).join(" ");
  if (said !== expected) return `is ${said}, not ${expected}`;

  const happens = {
    done: 1,
    "done-unread": 1,
    rejected: 0,
    "not-sent": 0,
    unknown: last?.carriedOut ? 1 : 0,
  };
  if (effects.length !== happens[outcome])
    return `is ${said} and happened ${effects.length} times, not ${happens[outcome]}`;
  if (outcome === "done" && effects[0]?.certificateId !== certificateId)
    return `was told ${certificateId}, not ${effects[0]?.certificateId}`;
  return undefined;
}

/** Compares a journaled reissue with its attempt, and resolves the attempt if it is open. "Not happened" is said on the next day. */
export async function resolveIfOpen(
  journal: Journal,
  tomorrow: Journal,
  { call, effects }: MatchedCall,
): Promise<string | undefined> {
  const { outcome, certificateId } = call.ending;
  const attempts = await journal.attempts(call.name);
  const open = attempts.filter(isOpen);
  const expected = outcome === "unknown" || outcome === "done-unread" ? outcome : "";
  const recorded = open.map(({ lastEvent }) => lastEvent).join(" ");
  if (recorded !== expected) return `is ${outcome}, and ${recorded || "nothing"} is open in the journal`;
  const latest = attempts.findLast(({ status }) => status === "succeeded");
  if (outcome === "done" && latest?.certificateId !== certificateId)
    return `made ${certificateId}, and the journal has ${latest?.certificateId}`;
  for (const { attemptId } of open) {
    const made = effects[0]?.certificateId;
    if (made === undefined) await tomorrow.resolve({ orderId: call.name, attemptId, certificateId: null });
    else await journal.resolve({ orderId: call.name, attemptId, certificateId: made });
  }
  return undefined;
}
