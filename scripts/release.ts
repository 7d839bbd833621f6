import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../src/version.ts";
import { buildProgram, compile, containerFiles, packageFiles, writeFiles } from "./executables.ts";
import { glibcFiles } from "./glibc.ts";
import { manifests } from "./package-managers.ts";
import {
  archiveName,
  billFile,
  checksumFile,
  commonFiles,
  licenceFiles,
  type ReleaseFile,
} from "./release-files.ts";
import { type Platform, platforms } from "./runtimes.ts";
import { type ZipEntry, zip } from "./zip.ts";

export interface ReleaseOptions {
  readonly out: string;
  readonly platforms: readonly Platform[];
  /** What the executables say that they were built from. */
  readonly commit: string;
  /** Where the libraries for machines without glibc come from. */
  readonly glibc?: typeof glibcFiles;
}

/**
 * Everything that a release consists of, as files in a folder, and the packages unpacked and as roots of containers below it. The
 * same sources give the same bytes.
 */
export async function buildRelease({ out, platforms: wanted, commit, glibc = glibcFiles }: ReleaseOptions) {
  const template = (name: string) =>
    readFileSync(join(import.meta.dirname, "..", "executables", name), "utf8");
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, "container", "data"), { recursive: true });
  writeFileSync(join(out, "container", "Containerfile"), template("Containerfile"));
  const program = await buildProgram(commit);
  const contents = new Map<Platform, readonly ZipEntry[]>();
  const archives = wanted.map((platform): ReleaseFile => {
    const { os, cpu } = platforms[platform];
    const files = packageFiles(compile(program, platform), platform, os === "linux" ? glibc(cpu) : []);
    const all = [...files, ...licenceFiles(program, platform)];
    contents.set(platform, all);
    writeFiles(join(out, "unpacked", platform), all);
    if (os === "linux") writeFiles(join(out, "container", platform), containerFiles(platform, all));
    return { name: archiveName(platform), data: zip(all) };
  });
  const files = [
    ...archives,
    ...wanted.map((platform, index) => billFile(program, platform, archives[index]?.data ?? Buffer.of())),
    ...commonFiles(program),
    ...manifests(archives),
    { name: "install.sh", data: Buffer.from(template("install.sh").replaceAll("@VERSION@", version)) },
  ];
  for (const { name, data } of [...files, checksumFile(files)]) writeFileSync(join(out, name), data);
  return { program, archives, contents };
}
