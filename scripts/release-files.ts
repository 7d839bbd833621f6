import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ExecutableProduct, ownProduct } from "../src/cli/provider-names.ts";
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
const releaseName = (product: ExecutableProduct) => `terraform-provider-${product.name}_${product.version}`;
export const archiveName = (platform: Platform, product = ownProduct) =>
  `${releaseName(product)}_${platform}.zip`;
export const billName = (platform: Platform) => `certorder_${version}_${platform}.cdx.json`;
export const sumsFile = `${releaseName(ownProduct)}_SHA256SUMS`;
export const ownManifest = `${releaseName(ownProduct)}_manifest.json`;
export const runtimePackage = (platform: Platform) => `@oven/bun-${platforms[platform].runtime}`;
export const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");

/** What goes with a program, because the licences of what is in it ask for it. `folder` has the sources and packages. */
export function licenceFiles(
  { metafile }: Pick<Program, "metafile">,
  platform: Platform,
  folder = root,
): ZipEntry[] {
  const runtime = `${runtimePackage(platform)} ${runtimeVersion} (MIT)\n\nIts parts and their licences are in runtime-licences.md.\n`;
  const text = (name: string, data: Buffer | string) => ({ name, data: Buffer.from(data), mode: 0o644 });
  const own = join(folder, "LICENSE");
  const packages = licences(bundledPackages(metafile), folder);
  return [
    ...(existsSync(own) ? [text("LICENSE", readFileSync(own))] : []),
    text("licenses.txt", `${packages}\n${"-".repeat(80)}\n\n${runtime}`),
    text("runtime-licences.md", readFileSync(join(root, "executables", "runtime-licences.md"))),
  ];
}

/** The bill of what is in an archive. */
export function billFile({ metafile }: Program, platform: Platform, archive: Buffer): ReleaseFile {
  const product = {
    type: "application",
    name: "certorder",
    version,
    purl: `pkg:generic/certorder@${version}?platform=${platform}`,
    sha256: sha256(archive),
  } as const;
  const folders = [...bundledPackages(metafile), `node_modules/${runtimePackage(platform)}`];
  return { name: billName(platform), data: Buffer.from(billOfMaterials(product, folders)) };
}

/** What registries want beside the archives, and the script for people who use a runtime of their own. */
export function commonFiles({ script }: Program): ReleaseFile[] {
  return [registryManifest(ownProduct), { name: `certorder_${version}.cjs`, data: script }];
}

/** What a registry wants to know of a release. */
export function registryManifest(product: ExecutableProduct): ReleaseFile {
  const protocols = { version: 1, metadata: { protocol_versions: ["6.0"] } };
  const data = Buffer.from(`${JSON.stringify(protocols, null, 2)}\n`);
  return { name: `${releaseName(product)}_manifest.json`, data };
}

export function checksumFile(files: readonly ReleaseFile[], product = ownProduct): ReleaseFile {
  const lines = files.map(({ name, data }) => `${sha256(data)}  ${name}\n`);
  return { name: `${releaseName(product)}_SHA256SUMS`, data: Buffer.from(lines.join("")) };
}
