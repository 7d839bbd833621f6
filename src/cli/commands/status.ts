import { once } from "node:events";
import { NotSentError, text } from "../../contract/index.ts";
import { startInspector } from "../../inspector/index.ts";
import { type Journal, type OrderStatus, otherJournal } from "../../journal/index.ts";
import { type CommandInput, defineCommand } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";
import { openPage } from "../open-page.ts";
import { showProgress } from "../progress.ts";
import { statusJson } from "../status/json.ts";
import { journalContent } from "../status/page.ts";
import { prometheusLines } from "../status/prometheus.ts";
import { isFiltering, matches, type Sorting, sorted, sortings } from "../status/select.ts";
import { statusTable } from "../status/table.ts";
import { existingJournal } from "../which-journal.ts";

const defaultSorting: Sorting = "order";

export const command = defineCommand({
  details: `Tells what the journal knows, and asks no service. With --blocked, --expiring or --older-than, it lists the orders that match all of them, and exits with ${exitCodes.found} if there is one, else with ${exitCodes.ok}. A certificate whose age or expiry is not known matches.`,
  flags: {
    order: { kind: "list", value: "ORDER_ID", doc: "Only this order." },
    blocked: { kind: "switch", doc: "Only orders whose state is not ok." },
    expiring: {
      kind: "time",
      doc: "Only certificates that expire within this time, such as 30d, by the validity_days of their request.",
    },
    "older-than": {
      kind: "time",
      doc: "Only certificates that are older than this, such as 60d: a renewal is due.",
    },
    sort: {
      kind: "choice",
      choices: Object.keys(sortings),
      doc: "By order, the oldest first, or the first to expire first.",
      default: defaultSorting,
    },
    web: {
      kind: "switch",
      doc: "Show the orders on a page that only this machine reaches, with their attempts. It is read-only. Ctrl-C ends it.",
    },
    open: { kind: "switch", doc: "With --web: open the page in the browser." },
    format: { kind: "choice", choices: ["table", "prometheus"], doc: "How it is printed.", default: "table" },
  },
  settings: "journal",
  examples: [
    "certorder status",
    "certorder status --blocked",
    "certorder status --order order-1 --older-than 60d",
    "certorder status --expiring 30d --sort expiry --json",
    "certorder status --web --open",
    "certorder status --format prometheus > certorder.prom",
  ],

  async run(input) {
    const { output, flags } = input;
    const { order: orders, blocked, expiring: expiringMs, sort = defaultSorting, format } = flags;
    const isForPrometheus = format === "prometheus";
    if (output.json && isForPrometheus)
      throw new UsageError(
        "The output is JSON or for Prometheus, not both.",
        "Leave --json or --format out.",
      );
    const filter = { blocked, expiringMs, olderThanMs: flags["older-than"] };
    if (flags.open && !flags.web) throw new UsageError("--open needs --web.", "Add --web.");
    const { journal, where } = await existingJournal(input);
    if (flags.web) return showPage(journal, where.journal, input);
    const all = await (orders ? readNamed(journal, orders) : readAll(journal));
    const statuses = sorted(
      all.filter((status) => matches(status, filter)),
      sort as Sorting,
    );
    const describeAll = isForPrometheus ? prometheusLines : describe;
    return {
      // Of 20,000 orders, only what is printed is formatted.
      json: output.json ? { ...where, orders: statuses.map(statusJson) } : {},
      lines: output.json ? [] : describeAll(statuses, all.length),
      exitCode: isFiltering(filter) && statuses.length > 0 ? exitCodes.found : exitCodes.ok,
    };
  },
});

async function showPage(journal: Journal, place: string, { flags, output }: CommandInput): Promise<number> {
  const { web: _, open, json: __, journal: ___, ...others } = flags;
  if (Object.keys(others).length > 0)
    throw new UsageError(
      "--web shows all orders, and the page has a search of its own.",
      "Leave the other flags out.",
    );
  const interrupted = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const page = await startInspector(journalContent(journal, place, output.dialect), { port: 0 });
  const removePage = open ? await openPage(page.url, output) : async () => {};
  await output.result({ page: page.url, journal: place }, [
    `${journal.title} has a page: ${output.style("bold", page.url)}`,
    "Ctrl-C ends it.",
  ]);
  await interrupted;
  await page.close();
  await removePage();
  return exitCodes.ok;
}

async function readAll(journal: Journal): Promise<OrderStatus[]> {
  const statuses: OrderStatus[] = [];
  using progress = showProgress("orders read");
  for await (const status of journal.statuses()) {
    statuses.push(status);
    progress.tick();
  }
  return statuses;
}

/** An order that the journal does not know must not look like one that needs nothing. */
async function readNamed(journal: Journal, orders: readonly string[]): Promise<OrderStatus[]> {
  const statuses: OrderStatus[] = [];
  for (const orderId of new Set(orders)) {
    const status = await journal.status(orderId);
    if (!status)
      // The operand is not repeated: a person may have pasted a secret.
      throw new NotSentError(`${journal.title} does not know an order that --order names.`, {
        code: "not_in_journal",
        remedy: text`See certorder status. ${otherJournal}`,
      });
    statuses.push(status);
  }
  return statuses;
}

function describe(statuses: readonly OrderStatus[], count: number): string[] {
  if (count === 0) return ["The journal is empty."];
  if (statuses.length === 0) return ["No order matches."];
  const table = statusTable(statuses);
  return statuses.every(({ state }) => state === "ok")
    ? table
    : [...table, "", "certorder journal show ORDER shows what to do about an order that is not ok."];
}
