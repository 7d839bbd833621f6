import type { Call } from "./calls.ts";
import { expectedAfter, nameOf, rateLimit } from "./chance.ts";
import { maxTries } from "./clients.ts";
import type { Effect, SeenRequest, ServiceMessage } from "./protocol.ts";

/** A call, and the service's side of it. */
export interface MatchedCall {
  readonly call: Call;
  readonly seen: readonly SeenRequest[];
  readonly effects: readonly Effect[];
}

/** Finds the service's side of each call. What belongs to no call comes as `rest`. */
export function match(
  calls: readonly Call[],
  told: ServiceMessage,
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

/** How a call disagrees with what the service did; nothing if it does not. */
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
