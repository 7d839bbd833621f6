import { execFile } from "node:child_process";
import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { version } from "../version.ts";
import { UsageError } from "./command.ts";

/** The address that a configuration names as the provider's source. */
export const providerSource = "certorder/certorder";

/** What the core looks for in a provider's package, and starts. */
export const providerExecutable = `terraform-provider-certorder_v${version}`;

/** What a provider's package consists of, relative to its folder. */
export const providerFiles = [
  providerExecutable,
  "lib/provider.cjs",
  "lib/undici.cjs",
  "lib/postgres.cjs",
  "lib/s3.cjs",
  "lib/aws-credentials.cjs",
];

/** The folder with the built provider: beside the command line in the package, below it in a checkout. */
export async function providerFolder(): Promise<string> {
  const candidates = ["../terraform", "../../build/terraform"].map((path) => join(import.meta.dirname, path));
  for (const folder of candidates) {
    const isThere = await access(join(folder, providerExecutable)).then(
      () => true,
      () => false,
    );
    if (isThere) return folder;
  }
  throw new UsageError("The provider has not been built.", "Run: npm run build");
}

/** This machine as Terraform names it. */
export function platform(): string {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  return `${os}_${arch}`;
}

/** What another program needs to know. Keys are none of its business, and Node shows it all to whoever debugs. */
function environmentForOthers(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("CERTORDER_")));
}

/**
 * Which registries the programs on this machine look for the provider in: each has one in mind that goes unsaid in a
 * configuration, and only the program itself can tell.
 */
export async function registryHosts(programs = ["tofu", "terraform"]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "certorder-"));
  const source = `terraform {\n  required_providers {\n    certorder = { source = "${providerSource}" }\n  }\n}\n`;
  await writeFile(join(folder, "main.tf"), source);
  const hosts = new Set<string>();
  for (const program of programs)
    try {
      const { stdout } = await promisify(execFile)(program, ["providers", "-no-color"], {
        cwd: folder,
        env: environmentForOthers(),
      });
      const [, host] = new RegExp(`provider\\[([^/\\]]+)/${providerSource}\\]`).exec(stdout) ?? [];
      if (host !== undefined) hosts.add(host);
    } catch {
      // Not installed, or not working: then nothing has to be installed for it.
    }
  await rm(folder, { recursive: true });
  return [...hosts];
}
