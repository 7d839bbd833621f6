import type { Diagnostic, Planned } from "../../plugin/index.ts";
import { warning } from "../../plugin/index.ts";
import { codedError } from "../diagnostics.ts";
import type { ProviderData } from "../provider-data.ts";
import { allNames } from "./names.ts";
import { unacknowledgedDrops } from "./request.ts";
import type { Reissue, ReissueState } from "./schema.ts";

// Limits for reissues that the order's history allows. They are checked at plan, and again before sending: values may
// have been unknown at plan, and an apply may have other settings.

/** Checks `max_reissues`. A plan needs only one error about too many; an apply, and a plan that may reissue none, name each order. */
export function checkReissueLimits(
  provider: ProviderData,
  orderId: string | undefined,
  phase: "plan" | "apply",
): Diagnostic[] {
  const { maxReissues, run } = provider;
  const isTooMany = run.countReissue(orderId) > maxReissues;
  const isSaidOnce = phase === "plan" && maxReissues > 0;
  if (!isTooMany || (isSaidOnce && !run.markSeen("too many"))) return [];
  const order = orderId === undefined ? "an order whose id is not known yet" : `order ${orderId}`;
  const why =
    maxReissues === 0
      ? `The provider block has max_reissues = 0, and this would reissue ${order}.`
      : `This run reissues more than ${maxReissues} orders.`;
  return [
    codedError(
      "too_many_reissues",
      maxReissues === 0 ? "Reissues are switched off" : "Too many reissues",
      `${why} Nothing was sent for this order. To allow it, raise max_reissues in the provider block.`,
    ),
  ];
}

/** Names that would disappear from the certificate without an acknowledgement. */
export function checkDroppedNames(prior: ReissueState | null, planned: Planned<Reissue>): Diagnostic[] {
  if (prior !== null && allNames(prior).size === 0)
    return [
      warning(
        "Dropped names cannot be checked",
        `The names in the current certificate of order ${prior.order_id} are not known. If the reissue drops a name, the service decides what happens.`,
      ),
    ];
  const dropped = unacknowledgedDrops(prior, planned);
  if (dropped === undefined || dropped.length === 0) return [];
  const names = JSON.stringify(dropped);
  return [
    codedError(
      "names_dropped",
      "The reissue drops names",
      `The new certificate would no longer have ${dropped.join(", ")}, and the service revokes the earlier certificates that have one of these names. Nothing was sent. If that is meant, add:\n\n    acknowledge_dropped_names = ${names}\n\nIn a construct:\n\n    acknowledge: { droppedNames: ${names} }`,
      "dns_names",
    ),
  ];
}
