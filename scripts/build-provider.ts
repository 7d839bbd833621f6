/**
 * `npm run build:provider -- PROVIDER.ts [--out FOLDER] [PLATFORM…]`: a release of any provider that is written on the framework, for
 * every platform or for those that are named (`here` is this machine's). By the code that makes ours.
 */
import { parseArgs } from "node:util";
import { buildProvider } from "./provider-release.ts";
import { isPlatform, type Platform, platforms, thisPlatform } from "./runtimes.ts";

const usage = `Usage: npm run build:provider -- PROVIDER.ts [--out FOLDER] [PLATFORM…]

PROVIDER.ts is the file that calls serve. FOLDER is "release" if it is not given.
Platforms: here (this machine), ${Object.keys(platforms).join(", ")}. Without one: all of them.`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: "string", default: "release" }, help: { type: "boolean", short: "h" } },
  });
  const [entry, ...names] = positionals;
  if (values.help) console.log(usage);
  else if (entry === undefined) throw new Error(`Name the file that calls serve.\n\n${usage}`);
  else {
    const files = await buildProvider({ entry, out: values.out, platforms: readPlatforms(names) });
    for (const { name, data } of files)
      console.log(`${values.out}/${name}: ${(data.length / 1e6).toFixed(1)} MB`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function readPlatforms(names: readonly string[]): readonly Platform[] {
  const wanted = names.map((name) => (name === "here" ? thisPlatform() : name));
  const unknown = wanted.find((name) => !isPlatform(name));
  if (unknown !== undefined) throw new Error(`"${unknown}" is not a platform.\n\n${usage}`);
  return (wanted.length > 0 ? wanted : Object.keys(platforms)) as Platform[];
}
