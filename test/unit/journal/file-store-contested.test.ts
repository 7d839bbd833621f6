/** A folder of files that several processes use, on a disk that fills up. */
import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { FileStore } from "../../../src/journal/stores/file.ts";
import { attemptIn, sent } from "../../harness/journal/events.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";
import { newFolder } from "../../harness/new-folder.ts";

/** A disk of so many KiB. Undefined: it cannot be mounted here. */
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

/** Appends events one after the other. Returns the attempts whose events the store accepted. */
async function writer(folder: string, who: string, count: number): Promise<string[]> {
  const store = pathToFileURL(
    join(import.meta.dirname, "..", "..", "..", "src", "journal", "stores", "file.ts"),
  );
  const child = run(`
    const { FileStore } = await import(${JSON.stringify(store.href)});
    const { append } = new FileStore(${JSON.stringify(folder)}).log("order-1");
    for (let n = 0; n < ${count}; n++) {
      const attempt = ${JSON.stringify(who)} + n;
      // Lines of different lengths: one that is cut off may be longer or shorter than the next.
      const event = { ...${JSON.stringify(sent())}, attempt, key: "x".repeat((n * 37) % 400) };
      await append(event).then(() => console.log(attempt), () => {});
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

test("A full disk loses no accepted event, while two processes write and it fills up at any moment", async ({
  skip,
}) => {
  const disk = smallDisk(1024);
  if (disk === undefined) return skip("no file system can be mounted here");
  const folder = join(disk, "journal");
  await new FileStore(folder).check({ create: true });
  filler(disk);
  const accepted = (await Promise.all(["a", "b"].map((who) => writer(folder, who, 600)))).flat();
  const events = await new FileStore(folder).log("order-1").read();
  const found = new Set(events.map(attemptIn));
  expect(accepted.filter((attempt) => !found.has(attempt))).toEqual([]);
  expect(accepted.length).toBeGreaterThan(0);
});

test("Two processes that write at once lose nothing, and every line is whole", async () => {
  const folder = newJournal();
  const accepted = (await Promise.all(["a", "b"].map((who) => writer(folder, who, 300)))).flat();
  const events = await new FileStore(folder).log("order-1").read();
  expect(events.every(({ event }) => event === "sent")).toBe(true);
  expect(events.map(attemptIn).sort()).toEqual(accepted.sort());
  expect(accepted).toHaveLength(600);
});
