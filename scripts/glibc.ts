import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import glibc from "../executables/glibc.json" with { type: "json" };
import { linuxLoaders } from "../src/cli/launchers.ts";
import { cacheFolder } from "./tool-folder.ts";
import type { ZipEntry } from "./zip.ts";

/** What the runtime is linked with. */
const libraries = ["libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2"];

/** The loader, the libraries and the licence of a glibc for a processor, as they lie beside the program. */
export function glibcFiles(cpu: "x64" | "arm64"): ZipEntry[] {
  const folder = join(cacheFolder(), "runtimes", `glibc-${glibc.version}-${cpu}`);
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true });
    const fresh = mkdtempSync(`${folder}.`);
    execFileSync("dpkg-deb", ["--extract", downloaded(cpu === "x64" ? "amd64" : cpu), fresh]);
    renameSync(fresh, folder);
  }
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const find = (name: string) => {
    const path = files.find((file) => basename(file) === name && !file.includes("gconv"));
    if (path === undefined) throw new Error(`There is no ${name} in Debian's package of glibc.`);
    return readFileSync(join(folder, path));
  };
  const loader = basename(linuxLoaders[cpu] ?? "");
  return [
    ...[loader, ...libraries].map((name) => ({ name: `lib/${name}`, data: find(name), mode: 0o755 })),
    { name: "lib/glibc-licence.txt", data: find("copyright"), mode: 0o644 },
  ];
}

/** Debian's package, which has to be the one that is written down, from wherever this machine gets its packages. */
function downloaded(architecture: "amd64" | "arm64"): string {
  // A list of Debian's archives, for machines that have another one or none.
  const sources = process.env.CERTORDER_DEBIAN_SOURCES;
  const folder = mkdtempSync(join(tmpdir(), "certorder-glibc-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "lists", "partial"), { recursive: true });
  // Lists of its own: the machine may be of another architecture, and is left as it is.
  const settings = [
    `APT::Architecture=${architecture}`,
    `APT::Architectures=${architecture}`,
    `Dir::State::lists=${join(folder, "lists")}`,
    `Dir::Cache=${folder}`,
    "APT::Sandbox::User=root",
    ...(sources
      ? [`Dir::Etc::sourcelist=${sources}`, "Dir::Etc::sourceparts=-", "Acquire::Check-Valid-Until=no"]
      : []),
  ].flatMap((setting) => ["-o", setting]);
  const apt = (...command: string[]) =>
    execFileSync("apt-get", [...settings, "-qq", ...command], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
  apt("update");
  apt("download", `libc6=${glibc.version}`);
  const file = readdirSync(folder).find((name) => name.endsWith(".deb")) ?? "";
  const sum = createHash("sha256")
    .update(readFileSync(join(folder, file)))
    .digest("hex");
  if (sum !== glibc.sha256[architecture])
    throw new Error(
      `Debian's package of glibc for ${architecture} is ${sum}, not what executables/glibc.json says.`,
    );
  return join(folder, file);
}
