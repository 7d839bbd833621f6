import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { Workspace } from "../../../../src/plugin/testing/index.ts";
import { atTheEnd } from "../../at-the-end.ts";
import { example } from "./provider.ts";

let bundle: string | undefined;

/** Bundled, as a provider is shipped: the tests start dozens of processes, each in a quarter of the time. */
export function exampleCommand(): readonly [string, string] {
  bundle ??= bundledExample();
  return [process.execPath, bundle];
}

function bundledExample(): string {
  const folder = mkdtempSync(join(tmpdir(), "example-bundle-"));
  const outfile = join(folder, "example.mjs");
  const entryPoints = [join(import.meta.dirname, "main.ts")];
  buildSync({ entryPoints, outfile, bundle: true, platform: "node", format: "esm" });
  atTheEnd(() => {
    rmSync(folder, { recursive: true, force: true });
    bundle = undefined;
  });
  return outfile;
}

export interface ExampleWorkspace {
  readonly workspace: Workspace;
  /** Where the example provider keeps its files. */
  readonly folder: string;
  close(): Promise<void>;
}

/** Starts the example provider with a folder to work in, in a process of its own or in this one. */
export async function openExample({ inProcess = false } = {}): Promise<ExampleWorkspace> {
  const folder = mkdtempSync(join(tmpdir(), "example-"));
  const workspace = await Workspace.open({
    ...(inProcess
      ? { inProcess: example }
      : { command: exampleCommand(), environment: { EXAMPLE_FOLDER: folder } }),
    provider: { folder },
  });
  const close = async () => {
    await workspace.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { workspace, folder, close };
}
