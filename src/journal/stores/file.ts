import { hash } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { access, type FileHandle, lstat, mkdir, open, readdir, statfs } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { outcomes } from "../../contract/index.ts";
import { inOrder } from "../../in-order.ts";
import { formatEvent, parseEvent } from "../event-format.ts";
import { findOrder, type JournalEvent } from "../events.ts";
import { receiversLog } from "../log-names.ts";
import type { JournalStore, OrderLog, StoredLog } from "../store.ts";
import { journalNotFound, unusable } from "../unavailable.ts";
import { ancestorProblem, isOwnGroup } from "./ancestors.ts";

const extension = ".jsonl";
/** The file that makes a folder a journal. The version is that of the folder's layout; each event has its own. */
const markerName = "journal.json";
const marker = `${JSON.stringify({ journal: "certorder", version: 1 })}\n`;
/** A process may have 1,024 open files, and a terminal's default is 256. */
const readAtOnce = 16;
/** With less space, a line could be written in part, and would count as damage later. */
const leastSpace = 16 * 1024;

/**
 * A folder with a file for each order and a line for each event. Files only grow: nothing is removed or overwritten,
 * not even the rest of a failed write, because another process may have written it.
 */
export class FileStore implements JournalStore {
  readonly folder: string;
  readonly remedy =
    "Make the folder and its files yours alone (chown, chmod 700) and writable, or free space. Another folder (CERTORDER_JOURNAL) does not know the reissues of this one.";
  /** The files whose names are stored durably. */
  readonly #lasting = new Set<string>();
  #isReachedSafely = false;

  constructor(folder: string) {
    this.folder = folder;
  }

  get title(): string {
    return `The journal in ${this.folder}`;
  }

  log(orderId: string): OrderLog {
    const path = join(this.folder, fileName(orderId));
    return {
      orderId,
      title: path,
      read: () => readEvents(path, orderId),
      append: (event) => this.#append(path, event),
    };
  }

  async *readAll(): AsyncIterable<StoredLog> {
    const names = (await ifThere(readdir(this.folder))) ?? [];
    const isLog = (name: string) => name.endsWith(extension) && name !== fileName(receiversLog);
    const files = names.filter(isLog).sort();
    yield* inOrder(files, readAtOnce, async (name) => {
      const path = join(this.folder, name);
      const unreadable = (error: Error) => [parseEvent(`unreadable: ${error.message}`, 0)];
      const events = await readEvents(path).catch(unreadable);
      // If no entry names the order, the file's name does, or has a part of it.
      const named = name.replace(/-[0-9a-f]{16}\.jsonl$/, "");
      const order = findOrder(events);
      if (order !== undefined) return { orderId: order, events };
      return { orderId: named, isPartial: fileName(named) !== name, events };
    });
  }

