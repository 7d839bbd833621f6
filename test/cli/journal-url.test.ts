import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { Journal } from "../../src/journal/index.ts";
import { reissue, typing } from "../journal/asking.ts";
import { certorder, certorderEach, newFolder } from "./cli.ts";

const password = "hunter2-the-password";
const withPassword = `postgres://me:${password}@127.0.0.1:1/orders`;

describe("--journal-url", () => {
  test("names a journal for every command about journals", async () => {
    const folder = newFolder();
    const attemptId = await reissue(new Journal({ folder }), typing(), "unknown");
    const url = pathToFileURL(folder).href;
    const [flag, variable, shown] = await certorderEach([
      { args: ["journal", "list", "--json", "--journal-url", url] },
      { args: ["journal", "list"], env: { CERTORDER_JOURNAL_URL: url } },
      { args: ["journal", "show", attemptId, "--json", "--journal-url", url] },
    ]);
    expect(JSON.parse(flag?.stdout ?? "")).toMatchObject({ url, attempts: [{ attempt_id: attemptId }] });
    expect(variable?.stdout).toContain(attemptId);
    expect(JSON.parse(shown?.stdout ?? "")).toMatchObject({ url });
    const { code } = await certorder([
      "journal",
      "resolve",
      attemptId,
      "--certificate-id",
      "c",
      "--journal-url",
      url,
    ]);
    expect(code).toBe(0);
  });

  test("holds no password, which everybody on the machine could read", async () => {
    const runs = await certorderEach([
      { args: ["journal", "list", "--journal-url", withPassword] },
      { args: ["reissue", "o", "--journal-url", withPassword] },
      { args: ["journal", "copy", withPassword, "file:///tmp/x"] },
    ]);
    for (const { code, stdout, stderr } of runs) {
      expect(code).toBe(2);
      expect(stderr).toContain("holds a password");
      expect(stdout + stderr).not.toContain(password);
    }
  });

  test("from the environment may hold one, which is never shown", async () => {
    const env = { CERTORDER_JOURNAL_URL: withPassword };
    const runs = await certorderEach(
      [["list"], ["list", "--json"], ["check"], ["init", "--json"], ["show", "x"]].map((words) => ({
        ...{ args: ["journal", ...words], env },
      })),
    );
    for (const { code, stdout, stderr } of runs) {
      expect(code).toBe(2);
      expect(stdout + stderr).toContain("postgres://me@127.0.0.1:1/orders cannot be used: nobody answers");
      expect(stdout + stderr).not.toContain(password);
    }
  });

  test("and --journal-dir are not given together", async () => {
    const args = ["journal", "list", "--journal-url", "file:///a", "--journal-dir", "/b"];
    const { code, stderr } = await certorder(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining("Both --journal-dir and --journal-url")]);
  });

  test("of a kind that does not exist is refused", async () => {
    const { code, stderr } = await certorder(["journal", "list", "--journal-url", "redis://host"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("scheme redis://")]);
  });
});

describe("moving house", () => {
  test("copies a folder to another, and says so", async () => {
    const [from, to] = [newFolder(), newFolder()];
    await reissue(new Journal({ folder: from }), typing());
    const args = ["journal", "copy", pathToFileURL(from).href, pathToFileURL(to).href];
    const { code, stdout } = await certorder(args);
    expect([code, stdout]).toEqual([0, expect.stringContaining("2 lines of 1 orders")]);
    expect(await new Journal({ folder: to }).attempts()).toEqual(
      await new Journal({ folder: from }).attempts(),
    );
    expect(JSON.parse((await certorder([...args, "--json"])).stdout)).toMatchObject({ orders: 1, lines: 0 });
  });

  test("needs two URLs", async () => {
    const [from, to] = await certorderEach([
      { args: ["journal", "copy", "/var/lib/certorder", "file:///b"] },
      { args: ["journal", "copy", "file:///a", "mysql://b"] },
    ]);
    expect(from).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("FROM is not a URL. Nothing was copied."),
    });
    expect(to).toMatchObject({ code: 2, stderr: expect.stringContaining("TO has the scheme mysql://") });
    const { code, stderr } = await certorder(["journal", "copy", "file:///a"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("Exactly two journals")]);
  });
});

test("journal init and check say that a folder can be used", async () => {
  const url = pathToFileURL(newFolder()).href;
  const [init, check] = await certorderEach(
    ["init", "check"].map((word) => ({ args: ["journal", word, "--journal-url", url] })),
  );
  expect([init?.code, init?.stdout]).toEqual([0, expect.stringContaining("ready")]);
  expect([check?.code, check?.stdout]).toEqual([0, expect.stringContaining("on this machine")]);
});
