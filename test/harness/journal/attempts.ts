import { type Attempt, blankAttempt, withResult } from "../../../src/journal/attempt.ts";
import { at } from "./events.ts";
import { address } from "./intents.ts";

const words = { open: "unknown", succeeded: "done", void: "rejected" } as const;

/**
 * An open attempt. Only what a test names matters. `status` and `certificateId` are the word of its sender, unless it is
 * imported: then a person stated the certificate.
 */
export function attempt(
  attemptId: string,
  { status = "open", certificateId, ...more }: Partial<Attempt> = {},
): Attempt {
  const said = more.isImported
    ? { statements: [certificateId ?? null], sentAt: undefined, process: undefined, deadline: undefined }
    : { senderWord: words[status], senderCertificateId: certificateId };
  return withResult({
    ...blankAttempt(attemptId, "order-1"),
    service: address,
    address,
    requestDigest: "A",
    sentAt: at,
    process: "host/1/2",
    deadline: "2026-11-15T12:02:00.000Z",
    ...said,
    ...more,
  });
}

export function succeeded(attemptId: string, more: Partial<Attempt> = {}): Attempt {
  return attempt(attemptId, { status: "succeeded", certificateId: `c-${attemptId}`, ...more });
}

export function voided(attemptId: string, more: Partial<Attempt> = {}): Attempt {
  return attempt(attemptId, { status: "void", ...more });
}

/** An attempt whose certificate a person named, as a state brings it. */
export function stated(
  attemptId: string,
  certificateId: string | null,
  more: Partial<Attempt> = {},
): Attempt {
  return attempt(attemptId, { storedStatement: certificateId, ...more });
}
