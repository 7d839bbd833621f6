import { setTimeout as sleep } from "node:timers/promises";
import { CertOrderError, type Dialect } from "../../contract/index.ts";
import type { Content } from "../../inspector/index.ts";
import { describeDamage, isOpen, type Journal, latestAttempt } from "../../journal/index.ts";
import { withEvidence } from "../attempt.ts";
import { attemptRows, damageWayOut, wayOut } from "../attempt-view.ts";
import { statusJson } from "./json.ts";

/** An open page shows what has changed after this time, later if the journal is slow. */
const leastIntervalMs = 3_000;
/** A page reads the journal for at most this part of the time. */
const shareOfTime = 10;

/** The journal as its page shows it. It can only be read. */
export function journalContent(journal: Journal, place: string, dialect: Dialect): Content {
  let tookMs = 0;
  let reading: Promise<object> | undefined;

  async function readOrders(): Promise<object> {
    const startedAt = performance.now();
    const orders: object[] = [];
    for await (const status of journal.statuses()) orders.push(statusJson(status));
    tookMs = performance.now() - startedAt;
    return { orders };
  }

  /** Several pages share one read. */
  function readTogether(): Promise<object> {
    reading ??= readOrders().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function readOrder(orderId: string): Promise<object> {
    const { attempts, damage } = await journal.history(orderId);
    const { issued, deployments } = await journal.callbacks.read(orderId);
    const latest = attempts.some(isOpen) ? undefined : latestAttempt(attempts);
    const shown = withEvidence(attempts, issued).map(async (attempt) => {
      const mayBeInFlight = await journal.mayBeInFlight(attempt);
      return {
        attemptId: attempt.attemptId,
        status: attempt.status,
        lastEvent: attempt.isImported ? "imported" : attempt.lastEvent,
        certificateId: attempt.certificateId,
        at: attempt.sentAt ?? attempt.endedAt,
        isLatest: attempt.attemptId === latest?.attemptId,
        rows: attemptRows(attempt, mayBeInFlight),
        wayOut: wayOut(attempt, mayBeInFlight, dialect),
      };
    });
    return {
      orderId,
      attempts: await Promise.all(shown),
      damage: damage.map((entry) => ({
        problem: describeDamage(entry),
        wayOut: damageWayOut(entry, orderId, dialect),
      })),
      issued: issued.map(({ certificateId, at, receiver }) => ({ certificateId, at, receiver })),
      deployments: deployments.map(({ certificateId, at, receiver, step }) => ({
        certificateId,
        at,
        receiver,
        step,
      })),
    };
  }

  return {
    kind: "journal",
    title: place,
    first: () => [],
    follow(listener) {
      const closing = new AbortController();
      const tick = async () => {
        for (;;) {
          const waitMs = Math.max(leastIntervalMs, shareOfTime * tookMs);
          await sleep(waitMs, undefined, { signal: closing.signal, ref: false });
          listener({ event: "state", key: "state", data: {} });
        }
      };
      tick().catch(() => {});
      return () => closing.abort();
    },
    async call(method, path) {
      if (method !== "GET") return { status: 405, body: '{"message":"A journal can only be read here."}' };
      const [, orderId] = /^orders\/([^/]+)$/.exec(path) ?? [];
      try {
        if (path === "orders") return answer(await readTogether());
        if (orderId !== undefined) return answer(await readOrder(decodeURIComponent(orderId)));
      } catch (error) {
        if (!CertOrderError.is(error)) throw error;
        return { status: 503, body: JSON.stringify(error.renderIn(dialect)) };
      }
      return { status: 404, body: '{"message":"There is no such path."}' };
    },
  };
}

function answer(value: object) {
  return { status: 200, body: JSON.stringify(value) };
}
