import { render } from "../../contract/index.ts";
import type { Attempt, Journal, OrderHistory } from "../../journal/index.ts";
import { describeDamage, isOpen, latestAttempt, otherJournal, recordedCsr } from "../../journal/index.ts";
import { type AttemptWithEvidence, attemptJson, damageJson, withEvidence } from "../attempt.ts";
import { attemptRows, damageWayOut, type WaysOut, wayOut } from "../attempt-view.ts";
import { defineCommand } from "../command.ts";
import { UsageError } from "../command-error.ts";
import { cliDialect } from "../dialect.ts";
import type { Output } from "../output.ts";
import { showProgress } from "../progress.ts";
import { existingJournal } from "../which-journal.ts";

export const command = defineCommand({
  details: "The reissues of an order are shown oldest first.",
  operands: "ATTEMPT_OR_ORDER",
  settings: "journal",
  flags: {
    csr: {
      kind: "switch",
      doc: "Print nothing but the CSR of the attempt's request, or of the request that made the order's latest certificate.",
    },
  },
  examples: [
    "certorder journal show 0123456789ab",
    "certorder journal show order-1 --json",
    "certorder journal show order-1 --csr > site.csr",
  ],

  async run(input) {
    const { output } = input;
    const { journal, where } = await existingJournal(input);
    const { orderId, attempts, damage, issued, deployments, latest } = await find(journal, input.operands[0]);
    if (input.flags.csr) return showCsr(attempts.length === 1 ? attempts[0] : latest);
    const shown = await Promise.all(
      attempts.map(async (attempt) => ({
        ...(await attemptJson(attempt, journal)),
        latest: attempt.attemptId === latest?.attemptId,
      })),
    );
    const blocks = [
      ...attempts.map((attempt, index) => [
        `${output.style("bold", attempt.attemptId)}${shown[index]?.latest ? "  the order's latest certificate" : ""}`,
        ...formatAttempt(attempt, shown[index]?.mayBeInFlight === true, output),
      ]),
      ...damage.map((entry) => [
        output.style("bold", describeDamage(entry)),
        row("order", orderId),
        row("status", "it may record a reissue, blocks the order"),
        ...formatWayOut(damageWayOut(entry, orderId, output.dialect)),
      ]),
    ];
    if (issued.length + deployments.length > 0)
      blocks.push([
        output.style("bold", "callbacks"),
        ...issued.map(({ certificateId, at, receiver }) =>
          row("issued", `${at} certificate ${certificateId}, received by ${receiver}`),
        ),
        ...deployments.map(({ step, certificateId, at, receiver }) =>
          row(step, `${at} certificate ${certificateId}, by ${receiver}`),
        ),
      ]);
    return {
      json: {
        ...where,
        attempts: shown,
        damaged: damage.map((entry) => damageJson(orderId, entry)),
        issued,
        deployments,
      },
      lines: blocks.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines])),
    };
  },
});

/** Ready for a file. */
function showCsr(attempt: Attempt | undefined) {
  const csr = attempt && recordedCsr(attempt);
  if (csr === undefined)
    throw new UsageError(
      attempt
        ? `The journal does not have the CSR of attempt ${attempt.attemptId}.`
        : "The order has no latest certificate, or an attempt is open.",
      attempt ? "Ask its sender for the CSR." : "Name an attempt instead of the order.",
    );
  return { json: { attemptId: attempt?.attemptId, csr }, lines: csr.trimEnd().split("\n") };
}

/** An order's history, or the part of it that is one attempt. */
async function find(journal: Journal, wanted: string) {
  const own = await journal.history(wanted);
  if (own.attempts.length + own.damage.length > 0) return complete(journal, { ...own, orderId: wanted });
  using progress = showProgress("orders read");
  for await (const history of journal.histories()) {
    // An order whose log cannot be read is listed by the name of its file.
    if (history.orderId === wanted) return complete(journal, history);
    const isNamed = ({ attemptId }: Attempt) => attemptId === wanted;
    if (history.attempts.some(isNamed)) {
      const { orderId, attempts, latest } = await complete(journal, history);
      return { orderId, attempts: attempts.filter(isNamed), damage: [], issued: [], deployments: [], latest };
    }
    progress.tick();
  }
  // The operand is not repeated: a person may have pasted a secret.
  throw new UsageError(
    `${journal.title} has no such attempt or order.`,
    `See certorder status. ${render(otherJournal, cliDialect)}`,
  );
}

/** Adds the latest certificate, and what receivers wrote. */
async function complete(journal: Journal, history: OrderHistory & { readonly orderId: string }) {
  const { attempts, orderId } = history;
  const callbacks = await journal.callbacks.read(orderId);
  // An open attempt may have made a later certificate.
  const latest = attempts.some(isOpen) ? undefined : latestAttempt(attempts);
  return { ...history, ...callbacks, attempts: withEvidence(attempts, callbacks.issued), latest };
}

function formatAttempt(attempt: AttemptWithEvidence, mayBeInFlight: boolean, { dialect }: Output): string[] {
  const lines = attemptRows(attempt, mayBeInFlight).map(([title, value]) => row(title, value));
  return [...lines, ...formatWayOut(wayOut(attempt, mayBeInFlight, dialect))];
}

function formatWayOut({ intro, ways }: WaysOut): string[] {
  if (intro === "") return [];
  const lines = [
    intro,
    ...ways.flatMap(({ when, line }) => [when, line ? `    ${line}` : ""].filter(Boolean)),
  ];
  return lines.map((line, index) => row(index === 0 ? "way out" : "", line));
}

function row(title: string, value: string): string {
  return `  ${title.padEnd(12)}${value}`;
}
