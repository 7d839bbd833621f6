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
  writeFileSync,
} from "node:fs";
import promises from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { JournalEvent } from "../../../src/journal/attempt.ts";
import { formatEvent } from "../../../src/journal/event-format.ts";
import { FileStore } from "../../../src/journal/stores/file.ts";
import { collect } from "../../harness/collect.ts";
import { done, sent } from "../../harness/journal/events.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { standIn } from "./stand-in.ts";

const { open } = promises;
const isRoot = process.getuid?.() === 0;
let folder: string;
let store: FileStore;

beforeEach(() => {
  folder = join(newFolder("store-"), "deep", "journal");
  store = new FileStore(folder);
});

const append = (event: JournalEvent, to = store) => to.log("order-1").append(event);
const read = (from = store) => from.log("order-1").read();
/** The file of order-1. */
const file = (of = folder) => join(of, readdirSync(of).find((name) => name.startsWith("order-1-")) ?? "none");

describe("A folder of files", () => {
  test("is created with the first event, and other users cannot read it", async () => {
    expect(await read()).toEqual([]);
    expect(existsSync(folder)).toBe(false);
    await append(sent());
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "..")).mode & 0o777).toBe(0o700);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  test("exists if its folder does, and a path that cannot be looked at is an error", async () => {
    const folder = join(newFolder("journal-"), "new");
    await new FileStore(folder).check({ create: false });
    expect(await new FileStore(folder).exists()).toBe(false);
    await new FileStore(folder).check();
    expect(await new FileStore(folder).exists()).toBe(true);
    const file = join(folder, "file");
    writeFileSync(file, "");
    await expect(new FileStore(join(file, "x")).exists()).rejects.toMatchObject({ code: "ENOTDIR" });
  });

  test("The file names of two orders differ by more than case, and no order id leads out of the folder", async () => {
    for (const orderId of ["Order", "order", "../../etc/passwd", "é", "", "x".repeat(300)])
      await store.log(orderId).append(sent("a1", { order: orderId }));
    const names = readdirSync(folder);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(6);
    expect(names.every((name) => /^[a-z0-9-]+\.jsonl$/.test(name) && name.length < 80)).toBe(true);
    expect(readdirSync(join(folder, ".."))).toEqual(["journal"]);
  });

  test("lists every log, and nothing else", async () => {
    expect(await collect(store.readAll())).toEqual([]);
    await store.log("order-2").append(sent("a2", { order: "order-2" }));
    await append(sent());
    writeFileSync(join(folder, "notes.txt"), "not a journal");
    expect(await collect(store.readAll())).toEqual([
      { orderId: "order-1", events: [sent()] },
      { orderId: "order-2", events: [sent("a2", { order: "order-2" })] },
    ]);
  });

  test("lists logs by name, in whatever order the system lists files", async () => {
    const names = ["b", "c", "a"].map((name) => `${name}-0123456789abcdef.jsonl`);
    standIn(promises, "readdir", async () => names as never);
    expect((await collect(store.readAll())).map(({ orderId }) => orderId)).toEqual(["a", "b", "c"]);
  });

  test("has a title, and each file has a name that people recognise", async () => {
    expect(store.title).toBe(`The journal in ${folder}`);
    await store.log("My  Order #7").append(sent());
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^my-order-7-[0-9a-f]{16}\.jsonl$/)]);
  });

  test("An order without a readable entry is named by its file", async () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of ["order-1-2-0123456789abcdef.jsonl", "a-0123456789abcdef-z-0123456789abcdef.jsonl"])
      writeFileSync(join(folder, name), "damage\n", { mode: 0o600 });
    const orders = (await collect(store.readAll())).map(({ orderId }) => orderId);
    expect(orders).toEqual(["a-0123456789abcdef-z", "order-1-2"]);
  });
});

