import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Measurement } from "./measurement.ts";

const root = join(import.meta.dirname, "..", "..");

/** How large each entry may be in a bundle, minified and compressed. What the user installs beside it is not counted. */
const aims: Readonly<Record<string, number>> = {
  ".": 66,
  "./journal": 44,
  "./receiver": 6,
  "./sandbox": 20,
  "./csr": 10,
  "./plugin": 31,
  "./plugin/schema-json": 6,
  "./plugin/testing": 42,
  "./plugin/timeouts": 2,
  "./plugin/validators": 4,
  "./cdktf": 36,
  "./cdktn": 36,
};

export async function* benchBundles(): AsyncGenerator<Measurement> {
  const { exports, dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  ) as {
    exports: Record<string, string | { default: string }>;
    dependencies: Record<string, string>;
    peerDependencies: Record<string, string>;
  };
  const external = Object.keys({ ...dependencies, ...peerDependencies }).flatMap((name) => [
    name,
    `${name}/*`,
  ]);
  for (const [name, file] of Object.entries(exports)) {
    const entry = typeof file === "string" ? file : file.default;
    if (!entry.endsWith(".js")) continue;
    const { outputFiles } = await build({
      entryPoints: [join(root, entry)],
      bundle: true,
      minify: true,
      format: "esm",
      platform: "node",
      external,
      write: false,
      logLevel: "error",
    });
    const kilobytes = gzipSync(outputFiles[0]?.contents ?? "").length / 1000;
    const aim = aims[name] ?? 0;
    yield {
      name: `${name === "." ? "main" : name.slice(2).replaceAll("/", "-")}-kb`,
      number: kilobytes,
      kind: "size",
      better: "lower",
      what: `certorder${name.slice(1)} in a bundle, minified and gzipped`,
      value: `${kilobytes.toFixed(1)} kB`,
      aim: `at most ${aim} kB`,
      met: kilobytes <= aim,
    };
  }
}
