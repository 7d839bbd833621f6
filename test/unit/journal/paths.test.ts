import os from "node:os";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Environment } from "../../../src/contract/index.ts";
import { Journal, openConfiguredJournal } from "../../../src/journal/journal.ts";
import { journalFolder } from "../../../src/journal/paths.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { standIn } from "./stand-in.ts";

const HOME = "/people/me";
const inHome = "/people/me/.local/state/certorder";
const unavailable = { code: "journal_unavailable", outcome: "not-sent" };
const nowhere = expect.objectContaining({
  ...unavailable,
  remedy: expect.stringContaining("CERTORDER_JOURNAL"),
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

  test.each(["journal", "", "~/journal"])("is never in the working folder: %j is refused", (given) => {
    const refused = expect.objectContaining({
      ...unavailable,
      remedy: "Name an absolute folder that lasts.",
    });
    expect(() => journalFolder(given, { HOME })).toThrow(refused);
  });

  test.each<[given: string | undefined, env: Environment]>([
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

test("The setting names a journal, or none", () => {
  const folder = newFolder("journal-");
  expect(openConfiguredJournal({ journal: "none" })).toBeUndefined();
  expect(openConfiguredJournal({ journal: folder })?.title).toBe(`The journal in ${folder}`);
  const inState = openConfiguredJournal({ journal: undefined }, { env: { XDG_STATE_HOME: folder } });
  expect(inState?.title).toBe(`The journal in ${folder}/certorder`);
});

test("A journal of the environment is that of every other interface", () => {
  const folder = newFolder("journal-");
  expect(Journal.fromEnvironment({ CERTORDER_JOURNAL: folder }).title).toContain(folder);
  expect(Journal.fromEnvironment({ XDG_STATE_HOME: folder }).title).toContain(`${folder}/certorder`);
  for (const place of ["none", "", "repository", "here", "redis://host"])
    expect(() => Journal.fromEnvironment({ CERTORDER_JOURNAL: place })).toThrow(
      expect.objectContaining({ name: "InvalidInputError", code: "invalid_setting" }),
    );
});
