import { type Issue, settingIssue } from "./issue.ts";
import { type Mention, type Words, words } from "./words.ts";

/** What a person says of an attempt. */
export type Resolution = { readonly attemptId: string } & (
  | {
      /** Null: it did not happen. */
      readonly certificateId: string | null;
    }
  /** The order is to be reissued on top of it. */
  | { readonly anew: true }
);

export const resolveVariable = "CERTORDER_RESOLVE";
export const notHappened = "not-happened";
export const anew = "anew";

/** The service may go on working after nobody waits for its answer any more. Until then nobody knows that nothing happened. */
export const serviceMayTake = { ms: 15 * 60_000, inWords: "a quarter of an hour" } as const;

/** How a person tells the journal what became of an attempt. */
export function howToResolve(attempt: {
  readonly attemptId: string;
  readonly orderId: string;
  /** The service reported success: that it did not happen is not among the answers. */
  readonly happened: boolean;
  readonly certificateId?: string | undefined;
}): Words {
  const { attemptId, orderId, certificateId } = attempt;
  const did: Mention = { of: "resolve", attemptId, orderId, certificateId };
  // A blank before the semicolon: what is a command is copied as a word, and with it whatever touches it.
  return attempt.happened
    ? words`Then ${did}`
    : words`If it was not reissued, and still is not ${serviceMayTake.inWords} later, ${{ ...did, certificateId: null }} ; if it was, ${did}`;
}

/** What is said of the attempts at each order. An entry that was left somewhere does not hide one that is somewhere else. */
export type Resolutions = ReadonlyMap<string, readonly Resolution[]>;

/**
 * Reads `ORDER_ID = "ATTEMPT_ID:WORD"`, as in the argument `resolve`. Of the same attempt the last word counts. `source`: where
 * an entry without an order comes from.
 */
export function readResolutions(
  entries: readonly (readonly [orderId: string, text: string])[],
  source: Words = resolveVariable,
): {
  readonly resolutions: Resolutions;
  readonly issues: Issue[];
} {
  const resolutions = new Map<string, Resolution[]>();
  const issues: Issue[] = [];
  for (const [orderId, text] of entries) {
    const [, attemptId, result] = /^([^:\s]+):(\S+)$/.exec(text) ?? [];
    if (orderId && attemptId !== undefined && result !== undefined) {
      const isAnew = result === anew;
      const before = (resolutions.get(orderId) ?? []).filter(
        (other) => other.attemptId !== attemptId || "anew" in other !== isAnew,
      );
      const certificateId = result === notHappened ? null : result;
      resolutions.set(orderId, [
        ...before,
        isAnew ? { attemptId, anew: true } : { attemptId, certificateId },
      ]);
    } else
      issues.push(
        settingIssue(
          "resolve",
          "resolve",
          orderId
            ? `resolve for order ${orderId} does not say what became of which attempt.`
            : words`${source} does not name an order.`,
          `Write ORDER_ID = "ATTEMPT_ID:${notHappened}", "ATTEMPT_ID:CERTIFICATE_ID" or "ATTEMPT_ID:${anew}", in ${resolveVariable} ORDER_ID=ATTEMPT_ID:...; the message about the attempt names its id.`,
        ),
      );
  }
  return { resolutions, issues };
}

/** The variable holds the same as a list: `ORDER=ATTEMPT:RESULT,ORDER=ATTEMPT:RESULT`. */
export function entriesIn(variable: string | undefined): [orderId: string, text: string][] {
  const pairs = (variable ?? "").split(",").filter((pair) => pair.trim() !== "");
  return pairs.map((pair) => {
    // An order's id may have an equals sign in it, and so may that of a certificate: between them stands the attempt's.
    const before = pair.search(/=[^=:]*:/);
    const at = before < 0 ? pair.lastIndexOf("=") : before;
    return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
  });
}
