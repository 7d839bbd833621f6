import { howToResolve, say } from "../../contract/index.ts";
import type { Attempt } from "../../journal/index.ts";
import { headOf, ifElsewhere, isOpen, senderOf } from "../../journal/index.ts";
import { forPrograms, partsOf, standingOf } from "../attempt.ts";
import type { Command } from "../command.ts";
import { UsageError } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import type { Output } from "../output.ts";
import { inFlags } from "../voice.ts";
import { journalFlags, whichJournal, withoutSending } from "../which-journal.ts";

export const command: Command = {
  name: "journal show",
  summary: "Show all that the journal knows of a reissue, or of all reissues of an order, the oldest first.",
  operands: "ATTEMPT_OR_ORDER",
  flags: { ...journalFlags },
  examples: ["certorder journal show 0123456789ab", "certorder journal show order-1 --json"],

  run: ({ operands, given, env, output }) =>
    withoutSending(output, async () => {
      const [wanted, ...surplus] = operands;
      if (wanted === undefined || surplus.length > 0)
        throw new UsageError(
          "Exactly one attempt or order has to be named.",
          "Find them with certorder journal list --all.",
        );
      const { journal, where } = whichJournal({ given, env });
      const exists = await journal.isThere();
      const all = exists ? await journal.attempts() : [];
      const named = all.filter(({ attemptId }) => attemptId === wanted);
      const attempts = named.length > 0 ? named : all.filter(({ orderId }) => orderId === wanted);
      // What was given is not repeated: it may be a secret that was pasted in its place.
      if (attempts.length === 0)
        throw new UsageError(
          `${journal.title} ${exists ? "knows no such attempt or order" : "does not exist"}.`,
          `See certorder journal list --all. ${say(ifElsewhere, inFlags)}`,
        );
      const shown = await Promise.all(
        attempts.map(async (attempt) => ({
          ...(await forPrograms(attempt, journal)),
          head: isHead(attempt, all),
        })),
      );
      await output.result(
        { ...where, attempts: shown },
        attempts.flatMap((attempt, index) => [
          ...(index === 0 ? [] : [""]),
          `${output.style("bold", attempt.attemptId)}${shown[index]?.head ? "  the order's newest" : ""}`,
          ...linesOf(attempt, shown[index]?.mayBeInFlight === true, output),
        ]),
      );
      return exitCodes.ok;
    }),
};

/** One order id may mean an order at each of several services. */
function isHead(attempt: Attempt, all: readonly Attempt[]): boolean {
  const { orderId, service } = attempt;
  return headOf(all.filter((other) => other.orderId === orderId && other.service === service)) === attempt;
}

function linesOf(attempt: Attempt, mayBeInFlight: boolean, { voice }: Output): string[] {
  const { orderId, what, name, replaced, validityDays, sentAt, until, endedAt } = attempt;
  const { service, address } = attempt;
  const isKnownDone = attempt.fate === "done" || attempt.state === "done-unread";
  const sender = senderOf(attempt);
  const rows: [title: string, value: string | undefined][] = [
    ["order", orderId],
    ["state", standingOf(attempt)],
    ["sent", `${sentAt}${sender && ` by ${sender}`}`],
    ["waits until", until],
    ["ended", endedAt],
    ["once", name],
    [
      "asked for",
      partsOf(what ?? "")
        .map(([part, digest]) => `${part} (${digest})`)
        .join(", "),
    ],
    ["validity", validityDays === undefined ? undefined : `${validityDays} days`],
    ["replaced", replaced],
    ["service", service],
    ["address", address === service ? "" : address],
    ["in flight", mayBeInFlight ? "perhaps: it is too early to say that it did not happen" : undefined],
    ["look up", attempt.state === "done-unread" ? "the new certificate, at the service" : undefined],
    [
      "way out",
      isOpen(attempt) ? say(howToResolve({ ...attempt, happened: isKnownDone }), voice) : undefined,
    ],
  ];
  return rows.filter(([, value]) => value).map(([title, value]) => `  ${title.padEnd(12)}${value}`);
}
