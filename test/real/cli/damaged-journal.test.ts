import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatEvent } from "../../../src/journal/event-format.ts";
import type { JournalEvent } from "../../../src/journal/index.ts";
import type { Ended } from "../../harness/cli/cli.ts";
import { certorderProcess as certorder, certorderEach } from "../../harness/cli/cli.ts";
import { fileOfOrder } from "../../harness/cli/file-of-order.ts";
import { confirmedRequest, environmentFor, listener, requestFlags } from "../../harness/cli/service.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";

const at = "2026-01-01T00:00:00.000Z";
const { url, heard } = await listener();
const line = (event: JournalEvent) => `${formatEvent(event)}\n`;
const sent = (attempt: string, more: Partial<Extract<JournalEvent, { event: "sent" }>> = {}) =>
  line({
    event: "sent",
    attempt,
    at,
    order: "o",
    service: url,
    address: url,
    digest: "csr:0123",
    process: "elsewhere/1/",
    deadline: at,
    ...more,
  });
const done = (attempt: string, certificate = "cert-1") => line({ event: "done", attempt, at, certificate });
const unknown = (attempt: string, certificate?: string) =>
  line({ event: "unknown", attempt, at, certificate });
const ended = sent("a0") + done("a0");
const broken = (text: string) => `${text.slice(0, 10)}X${text.slice(11)}`;

/** An environment whose journal holds this for the order `o`. */
function journalWith(content: string | Buffer) {
  const folder = newJournal();
  writeFileSync(fileOfOrder(folder, "o"), content);
  return { ...environmentFor(url), CERTORDER_JOURNAL: folder };
}

type Environment = ReturnType<typeof journalWith>;
const reissue = (env: Environment) => ({ args: ["reissue", "o", ...confirmedRequest()], env });
const list = (env: Environment) => ({ args: ["status", "--json"], env });
const parseOrder = (ended: Ended | undefined) =>
  (
    JSON.parse(ended?.stdout ?? "") as {
      orders: { order_id: string; state: string; open_attempts: { attempt_id: string }[] }[];
    }
  ).orders[0];

// Other damage, and a log that is cut off at each length: test/unit/journal/event-format.test.ts.
test.each<[title: string, log: string | Buffer]>([
  ["a last event that is cut off", ended + sent("a1").slice(0, 40)],
  ["a first event that is overwritten", broken(sent("known")) + unknown("known")],
  ["an event of an older version", ended + sent("a1").replace('"v":4', '"v":3')],
  ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a])],
])("A log with %s blocks its order, until a person follows the commands of the messages", async (_, log) => {
  const env = journalWith(log);
  const before = heard.length;
  const [refused, listed] = await certorderEach([reissue(env), list(env)]);
  expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining("certorder journal repair o") });
  expect(heard).toHaveLength(before);
  expect(parseOrder(listed)).toMatchObject({ order_id: "o", state: "damaged" });
  const [repaired, open] = await certorderEach([
    { args: ["journal", "repair", "o", "--yes"], env },
    list(env),
  ]);
  expect(repaired, repaired?.stderr).toMatchObject({ code: 0 });
  const { state, open_attempts = [] } = parseOrder(open) ?? {};
  expect(state).toBe(open_attempts.length > 0 ? "open" : "ok");
  for (const { attempt_id } of open_attempts) {
    const outcome = attempt_id === "known" ? ["--certificate-id", "c"] : ["--not-happened"];
    const args = ["journal", "resolve", "o", attempt_id, ...outcome];
    expect(await certorder(args, { env })).toMatchObject({ code: 0 });
  }
  expect(await certorder(reissue(env).args, { env })).toMatchObject({ code: 0 });
  expect(heard).toHaveLength(before + 1);
});

describe("Control characters in a journal do not reach the terminal", () => {
  const order = "o\x1b[2J\u202e\x9b31m";
  const recorded = {
    key: "\x1b[31mred",
    service: "\x1b[1mbold\n✓ forged",
    address: "https://elsewhere.example.test",
    digest: "\x1b[32mcsr:1",
  };
  const hostile = journalWith(sent("a1", { order, ...recorded }) + unknown("a1", "c\r\x1b[33m"));
  /** The same in the log of the order that is reissued. */
  const ofThisOrder = journalWith(sent("a1", recorded) + unknown("a1", "c\r\x1b[33m"));
  const commands = [["status"], ["journal", "show", order], reissue(hostile).args];

  test("text and JSON show no control character, and a line break in an id makes no new line", async () => {
    const runs = commands
      .flatMap((args) => [args, [...args, "--json"]])
      .map((args) => ({ args, env: hostile }));
    const ended = await certorderEach([...runs, { args: reissue(ofThisOrder).args, env: ofThisOrder }]);
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0, 4, 4, 4]);
    const shown = ended.map(({ stdout, stderr }) => stdout + stderr);
    for (const text of shown) expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    for (const text of shown) expect(text).not.toMatch(/^\s*✓ forged/m);
    // The title, the order, and the advice after an empty line.
    expect(shown[0]?.trimEnd().split("\n")).toHaveLength(4);
    expect(shown[4]).toContain("entry 1 names another order");
    expect(shown[6]).toContain("--service ");
    expect(parseOrder(ended[1])?.order_id).toBe(order);
  });

  test("A way out that names a certificate shows no control character", async () => {
    const env = journalWith(sent("a1") + done("a1", "c\n✓ forged\x1b[2J"));
    const { code, stderr } = await certorder(["reissue", "o", ...requestFlags, "--max-age", "999999d"], {
      env,
    });
    expect([code, stderr]).toEqual([4, expect.stringContaining("To use certificate c ✓ forged\ufffd[2J")]);
    expect(stderr).not.toMatch(/^\s*✓ forged/m);
  });

  test("output with colours shows no control character of a journal", async () => {
    const env = { ...hostile, FORCE_COLOR: "1" };
    const [listed, shown, refused] = await Promise.all(commands.map((args) => certorder(args, { env })));
    expect(listed?.stdout).toMatch(/^'o\ufffd/m);
    expect(listed?.stdout).not.toContain("\x1b");
    expect(refused?.stderr).toMatch(/^\x1b\[31m✗ /);
    // One pair each, on what is ours.
    for (const text of [shown?.stdout, refused?.stderr]) {
      expect(text?.match(/\x1b/g)).toHaveLength(2);
      expect(text).not.toMatch(/[\x00-\x09\x0b-\x1a\x1c-\x1f\x7f-\x9f\u202e]/);
    }
  });
});
