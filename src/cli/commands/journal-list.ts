import { render } from "../../contract/index.ts";
import type { Attempt, Journal, OrderHistory } from "../../journal/index.ts";
import { isOpen, otherJournal } from "../../journal/index.ts";
import { attemptJson, damageJson, describeStatus, withEvidence } from "../attempt.ts";
import { defineCommand } from "../command.ts";
import { cliDialect } from "../dialect.ts";
import { showProgress } from "../progress.ts";
import { whichJournal } from "../which-journal.ts";

export const command = defineCommand({
  details: "They block their orders. Entries that cannot be read do so too, and are listed.",
  flags: { all: { kind: "switch", doc: "List all other reissues too." } },
  settings: "journal",
  examples: ["certorder journal list", "certorder journal list --all --json"],

  async run(input) {
    const { output, flags } = input;
    const { all = false } = flags;
    const { journal, where } = whichJournal(input);
    const exists = await journal.exists();
    const { attempts, damaged } = await read(exists ? journal.histories() : [], all);
    const lines = [
      ...attempts.map((attempt) => formatAttempt(attempt, (text) => output.style("bold", text))),
      ...damaged.map(
        ({ orderId, problem }) =>
          `${output.style("bold", "damaged")}  order ${orderId}  ${problem}, blocks the order`,
      ),
    ];
    const shown = await Promise.all(attempts.map((attempt) => attemptJson(attempt, journal)));
    return {
      json: { ...where, exists, attempts: shown, damaged },
      lines: lines.length > 0 ? lines : [nothing(journal, exists, all)],
    };
  },
});

async function read(histories: AsyncIterable<ListedHistory> | Iterable<ListedHistory>, all: boolean) {
  const attempts: Attempt[] = [];
  const damaged: ReturnType<typeof damageJson>[] = [];
  using progress = showProgress("orders read");
  for await (const { orderId, ...history } of histories) {
    for (const attempt of withEvidence(history.attempts)) if (all || isOpen(attempt)) attempts.push(attempt);
    for (const entry of history.damage) damaged.push(damageJson(orderId, entry));
    progress.tick();
  }
  return { attempts: attempts.sort(byTime), damaged };
}

type ListedHistory = OrderHistory & { readonly orderId: string };

function byTime(one: Attempt, other: Attempt): number {
  const time = ({ sentAt, endedAt }: Attempt) => Date.parse(sentAt ?? endedAt ?? "") || 0;
  return time(one) - time(other);
}

function nothing({ title }: Journal, exists: boolean, all: boolean): string {
  if (exists) return all ? "The journal is empty." : "No order is blocked.";
  return `${title} does not exist: certorder journal init creates it. ${render(otherJournal, cliDialect)}`;
}

function formatAttempt(attempt: Attempt, strong: (text: string) => string): string {
  const { attemptId, orderId, sentAt, idempotencyKey, service } = attempt;
  const key = idempotencyKey === undefined ? "" : `key ${idempotencyKey}`;
  const callbacks = attempt.callbacks.map(({ certificateId }) => `callback: certificate ${certificateId}`);
  return [strong(attemptId), `order ${orderId}`, describeStatus(attempt), sentAt, key, service, ...callbacks]
    .filter((part) => part !== "")
    .join("  ");
}
