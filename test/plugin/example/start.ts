import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { afterAll } from "vitest";
import { Workspace } from "../client/index.ts";

/** Bundled, as a provider is shipped: the tests start dozens of processes, each in a quarter of the time. */
export const EXAMPLE_COMMAND = [process.execPath, bundledExample()] as const;

function bundledExample(): string {
  const folder = mkdtempSync(join(tmpdir(), "example-bundle-"));
  const outfile = join(folder, "example.mjs");
  const entryPoints = [join(import.meta.dirname, "main.ts")];
  buildSync({ entryPoints, outfile, bundle: true, platform: "node", format: "esm" });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return outfile;
}

export interface ExampleWorkspace {
  readonly workspace: Workspace;
  /** Where the example provider keeps its files. */
  readonly folder: string;
  close(): Promise<void>;
}

/** Starts the example provider in a process of its own, with a folder to work in. */
export async function openExample(): Promise<ExampleWorkspace> {
  const folder = mkdtempSync(join(tmpdir(), "example-"));
  const workspace = await Workspace.open({
    command: EXAMPLE_COMMAND,
    environment: { EXAMPLE_FOLDER: folder },
    provider: { folder },
  });
  const close = async () => {
    await workspace.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { workspace, folder, close };
}