describe("A line that was cut off", () => {
  const half = formatEvent(sent("half")).slice(0, 30);

  test("stays as a line of its own, and the next line is whole", async () => {
    await append(sent("a1"));
    appendFileSync(file(), half);
    await append(sent("a2"));
    expect((await read()).map(({ event }) => event)).toEqual(["sent", "unreadable", "sent"]);
    expect(readFileSync(file(), "utf8")).toContain(`\n${half}\n`);
  });

  test("A write that the disk took in part fails, and removes nothing", async () => {
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
    expect((await read()).map(({ event }) => event)).toEqual(["sent", "unreadable", "sent"]);
  });

  test("Zeros, as a power cut leaves them, are unreadable", async () => {
    await append(sent("a1"));
    appendFileSync(file(), Buffer.alloc(20));
    expect((await read()).map(({ event }) => event)).toEqual(["sent", "unreadable"]);
  });
});

describe("A journal that others can change", () => {
  const refusal = (why: RegExp) => ({ code: expect.stringMatching(why) });

  const tried = () => [append(done()), read(), store.check()];
  const allRefused = async (why: RegExp, tries: readonly Promise<unknown>[]) => {
    for (const result of await Promise.allSettled(tries))
      expect(result).toMatchObject({ status: "rejected", reason: refusal(why) });
  };

  test("is refused if every user may write to its folder or file", async () => {
    await append(sent());
    chmodSync(file(), 0o602);
    await allRefused(/^others may write to order-1-.*\.jsonl$/, [append(done()), read()]);
    chmodSync(file(), 0o600);
    for (const mode of [0o702, 0o777]) {
      chmodSync(folder, mode);
      await allRefused(/^others may write to it$/, [append(done()), store.check()]);
    }
    chmodSync(folder, 0o755);
    await append(done());
  });

  test("is refused if its group may write to it, and the process is not in that group", async () => {
    await append(sent());
    // Kubernetes makes a volume writable for the group of the pod (fsGroup).
    chmodSync(folder, 0o2770);
    chmodSync(file(), 0o660);
    await Promise.all(tried());
    const groups = vi.spyOn(process as Required<typeof process>, "getgroups").mockReturnValue([4242]);
    onTestFinished(() => groups.mockRestore());
    await allRefused(/^others may write to/, tried());
    chmodSync(folder, 0o2750);
    chmodSync(file(), 0o640);
    await Promise.all(tried());
  });

  test.runIf(isRoot)("is refused if its folder or file belongs to another user", async () => {
    await append(sent());
    chownSync(file(), 12345, 12345);
    await expect(append(done())).rejects.toMatchObject(refusal(/owned by another user/));
    await expect(read()).rejects.toMatchObject(refusal(/owned by another user/));
    chownSync(file(), 0, 0);
    chownSync(folder, 12345, 12345);
    await expect(append(done())).rejects.toMatchObject(refusal(/owned by another user/));
  });

  test("is refused if it is a link instead of the folder", async () => {
    const elsewhere = newFolder("store-");
    const link = join(newFolder("store-"), "journal");
    symlinkSync(elsewhere, link);
    await expect(append(sent(), new FileStore(link))).rejects.toMatchObject(refusal(/not a plain folder/));
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test("is refused if it has a link instead of the file, also one that leads nowhere", async () => {
    await append(sent());
    const path = file();
    const target = join(newFolder("store-"), "target");
    for (const exists of [false, true]) {
      rmSync(path);
      if (exists) writeFileSync(target, "", { mode: 0o600 });
      symlinkSync(target, path);
      await expect(append(done())).rejects.toMatchObject(refusal(/is a link/));
      await expect(read()).rejects.toMatchObject(refusal(/is a link/));
      expect(existsSync(target)).toBe(exists);
    }
  });

  test("is refused if its file has another name elsewhere", async () => {
    await append(sent());
    linkSync(file(), join(newFolder("store-"), "other"));
    await expect(append(done())).rejects.toMatchObject(refusal(/another name/));
  });

  test.runIf(process.platform === "linux")(
    "is refused if it has a pipe, which would block its reader",
    async () => {
      await append(sent());
      const path = file();
      rmSync(path);
      execFileSync("mkfifo", ["-m", "600", path]);
      await expect(append(done())).rejects.toMatchObject(refusal(/not a plain file/));
      await expect(read()).rejects.toMatchObject(refusal(/not a plain file/));
    },
  );

  test("is refused if it has a folder instead of the file, or is a file instead of the folder", async () => {
    await append(sent());
    const path = file();
    rmSync(path);
    mkdirSync(path);
    await expect(append(done())).rejects.toThrow();
    await expect(read()).rejects.toThrow();
    writeFileSync(join(folder, "..", "file"), "");
    const notFolder = new FileStore(join(folder, "..", "file"));
    await expect(notFolder.check()).rejects.toMatchObject(refusal(/not a plain folder/));
    await expect(read(notFolder)).rejects.toThrow();
    await expect(collect(notFolder.readAll())).rejects.toThrow();
  });
});

describe("The check of a folder", () => {
  test("refuses a folder that cannot be created", async () => {
    await expect(new FileStore("/proc/certorder").check()).rejects.toThrow();
  });

  test("refuses a folder that may only be read", async () => {
    // Permissions do not stop root; the kernel's own folders do.
    const readOnly = isRoot ? "/sys/kernel" : newFolder("store-");
    if (!isRoot) chmodSync(readOnly, 0o500);
    await expect(new FileStore(readOnly).check()).rejects.toThrow();
    await expect(append(sent(), new FileStore(readOnly))).rejects.toThrow();
  });

  test("passes on the system's own error", async () => {
    for (const code of ["EROFS", "ENOENT"]) {
      standIn(
        promises,
        "mkdir",
        (): Promise<never> => Promise.reject(Object.assign(new Error(code), { code, syscall: "mkdir" })),
      );
      await expect(store.check()).rejects.toMatchObject({ code, syscall: "mkdir" });
    }
  });

  test("looks at no folder above the folder once that is there", async () => {
    await store.check();
    const { mkdir } = promises;
    const asked: unknown[] = [];
    standIn(promises, "mkdir", (path, ...others) => {
      asked.push(path);
      return mkdir(path, ...others) as never;
    });
    await store.check();
    expect(asked).toEqual([folder]);
  });

  test("creates the folder if that is possible", async () => {
    await store.check();
    expect(existsSync(folder)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
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

  test("An event is synced before it counts, and so are the names of its file and folders, once", async () => {
    const calls = watched();
    const ofFolder = ["sync folder", "close folder"];
    const ofLine = ["write file", "sync file"];
    await append(sent());
    expect(calls.splice(0)).toEqual([...ofFolder, ...ofFolder, ...ofLine, ...ofFolder, "close file"]);
    await append(done());
    expect(calls.splice(0)).toEqual([...ofLine, "close file"]);
    // The process that created the file may have died before it synced the folder.
    await append(done(), new FileStore(folder));
    expect(calls.splice(0)).toEqual([...ofLine, ...ofFolder, "close file"]);
  });

  test("No file stays open, whatever fails", async () => {
    await append(sent());
    const calls = watched();
    await read();
    chmodSync(file(), 0o602);
    await expect(read()).rejects.toThrow();
    await expect(append(done())).rejects.toThrow();
    expect(calls).toEqual(["close file", "close file", "close file"]);
  });

  test("Windows has neither owners nor folders that can be synced", async () => {
    const windows = { platform: { value: "win32" }, getuid: { value: undefined } };
    vi.stubGlobal("process", Object.create(process, windows));
    onTestFinished(() => void vi.unstubAllGlobals());
    const calls = watched();
    await append(sent());
    chmodSync(folder, 0o777);
    await append(done());
    expect(calls).toEqual(["write file", "sync file", "close file", "write file", "sync file", "close file"]);
  });
});

test("A disk with little space left is refused before a line is begun", async () => {
  let bavail = 16;
  standIn(promises, "statfs", async () => ({ bavail, bsize: 1024 }) as never);
  await append(sent());
  bavail = 15;
  await expect(append(done())).rejects.toMatchObject({ code: "ENOSPC" });
  expect(await read()).toEqual([sent()]);
});
