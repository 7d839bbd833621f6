import { say } from "../../contract/index.ts";
import type { Attempt, Journal } from "../../journal/index.ts";
import { ifElsewhere, isOpen } from "../../journal/index.ts";
import { byTime, forPrograms, standingOf } from "../attempt.ts";
import type { Command } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { inFlags } from "../voice.ts";
import { journalFlags, whichJournal, withoutSending } from "../which-journal.ts";

export const command: Command = {
  name: "journal list",
  summary: "List the reissues that hold their orders back until somebody says what became of them.",
  flags: { all: { kind: "switch", doc: "List all others too." }, ...journalFlags },
  examples: ["certorder journal list", "certorder journal list --all --json"],

  run: ({ given, env, output }) =>
    withoutSending(output, async () => {
      const { journal, where } = whichJournal({ given, env });
      const exists = await journal.isThere();
      const known = exists ? await journal.attempts() : [];
      const attempts = byTime(known).filter((attempt) => given.all === true || isOpen(attempt));
      await output.result(
        {
          ...where,
          exists,
          attempts: await Promise.all(attempts.map((attempt) => forPrograms(attempt, journal))),
        },
        attempts.length === 0
          ? [nothing(journal, exists, given.all === true)]
          : attempts.map((attempt) => lineOf(attempt, (text) => output.style("bold", text))),
      );
      return exitCodes.ok;
    }),
};

function nothing({ title }: Journal, exists: boolean, all: boolean): string {
  if (exists) return all ? "The journal is empty." : "Nothing is held back.";
  return `${title} does not exist (yet): it is made by the first reissue. ${say(ifElsewhere, inFlags)}`;
}

function lineOf(attempt: Attempt, strong: (text: string) => string): string {
  const { attemptId, orderId, sentAt, name, service } = attempt;
  const once = name === undefined ? "" : `once ${name}`;
  return [strong(attemptId), `order ${orderId}`, standingOf(attempt), sentAt, once, service]
    .filter((part) => part !== "")
    .join("  ");
}
