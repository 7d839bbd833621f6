import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { certorder, certorderEach, newFolder } from "../../harness/cli/cli.ts";
import { goodRequest } from "../../harness/cli/service.ts";
import { recordAttempt } from "./recorded-attempt.ts";

const password = "hunter2-the-password";
const withPassword = `postgres://me:${password}@127.0.0.1:1/orders`;

describe("--journal-url", () => {
  test("names a journal for every command about journals", async () => {
    const folder = newFolder();
    const attemptId = await recordAttempt(new Journal({ dir: folder }), {}, "unknown");
    const url = pathToFileURL(folder).href;
    const [flag, variable, shown] = await certorderEach([
      { args: ["journal", "list", "--json", "--journal-url", url] },
      { args: ["journal", "list"], env: { CERTORDER_JOURNAL_URL: url } },
      { args: ["journal", "show", attemptId, "--json", "--journal-url", url] },
    ]);
    expect(JSON.parse(flag?.stdout ?? "")).toMatchObject({ url, attempts: [{ attempt_id: attemptId }] });
    expect(variable?.stdout).toContain(attemptId);
    expect(JSON.parse(shown?.stdout ?? "")).toMatchObject({ url });
    const resolve = ["journal", "resolve", "o", attemptId, "--certificate-id", "c", "--journal-url", url];
    expect(await certorder(resolve)).toMatchObject({ code: 0 });
  });

  test("is refused with a password: every user of the machine can read command lines", async () => {
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

  test.each([
    [["--journal-url", "file:///a", "--journal-dir", "/b"], "Both --journal-dir and --journal-url"],
    [["--journal-url", "redis://host"], "scheme redis://"],
  ])("is refused if the journal is not clear: %j", async (flags, message) => {
    const { code, stderr } = await certorder(["journal", "list", ...flags]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test("is called by its variable if that is wrong, and nothing is sent", async () => {
    const env = {
      CERTORDER_BASE_URL: "http://127.0.0.1:1",
      CERTORDER_KEY_ID: "k",
      CERTORDER_AUTH_KEY: "a",
      CERTORDER_JOURNAL_URL: "postgres://me@host/orders?sslmode=prefer",
    };
    const runs = await certorderEach([
      { args: ["journal", "list"], env },
      { args: ["reissue", "o", ...goodRequest(), "--json"], env },
    ]);
    for (const { code, stdout, stderr } of runs) {
      expect(code).toBe(2);
      expect(stdout + stderr).toContain("CERTORDER_JOURNAL_URL has sslmode prefer");
    }
    expect(JSON.parse(runs[1]?.stdout ?? "")).toMatchObject({ outcome: "not-sent", code: "invalid_setting" });
    const flag = ["reissue", "o", ...goodRequest(), "--journal-url", env.CERTORDER_JOURNAL_URL];
    expect(await certorder(flag, { env: { ...env, CERTORDER_JOURNAL_URL: undefined } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--journal-url has sslmode prefer"),
    });
  });

  test("may hold a password in the environment, which is never shown", async () => {
    const env = { CERTORDER_JOURNAL_URL: withPassword };
    const runs = await certorderEach(
      [["list"], ["list", "--json"], ["check"], ["init", "--json"], ["show", "x"]].map((words) => ({
        args: ["journal", ...words],
        env,
      })),
    );
    for (const { code, stdout, stderr } of runs) {
      expect(code).toBe(7);
      expect(stdout + stderr).toContain("postgres://me@127.0.0.1:1/orders cannot be used: no server answers");
      expect(stdout + stderr).not.toContain(password);
    }
  });
});

describe("certorder journal copy", () => {
  test("copies all events to another folder, and none twice", async () => {
    const [from, to] = [newFolder(), newFolder()];
    await recordAttempt(new Journal({ dir: from }), {}, "done");
    const args = ["journal", "copy", pathToFileURL(from).href, pathToFileURL(to).href];
    const { code, stdout } = await certorder(args);
    expect([code, stdout]).toEqual([0, expect.stringContaining("2 events of 1 orders")]);
    expect(await new Journal({ dir: to }).attempts()).toEqual(await new Journal({ dir: from }).attempts());
    expect(JSON.parse((await certorder([...args, "--json"])).stdout)).toMatchObject({ orders: 1, events: 0 });
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
    expect([code, stderr]).toEqual([2, expect.stringContaining("exactly two journals")]);
  });
});

test("The commands journal init and journal check accept a folder", async () => {
  const url = pathToFileURL(newFolder()).href;
  const [init, check] = await certorderEach(
    ["init", "check"].map((word) => ({ args: ["journal", word, "--journal-url", url] })),
  );
  expect([init?.code, init?.stdout]).toEqual([0, expect.stringContaining("ready")]);
  expect([check?.code, check?.stdout]).toEqual([0, expect.stringContaining("on this machine")]);
});
