import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";

const ownRoot = join(import.meta.dirname, "..");

/** The folders of the packages of which at least one byte is in a bundle, sorted. The lock file names packages by them too. */
export function bundledPackages(metafile: Metafile): string[] {
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const folders = files.flatMap((file) => file.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/** What the licences of packages ask to be passed on with them. `root` is where their folders are. */
export function licences(folders: readonly string[], root = ownRoot): string {
  const texts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(root, folder, "package.json"), "utf8"),
    ) as {
      name: string;
      version: string;
      license: string;
    };
    const file = readdirSync(join(root, folder)).find((entry) =>
      /^licen[cs]e(?:\.(?:md|txt))?$/i.test(entry),
    );
    const text = file === undefined ? "" : readFileSync(join(root, folder, file), "utf8");
    return `${name} ${version} (${license})\n\n${text.replaceAll("\r\n", "\n").trim()}`.trim();
  });
  return `${texts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}
