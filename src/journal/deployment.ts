import type { Attempt } from "./attempt.ts";
import type { Deployment, IssuedCertificate, OrderCallbacks } from "./callback-log.ts";
import { findOwnCallback } from "./evidence.ts";

/** A certificate that a receiver should deploy, or has deployed. */
export interface NewestIssued {
  readonly attemptId: string;
  readonly certificateId: string;
  /** Undefined: a person imported the certificate. */
  readonly callback: IssuedCertificate | undefined;
}

/** What a receiver has to do about an order. */
export type DeploymentDecision =
  /** No certificate of a known attempt is issued. */
  | { readonly kind: "nothing-issued" }
  | { readonly kind: "up-to-date"; readonly newest: NewestIssued }
  /** `present`: what its program did last. */
  | { readonly kind: "behind"; readonly newest: NewestIssued; readonly present: Deployment | undefined }
  /** The history now ends before what was deployed: an entry was lost, or a person corrected an attempt. Nothing older is deployed. */
  | { readonly kind: "ahead"; readonly newest: NewestIssued; readonly present: Deployment };

/** Decides from the order's history, never from the order in which callbacks came. */
export function decideDeployment(
  attempts: readonly Attempt[],
  { issued, deployments }: OrderCallbacks,
  receiver: string,
): DeploymentDecision {
  const index = attempts.findLastIndex((_, place) => isIssued(attempts, place, issued));
  const attempt = attempts[index];
  if (attempt?.certificateId === undefined) return { kind: "nothing-issued" };
  const { attemptId, certificateId } = attempt;
  const callback = findOwnCallback(attempt, issued);
  const newest = { attemptId, certificateId, callback };
  const present = deployments.findLast((deployment) => deployment.receiver === receiver);
  if (!present) return { kind: "behind", newest, present };
  const presentIndex = attempts.findIndex((candidate) => candidate.attemptId === present.attemptId);
  // A later attempt that was given the same certificate id made another certificate. A later import did not.
  const later = attempts.slice(presentIndex + 1, index + 1);
  const isSame =
    present.certificateId === certificateId &&
    presentIndex >= 0 &&
    later.every((one) => one.isImported || one.certificateId !== certificateId);
  if (isSame && present.step !== "deploying") return { kind: "up-to-date", newest };
  // What was deployed is lost. Only what is known since then is newer: its callback may be late.
  const isOlder = presentIndex < 0 ? (attempt.endedAt ?? "") <= present.at : presentIndex > index;
  return { kind: isOlder ? "ahead" : "behind", newest, present };
}

/** An import that names another certificate than the one before it is a person's word that the certificate is there. */
function isIssued(
  attempts: readonly Attempt[],
  place: number,
  issued: readonly IssuedCertificate[],
): boolean {
  const attempt = attempts[place];
  if (attempt?.status !== "succeeded") return false;
  if (findOwnCallback(attempt, issued)) return true;
  const before = attempts.slice(0, place).findLast(({ status }) => status === "succeeded");
  return attempt.isImported && before !== undefined && before.certificateId !== attempt.certificateId;
}
