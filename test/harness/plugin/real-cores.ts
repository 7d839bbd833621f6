import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { CoreWorkspace, findCore, type InstalledCore, isAtLeast } from "../../../src/plugin/testing/index.ts";
import { newFolder } from "../new-folder.ts";
import { terraform } from "../terraform/terraform.ts";
import { exampleCommand } from "./example/start.ts";

type NamedCore = readonly [name: string, core: InstalledCore];

/** Every core of this machine: OpenTofu, and Terraform where there is one. */
export const installedCores: readonly NamedCore[] = [
  toolPath("tofu"),
  ...(terraform === undefined ? [] : [terraform]),
].map((program) => {
  const core = findCore(program);
  if (core.missing !== undefined) throw new Error(core.missing);
  return [core.name, core];
});

/** OpenTofu, and a Terraform that has identities, lists and actions, where there is one. */
export const newCores = installedCores.filter(([, core]) =>
  isAtLeast(core, { tofu: "1.12", terraform: "1.14" }),
);

/** A workspace of the example provider, which has a process of its own, with records that exist already. */
export async function openExampleWith(core: InstalledCore, ...records: string[]) {
  const folder = newFolder("example-");
  mkdirSync(join(folder, "records"));
  for (const record of records) writeFileSync(join(folder, "records", record), "");
  const environment = { EXAMPLE_FOLDER: folder };
  const address = "example/example";
  const workspace = await CoreWorkspace.open({ core, command: exampleCommand(), address, environment });
  return { folder, workspace };
}
