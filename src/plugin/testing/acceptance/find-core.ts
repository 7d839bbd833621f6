import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { devNull } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { errorMessage } from "../../error-message.ts";
import { withoutCoreVariables } from "./core-environment.ts";

/** The two cores. */
export type CoreName = "tofu" | "terraform";

/** Terraform or OpenTofu on this machine. */
export interface InstalledCore {
  readonly name: CoreName;
  /** The path of the program. */
  readonly program: string;
  /** Such as `1.12.6`. */
  readonly version: string;
  /** As the core writes it, such as `linux_amd64`. */
  readonly platform: string;
  readonly missing: undefined;
}

/** No core was found. */
export interface MissingCore {
  /** Why there is none, and what to do. */
  readonly missing: string;
}

/**
 * Finds a core for acceptance tests: a name such as `"tofu"` in the PATH, or the path of a program. Never throws: a
 * test can be skipped with the reason.
 *
 *     const core = findCore("tofu");
 *     test.skipIf(core.missing)("A note is created", async () => { … });
 */
export function findCore(nameOrPath: string): InstalledCore | MissingCore {
  // The core runs in another folder, so a relative path would lead elsewhere.
  const program = /[\\/]/.test(nameOrPath) ? resolve(nameOrPath) : inPath(nameOrPath);
  if (program === undefined)
    return {
      missing: `There is no "${nameOrPath}" in the PATH. Install it, or pass the path of the program to findCore.`,
    };
  let said: string;
  try {
    said = execFileSync(program, ["version"], {
      encoding: "utf8",
      env: { ...withoutCoreVariables(process.env), CHECKPOINT_DISABLE: "1", TF_CLI_CONFIG_FILE: devNull },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 60_000,
    });
  } catch (error) {
    return { missing: `"${program} version" failed: ${errorMessage(error)}` };
  }
  return (
    readVersion(program, said) ?? {
      missing: `"${program}" is neither Terraform nor OpenTofu: "${program} version" does not print such a version.`,
    }
  );
}

/** Reads what `terraform version` or `tofu version` prints. */
export function readVersion(program: string, said: string): InstalledCore | undefined {
  const [, product, version, platform] = /^(Terraform|OpenTofu) v(\S+)\s+on (\w+)/m.exec(said) ?? [];
  if (version === undefined || platform === undefined) return undefined;
  return {
    name: product === "OpenTofu" ? "tofu" : "terraform",
    program,
    version,
    platform,
    missing: undefined,
  };
}

/**
 * Whether a core has a feature, by the first version of each core that has it. A core that is not named does not have
 * the feature.
 *
 *     test.skipIf(!isAtLeast(core, { terraform: "1.14" }))("An action runs", …);
 */
export function isAtLeast(
  core: InstalledCore | MissingCore,
  first: Readonly<Partial<Record<CoreName, string>>>,
): boolean {
  if (core.missing !== undefined) return false;
  const needed = first[core.name];
  if (needed === undefined) return false;
  const [major = 0, minor = 0, patch = 0] = numbers(core.version);
  const [neededMajor = 0, neededMinor = 0, neededPatch = 0] = numbers(needed);
  return (major - neededMajor || minor - neededMinor || patch - neededPatch) >= 0;
}

function numbers(version: string): number[] {
  return version.split(/[.+-]/, 3).map(Number);
}

function inPath(name: string): string | undefined {
  const file = process.platform === "win32" ? `${name}.exe` : name;
  return (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => resolve(join(folder, file)))
    .find((path) => existsSync(path));
}
