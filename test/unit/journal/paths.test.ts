import os from "node:os";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Environment } from "../../../src/contract/index.ts";
import { Journal, openConfiguredJournal } from "../../../src/journal/journal.ts";
import { journalOptions, readJournalSettings } from "../../../src/journal/options.ts";
import { journalFolder } from "../../../src/journal/paths.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { standIn } from "./stand-in.ts";

const HOME = "/people/me";
const inHome = "/people/me/.local/state/certorder";
const nowhere = expect.objectContaining({
  code: "journal_unavailable",
  outcome: "not-sent",
  remedy: expect.stringContaining("CERTORDER_JOURNAL_DIR"),
});

describe.runIf(process.platform !== "win32")("The folder of the journal", () => {
  test.each<[given: string | undefined, env: Environment, folder: string]>([
    ["/var/lib/../lib/certorder/", {}, "/var/lib/certorder"],
    [undefined, { HOME }, inHome],
    [undefined, { HOME, XDG_STATE_HOME: "/state" }, "/state/certorder"],
    [undefined, { HOME, XDG_STATE_HOME: "" }, inHome],
    [undefined, { HOME, XDG_STATE_HOME: "./state" }, inHome],
  ])("is the given one, or in the user's state folder: %j, %o", (given, env, folder) => {
    expect(journalFolder(given, env)).toBe(folder);
  });

  test.each<[given: string | undefined, env: Environment]>([
    ["journal", { HOME }],
    ["", { HOME }],
    ["~/journal", { HOME }],
    [undefined, { HOME: "" }],
    [undefined, { HOME: "." }],
    [undefined, { HOME: "", XDG_STATE_HOME: "state" }],
  ])("is never in the working folder: %j, %o is refused", (given, env) => {
    expect(() => journalFolder(given, env)).toThrow(nowhere);
  });

  test("is in the system's home of the user without HOME, and refused if there is none", () => {
    standIn(os, "homedir", () => HOME);
    expect(journalFolder(undefined, {})).toBe(inHome);
    // A user without an entry in the system's list.
    standIn(os, "homedir", () => {
      throw new Error("ENOENT");
    });
    expect(() => journalFolder(undefined, {})).toThrow(nowhere);
  });

  test("is in the user's local application data on Windows", () => {
    vi.stubGlobal("process", Object.create(process, { platform: { value: "win32" } }));
    onTestFinished(() => void vi.unstubAllGlobals());
    const env = { HOME, XDG_STATE_HOME: "/state" };
    expect(journalFolder(undefined, { ...env, LOCALAPPDATA: "/local" })).toBe("/local/certorder");
    expect(journalFolder(undefined, { ...env, LOCALAPPDATA: "" })).toBe("/people/me/certorder");
  });
});

test("Settings select a journal, or none", async () => {
  const folder = newFolder("journal-");
  const env = { XDG_STATE_HOME: folder };
  expect(openConfiguredJournal({ journal: "none", journal_dir: folder })).toBeUndefined();
  expect(openConfiguredJournal({ journal: "required" }, { env })?.title).toContain(`${folder}/certorder`);
  const [journal_dir, onProblem] = ["/proc/certorder", vi.fn()];
  await openConfiguredJournal({ journal: "best-effort", journal_dir }, { onProblem })?.init();
  expect(onProblem).toHaveBeenCalledOnce();
  await expect(openConfiguredJournal({ journal: "required", journal_dir })?.init()).rejects.toThrow(nowhere);
});

test("A journal of the environment has the settings of every other interface", async () => {
  const dir = newFolder("journal-");
  const env = { CERTORDER_JOURNAL_DIR: dir, CERTORDER_RESOLVE_BY_CALLBACK: "auto" };
  const options = { dir, resolveByCallback: "auto", bestEffort: false };
  expect(journalOptions(readJournalSettings(env))).toEqual(options);
  expect(Journal.fromEnvironment(env).title).toContain(dir);
  const onProblem = vi.fn();
  const unusable = { CERTORDER_JOURNAL_DIR: "/proc/certorder", CERTORDER_JOURNAL: "best-effort" };
  await Journal.fromEnvironment(unusable, { onProblem }).init();
  expect(onProblem).toHaveBeenCalledOnce();
  for (const wrong of [
    { CERTORDER_JOURNAL: "none" },
    { CERTORDER_JOURNAL_URL: "" },
    { CERTORDER_RESOLVE_BY_CALLBACK: "always" },
  ])
    expect(() => Journal.fromEnvironment(wrong)).toThrow(
      expect.objectContaining({ name: "InvalidInputError", code: "invalid_setting" }),
    );
});
