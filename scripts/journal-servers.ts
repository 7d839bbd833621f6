import { join } from "node:path";
import type { Plugin } from "esbuild";

const stores = join(import.meta.dirname, "..", "src", "journal", "stores");

/** What talks to the server of a journal: each is a file of its own in a bundle, read only when it is asked for. */
export const journalServers: readonly { readonly file: string; readonly entry: string }[] = [
  { file: "postgres", entry: join(stores, "postgres", "store.ts") },
  { file: "s3", entry: join(stores, "s3", "store.ts") },
  { file: "aws-credentials", entry: join(import.meta.dirname, "aws-credentials.mjs") },
];

/** A variant of a driver that has to be compiled. This project does not use it. */
export const neverBundled = ["pg-native"];

/** Leaves those files where they are. */
export function journalsBeside(extension: string): Plugin {
  return {
    name: "journals-beside",
    setup: ({ onResolve }) => {
      onResolve({ filter: /^\.\/(?:postgres|s3)\/store\.ts$/ }, ({ path }) => ({
        path: `./${path.split("/")[1]}${extension}`,
        external: true,
      }));
      onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ importer }) =>
        importer.startsWith(stores) ? { path: `./aws-credentials${extension}`, external: true } : undefined,
      );
    },
  };
}
