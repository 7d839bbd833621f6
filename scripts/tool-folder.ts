import { homedir } from "node:os";
import { join } from "node:path";

/** Programs that tests drive, at exact versions. */
export const tools = {
  tofu: { module: "github.com/opentofu/opentofu", version: "v1.12.6", command: "./cmd/tofu" },
} as const;

/** Where `npm run tools` puts a program; the version is part of the place, so that a new one is built beside it. */
export function toolPath(name: string): string {
  const folder =
    process.env.CERTORDER_TOOLS ??
    join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "certorder-tools");
  const { version } = tools[name as keyof typeof tools];
  return join(folder, `${process.platform}-${process.arch}`, version, name);
}
