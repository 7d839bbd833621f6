import { readFileText } from "./file-text.ts";
import { isExecutable } from "./version.ts";

/** The variables that this process ignores and has removed from its environment. */
export const ignoredVariables: Record<string, string> = {};

/** Prepares a process that runs only this program. The library does not call this. */
export function prepareProcess(): void {
  // Keeps the environment, and with it the auth key, out of Node's crash reports.
  (process.report as { excludeEnv?: boolean }).excludeEnv = true;
  // Deprecations in packages concern their developers, not the users of this program.
  (process as { noDeprecation?: boolean }).noDeprecation = true;
  // Certificates are always verified. Without this, runtimes would warn of the opposite.
  const { NODE_TLS_REJECT_UNAUTHORIZED } = process.env;
  if (NODE_TLS_REJECT_UNAUTHORIZED !== undefined)
    Object.assign(ignoredVariables, { NODE_TLS_REJECT_UNAUTHORIZED });
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
}

/**
 * The runtime of executables also trusts the authorities in SSL_CERT_FILE and SSL_CERT_DIR. Node does not, so neither
 * does this. Called before the first request, not at the start: reading authorities is slow.
 */
export function trustAsNodeDoes(): void {
  const { SSL_CERT_FILE, SSL_CERT_DIR, NODE_USE_SYSTEM_CA, NODE_EXTRA_CA_CERTS } = process.env;
  if (!isExecutable || !(SSL_CERT_FILE || SSL_CERT_DIR) || NODE_USE_SYSTEM_CA === "1") return;
  const { getCACertificates, setDefaultCACertificates } = process.getBuiltinModule("node:tls");
  setDefaultCACertificates([...getCACertificates("bundled"), ...extraAuthorities(NODE_EXTRA_CA_CERTS)]);
}

/** Node warns of a file that cannot be read, and goes on without it. */
function extraAuthorities(file: string | undefined): string[] {
  const read = readFileText(file ?? "");
  const pem = "text" in read ? read.text : "";
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}
