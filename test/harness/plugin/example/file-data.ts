import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineDataSource, error } from "../../../../src/plugin/index.ts";
import type { Example } from "./provider.ts";

export const fileData = defineDataSource<Example>()({
  schema: {
    attributes: {
      name: { type: "string", required: true },
      content: { type: "string", computed: true },
    },
  },
  read({ config, provider }) {
    const path = join(provider.folder ?? "", config.name);
    if (!existsSync(path)) return { diagnostics: [error("No Such File", "Create it first.", "name")] };
    return { state: { name: config.name, content: readFileSync(path, "utf8") } };
  },
});
