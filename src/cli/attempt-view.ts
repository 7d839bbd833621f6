import { type Dialect, render, waysToResolve } from "../contract/index.ts";
import {
  type Damage,
  describeEvidence,
  describeSender,
  findResolvableTime,
  isOfNewerVersion,
  isOpen,
  listValues,
  onlyCallback,
} from "../journal/index.ts";
import { type AttemptWithEvidence, describeStatus, requestParts } from "./attempt.ts";

/** What is known about an attempt, as titles and values. A row without a title continues the one above it. */
export function attemptRows(
  attempt: AttemptWithEvidence,
  mayBeInFlight: boolean,
): (readonly [title: string, value: string])[] {
  const { orderId, requestDigest = "", idempotencyKey, answeredKeys, previous, validityDays } = attempt;
  const { service, address, sentAt, deadline, endedAt, issuedAt } = attempt;
  const sender = describeSender(attempt);
  const parts = requestParts(requestDigest).map(([part, digest]) => `${part} (${digest})`);
  const values = listValues(attempt);
  const rows: [title: string, value: string | undefined][] = [
    ["order", orderId],
    ["status", describeStatus(attempt)],
    ["imported", attempt.isImported ? "yes: a person named the certificate" : undefined],
    ["sent", sentAt && `${sentAt}${sender && ` by ${sender}`}`],
    ["deadline", deadline],
    ["ended", endedAt && `${endedAt}${attempt.isStated ? ", stated by a person" : ""}`],
    ["issued", issuedAt === endedAt ? undefined : issuedAt],
    ["key", idempotencyKey],
    ["answered", answeredKeys.map((key) => `key ${key}`).join(", ")],
    ...(values.length > 0
      ? values.map((value, index): [string, string] => [index === 0 ? "request" : "", value])
      : [["request", parts.join(", ")] satisfies [string, string]]),
    ["validity", validityDays === undefined ? undefined : `${validityDays} days`],
    ["previous", previous],
    ["service", service],
    ["address", address === service ? undefined : address],
    ["in flight", mayBeInFlight ? "perhaps: it is too early to resolve it as not happened" : undefined],
  ];
  return rows.flatMap(([title, value]) => (value ? [[title, value] as const] : []));
}

/** What a person can do, with lines to paste. */
export interface WaysOut {
  /** Empty: there is nothing to do. */
  readonly intro: string;
  /** Without a line: it is too early for it. */
  readonly ways: readonly { readonly when: string; readonly line?: string }[];
}

/** The ways out of an open attempt. */
export function wayOut(attempt: AttemptWithEvidence, mayBeInFlight: boolean, dialect: Dialect): WaysOut {
  if (!isOpen(attempt)) return { intro: "", ways: [] };
  const { callbacks: evidence, certificateId = onlyCallback(evidence)?.certificateId, lastEvent } = attempt;
  const ways = waysToResolve({
    ...attempt,
    certificateId,
    happened: lastEvent === "done-unread",
    isAnnounced: evidence.length > 0,
  });
  return {
    intro: `Do not repeat it.${describeEvidence(evidence)} Look the order up in the service's portal.`,
    ways: ways.flatMap(({ when, paste }) => {
      if (paste === undefined) return [];
      const isTooEarly = mayBeInFlight && paste.kind === "resolve" && paste.certificateId === null;
      const text = render(when, dialect);
      return isTooEarly
        ? [{ when: `${text}: that is accepted from ${describeResolvable(attempt)}.` }]
        : [{ when: `${text}:`, line: dialect(paste) }];
    }),
  };
}

function describeResolvable(attempt: AttemptWithEvidence): string {
  return `${findResolvableTime(attempt).toISOString()} on, once its sender has ended`;
}

/** The way out of an entry that cannot be read. */
export function damageWayOut(damage: Damage, orderId: string, dialect: Dialect): WaysOut {
  if (isOfNewerVersion(damage)) return { intro: "Update certorder on this machine.", ways: [] };
  return {
    intro: "Look the order up in the service's portal. If no reissue is under way, set the entry aside:",
    ways: [{ when: "", line: dialect({ kind: "repair", orderId }) }],
  };
}
