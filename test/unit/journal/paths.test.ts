import os from "node:os";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { journalFrom } from "../../../src/journal/from-settings.ts";
import { journalFolder } from "../../../src/journal/paths.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { standIn } from "./stand-in.ts";

const nowhere = expect.objectContaining({ code: "journal_unavailable", outcome: "not-sent" });

describe.runIf(process.platform !== "win32")("The folder of the journal", () => {
  test("It is the given one, if that is absolute", () => {
    expect(journalFolder("/var/lib/certorder")).toBe("/var/lib/certorder");
    expect(journalFolder("/var/lib/../lib/certorder/")).toBe("/var/lib/certorder");
    for (const relative of ["journal", "./journal", "", "~/journal"])
      expect(() => journalFolder(relative)).toThrow(nowhere);
  });

  test("It is in the user's state folder by default", () => {
    expect(journalFolder(undefined, { HOME: "/people/me" })).toBe("/people/me/.local/state/certorder");
    expect(journalFolder(undefined, { HOME: "/people/me", XDG_STATE_HOME: "/state" })).toBe(
      "/state/certorder",
    );
    for (const XDG_STATE_HOME of ["", "state", "./state"])
      expect(journalFolder(undefined, { HOME: "/people/me", XDG_STATE_HOME })).toBe(
        "/people/me/.local/state/certorder",
      );
  });

  test("It is in the system's home of the user without HOME, and refused if there is none", () => {
    standIn(os, "homedir", () => "/people/me");
    expect(journalFolder(undefined, {})).toBe("/people/me/.local/state/certorder");
    // A user without an entry in the system's list.
    standIn(os, "homedir", () => {
      throw new Error("ENOENT");
    });
    expect(() => journalFolder(undefined, {})).toThrow(nowhere);
  });

  test("It is in the user's local application data on Windows", () => {
    vi.stubGlobal("process", Object.create(process, { platform: { value: "win32" } }));
    onTestFinished(() => void vi.unstubAllGlobals());
    const env = { HOME: "/people/me", XDG_STATE_HOME: "/state" };
    expect(journalFolder(undefined, { ...env, LOCALAPPDATA: "/local" })).toBe("/local/certorder");
    expect(journalFolder(undefined, { ...env, LOCALAPPDATA: "" })).toBe("/people/me/certorder");
  });

  test("It is never in the working folder: an empty or relative home is refused", () => {
    for (const env of [{ HOME: "" }, { HOME: "." }, { HOME: "home" }, { HOME: "", XDG_STATE_HOME: "state" }])
      expect(() => journalFolder(undefined, env), JSON.stringify(env)).toThrow(nowhere);
  });

  test("A refusal has a remedy", () => {
    expect(() => journalFolder("journal")).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining("CERTORDER_JOURNAL_DIR") }),
    );
  });
});

test("Settings select a journal, or none", async () => {
  const folder = newFolder("journal-");
  expect(journalFrom({ journal: "none", journal_dir: folder })).toBeUndefined();
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
