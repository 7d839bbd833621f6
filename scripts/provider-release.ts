import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Metafile } from "esbuild";
import { build } from "esbuild";
import type { ExecutableProduct } from "../src/cli/provider-names.ts";
import { Core } from "../src/plugin/testing/core.ts";
import { compile, packageFiles } from "./executables.ts";
import { glibcFiles } from "./glibc.ts";
import {
  archiveName,
  checksumFile,
  licenceFiles,
  type ReleaseFile,
  registryManifest,
} from "./release-files.ts";
import { type Platform, platforms } from "./runtimes.ts";
import { zip } from "./zip.ts";

export interface ProviderReleaseOptions {
  /** The file that serves the provider. */
  readonly entry: string;
  readonly out: string;
  readonly platforms: readonly Platform[];
  /** Where the libraries for machines without glibc come from. */
  readonly glibc?: typeof glibcFiles;
}

/**
 * What a registry asks of a release, as files in a folder: an archive for each platform, their checksums and the manifest. The schema
 * is for `tfplugindocs`, which writes the documentation from it.
 */
export async function buildProvider({
  entry,
  out,
  platforms: wanted,
  glibc = glibcFiles,
}: ProviderReleaseOptions): Promise<readonly ReleaseFile[]> {
  const program = await bundle(resolve(entry));
  const { product, schema } = program;
  const archives = wanted.map((platform): ReleaseFile => {
    const { os, cpu } = platforms[platform];
    const compiled = compile(program, platform, { product, format: "esm" });
    const files = packageFiles(compiled, platform, os === "linux" ? glibc(cpu) : [], product);
    const all = [...files, ...licenceFiles(program, platform, program.folder)];
    return { name: archiveName(platform, product), data: zip(all) };
  });
  const files = [...archives, registryManifest(product)];
  const all = [...files, checksumFile(files, product), { name: "schema.json", data: schema }];
  mkdirSync(out, { recursive: true });
  for (const { name, data } of all) writeFileSync(join(out, name), data);
  return all;
}

interface ProviderProgram {
  readonly script: Buffer;
  readonly metafile: Metafile;
  readonly product: ExecutableProduct;
  readonly schema: Buffer;
  /** Where its sources and packages are. */
  readonly folder: string;
}

/** The provider as one script, with what it says about itself. */
async function bundle(entry: string): Promise<ProviderProgram> {
  if (!existsSync(entry)) throw new Error(`There is no file ${entry}.`);
  const work = mkdtempSync(join(tmpdir(), "provider-program-"));
  const folder = packageFolder(entry);
  try {
    const script = join(work, "provider.mjs");
    const { metafile } = await build({
      absWorkingDir: folder,
      entryPoints: [entry],
      outfile: script,
      bundle: true,
      platform: "node",
      target: "node22",
      format: "esm",
      minify: true,
      metafile: true,
      legalComments: "none",
      logLevel: "warning",
      // Packages in CommonJS ask for Node's modules by this name.
      banner: {
        js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);',
      },
    });
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--version"], {
      cwd: work,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${entry} cannot run:\n${stderr}`);
    const [, name, version] = /^(\w+) (\d\S+)\n$/.exec(stdout) ?? [];
    if (name === undefined || version === undefined)
      throw new Error(`${entry} does not call serve, or prints something else to stdout.`);
    return {
      script: readFileSync(script),
      metafile,
      product: { name, version },
      schema: await readSchema(script, name),
      folder,
    };
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** The schemas of a provider, as it describes them to a core. */
async function readSchema(script: string, address: string): Promise<Buffer> {
  const core = await Core.start({ command: [process.execPath, script] });
  try {
    return Buffer.from(`${JSON.stringify(await core.schemaJson(address))}\n`);
  } finally {
    await core.shutDown();
  }
}

/** The folder of the package that a file belongs to. */
function packageFolder(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      readFileSync(join(folder, "package.json"));
      return folder;
    } catch {
      // Further up, then.
    }
  }
  throw new Error(`There is no package.json above ${file}.`);
}
