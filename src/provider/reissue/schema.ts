import { reissueFields, requireCallbackDoc } from "../../contract/index.ts";
import type { State } from "../../plugin/index.ts";
import { defineSchema } from "../../plugin/index.ts";
import { fieldAttributes } from "../attributes.ts";

const fields = fieldAttributes(reissueFields);

export const schema = defineSchema({
  description:
    "The reissue of an order's certificate. Creating it, and changing what is asked for, reissues, once for each wish; every planned reissue is announced with its reason. Creating again what was reissued before takes that certificate over. Destroying only forgets.",
  attributes: {
    id: { type: "string", computed: true, useStateForUnknown: true, description: "The order's id." },
    ...fields,
    order_id: { ...fields.order_id, requiresReplace: true },
    sign_key_pin: {
      ...fields.sign_key_pin,
      description: `${fields.sign_key_pin.description} Stored in state; \`sign_key_pin_wo\` is not.`,
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
      description: "Any values. A change of one of them reissues.",
    },
    renew_before_days: {
      type: "integer",
      optional: true,
      description:
        "Reissue when fewer than this many days are left of `validity_days`, counted from `issued_at`. At most half of `validity_days`. Takes effect only when somebody plans and applies with a refresh; set for a certificate that is due already, with the plan after the one that stores it.",
    },
    require_callback: {
      type: "bool",
      optional: true,
      description: `${requireCallbackDoc} Reissues of one apply share a verdict for up to a minute. A change of it alone does not reissue.`,
    },
    acknowledge_removed_names: {
      type: "set(string)",
      optional: true,
      description:
        "Exactly the names that the next reissue drops. Says the same as `i_know_remove_domain_will_revoke_before_cert`, but cannot be left on by mistake.",
    },
    certificate_id: { type: "string", computed: true, description: "The certificate that resulted." },
    previous_certificate_id: {
      type: "string",
      computed: true,
      description: "The certificate before it, if known.",
    },
    issued_at: { type: "string", computed: true, description: "When it was reissued (RFC 3339)." },
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
        "`done`, `adopted` (taken over without a reissue), `imported` (to be adopted), `unknown` or `done-unread` (to be resolved).",
    },
    attempt_id: { type: "string", computed: true, description: "The journal's name for the last attempt." },
    fingerprint: {
      type: "string",
      computed: true,
      description:
        "What the last attempt asked for: a digest of each part of the request and of the triggers. Another spelling of the same has the same one.",
    },
  },
});

export type Reissue = typeof schema;
export type ReissueState = State<Reissue>;

/** What the provider computes about a reissue, as it stands in a state. */
export const results = [
  "certificate_id",
  "previous_certificate_id",
  "issued_at",
  "expires_at_estimate",
  "renewal_due",
  "last_outcome",
  "attempt_id",
  "fingerprint",
] as const satisfies readonly (keyof Reissue["attributes"])[];

/** Nobody knows what became of the last reissue. */
export function isUnresolved(lastOutcome: string | null | undefined): boolean {
  return lastOutcome === "unknown" || lastOutcome === "done-unread";
}
