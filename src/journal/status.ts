import type { Attempt } from "./attempt.ts";
import type { Deployment, OrderCallbacks } from "./callback-log.ts";
import { describeDamage, isOfNewerVersion } from "./damage.ts";
import { decideDeployment } from "./deployment.ts";
import { findEvidence } from "./evidence.ts";
import type { OrderHistory } from "./history.ts";
import { findExpiry } from "./in-flight.ts";
import { ageStart, certificateAge, isOpen, latestAttempt } from "./rules.ts";
import { attemptElsewhere } from "./service-ref.ts";

/** An order that is not `ok` is blocked, or a person has to look it up. */
export type OrderState = "ok" | "damaged" | "other-service" | "open" | "unclear";

/** What a journal alone shows about an order at one moment. */
export interface OrderStatus {
  readonly orderId: string;
  readonly state: OrderState;
  /** All reasons why it is not `ok`. Empty if it is. */
  readonly why: string;
  /** The latest certificate. An open attempt may have made a later one. */
  readonly latest: LatestCertificate | undefined;
  /** How old the latest certificate is. Undefined: its time is not known, or in the future. */
  readonly ageMs: number | undefined;
  /** Undefined if it is not known how long the latest certificate is valid. Below 0: it has expired. */
  readonly leftMs: number | undefined;
  readonly openAttempts: readonly OpenAttempt[];
  readonly receivers: readonly ReceiverStatus[];
  readonly lastEvent: { readonly event: string; readonly at: string } | undefined;
}

interface LatestCertificate {
  readonly attemptId: string;
  /** Undefined: it is encrypted with another key. */
  readonly certificateId: string | undefined;
  /** When its age begins. */
  readonly since: string | undefined;
  readonly expiresAt: string | undefined;
}

interface OpenAttempt {
  readonly attemptId: string;
  readonly lastEvent: Attempt["lastEvent"];
  readonly sentAt: string | undefined;
  /** The certificates that callbacks name and that it may have made. */
  readonly callbacks: readonly string[];
}

/** What the program of a receiver did with the order's certificates. */
interface ReceiverStatus {
  readonly receiver: string;
  /** `skipped`: it leaves the newest to others. `behind`: it has not deployed the newest. `ahead`: the journal has lost what it deployed. */
  readonly status: "newest" | "skipped" | "behind" | "ahead";
  /** What its program did last. */
  readonly certificateId: string;
  readonly step: Deployment["step"];
  readonly at: string;
}

export function orderStatus(
  { orderId, attempts, damage }: OrderHistory & { readonly orderId: string },
  callbacks: OrderCallbacks,
  now: Date,
): OrderStatus {
  const latest = latestAttempt(attempts);
  const expiry = latest && findExpiry(latest);
  const ageMs = latest && certificateAge(latest, now);
  const openAttempts = attempts.filter(isOpen).map((attempt) => ({
    attemptId: attempt.attemptId,
    lastEvent: attempt.lastEvent,
    sentAt: attempt.sentAt,
    callbacks: findEvidence(attempt, attempts, callbacks.issued).map(({ certificateId }) => certificateId),
  }));
  const receivers = listReceivers(attempts, callbacks);
  const unclear = openAttempts.length > 0 ? [] : findUnclear(attempts, latest, callbacks, receivers);
  // In the order in which a decision looks at them.
  const reasons: readonly (readonly [OrderState, string])[] = [
    ...[damage.find(isOfNewerVersion) ?? damage[0]].flatMap((entry) =>
      entry ? [["damaged", describeDamage(entry)] as const] : [],
    ),
    ...findElsewhere(attempts).map((why) => ["other-service", why] as const),
    ...openAttempts.map((attempt) => ["open", describeOpen(attempt)] as const),
    ...unclear.map((why) => ["unclear", why] as const),
  ];
  return {
    orderId,
    state: reasons[0]?.[0] ?? "ok",
    why: reasons.map(([, why]) => why).join("; "),
    latest: latest && {
      attemptId: latest.attemptId,
      certificateId: latest.certificateId,
      since: ageStart(latest),
      expiresAt: expiry?.toISOString(),
    },
    // A time in the future comes from a wrong clock.
    ageMs: ageMs !== undefined && ageMs >= 0 ? ageMs : undefined,
    leftMs: expiry && expiry.getTime() - now.getTime(),
    openAttempts,
    receivers,
    lastEvent: findLastEvent(attempts, callbacks),
  };
}

