import { InvalidRequestError, NotSentError } from "../client/index.ts";
import { isPlainId } from "../contract/index.ts";
import { type Attempt, isOpen, type Journal } from "../journal/index.ts";
import { inputIssue } from "./input-issue.ts";

/** What a person says of one attempt, and only of that one. */
export interface Resolution {
  readonly attemptId: string;
  readonly word: "not-happened" | "happened" | "anew";
  readonly certificateId: string | undefined;
}

export function parseResolution(text: string): Resolution | undefined {
  if (text === "") return undefined;
  const [attemptId = "", word, certificateId, ...more] = text.split(/\s+/);
  if (isPlainId(attemptId) && more.length === 0) {
    if ((word === "not-happened" || word === "anew") && certificateId === undefined)
      return { attemptId, word, certificateId };
    if (word === "happened" && certificateId !== undefined) {
      if (isPlainId(certificateId)) return { attemptId, word, certificateId };
      throw unread(
        "resolve names a certificate by an id that cannot be passed on safely: it has other characters than letters, digits and . _ : / + = -, or more than 64.",
        "Write another name of the certificate, such as its serial number: it becomes the output certificate-id.",
      );
    }
  }
  throw unread(
    "resolve cannot be read.",
    "Write: ATTEMPT not-happened, ATTEMPT happened CERTIFICATE_ID, or ATTEMPT anew.",
  );
}

function unread(what: string, remedy: string): InvalidRequestError {
  return new InvalidRequestError("The reissue was not sent", [inputIssue("resolve", what, remedy)]);
}

/**
 * Writes down what became of the attempt. Said again it changes nothing; something else is refused. Returns the attempt
 * as it was before, or nothing when it is at another order, as it is for all legs of a matrix but one: then this order is
 * not what anybody speaks of.
 */
export async function resolve(
  { attemptId, word, certificateId }: Resolution,
  orderId: string,
  journal: Journal,
  { isElsewhere, isRerun }: { readonly isElsewhere: () => boolean; readonly isRerun: boolean },
): Promise<Attempt | undefined> {
  const among = (attempts: readonly Attempt[]) => attempts.find((attempt) => attempt.attemptId === attemptId);
  const before = among(await journal.attempts(orderId));
  if (!before) {
    if (isElsewhere() || among(await journal.attempts())) return undefined;
    throw new NotSentError(`The reissue was not sent: there is no attempt ${attemptId} at this order.`, {
      code: "record_refused",
      remedy:
        "Copy the attempt's id from the message that held the order back. A record is found only with record: deployment, in the repository that wrote it.",
    });
  }
  // A run that is run again says nothing new: what it said may have been corrected since.
  if (word !== "anew" && (isOpen(before) || !isRerun))
    await journal.resolve(attemptId, certificateId ?? null);
  return before;
}
