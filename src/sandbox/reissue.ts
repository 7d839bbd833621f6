import { cloudHeldKey, comparableName, persistentDns, type reissueFields } from "../contract/index.ts";
import { type Answers, refusal, type ServiceRefusal } from "./answers.ts";
import { type IssuedOrder, type Product, products } from "./orders.ts";
import type { BodyValues } from "./request-body.ts";

/** The effect of a reissue on its order. */
export interface AcceptedReissue {
  /** The changed order, still with the old certificate's id. */
  readonly order: IssuedOrder;
  readonly revokesPrevious: boolean;
}

type ReissueDecision =
  | { readonly reissued: AcceptedReissue; readonly refusal?: never }
  | { readonly refusal: ServiceRefusal };

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

type ReissueValues = BodyValues<typeof reissueFields>;

/** Decides about a reissue. The first broken rule is the answer. */
export function decideReissue(
  order: IssuedOrder,
  { values, hasCertificate }: Pick<ReissueCase, "values" | "hasCertificate">,
  answers: Answers,
): ReissueDecision {
  const product = products[order.product];
  const dnsNames = values.dns_names ?? (answers.omittedDnsNames === "kept" ? (order.dnsNames ?? []) : []);
  const kept = new Set([...dnsNames, values.common_name ?? order.commonName ?? ""].map(comparableName));
  const removed = orderNames(order).filter((name) => !kept.has(comparableName(name)));
  const reissueCase: ReissueCase = {
    order,
    product,
    values,
    hasCertificate,
    dnsNames,
    removed: product.isSsl ? removed : [],
  };

  const refusal = findRefusal(reissueCase);
  if (refusal) return { refusal };
  return { reissued: { order: changedOrder(reissueCase), revokesPrevious: revokesPrevious(reissueCase) } };
}

/** First the rules of every request, then those of the product, then acknowledgements. */
function findRefusal(reissueCase: ReissueCase): ServiceRefusal | undefined {
  const { order, product, values, hasCertificate, removed } = reissueCase;
  const usesCloudKey = values.csr_from === cloudHeldKey;
  if (!hasCertificate) return refusal("certificate_required", "certificate is missing.");
  if (!isGiven(values.sign_hash)) return refusal("sign_hash_required", "certificate.sign_hash is missing.");
  if ((values.validity_days ?? 1) < 1)
    return refusal("invalid_parameters", "validity_days must be 1 or more.");
  if (usesPersistentDns(values)) {
    if ((values.persist_until ?? 0) < 0)
      return refusal("invalid_parameters", "persist_until must be 0 or more.");
    if (!["fqdn", "wildcard"].includes(values.persist_policy ?? "fqdn"))
      return refusal("invalid_parameters", "persist_policy must be fqdn or wildcard.");
  }
  if (!(values.dns_names ?? []).every(isGiven))
    return refusal("invalid_parameters", "dns_names must not contain an empty name.");
  if (values.csr?.includes("PRIVATE KEY"))
    return refusal("csr_is_private_key", "certificate.csr holds a private key.");

  if (product.isSsl && !isGiven(values.common_name))
    return refusal("common_name_required", "certificate.common_name is required for SSL certificates.");
  if (usesCloudKey && order.signKeyPin === undefined)
    return refusal("cloud_key_not_available", "The order has no signing key held in the cloud.");
  if (!usesCloudKey && !isGiven(values.csr))
    return refusal("csr_required", "certificate.csr is required for this product and csr_from.");
  if (usesCloudKey && !isGiven(values.sign_key_pin))
    return refusal(
      "sign_key_pin_required",
      "sign_key_pin is required for the signing key held in the cloud.",
    );
  if (usesCloudKey && values.sign_key_pin !== order.signKeyPin)
    return refusal("sign_key_pin_wrong", "sign_key_pin is not the code of this signing key.");
  if (!product.namesMayChange && values.dns_names && !sameNames(values.dns_names, order))
    return refusal("dns_names_not_changeable", "This product does not let a reissue change dns_names.");
  if (!product.mayHaveDcvScope && isGiven(values.dcv_scope))
    return refusal("dcv_scope_not_supported", "This product does not support dcv_scope.");

  if (removed.length > 0 && !values.i_know_remove_domain_will_revoke_before_cert)
    return refusal(
      "domain_removal_not_acknowledged",
      "The reissue removes a domain; i_know_remove_domain_will_revoke_before_cert must be true.",
    );
  if (product.revokesPrevious && !values.i_know_will_revoke_last_cert)
    return refusal(
      "revocation_not_acknowledged",
      "This product revokes the previous certificate; i_know_will_revoke_last_cert must be true.",
    );
  return undefined;
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
