import { fileURLToPath } from "node:url";
import { type Environment, isUrl, journalUrlProblem } from "../../contract/index.ts";
import { journalFolder } from "../paths.ts";
import type { JournalStore } from "../store.ts";
import { FileStore } from "./file.ts";
import { NumberedStore } from "./numbered.ts";
import { postgresRights, type TableName, tables } from "./postgres/table.ts";
import { postgresAddress } from "./postgres/url.ts";
import { callbacksAddress, type S3Address, s3Address, s3Rights } from "./s3/url.ts";
import { callbacksTitle, journalTitle } from "./server.ts";
import { wrongUrl } from "./wrong-url.ts";

/**
 * The store at a place: a folder or a URL. Undefined: the user's state folder. Checks the whole URL at once. The code for a
 * server is loaded with the first read.
 */
export function openStore(place: string | undefined, env: Environment = process.env): JournalStore {
  if (place === undefined || !isUrl(place)) return new FileStore(journalFolder(place, env));
  const wrong = journalUrlProblem(place);
  if (wrong) throw wrongUrl(wrong.problem, wrong.remedy);
  const url = new URL(place);
  switch (url.protocol) {
    case "file:":
      return new FileStore(journalFolder(filePath(url), env));
    case "postgres:":
    case "postgresql:": {
      const address = postgresAddress(url, env);
      const open = async (table: TableName) =>
        (await import("./postgres/store.ts")).openPostgres(address, table);
      return new NumberedStore(journalTitle(address), () => open(tables.journal), {
        rights: postgresRights(address.schema),
        callbacks: new NumberedStore(callbacksTitle(address), () => open(tables.callbacks)),
      });
    }
    default: {
      const address = s3Address(url, env);
      const open = async (at: S3Address) => (await import("./s3/store.ts")).openS3(at);
      return new NumberedStore(journalTitle(address), () => open(address), {
        rights: s3Rights(address),
        callbacks: new NumberedStore(callbacksTitle(address), () => open(callbacksAddress(address))),
      });
    }
  }
}

function filePath(url: URL): string {
  if (url.hostname !== "") throw wrongUrl("names a file with more than a path");
  try {
    return fileURLToPath(url);
  } catch {
    throw wrongUrl("names a file with a path that this system does not have");
  }
}
