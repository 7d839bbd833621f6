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
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Line } from "../../src/journal/attempt.ts";
import { formatLine } from "../../src/journal/line.ts";
import { FileShelf } from "../../src/journal/shelves/file.ts";
import { newFolder } from "../new-folder.ts";
import { done, ended, sent } from "./lines.ts";

const { open } = promises;
const isRoot = process.getuid?.() === 0;
let folder: string;
let shelf: FileShelf;

beforeEach(() => {
  folder = join(newFolder("shelf-"), "deep", "journal");
  shelf = new FileShelf(folder);
});

const append = (line: Line, to = shelf) => to.history("order-1").append(line);
const read = (from = shelf) => from.history("order-1").read();
/** The file of order-1, wherever it is called. */
const file = (of = folder) => join(of, readdirSync(of).find((name) => name.startsWith("order-1-")) ?? "none");

/** Puts something in the place of a call to the system, for the time of a test. */
function standIn<K extends "mkdir" | "open" | "readdir" | "statfs">(
  call: K,
  stand: (typeof promises)[K],
): void {
  const standing = vi.spyOn(promises, call).mockImplementation(stand as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    standing.mockRestore();
    syncBuiltinESMExports();
  });
}

describe("a folder of files", () => {
  test("keeps the lines of an order in their order, also for the next process", async () => {
    const lines = [sent("a1"), sent("a2"), done("a1"), ended("not-sent", "a2")];
    for (const line of lines) await append(line);
    expect(await read()).toEqual(lines);
    expect(await read(new FileShelf(folder))).toEqual(lines);
    expect(await shelf.history("order-2").read()).toEqual([]);
  });

  test("is made when the first line is written, and nobody else can read it", async () => {
    expect(await read()).toEqual([]);
    expect(existsSync(folder)).toBe(false);
    await append(sent());
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "..")).mode & 0o777).toBe(0o700);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  test("is there when its folder is, and only what cannot be looked at is a failure", async () => {
    const folder = join(newFolder("journal-"), "new");
    expect(await new FileShelf(folder).isThere()).toBe(false);
    await new FileShelf(folder).check();
    expect(await new FileShelf(folder).isThere()).toBe(true);
    const file = join(folder, "file");
    writeFileSync(file, "");
    await expect(new FileShelf(join(file, "x")).isThere()).rejects.toMatchObject({ code: "ENOTDIR" });
  });

  test("makes no difference between orders by their case, and none by what stands in a path", async () => {
    for (const orderId of ["Order", "order", "../../etc/passwd", "é", "", "x".repeat(300)])
      await shelf.history(orderId).append(sent("a1", { order: orderId }));
    const names = readdirSync(folder);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(6);
    expect(names.every((name) => /^[a-z0-9-]+\.jsonl$/.test(name) && name.length < 80)).toBe(true);
    expect(readdirSync(join(folder, ".."))).toEqual(["journal"]);
  });

  test("shows every history, and nothing where there is no folder or what is not its own", async () => {
    expect(await shelf.histories()).toEqual([]);
    await shelf.history("order-2").append(sent("a2", { order: "order-2" }));
    await append(sent());
    writeFileSync(join(folder, "notes.txt"), "not a journal");
    const histories = await shelf.histories();
    expect(histories.map(({ orderId }) => orderId)).toEqual(["order-1", "order-2"]);
    expect(await histories[1]?.read()).toEqual([sent("a2", { order: "order-2" })]);
    await histories[0]?.append(done());
    expect(await read()).toEqual([sent(), done()]);
  });

  test("shows them in the order of their names, whatever the order in which a system lists them", async () => {
    const names = ["b", "c", "a"].map((name) => `${name}-0123456789abcdef.jsonl`);
    standIn("readdir", async () => names as never);
    expect((await shelf.histories()).map(({ orderId }) => orderId)).toEqual(["a", "b", "c"]);
  });

  test("has a name, and each file one that people know again", async () => {
    expect(shelf.title).toBe(`The journal in ${folder}`);
    await shelf.history("My  Order #7").append(sent());
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^my-order-7-[0-9a-f]{16}\.jsonl$/)]);
  });

  test("names the order of a file that is damaged all through by the file's name", async () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of ["order-1-2-0123456789abcdef.jsonl", "a-0123456789abcdef-z-0123456789abcdef.jsonl"])
      writeFileSync(join(folder, name), "damage\n", { mode: 0o600 });
    const orders = (await shelf.histories()).map(({ orderId }) => orderId);
    expect(orders).toEqual(["a-0123456789abcdef-z", "order-1-2"]);
  });
});

