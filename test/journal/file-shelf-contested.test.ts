/** The folder of files in the hands of several processes, and on a disk that fills up. */
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { FileShelf } from "../../src/journal/shelves/file.ts";
import { newFolder } from "../new-folder.ts";
import { done, sent } from "./lines.ts";

const bytesIn = (folder: string) =>
  readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));

/** A disk of so many KiB, where this may be had. */
function smallDisk(kib: number): string | undefined {
  const disk = newFolder("disk-");
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${kib}k,mode=700`, "certorder-test", disk], {
      stdio: "ignore",
    });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync("umount", ["-l", disk]));
  return disk;
}

/** Runs a program of its own; ends it with the test. */
function run(program: string) {
  const args = ["--input-type=module", "-e", program];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Adds lines one after the other. Returns the attempts whose lines the shelf has taken. */
async function writer(folder: string, who: string, count: number): Promise<string[]> {
  const shelf = pathToFileURL(join(import.meta.dirname, "..", "..", "src", "journal", "shelves", "file.ts"));
  const child = run(`
    const { FileShelf } = await import(${JSON.stringify(shelf.href)});
    const { append } = new FileShelf(${JSON.stringify(folder)}).history("order-1");
    for (let n = 0; n < ${count}; n++) {
      const attempt = ${JSON.stringify(who)} + n;
      // Lines of different lengths, so that one that is broken off may be longer or shorter than the next.
      const line = { ...${JSON.stringify(sent())}, attempt, name: "x".repeat((n * 37) % 400) };
      await append(line).then(() => console.log(attempt), () => {});
    }`);
  let output = "";
  for await (const chunk of child.stdout) output += chunk;
  return output.trim().split("\n").filter(Boolean);
}

/** Fills a disk to its last byte and empties it again, over and over. */
function filler(disk: string): void {
  run(`
    import { ftruncateSync, openSync, writeSync } from "node:fs";
    const file = openSync(${JSON.stringify(join(disk, "filler"))}, "w");
    for (;;) {
      try { for (;;) writeSync(file, Buffer.alloc(4096)); } catch {}
      ftruncateSync(file, 0);
    }`);
}

describe("a disk that is full", () => {
  test("refuses before a line is begun, and leaves every byte as it was", async ({ skip }) => {
    const disk = smallDisk(64);
    if (disk === undefined) return skip("no file system can be mounted here");
    const shelf = new FileShelf(join(disk, "journal"));
    const { append, read } = shelf.history("order-1");
    await append(sent());
    const before = bytesIn(shelf.folder);
    const filling = join(disk, "filler");
    writeFileSync(filling, Buffer.alloc(48 * 1024));
    await expect(append(done())).rejects.toMatchObject({ code: "ENOSPC" });
    await expect(shelf.check()).rejects.toMatchObject({ code: "ENOSPC" });
    expect(bytesIn(shelf.folder)).toEqual(before);
    rmSync(filling);
    await append(done());
    expect(await read()).toEqual([sent(), done()]);
  });

  test("loses no line that it has taken, while two write and it fills up at any moment", async ({ skip }) => {
    const disk = smallDisk(1024);
    if (disk === undefined) return skip("no file system can be mounted here");
    const folder = join(disk, "journal");
    await new FileShelf(folder).check();
    filler(disk);
    const taken = (await Promise.all(["a", "b"].map((who) => writer(folder, who, 600)))).flat();
    const lines = await new FileShelf(folder).history("order-1").read();
    const found = new Set(lines.map(({ attempt }) => attempt));
    expect(taken.filter((attempt) => !found.has(attempt))).toEqual([]);
    expect(taken.length).toBeGreaterThan(0);
  });
});

test("two processes that write at once lose nothing, and every line is whole", async () => {
  const folder = newFolder("journal-");
  const taken = (await Promise.all(["a", "b"].map((who) => writer(folder, who, 300)))).flat();
  const lines = await new FileShelf(folder).history("order-1").read();
  expect(lines.every(({ event }) => event === "sent")).toBe(true);
  expect(lines.map(({ attempt }) => attempt).sort()).toEqual(taken.sort());
  expect(taken).toHaveLength(600);
});
