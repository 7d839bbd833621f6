import { type Journal, latestAttempt, type OrderIntent, requestDigest } from "../../../src/journal/index.ts";

export const address = "https://service.example.test";

/** Records an attempt as a process does that sends it. Without an outcome it stays `sent`. */
export async function recordAttempt(
  journal: Journal,
  intent: Partial<OrderIntent>,
  outcome?: "done" | "rejected" | "unknown" | "done-unread",
): Promise<string> {
  const { orderId = "o" } = intent;
  const latest = latestAttempt(await journal.attempts(orderId));
  const claim = await journal.claim(
    {
      orderId,
      service: { name: undefined, address },
      force: true,
      requestDigest: requestDigest(orderId, { sign_hash: "sha256", common_name: "example.com" }),
      ...intent,
      knownLatest: latestAttempt,
    },
    latest,
    new Date(Date.now() + 60_000),
  );
  if (claim.kind !== "send") throw new Error(`The journal says ${JSON.stringify(claim)}`);
  if (outcome) await claim.attempt.recordOutcome(outcome, outcome === "done" ? `cert-${orderId}` : undefined);
  return claim.attempt.attemptId;
}
