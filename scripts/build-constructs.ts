/**
 * The constructs, built twice from one source that is written for `cdktn`: the name of the framework, and with it the folder of
 * generated bindings, is replaced. Each becomes one CommonJS file, as the frameworks are: `import`, `require`, ts-node and
 * jest all take it.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
export const frameworks = ["cdktf", "cdktn"] as const;
export type Framework = (typeof frameworks)[number];

/** The source, or a declaration, as it reads for a framework. */
export function adaptToFramework(framework: Framework, text: string): string {
  return text
    .replaceAll(/(["'])cdktn\1/g, `$1${framework}$1`)
    .replaceAll("./generated/cdktn/", `./generated/${framework}/`);
}

/** Takes the declarations that tsc wrote for the source, and leaves a folder for each framework instead of them. */
export async function buildConstructs(out: string): Promise<void> {
  const declared = join(out, "constructs");
  for (const framework of frameworks) {
    const folder = join(out, framework);
    for (const path of readdirSync(declared, { recursive: true, encoding: "utf8" })) {
      const isOurs = !path.startsWith("generated") || path.startsWith(join("generated", framework));
      if (!path.endsWith(".d.ts") || !isOurs) continue;
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      const text = adaptToFramework(framework, readFileSync(join(declared, path), "utf8"));
      // Compilers of these frameworks' users are often older than the ending .ts in declarations.
      writeFileSync(join(folder, path), text.replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
    }
    writeFileSync(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
    await bundleConstructs(framework, join(folder, "index.js"));
  }
  rmSync(declared, { recursive: true });
}

/** The constructs for a framework as one file, which finds the framework beside it. */
export async function bundleConstructs(framework: Framework, outfile: string): Promise<void> {
  await build({
    entryPoints: [join(root, "src", "constructs", "index.ts")],
    outfile,
    bundle: true,
    platform: "node",
    // That of many projects with these frameworks.
    target: "node20",
    format: "cjs",
    // Errors and stack traces name classes as the source does.
    keepNames: true,
    external: [...frameworks, "constructs"],
    plugins: [writer(framework)],
    logLevel: "warning",
  });
}

function writer(framework: Framework): Plugin {
  return {
    name: "written-for",
    setup: ({ onLoad }) =>
      onLoad({ filter: /[\\/]src[\\/]constructs[\\/][^\\/]+\.ts$/ }, ({ path }) => ({
        contents: adaptToFramework(framework, readFileSync(path, "utf8")),
        loader: "ts",
      })),
  };
}
