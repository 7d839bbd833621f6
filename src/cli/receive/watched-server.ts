import type { KeyAndCertificate } from "../../sandbox/index.ts";
import { UsageError } from "../command-error.ts";
import { readAccessKeys, secretWarnings } from "./access-keys.ts";
import { type ServerOptions, startServer } from "./server.ts";
import { readTlsFiles, type TlsFiles } from "./tls-files.ts";
import { watchFiles } from "./watch-files.ts";

interface WatchedServerOptions extends Omit<ServerOptions, "accessKey" | "tls"> {
  readonly accessKeys: readonly string[];
  /** The file that has the keys, if they are in one. */
  readonly accessKeyFile: string | undefined;
  readonly tlsFiles: TlsFiles | undefined;
  /** Gets the access keys that are read later. */
  readonly onAccessKeys: (keys: readonly string[]) => void;
  readonly log: (event: string, details?: object) => void;
}

/** A server whose access keys and certificate are read again when their files change. */
export async function startWatchedServer(options: WatchedServerOptions) {
  const { accessKeys, accessKeyFile, tlsFiles, onAccessKeys, log, ...more } = options;
  const secretFiles = [accessKeyFile, tlsFiles?.keyFile].filter((file) => file !== undefined);
  let usedKeys = accessKeys;
  const start = async () => {
    const tls = tlsFiles && readTlsFiles(tlsFiles);
    return { tls, server: await startServer({ ...more, accessKey: () => usedKeys, tls, log }) };
  };
  const { tls, server } = await start().catch(({ message }: Error) => {
    throw new UsageError(
      `The receiver cannot start: ${message}`,
      "Check --host, --port, --health-port, --tls-cert and --tls-key.",
    );
  });
  const warnings = () => secretWarnings(usedKeys, secretFiles);
  const warn = () => {
    for (const message of warnings()) log("warning", { message });
  };
  const watching: (() => void)[] = [];
  if (accessKeyFile !== undefined) {
    const read = () => readAccessKeys(accessKeyFile);
    const use = (keys: readonly string[]) => {
      usedKeys = keys;
      onAccessKeys(keys);
      warn();
    };
    watching.push(
      watchFiles({ name: "access_key", files: [accessKeyFile], current: accessKeys, read, use }, log),
    );
  }
  if (tlsFiles && tls) {
    const read = () => readTlsFiles(tlsFiles);
    const files = Object.values(tlsFiles);
    const use = (replacement: KeyAndCertificate) => {
      server.replaceTls(replacement);
      warn();
    };
    watching.push(watchFiles({ name: "certificate", files, current: tls, read, use }, log));
  }
  return {
    ...server,
    /** What a person should correct. It is logged again when a file has changed. */
    warnings: warnings(),
    close() {
      for (const stop of watching) stop();
      return server.close();
    },
  };
}
