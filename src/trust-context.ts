import type { SecureContext } from "node:tls";

const contexts = new Map<string, SecureContext>();
const mostContexts = 8;

/**
 * Trusts the given authorities beside those that Node trusts by default, NODE_EXTRA_CA_CERTS included. Reading all of them takes
 * long, so those who trust the same ones share a context.
 */
export function trustContext(pem: string): SecureContext {
  const known = contexts.get(pem);
  if (known) return known;
  // Not imported above: loading it takes as long as starting Node, and most processes never get here.
  const { createSecureContext, getCACertificates } = process.getBuiltinModule("node:tls");
  const context = createSecureContext({ ca: [...getCACertificates("default"), pem] });
  const [oldest] = contexts.keys();
  if (contexts.size >= mostContexts && oldest !== undefined) contexts.delete(oldest);
  contexts.set(pem, context);
  return context;
}
