import type { Stats } from "node:fs";
import { lstat, readFile, readlink } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The system's own limit of links in a path. */
const mostLinks = 40;

/** A folder or a link above a path, with which another user could replace what is there. */
export interface AncestorProblem {
  readonly path: string;
  readonly why: string;
  /** The command that makes it safe, without the path. */
  readonly command: "chmod go-w" | "chown -h USER";
}

/**
 * How another user could replace a file or folder: it is in a folder, or behind a link, that another user can change.
 * The rule is that of sshd (StrictModes): all of them belong to root or this user, and only their owner may write to
 * them. Three cases are allowed:
 *
 * - Others may write to a sticky folder such as /tmp, if what is below belongs to root or this user.
 * - A group of this process may write, as in the volumes of Kubernetes and the images of OpenShift. Its members are trusted.
 * - The owner has no account, as with the folders that a CI service mounts into its containers.
 *
 * Folders that do not exist yet are no problem: this user creates them.
 */
export async function ancestorProblem(at: string, what: string): Promise<AncestorProblem | undefined> {
  const uid = process.getuid?.();
  // Windows has no such owners and modes.
  if (uid === undefined) return undefined;
  const isTrusted = (owner: number) => owner === 0 || owner === uid;
  const foreign = (path: string): AncestorProblem => ({
    path,
    why: `${path} is owned by another user, who could replace ${what}`,
    command: "chown -h USER",
  });
  const left = names(dirname(at));
  let path = "/";
  let above: Stats | undefined;
  for (let links = 0; ; ) {
    const found = await lstatIfThere(path);
    if (!found) return undefined;
    if (above && isWritableByOthers(above) && !isTrusted(found.uid)) return foreign(path);
    if (!isTrusted(found.uid) && !isOfOwnGroup(found) && (await hasAccount(found.uid))) return foreign(path);
    if (found.isSymbolicLink()) {
      if (++links > mostLinks) throw Object.assign(new Error("ELOOP"), { code: "ELOOP", syscall: "lstat" });
      const target = await readlink(path);
      left.unshift(...names(target));
      path = target.startsWith("/") ? "/" : dirname(path);
      above = undefined;
      continue;
    }
    const isSticky = (found.mode & 0o1000) !== 0;
    if (isWritableByOthers(found) && !isSticky)
      return {
        path,
        why: `others may write to ${path}, and could replace ${what}`,
        command: "chmod go-w",
      };
    const next = left.shift();
    if (next === undefined) return undefined;
    // Only a link has such a part, and the path to it has no links.
    above = next === ".." ? undefined : found;
    path = join(path, next);
  }
}

async function lstatIfThere(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  });
}

function names(path: string): string[] {
  return path.split("/").filter((name) => name !== "" && name !== ".");
}

/** The mode of a link means nothing. */
function isOfOwnGroup(found: Stats): boolean {
  return found.isDirectory() && (found.mode & 0o020) !== 0 && isOwnGroup(found.gid);
}

/** Whether another user may write to it. The members of a group of this process are trusted. */
export function isWritableByOthers({ gid, mode }: Stats): boolean {
  // The groups are asked for last: a list of orders looks at each file.
  return (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && !isOwnGroup(gid));
}

/** Kubernetes makes a volume writable for the pod's own group (fsGroup). */
function isOwnGroup(gid: number): boolean {
  return process.getgroups?.().includes(gid) === true;
}

/** Whether a user of this machine, or of this container, has the id. Other systems keep accounts elsewhere. */
async function hasAccount(uid: number): Promise<boolean> {
  if (process.platform !== "linux") return true;
  const read = (path: string) => readFile(path, "utf8").catch(() => "");
  const accounts = (await read("/etc/passwd")).split("\n").map((line) => Number(line.split(":")[2]));
  if (!accounts.includes(uid)) return false;
  // A sandbox shows one id, 65534, for all owners that it does not know.
  const map = await read("/proc/self/uid_map");
  const ranges = map.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  return map === "" || ranges.some(([first = 0, , count = 0]) => uid >= first && uid < first + count);
}
