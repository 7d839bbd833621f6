import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { certorder, certorderEach, newFolder } from "../../harness/cli/cli.ts";
import { confirmedRequest, environmentFor } from "../../harness/cli/service.ts";
import { commandIntent, reissue } from "../../harness/journal/intents.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";
import { preloading } from "../../harness/program.ts";

const password = "hunter2-the-password";
const withPassword = `postgres://me:${password}@127.0.0.1:1/orders`;

describe("--journal", () => {
  test("names a journal for every command about journals", async () => {
    const folder = newJournal();
    const attemptId = await reissue(new Journal(folder), commandIntent(), "unknown");
    const url = pathToFileURL(folder).href;
    const [status, show, init, check, resolve] = await certorderEach([
      `status --json --journal ${url}`,
      `journal show ${attemptId} --json --journal ${url}`,
      `journal init --journal ${url}`,
      `journal check --journal ${url}`,
      `journal resolve order-1 ${attemptId} --certificate-id c --journal ${url}`,
    ]);
    const open = [{ attempt_id: attemptId }];
    expect(JSON.parse(status?.stdout ?? "")).toMatchObject({
      journal: url,
      orders: [{ open_attempts: open }],
    });
    expect(JSON.parse(show?.stdout ?? "")).toMatchObject({ journal: url, attempts: open });
    expect(init).toMatchObject({ code: 0, stdout: expect.stringContaining("ready") });
    expect(check).toMatchObject({ code: 0, stdout: expect.stringContaining("on this machine") });
    expect(resolve).toMatchObject({ code: 0 });
    const env = { CERTORDER_JOURNAL: url };
    expect((await certorder("journal show order-1", { env })).stdout).toContain(attemptId);
  });

  test.each([
    [`status --journal ${withPassword}`, "holds a password"],
    [`reissue o --journal ${withPassword}`, "holds a password"],
    [`journal copy ${withPassword} file:///tmp/x`, "holds a password"],
    ["status --journal none", '--journal is "none": there is no journal.'],
    ["status --journal redis://host", "--journal has the scheme redis://"],
    ["journal copy here file:///b", "FROM is not an absolute path"],
    ["journal copy file:///a mysql://b", "TO has the scheme mysql://"],
  ])(
    "is refused if every user could read its password, or if the journal is not clear: %s",
    async (line, why) => {
      const { code, stdout, stderr } = await certorder(line);
      expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(why)]);
      expect(stderr).not.toContain(password);
    },
  );

  test("is called by its variable if that is wrong, and nothing is sent", async () => {
    const url = "postgres://me@host/orders?sslmode=prefer";
    const keys = environmentFor("http://127.0.0.1:1");
    const env = { ...keys, CERTORDER_JOURNAL: url };
    const reissue = ["reissue", "o", ...confirmedRequest()];
    const [status, variable] = await certorderEach(["status", [...reissue, "--json"]], env);
    const [flag] = await certorderEach([[...reissue, "--journal", url]], keys);
    const wrong = "CERTORDER_JOURNAL has sslmode prefer";
    expect(status).toMatchObject({ code: 2, stderr: expect.stringContaining(wrong) });
    expect(variable).toMatchObject({ code: 2, stdout: expect.stringContaining(wrong) });
    expect(JSON.parse(variable?.stdout ?? "")).toMatchObject({ outcome: "not-sent" });
    expect(flag).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--journal has sslmode prefer"),
    });
  });

  test.each([
    ["wrong by the rules of the contract", "redis://host"],
    ["wrong by the rules of its store", "postgres://me@host/orders?sslmode=prefer"],
  ])("is an issue in the JSON of every command if it is %s", async (_, url) => {
    const lines = [["reissue", "o", ...confirmedRequest()], ["status"], ["wait", "o"]];
    const ended = await certorderEach(
      lines.map((line) => [...line, "--json", "--journal", url]),
      environmentFor("http://127.0.0.1:1"),
    );
    for (const { code, stdout } of ended) {
      expect(code).toBe(2);
      expect(JSON.parse(stdout)).toMatchObject({
        code: "invalid_setting",
        problems: [{ field: "journal", rule: "place", message: expect.stringMatching(/^--journal has/) }],
      });
    }
  });

  test("may hold a password in the environment, which is never shown", async () => {
    const lines = ["status", "status --json", "journal check", "journal init --json", "journal show x"];
    for (const { code, stdout, stderr } of await certorderEach(lines, {
      CERTORDER_JOURNAL: withPassword,
    })) {
      expect(code).toBe(7);
      expect(stdout + stderr).toContain("postgres://me@127.0.0.1:1/orders cannot be used: no server answers");
      expect(stdout + stderr).not.toContain(password);
    }
  });
});

test("certorder journal copy copies all events to another folder, and none twice", async () => {
  const [from, to] = [newJournal(), join(newFolder(), "copy")];
  await reissue(new Journal(from), commandIntent());
  const line = `journal copy ${from} ${pathToFileURL(to).href}`;
  const { code, stdout } = await certorder(line);
  expect([code, stdout]).toEqual([0, expect.stringContaining("2 events of 1 order.")]);
  expect(await new Journal(to).attempts()).toEqual(await new Journal(from).attempts());
  expect(JSON.parse((await certorder(`${line} --json`)).stdout)).toMatchObject({ orders: 1, events: 0 });
});

test("On a full disk, certorder journal copy says that the copy may be incomplete", async () => {
  const from = newJournal();
  await reissue(new Journal(from), commandIntent());
  const line = `journal copy ${pathToFileURL(from).href} ${pathToFileURL(newFolder()).href}`;
  const full = preloading(join(import.meta.dirname, "disk-fills-up.ts"), "import");
  const { code, stderr } = await certorder(line, { env: { ...full, ROOM_FOR_LINES: "1" } });
  expect(code).toBe(7);
  expect(stderr).toMatch(/cannot be used \(ENOSPC\)\.\n {2}The copy may be incomplete\.\n/);
});
