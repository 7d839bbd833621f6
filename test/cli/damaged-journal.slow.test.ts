import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Line } from "../../src/journal/index.ts";
import { formatLine } from "../../src/journal/line.ts";
import type { Ended } from "./cli.ts";
import { certorder, certorderEach, newFolder } from "./cli.ts";
import { fileOfOrder } from "./file-of-order.ts";
import { environmentFor, goodRequest, listener, unnamedRequest } from "./service.ts";

const at = "2026-01-01T00:00:00.000Z";
const { url, heard } = await listener();
const line = (written: Line) => `${formatLine(written)}\n`;
const sent = (attempt: string, more: Partial<Extract<Line, { event: "sent" }>> = {}) =>
  line({
    ...{ event: "sent", attempt, at, order: "o", service: url, address: url, what: "csr:0123" },
    ...{ process: "elsewhere/1/", until: at, unshown: true, ...more },
  });
const done = (attempt: string, certificate = "cert-1") => line({ event: "done", attempt, at, certificate });
const acknowledged = (attempt: string) => line({ event: "acknowledged", attempt, at });
const settled = sent("a0") + done("a0") + acknowledged("a0");

/** An environment whose journal holds this for the order `o`. */
function journalWith(content: string | Buffer) {
  const folder = join(newFolder(), "journal");
  mkdirSync(folder);
  writeFileSync(fileOfOrder(folder, "o"), content);
  return { ...environmentFor(url), CERTORDER_JOURNAL: folder };
}

type Environment = ReturnType<typeof journalWith>;
const reissue = (env: Environment) => ({ args: ["reissue", "o", ...goodRequest()], env });
const list = (env: Environment) => ({ args: ["journal", "list", "--json"], env });
const attemptsOf = (ended: Ended | undefined) =>
  (JSON.parse(ended?.stdout ?? "") as { attempts: { attempt_id: string; order_id: string }[] }).attempts;

/** Asserts that these journals hold the order back, and that resolving what they name is all it takes to go on. */
async function heldBackUntilResolved(journals: readonly Environment[]): Promise<void> {
  const before = heard.length;
  const refused = await certorderEach(journals.map(reissue));
  expect(heard).toHaveLength(before);
  const open = (await certorderEach(journals.map(list))).map(attemptsOf);
  for (const [index, { code, stderr }] of refused.entries()) {
    const about = readFileSync(fileOfOrder(journals[index]?.CERTORDER_JOURNAL ?? "", "o"), "latin1");
    expect(code, about).toBe(4);
    expect(open[index]?.length, about).toBeGreaterThan(0);
    expect(stderr, about).toContain(open[index]?.[0]?.attempt_id);
    expect(stderr, about).toContain("certorder journal resolve");
  }
  const answers = open.flatMap((attempts, index) =>
    attempts.map(({ attempt_id, order_id }) => {
      expect(order_id).toBe("o");
      const answer = attempt_id === "known" ? ["--certificate-id", "c"] : ["--not-happened"];
      return { args: ["journal", "resolve", attempt_id, ...answer], env: journals[index] };
    }),
  );
  for (const ended of await certorderEach(answers)) expect(ended, ended.stderr).toMatchObject({ code: 0 });
  for (const ended of await certorderEach(journals.map(reissue)))
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
  expect(heard).toHaveLength(before + journals.length);
}

describe("a journal that was damaged holds its order back until somebody resolves it, never by hand", () => {
  // At each length: test/journal/attempt.test.ts.
  test.each([
    ["that says that it was sent", settled, sent("a1")],
    ["that says how it ended", sent("known"), done("known")],
  ])("cut off in a line %s, at every few lengths", async (_, before, last) => {
    const lengths = Array.from({ length: Math.floor(last.length / 7) }, (_, index) => index * 7 + 1);
    await heldBackUntilResolved(lengths.map((length) => journalWith(before + last.slice(0, length))));
  });

  test("in the middle, all through, of a later version, or by a block of zeros", async () => {
    const later = sent("a1").replace('"v":2', '"v":3');
    await heldBackUntilResolved([
      journalWith(`${sent("a0")}not json\n${done("a0")}${acknowledged("a0")}`),
      journalWith(`${settled.slice(0, 10)}X${settled.slice(11)}`),
      journalWith("complete nonsense"),
      journalWith("{}\n[]\nnull\n1\n"),
      journalWith(later),
      journalWith(settled + later),
      journalWith(settled + "\0".repeat(512)),
      journalWith(Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a])),
    ]);
  });
});

