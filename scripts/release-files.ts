import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../src/version.ts";
import { billOfMaterials } from "./bill-of-materials.ts";
import { bundledPackages, licences } from "./bundled-packages.ts";
import type { Program } from "./executables.ts";
import { type Platform, platforms, runtimeVersion } from "./runtimes.ts";
import type { ZipEntry } from "./zip.ts";

export interface ReleaseFile {
  readonly name: string;
  readonly data: Buffer;
}

const root = join(import.meta.dirname, "..");
const provider = `terraform-provider-certorder_${version}`;
export const archiveOf = (platform: Platform) => `${provider}_${platform}.zip`;
export const billOf = (platform: Platform) => `certorder_${version}_${platform}.cdx.json`;
export const sumsFile = `${provider}_SHA256SUMS`;
export const runtimePackage = (platform: Platform) => `@oven/bun-${platforms[platform].runtime}`;
export const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");

/** What goes with a program, because the licences of what is in it ask for it. */
export function licenceFiles({ metafile }: Program, platform: Platform): ZipEntry[] {
  const runtime = `${runtimePackage(platform)} ${runtimeVersion} (MIT)\n\nIts parts and their licences are in runtime-licences.md.\n`;
  const text = (name: string, data: Buffer | string) => ({ name, data: Buffer.from(data), mode: 0o644 });
  return [
    text("LICENSE", readFileSync(join(root, "LICENSE"))),
    text("licenses.txt", `${licences(bundledPackages(metafile))}\n${"-".repeat(80)}\n\n${runtime}`),
    text("runtime-licences.md", readFileSync(join(root, "executables", "runtime-licences.md"))),
  ];
}

/** The bill of what is in an archive. */
export function billFor({ metafile }: Program, platform: Platform, archive: Buffer): ReleaseFile {
  const product = {
    type: "application",
    name: "certorder",
    version,
    purl: `pkg:generic/certorder@${version}?platform=${platform}`,
    sha256: sha256(archive),
  } as const;
  const folders = [...bundledPackages(metafile), `node_modules/${runtimePackage(platform)}`];
  return { name: billOf(platform), data: Buffer.from(billOfMaterials(product, folders)) };
}

/** What registries want beside the archives, and the script for people who use a runtime of their own. */
export function commonFiles({ script }: Program): ReleaseFile[] {
  const protocols = { version: 1, metadata: { protocol_versions: ["6.0"] } };
  return [
    { name: `${provider}_manifest.json`, data: Buffer.from(`${JSON.stringify(protocols, null, 2)}\n`) },
    { name: `certorder_${version}.cjs`, data: script },
  ];
}

export function sumsOf(files: readonly ReleaseFile[]): ReleaseFile {
  const lines = files.map(({ name, data }) => `${sha256(data)}  ${name}\n`);
  return { name: sumsFile, data: Buffer.from(lines.join("")) };
}
