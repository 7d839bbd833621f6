import type { JournalEvent, SenderWord } from "./events.ts";

/** What an order's log says about one attempt to reissue. */
export interface Attempt extends AttemptResult {
  /** Names the attempt in messages, `resolve` and `supersede`. */
  readonly attemptId: string;
  readonly orderId: string;
  /** The service's name, or its address if it has no name. */
  readonly service: string | undefined;
  /** The service's address when the attempt was sent. */
  readonly address: string | undefined;
  /** Equal digests are the same request. Undefined if it is not known what was requested. */
  readonly requestDigest: string | undefined;
  /** The public values of the request, by field, as texts for messages. Undefined if only the digest is known. */
  readonly requestValues: Readonly<Record<string, string>> | undefined;
  /** The key of the request, if it had one. */
  readonly idempotencyKey: string | undefined;
  /** The keys of further requests that were answered with this attempt's certificate. */
  readonly answeredKeys: readonly string[];
  /** The certificate that the caller knew as the latest. */
  readonly previous: string | undefined;
  /** The requested validity in days, if there was one. */
  readonly validityDays: number | undefined;
  readonly sentAt: string | undefined;
  /** The process that waits for the answer. */
  readonly process: string | undefined;
  /** How long it waits. */
  readonly deadline: string | undefined;
  /** When its outcome was recorded. */
  readonly endedAt: string | undefined;
  /** When it made its certificate, if known. An estimate is too early rather than too late. */
  readonly issuedAt: string | undefined;
  /** The same, if a person stated it to the journal itself, and not by a file or a state. */
  readonly typedTime: string | undefined;
  /** The strongest word of its sender, and the certificate that it names. */
  readonly senderWord: SenderWord;
  readonly senderCertificateId: string | undefined;
  /** All that people stated about it, oldest first: certificates, or null for "not happened". */
  readonly statements: readonly (string | null)[];
  /** What a person stated by Terraform's state. What they stated to the journal itself outranks it. */
  readonly storedStatement: string | null | undefined;
  /** It was not sent through this journal: a person named its certificate. */
  readonly isImported: boolean;
}

/** What an attempt came to. */
interface AttemptResult {
  /** `open`: it is not known whether the reissue happened. `void`: it had no effect. */
  readonly status: "open" | "succeeded" | "void";
  /** The certificate that it made. Of an open attempt: the one that an unclear answer named. */
  readonly certificateId: string | undefined;
  /** The sender's word, or `not-happened` or `done` if a person stated that. */
  readonly lastEvent: "not-happened" | SenderWord;
  /** The outcome is what a person stated. */
  readonly isStated: boolean;
}

const strength: Readonly<Record<SenderWord, number>> = {
  sent: 0,
  unknown: 1,
  rejected: 2,
  "not-sent": 2,
  "done-unread": 3,
  done: 4,
};

export function isStrongerWord(word: SenderWord, other: SenderWord): boolean {
  return strength[word] > strength[other];
}

/** The statement that counts: the last certificate, or else "not happened". A certificate is never taken back. */
function lastStatement({
  storedStatement: stored,
  statements,
}: Pick<Attempt, "storedStatement" | "statements">): string | null | undefined {
  const all = stored === undefined ? statements : [stored, ...statements];
  return all.findLast((statement) => statement !== null) ?? all.at(-1);
}

/**
 * Who is believed: the result of an attempt follows from the strongest word of its sender and the last statement of a person,
 * in whatever order they arrived.
 *
 * | sender \ person   | none        | not happened | certificate p |
 * |-------------------|-------------|--------------|---------------|
 * | sent, unknown     | open        | void         | succeeded p   |
 * | rejected, not-sent | void       | void         | succeeded p   |
 * | done-unread       | open        | open         | succeeded p   |
 * | done c            | succeeded c | succeeded c  | succeeded c   |
 */
function attemptResult(attempt: Attempt): AttemptResult {
  const { senderWord: word, senderCertificateId: named } = attempt;
  const statement = lastStatement(attempt);
  // A person may name the certificate of a `done` whose id is encrypted with an older key.
  if (word === "done")
    return {
      status: "succeeded",
      certificateId: named ?? statement ?? undefined,
      lastEvent: word,
      isStated: false,
    };
  if (typeof statement === "string")
    return { status: "succeeded", certificateId: statement, lastEvent: "done", isStated: true };
  if (word === "rejected" || word === "not-sent")
    return { status: "void", certificateId: named, lastEvent: word, isStated: false };
  if (statement === null && word !== "done-unread")
    return { status: "void", certificateId: named, lastEvent: "not-happened", isStated: true };
  return { status: "open", certificateId: named, lastEvent: word, isStated: false };
}

/** The attempt with a stronger word of its sender. A weaker or equal one changes nothing. */
export function withWord(
  attempt: Attempt,
  word: SenderWord,
  { certificateId, at }: { readonly certificateId?: string | undefined; readonly at: string | undefined },
): Attempt {
  if (!isStrongerWord(word, attempt.senderWord)) return attempt;
  return withResult({
    ...attempt,
    senderWord: word,
    senderCertificateId: certificateId || undefined,
    endedAt: at,
    issuedAt: word === "done" ? at : attempt.issuedAt,
  });
}

/** The attempt after a person stated to the journal what it came to. Null: the reissue did not happen. */
export function withStatement(attempt: Attempt, statement: string | null, at: string | undefined): Attempt {
  return afterStatement({ ...attempt, statements: [...attempt.statements, statement] }, at);
}

/** The attempt with what a person stated by Terraform's state. */
export function withStoredStatement(
  attempt: Attempt,
  statement: string | null | undefined,
  at: string | undefined,
): Attempt {
  if (statement === undefined || statement === attempt.storedStatement) return attempt;
  return afterStatement({ ...attempt, storedStatement: statement }, at);
}

function afterStatement(attempt: Attempt, at: string | undefined): Attempt {
  const { senderWord, endedAt, issuedAt, sentAt } = attempt;
  const stated = withResult(attempt);
  if (senderWord === "done") return stated;
  return {
    ...stated,
    endedAt: stated.isStated ? at : endedAt,
    // A person may look an order up long after the reissue.
    issuedAt: stated.status === "succeeded" ? (issuedAt ?? sentAt) : issuedAt,
  };
}

export function withResult(attempt: Attempt): Attempt {
  return { ...attempt, ...attemptResult(attempt) };
}

/** An attempt with a known id and nothing else. */
export function blankAttempt(attemptId: string, orderId: string): Attempt {
  return {
    attemptId,
    orderId,
    service: undefined,
    address: undefined,
    requestDigest: undefined,
    requestValues: undefined,
    idempotencyKey: undefined,
    answeredKeys: [],
    previous: undefined,
    validityDays: undefined,
    sentAt: undefined,
    process: undefined,
    deadline: undefined,
    endedAt: undefined,
    issuedAt: undefined,
    typedTime: undefined,
    senderWord: "unknown",
    senderCertificateId: undefined,
    statements: [],
    storedStatement: undefined,
    isImported: false,
    status: "open",
    certificateId: undefined,
    lastEvent: "unknown",
    isStated: false,
  };
}

/** The attempt that an entry begins, with what every attempt is recorded with. */
export function recordedAttempt(
  event: Extract<JournalEvent, { event: "sent" | "from-state" | "imported" }>,
): Attempt {
  const { attempt, order, service, address, digest, values, key, previous, validityDays } = event;
  return {
    ...blankAttempt(attempt, order),
    service: service || undefined,
    address: address || undefined,
    previous,
    validityDays,
    requestDigest: digest || undefined,
    requestValues: values,
    idempotencyKey: key,
  };
}
