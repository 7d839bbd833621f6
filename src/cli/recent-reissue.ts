import { NotSentError, text, type WayOut } from "../contract/index.ts";
import { type Attempt, describeRequest, differingParts } from "../journal/index.ts";
import { reissueTime, withAge } from "./age.ts";

/** Whether the latest certificate is younger than `--unless-within` says. */
export function isWithin(latest: Attempt, ms: number | undefined): boolean {
  // A time that cannot be read, or is in the future, is no reason to pay once more.
  return ms !== undefined && !(Date.now() - Date.parse(reissueTime(latest) ?? "") >= ms);
}

/** `--unless-within` skips only for the same request: a new CSR must not be lost with exit code 0. */
export function recentlyReissued(latest: Attempt, requestDigest: string): NotSentError {
  const { orderId, attemptId, certificateId } = latest;
  const differs = differingParts(latest.requestDigest, requestDigest);
  const waysOut: WayOut[] = [
    { when: `To use certificate ${certificateId ?? "(encrypted)"}, do nothing` },
    {
      when: "To reissue the order with this request, on top of that attempt, add",
      paste: { kind: "supersede", orderId, attemptId },
    },
  ];
  return new NotSentError(
    text`The reissue of order ${orderId} was not sent. The order was reissued ${withAge(reissueTime(latest))}, within the time of --unless-within (attempt ${attemptId}). Its certificate was made from ${describeRequest({ attempt: latest, differs })}.`,
    { code: "recently_reissued", remedy: "", waysOut },
  );
}
