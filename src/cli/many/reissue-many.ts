import { checkRequest } from "../../client/index.ts";
import {
  checkAsking,
  count,
  type InputProblem,
  reissueOperation,
  vanishingJournal,
} from "../../contract/index.ts";
import { listenForInterrupt } from "../../interrupt.ts";
import { Journal } from "../../journal/index.ts";
import { UsageError } from "../command-error.ts";
import { canAsk, confirm } from "../confirm.ts";
import { createCliClient, showEvent } from "../connect.ts";
import { exitCodes } from "../exit-code.ts";
import { checkOrderId, type OrderRow, type OrdersFile, openOrders } from "../orders/index.ts";
import type { Output } from "../output.ts";
import { showRun } from "../progress.ts";
import { refuseMismatch } from "../reissue-request.ts";
import { UnwrittenError } from "../stdout.ts";
import { Pace } from "./pace.ts";
import { isWhole, preview } from "./preview.ts";
import { Report } from "./report.ts";
import { Run } from "./run-rows.ts";
import { describeCounts, describeEnd, describeProgress } from "./summary.ts";
import { type ManyInput, readTask, type Task } from "./task.ts";

/** Reissues the orders of a file, or tells which of them are due. */
export async function reissueMany(path: string, input: ManyInput): Promise<number> {
  const { yes = false, "dry-run": isDryRun = false, quiet: isQuiet = false } = input.flags;
  const { output, env } = input;
  const needsConfirmation = !yes && !isDryRun;
  if (needsConfirmation && !canAsk())
    throw new UsageError(
      "There is no terminal to confirm the reissues at.",
      "Add --yes to send them all the same.",
    );
  const task = await readTask(input);
  const journal = new Journal(task.settings.journal, { env });
  await journal.requireExisting();
  await using orders = await openOrders(path, {
    defaults: task.defaults,
    check: (row) => checkRow(row, task, input.flags),
  });
  const report = new Report(output, { isQuiet });
  if (isDryRun) {
    const counts = await preview(orders, journal, task, (result) => report.row(result));
    const end = `${count(orders.count, "order")}: ${describeCounts(counts)}. Nothing was sent.`;
    if (!isQuiet) await summarize([end], output, { isQuiet });
    return counts.exitCode;
  }
  // A journal that cannot be written would fail each row.
  await journal.check();
  const vanishing = vanishingJournal(task.settings.journal, env);
  if (vanishing) output.warning(vanishing);
  const run = await start(orders, journal, task, report, { needsConfirmation, isQuiet, output });
  const { counts, stopReason, inARow } = run;
  if (counts.all < orders.count) counts.addOutcome("not-sent");
  const end = describeEnd(counts, orders.count, {
    stopReason,
    inARow,
    limit: task.limit,
    journal: journal.flag,
  });
  if (isQuiet && counts.exitCode === exitCodes.ok) return exitCodes.ok;
  try {
    await summarize(end, output, { isQuiet });
  } catch (error) {
    if (!(error instanceof UnwrittenError)) throw error;
    for (const line of end) output.note(line);
    counts.addOutcome("done-unread");
  }
  return counts.exitCode;
}

/** In a dry run, a row may have its order alone. */
function checkRow(row: OrderRow, { asked }: Task, flags: ManyInput["flags"]): InputProblem[] {
  if (flags["dry-run"] && !isWhole(row)) return checkOrderId(row);
  const { validity_days: validityDays } = row.values;
  return [
    ...refuseMismatch(checkRequest(reissueOperation, row.values), flags["allow-mismatch"]),
    ...checkAsking({ ...asked, hasJournal: true, validityDays }),
  ];
}

async function start(
  orders: OrdersFile,
  journal: Journal,
  task: Task,
  report: Report,
  { needsConfirmation, isQuiet, output }: { needsConfirmation: boolean; isQuiet: boolean; output: Output },
): Promise<Run> {
  const { settings, asked, concurrency, betweenMs, limit, maxFailures } = task;
  const client = createCliClient(settings, output, journal);
  using interrupt = listenForInterrupt(() => output.noteStop());
  if (needsConfirmation && orders.count > 0)
    await confirm(await question(orders, journal, task), "Nothing was sent.", interrupt.signals.stopSignal);
  const run = new Run({
    client,
    asked,
    concurrency,
    pace: new Pace(betweenMs),
    limit,
    maxFailures,
    signals: interrupt.signals,
    onEvent: (event) => {
      // What a row came to is told at its end.
      if (event.type === "unrecorded") showEvent(event, output);
    },
    report: (result) => report.row(result),
  });
  const began = performance.now();
  using _ = isQuiet
    ? undefined
    : showRun(() => describeProgress(run.counts, orders.count, performance.now() - began));
  await run.reissue(orders.rows());
  return run;
}

/** Programs get rows on standard output, and nothing else. A quiet run shows it as a problem. */
async function summarize(
  lines: readonly string[],
  output: Output,
  { isQuiet }: { readonly isQuiet: boolean },
): Promise<void> {
  if (output.json || isQuiet) for (const line of lines) output.note(line);
  else await output.result({}, lines);
}

/** To read more orders takes longer than a person wants to wait for a question. */
const mostPreviewed = 1_000;

async function question(orders: OrdersFile, journal: Journal, task: Task): Promise<string[]> {
  const { limit = orders.count, settings } = task;
  const now =
    orders.count > mostPreviewed
      ? "--dry-run tells which of them are due."
      : `Now: ${describeCounts(await preview(orders, journal, task))}.`;
  return [
    `Reissue at most ${Math.min(orders.count, limit)} of ${count(orders.count, "order")} at ${settings.base_url}?`,
    now,
    "Each reissue costs money and may revoke the certificate in use. Type yes to go on:",
  ];
}
