import { checkRequest } from "../client/index.ts";
import type { Issue, ReissueRequest, Values } from "../contract/index.ts";
import { camelCase, reissue, reissueFields } from "../contract/index.ts";
import type { Config, KnownConfig, Planned } from "../plugin/index.ts";
import { isKnown } from "../plugin/index.ts";
import { droppedNames, sameNames } from "./names.ts";
import type { Reissue, ReissueState } from "./reissue-schema.ts";

/** Every problem of the request that can be seen by now. What is not known yet is checked later, at the latest before sending. */
export function checkKnown(arguments_: Config<Reissue> | Planned<Reissue>, now: Date): Issue[] {
  const names = Object.keys(reissueFields) as (keyof typeof reissueFields)[];
  const unknown = new Set<string>(names.filter((name) => !isKnown(arguments_[name])));
  const namesUnknown = unknown.has("common_name") || unknown.has("dns_names");
  const values = Object.fromEntries(
    names.filter((name) => !unknown.has(name)).map((name) => [name, arguments_[name]]),
  );
  return checkRequest(reissue, values, now).filter(
    ({ field, rule }) =>
      !unknown.has(field) &&
      !(rule === "only_with" && unknown.has(onlyWith(field))) &&
      !(namesUnknown && rule.endsWith("_mismatch")),
  );
}

function onlyWith(name: string): string {
  const field = reissueFields[name as keyof typeof reissueFields];
  return "onlyWith" in field ? field.onlyWith.field : "";
}

/** Rules about arguments that the service does not know of. */
export function checkOwnArguments(config: Config<Reissue>): Issue[] {
  const issues: Issue[] = [];
  const wrong = (field: string, rule: string, message: string, remedy: string) =>
    issues.push({ severity: "error", field, rule, code: "invalid_request", message, remedy });
  const {
    renew_before_days: before,
    validity_days: days,
    sign_key_pin: pin,
    sign_key_pin_wo: pinWo,
  } = config;
  if (isKnown(before) && before !== null && isKnown(days)) {
    if (days === null)
      wrong(
        "renew_before_days",
        "needs",
        "renew_before_days needs validity_days to count from.",
        "Give validity_days too.",
      );
    else if (before < 1 || before > days / 2)
      wrong(
        "renew_before_days",
        "range",
        `renew_before_days is ${before}; with validity_days = ${days} it can be 1 to ${Math.floor(days / 2)}.`,
        "A window of more than half the lifetime would reissue again and again.",
      );
  }
  if (isKnown(pin) && isKnown(pinWo) && pin !== null && pinWo !== null)
    wrong("sign_key_pin_wo", "both", "Both sign_key_pin and sign_key_pin_wo are given.", "Give one of them.");
  if (
    isKnown(pinWo) &&
    pinWo !== null &&
    isKnown(config.csr_from) &&
    config.csr_from !== reissueFields.sign_key_pin.onlyWith.value
  )
    wrong(
      "sign_key_pin_wo",
      "only_with",
      `sign_key_pin_wo is used only when csr_from is "${reissueFields.sign_key_pin.onlyWith.value}".`,
      "Set csr_from, or leave sign_key_pin_wo out.",
    );
  return issues;
}

/** Names that the reissue drops without anybody having said that this is meant. Undefined: it cannot be told. */
export function unacknowledgedRemovals(
  prior: ReissueState | null,
  planned: Planned<Reissue>,
): string[] | undefined {
  if (prior === null) return [];
  const {
    common_name,
    dns_names,
    acknowledge_removed_names: acknowledged,
    i_know_remove_domain_will_revoke_before_cert: flag,
  } = planned;
  if (flag === true) return [];
  if (!isKnown(common_name) || !isKnown(dns_names) || !isKnown(acknowledged) || !isKnown(flag))
    return undefined;
  const dropped = droppedNames(prior, { common_name, dns_names });
  return sameNames(dropped, acknowledged ?? []) ? [] : dropped;
}

/** The request as the client takes it. */
export function requestOf(
  prior: ReissueState | null,
  planned: Planned<Reissue>,
  config: KnownConfig<Reissue>,
): ReissueRequest {
  const values: Record<string, unknown> = Object.fromEntries(
    Object.keys(reissueFields).map((name) => [name, planned[name as keyof typeof reissueFields]]),
  );
  const { common_name, dns_names, acknowledge_removed_names: acknowledged } = planned;
  const dropped =
    prior === null
      ? []
      : droppedNames(prior, { common_name, dns_names } as Pick<ReissueState, "common_name" | "dns_names">);
  const named = dropped.length > 0 && sameNames(dropped, (acknowledged as readonly string[] | null) ?? []);
  const complete: Values = {
    ...values,
    order_id: undefined,
    sign_key_pin: planned.sign_key_pin ?? config.sign_key_pin_wo,
    i_know_remove_domain_will_revoke_before_cert:
      named || planned.i_know_remove_domain_will_revoke_before_cert,
  };
  return Object.fromEntries(
    Object.entries(complete)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [camelCase(name), value]),
  ) as unknown as ReissueRequest;
}
