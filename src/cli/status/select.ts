import type { OrderStatus } from "../../journal/index.ts";

/** Which orders a person asks for. An order has to match all filters. */
export interface StatusFilter {
  readonly blocked?: boolean | undefined;
  /** The latest certificate expires within this time, or has expired. */
  readonly expiringMs?: number | undefined;
  readonly olderThanMs?: number | undefined;
}

const most = Number.POSITIVE_INFINITY;
const least = Number.NEGATIVE_INFINITY;

/** What is not known matches: a certificate whose expiry is not recorded may expire tomorrow. */
export function matches(
  { state, ageMs = most, leftMs = least }: OrderStatus,
  { blocked = false, expiringMs, olderThanMs }: StatusFilter,
): boolean {
  return (
    !(blocked && state === "ok") &&
    (expiringMs === undefined || leftMs <= expiringMs) &&
    (olderThanMs === undefined || ageMs > olderThanMs)
  );
}

/** Without a filter, nothing is looked for, and nothing can be found. */
export function isFiltering({ blocked, expiringMs, olderThanMs }: StatusFilter): boolean {
  return blocked === true || expiringMs !== undefined || olderThanMs !== undefined;
}

/** What is not known comes first. */
export const sortings = {
  order: byOrder,
  /** The oldest first. */
  age: ({ ageMs: one = most }: OrderStatus, { ageMs: other = most }: OrderStatus) => compare(other, one),
  /** The first to expire first. */
  expiry: ({ leftMs: one = least }: OrderStatus, { leftMs: other = least }: OrderStatus) =>
    compare(one, other),
} as const;

export type Sorting = keyof typeof sortings;

export function sorted(statuses: readonly OrderStatus[], by: Sorting): OrderStatus[] {
  return statuses.toSorted((one, other) => sortings[by](one, other) || byOrder(one, other));
}

function byOrder(one: OrderStatus, other: OrderStatus): number {
  return compare(one.orderId, other.orderId);
}

function compare<T extends string | number>(one: T, other: T): number {
  return one < other ? -1 : Number(one > other);
}
