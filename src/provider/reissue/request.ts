import { checkRequest } from "../../client/index.ts";
import type { InputProblem, Values } from "../../contract/index.ts";
import {
  checkDeclaredReissue,
  keepDecidable,
  pickValues,
  reissueFields,
  reissueOperation,
} from "../../contract/index.ts";
import { digestParts, requestDigest } from "../../journal/index.ts";
import type { Config, Decided, KnownConfig, Planned } from "../../plugin/index.ts";
import { isKnown } from "../../plugin/index.ts";
import { allNames, droppedNames, sameNames } from "./names.ts";
import type { Reissue, ReissueState } from "./schema.ts";

/** Every problem of the known values. Unknown values are checked before sending at the latest. */
export function checkKnownArguments(
  arguments_: Config<Reissue> | Planned<Reissue>,
  now: Date,
): InputProblem[] {
  const all = Object.entries(arguments_);
  const unknownNames = new Set(all.filter(([, value]) => !isKnown(value)).map(([name]) => name));
  const values = Object.fromEntries(all.filter(([name]) => !unknownNames.has(name)));
  return [
    ...keepDecidable(checkRequest(reissueOperation, pickValues(reissueFields, values), now), reissueFields, {
      values,
      unknownNames,
    }),
    ...checkDeclaredReissue({ values, unknownNames }),
  ];
}

/** Names that the reissue drops without an acknowledgement. Undefined: some values are not known yet. */
export function unacknowledgedDrops(
  prior: ReissueState | null,
  planned: Planned<Reissue>,
): string[] | undefined {
  if (prior === null) return [];
  const { common_name, dns_names, acknowledge_dropped_names: acknowledged } = planned;
  if (!isKnown(common_name) || !isKnown(dns_names) || !isKnown(acknowledged)) return undefined;
  const dropped = droppedNames(prior, { common_name, dns_names });
  return areNamed(dropped, acknowledged) ? [] : dropped;
}

/** Names that the reissue drops with an acknowledgement, as far as they are known. */
export function acknowledgedDrops(prior: ReissueState | null, planned: Planned<Reissue>): readonly string[] {
  const { common_name, dns_names, acknowledge_dropped_names: acknowledged } = planned;
  // If the names of the current certificate are not known, the acknowledgement is sent unchecked.
  if (prior === null || allNames(prior).size === 0) return (isKnown(acknowledged) && acknowledged) || [];
  if (!isKnown(common_name) || !isKnown(dns_names)) return [];
  return droppedNames(prior, { common_name, dns_names });
}

/** The acknowledgement names all dropped names, and no other. */
function areNamed(dropped: readonly string[], acknowledged: readonly string[] | null): boolean {
  return dropped.length > 0 && acknowledged !== null && sameNames(dropped, acknowledged);
}

/** The values of the request. */
export function toRequest(
  prior: ReissueState | null,
  planned: Decided<Reissue>,
  config: KnownConfig<Reissue>,
): Values {
  const { common_name, dns_names, acknowledge_dropped_names: acknowledged } = planned;
  // If the names of the current certificate are not known, the acknowledgement is sent unchecked.
  const isUnchecked = prior === null || allNames(prior).size === 0;
  const isAcknowledged = isUnchecked
    ? (acknowledged?.length ?? 0) > 0
    : areNamed(droppedNames(prior, { common_name, dns_names }), acknowledged);
  return pickValues(reissueFields, {
    ...planned,
    // A plan has no write-only values.
    sign_key_pin: config.sign_key_pin,
    i_know_remove_domain_will_revoke_before_cert: isAcknowledged,
  });
}

/** The digest of the request, and the parts that are not known yet and so not in it. */
export function digestArguments(arguments_: Planned<Reissue> | ReissueState): {
  readonly digest: string;
  readonly unknownParts: readonly string[];
} {
  const values = arguments_ as Readonly<Record<string, unknown>>;
  const unknownParts = digestParts.filter((name) => !isKnown(values[name]));
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => !unknownParts.includes(name)));
  const triggers = known.triggers as Readonly<Record<string, string>> | null | undefined;
  return { digest: requestDigest(String(values.order_id), known, triggers ?? {}), unknownParts };
}
