import { readFileSync } from "node:fs";
import type { Server } from "node:https";
import { createSecureContext } from "node:tls";

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

interface KeyAndCertificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Reads both files. Throws if they cannot be used together. */
export function readTlsFiles({ cert, key }: TlsFiles): KeyAndCertificate {
  const read = { cert: readFileSync(cert), key: readFileSync(key) };
  createSecureContext(read);
  return read;
}

const reloadIntervalMs = 5_000;

/**
 * Uses new files for new connections. A program that renews them writes one after the other, so the old pair stays in
 * use until both fit.
 */
export function reloadTlsFiles(
  server: Server,
  files: TlsFiles,
  used: KeyAndCertificate,
  log: (event: string, details?: object) => void,
): Disposable {
  let current = used;
  let problem: string | undefined;
  const timer = setInterval(() => {
    try {
      const reread = readTlsFiles(files);
      problem = undefined;
      if (reread.cert.equals(current.cert) && reread.key.equals(current.key)) return;
      server.setSecureContext(reread);
      current = reread;
      log("certificate_reloaded");
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // The same problem is logged once.
      if (problem !== (code ?? message)) log("certificate_not_reloaded", { error: code ?? message });
      problem = code ?? message;
    }
  }, reloadIntervalMs);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