function describeOpen({ attemptId, lastEvent, callbacks }: OpenAttempt): string {
  const issued = callbacks.map((id) => `, callback: certificate ${id}`).join("");
  return `attempt ${attemptId}: ${lastEvent}${issued}`;
}

/** The last attempt that counts tells the service. Whichever service the next call uses, the order is blocked. */
function findElsewhere(attempts: readonly Attempt[]): string[] {
  const last = attempts.findLast(({ status, service }) => status !== "void" && service !== undefined);
  const { service = "", address = service } = last ?? {};
  const name = service === address ? undefined : service;
  const elsewhere = attemptElsewhere(attempts, { name, address });
  return elsewhere
    ? [`attempt ${elsewhere.attemptId} went to ${elsewhere.service}, and a later one to ${service}`]
    : [];
}

/** Why the latest certificate of an order without an open attempt is not known for certain. */
function findUnclear(
  attempts: readonly Attempt[],
  latest: Attempt | undefined,
  { issued, deployments }: OrderCallbacks,
  receivers: readonly ReceiverStatus[],
): string[] {
  if (attempts.length === 0 && issued.length + deployments.length > 0)
    return ["receivers wrote about the order, and the journal has no reissue of it"];
  const isKnown = (id: string) => attempts.some((one) => one.certificateId === id || one.previous === id);
  // What was announced before the latest reissue or import is older, or the person knew it.
  const since = latest?.endedAt ?? latest?.sentAt ?? "";
  const unknown = issued.findLast(({ certificateId, at }) => at > since && !isKnown(certificateId));
  return [
    ...(latest && latest.certificateId === undefined ? ["the latest certificate id is encrypted"] : []),
    ...(unknown
      ? [`the service called back: certificate ${unknown.certificateId}, which no attempt made`]
      : []),
    ...receivers
      .filter(({ status }) => status === "ahead")
      .map(
        ({ receiver, certificateId }) => `${receiver} has deployed certificate ${certificateId}, a later one`,
      ),
  ];
}

function listReceivers(attempts: readonly Attempt[], callbacks: OrderCallbacks): ReceiverStatus[] {
  const last = new Map(callbacks.deployments.map((deployment) => [deployment.receiver, deployment]));
  return [...last.values()].map(({ receiver, certificateId, step, at }) => {
    const { kind } = decideDeployment(attempts, callbacks, receiver);
    const isSkipped = step === "skipped" && kind === "up-to-date";
    return { receiver, status: isSkipped ? "skipped" : statuses[kind], certificateId, step, at };
  });
}

/** Something was deployed, so a history without an issued certificate has lost one. */
const statuses = {
  "up-to-date": "newest",
  behind: "behind",
  ahead: "ahead",
  "nothing-issued": "ahead",
} as const;

function findLastEvent(
  attempts: readonly Attempt[],
  { issued, deployments }: OrderCallbacks,
): OrderStatus["lastEvent"] {
  const events = [
    ...attempts.map(({ lastEvent, isImported, endedAt, sentAt }) => ({
      event: isImported ? "imported" : lastEvent,
      at: endedAt ?? sentAt ?? "",
    })),
    ...issued.map(({ at }) => ({ event: "issued", at })),
    ...deployments.map(({ step, at }) => ({ event: step, at })),
  ];
  const [first, ...rest] = events;
  return (
    first &&
    rest.reduce<(typeof events)[number]>((last, event) => (event.at >= last.at ? event : last), first)
  );
}
