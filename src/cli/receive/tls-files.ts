import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { KeyAndCertificate } from "../../sandbox/index.ts";

/** The paths of the files with a certificate chain and its private key. */
export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Reads both files. Throws if they cannot be used together. */
export function readTlsFiles({ certFile, keyFile }: TlsFiles): KeyAndCertificate {
  const read = { cert: readFileSync(certFile, "utf8"), key: readFileSync(keyFile, "utf8") };
  createSecureContext(read);
  return read;
}
