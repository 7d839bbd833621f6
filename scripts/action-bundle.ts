import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Metafile, Plugin } from "esbuild";
import { build } from "esbuild";
import { callbackTestOperation, reissueOperation } from "../src/contract/index.ts";
import { bundledPackages, licences } from "./bundled-packages.ts";
import { journalServers, journalsBeside, neverBundled } from "./journal-servers.ts";
import { asNodeBundlesIt } from "./undici-build.ts";

const root = join(import.meta.dirname, "..");

/**
 * Bundles the action into a folder: one file that can be read and reviewed, one for each server that a journal may lie on,
 * the same bytes wherever they are made, and the licences of what is in them. Tells what that is.
 */
export async function bundleAction(folder: string): Promise<Metafile> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const common = {
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    charset: "utf8",
    // The compiler's settings reach a file or not by the way in which it was found first, which is a race.
    tsconfigRaw: {},
    // Also where node_modules lies elsewhere, the bundle names its files alike.
    preserveSymlinks: true,
    legalComments: "inline",
    logLevel: "warning",
    metafile: true,
    banner: { js: banner },
    define: asNodeBundlesIt,
  } as const;
  const parts = await Promise.all([
    build({
      ...common,
      entryPoints: ["src/action/main.ts"],
      outfile: join(folder, "index.js"),
      plugins: [lightUndici, lightCore, lightHttp, fewEndpoints, journalsBeside(".js")],
    }),
    ...journalServers.map(({ file, entry }) =>
      build({
        ...common,
        entryPoints: [entry],
        outfile: join(folder, `${file}.js`),
        external: neverBundled,
        plugins: [journalsBeside(".js")],
      }),
    ),
  ]);
  const metafile: Metafile = {
    inputs: Object.assign({}, ...parts.map((part) => part.metafile.inputs)),
    outputs: Object.assign({}, ...parts.map((part) => part.metafile.outputs)),
  };
  for (const { name } of [callbackTestOperation, reissueOperation])
    writeFileSync(join(folder, `${name}.js`), entry(name));
  writeFileSync(join(folder, "licenses.txt"), licences(bundledPackages(metafile)));
  return metafile;
}

/** The entry of the action that has only one operation. */
const entry = (operation: string) => `// Made by npm run build:action. Do not edit.
process.env.INPUT_OPERATION = ${JSON.stringify(operation)};
await import("./index.js");
`;

/** Packages in CommonJS ask for Node's own modules by `require`, which a module does not have. */
const banner = `// Made by npm run build:action from src/action. Do not edit.
import { createRequire as certorderRequire } from "node:module";
const require = certorderRequire(import.meta.url);`;

/** Everybody gets the same undici, but only the parts of it that they use. */
const lightUndici: Plugin = {
  name: "light-undici",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^undici(\/index\.js)?$/ }, ({ importer }) => ({
      path: join(root, "scripts", importer.includes("node_modules") ? "undici-fetch.mjs" : "undici-lite.mjs"),
    })),
};

/** Parts of GitHub's toolkit that we do not use: without a word they would be loaded at each start, HTTP client and all. */
const lightCore: Plugin = {
  name: "light-core",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/(?:oidc-utils|platform)\.js$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      sideEffects: false,
    })),
};

/**
 * Imported as a module, Node's http loads everything that it can hand out, a whole undici of Node's own among it. Required, it
 * does not, and it waits until GitHub's packages are needed.
 */
const lightHttp: Plugin = {
  name: "light-http",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^https?$/ }, ({ kind, path }) =>
      kind === "import-statement" ? { path, namespace: "required" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "required" }, ({ path }) => ({
      contents: `module.exports = require("node:${path}");`,
    }));
  },
};

/** Octokit has a table of all of GitHub's calls. Only those that the action makes are in the bundle. */
const fewEndpoints: Plugin = {
  name: "few-endpoints",
  setup: ({ onLoad }) =>
    onLoad({ filter: /plugin-rest-endpoint-methods.+generated.endpoints\.js$/ }, async ({ path }) => {
      const { default: all } = (await import(pathToFileURL(path).href)) as { default: EndpointTable };
      const used: Record<string, Record<string, unknown>> = {};
      for (const [, area = "", name = ""] of actionSource().matchAll(/\bapi\.rest\.(\w+)\.(\w+)/g)) {
        const endpoint = all[area]?.[name];
        if (!endpoint) throw new Error(`GitHub has no call ${area}.${name}.`);
        used[area] = { ...used[area], [name]: endpoint };
      }
      return { contents: `export default ${JSON.stringify(used, null, 2)};` };
    }),
};

type EndpointTable = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function actionSource(): string {
  const folder = join(root, "src", "action");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => name.endsWith(".ts"));
  return files.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
}

/** The files of a folder by name, for comparing. */
export function readFolder(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder).sort();
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}
