import type { Diagnostic, Planned } from "../plugin/index.ts";
import { error, isKnown, warning } from "../plugin/index.ts";
import { fromIssues } from "./diagnostics.ts";
import { allNames } from "./names.ts";
import { checkKnown, unacknowledgedRemovals } from "./reissue-request.ts";
import type { Reissue, ReissueState } from "./reissue-schema.ts";
import { isUnresolved, schema } from "./reissue-schema.ts";
import { unresolvedAttempt } from "./reissue-settle.ts";
import type { Service } from "./service.ts";
import { openAttempts } from "./service.ts";

/** Everything that stands against a reissue and can be seen by now. Nothing is sent while one of them is an error. */
export async function refusals(
  service: Service,
  prior: ReissueState | null,
  planned: Planned<Reissue>,
): Promise<Diagnostic[]> {
  return [
    ...(await unsettled(service, prior, isKnown(planned.order_id) ? (planned.order_id ?? "") : undefined)),
    ...brakes(service, isKnown(planned.order_id) ? (planned.order_id ?? "") : ""),
    // Warnings have been given while the configuration was validated.
    ...fromIssues(
      checkKnown(planned, service.now()).filter(({ severity }) => severity === "error"),
      schema,
    ),
    ...removals(prior, planned),
  ];
}

/** An earlier reissue of the order whose outcome is open, in the state or in the journal. */
async function unsettled(
  service: Service,
  prior: ReissueState | null,
  orderId: string | undefined,
): Promise<Diagnostic[]> {
  const stored = service.memory.stored(orderId);
  const open = stored.find(({ lastOutcome }) => isUnresolved(lastOutcome));
  if (open) {
    const state = open.lastOutcome === "done-unread" ? "done-unread" : "unknown";
    return [unresolvedAttempt("error", open.orderId, { attemptId: open.attemptId, state })];
  }
  if (orderId === undefined) return [];
  // Created anew although its state is there and only has to be adopted.
  if (prior === null && stored.some(({ lastOutcome }) => lastOutcome === "resolved"))
    return [
      error(
        "Reissued, but to Be Replaced",
        `The reissue of order ${orderId} did happen, but this plan would reissue again: the resource is marked as tainted, or the plan was made with -replace. If it is tainted, run: untaint RESOURCE_ADDRESS. Then apply without -replace. To reissue once more on purpose, plan with -replace after that.`,
      ),
    ];
  return (await openAttempts(service, orderId)).map((attempt) =>
    unresolvedAttempt("error", orderId, attempt),
  );
}

/** At plan and again before sending: a plan may be applied under another configuration of the provider. */
export function brakes(service: Service, orderId: string): Diagnostic[] {
  const { allowReissue, maxReissues, memory } = service;
  if (!allowReissue)
    return [
      error(
        "Reissues Are Switched Off",
        `The provider is configured with allow_reissue = false, and this would reissue order ${orderId}. Remove that argument if the reissue is meant.`,
      ),
    ];
  if (memory.countReissue(orderId) <= maxReissues) return [];
  return [
    error(
      "Too Many Reissues at Once",
      `This plan would reissue more than ${maxReissues} orders; order ${orderId} is one too many. Nothing has been sent. If all of them are meant, raise max_reissues in the provider block.`,
    ),
  ];
}

/** Names that would disappear from the certificate without anybody having agreed. */
export function removals(prior: ReissueState | null, planned: Planned<Reissue>): Diagnostic[] {
  if (prior !== null && allNames(prior).size === 0)
    return [
      warning(
        "Removed Names Cannot Be Checked",
        `The names of the current certificate of order ${prior.order_id} are not known here, so nobody can see whether the reissue drops one. The service decides.`,
      ),
    ];
  const dropped = unacknowledgedRemovals(prior, planned);
  if (dropped === undefined || dropped.length === 0) return [];
  return [
    error(
      "The Reissue Drops Names",
      `${dropped.join(", ")} would no longer be in the certificate, and the service revokes the certificate that has ${
        dropped.length > 1 ? "them" : "it"
      }. If that is meant, add:\n\n  acknowledge_removed_names = ${JSON.stringify(dropped)}`,
      "dns_names",
    ),
  ];
}
