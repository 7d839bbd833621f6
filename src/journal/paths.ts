import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import {
  type CertOrderError,
  type Environment,
  fieldRef,
  relativeFolder,
  type Text,
  text,
} from "../contract/index.ts";
import { notUsable } from "./unavailable.ts";

/**
 * The folder of the journal: the one given, else one in the user's state folder. Never in a project's own folders,
 * which people delete to start afresh: a home that is empty or relative would put it there.
 */
export function journalFolder(given: string | undefined, env: Environment = process.env): string {
  if (given !== undefined) {
    // Without a slash at the end, which would follow a link.
    if (isAbsolute(given)) return resolve(given);
    throw nowhere(relativeFolder);
  }
  const base =
    process.platform === "win32"
      ? env.LOCALAPPDATA || homeFolder(env)
      : // A relative one does not count, by its own specification.
        (absolute(env.XDG_STATE_HOME) ?? join(homeFolder(env), ".local", "state"));
  if (isAbsolute(base)) return join(base, "certorder");
  throw nowhere("There is no home folder in which a journal could be kept.");
}

function absolute(path = ""): string | undefined {
  return isAbsolute(path) ? path : undefined;
}

function nowhere(message: Text): CertOrderError {
  return notUsable(
    message,
    text`Name an absolute folder that lasts with ${fieldRef("journal_dir")} or CERTORDER_JOURNAL, or set HOME to one.`,
  );
}

function homeFolder(env: Environment): string {
  if (env.HOME !== undefined) return env.HOME;
  try {
    return homedir();
  } catch {
    // A user without an entry in the system's list, as containers have them.
    return "";
  }
}
