import { createHash } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isOfNewerVersion } from "../../../../src/journal/damage.ts";
import { formatEvent } from "../../../../src/journal/event-format.ts";
import { isOpen, Journal, type JournalEvent } from "../../../../src/journal/index.ts";
import { call, clientFor } from "../../../harness/faults/calls.ts";
import { orderId, serviceAt } from "../../../harness/faults/faulty-service.ts";
import { answer, success } from "../../../harness/faults/http-text.ts";
import { startRawServer } from "../../../harness/faults/raw-server.ts";
import { answered, done, ended, resolved, sent } from "../../../harness/journal/events.ts";
import { newJournal } from "../../../harness/journal/new-journal.ts";
import type { Random } from "../../../harness/random.ts";
import { mutatedBytes } from "../fuzz/bytes.ts";
import { type Json, mutatedJson } from "../fuzz/json.ts";
import type { Target } from "../fuzz/target.ts";

/** Journals as they are left behind: each ends with the last attempt's outcome. */
function journals(service: string): readonly (readonly JournalEvent[])[] {
  const sentAs = (attempt: string) => sent(attempt, { service, address: service, order: orderId });
  const [first, second] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb"];
  const endings: readonly (readonly JournalEvent[])[] = [
    [],
    [done(first)],
    [done(first), answered(first, "another ticket")],
    [ended("unknown", first)],
    [ended("done-unread", first)],
    [ended("rejected", first), sentAs(second)],
    [ended("unknown", first), resolved(first, null)],
  ];
  return endings.map((ending) => [sentAs(first), ...ending]);
}

const key = { idempotencyKey: "a ticket" };

const statements = ["null", "{}", '{"v":3}', '"event":"key-answered"', '"event":"rejected"'];
const words = ["\n", "\n\n", "\r\n", "\0", "\ufeff", ...statements];

/** The journal, with files that a crash, a full disk or a person has damaged. */
export const target: Target = {
  lanes: 16,
  async open() {
    const folder = newJournal();
    const server = await startRawServer(async (visit) => {
      await visit.carryOut();
      visit.end(answer(200, success));
    });
    const stage = serviceAt(server, `http://localhost:${server.port}`);
    const { client } = clientFor(stage, { journal: new Journal(folder) });
    // A first call shows under which name the order's history is kept.
    await call("reissue", client, stage, key);
    const name = (await readdir(folder)).find((each) => each.endsWith(".jsonl")) ?? "";
    const file = join(folder, name);
    const seeds = journals(client.service.address);
    return {
      async attack(random) {
        const damaged = hostileJournal(random, random.pick(seeds));
        await writeFile(file, damaged);
        const journal = new Journal(folder);
        const before = server.heard.length;
        const { outcome } = await call("reissue", clientFor(stage, { journal }).client, stage, key);
        const requests = server.heard.length - before;
        if (requests > 1) throw new Error(`${requests} requests: ${damaged}`);
        if ((outcome === "done") !== (requests === 1))
          throw new Error(`${outcome} after ${requests} requests: ${damaged}`);
        if (requests === 1 && hasDamage(damaged))
          throw new Error(`sent although the journal is damaged: ${damaged}`);
        await mend(journal, String(damaged));
      },
      close: () => server.close(),
    };
  },
};

function hostileJournal(random: Random, lines: readonly JournalEvent[]): Buffer {
  const text = Buffer.from(lines.map((line) => `${formatEvent(line)}\n`).join(""));
  if (random.below(2) === 0) return mutatedBytes(random, text, words);
  const at = random.below(lines.length);
  const changed = lines.map((line, index) =>
    index === at ? summed(mutatedJson(random, { v: 3, ...line } as unknown as Json)) : formatEvent(line),
  );
  return Buffer.from(changed.map((line) => `${line}\n`).join(""));
}

/** As if it had been written like that. */
function summed(json: string): string {
  const text = json.replace(/\}$/, "");
  const sum = createHash("sha256").update(text).digest("hex").slice(0, 12);
  return `${text},"sum":"${sum}"}`;
}

/** A line that is no JSON object may have been anything. */
function hasDamage(journal: Buffer): boolean {
  const lines = journal.toString().split("\n");
  return lines.some((line) => {
    try {
      return line !== "" && typeof JSON.parse(line) !== "object";
    } catch {
      return true;
    }
  });
}

/**
 * Whatever is wrong with a journal, a person can mend it without an editor: `journal repair`, then `journal resolve`. Only an
 * entry of a newer version stays: a newer program reads it.
 */
async function mend(journal: Journal, damaged: string): Promise<void> {
  if ((await journal.history(orderId)).damage.some(isOfNewerVersion)) return;
  await journal.repair(orderId);
  for (const { attemptId } of (await journal.attempts(orderId)).filter(isOpen))
    await journal.resolve({ orderId, attemptId, certificateId: "cert-found", isSameId: true });
  const { attempts, damage } = await journal.history(orderId);
  if (damage.length > 0 || attempts.some(isOpen)) throw new Error(`cannot be mended: ${damaged}`);
}
