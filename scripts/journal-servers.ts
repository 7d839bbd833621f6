import { join } from "node:path";
import type { Plugin } from "esbuild";

/** The servers on which a journal can lie. What talks to one is a file of its own in each bundle, read only when it is asked for. */
export const journalServers = ["postgres"] as const;

/** A variant of a driver that has to be compiled; nobody asks for it. */
export const neverBundled = ["pg-native"];

export function journalEntry(name: (typeof journalServers)[number]): string {
  return join(import.meta.dirname, "..", "src", "journal", "shelves", name, "store.ts");
}

export function journalsBeside(extension: string): Plugin {
  return {
    name: "journals-beside",
    setup: ({ onResolve }) =>
      onResolve({ filter: new RegExp(`^\\./(?:${journalServers.join("|")})/store\\.ts$`) }, ({ path }) => ({
        path: `./${path.split("/")[1]}${extension}`,
        external: true,
      })),
  };
}
