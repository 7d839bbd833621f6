import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { InstalledCore } from "./find-core.ts";
import type { ServedProvider } from "./serve-in-process.ts";
import { fullAddresses, typeName } from "./source-address.ts";

/** A provider under test that is a program. */
export interface ProviderCommand {
  /** The program and its arguments. Each process of the provider is a new one, as for users. */
  readonly command: readonly [string, ...string[]];
  /** Its source address, such as `acme/notes`. */
  readonly address: string;
  /** For configurations that ask for a version. Default: `1.0.0`. */
  readonly version?: string;
}

/**
 * Installs a command as a provider: a small program in a filesystem mirror. `dev_overrides` would print a warning in
 * each command, and `init` would look for the provider in a registry if a configuration has other providers too.
 */
export function installCommand(
  { command, address, version = "1.0.0" }: ProviderCommand,
  core: InstalledCore,
  folder: string,
): ServedProvider {
  if (process.platform === "win32")
    throw new Error("A provider as a command needs a POSIX shell. Use inProcess on Windows.");
  const mirror = join(folder, "mirror");
  const addresses = fullAddresses(address);
  for (const full of addresses) {
    const place = join(mirror, full, version, core.platform);
    const program = join(place, `terraform-provider-${typeName(address)}_v${version}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(program, `#!/bin/sh\nexec ${command.map(absolute).map(quoted).join(" ")} "$@"\n`);
    chmodSync(program, 0o755);
  }
  const logFile = join(folder, "provider.log");
  const names = JSON.stringify(addresses);
  return {
    // At this level the core also logs what the provider writes to stderr.
    environment: { TF_LOG_PROVIDER: "debug", TF_LOG_PATH: logFile },
    cliConfig: `provider_installation {
  filesystem_mirror {
    path    = ${JSON.stringify(mirror)}
    include = ${names}
  }
  direct {
    exclude = ${names}
  }
}
`,
    log: () => (existsSync(logFile) ? readFileSync(logFile, "utf8") : ""),
    async close() {},
  };
}

/** The core starts the provider in another folder, so a file such as `main.ts` needs its full path. */
function absolute(word: string): string {
  return existsSync(word) ? resolve(word) : word;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
