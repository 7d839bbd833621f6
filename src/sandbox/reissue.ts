import { cloudHeldKey, comparableName, persistentDns } from "../contract/index.ts";
import type { Answers, ServiceRefusal } from "./answers.ts";
import { type IssuedOrder, type Product, products } from "./orders.ts";
import type { JsonMembers } from "./request-body.ts";

/** The effect of a reissue on its order. */
export interface Reissued {
  /** The changed order, still with the old certificate's id. */
  readonly order: IssuedOrder;
  readonly revokesPrevious: boolean;
}

type ReissueDecision =
  | { readonly reissued: Reissued; readonly refusal?: never }
  | { readonly refusal: ServiceRefusal };

/** A reissue to check. */
interface ReissueCase {
  readonly order: IssuedOrder;
  readonly product: Product;
  readonly values: ReissueValues;
  readonly hasCertificate: boolean;
  /** The alternative names that the new certificate will have. */
  readonly dnsNames: readonly string[];
  /** Names of the current certificate that the new one will not have. */
  readonly removed: readonly string[];
}

/** The values that the sandbox uses. Their kinds are checked. */
interface ReissueValues {
  readonly csr?: string;
  readonly csr_from?: string;
  readonly common_name?: string;
  readonly dns_names?: readonly string[];
  readonly sign_hash?: string;
  readonly un_modify_key?: boolean;
  readonly validity_days?: number;
  readonly i_know_remove_domain_will_revoke_before_cert?: boolean;
  readonly i_know_will_revoke_last_cert?: boolean;
  readonly dcv_method?: string;
  readonly persist_until?: number;
  readonly persist_policy?: string;
  readonly dcv_scope?: string;
  readonly sign_key_pin?: string;
  readonly sign_key_pin_tip?: string;
}

type Rule = (reissueCase: ReissueCase) => ServiceRefusal | undefined;

/** Decides about a reissue. The first broken rule is the answer. */
export function decideReissue(
  order: IssuedOrder,
  body: { readonly values: JsonMembers; readonly hasCertificate: boolean },
  answers: Answers,
): ReissueDecision {
  const values = body.values as ReissueValues;
  const product = products[order.product];
  const dnsNames = values.dns_names ?? (answers.omittedDnsNames === "kept" ? (order.dnsNames ?? []) : []);
  const kept = new Set([...dnsNames, values.common_name ?? order.commonName ?? ""].map(comparableName));
  const removed = orderNames(order).filter((name) => !kept.has(comparableName(name)));
  const reissueCase: ReissueCase = {
    order,
    product,
    values,
    hasCertificate: body.hasCertificate,
    dnsNames,
    removed: product.isSsl ? removed : [],
  };

  for (const rule of rules) {
    const refusal = rule(reissueCase);
    if (refusal) return { refusal };
  }
  return { reissued: { order: changedOrder(reissueCase), revokesPrevious: revokesPrevious(reissueCase) } };
}

