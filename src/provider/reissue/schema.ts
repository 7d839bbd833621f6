import { declaredReissueFields, requireCallbackDoc, whenNotHappened } from "../../contract/index.ts";
import type { Attribute, State } from "../../plugin/index.ts";
import { defineSchema } from "../../plugin/index.ts";
import { fieldAttributes } from "../attributes.ts";

const fields = fieldAttributes(declaredReissueFields(), { neverStored: ["sign_key_pin"] });
/** How many earlier certificates a state keeps. */
export const historyLength = 50;

export const schema = defineSchema({
  description:
    "Reissues the certificate of an order. Creating the resource reissues the order; so does a change of the request or of `triggers`. A plan announces each reissue with its reason. If the journal knows a certificate from the same request, a new resource adopts it without a reissue. Destroying the resource only removes it from the state.",
  attributes: {
    ...fields,
    order_id: { ...fields.order_id, requiresReplace: true },
    sign_key_pin: {
      ...fields.sign_key_pin,
      writeOnly: true,
      description: `${fields.sign_key_pin.description} It is never stored: not in the state, and not in a plan. Needs Terraform 1.11 or OpenTofu 1.11. A change of it alone does not reissue.`,
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
        "Exactly the names that the next reissue drops. The service revokes the earlier certificates that have one of them. After that reissue, the names have no effect.",
    },
    certificate_id: { type: "string", computed: true, description: "The certificate that resulted." },
    certificate_source: {
      type: "string",
      computed: true,
      description:
        "Who named the certificate: `service` (its answer to the reissue) or `person` (`resolve` or an import).",
    },
    certificate_history: {
      type: "list(string)",
      computed: true,
      description: `Earlier certificates of the order, at most ${historyLength}. The first one is the certificate before this one.`,
    },
    issued_at: { type: "string", computed: true, description: "When it was reissued (RFC 3339)." },
    issued_event_at: {
      type: "string",
      computed: true,
      description: "When the journal recorded the callback about the certificate, if it has.",
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
      description: `The journal's id of a later attempt without a known outcome. It blocks the order until it is resolved. \`not-happened\` is accepted ${whenNotHappened}.`,
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
export type Results = Pick<ReissueState, ResultName>;

export const resultNames = Object.entries<Attribute>(schema.attributes)
  .filter(([, { computed }]) => computed)
  .map(([name]) => name as keyof Results);

/** The outcome of the last attempt is not known. */
export function isUnresolved(lastOutcome: string | null | undefined): boolean {
  return lastOutcome === "unknown" || lastOutcome === "done-unread";
}
