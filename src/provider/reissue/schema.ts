import { reissueFields, requireCallbackDoc, whenNotHappened } from "../../contract/index.ts";
import type { Attribute, State } from "../../plugin/index.ts";
import { defineSchema } from "../../plugin/index.ts";
import { fieldAttributes } from "../attributes.ts";

const fields = fieldAttributes(reissueFields);
/** How many earlier certificates a state keeps. */
export const historyLength = 50;

export const schema = defineSchema({
  description:
    "Reissues the certificate of an order. Creating the resource reissues the order; so does a change of the request or of `triggers`. A plan announces each reissue with its reason. If the journal knows a certificate from the same request, a new resource adopts it without a reissue. Destroying the resource only removes it from the state.",
  attributes: {
    id: { type: "string", computed: true, useStateForUnknown: true, description: "The order's id." },
    ...fields,
    order_id: { ...fields.order_id, requiresReplace: true },
    sign_key_pin: {
      ...fields.sign_key_pin,
      description: `${fields.sign_key_pin.description} \`sign_key_pin_wo\` is stored in neither.`,
    },
    sign_key_pin_wo: {
      type: "string",
      optional: true,
      sensitive: true,
      writeOnly: true,
      description: "The same access code, never stored. Needs Terraform 1.11 or OpenTofu 1.11.",
    },
    sign_key_pin_wo_version: {
      type: "integer",
      optional: true,
      description:
        "Change it together with `sign_key_pin_wo`, which cannot be compared. A change alone does not reissue.",
    },
    triggers: {
      type: "map(string)",
      optional: true,
      description:
        "Any values. A change of one of them reissues the order. `-replace` does not: change a trigger instead.",
    },
    renew_before_days: {
      type: "integer",
      optional: true,
      description:
        "Reissue when fewer than this many days are left of `validity_days`, counted from `issued_at`. At most half of `validity_days`. It takes effect with the next plan and apply; a plan without refresh does not see it.",
    },
    require_callback: {
      type: "bool",
      optional: true,
      description: `${requireCallbackDoc} Reissues of one apply share a verdict for up to a minute. A change of it alone does not reissue.`,
    },
    wait_until_issued: {
      type: "string",
      optional: true,
      description:
        "After a reissue, wait up to this time (such as `10m`) until the service has called back that the certificate is issued. Needs a receiver that writes to the same journal (`certorder receive`). If the callback does not come in time, the certificate is kept, and the next apply waits again.",
    },
    acknowledge_dropped_names: {
      type: "set(string)",
      optional: true,
      description:
        "Exactly the names that the next reissue drops. Has the effect of `i_know_remove_domain_will_revoke_before_cert`, for these names only.",
    },
    certificate_id: { type: "string", computed: true, description: "The certificate that resulted." },
    certificate_source: {
      type: "string",
      computed: true,
      description:
        "Who named the certificate: `service` (its answer to the reissue) or `person` (`resolve` or an import).",
    },
    previous_certificate_id: {
      type: "string",
      computed: true,
      description: "The certificate before it, if known.",
    },
    certificate_history: {
      type: "list(string)",
      computed: true,
      description: `Earlier certificates of the order, the latest of them first; at most ${historyLength}.`,
    },
    issued_at: { type: "string", computed: true, description: "When it was reissued (RFC 3339)." },
    issued_event_at: {
      type: "string",
      computed: true,
      description: "When the journal recorded the callback about the certificate, if it has.",
    },
    expires_at_estimate: {
      type: "string",
      computed: true,
      description: "`issued_at` plus `validity_days`: what was asked for, not what the certificate says.",
    },
    renewal_due: {
      type: "bool",
      computed: true,
      description: "Whether `renew_before_days` calls for a reissue, as of the last refresh.",
    },
    last_outcome: {
      type: "string",
      computed: true,
      description:
        "`done`, `imported` (the next apply adopts it), `unknown` or `done-unread` (to be resolved).",
    },
    attempt_id: {
      type: "string",
      computed: true,
      description: "The journal's id of the attempt that made the certificate.",
    },
    open_attempt_id: {
      type: "string",
      computed: true,
      description:
        "The journal's id of a later attempt without a known outcome. It blocks the order until it is resolved.",
    },
    open_attempt_ended_at: {
      type: "string",
      computed: true,
      description: `When that attempt ended without a known outcome. \`not-happened\` is accepted ${whenNotHappened}.`,
    },
    request_digest: {
      type: "string",
      computed: true,
      description:
        "A digest of the last attempt's request and triggers, part by part. Another spelling of the same request has the same digest.",
    },
    service: {
      type: "string",
      computed: true,
      description: "The service that made the certificate: its name or address.",
    },
  },
});

export type Reissue = typeof schema;
export type ReissueState = State<Reissue>;

type Attributes = Reissue["attributes"];
type ResultName = {
  [Name in keyof Attributes]: Attributes[Name] extends { readonly computed: true } ? Name : never;
}[keyof Attributes];
/** What a reissue makes of an order: unknown in its plan, and copied from the state if nothing is sent. */
export type Results = Pick<ReissueState, Exclude<ResultName, "id">>;

export const resultNames = Object.entries<Attribute>(schema.attributes)
  .filter(([name, { computed }]) => computed && name !== "id")
  .map(([name]) => name as keyof Results);

/** The outcome of the last attempt is not known. */
export function isUnresolved(lastOutcome: string | null | undefined): boolean {
  return lastOutcome === "unknown" || lastOutcome === "done-unread";
}