test("what a person finds out about a damaged line counts: it is the order's newest", async () => {
  const env = journalWith("complete nonsense");
  const before = heard.length;
  const [listed] = await certorderEach([list(env)]);
  const [{ attempt_id = "" } = {}] = attemptsOf(listed);
  const [resolved, skipped, sent] = await certorderEach(
    [
      ["journal", "resolve", attempt_id, "--certificate-id", "cert-7"],
      ["reissue", "o", ...unnamedRequest],
      ["reissue", "o", ...goodRequest()],
    ].map((args) => ({ args, env })),
  );
  expect(resolved).toMatchObject({ code: 0 });
  expect(skipped).toMatchObject({ code: 0, stdout: expect.stringContaining("certificate cert-7") });
  expect(sent).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ reissued order o") });
  expect(heard).toHaveLength(before + 1);
});

describe("a journal that says nothing against it lets the order go", () => {
  test("an empty file, only settled attempts, only empty lines", async () => {
    const before = heard.length;
    const journals = [journalWith(""), journalWith(settled), journalWith("\n\n")];
    for (const ended of await certorderEach(journals.map(reissue))) expect(ended).toMatchObject({ code: 0 });
    expect(heard).toHaveLength(before + journals.length);
  });
});

describe("what a damaged journal says cannot play with the terminal", () => {
  const order = "o\x1b[2J\u202e\x9b31m";
  const hostile = journalWith(
    sent("a1\x1b]0;x\x07", {
      order,
      name: "\x1b[31mred",
      service: "\x1b[1mbold\n✓ forged",
      what: "\x1b[32mcsr:1",
    }) + line({ event: "unknown", attempt: "a1\x1b]0;x\x07", at, certificate: "c\r\x1b[33m" }),
  );
  const commands = [["journal", "list"], ["journal", "show", order], reissue(hostile).args];

  test("neither to people nor to programs, and each line stays one", async () => {
    const runs = commands
      .flatMap((args) => [args, [...args, "--json"]])
      .map((args) => ({ args, env: hostile }));
    const ended = await certorderEach(runs);
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0, 4, 4]);
    const shown = ended.map(({ stdout, stderr }) => stdout + stderr);
    for (const text of shown) expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    for (const text of shown) expect(text).not.toMatch(/^\s*✓ forged/m);
    expect(shown[0]?.trimEnd().split("\n")).toHaveLength(1);
    expect(shown[4]?.trimEnd().split("\n")).toHaveLength(3);
    expect(attemptsOf(ended[1])[0]?.order_id).toBe(order);
  });

  test("nor where we use colours ourselves", async () => {
    const env = { ...hostile, FORCE_COLOR: "1" };
    const [listed, shown, refused] = await Promise.all(commands.map((args) => certorder(args, { env })));
    expect(listed?.stdout).toMatch(/^\x1b\[1ma1\ufffd\]0;x\ufffd\x1b\[22m {2}order /);
    expect(refused?.stderr).toMatch(/^\x1b\[31m✗ /);
    // One pair each, on what is ours.
    for (const text of [listed?.stdout, shown?.stdout, refused?.stderr]) {
      expect(text?.match(/\x1b/g)).toHaveLength(2);
      expect(text).not.toMatch(/[\x00-\x09\x0b-\x1a\x1c-\x1f\x7f-\x9f\u202e]/);
    }
  });
});
