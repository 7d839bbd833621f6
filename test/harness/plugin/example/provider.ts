import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { defineProvider, error, isKnown } from "../../../../src/plugin/index.ts";
import { announce } from "./announce.ts";
import { file } from "./file.ts";
import { fileData } from "./file-data.ts";
import { functions } from "./functions.ts";
import { network } from "./network.ts";
import { lease, record, records } from "./record.ts";
import { token } from "./token.ts";
import { unruly } from "./unruly.ts";

export interface Example {
  /** Undefined while the folder is not known yet. */
  readonly folder: string | undefined;
}

export const example = defineProvider({
  name: "example",
  address: "example/example",
  version: "1.0.0",
  schema: {
    description: "An example provider that keeps files in a folder.",
    attributes: {
      folder: { type: "string", optional: true, description: "Where the files live." },
      api_key: { type: "string", optional: true, sensitive: true },
    },
  },

  configure({ config, log }) {
    log.mask(config.api_key);
    if (config.folder === "") return { diagnostics: [error("Empty Folder", "Name a folder.", "folder")] };
    const folder = isKnown(config.folder) ? (config.folder ?? process.env.EXAMPLE_FOLDER) : undefined;
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
    log.info("configured", () => ({ folder }));
    return { data: { folder } };
  },

  resources: {
    example_file: file,
    example_network: network,
    example_record: record,
    example_token: token,
    example_unruly: unruly,
  },
  dataSources: { example_file: fileData },
  functions,
  actions: { example_announce: announce },
  ephemeralResources: { example_lease: lease },
  listResources: { example_record: records },

  beforeExit() {
    const folder = process.env.EXAMPLE_FOLDER;
    if (folder !== undefined) appendFileSync(join(folder, "exits.log"), "finished\n");
  },
});
