import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The folder of the journal: the one given, else one in the user's state folder. Never in a project's own folders,
 * which people delete to start afresh.
 */
export function journalFolder(given: string | undefined, env: Environment = process.env): string {
  if (given) return resolve(given);
  if (process.platform === "win32" && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, "certorder");
  return join(env.XDG_STATE_HOME || join(homedir(), ".local", "state"), "certorder");
}

/**
 * The file of one order. The hash tells orders apart also where file names ignore case; the words before it are for
 * people.
 */
export function orderFile(folder: string, service: string, orderId: string): string {
  const hash = createHash("sha256").update(`${service}\n${orderId}`).digest("hex").slice(0, 16);
  const words = orderId
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40);
  return join(folder, `${words}-${hash}${extension}`);
}

export const extension = ".jsonl";
