import { hash } from "node:crypto";
import { constants } from "node:fs";
import { access, lstat, mkdir, open, readdir, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate as letOthersWork } from "node:timers/promises";
import { ancestorProblem } from "../../ancestors.ts";
import { fieldRef, outcomes, shellWord, text } from "../../contract/index.ts";
import { inOrder } from "../../in-order.ts";
import { shareCalls } from "../../share-calls.ts";
import { formatEvent, parseEvent } from "../event-format.ts";
import { findOrder, type JournalEvent } from "../events.ts";
import { receiversLog } from "../log-names.ts";
import type { JournalStore, OrderLog, StoredLog } from "../store.ts";
import { journalNewer, journalNotFound, type StoreProblem } from "../unavailable.ts";
import { formatMarker, isNewerLayout, markerName, readSandboxMark, type SandboxMark } from "./marker.ts";
import { failure, openOwn, readOwn, refuseForeign } from "./own-file.ts";

const extension = ".jsonl";
const receiversFile = fileName(receiversLog);
const callbacksFolder = "callbacks";
/** A process may have 1,024 open files, and a terminal's default is 256. */
const readAtOnce = 16;
/** After so many files, which take about a millisecond, a server answers other requests. */
const readInOneGo = 64;
/** With less space, a line could be written in part, and would count as damage later. */
const leastSpace = 16 * 1024;

/**
 * A folder with a file for each order and a line for each event. Files only grow: nothing is removed or overwritten,
 * not even the rest of a failed write, because another process may have written it.
 */
