import type { SecureContext } from "node:tls";

/** Trusts the given authorities beside those that Node trusts by default, NODE_EXTRA_CA_CERTS included. */
export function trustContext(ca: string): SecureContext {
  // Not imported above: loading it takes as long as starting Node, and most processes never get here.
  const { createSecureContext, getCACertificates } = process.getBuiltinModule("node:tls");
  return createSecureContext({ ca: [...getCACertificates("default"), ca] });
}
