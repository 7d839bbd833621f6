import { render } from "../../contract/index.ts";
import type { Attempt, Journal, OrderHistory } from "../../journal/index.ts";
import { findEvidence, isOpen, otherJournal } from "../../journal/index.ts";
import { attemptJson, damageJson, describeStatus } from "../attempt.ts";
import type { CommandDefinition } from "../command.ts";
import { cliDialect } from "../dialect.ts";
import { exitCodes } from "../exit-code.ts";
import { showProgress } from "../progress.ts";
import { reportJournalErrors, whichJournal } from "../which-journal.ts";

export const command: CommandDefinition = {
  details: "They block their orders. Entries that cannot be read do so too, and are listed.",
  flags: { all: { kind: "switch", doc: "List all other reissues too." } },
  settings: "journal",
  examples: ["certorder journal list", "certorder journal list --all --json"],

  run: ({ flags, env, output }) =>
    reportJournalErrors(output, async () => {
      const { journal, where } = whichJournal({ flags, env });
      const exists = await journal.exists();
      const { attempts, damaged } = await read(exists ? journal.histories() : [], flags.all === true);
      const lines = [
        ...attempts.map((attempt) => formatAttempt(attempt, (text) => output.style("bold", text))),
        ...damaged.map(
          ({ orderId, problem }) =>
            `${output.style("bold", "damaged")}  order ${orderId}  ${problem}, blocks the order`,
        ),
      ];
      await output.result(
        {
          ...where,
          exists,
          attempts: await Promise.all(attempts.map((attempt) => attemptJson(attempt, journal))),
          damaged,
        },
        lines.length > 0 ? lines : [nothing(journal, exists, flags.all === true)],
      );
      return exitCodes.ok;
    }),
};

async function read(histories: AsyncIterable<Listed> | Iterable<Listed>, all: boolean) {
  const attempts: Attempt[] = [];
  const damaged: ReturnType<typeof damageJson>[] = [];
  using progress = showProgress("orders read");
  for await (const { orderId, ...history } of histories) {
    for (const attempt of history.attempts)
      if (all || isOpen(attempt))
        attempts.push({ ...attempt, callbacks: findEvidence(attempt, history.attempts) });
    for (const entry of history.damage) damaged.push(damageJson(orderId, entry));
    progress.tick();
  }
  return { attempts: attempts.sort(byTime), damaged };
}

type Listed = OrderHistory & { readonly orderId: string };

function byTime(one: Attempt, other: Attempt): number {
  const time = ({ sentAt, endedAt }: Attempt) => sentAt || (endedAt ?? "");
  return time(one) < time(other) ? -1 : time(one) > time(other) ? 1 : 0;
}

function nothing({ title }: Journal, exists: boolean, all: boolean): string {
  if (exists) return all ? "The journal is empty." : "No order is blocked.";
  return `${title} does not exist yet: the first reissue creates it. ${render(otherJournal, cliDialect)}`;
}

function formatAttempt(attempt: Attempt, strong: (text: string) => string): string {
  const { attemptId, orderId, sentAt, idempotencyKey, service } = attempt;
  const key = idempotencyKey === undefined ? "" : `key ${idempotencyKey}`;
  const callbacks = attempt.callbacks.map(({ certificateId }) => `callback: certificate ${certificateId}`);
  return [strong(attemptId), `order ${orderId}`, describeStatus(attempt), sentAt, key, service, ...callbacks]
    .filter((part) => part !== "")
    .join("  ");
}
