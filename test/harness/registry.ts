import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import { atTheEnd } from "./at-the-end.ts";
import { newFolder } from "./new-folder.ts";
import { onLoopback } from "./on-loopback.ts";

/** A package as its folder in some node_modules has it. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bundleDependencies?: readonly string[];
  readonly bundledDependencies?: readonly string[];
}

const root = join(import.meta.dirname, "..", "..");

/**
 * A registry on loopback that has this package, as npm packs it, unless one of some folders has another, and what is installed
 * in these: people's own package managers install from it, in the words of our documents, and nothing leaves this machine.
 */
export async function startRegistry(...nodeModules: string[]): Promise<string> {
  const archives = newFolder("certorder-registry-");
  const packages = new Map<string, Map<string, string>>();
  for (const folder of [...nodeModules.flatMap(packagesIn), root]) {
    const { name, version } = readManifest(folder);
    const versions = packages.get(name) ?? new Map<string, string>();
    if (!versions.has(version)) packages.set(name, versions.set(version, folder));
  }
  const packed = new Map<string, string>();
  const archivePath = (folder: string) => {
    const file = packed.get(folder) ?? pack(folder, archives);
    packed.set(folder, file);
    return file;
  };

  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "").slice(1);
    if (path.startsWith("-archive/")) {
      response.end(readFileSync(join(archives, basename(path))));
      return;
    }
    const versions = packages.get(path);
    if (!versions) {
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
      return;
    }
    const described = [...versions].map(([version, folder]) => {
      const file = archivePath(folder);
      const hash = (algorithm: string) => createHash(algorithm).update(readFileSync(file));
      const dist = {
        tarball: `${url}/-archive/${basename(file)}`,
        shasum: hash("sha1").digest("hex"),
        integrity: `sha512-${hash("sha512").digest("base64")}`,
      };
      return [version, { ...readManifest(folder), dist }] as const;
    });
    const latest = described
      .map(([version]) => version)
      .sort(byVersion)
      .at(-1);
    const text = JSON.stringify({
      name: path,
      "dist-tags": { latest },
      versions: Object.fromEntries(described),
      // Package managers wait for some days before they trust what is new.
      time: Object.fromEntries(described.map(([version]) => [version, "2020-01-01T00:00:00.000Z"])),
    });
    response.writeHead(200, { "content-type": "application/json" }).end(text);
  });
  const port = await onLoopback(server);
  atTheEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${port}`;
  return url;
}

/** What npm needs to know to use this registry and nothing of this machine's own. */
export function npmEnvironment(registry: string, home: string): Record<string, string> {
  return {
    npm_config_registry: registry,
    npm_config_cache: join(home, ".npm"),
    npm_config_userconfig: join(home, ".npmrc"),
    npm_config_prefix: join(home, "global"),
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
  };
}

function packagesIn(nodeModules: string): string[] {
  if (!existsSync(nodeModules)) return [];
  const folders = readdirSync(nodeModules)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@")
        ? readdirSync(join(nodeModules, name)).map((part) => join(nodeModules, name, part))
        : [join(nodeModules, name)],
    )
    .filter((folder) => existsSync(join(folder, "package.json")));
  return folders.flatMap((folder) => [folder, ...packagesIn(join(folder, "node_modules"))]);
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

function pack(folder: string, archives: string): string {
  const { name, version, bundleDependencies, bundledDependencies } = readManifest(folder);
  if (folder === root) {
    const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", archives];
    return join(archives, execFileSync("npm", args, { cwd: root, encoding: "utf8" }).trim());
  }
  const file = join(archives, `${name.replace("/", "-")}-${version}.tgz`);
  const bundles = (bundleDependencies ?? bundledDependencies ?? []).length > 0;
  const leftOut = bundles ? [] : ["--exclude=./node_modules"];
  execFileSync("tar", ["-czf", file, ...leftOut, "--transform=s,^\\.,package,", "-C", folder, "."]);
  return file;
}

function byVersion(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
