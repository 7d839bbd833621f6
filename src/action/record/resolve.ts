import { InvalidRequestError, NotSentError } from "../../client/index.ts";
import type { Ask } from "../../contract/index.ts";
import type { Journal } from "../../journal/index.ts";
import { explain } from "../github.ts";
import { inputIssue } from "../input-issue.ts";
import { isPlainId } from "../text.ts";
import type { DeploymentRecord, Known } from "./record.ts";

/** What a person found out about one attempt, and only about that one. */
export interface Resolution {
  readonly attemptId: string;
  /** Null: nothing happened. */
  readonly certificateId: string | null;
}

export function parseResolution(text: string): Resolution | undefined {
  if (text === "") return undefined;
  const [attemptId = "", word, certificateId, ...more] = text.split(/\s+/);
  if (isPlainId(attemptId) && more.length === 0) {
    if (word === "not-happened" && certificateId === undefined) return { attemptId, certificateId: null };
    if (word === "happened" && certificateId !== undefined && isPlainId(certificateId))
      return { attemptId, certificateId };
  }
  const remedy = "Write: ATTEMPT not-happened, or: ATTEMPT happened CERTIFICATE_ID.";
  throw new InvalidRequestError("The reissue was not sent", [
    inputIssue("resolve", "resolve cannot be read.", remedy),
  ]);
}

/** Writes it down wherever the attempt is known. Said again it changes nothing; something else is refused. */
export async function resolveAttempt(
  resolution: Resolution,
  order: Pick<Ask, "service" | "orderId">,
  places: { readonly journal: Journal | undefined; readonly record: DeploymentRecord | undefined },
): Promise<void> {
  const { attemptId, certificateId } = resolution;
  const inRecord = (await places.record?.known(order))?.find(({ entry }) => entry.attemptId === attemptId);
  const inJournal = (await places.journal?.attempts(order))?.find(
    (attempt) => attempt.attemptId === attemptId,
  );
  if (!inRecord && !inJournal)
    throw refusal(
      `there is no attempt ${attemptId} at this order.`,
      "Copy the attempt's id from the message that held the order back. A record is found only with record: deployment, in the repository that wrote it, and with the same auth key.",
    );
  if (inRecord && places.record) await resolveInRecord(inRecord, resolution, places.record);
  if (inJournal && places.journal && !inJournal.closed)
    await places.journal.resolve(attemptId, certificateId);
}

async function resolveInRecord(
  { entry, fate }: Known,
  { attemptId, certificateId }: Resolution,
  record: DeploymentRecord,
): Promise<void> {
  if (fate.state === "unfinished") {
    if (fate.happened && certificateId === null)
      throw refusal(
        `attempt ${attemptId} did happen: the service reported success.`,
        "Resolve it with the id.",
      );
    try {
      if (certificateId === null) await record.end(entry, "not-happened");
      else await record.end(entry, "done", certificateId);
    } catch (error) {
      const [what = "", ...remedy] = explain(error, "the record could not be written", "deployments: write");
      throw refusal(what, remedy.join(" "));
    }
    return;
  }
  const same =
    fate.state === "done"
      ? fate.certificateId === certificateId
      : fate.state === "no-effect" && certificateId === null;
  if (!same)
    throw refusal(
      `attempt ${attemptId} is settled already, differently${fate.state === "done" ? `: certificate ${fate.certificateId}` : ": it had no effect"}.`,
      "Leave resolve out.",
    );
}

function refusal(because: string, remedy: string): NotSentError {
  return new NotSentError(`The reissue was not sent: ${because}`, { code: "record_refused", remedy });
}
