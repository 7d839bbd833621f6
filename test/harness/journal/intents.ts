import { dayMs, type Outcome } from "../../../src/contract/index.ts";
import {
  BlockedError,
  type Claim,
  type Decision,
  type Journal,
  knowing,
  knowingNothing,
  type OrderIntent,
} from "../../../src/journal/index.ts";

export const address = "https://service.example";
export const service = { name: undefined, address };

/** An intent. Without `knownLatest`, the caller knows what is the latest when it begins. */
export type TestIntent = Omit<OrderIntent, "knownLatest"> & Partial<Pick<OrderIntent, "knownLatest">>;

/** A resource is created: it knows nothing, and does not force. */
export function resourceIntent(more: Partial<TestIntent> = {}): TestIntent {
  return {
    orderId: "order-1",
    service,
    requestDigest: "A",
    force: false,
    knownLatest: knowingNothing,
    ...more,
  };
}

/** A timer renews the latest certificate once it is older than this. */
export function renewalIntent(days: number, more: Partial<TestIntent> = {}): TestIntent {
  return commandIntent({ maxAgeMs: days * dayMs, ...more });
}

/** A person types a command: they know the latest, and want one more. */
export function commandIntent(more: Partial<TestIntent> = {}): TestIntent {
  return { orderId: "order-1", service, requestDigest: "A", force: true, ...more };
}

export function newDeadline(): Date {
  return new Date(Date.now() + 60_000);
}

/** What the client does before it connects. `claim` is what it does once the connection stands. */
export async function startClaim(journal: Journal, testIntent: TestIntent) {
  const snapshot = await journal.snapshot(testIntent.orderId, testIntent.service, testIntent);
  const intent: OrderIntent = { knownLatest: knowing(snapshot.latest ?? {}), ...testIntent };
  const decision = await journal.decide(intent, snapshot);
  const previous = decision.kind === "send" ? decision.previous : undefined;
  return { intent, decision, claim: (deadline = newDeadline()) => journal.claim(intent, previous, deadline) };
}

/** Decides, then claims if the decision is `send`. */
export async function claim(journal: Journal, testIntent: TestIntent, deadline?: Date): Promise<Claim> {
  const begun = await startClaim(journal, testIntent);
  return begun.decision.kind === "send" ? begun.claim(deadline) : begun.decision;
}

/** What the journal says to an intent now. */
export async function preview(journal: Journal, testIntent: TestIntent): Promise<Decision> {
  return (await startClaim(journal, testIntent)).decision;
}

/** Reissues, from the beginning to an outcome. Returns the attempt's id; throws if nothing may be sent. */
export async function reissue(
  journal: Journal,
  testIntent: TestIntent,
  outcome: Outcome = "done",
  certificateId = outcome === "done" ? "cert-1" : undefined,
): Promise<string> {
  const claimed = await claim(journal, testIntent);
  if (claimed.kind === "blocked") throw new BlockedError(claimed.blocked);
  if (claimed.kind === "already-done") throw new Error(`already done: ${claimed.certificateId}`);
  await claimed.attempt.recordOutcome(outcome, certificateId);
  return claimed.attempt.attemptId;
}

/** Whether an intent may be sent. It leaves only a void attempt. */
export async function isSent(journal: Journal, testIntent: TestIntent): Promise<boolean> {
  return reissue(journal, testIntent, "not-sent").then(
    () => true,
    () => false,
  );
}
