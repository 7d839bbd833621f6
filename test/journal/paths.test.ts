import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { journalFrom } from "../../src/journal/from-settings.ts";
import { journalFolder } from "../../src/journal/paths.ts";
import { newFolder } from "../new-folder.ts";

const nowhere = expect.objectContaining({ code: "journal_unavailable", outcome: "not-sent" });

describe.runIf(process.platform !== "win32")("the folder of the journal", () => {
  test("is the one given, if every working folder finds it there", () => {
    expect(journalFolder("/var/lib/certorder")).toBe("/var/lib/certorder");
    expect(journalFolder("/var/lib/../lib/certorder/")).toBe("/var/lib/certorder");
    for (const relative of ["journal", "./journal", "", "~/journal"])
      expect(() => journalFolder(relative)).toThrow(nowhere);
  });

  test("is else in the user's state folder", () => {
    expect(journalFolder(undefined, { HOME: "/people/me" })).toBe("/people/me/.local/state/certorder");
    expect(journalFolder(undefined, { HOME: "/people/me", XDG_STATE_HOME: "/state" })).toBe(
      "/state/certorder",
    );
    for (const XDG_STATE_HOME of ["", "state", "./state"])
      expect(journalFolder(undefined, { HOME: "/people/me", XDG_STATE_HOME })).toBe(
        "/people/me/.local/state/certorder",
      );
  });

  test("is found where no variable says what the home is, and refused where nothing says it", () => {
    const home = vi.spyOn(os, "homedir");
    onTestFinished(() => {
      home.mockRestore();
      syncBuiltinESMExports();
    });
    home.mockReturnValue("/people/me");
    syncBuiltinESMExports();
    expect(journalFolder(undefined, {})).toBe("/people/me/.local/state/certorder");
    // A user without an entry in the system's list.
    home.mockImplementation(() => {
      throw new Error("ENOENT");
    });
    expect(() => journalFolder(undefined, {})).toThrow(nowhere);
  });

  test("is on Windows beside what other programs keep for this user", () => {
    vi.stubGlobal("process", Object.create(process, { platform: { value: "win32" } }));
    onTestFinished(() => void vi.unstubAllGlobals());
    const env = { HOME: "/people/me", XDG_STATE_HOME: "/state" };
    expect(journalFolder(undefined, { ...env, LOCALAPPDATA: "/local" })).toBe("/local/certorder");
    expect(journalFolder(undefined, { ...env, LOCALAPPDATA: "" })).toBe("/people/me/certorder");
  });

  test("is never in the working folder: a home that is empty or relative is refused", () => {
    for (const env of [{ HOME: "" }, { HOME: "." }, { HOME: "home" }, { HOME: "", XDG_STATE_HOME: "state" }])
      expect(() => journalFolder(undefined, env), JSON.stringify(env)).toThrow(nowhere);
  });

  test("is refused with a remedy", () => {
    expect(() => journalFolder("journal")).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining("CERTORDER_JOURNAL") }),
    );
  });
});

test("settings ask for a journal, or for none", async () => {
  const folder = newFolder("journal-");
  expect(journalFrom({ journal: "off", journal_dir: folder })).toBeUndefined();
  expect(journalFrom({ journal: "required", journal_dir: folder })?.title).toContain(folder);
  const env = { XDG_STATE_HOME: folder };
  expect(journalFrom({ journal: "required", journal_dir: undefined }, { env })?.title).toContain(
    `${folder}/certorder`,
  );
  const onProblem = vi.fn();
  const bestEffort = journalFrom({ journal: "best-effort", journal_dir: "/proc/certorder" }, { onProblem });
  await bestEffort?.check();
  expect(onProblem).toHaveBeenCalledOnce();
  const required = journalFrom({ journal: "required", journal_dir: "/proc/certorder" });
  await expect(required?.check()).rejects.toThrow(nowhere);
});
