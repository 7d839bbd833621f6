import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { type Environment, fieldRef, folderProblem, text } from "../contract/index.ts";
import { unavailableError } from "./unavailable.ts";

/**
 * The folder of the journal: the given one, else one in the user's state folder. Never in a project, which people
 * delete to start again: so a home that is empty or relative is refused.
 */
export function journalFolder(given: string | undefined, env: Environment = process.env): string {
  if (given !== undefined) {
    // Removes a slash at the end, which would follow a link.
    if (isAbsolute(given)) return resolve(given);
    throw unavailableError(
      text`${fieldRef("journal")} ${folderProblem("")?.problem ?? ""}.`,
      "Name an absolute folder that lasts.",
    );
  }
  const base =
    process.platform === "win32"
      ? env.LOCALAPPDATA || homeFolder(env)
      : // The XDG specification ignores a relative path.
        (absolute(env.XDG_STATE_HOME) ?? join(homeFolder(env), ".local", "state"));
  if (isAbsolute(base)) return join(base, "certorder");
  throw unavailableError(
    "There is no home folder for the journal.",
    text`Name an absolute folder that lasts with ${fieldRef("journal")} or CERTORDER_JOURNAL, or set HOME to one.`,
  );
}

function absolute(path = ""): string | undefined {
  return isAbsolute(path) ? path : undefined;
}

function homeFolder(env: Environment): string {
  if (env.HOME !== undefined) return env.HOME;
  try {
    return homedir();
  } catch {
    // A container may run as a user without an entry in the system's list.
    return "";
  }
}
