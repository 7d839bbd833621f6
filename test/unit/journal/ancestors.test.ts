import { chmodSync, chownSync, lchownSync, mkdirSync, symlinkSync } from "node:fs";
import promises from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { FileStore } from "../../../src/journal/stores/file.ts";
import { sent } from "../../harness/journal/events.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { standIn } from "./stand-in.ts";

const isRoot = process.getuid?.() === 0;
/** Users of every Linux: daemon has an account, the other has none. */
const [daemon, noAccount] = [1, 3_000_000_123];

/** A folder in a new one, with this mode and owner. */
function folderWith(
  mode: number,
  { uid, gid = process.getgid?.() ?? 0 }: { uid?: number; gid?: number } = {},
) {
  const folder = join(newFolder("ancestors-"), "parent");
  mkdirSync(folder);
  if (uid !== undefined || isRoot) chownSync(folder, uid ?? 0, gid);
  chmodSync(folder, mode);
  return folder;
}

async function append(...path: string[]): Promise<void> {
  const store = new FileStore(join(...path));
  await store.check({ create: true });
  await store.log("order-1").append(sent());
}

async function refused(folder: string, why: string) {
  const command = why.startsWith("others") ? "chmod go-w /" : "chown -h USER /";
  const refusal = {
    code: expect.stringContaining(why),
    remedy: expect.stringContaining(`writable for its owner only:\n\n    ${command}`),
  };
  await expect(append(folder)).rejects.toMatchObject(refusal);
  await expect(new FileStore(folder).check({ create: true })).rejects.toMatchObject(refusal);
}

/** For the time of a test, this process is in no other group than this one. */
function inGroup(gid: number) {
  vi.spyOn(process as Required<typeof process>, "getgroups").mockReturnValue([gid]);
}

describe.runIf(process.platform === "linux")("A folder above the journal", () => {
  test.each([0o777, 0o702])(
    "is refused if others may write to it, also further up: mode %o",
    async (mode) => {
      const parent = folderWith(mode);
      await refused(join(parent, "journal"), `others may write to ${parent}`);
      const below = join(parent, "mine", "journal");
      mkdirSync(below, { recursive: true, mode: 0o700 });
      await refused(below, `others may write to ${parent}`);
      chmodSync(parent, 0o755);
      await append(below);
    },
  );

  test("is refused if a group may write to it that the process is not in", async () => {
    const parent = folderWith(0o2770);
    await append(parent, "journal");
    inGroup(4242);
    await refused(join(parent, "journal"), `others may write to ${parent}`);
  });

  test.runIf(isRoot)("may be writable for the process's own group", async () => {
    inGroup(4242);
    // Kubernetes: the volume is root's. OpenShift: the folder is of the image's own user.
    await append(folderWith(0o2775, { uid: 0, gid: 4242 }), "journal");
    await append(folderWith(0o775, { uid: daemon, gid: 4242 }), "journal");
  });

  test("may be a sticky one such as /tmp, if what is below is of this user or root", async () => {
    const parent = folderWith(0o1777);
    await append(parent, "mine", "journal");
    symlinkSync(join(parent, "mine"), join(parent, "link"));
    await append(parent, "link", "journal");
    if (!isRoot) return;
    for (const uid of [daemon, noAccount]) {
      chownSync(join(parent, "mine"), uid, 0);
      lchownSync(join(parent, "link"), uid, 0);
      for (const name of ["mine", "link"])
        await refused(join(parent, name, "journal"), `${join(parent, name)} is owned by another user`);
    }
  });

  test.runIf(isRoot)("is refused if another user owns it, or a link on the way", async () => {
    const parent = folderWith(0o755, { uid: daemon });
    await refused(join(parent, "journal"), `${parent} is owned by another user`);
    const own = folderWith(0o755);
    mkdirSync(join(own, "real"));
    symlinkSync("real", join(own, "link"));
    await append(own, "link", "journal");
    lchownSync(join(own, "link"), daemon, 0);
    await refused(join(own, "link", "journal"), `${join(own, "link")} is owned by another user`);
  });

  test.runIf(isRoot)(
    "may belong to a user id without an account, as in the containers of CI services",
    async () => {
      await append(folderWith(0o755, { uid: noAccount }), "journal");
      // A sandbox shows one id, 65534, for all owners that it does not know.
      const foreign = folderWith(0o755, { uid: 65_534 });
      await refused(join(foreign, "journal"), "owned by another user");
      const { readFile } = promises;
      standIn(promises, "readFile", ((path: string, ...others: []) =>
        path === "/proc/self/uid_map"
          ? Promise.resolve("      1000       1000          1\n")
          : readFile(path, ...others)) as never);
      await append(foreign, "journal");
    },
  );

  test("counts behind a link, too, and links in a circle are an error", async () => {
    const open = folderWith(0o777);
    mkdirSync(join(open, "mine"), { mode: 0o700 });
    const own = folderWith(0o700);
    symlinkSync(join(open, "mine"), join(own, "absolute"));
    symlinkSync(join("..", "..", ...open.split("/").slice(-2), "mine"), join(own, "relative"));
    for (const name of ["absolute", "relative"])
      await refused(join(own, name, "journal"), `others may write to ${open}`);
    symlinkSync("b", join(own, "a"));
    symlinkSync("a", join(own, "b"));
    await expect(append(own, "a", "journal")).rejects.toMatchObject({ code: "ELOOP" });
  });

  test("is looked at once for each store", async () => {
    const store = new FileStore(join(folderWith(0o755), "journal"));
    await store.check({ create: true });
    const { lstat } = promises;
    const asked = new Set<unknown>();
    standIn(promises, "lstat", ((path: string) => {
      asked.add(path);
      return lstat(path);
    }) as never);
    await store.log("order-1").append(sent());
    expect(asked).toEqual(new Set([join(store.folder, "journal.json"), store.folder]));
  });
});