export class FileStore implements JournalStore {
  readonly folder: string;
  readonly callbacks: FileStore | undefined;
  readonly remedy =
    "Let this user read and write the folder and its files, or free space. Another folder (CERTORDER_JOURNAL) does not know the reissues of this one.";
  /** The files whose names are stored durably. */
  readonly #lasting = new Set<string>();
  /** Makes the names of new files durable. */
  readonly #syncNames = shareCalls(() => syncFolder(this.folder));
  readonly #checkForAppend = shareCalls(async () => {
    if (!(await this.exists())) throw journalNotFound(this.title, this.#place);
    // A user who may write to the journal may create the folder inside it.
    await this.check({ create: this.callbacks === undefined });
  });
  #isReachedSafely = false;
  #isUnderstood = false;
  /** The marker was read, and does not name a sandbox. That is final, so a journal of a real service never gets another clock. */
  #isNoSandbox = false;

  /** @param holds - A folder inside the journal's has what receivers write. */
  constructor(folder: string, holds: "journal" | "callbacks" = "journal") {
    this.folder = folder;
    this.callbacks =
      holds === "journal" ? new FileStore(join(folder, callbacksFolder), "callbacks") : undefined;
  }

  get title(): string {
    return `The journal in ${this.#place}`;
  }

  /** The folder that `certorder journal init` creates. */
  get #place(): string {
    return this.callbacks ? this.folder : dirname(this.folder);
  }

  get onlyService(): string | undefined {
    return this.#sandbox?.service;
  }

  /** The clock of a sandbox may be moved at any time. */
  get clockSkewMs(): number {
    return this.#sandbox?.clockAheadMs ?? 0;
  }

  get #sandbox(): SandboxMark | undefined {
    if (this.#isNoSandbox) return undefined;
    const mark = readSandboxMark(this.#marker);
    this.#isNoSandbox = mark === null;
    return mark ?? undefined;
  }

  log(orderId: string): OrderLog {
    const path = join(this.folder, fileName(orderId));
    return {
      orderId,
      title: path,
      read: async () => {
        this.#refuseNewer();
        return readEvents(path, orderId);
      },
      append: (event) => this.#append(path, event),
    };
  }

  async *readAll(): AsyncIterable<StoredLog> {
    this.#refuseNewer();
    yield* this.#readFiles(await this.#logFiles());
  }

  /** Reads synchronously: 20,000 small files would take seven times as long otherwise. */
  async *#readFiles(names: readonly string[]): AsyncIterable<StoredLog> {
    for (const [index, name] of names.entries()) {
      if (index % readInOneGo === 0) await letOthersWork();
      yield this.#readFile(name);
    }
  }

  async #logFiles(): Promise<string[]> {
    const names = (await ifThere(readdir(this.folder))) ?? [];
    return names.filter((name) => name.endsWith(extension) && name !== receiversFile).sort();
  }

  #readFile(name: string): StoredLog {
    const events = readListedEvents(join(this.folder, name));
    // If no entry names the order, the file's name does, or has a part of it.
    const named = name.replace(/-[0-9a-f]{16}\.jsonl$/, "");
    const order = findOrder(events);
    if (order !== undefined) return { orderId: order, events };
    return { orderId: named, isPartial: fileName(named) !== name, events };
  }

  /** The map has the size of each file. */
  async *findGrown(lengths: Map<string, number>): AsyncIterable<string> {
    const look = async (name: string) => {
      const { size } = await lstat(join(this.folder, name));
      return { name, size };
    };
    const grown: string[] = [];
    for await (const { name, size } of inOrder(await this.#logFiles(), readAtOnce, look)) {
      if (lengths.get(name) !== size) grown.push(name);
      lengths.set(name, size);
    }
    for await (const { orderId } of this.#readFiles(grown)) yield orderId;
  }

  /** A folder without the marker is not a journal: it may be the mount point of a volume that is not mounted. */
  async exists(): Promise<boolean> {
    return (await ifThere(lstat(this.#marker))) !== undefined;
  }

  /** For a read, it looks once. */
  #refuseNewer({ again = false } = {}): void {
    if (this.#isUnderstood && !again) return;
    if (isNewerLayout(this.#marker)) throw journalNewer(this.title);
    this.#isUnderstood = true;
  }

  get #marker(): string {
    return join(this.#place, markerName);
  }

  async check({ create }: { readonly create: boolean }): Promise<void> {
    let found = await ifThere(lstat(this.folder));
    if (!found) {
      if (!create) return;
      await makeFolder(this.folder);
      found = await lstat(this.folder);
    }
    if (!found.isDirectory()) throw notFolder();
    refuseForeign(found, this.folder, "it");
    await this.#refuseForeignAncestors();
    await access(this.folder, constants.R_OK | constants.W_OK);
    const { bavail, bsize } = await statfs(this.folder);
    if (bavail * bsize < leastSpace) throw failure("ENOSPC");
    this.#refuseNewer({ again: true });
    if (create && this.callbacks) await this.#mark();
  }

  /** Makes the folder a journal. May be repeated: a process may have died before the marker was on disk. */
  async #mark(): Promise<void> {
    if (this.#sandbox) return;
    const file = await openOwn(this.#marker, constants.O_RDWR | constants.O_CREAT);
    try {
      await file.write(formatMarker(), 0);
      await file.sync();
    } finally {
      await file.close();
    }
    await syncFolder(this.folder);
  }

  /** Looks once: it takes a call for each folder above. */
  async #refuseForeignAncestors(): Promise<void> {
    if (this.#isReachedSafely) return;
    const problem = await ancestorProblem(this.folder, "the journal");
    if (problem)
      throw failure(
        problem.why,
        `Move the journal, or make that folder yours or root's, and writable for its owner only:\n\n    ${problem.command} ${shellWord(problem.path)}`,
      );
    this.#isReachedSafely = true;
  }

  async #append(path: string, event: JournalEvent): Promise<undefined> {
    await this.#checkForAppend();
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
      if (!this.#lasting.has(path)) await this.#syncNames();
      this.#lasting.add(path);
    } finally {
      await file.close();
    }
  }
}

async function readEvents(path: string, orderId: string): Promise<JournalEvent[]> {
  const file = await ifThere(openOwn(path, constants.O_RDONLY));
  if (!file) return [];
  try {
    return parseEvents(await file.readFile("utf8"), orderId);
  } finally {
    await file.close();
  }
}

/** A log that cannot be read counts as one unreadable entry. */
function readListedEvents(path: string): JournalEvent[] {
  try {
    return parseEvents(readOwn(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    return [parseEvent(`unreadable: ${(error as Error).message}`, 0)];
  }
}

/** Without an order, the first entry that names one tells it. */
function parseEvents(text: string, orderId?: string): JournalEvent[] {
  let order = orderId;
  return text.split("\n").flatMap((line, index) => {
    if (line === "") return [];
    const event = parseEvent(line, index + 1, order);
    if ("order" in event) order = event.order;
    return [event];
  });
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

/** Undefined: there is no such file or folder. */
async function ifThere<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error.code === "ENOTDIR" ? notFolder() : error;
  });
}

function notFolder(): StoreProblem {
  return failure(
    "it is not a folder",
    text`Name a folder with ${fieldRef("journal")}. A link to a folder is refused, too.`,
  );
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
