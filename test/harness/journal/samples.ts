import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type JournalEvent, type JournalStore, readHistory } from "../../../src/journal/index.ts";
import { receiversLog } from "../../../src/journal/log-names.ts";
import { FileStore } from "../../../src/journal/stores/file.ts";
import { NumberedStore } from "../../../src/journal/stores/numbered.ts";
import { MemoryEntryStore } from "../../unit/journal/memory-entry-store.ts";
import { newRepository, openRepository, type Repository } from "../action/repository.ts";
import { collect } from "../collect.ts";
import { newFolder } from "../new-folder.ts";
import { answered, at, done, ended, fromState, imported, issued, resolved, sent } from "./events.ts";

// Journals as each version of the format has them. They are written once, and read by every later version.

export const samples = join(import.meta.dirname, "..", "..", "unit", "journal", "samples");

/** What a journal says: the histories of its orders, and what receivers wrote. */
export async function readAll(store: JournalStore): Promise<object> {
  const histories = (await collect(store.readAll())).map(({ orderId, events }) => ({
    orderId,
    ...readHistory(orderId, events),
  }));
  const { callbacks } = store;
  const logs = callbacks ? await collect(callbacks.readAll()) : [];
  const receivers = callbacks ? await callbacks.log(receiversLog).read() : [];
  const inOrder = <T extends { orderId: string }>(all: readonly T[]) =>
    all.toSorted((one, other) => (one.orderId < other.orderId ? -1 : 1));
  return JSON.parse(JSON.stringify({ histories: inOrder(histories), callbacks: inOrder(logs), receivers }));
}

/** A copy: version control keeps no rights of files, and a journal that others may write to is refused. */
export function openFolder(version: string): FileStore {
  const folder = join(newFolder("journal-"), "journal");
  cpSync(join(samples, version, "folder"), folder, { recursive: true });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  chmodSync(folder, 0o700);
  return new FileStore(folder);
}

interface Entries {
  readonly [log: string]: readonly string[];
}

/** The entries that are kept for PostgreSQL, S3 and any other server: the texts of each log, in their order; then `added`. */
export async function openEntries(version: string, added: Entries = {}): Promise<NumberedStore> {
  const { journal, callbacks } = readJson<{ journal: Entries; callbacks: Entries }>(version, "entries.json");
  const opened = async (title: string, entries: Entries, beside?: NumberedStore) => {
    const store = new MemoryEntryStore();
    for (const [orderId, texts] of Object.entries(entries))
      for (const [index, text] of [...texts, ...(added[orderId] ?? [])].entries())
        await store.create(orderId, { position: index + 1, text });
    return new NumberedStore(title, async () => store, beside && { callbacks: beside });
  };
  return opened("The journal", journal, await opened("The callbacks", callbacks));
}

/** A journal in the deployments of a repository, with the auth key and the names that `openRepository` has. */
export async function openDeployments(version: string): Promise<JournalStore & { repository: Repository }> {
  const repository = await newRepository();
  repository.github.deployments.push(
    ...readJson<Repository["github"]["deployments"]>(version, "deployments.json"),
  );
  return Object.assign(openRepository(repository.connection, names), { repository });
}

export function readJson<T>(version: string, file: string): T {
  return JSON.parse(readFileSync(join(samples, version, file), "utf8")) as T;
}

const service = sent().service;
const names = ["order-1", "order-2", "order-3", "order-4", "ticket-1", "ticket-2", service];

/** Every kind of event, and every member of it. */
const logs: Readonly<Record<string, readonly JournalEvent[]>> = {
  "order-1": [
    sent("a0", { key: "ticket-1", values: { common_name: "www.example.com" } }),
    done("a0", "cert-1"),
    answered("a0", "ticket-2"),
    sent("a1", { key: "ticket-3", previous: "cert-1", validityDays: 90 }),
    ended("unknown", "a1"),
    resolved("a1", "cert-2"),
  ],
  "order-2": [
    sent("b0"),
    ended("rejected", "b0"),
    sent("b1"),
    ended("not-sent", "b1"),
    sent("b2"),
    { ...ended("done-unread", "b2"), certificate: "cert-3" } as JournalEvent,
  ],
  "order-3": [sent("d0"), resolved("d0", null), sent("d1")],
  "order-4": [
    { ...imported([], "cert-5", { issuedAt: "2026-11-01T00:00:00.000Z" }) },
    { event: "set-aside", at, entry: "unreadable-7-abcdef" },
    fromState("e0", { word: "unknown", statement: "cert-6", certificate: undefined, issuedAt: at }),
  ],
};
const deployment = { at, order: "order-1", attempt: "a0", certificate: "cert-1", receiver: "web-1" };
const callbackLogs: Readonly<Record<string, readonly JournalEvent[]>> = {
  [receiversLog]: [{ event: "receiving", at, receiver: "web-1", process: "host/1/2", deploys: true }],
  "order-1": [
    issued("cert-1", "a0"),
    { event: "deploying", ...deployment },
    { event: "deployed", ...deployment },
    { event: "skipped", ...deployment, receiver: "web-2" },
  ],
};

/** Writes the samples of the present version, if there are none. */
export async function writeSamples(version: string): Promise<void> {
  const target = join(samples, version);
  if (existsSync(target))
    throw new Error(`There are samples of version ${version}. Released samples stay as they are.`);
  const ofOrder = (all: typeof logs, orderId: string) =>
    (all[orderId] ?? []).map((event) => ("order" in event ? { ...event, order: orderId } : event));
  const fill = async (store: JournalStore, all = logs) => {
    for (const orderId of Object.keys(all))
      for (const event of ofOrder(all, orderId)) await store.log(orderId).append(event);
  };
  mkdirSync(target, { recursive: true });
  const folder = new FileStore(join(target, "folder"));
  await folder.check({ create: true });
  await fill(folder);
  await fill(folder.callbacks as FileStore, callbackLogs);

  const entries = async (all: typeof logs) => {
    const store = new MemoryEntryStore();
    await fill(new NumberedStore("The journal", async () => store), all);
    const texts = async (orderId: string) => (await store.read(orderId, 0)).map(({ text }) => text);
    return Object.fromEntries(await Promise.all(Object.keys(all).map(async (id) => [id, await texts(id)])));
  };
  write(target, "entries.json", { journal: await entries(logs), callbacks: await entries(callbackLogs) });

  const { github, connection } = await newRepository();
  const inRepository = (event: JournalEvent) => event.event !== "from-state" && event.event !== "set-aside";
  for (const orderId of Object.keys(logs))
    for (const event of ofOrder(logs, orderId).filter(inRepository))
      await openRepository(connection, names).log(orderId).append(event);
  write(target, "deployments.json", github.deployments);
  write(target, "expected.json", {
    folder: await readAll(folder),
    entries: await readAll(await openEntries(version)),
    deployments: await readAll(await openDeployments(version)),
  });
}

const write = (folder: string, file: string, value: object) =>
  writeFileSync(join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