/** First the rules of every request, then those of the product, then acknowledgements. */
const rules: readonly Rule[] = [
  ({ hasCertificate }) => unless(hasCertificate, "certificate_required", "certificate is missing."),
  ({ values }) =>
    unless(isGiven(values.sign_hash), "sign_hash_required", "certificate.sign_hash is missing."),
  ({ values: { validity_days: days } }) =>
    unless(days === undefined || days >= 1, "invalid_parameters", "validity_days must be 1 or more."),
  ({ values }) =>
    unless(
      !usesPersistentDns(values) || (values.persist_until ?? 0) >= 0,
      "invalid_parameters",
      "persist_until must be 0 or more.",
    ),
  ({ values }) =>
    unless(
      !usesPersistentDns(values) || ["fqdn", "wildcard"].includes(values.persist_policy ?? "fqdn"),
      "invalid_parameters",
      "persist_policy must be fqdn or wildcard.",
    ),
  ({ values: { dns_names: names = [] } }) =>
    unless(names.every(isGiven), "invalid_parameters", "dns_names must not contain an empty name."),
  ({ values: { csr } }) =>
    unless(!csr?.includes("PRIVATE KEY"), "csr_is_private_key", "certificate.csr holds a private key."),

  ({ product, values }) =>
    unless(
      !product.isSsl || isGiven(values.common_name),
      "common_name_required",
      "certificate.common_name is required for SSL certificates.",
    ),
  ({ order, values }) =>
    unless(
      values.csr_from !== cloudHeldKey || order.signKeyPin !== undefined,
      "cloud_key_not_available",
      "The order has no signing key held in the cloud.",
    ),
  ({ values }) =>
    unless(
      values.csr_from === cloudHeldKey || isGiven(values.csr),
      "csr_required",
      "certificate.csr is required for this product and csr_from.",
    ),
  ({ values }) =>
    unless(
      values.csr_from !== cloudHeldKey || isGiven(values.sign_key_pin),
      "sign_key_pin_required",
      "sign_key_pin is required for the signing key held in the cloud.",
    ),
  ({ order, values }) =>
    unless(
      values.csr_from !== cloudHeldKey || values.sign_key_pin === order.signKeyPin,
      "sign_key_pin_wrong",
      "sign_key_pin is not the code of this signing key.",
    ),
  ({ product, order, values }) =>
    unless(
      product.namesMayChange || values.dns_names === undefined || sameNames(values.dns_names, order),
      "dns_names_not_changeable",
      "This product does not let a reissue change dns_names.",
    ),
  ({ product, values }) =>
    unless(
      product.mayHaveDcvScope || !isGiven(values.dcv_scope),
      "dcv_scope_not_supported",
      "This product does not support dcv_scope.",
    ),

  ({ removed, values }) =>
    unless(
      removed.length === 0 || values.i_know_remove_domain_will_revoke_before_cert === true,
      "domain_removal_not_acknowledged",
      "The reissue removes a domain; i_know_remove_domain_will_revoke_before_cert must be true.",
    ),
  ({ product, values }) =>
    unless(
      !product.revokesPrevious || values.i_know_will_revoke_last_cert === true,
      "revocation_not_acknowledged",
      "This product revokes the previous certificate; i_know_will_revoke_last_cert must be true.",
    ),
];

function unless(holds: boolean, code: ServiceRefusal["code"], message: string): ServiceRefusal | undefined {
  return holds ? undefined : { code, message };
}

function isGiven(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== "";
}

function usesPersistentDns(values: ReissueValues): boolean {
  return values.dcv_method === persistentDns;
}

function orderNames(order: IssuedOrder): string[] {
  return [order.commonName, ...(order.dnsNames ?? [])].filter((name) => name !== undefined);
}

/** Whether `dnsNames` are those of the current certificate. The common name may be among them or not. */
function sameNames(dnsNames: readonly string[], order: IssuedOrder): boolean {
  const common = comparableName(order.commonName ?? "");
  const requested = new Set([...dnsNames.map(comparableName), common]);
  const current = new Set([...(order.dnsNames ?? []).map(comparableName), common]);
  return requested.size === current.size && [...requested].every((name) => current.has(name));
}

function revokesPrevious({ product, removed }: ReissueCase): boolean {
  return product.revokesPrevious || removed.length > 0;
}

function changedOrder({ order, product, values, dnsNames }: ReissueCase): IssuedOrder {
  const persistent = usesPersistentDns(values);
  const cloud = values.csr_from === cloudHeldKey;
  return {
    ...order,
    commonName: values.common_name ?? order.commonName,
    dnsNames,
    // Without dns-persist, or without a value, the order's own value stays. The policy has a default.
    persistUntil: (persistent ? values.persist_until : undefined) ?? order.persistUntil,
    persistPolicy: persistent ? (values.persist_policy ?? "fqdn") : order.persistPolicy,
    signKeyPinTip: (cloud ? values.sign_key_pin_tip : undefined) ?? order.signKeyPinTip,
    // Only a dual certificate has an encryption key. It is replaced unless the request keeps it.
    encryptionKeyVersion:
      product.isDual && values.un_modify_key !== true
        ? (order.encryptionKeyVersion ?? 0) + 1
        : order.encryptionKeyVersion,
  };
}
