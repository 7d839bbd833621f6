import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { KeyAndCertificate } from "../../sandbox/index.ts";

/** The paths of the files with a certificate chain and its private key. */
interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Reads both files. Throws if they cannot be used together. */
export function readTlsFiles({ certFile, keyFile }: TlsFiles): KeyAndCertificate {
  const read = { cert: readFileSync(certFile, "utf8"), key: readFileSync(keyFile, "utf8") };
  createSecureContext(read);
  return read;
}

const reloadIntervalMs = 5_000;

/**
 * Passes new files on. A program that renews them writes one after the other, so the old pair stays in use until both
 * fit.
 */
export function watchTlsFiles(
  files: TlsFiles,
  used: KeyAndCertificate,
  replace: (replacement: KeyAndCertificate) => void,
  log: (event: string, details?: object) => void,
): NodeJS.Timeout {
  let current = used;
  let problem: string | undefined;
  return setInterval(() => {
    try {
      const reread = readTlsFiles(files);
      problem = undefined;
      if (reread.cert === current.cert && reread.key === current.key) return;
      replace(reread);
      current = reread;
      log("certificate_reloaded");
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // The same problem is logged once.
      if (problem !== (code ?? message)) log("certificate_not_reloaded", { error: code ?? message });
      problem = code ?? message;
    }
  }, reloadIntervalMs);
}
