import { idOf, serviceMayTake, type Words, words } from "../contract/index.ts";
import { certificateToUse, describeRefusal, inNames, type Refusal, senderOf } from "../journal/index.ts";

/** Where a person writes what became of an attempt. */
export function waysToResolve(attemptId: string, happened: boolean, certificateId?: string): string {
  const did = `a new run with the input resolve: ${attemptId} happened ${idOf(certificateId)}.`;
  if (happened) return `${certificateId ? "" : "Look the new certificate up at the service. "}Start ${did}`;
  return `Look the order up at the service. If it was reissued: start ${did} If it still was not ${serviceMayTake.inWords} later: start one with resolve: ${attemptId} not-happened. If a run is still at work on it, wait for that one.`;
}

/** Why the order's history holds a reissue back, as half a sentence. */
export function whyRefused(refusal: Refusal, once: string): Words {
  const { because, attempt, differs } = refusal;
  if (because !== "name-used") return describeRefusal(refusal);
  const what = once ? `what once names (${once})` : "what this run asks for";
  const how =
    differs.length > 0
      ? words`by a request that differs in ${inNames(differs)}`
      : "and the order was reissued since";
  return words`${what} was done already, ${how} (attempt ${attempt.attemptId}, ${attempt.endedAt ?? ""}, certificate ${attempt.certificateId ?? "sealed with another auth key"}, by ${senderOf(attempt)}).`;
}

/** What a workflow can do about it. */
export function waysOut(refusal: Refusal, wish: string, once: string): string {
  const { because, attempt, inFlight } = refusal;
  const { attemptId, certificateId, state, service } = attempt;
  // A name stands for one reissue. What was done under another one can be built upon.
  const onTop =
    attempt.name === wish
      ? `To reissue once more, ${once ? "give once another value" : "start a new run"}.`
      : `To reissue on top of it, start a new run, or use resolve: ${attemptId} anew.`;
  switch (because) {
    case "open":
      return inFlight
        ? "Wait for that run to end, then run this one again: if both ask for the same, it takes that certificate over. Give jobs that reissue one order the same concurrency group."
        : waysToResolve(attemptId, state === "done-unread", certificateId);
    case "unshown":
      return waysToResolve(attemptId, true, certificateId);
    case "name-used":
      return `${certificateToUse(refusal)} ${onTop} An order has one newest certificate: one run cannot reissue it in two ways.`;
    case "reissued-since":
      return `${certificateToUse(refusal)} ${onTop}`;
    case "elsewhere":
      return `If it is the same service, set the input service to the name or address that it had then; ${service} does as well. If it is another one, or one more reissue is meant all the same, use resolve: ${attemptId} anew.`;
    case "expired":
      return onTop;
    case "sealed":
      return `Look the certificate up at the service. ${onTop}`;
  }
}
