import type { SecureContext } from "node:tls";
import { createSecureContext, getCACertificates } from "node:tls";

/** Trusts the given authorities beside those that Node trusts by default, NODE_EXTRA_CA_CERTS included. */
export function trusting(ca: string): SecureContext {
  return createSecureContext({ ca: [...getCACertificates("default"), ca] });
}
