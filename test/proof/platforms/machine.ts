import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, win32 } from "node:path";
import { type Platform, platforms } from "../../../scripts/runtimes.ts";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { linuxLoaders } from "../../../src/cli/launchers.ts";
import { executableName } from "../../../src/cli/provider-names.ts";
import { forwardingDll } from "./forwarding-dll.ts";

/** A machine of another kind, as far as an emulator plays it. */
export interface Machine extends Disposable {
  /** Starts the executable that lies unpacked in a folder of this machine. */
  command(folder: string): [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  /** What a path of this machine is called there. */
  path(here: string): string;
}

/** Undefined where its emulator is not there. */
export const machines: Partial<Record<Platform, () => Machine | undefined>> = {
  linux_arm64() {
    const emulator = installed("qemu-aarch64-static");
    const loader = linuxLoaders[platforms.linux_arm64.cpu] ?? "";
    if (!emulator) return undefined;
    return {
      command: (folder) => {
        const lib = join(folder, "lib");
        return [emulator, join(lib, basename(loader)), "--library-path", lib, join(lib, "certorder")];
      },
      env: {},
      path: (here) => here,
      [Symbol.dispose]: () => {},
    };
  },

  windows_amd64() {
    const emulator = installed("wine");
    if (!emulator) return undefined;
    const prefix = mkdtempSync(join(tmpdir(), "certorder-wine-"));
    // Quiet: it has no screen, and would talk of that.
    const env = { WINEPREFIX: prefix, WINEDEBUG: "-all", WINEDLLOVERRIDES: "mscoree,mshtml=" };
    const run = (...command: [string, ...string[]]) =>
      execFileSync(command[0], command.slice(1), { env: { ...process.env, ...env }, stdio: "ignore" });
    run(emulator, "wineboot", "-i");
    const system = join(prefix, "drive_c", "windows", "system32");
    const missing = "bcryptprimitives.dll";
    if (!readdirSync(system).includes(missing))
      writeFileSync(
        join(system, missing),
        forwardingDll(missing, "ProcessPrng", "advapi32.SystemFunction036"),
      );
    return {
      command: (folder) => [emulator, join(folder, executableName(platforms.windows_amd64.os))],
      env,
      path: (here) => `Z:${here.split("/").join(win32.sep)}`,
      [Symbol.dispose]() {
        run("wineserver", "-k");
        rmSync(prefix, { recursive: true, force: true });
      },
    };
  },
};

function installed(name: "qemu-aarch64-static" | "wine"): string | undefined {
  const path = toolPath(name);
  return existsSync(path) ? path : undefined;
}
