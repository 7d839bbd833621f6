import type { Diagnostic, Planned } from "../../plugin/index.ts";
import { error, warning } from "../../plugin/index.ts";
import type { Service } from "../service.ts";
import { allNames } from "./names.ts";
import { unacknowledgedRemovals } from "./request.ts";
import type { Reissue, ReissueState } from "./schema.ts";

// What stands against a reissue that the order's history allows. At plan, and again before sending: values may have been
// unknown, and a plan may be applied under another configuration of the provider.

/** How much may be reissued at all. Orders that are not known yet count as one, since they may be the same. */
export function brakes(service: Service, orderId: string | undefined): Diagnostic[] {
  const { allowReissue, maxReissues, memory } = service;
  const order = orderId === undefined ? "an order that is not known yet" : `order ${orderId}`;
  if (!allowReissue)
    return [
      error(
        "Reissues Are Switched Off",
        `The provider is configured with allow_reissue = false, and this would reissue ${order}. Remove that argument if the reissue is meant.`,
      ),
    ];
  if (memory.countReissue(orderId) <= maxReissues) return [];
  return [
    error(
      "Too Many Reissues at Once",
      `This plan would reissue more than ${maxReissues} orders; ${order} is one too many, and nothing is sent for it. If all of them are meant, raise max_reissues in the provider block.`,
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
      }. If that is meant, add:\n\n  acknowledge_removed_names = ${JSON.stringify(dropped)}\n\nIn a construct: acknowledge: { droppedNames: ${JSON.stringify(dropped)} }`,
      "dns_names",
    ),
  ];
}
