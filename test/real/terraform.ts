import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Terraform itself, which `npm run tools` does not install: where it is at hand, it is driven as well. */
export const terraform = (process.env.PATH ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "terraform"))
  .find((file) => existsSync(file));

/** Since Terraform 1.14; OpenTofu has none. */
export const hasActions = terraform !== undefined && minorVersion(terraform) >= 14;

function minorVersion(program: string): number {
  const said = execFileSync(program, ["version", "-json"], { stdio: ["ignore", "pipe", "ignore"] });
  const { terraform_version } = JSON.parse(String(said)) as { terraform_version: string };
  return Number(terraform_version.split(".")[1]);
}
