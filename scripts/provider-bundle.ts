import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile, Plugin } from "esbuild";
import { build } from "esbuild";
import { version } from "../src/version.ts";
import { bundledPackages, licences } from "./bundled-packages.ts";
import { zip } from "./zip.ts";

const root = join(import.meta.dirname, "..");

/**
 * One executable script. Each command of the core starts it several times, mostly without a request to send, so the HTTP
 * library stays in a file of its own, which is read when the first request is made. Tells what is in both.
 */
export async function bundleProvider(folder: string): Promise<Metafile> {
  const executable = `terraform-provider-certorder_v${version}`;
  const common = {
    absWorkingDir: root,
    // Also where node_modules lies elsewhere, its packages have the names of the lock file.
    preserveSymlinks: true,
    bundle: true,
    platform: "node",
    target: "node22",
    write: true,
    logLevel: "warning",
    metafile: true,
  } as const;
  const { metafile: library } = await build({
    ...common,
    entryPoints: [join(root, "scripts", "undici-lite.mjs")],
    format: "cjs",
    minifyWhitespace: true,
    legalComments: "none",
    outfile: join(folder, "lib", "undici.cjs"),
  });
  const { metafile: provider } = await build({
    ...common,
    entryPoints: [join(root, "src", "provider", "main.ts")],
    format: "cjs",
    // Each start compiles all of it.
    minify: true,
    outfile: join(folder, executable),
    plugins: [undiciBeside],
    banner: { js: `#!/usr/bin/env node\n${tooOldMessage}` },
  });
  chmodSync(join(folder, executable), 0o755);
  // The core unpacks the provider below the user's project, whose own package.json must not decide how it is read.
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
  const metafile = {
    inputs: { ...library.inputs, ...provider.inputs },
    outputs: { ...library.outputs, ...provider.outputs },
  };
  writeFileSync(join(folder, "licenses.txt"), licences(bundledPackages(metafile)));
  writeReleases(folder, executable);
  return metafile;
}

const undiciBeside: Plugin = {
  name: "undici-beside",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^undici$/ }, () => ({ path: "./lib/undici.cjs", external: true })),
};

/** Without this an old Node would fail in ways that the core shows to nobody. A line like this one it shows. */
const tooOldMessage = `const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.log("The certorder provider needs Node 22.19 or later; node on the PATH is " + process.version + ".");
  process.exit(1);
}`;

/** What a registry or a mirror takes: an archive for each platform, a manifest, and the checksums of all of them. */
function writeReleases(folder: string, executable: string): void {
  const releases = join(folder, "releases");
  mkdirSync(releases);
  const files = [executable, "package.json", "lib/undici.cjs", "licenses.txt"].map((name) => ({
    name,
    data: readFileSync(join(folder, name)),
    mode: name === executable ? 0o755 : 0o644,
  }));
  files.push({ name: "LICENSE", data: readFileSync(join(root, "LICENSE")), mode: 0o644 });
  const name = `terraform-provider-certorder_${version}`;
  const archive = zip(files);
  const platforms = ["linux", "darwin"].flatMap((os) => ["amd64", "arm64"].map((arch) => `${os}_${arch}`));
  const artefacts = [
    ...platforms.map((platform) => ({ file: `${name}_${platform}.zip`, data: archive })),
    {
      file: `${name}_manifest.json`,
      data: Buffer.from(
        `${JSON.stringify({ version: 1, metadata: { protocol_versions: ["6.0"] } }, null, 2)}\n`,
      ),
    },
  ];
  for (const { file, data } of artefacts) writeFileSync(join(releases, file), data);
  const sums = artefacts.map(
    ({ file, data }) => `${createHash("sha256").update(data).digest("hex")}  ${file}\n`,
  );
  writeFileSync(join(releases, `${name}_SHA256SUMS`), sums.join(""));
}
