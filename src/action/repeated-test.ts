import { setTimeout as sleep } from "node:timers/promises";
import { type CertOrderClient, callbackVerdict } from "../client/index.ts";
import {
  type CallbackCode,
  type CallbackVerdict,
  CertOrderError,
  InvalidInputError,
  isEndedHere,
  isFinal,
  type Values,
} from "../contract/index.ts";
import type { StopSignals } from "../interrupt.ts";

export interface TestResult {
  readonly verdict: CallbackVerdict;
  /** Undefined: the callback works. */
  readonly error: CertOrderError | undefined;
  /** What the answer of a test that passed says: it may be empty. */
  readonly message?: string | undefined;
  /** Of all tests together. */
  readonly tries: number;
  readonly endedAt: Date;
}

export interface RepeatedTest {
  readonly client: Pick<CertOrderClient, "sendCallbackTest">;
  readonly values: Values;
  /** How often a test that failed is repeated. */
  readonly retries: number;
  /** For all tests and waits together. */
  readonly timeoutMs: number;
  readonly signals: StopSignals;
  readonly onWait: (failed: CertOrderError, waitMs: number) => void;
  /** How long to wait before the first repetition. */
  readonly firstWaitMs?: number | undefined;
}

const longestWaitMs = 60_000;

/** The share of the remaining time in which a test may start: it needs time for its answer. */
const latestStartShare = 0.8;

/**
 * Tests the callback, and tests again if it fails. A test that says nothing, because it was cancelled, came too fast or had no time
 * left, does not change the verdict before it.
 */
export async function testRepeatedly(test: RepeatedTest): Promise<TestResult> {
  const { client, values, retries, signals } = test;
  const deadline = performance.now() + test.timeoutMs;
  const msLeft = () => deadline - performance.now();
  let waitMs = test.firstWaitMs ?? 5_000;
  let failed: TestResult | undefined;
  for (let repetition = 0; ; repetition++) {
    const options = { ...signals, timeoutMs: msLeft(), waitsOutRateLimits: true };
    const result = await client.sendCallbackTest(values, options).then(
      ({ verdict, message, tries }): TestResult => ({
        ...{ verdict, message, tries },
        error: undefined,
        endedAt: new Date(),
      }),
      failedTest,
    );
    const tries = (failed?.tries ?? 0) + result.tries;
    if (!result.error) return { ...result, tries };
    const isSilent = isEndedHere(result.error.failure) || isTooFast(result.error);
    failed = { ...(isSilent && failed ? failed : result), tries };
    const isLast = repetition >= retries || !mayHelp(result.error) || waitMs >= msLeft() * latestStartShare;
    if (isLast || signals.stopSignal.aborted) return failed;
    test.onWait(result.error, waitMs);
    const isCancelled = await sleep(waitMs, false, { signal: signals.stopSignal }).catch(() => true);
    if (isCancelled) return failed;
    waitMs = Math.min(longestWaitMs, waitMs * 3);
  }
}

function failedTest(error: unknown): TestResult {
  if (!CertOrderError.is(error)) throw error;
  return { verdict: callbackVerdict(error), error, tries: error.tries, endedAt: new Date() };
}

/** What the callback or its network may do once and not again. */
const passing: ReadonlySet<string> = new Set<CallbackCode>([
  "callback_send_error",
  "callback_response_not_200",
]);

/** Whether another test may end otherwise. A wrong key, address or account stays wrong. */
function mayHelp(error: CertOrderError): boolean {
  const { outcome, code, httpStatus = 0 } = error;
  if (error instanceof InvalidInputError || isTooFast(error)) return false;
  if (outcome === "rejected") return passing.has(code) || httpStatus >= 500;
  return code === "deadline_exceeded" || !isFinal(error.failure);
}

/** The client has waited for as long as the time allowed. */
function isTooFast({ code, httpStatus }: CertOrderError): boolean {
  return code === ("request_too_fast" satisfies CallbackCode) || httpStatus === 429;
}
