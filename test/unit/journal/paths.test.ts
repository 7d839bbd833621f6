import os from "node:os";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openConfiguredJournal } from "../../../src/journal/from-settings.ts";
import { Journal } from "../../../src/journal/journal.ts";
import { journalOptions, readJournalSettings } from "../../../src/journal/options.ts";
import { journalFolder } from "../../../src/journal/paths.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { standIn } from "./stand-in.ts";

const nowhere = expect.objectContaining({ code: "journal_unavailable", outcome: "not-sent" });

describe.runIf(process.platform !== "win32")("The folder of the journal", () => {
  test("is the given one, if that is absolute", () => {
    expect(journalFolder("/var/lib/certorder")).toBe("/var/lib/certorder");
    expect(journalFolder("/var/lib/../lib/certorder/")).toBe("/var/lib/certorder");
    for (const relative of ["journal", "./journal", "", "~/journal"])
      expect(() => journalFolder(relative)).toThrow(nowhere);
  });

  test("is in the user's state folder by default", () => {
    expect(journalFolder(undefined, { HOME: "/people/me" })).toBe("/people/me/.local/state/certorder");
    expect(journalFolder(undefined, { HOME: "/people/me", XDG_STATE_HOME: "/state" })).toBe(
      "/state/certorder",
    );
    for (const XDG_STATE_HOME of ["", "state", "./state"])
      expect(journalFolder(undefined, { HOME: "/people/me", XDG_STATE_HOME })).toBe(
        "/people/me/.local/state/certorder",
      );
  });

  test("is in the system's home of the user without HOME, and refused if there is none", () => {
    standIn(os, "homedir", () => "/people/me");
    expect(journalFolder(undefined, {})).toBe("/people/me/.local/state/certorder");
    // A user without an entry in the system's list.
    standIn(os, "homedir", () => {
      throw new Error("ENOENT");
    });
    expect(() => journalFolder(undefined, {})).toThrow(nowhere);
  });

  test("is in the user's local application data on Windows", () => {
    vi.stubGlobal("process", Object.create(process, { platform: { value: "win32" } }));
    onTestFinished(() => void vi.unstubAllGlobals());
    const env = { HOME: "/people/me", XDG_STATE_HOME: "/state" };
    expect(journalFolder(undefined, { ...env, LOCALAPPDATA: "/local" })).toBe("/local/certorder");
    expect(journalFolder(undefined, { ...env, LOCALAPPDATA: "" })).toBe("/people/me/certorder");
  });

  test("is never in the working folder: an empty or relative home is refused", () => {
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
  expect(openConfiguredJournal({ journal: "none", journal_dir: folder })).toBeUndefined();
  expect(openConfiguredJournal({ journal: "required", journal_dir: folder })?.title).toContain(folder);
  const env = { XDG_STATE_HOME: folder };
  expect(openConfiguredJournal({ journal: "required", journal_dir: undefined }, { env })?.title).toContain(
    `${folder}/certorder`,
  );
  const onProblem = vi.fn();
  const bestEffort = openConfiguredJournal(
    { journal: "best-effort", journal_dir: "/proc/certorder" },
    { onProblem },
  );
  await bestEffort?.init();
  expect(onProblem).toHaveBeenCalledOnce();
  const required = openConfiguredJournal({ journal: "required", journal_dir: "/proc/certorder" });
  await expect(required?.init()).rejects.toThrow(nowhere);
});

test("A journal of the environment has the settings of every other interface", async () => {
  const folder = newFolder("journal-");
  const env = { CERTORDER_JOURNAL_DIR: folder, CERTORDER_RESOLVE_BY_CALLBACK: "auto" };
  expect(journalOptions(readJournalSettings(env))).toEqual({
    dir: folder,
    url: undefined,
    resolveByCallback: "auto",
    bestEffort: false,
  });
  expect(Journal.fromEnvironment(env).title).toContain(folder);
  const [problem, onProblem] = [{ CERTORDER_JOURNAL_DIR: "/proc/certorder" }, vi.fn()];
  await Journal.fromEnvironment({ ...problem, CERTORDER_JOURNAL: "best-effort" }, { onProblem }).init();
  expect(onProblem).toHaveBeenCalledOnce();
  for (const wrong of [
    { CERTORDER_JOURNAL: "none" },
    { CERTORDER_JOURNAL_URL: "" },
    { CERTORDER_RESOLVE_BY_CALLBACK: "always" },
  ])
    expect(() => Journal.fromEnvironment(wrong)).toThrow(
      expect.objectContaining({ name: "InvalidRequestError", code: "invalid_setting" }),
    );
});
