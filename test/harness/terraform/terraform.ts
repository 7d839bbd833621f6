import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { findCore, isAtLeast } from "../../../src/plugin/testing/index.ts";

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
export const hasActions = terraform !== undefined && isAtLeast(findCore(terraform), { terraform: "1.14" });
