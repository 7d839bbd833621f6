import { chmodSync, chownSync, lchownSync, mkdirSync, symlinkSync } from "node:fs";
import promises from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { FileStore } from "../../../src/journal/stores/file.ts";
import { sent } from "../../harness/journal/events.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { standIn } from "./stand-in.ts";

const isRoot = process.getuid?.() === 0;
/** Users of every Linux: daemon has an account, the other has none. */
const daemon = 1;
const noAccount = 3_000_000_123;

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

const append = (folder: string) => new FileStore(folder).log("order-1").append(sent());

async function refused(folder: string, why: RegExp | string) {
  const refusal = {
    code: "journal_unavailable",
    message: expect.stringMatching(why),
    remedy: expect.stringContaining("chmod go-w"),
  };
  await expect(append(folder)).rejects.toMatchObject(refusal);
  await expect(new FileStore(folder).check()).rejects.toMatchObject(refusal);
}

describe.runIf(process.platform === "linux")("A folder above the journal", () => {
  test("is refused if others may write to it: they could replace the journal", async () => {
    for (const mode of [0o777, 0o707, 0o702]) {
      const parent = folderWith(mode);
      await refused(join(parent, "journal"), `others may write to ${parent}`);
      // Also further up, and with a journal that was there before.
      mkdirSync(join(parent, "mine", "journal"), { recursive: true, mode: 0o700 });
      await refused(join(parent, "mine", "journal"), `others may write to ${parent}`);
      chmodSync(parent, 0o755);
      await append(join(parent, "mine", "journal"));
    }
  });

  test("is refused if a group may write to it that the process is not in", async () => {
    const parent = folderWith(0o2770);
    await append(join(parent, "journal"));
    const groups = vi.spyOn(process as Required<typeof process>, "getgroups").mockReturnValue([4242]);
    onTestFinished(() => groups.mockRestore());
    await refused(join(parent, "journal"), `others may write to ${parent}`);
  });

  test.runIf(isRoot)(
    "It may be a Kubernetes volume, which is root's and writable for the pod's group",
    async () => {
      const groups = vi.spyOn(process as Required<typeof process>, "getgroups").mockReturnValue([4242]);
      onTestFinished(() => groups.mockRestore());
      await append(join(folderWith(0o2775, { uid: 0, gid: 4242 }), "journal"));
      // OpenShift runs an image as another user than its own, in the group of its folders.
      await append(join(folderWith(0o775, { uid: daemon, gid: 4242 }), "journal"));
    },
  );

  test("may be a sticky one such as /tmp, if what is below is of this user or root", async () => {
    await append(join(folderWith(0o1777), "journal"));
    const parent = folderWith(0o1777);
    await append(join(parent, "mine", "journal"));
    symlinkSync(join(parent, "mine"), join(parent, "link"));
    await append(join(parent, "link", "journal"));
  });

  test.runIf(isRoot)("In a sticky one, another user's folder or link is refused", async () => {
    const parent = folderWith(0o1777);
    mkdirSync(join(parent, "other"));
    mkdirSync(join(parent, "mine"));
    symlinkSync(join(parent, "mine"), join(parent, "link"));
    for (const uid of [daemon, noAccount]) {
      chownSync(join(parent, "other"), uid, 0);
      lchownSync(join(parent, "link"), uid, 0);
      for (const name of ["other", "link"])
        await refused(join(parent, name, "journal"), `${join(parent, name)} is owned by another user`);
    }
  });

  test.runIf(isRoot)("is refused if another user owns it, or a link on the way", async () => {
    const parent = folderWith(0o755, { uid: daemon });
    await refused(join(parent, "journal"), `${parent} is owned by another user`);
    const own = folderWith(0o755);
    mkdirSync(join(own, "real"));
    symlinkSync("real", join(own, "link"));
    await append(join(own, "link", "journal"));
    lchownSync(join(own, "link"), daemon, 0);
    await refused(join(own, "link", "journal"), `${join(own, "link")} is owned by another user`);
  });

  test.runIf(isRoot)(
    "It may belong to a user id without an account, as in the containers of CI services",
    async () => {
      await append(join(folderWith(0o755, { uid: noAccount }), "journal"));
      // A sandbox shows one id, 65534, for all owners that it does not know.
      const foreign = folderWith(0o755, { uid: 65_534 });
      await refused(join(foreign, "journal"), "owned by another user");
      const { readFile } = promises;
      standIn(promises, "readFile", ((path: string, ...others: []) =>
        path === "/proc/self/uid_map"
          ? Promise.resolve("      1000       1000          1\n")
          : readFile(path, ...others)) as never);
      await append(join(foreign, "journal"));
    },
  );

  test("Behind a link, the folders above its target count", async () => {
    const open = folderWith(0o777);
    mkdirSync(join(open, "mine"), { mode: 0o700 });
    const own = folderWith(0o700);
    symlinkSync(join(open, "mine"), join(own, "absolute"));
    symlinkSync(join("..", "..", ...open.split("/").slice(-2), "mine"), join(own, "relative"));
    for (const name of ["absolute", "relative"])
      await refused(join(own, name, "journal"), `others may write to ${open}`);
  });

  test("Links in a circle are an error", async () => {
    const own = folderWith(0o700);
    symlinkSync("b", join(own, "a"));
    symlinkSync("a", join(own, "b"));
    await expect(append(join(own, "a", "journal"))).rejects.toMatchObject({ code: "ELOOP" });
  });

  test("is looked at once for each store", async () => {
    const parent = folderWith(0o755);
    const store = new FileStore(join(parent, "journal"));
    await store.check();
    const { lstat } = promises;
    const asked: unknown[] = [];
    standIn(promises, "lstat", ((path: string) => {
      asked.push(path);
      return lstat(path);
    }) as never);
    await store.check();
    await store.log("order-1").append(sent());
    expect(new Set(asked)).toEqual(new Set([join(parent, "journal")]));
  });
});

test("On Windows, which has no such owners, no folder above is refused", async () => {
  const windows = { platform: { value: "win32" }, getuid: { value: undefined } };
  vi.stubGlobal("process", Object.create(process, windows));
  onTestFinished(() => void vi.unstubAllGlobals());
  await append(join(folderWith(0o777), "journal"));
});
