import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import promises from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createStore } from "../../../src/journal/create-store.ts";
import { formatEvent } from "../../../src/journal/event-format.ts";
import type { JournalEvent } from "../../../src/journal/events.ts";
import { Journal } from "../../../src/journal/journal.ts";
import { FileStore } from "../../../src/journal/stores/file.ts";
import { collect } from "../../harness/collect.ts";
import { done, sent } from "../../harness/journal/events.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { standIn } from "./stand-in.ts";

const { open } = promises;
const isRoot = process.getuid?.() === 0;
let folder: string;
let store: FileStore;

const marker = "journal.json";

beforeEach(async () => {
  folder = join(newFolder("store-"), "deep", "journal");
  store = new FileStore(folder);
  await store.check({ create: true });
});

const append = (event: JournalEvent, to = store) => to.log("order-1").append(event);
const read = (from = store) => from.log("order-1").read();
const kinds = async () => (await read()).map(({ event }) => event);
/** The file of order-1. */
const file = (inFolder = folder) =>
  join(inFolder, readdirSync(inFolder).find((name) => name.startsWith("order-1-")) ?? "none");

describe("A folder of files", () => {
  test("is created by init only, and other users cannot read it", async () => {
    const folder = join(newFolder("store-"), "deep", "journal");
    const fresh = new FileStore(folder);
    expect(await read(fresh)).toEqual([]);
    await fresh.check({ create: false });
    expect([await fresh.exists(), existsSync(folder)]).toEqual([false, false]);
    await fresh.check({ create: true });
    await fresh.check({ create: true });
    expect(await fresh.exists()).toBe(true);
    const paths = [join(folder, ".."), folder, join(folder, marker)];
    expect(paths.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700, 0o600]);
    expect(JSON.parse(readFileSync(join(folder, marker), "utf8"))).toEqual({
      journal: "certorder",
      version: 1,
    });
    await append(sent(), fresh);
    expect(statSync(file(folder)).mode & 0o777).toBe(0o600);
  });

  test.each<[string, unmount: () => void]>([
    ["a folder that is missing", () => rmSync(folder, { recursive: true })],
    ["an empty folder, as a volume leaves that is not mounted", () => rmSync(join(folder, marker))],
  ])("is not created by an event: %s is refused with the command that creates it", async (_, unmount) => {
    unmount();
    const before = existsSync(folder);
    for (const to of [store, new FileStore(folder)])
      await expect(append(sent(), to)).rejects.toMatchObject({
        code: "journal_not_found",
        outcome: "not-sent",
        message: `The journal in ${folder} does not exist.`,
        remedy: expect.stringContaining(`    certorder journal init --journal ${folder}`),
      });
    expect(await read()).toEqual([]);
    expect(existsSync(folder)).toBe(before);
    expect(before ? readdirSync(folder) : []).toEqual([]);
  });

  test("is not created again by an event if it vanishes: a new one would not know what was recorded", async () => {
    await append(sent());
    rmSync(folder, { recursive: true });
    for (const event of [done(), sent("a2")])
      await expect(append(event)).rejects.toMatchObject({ code: "journal_not_found" });
    expect(existsSync(folder)).toBe(false);
  });

  test("takes no outcome whose log is gone: a new log would hide that the key was used", async () => {
    await append(sent());
    rmSync(file());
    await expect(append(done())).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("has names that people recognise, that differ by more than case, and that do not lead out of the folder", async () => {
    for (const orderId of ["Order", "order", "../../etc/passwd", "é", "", "x".repeat(300)])
      await store.log(orderId).append(sent("a1", { order: orderId }));
    const names = readdirSync(folder).filter((name) => name !== marker);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(6);
    expect(names.every((name) => /^[a-z0-9-]+\.jsonl$/.test(name) && name.length < 80)).toBe(true);
    expect(readdirSync(join(folder, ".."))).toEqual(["journal"]);
    await store.log("My  Order #7").append(sent());
    expect(readdirSync(folder)).toContainEqual(expect.stringMatching(/^my-order-7-[0-9a-f]{16}\.jsonl$/));
  });

  test("lists logs by name, and nothing else; a log without a readable entry is named by its file", async () => {
    const names = ["b", "c", "a-0123456789abcdef-z"].map((name) => `${name}-0123456789abcdef.jsonl`);
    for (const name of [...names, "notes.txt"])
      writeFileSync(join(folder, name), "damage\n", { mode: 0o600 });
    standIn(promises, "readdir", async () => [...names, "notes.txt"] as never);
    const orders = (await collect(store.readAll())).map(({ orderId }) => orderId);
    expect(orders).toEqual(["a-0123456789abcdef-z", "b", "c"]);
  });
});

describe("A line that was cut off", () => {
  const half = formatEvent(sent("half")).slice(0, 30);

  test("stays as a line of its own, and the next line is whole", async () => {
    await append(sent("a1"));
    appendFileSync(file(), half);
    await append(sent("a2"));
    // A power cut may leave zeros.
    appendFileSync(file(), Buffer.alloc(20));
    expect(await kinds()).toEqual(["sent", "unreadable", "sent", "unreadable"]);
    expect(readFileSync(file(), "utf8")).toContain(`\n${half}\n`);
  });

  test("fails the write that the disk took in part, and nothing is removed", async () => {
    await append(sent("a1"));
    const before = readFileSync(file(), "utf8");
    // No real disk takes half a line on request.
    const handle = await open(file());
    const prototype = Object.getPrototypeOf(handle) as { write(text: string): Promise<unknown> };
    await handle.close();
    const { write } = prototype;
    const writing = vi.spyOn(prototype, "write").mockImplementation(function half(
      this: object,
      text: string,
    ) {
      return write.call(this, text.slice(0, 30));
    });
    await expect(append(sent("a2"))).rejects.toMatchObject({ code: "ENOSPC" });
    writing.mockRestore();
    expect(readFileSync(file(), "utf8")).toBe(`${before}\n${formatEvent(sent("a2")).slice(0, 29)}`);
    await append(sent("a3"));
    expect(await kinds()).toEqual(["sent", "unreadable", "sent"]);
  });
});

test.each([0, 1])(
  "A log that was cut off after %i bytes reads as an order without a history",
  async (bytes) => {
    // A limit that docs/reference/rules.md names: an empty file says nothing about what it had.
    await append(sent("a1"));
    truncateSync(file(), bytes);
    expect(await read()).toEqual([]);
    truncateSync(file(), 2);
    expect(await kinds()).toEqual(["unreadable"]);
  },
);

describe("A journal that others can change", () => {
  const expectRefused = async (why: RegExp, tries: readonly Promise<unknown>[]) => {
    for (const result of await Promise.allSettled(tries))
      expect(result).toMatchObject({ status: "rejected", reason: { code: expect.stringMatching(why) } });
  };
  const elsewhere = () => join(newFolder("store-"), "elsewhere");

  test("is refused if every user may write to its folder or file", async () => {
    await append(sent());
    chmodSync(file(), 0o602);
    await expectRefused(/^others may write to order-1-.*\.jsonl$/, [append(done()), read()]);
    chmodSync(file(), 0o600);
    chmodSync(folder, 0o702);
    await expectRefused(/^others may write to it$/, [append(done()), store.check({ create: true })]);
    chmodSync(folder, 0o755);
    await append(done());
  });

  test("is refused if its group may write to it, and the process is not in that group", async () => {
    await append(sent());
    // Kubernetes makes a volume writable for the group of the pod (fsGroup).
    chmodSync(folder, 0o2770);
    chmodSync(file(), 0o660);
    const tried = () => [append(done()), read(), store.check({ create: true })];
    await Promise.all(tried());
    vi.spyOn(process as Required<typeof process>, "getgroups").mockReturnValue([4242]);
    await expectRefused(/^others may write to/, tried());
    chmodSync(folder, 0o2750);
    chmodSync(file(), 0o640);
    await Promise.all(tried());
  });

  test.runIf(isRoot)("is refused if its folder or file belongs to another user", async () => {
    await append(sent());
    chownSync(file(), 12345, 12345);
    await expectRefused(/owned by another user/, [append(done()), read()]);
    chownSync(file(), 0, 0);
    chownSync(folder, 12345, 12345);
    await expectRefused(/owned by another user/, [append(done())]);
    chownSync(folder, 0, 0);
    await createStore(store);
    chownSync(join(folder, "callbacks"), 12345, 12345);
    await expect(new Journal(folder).checkCallbacks()).rejects.toThrow(/owned by another user/);
  });

  test.each<[string, RegExp, put: (path: string) => unknown]>([
    ["a link that leads nowhere", /is a link/, (path) => symlinkSync(elsewhere(), path)],
    ["a link", /is a link/, (path) => symlinkSync(newFolder("store-"), path)],
    [
      "a pipe, which would block its reader",
      /not a plain file/,
      (path) => execFileSync("mkfifo", ["-m", "600", path]),
    ],
    ["a folder", /^EISDIR$|not a plain file/, (path) => mkdirSync(path)],
  ])("is refused if it has %s instead of a file", async (_, why, put) => {
    await append(sent());
    const path = file();
    rmSync(path);
    put(path);
    await expectRefused(why, [append(done()), read()]);
  });

  test("is refused if its file has another name elsewhere", async () => {
    await append(sent());
    linkSync(file(), elsewhere());
    await expectRefused(/another name/, [append(done())]);
  });

  test("is refused if it is a link or a file instead of a folder", async () => {
    const [link, plain] = [elsewhere(), elsewhere()];
    symlinkSync(folder, link);
    await expectRefused(/^it is not a folder$/, [append(sent(), new FileStore(link))]);
    expect(readdirSync(folder)).toEqual([marker]);
    writeFileSync(plain, "");
    for (const path of [plain, join(plain, "x")]) {
      const file = new FileStore(path);
      const tries = [file.check({ create: true }), file.exists(), read(file), collect(file.readAll())];
      await expectRefused(/^it is not a folder$/, tries);
    }
  });
});

describe("The check of a folder", () => {
  test("refuses a folder that may only be read", async () => {
    // Permissions do not stop root; the kernel's own folders do.
    const readOnly = isRoot ? "/sys/kernel" : newFolder("store-");
    if (!isRoot) chmodSync(readOnly, 0o500);
    await expect(new FileStore(readOnly).check({ create: true })).rejects.toThrow();
  });

  test.each(["EROFS", "ENOENT"])("passes on the system's own error: %s", async (code) => {
    const mkdir = () => Promise.reject(Object.assign(new Error(code), { code, syscall: "mkdir" }));
    standIn(promises, "mkdir", mkdir);
    rmSync(folder, { recursive: true });
    await expect(store.check({ create: true })).rejects.toMatchObject({ code, syscall: "mkdir" });
  });

  test("refuses a disk with little space left, before a line is begun", async () => {
    let bavail = 16;
    standIn(promises, "statfs", async () => ({ bavail, bsize: 1024 }) as never);
    await append(sent());
    bavail = 15;
    await expect(append(done())).rejects.toMatchObject({ code: "ENOSPC" });
    expect(await read()).toEqual([sent()]);
  });
});

describe("An accepted event lasts", () => {
  /** Lists the calls to files and folders from here on. */
  function watched(): string[] {
    const calls: string[] = [];
    standIn(promises, "open", async (...args) => {
      const handle = await open(...args);
      const kind = (await handle.stat()).isFile() ? "file" : "folder";
      for (const name of ["write", "sync", "close"] as const) {
        const original = handle[name].bind(handle) as (...args: unknown[]) => Promise<never>;
        handle[name] = (...args: unknown[]) => {
          calls.push(`${name} ${kind}`);
          return original(...args);
        };
      }
      return handle;
    });
    return calls;
  }
  const [ofFolder, ofLine] = [
    ["sync folder", "close folder"],
    ["write file", "sync file"],
  ];

  test("A new journal is synced before it counts, and so are the names of its folders", async () => {
    rmSync(join(folder, ".."), { recursive: true });
    const calls = watched();
    await store.check({ create: true });
    expect(calls).toEqual([...ofFolder, ...ofFolder, ...ofLine, "close file", ...ofFolder]);
  });

  test("An event is synced before it counts, and so is the name of its file, once", async () => {
    const calls = watched();
    await append(sent());
    expect(calls.splice(0)).toEqual([...ofLine, ...ofFolder, "close file"]);
    await append(done());
    expect(calls.splice(0)).toEqual([...ofLine, "close file"]);
    // The process that created the file may have died before it synced the folder.
    await append(done(), new FileStore(folder));
    expect(calls.splice(0)).toEqual([...ofLine, ...ofFolder, "close file"]);
  });

  test("No file stays open, whatever fails", async () => {
    await append(sent());
    const calls = watched();
    chmodSync(file(), 0o602);
    await expect(read()).rejects.toThrow();
    await expect(append(done())).rejects.toThrow();
    expect(calls).toEqual(["close file", "close file"]);
  });

  test("Windows has neither owners nor folders that can be synced", async () => {
    const windows = { platform: { value: "win32" }, getuid: { value: undefined } };
    vi.stubGlobal("process", Object.create(process, windows));
    onTestFinished(() => void vi.unstubAllGlobals());
    const calls = watched();
    await append(sent());
    for (const path of [folder, join(folder, "..")]) chmodSync(path, 0o777);
    await append(done(), new FileStore(folder));
    expect(calls).toEqual([...ofLine, "close file", ...ofLine, "close file"]);
  });
});