  /** A folder without the marker is not a journal: it may be the mount point of a volume that is not mounted. */
  async exists(): Promise<boolean> {
    return (await ifThere(lstat(this.#marker))) !== undefined;
  }

  get #marker(): string {
    return join(this.folder, markerName);
  }

  async check({ create }: { readonly create: boolean }): Promise<void> {
    let found = await ifThere(lstat(this.folder));
    if (!found) {
      if (!create) return;
      await makeFolder(this.folder);
      found = await lstat(this.folder);
    }
    refuseForeign(found, "isDirectory");
    await this.#refuseForeignAncestors();
    await access(this.folder, constants.R_OK | constants.W_OK);
    const { bavail, bsize } = await statfs(this.folder);
    if (bavail * bsize < leastSpace) throw failure("ENOSPC");
    if (create) await this.#mark();
  }

  /** Makes the folder a journal. May be repeated: a process may have died before the marker was on disk. */
  async #mark(): Promise<void> {
    const file = await openOwn(this.#marker, constants.O_RDWR | constants.O_CREAT);
    try {
      await file.write(marker, 0);
      await file.sync();
    } finally {
      await file.close();
    }
    await syncFolder(this.folder);
  }

  /** Looks once: it takes a call for each folder above. */
  async #refuseForeignAncestors(): Promise<void> {
    if (this.#isReachedSafely) return;
    const problem = await ancestorProblem(this.folder);
    if (problem)
      throw unusable(
        this.title,
        problem,
        "Make it yours or root's, and writable for its owner only (chown, chmod go-w). Or move the journal into a folder where that is so.",
      );
    this.#isReachedSafely = true;
  }

  async #append(path: string, event: JournalEvent): Promise<undefined> {
    if (!(await this.exists())) throw journalNotFound(this.title, this.folder);
    await this.check({ create: false });
    // An outcome belongs behind its `sent`. If that is gone, a new log would hide that the key was used.
    const create = !Object.hasOwn(outcomes, event.event);
    // Opened for reading too, so that a pipe is reported as one.
    const file = await openOwn(
      path,
      constants.O_RDWR | constants.O_APPEND | (create ? constants.O_CREAT : 0),
    );
    try {
      // With a line end before it, half a line of another writer stays a separate line.
      const text = `\n${formatEvent(event)}\n`;
      const { bytesWritten } = await file.write(text);
      if (bytesWritten !== Buffer.byteLength(text)) throw failure("ENOSPC");
      await file.sync();
      // The name of a new file is data of the folder. The process that created the file may have died before it
      // synced the folder.
      if (!this.#lasting.has(path)) await syncFolder(this.folder);
      this.#lasting.add(path);
    } finally {
      await file.close();
    }
  }
}

/** Without an order, the first entry that names one tells it. */
async function readEvents(path: string, orderId?: string): Promise<JournalEvent[]> {
  const file = await ifThere(openOwn(path, constants.O_RDONLY));
  if (!file) return [];
  try {
    const lines = (await file.readFile("utf8")).split("\n");
    let order = orderId;
    return lines.flatMap((line, index) => {
      if (line === "") return [];
      const event = parseEvent(line, index + 1, order);
      if ("order" in event) order = event.order;
      return [event];
    });
  } finally {
    await file.close();
  }
}

/** The hash tells orders apart, also on systems whose file names ignore case. The words are for people. */
function fileName(orderId: string): string {
  const sum = hash("sha256", orderId).slice(0, 16);
  const words = orderId
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40);
  return `${words}-${sum}${extension}`;
}

/** Opens a file that only this user can have written. Refuses links, and pipes, which would block. */
async function openOwn(path: string, flags: number): Promise<FileHandle> {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === "ELOOP" ? failure(`${basename(path)} is a link`) : error;
    },
  );
  try {
    refuseForeign(await file.stat(), "isFile", basename(path));
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Refuses files that other users can change. */
function refuseForeign(found: Stats, kind: "isFile" | "isDirectory", name = "it"): void {
  if (!found[kind]()) throw failure(`${name} is not a plain ${kind === "isFile" ? "file" : "folder"}`);
  if (kind === "isFile" && found.nlink > 1) throw failure(`${name} has another name elsewhere`);
  // Windows has no such owners and modes.
  const uid = process.getuid?.();
  if (uid === undefined) return;
  if (found.uid !== uid) throw failure(`${name} is owned by another user`);
  if (found.mode & (isOwnGroup(found.gid) ? 0o002 : 0o022)) throw failure(`others may write to ${name}`);
}

/** Undefined: there is no such file or folder. */
async function ifThere<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

function failure(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

/** Creates a folder and its parents. Node's recursive mkdir never ends on a system that refuses with ENOENT. */
async function makeFolder(folder: string): Promise<void> {
  const parent = dirname(folder);
  const make = () => mkdir(folder, { mode: 0o700 });
  try {
    await make().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT" || parent === folder) throw error;
      await makeFolder(parent);
      await make();
    });
    await syncFolder(parent);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot sync folders, and does not need to.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
