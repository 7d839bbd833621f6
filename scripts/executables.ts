import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Metafile } from "esbuild";
import { linuxLauncher, linuxLoaders } from "../src/cli/launchers.ts";
import { type ExecutableProduct, executableName, ownProduct } from "../src/cli/provider-names.ts";
import { signAdHoc } from "./mac-signature.ts";
import { bundleProgram } from "./program-bundle.ts";
import { type Platform, platforms, runtimePath, thisPlatform } from "./runtimes.ts";
import type { ZipEntry } from "./zip.ts";

/** The script that every executable is made of, bundled once. */
export interface Program {
  readonly script: Buffer;
  readonly metafile: Metafile;
}

export async function buildProgram(commit: string): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), "certorder-program-"));
  try {
    const file = join(folder, "certorder.cjs");
    const metafile = await bundleProgram(file, commit);
    return { script: readFileSync(file), metafile };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface CompileOptions {
  readonly product?: ExecutableProduct;
  /** Only CommonJS can be compiled ahead of time. Another provider may be an ES module, with an `await` of its own. */
  readonly format?: "cjs" | "esm";
}

/** The program for a platform. The same script gives the same bytes, wherever it is compiled. */
export function compile(
  { script }: Pick<Program, "script">,
  platform: Platform,
  { product: { name } = ownProduct, format = "cjs" }: CompileOptions = {},
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "certorder-compile-"));
  try {
    // The runtime remembers what its script was called, but not where it lay.
    const file = `${name}.${format === "cjs" ? "cjs" : "mjs"}`;
    writeFileSync(join(folder, file), script);
    const { os, cpu } = platforms[platform];
    const target = `bun-${os === "win32" ? "windows" : os}-${cpu}`;
    // Nothing that lies in the folder in which a core is started may change what a provider does.
    const nothingOfTheFolder = ["dotenv", "bunfig", "tsconfig", "package-json"].map(
      (file) => `--no-compile-autoload-${file}`,
    );
    const outfile = join(folder, os === "win32" ? "out.exe" : "out");
    execFileSync(
      runtimePath(thisPlatform()),
      [
        ...["build", "--compile", ...(format === "cjs" ? ["--bytecode"] : []), `--format=${format}`],
        ...[`--target=${target}`, ...nothingOfTheFolder],
        ...[`--compile-executable-path=${runtimePath(platform)}`, `--outfile=${outfile}`, file],
      ],
      { cwd: folder, stdio: ["ignore", "ignore", "inherit"] },
    );
    const compiled = readFileSync(outfile);
    // The compiler signs for arm64 only, where nothing else would start.
    return platform === "darwin_amd64" ? signAdHoc(compiled, name) : compiled;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the package of a platform consists of. On Linux there are libraries for machines without glibc. */
export function packageFiles(
  program: Buffer,
  platform: Platform,
  libraries: readonly ZipEntry[],
  product = ownProduct,
): readonly ZipEntry[] {
  const { os, cpu } = platforms[platform];
  const name = executableName(os, product);
  if (os !== "linux") return [{ name, data: program, mode: 0o755 }];
  const launcher = linuxLauncher(linuxLoaders[cpu] ?? "", product);
  return [
    { name, data: Buffer.from(launcher), mode: 0o755 },
    { name: `lib/${product.name}`, data: program, mode: 0o755 },
    ...libraries,
  ];
}

/** The same as the root of a container that holds nothing else: the loader lies where the program asks for it. */
export function containerFiles(platform: Platform, files: readonly ZipEntry[]): ZipEntry[] {
  const loader = linuxLoaders[platforms[platform].cpu] ?? "";
  const inside = files.map((file) => ({ ...file, name: `opt/certorder/${file.name}` }));
  const started = files.filter(({ name }) => name === `lib/${basename(loader)}`);
  return [...inside, ...started.map((file) => ({ ...file, name: loader.slice(1) }))];
}

export function writeFiles(folder: string, files: readonly ZipEntry[]): void {
  for (const { name, data, mode } of files) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), data, { mode });
  }
}
