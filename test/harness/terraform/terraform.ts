import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { toolPath } from "../../../scripts/tool-folder.ts";

/** Terraform itself, if it is installed. `npm run tools -- --proof` builds it. */
export const terraform = [
  toolPath("terraform"),
  ...(process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "terraform")),
].find((file) => existsSync(file));

/** The programs that tests drive. Undefined: OpenTofu, which is always there. */
export const cores: readonly (readonly [name: string, program: string | undefined])[] = [
  ["OpenTofu", undefined],
  ...(terraform ? [["Terraform", terraform] as const] : []),
];

/** Terraform has actions since 1.14. OpenTofu has none. */
export const hasActions = terraform !== undefined && minorVersion(terraform) >= 14;

function minorVersion(program: string): number {
  const said = execFileSync(program, ["version", "-json"], { stdio: ["ignore", "pipe", "ignore"] });
  const { terraform_version } = JSON.parse(String(said)) as { terraform_version: string };
  return Number(terraform_version.split(".")[1]);
}
