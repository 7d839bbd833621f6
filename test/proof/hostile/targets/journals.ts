import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatLine, type Line } from "../../../../src/journal/attempt.ts";
import { Journal } from "../../../../src/journal/index.ts";
import { orderFile } from "../../../../src/journal/place.ts";
import { call, clientFor } from "../../../faults/calls.ts";
import { answer, success } from "../../../faults/http-text.ts";
import { startRawServer } from "../../../faults/raw-server.ts";
import { orderId, stageAt } from "../../../faults/stage.ts";
import type { Random } from "../../../random.ts";
import { mutatedBytes } from "../fuzz/bytes.ts";
import { type Json, mutatedJson } from "../fuzz/json.ts";
import { type Target, Wrong } from "../fuzz/target.ts";

/** Journals as they are left behind: each ends with what became of the last attempt. */
function journals(service: string): readonly (readonly Line[])[] {
  const at = "2026-01-02T03:04:05.678Z";
  const sent = (attempt: string): Line => ({
    event: "sent",
    attempt,
    at,
    service,
    order: orderId,
    ask: "0123456789abcdef0123456789abcdef",
    process: "elsewhere/123/456",
  });
  const done: Line = { event: "done", attempt: "aaaaaaaaaaaa", at, certificate: "cert-1" };
  const endings: readonly (readonly Line[])[] = [
    [],
    [done],
    [done, { event: "acknowledged", attempt: "aaaaaaaaaaaa", at }],
    [{ event: "unknown", attempt: "aaaaaaaaaaaa", at }],
    [{ event: "done-unread", attempt: "aaaaaaaaaaaa", at }],
    [{ event: "rejected", attempt: "aaaaaaaaaaaa", at }, sent("bbbbbbbbbbbb")],
    [
      { event: "unknown", attempt: "aaaaaaaaaaaa", at },
      { event: "resolved", attempt: "aaaaaaaaaaaa", at, certificate: null },
    ],
  ];
  return endings.map((ending) => [sent("aaaaaaaaaaaa"), ...ending]);
}

const words = [
  "\n",
  "\n\n",
  "\r\n",
  "null",
  "{}",
  '{"v":1}',
  '"event":"acknowledged"',
  '"event":"rejected"',
  "\0",
  "\ufeff",
];

/** The journal, with files that a crash, a full disk or a person has damaged. */
export const target: Target = {
  lanes: 16,
  patienceMs: 60_000,
  async open() {
    const folder = await mkdtemp(join(tmpdir(), "journal-"));
    const server = await startRawServer(async (visit) => {
      await visit.carryOut();
      visit.end(answer(200, success));
    });
    const stage = stageAt(server, `http://localhost:${server.port}`);
    const service = new URL(stage.options.baseUrl).href;
    const file = orderFile(folder, service, orderId);
    const seeds = journals(service);
    return {
      async attack(random) {
        const damaged = hostileJournal(random, random.pick(seeds));
        await writeFile(file, damaged);
        const journal = new Journal({ folder });
        const before = server.heard.length;
        const { outcome } = await call("reissue", clientFor(stage, { journal }).client, stage);
        const requests = server.heard.length - before;
        if (requests > 1) throw new Wrong("second request", `${requests} requests: ${damaged}`);
        if ((outcome === "done") !== (requests === 1))
          throw new Wrong("wrong answer", `${outcome} after ${requests} requests: ${damaged}`);
        if (requests === 1 && hasDamage(damaged))
          throw new Wrong("wrong answer", `sent although the journal is damaged: ${damaged}`);
        await mend(journal, String(damaged));
      },
      async close() {
        await server.close();
        await rm(folder, { recursive: true });
      },
    };
  },
};

function hostileJournal(random: Random, lines: readonly Line[]): Buffer {
  const text = Buffer.from(lines.map(formatLine).join(""));
  if (random.below(2) === 0) return mutatedBytes(random, text, words);
  const at = random.below(lines.length);
  const changed = lines.map((line, index) =>
    index === at ? `${mutatedJson(random, { v: 1, ...line } as unknown as Json)}\n` : formatLine(line),
  );
  return Buffer.from(changed.join(""));
}

/** A line that is no JSON object may have been anything. */
function hasDamage(journal: Buffer): boolean {
  return journal
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .some((line) => {
      try {
        return typeof JSON.parse(line) !== "object";
      } catch {
        return true;
      }
    });
}

/** Whatever is wrong with a journal, a person can settle it attempt by attempt, without an editor. */
async function mend(journal: Journal, damaged: string): Promise<void> {
  for (const { attemptId, closed } of await journal.attempts())
    if (!closed) await journal.resolve(attemptId, "cert-found");
  const open = (await journal.attempts()).filter(({ closed }) => !closed);
  if (open.length > 0) throw new Wrong("wrong answer", `cannot be mended: ${damaged}`);
}
