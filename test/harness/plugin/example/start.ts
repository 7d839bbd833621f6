import { join } from "node:path";
import { buildSync } from "esbuild";
import { Workspace } from "../../../../src/plugin/testing/index.ts";
import { atTheEnd } from "../../at-the-end.ts";
import { newFolder } from "../../new-folder.ts";
import { example } from "./provider.ts";

let bundle: string | undefined;

/** Bundled, as a provider is shipped: the tests start dozens of processes, each in a quarter of the time. */
export function exampleCommand(): readonly [string, string] {
  if (bundle === undefined) {
    const outfile = join(newFolder("example-bundle-"), "example.mjs");
    const entryPoints = [join(import.meta.dirname, "main.ts")];
    buildSync({ entryPoints, outfile, bundle: true, platform: "node", format: "esm" });
    atTheEnd(() => {
      bundle = undefined;
    });
    bundle = outfile;
  }
  return [process.execPath, bundle];
}

/** Starts the example provider with a folder to work in, in a process of its own or in this one, until the end of the file. */
export async function openExample({ inProcess = false } = {}) {
  const folder = newFolder("example-");
  const workspace = await Workspace.open({
    ...(inProcess
      ? { inProcess: example }
      : { command: exampleCommand(), environment: { EXAMPLE_FOLDER: folder } }),
    provider: { folder },
  });
  atTheEnd(() => workspace.close());
  return { workspace, folder };
}
