import { readFileText } from "./file-text.ts";
import { isExecutable } from "./version.ts";

/** For the programs among us, which have a process to themselves. What is imported into others' leaves theirs alone. */
export function prepareProcess(): void {
  // A crash report of Node would otherwise list the environment, and the auth key with it.
  (process.report as { excludeEnv?: boolean }).excludeEnv = true;
  // Certificates are verified whatever it says, and runtimes would warn of the opposite.
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
}

/**
 * The runtime of executables would also trust whom SSL_CERT_FILE and SSL_CERT_DIR name. Node does not, nor does the same program
 * from npm. Not done at the start, but before anything can be sent: to read authorities takes longer than all the rest.
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
