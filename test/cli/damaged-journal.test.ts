import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatLine } from "../../src/journal/attempt.ts";
import { orderFile } from "../../src/journal/place.ts";
import type { Ended } from "./cli.ts";
import { certorderEach, newFolder } from "./cli.ts";
import { environmentFor, goodRequest, listener } from "./service.ts";

const at = "2026-01-01T00:00:00.000Z";
const { url, heard } = await listener();
const service = `${url}/`;
const sent = (attempt: string, order = "o") =>
  formatLine({ event: "sent", attempt, at, service, order, ask: "ask", process: "elsewhere/1/" });
const done = (attempt: string) => formatLine({ event: "done", attempt, at, certificate: "cert-1" });
const acknowledged = (attempt: string) => formatLine({ event: "acknowledged", attempt, at });
const settled = sent("a0") + done("a0") + acknowledged("a0");

/** An environment whose journal holds this for the order `o`. */
function journalWith(content: string | Buffer) {
  const folder = join(newFolder(), "journal");
  mkdirSync(folder);
  writeFileSync(orderFile(folder, service, "o"), content);
  return { ...environmentFor(url), CERTORDER_JOURNAL: folder };
}

type Environment = ReturnType<typeof journalWith>;
const reissue = (env: Environment) => ({ args: ["reissue", "o", ...goodRequest], env });
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
    const about = readFileSync(orderFile(journals[index]?.CERTORDER_JOURNAL ?? "", service, "o"), "latin1");
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
    const later = sent("a1").replace('"v":1', '"v":2');
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

describe("a journal that says nothing against it lets the order go", () => {
  test("an empty file, only settled attempts, only empty lines", async () => {
    const before = heard.length;
    const journals = [journalWith(""), journalWith(settled), journalWith("\n\n")];
    for (const ended of await certorderEach(journals.map(reissue))) expect(ended).toMatchObject({ code: 0 });
    expect(heard).toHaveLength(before + journals.length);
  });
});

test("what a damaged journal says cannot play with the terminal", async () => {
  const hostile = journalWith(sent("a1\x1b]0;x\x07", "o\x1b[2J\u202e\x9b31m"));
  const [people, programs, refused] = await certorderEach([
    { args: ["journal", "list"], env: hostile },
    { args: ["journal", "list", "--json"], env: hostile },
    reissue(hostile),
  ]);
  const shown = [people, programs, refused].map((ended) => `${ended?.stdout}${ended?.stderr}`).join("");
  expect(shown).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  expect(attemptsOf(programs)[0]?.order_id).toBe("o\x1b[2J\u202e\x9b31m");
});
