import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { UsageError } from "./command-error.ts";
import { providerSource } from "./provider-names.ts";
import { environmentForOthers } from "./provider-start.ts";

/** Checks the host of a registry. It becomes a folder of the mirror, so it must not lead out of it. */
export function checkedHost(host: string): string {
  if (/^[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d+)?$/i.test(host)) return host;
  throw new UsageError(
    "--host does not name a registry.",
    "Give the name of a host, such as registry.example.com.",
  );
}

/** The default registries of the programs on this machine. Only the program itself knows its default. */
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
      // Not installed, or not working: nothing has to be installed for it.
    }
  await rm(folder, { recursive: true });
  return [...hosts];
}
