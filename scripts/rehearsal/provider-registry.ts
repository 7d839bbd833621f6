import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { providerSource } from "../../src/cli/provider-names.ts";
import { version } from "../../src/version.ts";
import { ReleaseServer } from "../../test/harness/release-server.ts";
import { archiveName, ownManifest, type ReleaseFile, sha256, sumsFile } from "../release-files.ts";
import { isPlatform, type Platform, thisPlatform } from "../runtimes.ts";
import type { World } from "./stage.ts";

export interface ProviderRegistry {
  readonly server: ReleaseServer;
  /** CLI configurations with which a core uses it as the registry, or as a network mirror. */
  readonly registry: string;
  readonly mirror: string;
}

/** A registry for providers, which cores take for the one that they ask: for a host of its name. */
export async function startProviderRegistry(world: World, host: string): Promise<ProviderRegistry> {
  const server = await ReleaseServer.start(registryFiles(world, host));
  return {
    server,
    registry: `host "${host}" {
  services = { "providers.v1" = "${server.url}/v1/providers/" }
}
provider_installation {
  direct {}
}
`,
    mirror: `provider_installation {
  network_mirror { url = "${server.url}/mirror/" }
}
`,
  };
}

export function archives({ release }: World): ReleaseFile[] {
  const names = readdirSync(release).filter((name) => name.endsWith(".zip"));
  return names.map((name) => ({ name, data: readFileSync(join(release, name)) }));
}

/** What a registry for providers makes of a release, and a network mirror. Addresses are relative to those of the answers. */
function registryFiles(world: World, host: string): ReleaseFile[] {
  const json = (name: string, value: object): ReleaseFile => ({
    name,
    data: Buffer.from(JSON.stringify(value)),
  });
  const file = (name: string): ReleaseFile => ({
    name: `files/${name}`,
    data: readFileSync(join(world.release, name)),
  });
  const manifest = JSON.parse(readFileSync(join(world.release, ownManifest), "utf8")) as {
    metadata: { protocol_versions: string[] };
  };
  const protocols = manifest.metadata.protocol_versions;
  const sums = readFileSync(join(world.release, sumsFile), "utf8");
  const own = `v1/providers/${providerSource}`;
  const mirror = `mirror/${host}/${providerSource}`;
  const platforms = archives(world).flatMap(({ name }) => {
    const [platform = ""] = /[^_]+_[^_]+(?=\.zip$)/.exec(name) ?? [];
    return isPlatform(platform) ? [platform] : [];
  });
  if (!platforms.includes(thisPlatform()))
    throw new Error(`The release has no ${archiveName(thisPlatform())}.`);
  const described = platforms.map((platform) => ({ platform, ...parts(platform) }));
  return [
    ...platforms.map((platform) => file(archiveName(platform))),
    file(sumsFile),
    file(`${sumsFile}.sig`),
    json(`${own}/versions`, {
      versions: [{ version, protocols, platforms: described.map(({ os, arch }) => ({ os, arch })) }],
    }),
    ...described.map(({ platform, os, arch }) => {
      const filename = archiveName(platform);
      return json(`${own}/${version}/download/${os}/${arch}`, {
        ...{ protocols, os, arch, filename },
        download_url: `/files/${filename}`,
        shasums_url: `/files/${sumsFile}`,
        shasums_signature_url: `/files/${sumsFile}.sig`,
        shasum: new RegExp(`^(\\w+)  ${filename}$`, "m").exec(sums)?.[1],
        signing_keys: { gpg_public_keys: [{ ascii_armor: readFileSync(world.publicKey, "utf8") }] },
      });
    }),
    json(`${mirror}/index.json`, { versions: { [version]: {} } }),
    json(`${mirror}/${version}.json`, {
      archives: Object.fromEntries(
        archives(world).map(({ name, data }, index) => [
          platforms[index],
          { url: `/files/${name}`, hashes: [`zh:${sha256(data)}`] },
        ]),
      ),
    }),
  ];
}

function parts(platform: Platform): { os: string; arch: string } {
  const [os = "", arch = ""] = platform.split("_");
  return { os, arch };
}
