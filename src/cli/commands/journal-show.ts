import { render, renderWaysOut, waysToResolve } from "../../contract/index.ts";
import type { Attempt, Journal, OrderHistory } from "../../journal/index.ts";
import {
  describeDamage,
  describeEvidence,
  describeSender,
  isOfNewerVersion,
  isOpen,
  latestAttempt,
  listValues,
  onlyCallback,
  otherJournal,
  recordedCsr,
} from "../../journal/index.ts";
import { attemptJson, damageJson, describeStatus, requestParts, withEvidence } from "../attempt.ts";
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
    const { orderId, attempts, damage, issued, latest } = await find(journal, input.operands[0]);
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
        ...formatWayOut(
          isOfNewerVersion(entry)
            ? ["Update certorder on this machine."]
            : [
                "Look the order up at the service. If no reissue is under way, set the entry aside:",
                `    ${output.dialect({ kind: "repair", orderId })}`,
              ],
        ),
      ]),
    ];
    if (issued.length > 0)
      blocks.push([
        output.style("bold", "callbacks"),
        ...issued.map(({ certificateId, at, receiver }) =>
          row("issued", `${at} certificate ${certificateId}, received by ${receiver}`),
        ),
      ]);
    return {
      json: { ...where, attempts: shown, damaged: damage.map((entry) => damageJson(orderId, entry)), issued },
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
  if (own.attempts.length + own.damage.length > 0) return { ...withLatest(own), orderId: wanted };
  using progress = showProgress("orders read");
  for await (const history of journal.histories()) {
    // An order whose log cannot be read is listed by the name of its file.
    if (history.orderId === wanted) return withLatest(history);
    const isNamed = ({ attemptId }: Attempt) => attemptId === wanted;
    if (history.attempts.some(isNamed)) {
      const { orderId, attempts, latest } = withLatest(history);
      return { orderId, attempts: attempts.filter(isNamed), damage: [], issued: [], latest };
    }
    progress.tick();
  }
  // The operand is not repeated: a person may have pasted a secret.
  throw new UsageError(
    `${journal.title} has no such attempt or order.`,
    `See certorder journal list --all. ${render(otherJournal, cliDialect)}`,
  );
}

function withLatest<H extends OrderHistory>(history: H) {
  const { attempts } = history;
  // An open attempt may have made a later certificate.
  const latest = attempts.some(isOpen) ? undefined : latestAttempt(attempts);
  return { ...history, attempts: withEvidence(attempts), latest };
}

function formatAttempt(attempt: Attempt, mayBeInFlight: boolean, { dialect }: Output): string[] {
  const { orderId, requestDigest = "", idempotencyKey, answeredKeys, previous, validityDays } = attempt;
  const { service, address, sentAt, deadline, endedAt, issuedAt, lastEvent } = attempt;
  const sender = describeSender(attempt);
  const parts = requestParts(requestDigest).map(([part, digest]) => `${part} (${digest})`);
  const values = listValues(attempt);
  const rows: [title: string, value: string | undefined][] = [
    ["order", orderId],
    ["status", describeStatus(attempt)],
    ["imported", attempt.isImported ? "yes: a person named the certificate" : undefined],
    ["sent", sentAt && `${sentAt}${sender && ` by ${sender}`}`],
    ["deadline", deadline],
    ["ended", endedAt && `${endedAt}${attempt.isStated ? ", stated by a person" : ""}`],
    ["issued", issuedAt === endedAt ? undefined : issuedAt],
    ["key", idempotencyKey],
    ["answered", answeredKeys.map((key) => `key ${key}`).join(", ")],
    ...(values.length > 0
      ? values.map((value, index): [string, string] => [index === 0 ? "request" : "", value])
      : [["request", parts.join(", ")] satisfies [string, string]]),
    ["validity", validityDays === undefined ? undefined : `${validityDays} days`],
    ["previous", previous],
    ["service", service],
    ["address", address === service ? undefined : address],
    ["in flight", mayBeInFlight ? "perhaps: it is too early to resolve it as not happened" : undefined],
  ];
  const lines = rows.flatMap(([title, value]) => (value ? [row(title, value)] : []));
  if (!isOpen(attempt)) return lines;
  const { callbacks: evidence, certificateId = onlyCallback(evidence)?.certificateId } = attempt;
  const waysOut = renderWaysOut(
    waysToResolve({ ...attempt, certificateId, happened: lastEvent === "done-unread" }),
    dialect,
  );
  return [
    ...lines,
    ...formatWayOut([
      `${describeEvidence(evidence)} Look the order up at the service.`.trim(),
      ...waysOut.split("\n").filter((line) => line !== ""),
    ]),
  ];
}

function formatWayOut(lines: readonly string[]): string[] {
  return lines.map((line, index) => row(index === 0 ? "way out" : "", line));
}

function row(title: string, value: string): string {
  return `  ${title.padEnd(12)}${value}`;
}