describe("a line that was broken off", () => {
  const half = formatLine(sent("half")).slice(0, 30);

  test("stays, as a line of its own, and the next one is whole", async () => {
    await append(sent("a1"));
    appendFileSync(file(), half);
    await append(sent("a2"));
    expect((await read()).map(({ event }) => event)).toEqual(["sent", "damaged", "sent"]);
    expect(readFileSync(file(), "utf8")).toContain(`\n${half}\n`);
  });

  test("is what a write that the disk took in part leaves, which fails and takes nothing back", async () => {
    await append(sent("a1"));
    const before = readFileSync(file(), "utf8");
    // No disk can be had that takes half a line, so the system is made to.
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
    expect(readFileSync(file(), "utf8")).toBe(`${before}\n${formatLine(sent("a2")).slice(0, 29)}`);
    await append(sent("a3"));
    expect((await read()).map(({ event }) => event)).toEqual(["sent", "damaged", "sent"]);
  });

  test("of zeros, as a power cut leaves them, is damage", async () => {
    await append(sent("a1"));
    appendFileSync(file(), Buffer.alloc(20));
    expect((await read()).map(({ event }) => event)).toEqual(["sent", "damaged"]);
  });
});

describe("what others can change is no history", () => {
  const refusal = (why: RegExp) => ({ code: expect.stringMatching(why) });

  test("a folder, or a file, that others may write to", async () => {
    await append(sent());
    for (const mode of [0o720, 0o702, 0o777]) {
      chmodSync(folder, mode);
      await expect(append(done())).rejects.toMatchObject(refusal(/^others may write to it$/));
      await expect(shelf.check()).rejects.toMatchObject(refusal(/others may write/));
    }
    chmodSync(folder, 0o755);
    await append(done());
    for (const mode of [0o620, 0o602]) {
      chmodSync(file(), mode);
      await expect(append(done())).rejects.toMatchObject(refusal(/others may write/));
      await expect(read()).rejects.toMatchObject(refusal(/others may write/));
    }
  });

  test.runIf(isRoot)("a folder, or a file, of somebody else", async () => {
    await append(sent());
    chownSync(file(), 12345, 12345);
    await expect(append(done())).rejects.toMatchObject(refusal(/owned by somebody else/));
    await expect(read()).rejects.toMatchObject(refusal(/owned by somebody else/));
    chownSync(file(), 0, 0);
    chownSync(folder, 12345, 12345);
    await expect(append(done())).rejects.toMatchObject(refusal(/owned by somebody else/));
  });

  test("a link instead of the folder", async () => {
    const elsewhere = newFolder("shelf-");
    const link = join(newFolder("shelf-"), "journal");
    symlinkSync(elsewhere, link);
    await expect(append(sent(), new FileShelf(link))).rejects.toMatchObject(refusal(/not a plain folder/));
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test("a link instead of the file, also one that leads nowhere", async () => {
    await append(sent());
    const path = file();
    const target = join(newFolder("shelf-"), "target");
    for (const exists of [false, true]) {
      rmSync(path);
      if (exists) writeFileSync(target, "", { mode: 0o600 });
      symlinkSync(target, path);
      await expect(append(done())).rejects.toMatchObject(refusal(/is a link/));
      await expect(read()).rejects.toMatchObject(refusal(/is a link/));
      expect(existsSync(target)).toBe(exists);
    }
  });

  test("a file that has another name elsewhere", async () => {
    await append(sent());
    linkSync(file(), join(newFolder("shelf-"), "other"));
    await expect(append(done())).rejects.toMatchObject(refusal(/another name/));
  });

  test.runIf(process.platform === "linux")("a pipe, which would keep everybody waiting", async () => {
    await append(sent());
    const path = file();
    rmSync(path);
    execFileSync("mkfifo", ["-m", "600", path]);
    await expect(append(done())).rejects.toMatchObject(refusal(/not a plain file/));
    await expect(read()).rejects.toMatchObject(refusal(/not a plain file/));
  });

  test("a folder instead of the file, a file instead of the folder", async () => {
    await append(sent());
    const path = file();
    rmSync(path);
    mkdirSync(path);
    await expect(append(done())).rejects.toThrow();
    await expect(read()).rejects.toThrow();
    writeFileSync(join(folder, "..", "file"), "");
    const notFolder = new FileShelf(join(folder, "..", "file"));
    await expect(notFolder.check()).rejects.toMatchObject(refusal(/not a plain folder/));
    await expect(read(notFolder)).rejects.toThrow();
    await expect(notFolder.histories()).rejects.toThrow();
  });
});

describe("a folder that cannot be used says so before anything is written", () => {
  test("because it cannot be made", async () => {
    await expect(new FileShelf("/proc/certorder").check()).rejects.toThrow();
  });

  test("because it may only be read", async () => {
    // Permissions do not hold root back; the kernel's own folders do.
    const readOnly = isRoot ? "/sys/kernel" : newFolder("shelf-");
    if (!isRoot) chmodSync(readOnly, 0o500);
    await expect(new FileShelf(readOnly).check()).rejects.toThrow();
    await expect(append(sent(), new FileShelf(readOnly))).rejects.toThrow();
  });

  test("and why, in the system's own word", async () => {
    for (const code of ["EROFS", "ENOENT"]) {
      standIn(
        "mkdir",
        (): Promise<never> => Promise.reject(Object.assign(new Error(code), { code, syscall: "mkdir" })),
      );
      await expect(shelf.check()).rejects.toMatchObject({ code, syscall: "mkdir" });
    }
  });

  test("and looks no further once it is there", async () => {
    await shelf.check();
    const { mkdir } = promises;
    const asked: unknown[] = [];
    standIn("mkdir", (path, ...others) => {
      asked.push(path);
      return mkdir(path, ...others) as never;
    });
    await shelf.check();
    expect(asked).toEqual([folder]);
  });

  test("and is made if it can be", async () => {
    await shelf.check();
    expect(existsSync(folder)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("what was taken lasts", () => {
  /** What is done to files and folders from here on. */
  function watched(): string[] {
    const calls: string[] = [];
    standIn("open", async (...args) => {
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

  test("a line is on the disk before it counts, and the names of its file and folders too, once", async () => {
    const calls = watched();
    const ofFolder = ["sync folder", "close folder"];
    const ofLine = ["write file", "sync file"];
    await append(sent());
    expect(calls.splice(0)).toEqual([...ofFolder, ...ofFolder, ...ofLine, ...ofFolder, "close file"]);
    await append(done());
    expect(calls.splice(0)).toEqual([...ofLine, "close file"]);
    // Whoever made the file may not have come as far.
    await append(done(), new FileShelf(folder));
    expect(calls.splice(0)).toEqual([...ofLine, ...ofFolder, "close file"]);
  });

  test("and nothing stays open, whatever comes of it", async () => {
    await append(sent());
    const calls = watched();
    await read();
    chmodSync(file(), 0o620);
    await expect(read()).rejects.toThrow();
    await expect(append(done())).rejects.toThrow();
    expect(calls).toEqual(["close file", "close file", "close file"]);
  });

  test("on Windows, which has neither owners nor folders that could be written out", async () => {
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

test("a disk with little left is refused before a line is begun on it", async () => {
  let bavail = 16;
  standIn("statfs", async () => ({ bavail, bsize: 1024 }) as never);
  await append(sent());
  bavail = 15;
  await expect(append(done())).rejects.toMatchObject({ code: "ENOSPC" });
  expect(await read()).toEqual([sent()]);
});
